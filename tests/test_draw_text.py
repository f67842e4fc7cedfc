"""Laws of setting text: nothing is lost, nothing is wider than its box, what does not fit is said with both sizes."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.diag import Found, Span
from pnp.draw import fonts, hands, prose, text
from pnp.draw import studio as studios
from pnp.draw.atom import Atom
from pnp.draw.follow import follow
from pnp.draw.frame import Frame, Item, Text, Use, Word, apart
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.units import MM, POINT, Box, Size

HERE = Span("pieces.yaml", 7, 11)
WIDE = Box(0, 0, 200 * MM, 200 * MM)
SOFT = "\u00ad"


@dataclass(frozen=True)
class Plan:
    """A game without a look of its own."""

    folder: str = "."
    style: None = None


def studio() -> Studio:
    return studios.open(Plan(), Found())


SHARED = studio()
SERIF = fonts.bundled()["source-serif-pro"]["regular"]

letters = st.text("abcdefghijklmnopqrstuvwxyzäéøßABCDEFG0123456789.,;!?’“”()", min_size=1, max_size=12)
sentences = st.lists(letters, min_size=1, max_size=40).map(" ".join)
styles = st.builds(
    TextStyle,
    point=st.integers(round(6 * POINT), round(14 * POINT)),
    align=st.sampled_from(("left", "centre", "right", "justify")),
    valign=st.sampled_from(("top", "middle", "bottom")),
    family=st.sampled_from(("text", "sans")),
    bold=st.booleans(),
    case=st.sampled_from(("as-is", "small-caps")),
    tracking=st.sampled_from((0.0, 0.05)),
    hyphenate=st.booleans(),
)


def texts(items: tuple[Item, ...]) -> list[Text]:
    return [item for item in apart(items) if isinstance(item, Text)]


def width(item: Text) -> float:
    return item.width


def said(items: tuple[Item, ...]) -> str:
    """What the lines say together; a soft hyphen at a line's end joins it to the next."""
    return " ".join(item.text for item in texts(items)).replace(SOFT + " ", "")


@given(sentences, styles)
def test_no_word_is_lost(written: str, style: TextStyle) -> None:
    items = text.typeset(SHARED, written, style, Box(0, 0, 40 * MM, 900 * MM), HERE)
    assert re.sub(r"\s", "", said(items)) == re.sub(r"\s", "", written)


@given(sentences, styles)
def test_no_line_is_wider_than_its_box_unless_that_is_an_error(written: str, style: TextStyle) -> None:
    own = studios.Studio(SHARED.folder, SHARED.fonts, SHARED.palette, SHARED.icons, Found())
    box = Box(3 * MM, 2 * MM, 30 * MM, 900 * MM)
    items = text.typeset(own, written, style, box, HERE)
    if not own.found.items:
        for item in texts(items):
            assert box.x - 2 <= item.x and item.x + width(item) <= box.right + 2 * len(item.words)


@given(sentences, styles)
def test_the_same_text_is_set_the_same(written: str, style: TextStyle) -> None:
    box = Box(0, 0, 45 * MM, 90 * MM)
    one, two = (
        Frame(Size(0, 0), text.typeset(place, written, style, box, HERE)).dump() for place in (SHARED, studio())
    )
    assert one == two


@given(
    sentences,
    st.integers(8, 60),
    st.integers(4, 40),
    st.sampled_from(("left", "centre", "right")),
    st.sampled_from(("top", "middle", "bottom")),
)
def test_what_needs_no_block_is_set_as_with_one(written: str, across: int, down: int, align: Any, valign: Any) -> None:
    box = Box(300, 200, across * MM, down * MM)
    style = TextStyle(point=round(9 * POINT), align=align, valign=valign)
    own = studios.Studio(SHARED.folder, SHARED.fonts, SHARED.palette, SHARED.icons, Found())
    setting = text.Setting.of(own, style, box, HERE)
    read = setting.hand.read(written)
    block, _ = text.fit(setting.hand, read, style, box.width, box.height)
    assert setting.items(written, HERE) == text.place(own, block, style, box, HERE)
    lines = setting.line(written, 0, 0, HERE, "end")
    whole = text.fit(setting.hand, read, style, 1 << 40, 1 << 40)[0]
    flat = text.place(
        own, whole, replace(style, align="left", valign="top"), Box(-whole.width, -whole.cap_height, 0, 0), HERE
    )
    assert lines == flat


