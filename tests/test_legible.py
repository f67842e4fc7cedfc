"""Type that can be read: the contrast of every text with what is drawn below it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pnp.diag import Found, Span
from pnp.draw.frame import Colour, Font, Group, Image, Item, Path, Stroke, Symbol, Text, Use, Word
from pnp.draw.palette import contrast
from pnp.draw.shapes import outline
from pnp.faces.legible import Reading, least
from pnp.units import POINT, Box

BLACK, WHITE, GREY = Colour("#000000"), Colour("#ffffff"), Colour("#b0b0b0")
COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: Colour(f"#{number:06x}"))
FONT = Font("Plain", "plain.ttf", "", 1000, 800, 200, 700, 500)
WHERE = Span("game.yaml", 3, 5)


def words(colour: Colour, x: int = 0, y: int = 5_000, size: int = 3_000, halo: Stroke | None = None) -> Text:
    """Two ems of text with its baseline's start at (x, y)."""
    return Text(x, y, size, colour, (Word(FONT, "Bow", 2_000, [1], [2_000], ("Bow",)),), 0.0, WHERE, halo)


def ground(colour: Colour, shape: str = "rect", box: Box | None = None) -> Path:
    return Path(outline(shape, box or Box(0, 0, 10_000, 10_000)), colour)


def pale(*items: Item) -> int:
    """How often something is told of these items."""
    found = Found()
    Reading(found).check(items, "a layout", Span("layout.yaml"))
    return len(found.items)


@given(COLOURS, COLOURS)
def test_type_on_a_ground_is_told_exactly_below_the_limit(ink: Colour, below: Colour) -> None:
    assert bool(pale(ground(below), words(ink))) == (contrast(ink, below) < 4.5)


def test_the_topmost_ground_counts_and_bare_paper_is_white() -> None:
    assert pale(ground(BLACK), ground(WHITE), words(WHITE))
    assert not pale(ground(WHITE), ground(BLACK), words(WHITE))
    assert not pale(ground(BLACK), ground(WHITE), words(BLACK)), "what is covered does not"
    assert pale(words(WHITE)) and not pale(words(BLACK))


def test_a_turned_line_is_judged_where_it_runs() -> None:
    line, below = words(BLACK, 5_000, 0), ground(BLACK, box=Box(0, 3_000, 10_000, 10_000))
    assert pale(below, replace(line, turn=90.0)), "it runs down"
    assert not pale(below, replace(line, turn=-90.0)) and not pale(below, line)


def test_a_round_ground_ends_at_its_rim() -> None:
    """The corner of a circle's box is not on the circle."""
    box = Box(0, 0, 10_000, 10_000)
    assert not pale(ground(BLACK, "circle", box), words(WHITE, 2_500, 6_000, 2_000))
    assert pale(ground(BLACK, "circle", box), words(WHITE, 0, 1_000, 1_000))


def test_signs_count_where_they_are_as_large_as_the_letters() -> None:
    shield = Symbol("shield", (Path(outline("rect", Box(0, 0, 1_000, 1_000)), BLACK),))
    assert not pale(Use(shield, 0, 0, 10.0), words(WHITE))
    assert not pale(Use(shield, 2_000, 3_500, 0.5), words(BLACK)), "a dot behind the letters is no ground"


def test_what_is_clipped_is_seen_only_within() -> None:
    left = outline("rect", Box(0, 0, 1_000, 10_000))
    assert pale(Group((ground(BLACK),), left), words(WHITE, 2_000))
    assert not pale(Group((ground(BLACK),), left), words(BLACK, 2_000))


def test_a_halo_is_the_ground_of_its_letters_and_a_picture_is_not_judged() -> None:
    assert not pale(ground(BLACK), words(BLACK, halo=Stroke(WHITE, 500)))
    assert not pale(Image(0, 0, 10_000, 10_000, "art.png", ""), words(WHITE))


def test_large_type_may_be_paler() -> None:
    assert least(_pt(18), False) < least(_pt(17), False) and least(_pt(14), True) < least(_pt(13), True)
    grey = Colour("#888888")  # 3.5 on white
    assert pale(words(grey, size=_pt(9))) and not pale(words(grey, size=_pt(18)))


def test_a_pair_of_colours_is_told_once_for_each_layout() -> None:
    found = Found()
    reading = Reading(found)
    for owner in ("one", "one", "other"):
        reading.check((words(GREY), words(GREY, 200)), owner, Span("layout.yaml"))
    assert len(found.items) == 2
    assert found.items[0].span == WHERE and found.items[0].code == "text/contrast" and found.items[0].severity


def _pt(points: int) -> int:
    return round(points * POINT)
