"""The calibration sheet: what is read off it is what makes backs fall on their fronts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from drawn import imprint, written
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cli import main
from pnp.draw.document import Moved, Page
from pnp.draw.frame import Path as Outline
from pnp.draw.frame import Text, Use
from pnp.layout import PAPERS, LayoutError, Options, Profile, read_paper
from pnp.layout.calibration import calibration
from pnp.proof import Expected, measure, prove
from pnp.proof.look import texts

A4, LETTER = PAPERS[:2]
Line = tuple[int, int, int, int]


def sides(options: Options) -> tuple[Page, Page]:
    front, back = calibration(options, imprint()).pages
    return front, back


def uses(page: Page, symbol: str) -> list[Use]:
    return [item for item in page.furniture if isinstance(item, Use) and item.symbol.id == symbol]


def lines(use: Use) -> Iterator[Line]:
    for item in use.symbol.items:
        if isinstance(item, Outline):
            for (_, a, b), (_, c, d) in zip(item.segments[::2], item.segments[1::2], strict=True):
                yield (a + use.x, b + use.y, c + use.x, d + use.y)


def numbers(use: Use) -> dict[tuple[int, int], str]:
    return {(item.x + use.x, item.y + use.y): item.text for item in use.symbol.items if isinstance(item, Text)}


def seen(page: Page, use: Use, strays: Moved) -> list[Line]:
    """A back's lines as they shine through: printed by a printer that moves them, then seen from the other side."""
    a, b, c, d, e, f = strays
    width = page.size.width
    return [
        (
            round(width - (a * x1 + c * y1 + e)), round(b * x1 + d * y1 + f),
            round(width - (a * x2 + c * y2 + e)), round(b * x2 + d * y2 + f),
        )
        for x1, y1, x2, y2 in lines(use)
    ]  # fmt: skip


def read_off(front: Page, back: Page, place: int, strays: Moved) -> tuple[float, float]:
    """X and Y at a place as somebody reads them: the number at the line of the front that a line of the back continues."""
    scale, pointer = uses(front, "scales")[place], uses(back, "pointers")[place]
    there = seen(back, pointer, strays)
    read = []
    for axis in (0, 1):
        middle = (scale.y, scale.x)[axis]
        tall = [one for one in lines(scale) if one[axis] == one[axis + 2] and abs(one[1 - axis] - middle) > 12_000]
        behind = [one for one in there if abs(one[axis] - one[axis + 2]) < 50 and abs(one[1 - axis] - middle) > 9_000]
        near = min(
            tall, key=lambda line, axis=axis, behind=behind: min(abs(line[axis] - other[axis]) for other in behind)
        )
        # Seven lines to the right, or upwards, are seven tenths: that the numbers say so is tested by itself.
        read.append((1, -1)[axis] * (near[axis] - (scale.x, scale.y)[axis]) / 15_000)
    return read[0], read[1]


@settings(max_examples=40)
@given(st.integers(-7, 7), st.integers(-7, 7), st.sampled_from((A4, LETTER)))
def test_the_numbers_that_are_read_are_the_offset_to_type(x: int, y: int, paper: object) -> None:
    """A printer moves backs by so many tenths; what is read off there, typed as the offset, takes that back."""
    options = Options(paper=paper)
    front, back = sides(options)
    for place in range(5):
        read = read_off(front, back, place, (1, 0, 0, 1, -x * 100, -y * 100))
        assert read == (pytest.approx(x / 10), pytest.approx(y / 10))
    typed = Profile(offset=(round(read[0] * 1000), round(read[1] * 1000)))
    assert typed.moved(paper.size, back=True) == (None if x == y == 0 else (1, 0, 0, 1, x * 100, y * 100))


def test_numbers_grow_to_the_right_and_upwards() -> None:
    scale = uses(sides(Options())[0], "scales")[4]
    across = [(x, told) for (x, y), told in numbers(scale).items() if y < scale.y - 14_000]
    up = [(-y, told) for (x, y), told in numbers(scale).items() if x < scale.x - 14_000 and told != "Y"]
    for told in (across, up):
        assert [number for _, number in sorted(told)] == ["−0.5", "0", "+0.5"]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize(("scale", "turn"), [(1.0015, 0.0), (1.0, 0.084), (0.9985, -0.084)])
def test_what_grows_over_the_page_is_in_the_table(paper: object, scale: float, turn: float) -> None:
    """A printer that shrinks and turns backs: A less B, looked up, is the scale and the turn that take it back."""
    front, back = sides(Options(paper=paper))
    strays = Profile(scale=1 / scale, rotate=-turn).moved(paper.size, back=True)
    assert strays
    at_a, at_b = (read_off(front, back, place, strays) for place in (0, 1))
    told = {item.text: item for item in front.furniture if isinstance(item, Text)}
    for axis, column, wanted in ((0, 1, scale), (1, 2, turn)):
        less = at_a[axis] - at_b[axis]
        if abs(less) < 0.15:
            assert wanted == pytest.approx((1.0, 0.0)[axis], abs=1e-3)
            continue
        row = told[f"{less:+.1f} mm".replace("-", "−")].y
        cells = sorted(
            (item.x, item.text) for item in told.values() if item.y == row and item.text.endswith(tuple("0123456789"))
        )
        assert float(cells[column - 1][1].replace("−", "-")) == pytest.approx(wanted, abs=(0.0008, 0.043)[axis])


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_the_sheet_is_proved_and_says_what_to_type(paper: object, tmp_path: Path) -> None:
    file = written(calibration(Options(paper=paper), imprint()), tmp_path / "a.pdf")
    assert list(prove(measure(file), Expected(sizes=(paper.size,), duplex="long"))) == []
    said = " ".join(next(iter(texts(file))).split())
    for words in ("pnp profile my-printer --offset 0.4mm,-0.7mm", "Constant.", "It grows over the page.", "--scale"):
        assert words in said
    # As the table has it, which is put to the test above.
    assert "A less B" in said and "Take what you read at B from what you read at A (0.3 less 0.1 is 0.2)" in said
    assert not imprint().studio.found.items


def test_small_paper_is_one_sentence() -> None:
    with pytest.raises(LayoutError, match="the sheet needs paper of 180 × 240 mm at least"):
        calibration(Options(paper=read_paper("100x150mm")), imprint())


def test_the_command_writes_the_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    run = CliRunner().invoke
    assert run(main, ["profile", "attic", "--offset", "0.4mm,0mm"]).exit_code == 0
    for words, name in (
        ([], "calibration.pdf"),
        (["--paper", "letter", "--profile", "attic"], "calibration.letter.for-attic.pdf"),
    ):
        result = run(main, ["calibrate", "--out", str(tmp_path), *words])
        assert (result.exit_code, (tmp_path / name).is_file()) == (0, True), result.output
    assert measure(tmp_path / "calibration.letter.for-attic.pdf").pages[1].moved == (1, 0, 0, 1, 400, 0)
    assert run(main, ["calibrate", "--paper", "a9"]).exit_code == 2
    mine = tmp_path / "calibration.pdf"
    mine.write_text("mine", "utf-8")
    assert run(main, ["calibrate", "--out", str(tmp_path)]).exit_code == 2 and mine.read_text("utf-8") == "mine"