@given(sentences, st.integers(8, 40), st.integers(4, 30))
def test_a_text_that_fits_stays_in_its_box(written: str, across: int, down: int) -> None:
    own = studios.Studio(SHARED.folder, SHARED.fonts, SHARED.palette, SHARED.icons, Found())
    box = Box(0, 0, across * MM, down * MM)
    style = TextStyle(point=round(9 * POINT), least=round(6 * POINT))
    setting = text.Setting.of(own, style, box, HERE)
    setting.items(written, HERE)
    block, told = text.fit(setting.hand, setting.hand.read(written), style, box.width, box.height)
    fits = block.width <= box.width + 1 and block.height <= box.height + 1
    assert fits == told == (not own.found.items)
    assert fits or block.size == style.least, "what does not fit was tried at the least size"
    assert style.least <= block.size <= style.point


def test_words_carry_their_spaces() -> None:
    (line,) = texts(text.typeset(SHARED, "One two three", TextStyle(), WIDE, HERE))
    assert [word.text for word in line.words] == ["One ", "two ", "three"]
    placed = list(line.places())
    for (at, word), (after, _) in itertools.pairwise(placed):
        assert abs(at + word.width * line.size / word.font.units - after) <= 1


def test_words_are_shaped_once() -> None:
    first, second = (texts(text.typeset(SHARED, "again and", TextStyle(), WIDE, HERE))[0] for _ in range(2))
    assert first.words == second.words  # words are equal by identity


def test_a_block_is_measured_on_capitals() -> None:
    box = Box(0, 0, 10 * MM, 10 * MM)
    style = TextStyle(align="centre", valign="middle", point=round(12 * POINT))
    (item,) = texts(text.typeset(SHARED, "8", style, box, HERE))
    font = item.words[0].font
    cap = font.cap_height * item.size / font.units
    assert abs((item.y - cap / 2) - 5 * MM) <= 1
    assert abs(item.x + width(item) / 2 - 5 * MM) <= 1


@pytest.mark.parametrize(
    ("written", "lines"),
    [
        ("Men-at-Arms", ["Men-", "at-", "Arms"]),
        ("roll 2-1 twice", ["roll", "2-1", "twice"]),
        ("turns 5–8", ["turns", "5–8"]),
        ("gold\u00a0mark", ["gold\u00a0mark"]),
        ("what !", ["what !"]),
        ("one — two", ["one —", "two"]),
        ("one—two", ["one—", "two"]),
        ("see ( aside )", ["see", "( aside )"]),
        ("a\\\\\nb", ["a", "b"]),
    ],
)
def test_where_lines_break(written: str, lines: list[str]) -> None:
    narrow = Box(0, 0, 1, 900 * MM)
    assert [item.text for item in texts(text.typeset(studio(), written, TextStyle(), narrow, HERE))] == lines


def test_hyphenation_breaks_where_the_language_does() -> None:
    items = text.typeset(SHARED, "independence", TextStyle(hyphenate=True), Box(0, 0, 13 * MM, 50 * MM), HERE)
    assert [item.text for item in texts(items)] == [f"independ{SOFT}", "ence"]
    soft = text.typeset(SHARED, f"inde{SOFT}pendence", TextStyle(), Box(0, 0, 14 * MM, 50 * MM), HERE)
    assert [item.text for item in texts(soft)] == [f"inde{SOFT}", "pendence"]


