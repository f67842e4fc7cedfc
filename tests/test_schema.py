"""The schema that editors read says what `pnp` reads: no more, and of keys, words and limits no less."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
import yaml
from click.testing import CliRunner
from conftest import GAMES, ROOT
from jsonschema import Draft7Validator

from pnp.build import editors
from pnp.cli import main
from pnp.diag import Found
from pnp.faces.records import FaceBox, LayoutFile
from pnp.model.annotations import annotation, meant, untold, written
from pnp.model.base import Count, Doc, Limits, Made, Marker
from pnp.model.game import Game
from pnp.model.load import load
from pnp.model.schema import Known, schema

TOY, GRID = (ROOT / "tests" / name for name in ("toy", "grid"))
STARTS = tuple(sorted(path.parent for path in (ROOT / "templates" / "new").glob("*/game.yaml")))
BAD = tuple(sorted((ROOT / "tests" / "bad").glob("*.yaml")))
GENERAL = schema(Game, "", Known())
FACES = schema(LayoutFile, "", Known(), ("FaceBox",))


class Older(yaml.SafeLoader):
    """Reads by YAML 1.1, in which `no` is false, and a lone `=` a text of a sort of its own."""


Older.add_constructor("tag:yaml.org,2002:value", Older.construct_scalar)


class Reader(yaml.SafeLoader):
    """Reads as editors do: by YAML 1.2's core schema, in which `no` is a text, and `0101` a number."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012  # PyYAML's own way


def _typed(tag: str, pattern: str, first: str, make: Any) -> None:
    Reader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(rf"^(?:{pattern})$"), list(first))
    Reader.add_constructor(f"tag:yaml.org,2002:{tag}", lambda loader, node: make(loader.construct_scalar(node)))


_typed("bool", "true|True|TRUE|false|False|FALSE", "tTfF", lambda text: text.lower() == "true")
_typed("null", "~|null|Null|NULL|", "~nN", lambda _: None)
Reader.yaml_implicit_resolvers[""] = Reader.yaml_implicit_resolvers["~"]
_typed(
    "int",
    "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
    "-+0123456789",
    lambda text: int(text, 0 if text[1:2] in "ox" and text[1:] else 10),
)
_typed("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789", float)


def read(text: str, loader: Any = Reader) -> Any:
    """A text as an editor reads it; dates, which only YAML 1.1 has, and JSON lacks, are texts."""
    return json.loads(json.dumps(yaml.load(text, loader), default=str))


def faults(schema: dict[str, Any], value: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}"[:300] for error in Draft7Validator(schema).iter_errors(value)]


def own(folder: Path) -> dict[str, dict[str, Any]]:
    """The schemas of a game, by the name of their file."""
    loaded = load(folder, Found())
    assert loaded
    return {name: json.loads(text) for name, text in editors.schemas(loaded.game).items()}


@pytest.mark.parametrize("folder", [*GAMES, TOY, GRID, *STARTS], ids=lambda folder: folder.name)
def test_what_pnp_reads_passes(folder: Path) -> None:
    ours = own(folder)
    for file in sorted(folder.glob("*.yaml")):
        text = file.read_text("utf-8")
        for one in (ours[editors.CONTENT], GENERAL):
            assert faults(one, read(text)) == [], file
            assert faults(one, read(text, Older)) == [], f"{file} as YAML 1.1"
    for file in sorted((folder / "faces").glob("*.yaml")):
        assert faults(ours[editors.FACES], read(file.read_text("utf-8"))) == [], file


@pytest.mark.parametrize("file", sorted((ROOT / "templates" / "faces").glob("*.yaml")), ids=lambda file: file.stem)
def test_the_house_s_layouts_pass(file: Path) -> None:
    assert faults(FACES, read(file.read_text("utf-8"))) == []


@pytest.mark.parametrize("made", [GENERAL, FACES, *own(TOY).values()], ids=["content", "faces", "toy", "toy-faces"])
def test_it_is_a_schema_that_editors_read(made: dict[str, Any]) -> None:
    Draft7Validator.check_schema(made)
    names = {name.rsplit("/", 1)[1] for name in _all(made, "$ref")}
    assert names <= set(made["definitions"]), "every definition that is named is there"


def _all(value: Any, key: str) -> Iterator[str]:
    """Every text under a key, however deep."""
    if isinstance(value, dict):
        if isinstance(value.get(key), str):
            yield value[key]
        value = tuple(value.values())
    for one in value if isinstance(value, list | tuple) else ():
        yield from _all(one, key)


def _fails(fixture: Path, *codes: str) -> bool:
    return any(f"[{code}]" in fixture.read_text("utf-8") for code in codes)


