"""What is written is what is meant: no scalar is read as another, and no cell is repaired in silence."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from pnp.cli import main
from pnp.diag import Found
from pnp.model import values
from pnp.model.base import Limits as Range
from pnp.model.values import BAD, Reading
from pnp.source import csvfile, yaml
from pnp.source.node import Mapping, Scalar

TOY = Path(__file__).parent / "toy"

# What YAML readers and spreadsheets take for something else.
ODD = (
    "no", "NO", "off", "y", "yes", "true", "True", "null", "NULL", "~", "=", "<<", "0101", "0109", "08", "0o17", "0x10", "3:1",
    "12:30:45", "1e3", "1E3", "1.0", "1.10", ".5", "5.", "+1", "-0", "1_000", "2024-01-02", "2024-01-02T03:04:05Z", ".inf",
    ".nan", "NaN", "Infinity", "1/2", "(5)", "1,000", "50%", "$5", "#REF", "SEPT1", "MARCH1", "00", "1 ", "٣", "１",
)  # fmt: skip
NUMBERS = {"+1": 1, "-0": 0}
LENGTHS = ("16", "mm", "-", "1e3mm", "0x10mm", "1_0mm", "١mm", ".5", "1/2", "٣in")


def node(text: str) -> Scalar:
    """A value as YAML reads it: plain where YAML can write it so, else in quotes."""
    for written in (text, f"'{text}'"):
        found = Found()
        tree = yaml.parse(f"a: {written}\n", "x", found)
        value = tree.get("a") if tree else None
        if isinstance(value, Scalar) and value.text == text and not found.items:
            return value
    raise AssertionError(f"{text!r} cannot be written")


def taken(read: values.Reader, text: str) -> tuple[object, list[str]]:
    """What a reader makes of a text, and what it says."""
    found = Found()
    value = read(node(text), Reading(found))
    assert (value is BAD) == bool(found.items)
    assert all(one.code.startswith("type/") and one.span.line == 1 and one.span.column == 4 for one in found)
    return value, [one.message + " " + one.hint for one in found]


@pytest.mark.parametrize("text", ODD)
def test_text_is_what_was_written(text: str) -> None:
    assert taken(values.text, text) == (text, [])


@pytest.mark.parametrize("text", ODD)
def test_a_number_is_that_number_or_none(text: str) -> None:
    value, said = taken(values.whole, text)
    if text in NUMBERS:
        assert value == NUMBERS[text]
    else:
        assert value is BAD and f"'{text}'" in said[0]


@pytest.mark.parametrize(
    ("text", "type_this"),
    [("0101", "101"), ("1,000", "1000"), ("1_000", "1000"), ("1.0", "1"), ("−3", "-3"), ("5 ", "5"), ("1 000", "1000")],
)
def test_what_is_nearly_a_number_says_what_to_type(text: str, type_this: str) -> None:
    _, said = taken(values.whole, text)
    assert said[0].endswith(f"write {type_this}")


@pytest.mark.parametrize("number", [0, 1, 7, 10, 100, 9_999, -1, 10**15 - 1])
def test_numbers_come_back(number: int) -> None:
    assert taken(values.whole, str(number)) == (number, [])
    assert taken(values.limited(values.whole, Range(None, None)), str(number)) == (number, [])


@pytest.mark.parametrize("text", ODD)
def test_yes_and_no_are_four_words(text: str) -> None:
    value, said = taken(values.flag, text)
    words = {"yes": True, "no": False, "true": True}
    assert value is words.get(text, BAD) and (text in words or "write yes or no" in said[0])


@pytest.mark.parametrize("text", ODD)
def test_a_word_of_a_list_is_that_word(text: str) -> None:
    assert taken(values.choice((text, "other")), text) == (text, [])
    value, said = taken(values.choice(("other", "else")), text)
    assert value is BAD and f"'{text}'" in said[0]


@pytest.mark.parametrize("text", (*ODD, *LENGTHS))
def test_no_length_without_a_number_and_a_unit(text: str) -> None:
    value, said = taken(values.length, text)
    assert value is BAD and ("is not a length" in said[0] or "divides" in said[0])


@pytest.mark.parametrize("text", ODD)
def test_nothing_odd_is_a_colour(text: str) -> None:
    assert taken(values.colour, text)[0] is BAD


@pytest.mark.parametrize("text", ODD)
def test_a_cell_is_what_was_written(text: str) -> None:
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows([["id", "name"], ["a", text]])
    found = Found()
    rows = csvfile.parse(file.getvalue(), "x.csv", found)
    assert rows is not None and isinstance(rows.items[0], Mapping)
    cell = rows.items[0].get("name")
    assert isinstance(cell, Scalar) and cell.text == text and not found.items


KEPT = ("a\u00a0b", "a\u200bb", "zero\u2060width", "e\u0301", "\u00e9", "a  b", "01", "1.0", "“x”", "\u202fx", "a\tb")


@pytest.mark.parametrize("text", KEPT)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_are_kept(tmp_path: Path, text: str, ends: str, mark: str, separator: str) -> None:
    cell = f'"{text}"'
    (tmp_path / "x.csv").write_bytes(f"{mark}id{separator}name{ends}a{separator}{cell}{ends}".encode())
    found = Found()
    rows = csvfile.read(tmp_path / "x.csv", "x.csv", found)
    assert rows is not None and isinstance(rows.items[0], Mapping)
    name = rows.items[0].get("name")
    assert isinstance(name, Scalar) and name.text == text and name.span.line == 2 and not found.items


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u2003"])
@pytest.mark.parametrize("place", ["{}x", "x{}"])
def test_a_space_at_an_end_is_kept_and_told(space: str, place: str) -> None:
    found = Found()
    rows = csvfile.parse(f"id,name\na,{place.format(space)}\n", "x.csv", found)
    assert rows is not None and isinstance(rows.items[0], Mapping)
    name = rows.items[0].get("name")
    assert isinstance(name, Scalar) and name.text == place.format(space)
    assert [(one.code, one.span.line, one.span.column) for one in found] == [("csv/space", 2, 3)]


def test_line_breaks_in_a_cell_are_kept() -> None:
    found = Found()
    rows = csvfile.parse('id,text\r\na,"one\r\n\r\ntwo"\r\nb,x\r\n', "x.csv", found)
    assert rows is not None and not found.items
    texts = [row.get("text") for row in rows.items if isinstance(row, Mapping)]
    assert [one.text for one in texts if isinstance(one, Scalar)] == ["one\n\ntwo", "x"]
    assert [one.span.line for one in texts if one] == [2, 5]


# All the way to ink


NAMES = ("no", "off", "0101", "3:1", "1e3", "1.10", "2024-01-02", "+1", ".5", "NULL", "0x10", "1_000", "=7")


def rows(form: str) -> str:
    """The toy's deck with a card of each name, as its file says it."""
    if form == "csv":
        return "    file: weather.csv\n"
    names = [f"'{name}'" if form == "quoted" else name for name in NAMES]
    return "    cards:\n" + "".join(
        f"      - {{id: c{number}, name: {name}, push: 1, mood: calm}}\n" for number, name in enumerate(names)
    )