def test_emphasis_turns_the_style_round() -> None:
    (line,) = texts(text.typeset(SHARED, "plain **bold** *slanted*", TextStyle(), WIDE, HERE))
    names = [word.font.name for word in line.words]
    assert names == ["SourceSerifPro-Regular", "SourceSerifPro-Bold", "SourceSerifPro-It"]
    (line,) = texts(text.typeset(SHARED, "bold **plain**", TextStyle(bold=True), WIDE, HERE))
    assert [word.font.name for word in line.words] == ["SourceSerifPro-Bold", "SourceSerifPro-Regular"]


def test_punctuation_stays_with_an_emphasised_word() -> None:
    items = text.typeset(studio(), "say **so**, then", TextStyle(), Box(0, 0, 1, 900 * MM), HERE)
    assert [item.text for item in texts(items)] == ["say", "so,", "then"]


def test_an_icon_stands_on_the_baseline_a_little_higher_than_capitals() -> None:
    items = text.typeset(SHARED, "pay :purse: now", TextStyle(), WIDE, HERE)
    (icon,) = (item for item in items if isinstance(item, Use))
    before, after = texts(items)
    font = before.words[0].font
    assert icon.scale * 1000 == pytest.approx(before.size * font.cap_height / font.units * 1.1, abs=1)
    assert before.x + width(before) <= icon.x < icon.x + icon.scale * 1000 <= after.x + width(after)
    assert abs(icon.y + icon.scale * 1000 - before.y) < 0.06 * before.size


def test_an_unknown_icon_is_an_error_at_its_text() -> None:
    own = studio()
    text.typeset(own, "pay :purs: now", TextStyle(), WIDE, HERE)
    (fault,) = own.found.ordered()
    assert (fault.code, fault.span, fault.hint) == ("icon/unknown", HERE, "did you mean 'purse'?")


def test_overflow_names_both_sizes_and_what_to_cut() -> None:
    own = studio()
    style = TextStyle(point=round(9 * POINT), least=round(7 * POINT))
    text.typeset(own, "word " * 60, style, Box(0, 0, 30 * MM, 10 * MM), HERE, "the text of 'rules'")
    (fault,) = own.found.ordered()
    assert (fault.code, fault.span) == ("text/overflow", HERE)
    assert "at 7 pt it takes" in fault.message and "room for" in fault.message and "10 mm" in fault.message
    assert re.fullmatch(r"cut about \d+ characters of \d+", fault.hint)


def test_too_wide_a_word_is_an_error_that_names_it() -> None:
    own = studio()
    text.typeset(own, "an extraordinarily", TextStyle(), Box(0, 0, 8 * MM, 10 * MM), HERE)
    (fault,) = own.found.ordered()
    assert fault.code == "text/overflow" and "'extraordinarily' needs" in fault.message


def test_too_many_lines_are_an_error() -> None:
    own = studio()
    text.typeset(own, "one two three four", TextStyle(lines=1), Box(0, 0, 12 * MM, 90 * MM), HERE)
    assert [fault.code for fault in own.found.ordered()] == ["text/overflow"]


def test_a_missing_glyph_is_named_and_never_drawn() -> None:
    own = studio()
    items = text.typeset(own, "a \u2694 b", TextStyle(), WIDE, HERE)
    (fault,) = own.found.ordered()
    assert fault.code == "text/glyph" and "'\u2694' (U+2694)" in fault.message
    assert all(glyph for item in texts(items) for word in item.words for glyph, _, _ in word.glyphs)
    text.typeset(own, "\u2694 again", TextStyle(), WIDE, Span("other.yaml", 1, 1))
    assert len(own.found.ordered()) == 2, "a word that was set before is reported at its new place too"


def test_a_missing_glyph_says_which_fonts_have_it() -> None:
    own = studio()
    text.typeset(own, "\u2192", TextStyle(family="display"), WIDE, HERE)
    (fault,) = own.found.ordered()
    assert "these families have it: text, sans" in fault.hint