SLIPS = [
    fixture
    for fixture in BAD
    if _fails(fixture, "key/unknown", "type/choice", "key/missing", "value/count") and "\t" not in fixture.read_text()
]


@pytest.mark.parametrize("fixture", SLIPS, ids=lambda path: path.stem)
def test_slips_of_keys_and_words_fail(fixture: Path) -> None:
    assert faults(GENERAL, read(fixture.read_text("utf-8")))


def test_there_are_such_slips() -> None:
    assert len(SLIPS) > 2


GAME = """
format: 1
game: {{name: {0}, version: {0}, players: 2}}
tables:
  - id: t
    name: {0}
    keys: words
    columns: [{{id: {1}, name: {0}}}]
    rows: [{{key: {0}, cells: [{0}]}}]
"""
ODD = (
    "no",
    "0101",
    "0109",
    "3:1",
    "1e3",
    "1.10",
    "2024-01-02",
    "+1",
    "~",
    "=",
    "on",
    "null",
    "0x1f",
    "0o7",
    ".5",
    "1_000",
)


@pytest.mark.parametrize("written", ODD)
def test_where_pnp_takes_text_any_scalar_may_stand(written: str, tmp_path: Path) -> None:
    text = GAME.format(written, written if written.isalnum() and written.islower() else "c")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    found = Found()
    loaded = load(tmp_path, found)
    assert loaded and loaded.whole and loaded.game.tables[0].rows[0].cells == (written,), (
        "pnp takes it as it is written"
    )
    assert faults(GENERAL, read(text)) == []
    assert faults(GENERAL, read(text, Older)) == []


@pytest.mark.parametrize("flag", ["yes", "no", "true", "false", '"yes"', '"true"'])
@pytest.mark.parametrize("number", ["3", "+3", '"3"', "-1"])
def test_numbers_and_flags_pass_as_pnp_reads_them(flag: str, number: str) -> None:
    side = f"{{id: s, name: S, colour: ink, ink: paper, icon: star, played: {flag}}}"
    text = f"parameters: {{id: p, name: P, value: {number}}}\nsides: [{side}]"
    assert faults(GENERAL, read(text)) == []
    assert faults(GENERAL, read(text, Older)) == []
    assert faults(GENERAL, read(text.replace(flag, "maybe"))) and faults(GENERAL, read(text.replace(number, "few")))


def _records(record: Any) -> Iterator[Any]:
    """A record's class and those of every record in it."""
    seen: list[Any] = []
    left = [record]
    while left:
        one = left.pop()
        if dataclasses.is_dataclass(one) and isinstance(one, type) and one not in seen and one not in (Doc, Limits):
            seen.append(one)
            left += [annotation(one, entry.name) for entry in dataclasses.fields(one)]
        left += [inner for inner in get_args(one) if isinstance(inner, type) or get_args(inner)]
    yield from seen


RECORDS = [(record, made) for made in (Game, LayoutFile) for record in _records(made)]
FIELDS = [
    pytest.param(record, entry, GENERAL if made is Game else FACES, id=f"{record.__name__}.{entry.name}")
    for record, made in RECORDS
    for entry in dataclasses.fields(record)
    if entry.name not in ("where", "values", "folder") and (record, entry.name) != (Game, "id")
]


@pytest.mark.parametrize(("record", "entry", "made"), FIELDS)
def test_a_field_is_read_by_its_annotation_but_for_what_it_says_to_people(record: Any, entry: Any, made: Any) -> None:
    text, module = written(record, entry.name)
    assert _read(annotation(record, entry.name)) == _read(meant(untold(text), module))


def _read(hint: Any) -> tuple[Any, list[Any]]:
    """An annotation's type, and its notes but sentences for people."""
    notes = getattr(hint, "__metadata__", ())
    return (get_args(hint)[0] if notes else hint), [note for note in notes if not isinstance(note, Doc)]


def _notes(hint: Any) -> Iterator[Any]:
    yield from getattr(hint, "__metadata__", ())
    for inner in get_args(hint):
        yield from _notes(inner)


