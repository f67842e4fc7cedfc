"""Panels: tables, Player-Turns and tracks as charts and maps show them."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import laid
import pytest
from hypothesis import given
from hypothesis import strategies as some

from pnp.diag import Found
from pnp.draw.extent import extent
from pnp.draw.frame import Frame, Group, Item, Text, Use, apart
from pnp.draw.frame import Path as Shape
from pnp.draw.icons import EM
from pnp.faces import panels
from pnp.faces.panels import Hues, panel, together
from pnp.faces.phases import rows_of_turn
from pnp.faces.rows import Kit, Row
from pnp.faces.tabular import rows_of_table, shown
from pnp.faces.workshop import Workshop
from pnp.kinds import chart, track
from pnp.model import load
from pnp.model.tables import Panel, Table
from pnp.units import MM, POINT, Box

TOY = Path(__file__).parent / "toy"
GUTTER = 3 * MM
LEAST = round(7 * POINT)


def workshop(folder: Path = TOY) -> Workshop:
    found = Found()
    loaded = load.load(folder, found)
    assert loaded is not None, found.items
    return Workshop.open(loaded.game, found)


OPEN = workshop()


@pytest.fixture
def toy() -> Workshop:
    return OPEN


def kit(open: Workshop) -> Kit:
    hues = Hues.of(open)
    return Kit(open, hues.ink, hues.tint, hues.rule, hues.ground)


def texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in apart(items):
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from texts(item.items)


def said(items: Iterable[Item]) -> list[str]:
    return ["".join(word.text for word in text.words).strip() for text in texts(items)]


def box(record: Panel) -> Box:
    return Box(record.at[0], record.at[-1], record.size[0], record.size[-1])


def sized(record: Panel, width: int, height: int) -> Panel:
    return dataclasses.replace(record, size=(width, height))


def sheets(open: Workshop) -> Iterator[tuple[tuple[Panel, ...], Frame]]:
    for batch, record in zip(chart.batches(open), open.game.charts, strict=True):
        face = batch.faces[0]
        yield record.front, face.front
        if face.back is not None:
            yield record.back, face.back


# Every bundled game's charts


def test_panels_of_a_chart_keep_their_distance(game_folder: Path) -> None:
    for record in workshop(game_folder).game.charts:
        for side in (record.front, record.back):
            for one, other in combinations(side, 2):
                a, b = box(one), box(other)
                across = max(b.x - a.right, a.x - b.right)
                down = max(b.y - a.bottom, a.y - b.bottom)
                assert max(across, down) >= GUTTER, (one.id, other.id)


def test_nothing_overflows_and_all_type_can_be_read(game_folder: Path) -> None:
    open = workshop(game_folder)
    for records, frame in sheets(open):
        for text in texts(frame.items):
            assert text.size >= LEAST
            below = text.y >= chart.HEAD
            assert not below or any(box(one).holds(Box(text.x, text.y, 0, 0)) for one in records)
    assert open.studio.found.items == []


@pytest.mark.parametrize("top", (0, 3 * MM, chart.HEAD))
def test_a_head_line_stands_above_the_panels_or_not_at_all(top: int) -> None:
    game = OPEN.game
    record = game.charts[0]
    moved = dataclasses.replace(
        record, front=tuple(dataclasses.replace(one, at=(one.at[0], top)) for one in record.front)
    )
    workshop = Workshop.open(dataclasses.replace(game, charts=(moved,)), Found())
    frame = next(chart.batches(workshop)).faces[0].front
    assert (game.game.name in said(frame.items)) == (top >= chart.HEAD)


def test_every_table_stands_on_a_chart(game_folder: Path) -> None:
    game = workshop(game_folder).game
    on = {one.table for record in game.charts for one in (*record.front, *record.back)}
    assert {table.id for table in game.tables} <= on
    turns = {one.turn for record in game.charts for one in (*record.front, *record.back)}
    assert {turn.id for turn in game.sequence} <= turns


def test_a_side_of_a_chart_is_set_in_one_size(game_folder: Path) -> None:
    open = workshop(game_folder)
    for record in open.game.charts:
        for side in (record.front, record.back):
            alone = [together(open, (one,)) for one in side]
            assert together(open, side) == min(alone, default=together(open, ()))


# Rows


@given(some.integers(45, 190), some.sampled_from([7, 7.75, 9, 9.5]))
def test_cells_stand_side_by_side_within_their_row(wide: int, points: float) -> None:
    open = OPEN
    width, size = wide * MM, round(points * POINT)
    for table in open.game.tables:
        for row in rows_of_table(table, kit(open), size, width):
            _beside(row, width)
    for turn in open.game.sequence:
        for row in rows_of_turn(turn, open.side(turn.side) if turn.side else None, kit(open), size, width):
            _beside(row, width)


def _beside(row: Row, width: int) -> None:
    assert row.width == width
    for cell in row.cells:
        assert cell.x >= 0
        assert cell.x + cell.width <= width
        assert cell.y + cell.block.height + 2 * row.pad <= row.height
    for one, other in combinations(row.cells, 2):
        apart = one.x + one.width <= other.x or other.x + other.width <= one.x
        below = one.y + one.block.height <= other.y or other.y + other.block.height <= one.y
        assert apart or below


@given(some.integers(0, 400))
def test_the_size_found_is_the_largest_that_fits(height: int) -> None:
    def make(size: int) -> list[Row]:
        return [Row(kit(OPEN), (), 1000, size // 2) for _ in range(20)]

    found = panels._fitting(make, height * 250, panels.LARGEST)
    sizes = [panels.LEAST + step * panels.STEP for step in range(20)]
    fitting = [one for one in sizes if one <= panels.LARGEST and panels._height(make(round(one))) <= height * 250]
    assert found == max(fitting, default=panels.LEAST)


def test_spare_height_goes_between_rows_and_never_makes_them_gape(toy: Workshop) -> None:
    record = toy.game.charts[0].front[0]
    heights = (48 * MM, 52 * MM, 116 * MM, 300 * MM)
    drawn = [list(texts(panel(toy, sized(record, 92 * MM, tall)))) for tall in heights]
    reaches = [max(text.y for text in one) - min(text.y for text in one) for one in drawn]
    assert len({text.size for one in drawn for text in one}) == len({text.size for text in drawn[0]})
    assert reaches[0] < reaches[1] < reaches[2] == reaches[3]


# Words


@pytest.mark.parametrize(
    ("written", "printed"),
    [("-1", "−1"), ("1-3", "1–3"), ("10-12", "10–12"), ("0", "0"), ("-", "-"), ("AL-2", "AL-2"), ("A-C", "A-C")],
)
def test_minus_signs_and_ranges_are_printed_as_such(written: str, printed: str) -> None:
    assert shown(written) == printed


def test_a_table_prints_its_head_rows_codes_changes_and_notes(toy: Workshop) -> None:
    words = " ".join(said(panel(toy, toy.game.charts[0].front[0])))
    for part in ("Shove Table", "Odds", "Die", "1-2 1-1 2-1", "1–2", "B1", "The pusher goes back so many boxes."):
        assert part in words
    assert "−1" in words
    assert "A truce lasts 2 rounds." in words


def test_odds_keep_their_hyphen_and_ranges_get_a_dash(toy: Workshop) -> None:
    table = toy.game.tables[0]
    assert "1-2" in _head(toy, table)
    assert "1–2" in _head(toy, dataclasses.replace(table, order="range"))


def _head(open: Workshop, table: Table) -> list[str]:
    rows = rows_of_table(table, kit(open), LEAST, 90 * MM)
    return [line.text for row in rows[:2] for cell in row.cells for line in cell.block.lines]


def test_a_turn_numbers_its_phases_and_letters_their_steps(toy: Workshop) -> None:
    words = said(panel(toy, toy.game.charts[0].front[1]))
    for part in ("1", "2", "a", "b", "Walking", "Pushing"):
        assert part in words


def test_a_turn_of_one_phase_needs_neither_number_nor_name(toy: Workshop) -> None:
    record = toy.game.charts[0].front[1]
    words = said(panel(toy, dataclasses.replace(record, turn="west-turn")))
    assert "Every Westerner may walk." in " ".join(words)
    assert "1" not in words
    assert "Walking" not in words


def test_a_panel_of_words_shows_them_and_its_icon(toy: Workshop) -> None:
    record = toy.game.charts[0].back[1]
    items = panel(toy, record)
    assert "please" in " ".join(said(items))
    assert any(type(item).__name__ == "Use" for item in items)


def test_words_keep_away_from_the_title_and_the_frame(toy: Workshop) -> None:
    record = dataclasses.replace(toy.game.charts[0].back[1], title="Words", icon=None)
    items, middle = panel(toy, record), record.at[0] + record.size[0] // 2
    drawn = [(one, box) for one in items if (box := extent((one,)))]
    (lozenge,) = [
        box for one, box in drawn if isinstance(one, Shape) and box.width < 2_000 and box.x < middle < box.right
    ]
    _, *words = [one for one in items if isinstance(one, Text)]
    capitals = min(one.y - round(0.72 * one.size) for one in words)
    assert capitals > lozenge.bottom + 500, "a third of the lozenge's height at the least"
    assert min(one.x for one in words) > record.at[0] + 3_000


def test_a_panel_of_an_icon_alone_is_its_picture_as_large_as_it_fits(toy: Workshop) -> None:
    words = toy.game.charts[0].back[1]
    record = dataclasses.replace(sized(words, 60 * MM, 40 * MM), text="", icon=words.icon or "crown", title="")
    (alone,) = [item for item in panel(toy, record, framed=False) if isinstance(item, Use)]
    (beside,) = [
        item for item in panel(toy, dataclasses.replace(record, text="Words"), framed=False) if isinstance(item, Use)
    ]
    assert alone.scale > 1.5 * beside.scale
    assert record.at[0] <= alone.x and alone.x + alone.scale * EM <= record.at[0] + record.size[0]
    assert record.at[-1] <= alone.y and alone.y + alone.scale * EM <= record.at[-1] + record.size[-1]


def test_expressions_in_phases_and_their_steps_are_worked_out(tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "toy")
    file = tmp_path / "toy" / "tables.yaml"
    text = file.read_text(encoding="utf-8")
    for words in ("Every Easterner may walk.", "Name who pushes whom."):
        assert words in text
        text = text.replace(words, '"{{ 6 * 7 }} may."')
    file.write_text(text, encoding="utf-8")
    (turn, _) = workshop(tmp_path / "toy").game.sequence
    assert [turn.phases[0].text, turn.phases[1].steps[0].text] == ["42 may.", "42 may."]


# What does not fit


def test_a_table_too_high_for_its_panel_is_an_error_there() -> None:
    open = workshop()
    record = sized(open.game.charts[0].front[0], 92 * MM, 20 * MM)
    panel(open, record)
    (fault,) = [one for one in open.studio.found if one.code == "panel/overflow"]
    assert fault.span == record.where.of("size")
    assert "needs" in fault.message
    assert "7 pt" in fault.message


def test_a_panel_that_reaches_out_of_its_chart_is_an_error() -> None:
    open = workshop()
    first = open.game.charts[0]
    wide = dataclasses.replace(first, front=(sized(first.front[0], 300 * MM, 116 * MM),))
    open.game = dataclasses.replace(open.game, charts=(wide,))
    chart.proofread(open)
    assert [one.code for one in open.studio.found] == ["panel/outside"]


# Tracks


def test_a_track_that_nothing_shows_is_a_sheet_of_its_own(toy: Workshop) -> None:
    shown_on = [one.track for board in toy.game.boards for one in board.panels]
    lonely = [one for one in toy.game.tracks if one.id not in shown_on]
    assert [batch.title for batch in track.batches(toy)] == [one.name for one in lonely]


def test_a_track_numbers_every_box(game_folder: Path) -> None:
    open = workshop(game_folder)
    for one in open.game.tracks:
        words = said(panel(open, Panel(where=one.where, id=one.id, at=(0, 0), size=(180 * MM, 90 * MM), track=one.id)))
        assert [word for word in words if word.isdigit()] == [str(number) for number in range(one.first, one.last + 1)]


def test_a_turn_of_one_phase_without_words_shows_its_name(tmp_path: Path) -> None:
    aid = """
sequence: [{id: red-turn, name: Red Turn, side: red, phases: [{id: march, name: March}]}]
charts: [{id: aid, name: Aid, size: [90mm, 60mm], front: [{id: it, at: [5mm, 12mm], size: [80mm, 40mm], turn: red-turn}]}]
"""
    assert laid.told(laid.lay([("aid.yaml", aid.encode())], tmp_path / "game")) == ([], 0)