def test_what_runs_from_right_to_left_is_refused() -> None:
    own = studio()
    text.typeset(own, "שלום", TextStyle(), WIDE, HERE)
    assert {fault.code for fault in own.found.ordered()} == {"text/direction"}


def test_small_type_is_an_error() -> None:
    own = studio()
    text.typeset(own, "fine print", TextStyle(point=round(8 * POINT), least=round(4 * POINT)), WIDE, HERE)
    assert [fault.code for fault in own.found.ordered()] == ["text/small"]


def test_an_open_mark_is_an_error() -> None:
    own = studio()
    items = text.typeset(own, "3 * 4 is *twelve", TextStyle(), WIDE, HERE)
    assert [fault.code for fault in own.found.ordered()] == ["text/mark"]
    assert said(items) == "3 * 4 is *twelve"


def test_small_capitals_are_the_font_s_own_or_scaled() -> None:
    (own,) = texts(text.typeset(SHARED, "Ab", TextStyle(case="small-caps"), WIDE, HERE))
    (plain,) = texts(text.typeset(SHARED, "Ab", TextStyle(), WIDE, HERE))
    assert own.words[0].glyphs[1][0] != plain.words[0].glyphs[1][0]
    scaled = texts(text.typeset(SHARED, "Ab", TextStyle(case="small-caps", family="display"), WIDE, HERE))
    assert [item.size for item in scaled] == [2822, round(2822 * 0.8)]
    assert [item.text for item in scaled] == ["A", "B"]


def test_a_justified_line_ends_at_its_box() -> None:
    box = Box(0, 0, 30 * MM, 90 * MM)
    *lines, last = texts(text.typeset(SHARED, "word and word " * 6, TextStyle(align="justify"), box, HERE))
    assert lines and all(abs(width(line) - box.width) <= 2 for line in lines)
    assert width(last) < box.width


def test_items_have_bullets_and_hang() -> None:
    items = texts(text.typeset(SHARED, "Either\n- one\n- two and more", TextStyle(), Box(0, 0, 18 * MM, 90 * MM), HERE))
    assert [item.text for item in items] == ["Either", "•", "one", "•", "two and", "more"]
    assert len({item.x for item in items if item.text not in ("•", "Either")}) == 1


def test_one_line_is_anchored() -> None:
    wide = text.measure(SHARED, "Nottingham", TextStyle(), HERE)
    for anchor, x in (("start", 0), ("middle", -wide / 2), ("end", -wide)):
        (item,) = texts(text.line(SHARED, "Nottingham", TextStyle(), 0, 500, HERE, anchor))
        assert abs(item.x - x) <= 1 and item.y == 500
    (item,) = texts(text.line(SHARED, "Nottingham", TextStyle(), 0, 0, HERE, "end", turn=90))
    assert item.turn == 90 and abs(item.y + wide) <= 1 and item.x == 0


def test_a_text_along_a_curve_stands_upright_and_in_order() -> None:
    curve = (("M", 60_000, 0), ("C", 40_000, 9_000, 20_000, 9_000, 0, 0))
    items = texts(follow(SHARED, "Trent", TextStyle(), curve, HERE))
    assert "".join(item.text for item in items) == "Trent"
    assert [item.x for item in items] == sorted(item.x for item in items)
    assert all(-45 < item.turn < 45 for item in items)
    straight = texts(follow(SHARED, "Trent", TextStyle(), (("M", 0, 0), ("L", 60_000, 0)), HERE, "start"))
    (line,) = texts(text.line(SHARED, "Trent", TextStyle(), 0, 0, HERE))
    assert straight[-1].x + width(straight[-1]) == pytest.approx(width(line), abs=len(straight))


def test_a_text_longer_than_its_curve_is_an_error() -> None:
    own = studio()
    follow(own, "The River Trent", TextStyle(), (("M", 0, 0), ("L", 5_000, 0)), HERE)
    assert [fault.code for fault in own.found.ordered()] == ["text/overflow"]