@pytest.mark.parametrize(("record", "entry", "made"), FIELDS)
def test_every_constraint_of_a_field_is_in_the_schema(record: Any, entry: Any, made: dict[str, Any]) -> None:
    whole = made["definitions"].get(record.__name__, made)
    key = entry.name.rstrip("_").replace("_", "-")
    written, hint = whole["properties"][key], annotation(record, entry.name)
    said = json.dumps(written)
    notes = tuple(_notes(hint))
    assert written["description"].strip(), "hover text"
    docs = [note.text for note in notes if isinstance(note, Doc)]
    assert not docs or any(doc in written["description"] for doc in docs)
    needed = entry.default is dataclasses.MISSING and entry.default_factory is dataclasses.MISSING
    made_of_others = any(isinstance(note, Made) for note in notes)
    assert (key in whole.get("required", ())) == (needed and record is not Game and not made_of_others)
    length = any(note.how == "length" for note in notes if isinstance(note, Marker))
    for note in notes:
        if isinstance(note, Count):
            assert f'"minItems": {min(note.allowed)}, "maxItems": {max(note.allowed)}' in said
            assert list(note.allowed) == list(range(min(note.allowed), max(note.allowed) + 1)), (
                "else it says too little"
            )
        if isinstance(note, Limits) and not length:
            assert note.least is None or f'"minimum": {note.least}' in said
            assert note.most is None or f'"maximum": {note.most}' in said
        if isinstance(note, Marker) and note.how in ("id", "colour", "length"):
            assert '"pattern"' in said
    for words in _literals(hint):
        assert all(json.dumps(word) in said for word in words)


def _literals(hint: Any) -> Iterator[tuple[str, ...]]:
    if get_origin(hint) is Literal:
        yield get_args(hint)
    elif not (isinstance(hint, type) and dataclasses.is_dataclass(hint)):
        for inner in get_args(hint):
            yield from _literals(inner)


def test_any_value_of_a_box_may_be_taken_away() -> None:
    boxes = [
        {"id": "b", entry.name.rstrip("_").replace("_", "-"): "none"}
        for entry in dataclasses.fields(FaceBox)
        if entry.name not in ("id", "where")
    ]
    assert len(boxes) > 20
    assert faults(FACES, {"layouts": [{"id": "a", "boxes": boxes}]}) == []


def test_a_game_s_attributes_are_known_and_no_others() -> None:
    group = {"id": "g", "name": "G", "side": "east", "size": "16mm", "layout": "villager"}
    counter = {"id": "c", "name": "C", "push": 2, "traits": ["wet"]}
    ours = own(TOY)[editors.CONTENT]
    assert faults(ours, {"counters": [{**group, "counters": [counter]}]}) == []
    for slip in ({"pusch": 2}, {"push": 7}, {"traits": ["dry"]}, {"mood": "calm"}):
        wrong = {"counters": [{**group, "counters": [counter | slip]}]}
        assert faults(ours, wrong)
        assert faults(GENERAL, wrong) == [], "without a game, anything may be an attribute"


def test_ids_are_suggested_and_none_is_refused() -> None:
    made = own(TOY)[editors.CONTENT]
    assert made["definitions"]["place"]["enum"][:2] == ["eastham", "east-meadow"]
    assert {"poker", "villager"} <= set(made["definitions"]["layout"]["enum"])
    assert faults(made, {"setup": {"aside": ["not-there-yet"]}}) == []


def test_check_keeps_a_game_s_schemas_up_to_date_and_makes_none(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder)
    assert CliRunner().invoke(main, ["check", str(folder)]).exit_code == 0
    assert not (folder / editors.FOLDER).exists()
    assert CliRunner().invoke(main, ["schema", str(folder)]).exit_code == 0
    file = folder / editors.FOLDER / editors.CONTENT
    before = file.read_bytes()
    pieces = folder / "pieces.yaml"
    pieces.write_text(
        pieces.read_text("utf-8").replace("id: carter", "id: cooper").replace("Carter", "Cooper"), "utf-8"
    )
    CliRunner().invoke(main, ["check", str(folder)])
    assert b'"cooper"' in file.read_bytes() and b'"cooper"' not in before
    stamp = file.stat().st_mtime_ns
    CliRunner().invoke(main, ["check", str(folder)])
    assert file.stat().st_mtime_ns == stamp, "what is up to date is left alone"


def test_schemas_are_written_where_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in GAMES[0].rglob("*")}
    for arguments, made in (([], ".schema"), ([GAMES[0].name], ".schema"), (["--out", "a/b"], "a/b")):
        shutil.rmtree(tmp_path / made, ignore_errors=True)
        result = CliRunner().invoke(main, ["schema", *arguments])
        assert result.exit_code == 0, result.output
        assert result.output.splitlines() == [f"{made}/{name}" for name in (editors.CONTENT, editors.FACES)]
        assert all(json.loads(Path(line).read_text("utf-8")) for line in result.output.splitlines())
    assert before == {path: path.stat().st_mtime_ns for path in GAMES[0].rglob("*")}, (
        "a bundled game is left as it came"
    )
    assert CliRunner().invoke(main, ["schema", "no-such-game"]).exit_code == 2