@pytest.mark.parametrize("form", ["plain", "quoted", "csv"])
def test_what_was_written_is_printed(tmp_path: Path, form: str) -> None:
    folder = Path(shutil.copytree(TOY, tmp_path / "toy"))
    text = (folder / "pieces.yaml").read_text("utf-8").replace("    count: 4\n", f"    count: {len(NAMES)}\n")
    (folder / "pieces.yaml").write_text(text.replace("    file: weather.csv\n", rows(form)), "utf-8")
    cells = "".join(f"c{number},{name},1,calm\n" for number, name in enumerate(NAMES))
    (folder / "weather.csv").write_text("id,name,push,mood\n" + cells, "utf-8")
    done = CliRunner().invoke(main, ["build", str(folder), "--only", "cards-weather", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    with pypdfium2.PdfDocument(tmp_path / "out" / "toy" / "cards-weather.pdf") as document:
        printed = "\n".join(page.get_textpage().get_text_range() for page in document)
    assert [name for name in NAMES if name not in printed] == []


# Other encodings, in every kind of file

ENCODINGS = (
    ("utf-16", "UTF-16"),
    ("utf-16-le", "UTF-16"),
    ("utf-16-be", "UTF-16"),
    ("latin-1", "Latin-1"),
    ("cp1252", "Latin-1"),
)


@pytest.mark.parametrize(("encoding", "named"), ENCODINGS)
@pytest.mark.parametrize(
    "file", ["pieces.yaml", "weather.csv", "rules/2-end.md", "book.css", "art/duck.svg", "faces/faces.yaml"]
)
def test_another_encoding_is_named_at_that_file(tmp_path: Path, file: str, encoding: str, named: str) -> None:
    folder = Path(shutil.copytree(TOY, tmp_path / "toy"))
    (folder / "book.css").write_text("/* */\n", "utf-8")
    book = (folder / "book.yaml").read_text("utf-8").replace("  paper: a5\n", "  paper: a5\n  style: book.css\n")
    (folder / "book.yaml").write_text(book, "utf-8")
    comments = {".yaml": "# é\n", ".csv": "", ".md": "\né\n", ".css": "/* é */\n", ".svg": "<!-- é -->"}
    text = (folder / file).read_text("utf-8") + comments[Path(file).suffix]
    if file.endswith(".csv"):
        text = text.replace("Sunshine", "Sonnenschéin")
    (folder / file).write_bytes(text.encode(encoding))
    done = CliRunner().invoke(main, ["check", str(folder), "--format", "github"])
    line = next(one for one in done.output.splitlines() if "file/encoding" in one or "file/character" in one)
    assert done.exit_code == 1 and f"{file}" in line and (named in line or "byte" in line)