def test_wrapping_tells_the_height_that_a_column_needs() -> None:
    block = text.wrap(SHARED, "word " * 40, TextStyle(), 30 * MM, HERE)
    box = Box(0, 0, 30 * MM, block.height)
    own = studio()
    text.typeset(own, "word " * 40, TextStyle(), box, HERE)
    assert not own.found.items
    text.typeset(own, "word " * 40, TextStyle(), Box(0, 0, 30 * MM, block.height - 5), HERE)
    assert own.found.items


def test_a_word_s_glyphs_stand_for_its_characters() -> None:
    face = SHARED.fonts.face("text", False, False, HERE)
    for written in ("office", "e\u0301te\u0301", "Trent", "ﬁ"):
        word, missing = face.shape(written, {})
        assert not missing
        assert "".join(said for _, _, said in word.glyphs) == written
        assert word.width == sum(advance for _, advance, _ in word.glyphs)


@pytest.mark.parametrize("written", ["office", "gold.", "2\u0301", "x\u2192y", "**off**"])
def test_a_word_carries_the_space_after_it(written: str) -> None:
    hand = SHARED.hand(TextStyle().manner, HERE)
    ((atoms, _),) = hand.read(written).paragraphs
    (atom,) = atoms
    assert atom.word
    assert atom.spaced
    space = hand.shape(" ", atom.emphasis)[0]
    assert atom.spaced.text == f"{atom.word.text} "
    assert atom.spaced.glyphs == (*atom.word.glyphs, *space.glyphs)
    assert atom.spaced.width == atom.word.width + space.width


SHAPED = (
    "office",
    "off",
    "fi",
    "e\u0301te\u0301",
    "ete",
    "\u0301",
    "2",
    "2\u0301",
    "AVAVA",
    "VAAV",
    "1/2",
    "12",
    "a\u00ad",
    "x\u2192y",
    "",
    "VA",
)


@given(st.permutations(SHAPED), st.sampled_from((0, 40)))
def test_a_word_is_shaped_alike_whatever_was_shaped_before(order: list[str], tracking: int) -> None:
    def shaped(face: fonts.Typeface, written: str) -> tuple[object, ...]:
        word, missing = face.shape(written, {}, tracking)
        return word.text, word.glyphs, word.width, word.offsets, missing

    font = fonts.load(SERIF)
    used = fonts.Typeface(font.font, font.shaper, font.features)
    anew = {word: shaped(fonts.Typeface(font.font, font.shaper, font.features), word) for word in SHAPED}
    assert {word: shaped(used, word) for word in order} == anew


@pytest.mark.parametrize(
    ("written", "apart"),
    [
        ("**two cards**, *no more*", "**two** **cards**, *no* *more*"),
        ("**two**  cards", "**two**  cards"),
        ("*two **good** cards*", "*two **good** cards*"),
        ("***two cards***", "***two cards***"),
        ("**two  cards**", "**two  cards**"),
        (r"\**two cards**", r"\**two cards**"),
        ("2 * 3 **two cards**", "2 * 3 **two cards**"),
    ],
)
def test_emphasis_is_told_word_by_word_where_it_says_the_same(written: str, apart: str) -> None:
    assert prose.apart(written) == apart


def test_prose_can_be_read_plainly() -> None:
    assert prose.plain("**Move** :boot: *far*\n\n- then\n- stop") == "Move far then stop"
    assert prose.parse("a :boot: **:bow:**").icons == ("boot", "bow")
    assert prose.plain(r"\*star\* \:bow:") == "*star* :bow:"


