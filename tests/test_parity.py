"""CSV and YAML are one: the same records written either way are equal, and the same fault is told at its own place."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diag import Found
from pnp.model import load as loading
from pnp.model.load import Loaded
from pnp.source import csvfile

Record = dict[str, str]

GAME = """\
format: 1
game: {name: Parity, version: "1", players: 2}
style: {palette: [{id: paper, colour: "#ffffff"}, {id: ink, colour: "#000000"}, {id: red, colour: "#8a1f11"}]}
sides: [{id: one, name: One, colour: red, ink: paper, icon: crown}]
attributes:
  - {id: push, name: Push, of: [counter, card], type: number, least: 0, most: 9}
  - {id: wet, name: Wet, of: [counter, card], type: flag, default: no}
  - {id: mood, name: Mood, of: [counter, card], type: choice, choices: [calm, cross]}
  - {id: traits, name: Traits, of: [counter, card], type: set, choices: [bold, shy, tall], default: ""}
  - {id: motto, name: Motto, of: [counter, card], type: text, default: ""}
"""
OWNERS = {
    "card": ("decks", "{id: d, name: D, size: [63.5mm, 88.9mm], layout: poker", "cards"),
    "counter": ("counters", "{id: g, name: G, side: one, size: 16mm, layout: counter", "counters"),
}
TEXT = st.text(
    st.characters(
        min_codepoint=33, max_codepoint=0x24FF, exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs", "Cn", "Cf")
    ),
    min_size=1,
    max_size=9,
)
LINES = st.lists(TEXT, min_size=1, max_size=3).map("\n".join)
RECORDS = st.fixed_dictionaries(
    {"name": TEXT},
    optional={
        "copies": st.integers(1, 9).map(str),
        "text": LINES | st.just("A :crown: and **bold**, twice."),
        "art": st.sampled_from(("crown", "boot", "bow")),
        "push": st.integers(0, 9).map(str),
        "wet": st.sampled_from(("yes", "no", "true", "false")),
        "mood": st.sampled_from(("calm", "cross")),
        "traits": st.lists(st.sampled_from(("bold", "shy", "tall")), unique=True, min_size=1).map(" ".join),
        "motto": TEXT,
        "source": st.sampled_from(("stated", "designed")),
    },
)
LISTS = st.lists(RECORDS, min_size=1, max_size=5).map(
    lambda all_: [{"id": f"p{n}", **one} for n, one in enumerate(all_)]
)


def as_yaml(records: list[Record], key: str) -> str:
    """The records as flow mappings, each on a line of its own."""
    lines = []
    for record in records:
        parts = (f"{name}: {_list(value) if name == 'traits' else json.dumps(value)}" for name, value in record.items())
        lines.append(f"      - {{{', '.join(parts)}}}\n")
    return f"    {key}:\n" + "".join(lines)


def _list(value: str) -> str:
    return "[" + ", ".join(value.split()) + "]"


def as_csv(records: list[Record]) -> tuple[str, dict[tuple[int, str], tuple[int, int]]]:
    """A file of the records, and the line and column of each cell by its record and name; the header is record -1."""
    names = list(dict.fromkeys(name for record in records for name in record))
    text, places = "", {}
    for number, record in enumerate([dict(zip(names, names, strict=True)), *records], -1):
        for name in names:
            places[number, name] = (text.count("\n") + 1, len(text) - text.rfind("\n"))
            cell = record.get(name, "").replace('"', '""')
            text += (f'"{cell}"' if set('",\n') & set(cell) else cell) + ("," if name != names[-1] else "\n")
    return text, places


def read(records: list[Record], kind: str, form: str) -> tuple[Loaded | None, Found]:
    section, head, key = OWNERS[kind]
    with tempfile.TemporaryDirectory() as folder:
        text = f"{section}:\n  - {head}"
        if form == "csv":
            (Path(folder) / "list.csv").write_text(as_csv(records)[0], "utf-8")
            text += ", file: list.csv}\n"
        else:
            block = text.replace("{", "").replace(", ", "\n    ").replace("\n    88", ", 88")
            text = f"{block}\n{as_yaml(records, key)}"
        (Path(folder) / "game.yaml").write_text(GAME + text, "utf-8")
        found = Found()
        return loading.load(Path(folder), found), found


def records_of(loaded: Loaded | None, kind: str) -> list[object]:
    """What was read, without the places where it stood."""
    assert loaded is not None
    game = loaded.game
    some = [one for deck in game.decks for one in deck.cards] if kind == "card" else [one for _, one in game.pieces()]
    fields = (name for name in type(some[0]).__dataclass_fields__ if name != "where")
    names = tuple(fields)
    return [tuple(getattr(one, name) for name in names) for one in some]


@pytest.mark.parametrize("kind", OWNERS)
@given(records=LISTS)
def test_both_ways_give_equal_records(kind: str, records: list[Record]) -> None:
    by_yaml, yaml_found = read(records, kind, "yaml")
    by_csv, csv_found = read(records, kind, "csv")
    assert yaml_found.items == csv_found.items == []
    assert records_of(by_yaml, kind) == records_of(by_csv, kind) and len(records_of(by_csv, kind)) == len(records)


FAULTS = (
    ("push", "x", "type/number"),
    ("push", "07", "type/number"), ("push", "1.0", "type/number"), ("push", "10", "value/range"),
    ("copies", "0", "value/range"), ("copies", "yes", "type/number"), ("wet", "off", "type/flag"),
    ("mood", "clam", "type/choice"),
    ("traits", "bold sly", "type/choice"), ("art", "crwon", "unknown/icon"), ("source", "made", "type/choice"),
    ("layout", "tokn", "unknown/layout"), ("id", "P 1", "type/id"), ("pusch", "1", "key/unknown"),
)  # fmt: skip


@pytest.mark.parametrize("kind", OWNERS)
@pytest.mark.parametrize(("key", "value", "code"), FAULTS)
@settings(max_examples=max(12, settings().max_examples // 20))
@given(records=LISTS, data=st.data())
def test_a_fault_is_told_alike_and_at_its_place(
    kind: str, key: str, value: str, code: str, records: list[Record], data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, len(records) - 1))
    records = [{**one, key: value} if at == number else one for at, one in enumerate(records)]
    (by_yaml,), (by_csv,) = (tuple(read(records, kind, form)[1]) for form in ("yaml", "csv"))
    assert by_yaml.code == by_csv.code == code
    assert (by_yaml.message, by_yaml.hint) == (by_csv.message, by_csv.hint)
    line, column = as_csv(records)[1][-1 if code == "key/unknown" else number, key]
    assert (by_csv.span.line, by_csv.span.column) == (line, column) and by_csv.span.path.endswith("list.csv")


def test_counters_with_backs_of_their_own() -> None:
    records = [{"id": "a", "name": "A", "reverse.name": "B", "reverse.art": "crown"}, {"id": "b", "name": "B"}]
    loaded, found = read(records, "counter", "csv")
    assert not found.items and loaded is not None
    first, second = (counter for _, counter in loaded.game.pieces())
    assert first.reverse is not None and (first.reverse.name, first.reverse.art) == ("B", "crown")
    assert second.reverse is None


@pytest.mark.parametrize("head", ["id,reverse,reverse.name", "id,reverse.name,reverse"])
def test_a_column_and_a_part_of_it_do_not_go_together(head: str) -> None:
    found = Found()
    csvfile.parse(f"{head}\na,b,c\n", "x.csv", found)
    assert [(one.code, one.span.line) for one in found] == [("key/duplicate", 1)]


def test_an_unknown_column_is_told_once() -> None:
    records = [{"id": f"p{n}", "name": "N", "pusch": "1"} for n in range(50)]
    _, found = read(records, "card", "csv")
    assert [one.code for one in found] == ["key/unknown"]


def test_a_group_has_counters_somewhere(tmp_path: Path) -> None:
    text = "counters: [{id: g, name: G, side: one, size: 16mm, layout: counter}]\n"
    (tmp_path / "game.yaml").write_text(GAME + text, "utf-8")
    found = Found()
    loading.load(tmp_path, found)
    assert [one.code for one in found] == ["key/missing"]
