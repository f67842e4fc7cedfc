"""`pnp show`: every field with the place that gave it, every use, every sheet; told truly, for whatever has an id."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import laid
import pytest
from click.testing import CliRunner, Result

from pnp import build, show
from pnp.build import Wish
from pnp.cli import main
from pnp.diag import Found, Span
from pnp.model import load as loading
from pnp.model import provenance
from pnp.proof.look import texts
from pnp.show import things

TOY = Path(__file__).resolve().parent / "toy"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["show", *arguments])


def one(id: str, folder: Path = TOY) -> show.Shown:
    (shown,) = show.show(folder, id)
    return shown


def value(shown: show.Shown, key: str) -> show.Value:
    return next(value for value in shown.values if value.key == key)


def written(span: Span | None) -> str:
    """What stands in a span."""
    assert span is not None and span.end_line == span.line
    line = Path(span.path).read_text("utf-8").split("\n")[span.line - 1]
    return line[span.column - 1 : span.end_column - 1]


def uses(shown: show.Shown, end: str) -> list[str]:
    return [use.what for use in shown.uses if use.span.path.endswith(end)]


def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TOY, tmp_path / "copy"))


# Fields


def test_every_value_stands_where_it_is_said_to() -> None:
    shown = one("smith")
    own = {"id": "smith", "name": "Smith", "push": "5", "steps": "1", "art": "daggers"}
    for key, text in own.items():
        assert value(shown, key).text == written(value(shown, key).span) == text
        assert value(shown, key).origin == ""
    assert value(shown, "traits").text == "stubborn, wet"


def test_what_a_counter_inherits_is_told_from_whom() -> None:
    shown = one("miller")
    for key, text in (("steps", "2"), ("size", "16mm"), ("layout", "villager"), ("back", "villager-tired")):
        assert written(value(shown, key).span) == text
        assert value(shown, key).origin == "from the group 'easterners'"
    assert written(value(shown, "colour").span) == "brick" and value(shown, "colour").origin == "from the side 'east'"
    assert value(shown, "copies") == show.Value("copies", "1", None, "by default")


def test_an_attribute_s_default_is_told() -> None:
    steps = value(one("ferryman"), "steps")
    assert (steps.text, written(steps.span), steps.origin) == ("1", "1", "default of the attribute 'steps'")


def test_a_card_s_values_stand_in_its_csv() -> None:
    shown = one("north-wind")
    assert (written(value(shown, "push").span), written(value(shown, "mood").span)) == ("0", "cross")
    assert shown.span.path.endswith("weather.csv") and shown.span.line == 4
    assert value(shown, "layout").origin == value(shown, "size").origin == "from the deck 'weather'"


def test_lengths_are_shown_as_lengths_and_records_in_records_a_line_each() -> None:
    assert value(one("old-bridge"), "at").text == "106 mm, 78 mm"
    rows = [value for value in one("shove").values if value.key.startswith("rows[")]
    assert [row.text for row in rows][1] == "key 3; cells -, -, P1" and len({row.span for row in rows}) == 3
    assert value(one("ferryman"), "reverse.short").text == "Tired"


# Uses


def test_uses_are_references_expressions_and_notations() -> None:
    shown = one("miller")
    assert uses(shown, "book.yaml") == [
        "stack of example 'on-the-bridge': piece",
        "example 'on-the-bridge': does",
        "book.yaml: piece(…)",
    ]
    assert uses(shown, "tables.yaml") == ["placement: piece"]
    assert all(written(use.span) == "miller" for use in shown.uses)


def test_every_use_names_what_it_uses() -> None:
    """Whatever is shown, each place that is listed holds its id (an attribute's with underscores)."""
    for thing in every(TOY):
        for use in one(f"{thing.kind}:{thing.id}").uses if thing.rank < 2 and thing.record else ():
            assert written(use.span).replace("_", "-").strip("'\"") in (thing.id, f"eastham|{thing.id}") or (
                thing.id in written(use.span)
            )


def test_every_reference_is_a_use(game_folder: Path) -> None:
    loaded = loading.load(game_folder, Found())
    assert loaded is not None
    wanted: dict[tuple[str, str], set[Span]] = {}
    for reference in loaded.references:
        wanted.setdefault((reference.what, reference.text), set()).add(reference.node.span)
    records = [thing for thing in things.things(loaded.game) if thing.rank == 0]
    for thing in records[:: max(1, len(records) // 8)]:
        found = {use.span for shown in show.show(game_folder, f"{thing.kind}:{thing.id}") for use in shown.uses}
        assert found >= {span for family in thing.families for span in wanted.get((family, thing.id), ())}


def test_a_quoted_id_in_another_family_s_call_is_no_use(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    rules = folder / "rules" / "1-play.md"
    rules.write_text(rules.read_text("utf-8") + "\n{{ tab('shove').name }} {{ count(group='markers') }}\n", "utf-8")
    assert "rules/1-play.md: tab(…)" in uses(one("table:shove", folder), "1-play.md")
    assert uses(one("side:markers", folder), "1-play.md") == []
    assert uses(one("group:markers", folder), "1-play.md") == ["rules/1-play.md: count(…)"]


def test_assertions_and_boxes_ways_are_uses() -> None:
    assert "assertion 'far-apart'" in uses(one("eastham"), "book.yaml")
    assert "river 'beck': course" in uses(one("old-bridge"), "map.yaml")
    assert "route 'lane' of board 'map': through" in uses(one("old-bridge"), "map.yaml")
    assert one("truce").kind == "parameter" and uses(one("truce"), "tables.yaml") == ["tables.yaml: param(…)"]


def test_looks_are_used_in_texts_and_layouts(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    pieces = folder / "pieces.yaml"
    pieces.write_text(pieces.read_text("utf-8").replace("Throws stones.", "Throws :duck: stones."), "utf-8")
    shown = one("icon:duck", folder)
    assert "pieces.yaml: in a text" in uses(shown, "pieces.yaml") and all(written(u.span) == "duck" for u in shown.uses)
    assert "faces/faces.yaml: font" in uses(one("font-family:sans"), "faces.yaml")


# Prints


def test_prints_are_the_pages_of_the_build(tmp_path: Path) -> None:
    """A card's page in the finished file shows its words, and no other page does."""
    build.build(TOY, Wish(tmp_path, only=("cards-weather",)), lambda _: None)
    (file,) = tmp_path.rglob("cards-weather.pdf")
    pages = [" ".join(text.split()) for text in texts(file)]
    prints = [print_ for print_ in one("downpour").prints if "front" in print_.where]
    shows = [number for number, text in enumerate(pages, 1) if "Downpour" in text]
    assert [f"page {number} (sheet {number // 2 + 1} front)" for number in shows] == [one.where for one in prints]


def test_copies_are_counted_on_their_sheets() -> None:
    fronts = [print_ for print_ in one("carter").prints if "front" in print_.where]
    assert [(print_.file, print_.copies) for print_ in fronts] == [("counters.pdf", 2)]
    assert sum(p.copies for p in one("easterners").prints if "front" in p.where) == 3


def test_panels_maps_and_the_rulebook_are_prints() -> None:
    assert show.Print("player-aid.pdf", "front, panel 'shove'") in one("shove").prints
    assert any(print_.file == "rulebook.pdf" for print_ in one("shove").prints)
    assert show.Print("player-aid.pdf", "back, panel 'shouting'") in one("shouting").prints
    assert [print_.where for print_ in one("rounds").prints] == ["panel 'rounds'", "panel 'rounds'"]
    assert {print_.file for print_ in one("westham").prints} == {"map.pdf", "map-tiles.pdf"}
    assert any(print_.where == "where it starts" for print_ in one("smith").prints)
    assert not any(print_.where == "where it starts" for print_ in one("child").prints)  # `printed: no`


def test_a_game_with_faults_is_shown_but_not_laid_out(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    pieces = folder / "pieces.yaml"
    pieces.write_text(pieces.read_text("utf-8").replace("push: 4", "push: four"), "utf-8")
    shown = one("smith", folder)
    assert shown.values and shown.uses and not shown.prints and not shown.drawn
    assert "pnp check" in run(str(folder), "smith").output


# Which


def every(folder: Path) -> tuple[things.Thing, ...]:
    loaded = loading.load(folder, Found())
    assert loaded is not None
    return things.things(loaded.game)


def test_whatever_has_an_id_can_be_shown() -> None:
    for thing in every(TOY):
        result = run(str(TOY), f"{thing.kind}:{thing.id}")
        assert result.exit_code == 0, result.output
        assert f"{thing.kind} {thing.id}" in result.output


def test_an_unknown_id_suggests() -> None:
    result = run(str(TOY), "millr")
    assert result.exit_code == 2 and "did you mean 'miller'?" in result.output
    assert run(str(TOY), "tabel:shove").exit_code == 2


def test_an_ambiguous_id_lists() -> None:
    result = run(str(TOY), "markers")
    assert result.exit_code == 2
    assert "side:markers" in result.output and "group:markers" in result.output
    assert run(str(TOY), "group:markers").exit_code == 0


def test_what_players_handle_comes_before_how_it_is_drawn(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    shutil.copy(folder / "art" / "duck.svg", folder / "art" / "miller.svg")
    shown = one("miller", folder)
    assert shown.kind == "counter" and shown.others == ("icon:miller",)
    assert one("icon:miller", folder).kind == "icon"


def test_a_broken_game_says_so(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    (folder / "game.yaml").write_text("format: [", "utf-8")
    result = run(str(folder), "miller")
    assert result.exit_code == 1 and "pnp check" in result.output


# Colours


def test_a_colour_is_used_where_layouts_drawings_and_the_style_sheet_name_it(tmp_path: Path) -> None:
    layout = (
        "layouts:\n  - {id: weave, boxes: [{id: a, in: bleed, shape: rect, fill: 'mix(sea, paper, 50%)', tint: sea}]}\n"
    )
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="sea" d="M0 0 L9 9 Z"/></svg>'
    palette = 'style:\n  palette: [{id: ink, colour: "#111111"}, {id: sea, colour: "#1d4e6b"}]\n'
    files = {
        "faces/weave.yaml": layout,
        "art/boat.svg": drawing,
        "look.yaml": palette,
        "book.css": "h1 { color: var(--sea) }",
    }
    folder = laid.lay(((name, text.encode()) for name, text in files.items()), tmp_path / "game")
    shown = one("swatch:sea", folder)
    assert [use.what.split(": ")[0] for use in shown.uses] == ["art/boat.svg", "book.css", *["faces/weave.yaml"] * 2]
    assert all(written(use.span) == "sea" for use in shown.uses)


# Provenance


def test_a_game_that_never_says_where_a_thing_is_from_is_its_author_s_own(tmp_path: Path) -> None:
    folder = laid.lay((), tmp_path / "game")
    shown = run(str(folder), "scout").output
    assert "original rules" not in shown and one("scout", folder).source == ""


def test_provenance_is_said_and_inherited() -> None:
    assert "designed for this edition" in run(str(TOY), "child").output
    assert "from the original rules, section 4" in run(str(TOY), "truce").output
    assert one("north-wind").source == "designed"
    assert one("shouting").source == one("column:steps").source == "designed"


def test_listing_colophon_and_show_count_the_same(game_folder: Path) -> None:
    from pnp.book.blocks import sourced

    loaded = loading.load(game_folder, Found())
    assert loaded is not None
    stated, made = provenance.counts(loaded.game)
    assert made == sum(count for _, count, _, _ in sourced(loaded.game, "designed"))
    assert stated == sum(count for _, count, _, _ in sourced(loaded.game, "stated"))
    row: dict[str, Any] = dict(build.inventory(game_folder))
    assert (row["stated"], row["designed"]) == (stated, made)
    marked = [thing for thing in things.things(loaded.game) if getattr(thing.record, "source", "") == "designed"]
    assert len(marked) <= made  # some records have no id of their own


def test_the_colophon_has_names_and_no_ids(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    end = folder / "rules" / "2-end.md"
    end.write_text(end.read_text("utf-8") + "\n{{ designed() }}\n\n{{ stated() }}\n", "utf-8")
    result = build.build(folder, Wish(tmp_path, only=("rulebook",)), lambda _: None)
    assert not result.found and not result.lacking
    book = " ".join(" ".join(texts(result.files[0].path)).split())
    assert "tables: 1 of 2 (Shouting Table)" in book and "tables: 1 of 2 (Shove Table)" in book
    assert "secret passages: 1 (Culvert)" in book and "kinds of ground: all 3 (Village, Meadow, Bridge)" in book
    assert "modifiers: 1" in book and "(stubborn)" not in book


# For programs


def test_json_says_the_same() -> None:
    result = run(str(TOY), "smith", "--format", "json")
    (told,) = json.loads(result.stdout)
    shown = one("smith")
    assert told["kind"] == "counter" and told["line"] == shown.span.line
    assert [(field["key"], field["value"]) for field in told["fields"]] == [(v.key, v.text) for v in shown.values]
    assert [use["what"] for use in told["used"]] == [use.what for use in shown.uses]
    assert told["printed"] == [{"file": p.file, "where": p.where, "copies": p.copies} for p in shown.prints]


@pytest.mark.parametrize("form", ["text", "json"])
def test_it_is_the_same_every_time(form: str) -> None:
    assert run(str(TOY), "miller", "--format", form).stdout == run(str(TOY), "miller", "--format", form).stdout