def test_a_golden_column() -> None:
    written = "**Ambush.** Draw *two* cards: play one — keep the other.\n\n- No effect in towns."
    items = text.typeset(SHARED, written, TextStyle(point=3_000), Box(0, 0, 40 * MM, 60 * MM), HERE)
    assert Frame(Size(40 * MM, 60 * MM), items, title="column").dump() == (
        "frame 40000x60000 bleed 0 column\n"
        "  text 0,2010 SourceSerifPro-Bold 3000 #1c1a17 'Ambush. Draw two cards:'\n"
        "  text 0,5610 SourceSerifPro-Regular 3000 #1c1a17 'play one — keep the other.'\n"
        "  text 0,10650 SourceSerifPro-Regular 3000 #1c1a17 '•'\n"
        "  text 2550,10650 SourceSerifPro-Regular 3000 #1c1a17 'No effect in towns.'\n"
    )


def test_nothing_is_drawn_for_nothing() -> None:
    assert text.typeset(SHARED, "", TextStyle(), WIDE, HERE) == ()
    assert text.typeset(SHARED, " \n ", TextStyle(), WIDE, HERE) == ()
    assert isinstance(SHARED.fonts.face("text", False, False, HERE).shape("", {})[0], Word)


# Words as they are written

PIECES = (
    "a", "word", "well-known", "(so", "so)", "—", "–1", "-", "*", "**", "*x*", "**x**", "**x", "x**", "*x", "x*", ":bow:",
    ":bow:,", "(:bow:)", r"\*", r"\:", "x\\\\", "5–8", "a—b", "!", "…and", "¿que?", "", "\u00a0", "soft\u00adened", "3", ":",
    "é", "so.", "**so.**", "*so*", "*so**", "***so***", "**so**,", "*3*",
    "**a", "b**", "**b**", "*a", "b*", "b*.", "c**b",
)  # fmt: skip
WRITTEN = st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)


@given(WRITTEN, st.sampled_from(("as-is", "upper", "small-caps")))
@example("- an item", "as-is")
@example("two\nlines", "as-is")
@example("**two words** *and* three", "as-is")
@example("*all of it, to the end.*", "as-is")
@example("**x**y** **z w** *a*", "as-is")
@example("*a c**b d* e", "as-is")
@example("x**y**z w** v", "as-is")
def test_words_known_as_they_are_written_are_what_marks_and_all_make_of_them(written: str, case: str) -> None:
    """A word that stands for itself is looked up; a text of such words is the same as one that is read mark by mark."""
    style = TextStyle(case=case)  # type: ignore[arg-type]
    read = SHARED.hand(style.manner, HERE).read(written)
    parsed = prose.parse(written)
    paragraphs = [SHARED.hand(style.manner, HERE).atoms(part) for part in parsed.paragraphs]
    assert [shown(atoms) for atoms, _ in read.paragraphs if atoms] == [shown(atoms) for atoms in paragraphs if atoms]
    assert read.unclosed == parsed.unclosed
    kept = [(part.item, part.joined) for atoms, part in zip(paragraphs, parsed.paragraphs, strict=True) if atoms]
    assert [(part.item, part.joined) for atoms, part in read.paragraphs if atoms] == kept


def shown(atoms: list[Atom]) -> list[tuple[object, ...]]:
    """All that a line takes of its atoms."""
    return [
        (atom.text, atom.width, atom.full, [part[0] for part in atom.tail], [told(part[1]) for part in atom.tail])
        for atom in atoms
    ]


def told(what: Word | str) -> str:
    return what if isinstance(what, str) else f"{what.font.name} {what.text}"


def test_words_are_forgotten_where_there_are_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of any length takes the same room, and is set the same."""
    own = SHARED
    hand = own.hand(TextStyle(family="display").manner, HERE)
    before = [shown(atoms) for atoms, _ in hand.read("one two three 1 2 3").paragraphs]
    monkeypatch.setattr(hands, "_MOST_WORDS", 4)
    for number in range(20):
        hand.read(f"number {number} of many")
        assert len(hand._words) <= 8
    assert [shown(atoms) for atoms, _ in hand.read("one two three 1 2 3").paragraphs] == before
