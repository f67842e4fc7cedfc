"""The booklet: read page after page when the sheets are folded, which is what a reader does; every page once, true to size."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pikepdf
import pytest
from test_build import TOY, made

from pnp import build
from pnp.build import Misuse
from pnp.layout.paper import read
from pnp.proof import measure
from pnp.proof.look import texts
from pnp.targets import booklet


def folded(sides: list[tuple[str, str]]) -> list[str]:
    """What a reader finds in order: sheets lie on each other, outermost at the bottom, and are folded in the middle. Sides
    are (left, right), fronts (outside) before backs (inside), the sheet turned over its short edge: the back's left lies
    behind the front's right."""
    fronts, backs = sides[0::2], sides[1::2]
    first = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    last = [page for front, back in zip(fronts, backs, strict=True) for page in (front[0], back[1])]
    return first + last[::-1]


@pytest.mark.parametrize("pages", range(1, 42))
def test_read_in_order(pages: int) -> None:
    sides = [(str(left), str(right)) for left, right in booklet.order(pages)]
    count = -(-pages // 4) * 4
    assert len(sides) == count // 2
    assert folded(sides) == [str(page) if page < pages else "None" for page in range(count)]


def book(path: Path, pages: int, size: tuple[float, float]) -> Path:
    """A book whose every page says its number, in words, in a box that nearly fills it."""
    with pikepdf.new() as made:
        font = made.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        )
        for number in range(pages):
            page = made.add_blank_page(page_size=size)
            page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
            content = f"BT /F 20 Tf 1 0 0 1 72 72 Tm (page {number + 1} here) Tj ET"
            page.obj.Contents = made.make_stream(content.encode())
        made.docinfo["/Title"] = "A book"
        made.save(path)
    return path


@pytest.mark.parametrize("pages", [1, 4, 7, 12])
@pytest.mark.parametrize("paper", ["a4", "a3", "letter", "tabloid"])
def test_text_is_read_back_in_order(tmp_path: Path, pages: int, paper: str) -> None:
    size = read(paper).size
    source = book(tmp_path / "book.pdf", pages, (595.276, 841.89))
    out = io.BytesIO()
    assert booklet.fold(source, out, size) * 2 == -(-pages // 4) * 4
    (tmp_path / "booklet.pdf").write_bytes(out.getvalue())
    sides = []
    with pikepdf.open(tmp_path / "booklet.pdf") as file:
        for page in file.pages:
            width, height = (float(length) for length in page.mediabox[2:])
            assert width > height and abs(width - max(size.width, size.height) * 72 / 25400) < 0.01
            halves = ["", ""]
            for number, form in page.resources.XObject.items():
                matrix = next(
                    [float(value) for value in before.operands]
                    for before, after in itertools.pairwise(pikepdf.parse_content_stream(page))
                    if str(after.operator) == "Do" and str(after.operands[0]) == number
                )
                # The page is whole, in its own half, and in the middle of it.
                left, right = matrix[4], matrix[4] + 595.276 * matrix[0]
                half = int(left >= width / 2 - 0.01)
                assert abs((left + right) / 2 - width * (1 + 2 * half) / 4) < 0.01
                assert right - left <= width / 2 + 0.01 and 841.89 * matrix[3] <= height + 0.01
                assert matrix[0] == matrix[3] == pytest.approx(min(1, width / 2 / 595.276, height / 841.89), abs=1e-5)
                halves[half] = form.read_bytes().decode().partition("(")[2].partition(")")[0]
            sides.append((halves[0], halves[1]))
    expected = [f"page {number + 1} here" if number < pages else "" for number in range(len(sides) * 2)]
    assert folded(sides) == expected
    # And a viewer finds the words of both halves as text.
    shown = list(texts(tmp_path / "booklet.pdf"))
    for text, side in zip(shown, sides, strict=True):
        assert all(word in text for word in side)


def test_built_beside_the_rulebook(tmp_path: Path) -> None:
    first = made(TOY, tmp_path / "one", booklet=True, paper="a3")
    files = {file.name: file for file in first.files}
    booklet_file, rulebook = files["rulebook.booklet.a3"], files["rulebook"]
    assert booklet_file.path.name == "rulebook.booklet.a3.pdf" and booklet_file.pages * 2 == -(-rulebook.pages // 4) * 4
    measured = measure(booklet_file.path)
    assert measured.duplex == "short" and not measured.dated and all(font.embedded for font in measured.fonts)
    said = " ".join(texts(booklet_file.path))
    for word in set(" ".join(texts(rulebook.path)).split()):
        assert word in said
    assert "booklet" in "".join(texts(files["print-guide"].path))
    # The same bytes again, from the rulebook that was laid out before and anew.
    again = made(TOY, tmp_path / "one", booklet=True, paper="a3", only=("rulebook",))
    anew = made(TOY, tmp_path / "two", booklet=True, paper="a3")
    for built in (again, anew):
        assert next(file.sha256 for file in built.files if "booklet" in file.name) == booklet_file.sha256


@pytest.mark.parametrize("pages", [8, 21, 40])
def test_inner_sheets_move_towards_the_fold_by_what_lies_around_them(tmp_path: Path, pages: int) -> None:
    """Folded and cut flush at the edge, every page has the same outer margin: each sheet comes out by the thickness of
    those around it."""
    thick, size = 100, read("a3").size
    source = book(tmp_path / "book.pdf", pages, (500.0, 800.0))
    out = io.BytesIO()
    booklet.fold(source, out, size, thick)
    (tmp_path / "booklet.pdf").write_bytes(out.getvalue())
    margins = []
    with pikepdf.open(tmp_path / "booklet.pdf") as file:
        for side, page in enumerate(file.pages):
            width = float(page.mediabox[2])
            out_by = (side // 2) * thick * 72 / 25_400
            for one in pikepdf.parse_content_stream(page):
                if str(one.operator) == "cm":
                    x = float(one.operands[4])
                    left_half = x < width / 2 - 100
                    edge = x if left_half else width - x - 500.0
                    margins.append(edge - out_by)  # what is cut off when all are cut flush
    assert len(margins) == pages
    assert max(margins) - min(margins) < 0.01


def test_the_thickness_is_of_paper_and_of_a_booklet(tmp_path: Path) -> None:
    built = made(TOY, tmp_path, booklet=True, creep="0.1mm", only=("rulebook",))
    assert any(file.path.name == "rulebook.booklet.creep-0.1mm.pdf" for file in built.files)
    with pytest.raises(Misuse, match="a paper of 3mm cannot be printed: it is between 0mm and 1mm"):
        made(TOY, tmp_path, booklet=True, creep="3mm", only=("rulebook",))
    with pytest.raises(Misuse, match="goes with --booklet"):
        made(TOY, tmp_path, creep="0.1mm", only=("rulebook",))


def test_small_type_is_warned_of(tmp_path: Path) -> None:
    built = made(TOY, tmp_path, booklet=True, only=("rulebook",))
    small = min(page.smallest for page in measure(built.files[-1].path).pages if page.smallest)
    assert [one.code for one in built.found] == (["proof/type"] if small < 1764 else [])
    assert all(one.severity for one in built.found)


def test_no_booklet_without_a_rulebook(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="made from the rulebook"):
        build.build(TOY, build.Wish(tmp_path, booklet=True, only=("counters",)), lambda _: None)
