"""Text → positioned nodes: every position is true, both of PyYAML's readers agree, and nothing raises."""

from __future__ import annotations

import csv
import gc
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml as pyyaml
from conftest import GAMES
from hypothesis import given
from hypothesis import strategies as st

from pnp.diag import Found
from pnp.source import content, csvfile, yaml
from pnp.source.node import Mapping, Node, Scalar, Sequence
from pnp.source.text import Limits, decode

TOY = Path(__file__).parent / "toy"
FILES = tuple(path for folder in (*GAMES, TOY) for path in sorted(folder.rglob("*.yaml")))
PLAIN = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x1FFFF, exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn"))
)


def scalars(node: Node) -> Iterator[Scalar]:
    """Every scalar of a tree, keys included."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    else:
        for key, value in node.entries:
            yield key
            yield from scalars(value)


def plain(node: Node | None) -> object:
    """A tree as Python's own lists, dicts and texts."""
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.text if isinstance(node, Scalar) else None


def codes(text: str, limits: Limits | None = None) -> list[str]:
    found = Found()
    yaml.parse(text, "x.yaml", found, limits or Limits())
    return [one.code for one in found]


def said(text: str) -> str:
    """The one diagnostic of a text: place, code and message."""
    found = Found()
    yaml.parse(text, "x.yaml", found)
    (one,) = found
    return f"{one.span.line}:{one.span.column}-{one.span.end_column} {one.code}: {one.message}"


# YAML


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_positions_are_where_the_text_stands(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")
    node = yaml.read(path, "x", Found())
    assert node is not None
    for scalar in scalars(node):
        span, line = scalar.span, lines[scalar.span.line - 1]
        if scalar.style:
            assert line[span.column - 1] == scalar.style
        elif span.line == span.end_line:
            assert line[span.column - 1 : span.end_column - 1] == scalar.text


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_both_readers_see_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    fast = yaml.parse(text, "x", Found(), loader=pyyaml.CSafeLoader)
    slow = yaml.parse(text, "x", Found(), loader=pyyaml.SafeLoader)
    assert fast is not None and slow is not None
    assert [(s.text, s.style, s.span) for s in scalars(fast)] == [(s.text, s.style, s.span) for s in scalars(slow)]


def alone(code: str) -> str:
    """What a program prints that reads with nothing of PyYAML imported before."""
    reading = "import sys; from pnp.diag import Found; found = Found()\n"
    run = (sys.executable, "-c", reading + code)
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()


def test_of_pyyaml_only_what_is_needed_comes_and_the_rest_when_it_is_asked_for() -> None:
    told = alone("""
from pnp.source import yaml
assert yaml.parse("a: [1, {b: c}]", "x", found)
yaml.parse("a: [1, 2", "x", found)
print([one.code for one in found], "yaml.reader" in sys.modules)
import yaml
print(yaml.safe_load("a: [1, {b: c}]"), yaml.reader.Reader.__name__, hasattr(yaml, "no_such_name"))
try:
    yaml.load("a: [", yaml.CSafeLoader)
except yaml.YAMLError as error:
    print(error.problem_mark.line)
""")
    assert told.splitlines() == ["['yaml/syntax'] False", "{'a': [1, {'b': 'c'}]} Reader False", "1"]


def test_a_sign_that_yaml_does_not_know_is_told() -> None:
    # The reader complains of it without a mark.
    told = alone("""
from pnp.source import yaml
print(yaml.parse("a: b\\x01\\nc: d", "x", found), [one.code for one in found])
""")
    assert told == "None ['yaml/syntax']"


@pytest.mark.parametrize("before", ["import yaml", "sys.modules['yaml._yaml'] = None"])
def test_pyyaml_may_be_there_already_or_lack_its_library(before: str) -> None:
    told = alone(f"""
{before}
from pnp.source import yaml
assert yaml.parse("a: [1, {{b: c}}]", "x", found)
yaml.parse("a: [1, 2", "x", found)
print([one.code for one in found], "yaml.reader" in sys.modules)
""")
    assert told == "['yaml/syntax'] True"


@given(st.lists(st.tuples(PLAIN, PLAIN), max_size=8, unique_by=lambda pair: pair[0]))
def test_quoted_text_comes_back_as_it_was(pairs: list[tuple[str, str]]) -> None:
    text = "".join(f"{_quoted(key)}: {_quoted(value)}\n" for key, value in pairs)
    found = Found()
    assert plain(yaml.parse(text, "x", found)) == dict(pairs)
    assert not found.items


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@given(st.text(st.sampled_from(":-[]{}&*!|>'\"%@`#?, \n\tab1é\U0001f3b2"), max_size=40))
def test_whatever_is_read_nothing_raises(text: str) -> None:
    found = Found()
    node = yaml.parse(text, "x", found)
    assert node is not None or found.items
    for one in found:
        lines = text.split("\n")
        assert 1 <= one.span.line <= len(lines) + 1
        assert one.span.column >= 1


def test_values_stay_what_was_written() -> None:
    text = "a: no\nb: 3:1\nc: 0101\nd: 1e3\ne: 2024-01-02\nf: 1.10\ng: +1\nh: ~\ni: 0x1F\nj: 'x'\nk: 1_000\n"
    assert plain(yaml.parse(text, "x", Found())) == {
        "a": "no", "b": "3:1", "c": "0101", "d": "1e3", "e": "2024-01-02", "f": "1.10", "g": "+1", "h": "~", "i": "0x1F",
        "j": "x", "k": "1_000",
    }  # fmt: skip


def test_columns_count_characters() -> None:
    found = Found()
    node = yaml.parse("é: {🎲🎲: [ß, zwei]}\n", "x", found)
    assert node is not None
    spans = {scalar.text: (scalar.span.column, scalar.span.end_column) for scalar in scalars(node)}
    assert spans == {"é": (1, 2), "🎲🎲": (5, 7), "ß": (10, 11), "zwei": (13, 17)}


def test_block_text_begins_below_its_span() -> None:
    node = yaml.parse("a: |\n  one\n  two\nb: >-\n  three\n  four\n", "x", Found())
    assert plain(node) == {"a": "one\ntwo\n", "b": "three four"}
    assert node is not None
    assert [(s.style, str(s.span)) for s in scalars(node) if s.style] == [("|", "x:1:4"), (">", "x:4:4")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: b: c", "1:5-6 yaml/syntax: a value cannot hold ': ' unless it is in quotes"),
        ("a: 1\n  b: 2", "2:3-5 yaml/syntax: 'b:' is indented as if it belonged to the value above"),
        ("a:\n  b: 1\n c: 2", "3:2-4 yaml/syntax: 'c:' does not fit the lines above it"),
        ('a: "x" y', "1:8-9 yaml/syntax: 'y' follows a value that has ended"),
        ("a: [1, 2\n", "1:4-5 yaml/syntax: the '[' that opens here is never closed"),
        ("a: {b: 1", "1:4-5 yaml/syntax: the '{' that opens here is never closed"),
        ("a:\n  - {b: c, \n", "2:10-11 yaml/syntax: the file ends within brackets, after ','"),
        ("a: [b, {c: ", "1:10-11 yaml/syntax: the file ends within brackets, after ':'"),
        ("a: [b: c: d]", "1:9-10 yaml/syntax: a value cannot hold ': ' unless it is in quotes"),
        ("a: 'x\nb: 2\n", "1:4-5 yaml/syntax: the quotes that open here are never closed"),
        ("a: 1\nfoo\nb: 2", "2:1-4 yaml/syntax: 'foo' has no ':' after it"),
        ("a: @x", "1:4-6 yaml/syntax: no value begins with '@x'"),
        ("a: - b", "1:4-5 yaml/syntax: a list's first '- ' stands on a line of its own"),
        ('a: "\\q"', "1:5-6 yaml/syntax: in double quotes a backslash begins an escape, and this is none"),
        ("a: |x\n b", "1:4-5 yaml/syntax: '|' or '>' ends its line"),
        ("  a: 1\nb: 2", "2:1-3 yaml/syntax: 'b:' stands further left than the first line"),
        ("a: &x 1", "1:4-8 yaml/anchor: the anchor '&x' is refused"),
        ("a: *x", "1:4-6 yaml/alias: the alias '*x' is refused"),
        ("a: !!int 3", "1:4-11 yaml/tag: the tag '!!int' is refused"),
        ("<<: 3", "1:1-3 yaml/merge: the merge key '<<' is refused"),
        ("[a]: b", "1:1-2 yaml/key: a key is a word, not a list, mapping or alias"),
        ("a: 1\n---\nb: 2", "2:1-4 yaml/documents: a content file is one document"),
        ("%YAML 1.1\n---\na: 1", "1:1-2 yaml/directive: a line that begins with '%' is refused"),
        ('a: "\\x07"', "1:4-10 yaml/escape: an escape in these quotes stands for a character that no text can hold"),
        ("- a", "1:1-1 yaml/top: a content file is a mapping of sections"),
        ("a:\n\tb: 1\n\tc: 2", "2:1-2 yaml/tab: a tab stands where YAML wants spaces; 2 lines have some"),
    ],
)
def test_a_slip_is_told_once_in_plain_words(text: str, sentence: str) -> None:
    assert said(text) == sentence


def test_a_tab_does_not_hide_other_faults() -> None:
    assert codes("a:\tx\nb: 1\nb: 2\n") == ["yaml/tab", "key/duplicate"]


def test_limits_are_kept() -> None:
    assert codes("a: " + "[" * 5 + "]" * 5, Limits(depth=4)) == ["yaml/depth"]
    assert codes("a: " + "[" * 3 + "]" * 3, Limits(depth=4)) == []
    assert codes("a: [1, 2, 3]\nb: 4\n", Limits(nodes=2)) == ["yaml/nodes"]
    assert codes("".join(f"k{n}: 1\n" for n in range(9)), Limits(nodes=17)) == ["yaml/nodes"]


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000, "- " * 100_000, "? " * 100_000])
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    assert codes(text) in (["yaml/depth"], ["yaml/key"])


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path, found = tmp_path / "x.yaml", Found()
    path.write_text("a: 1\n")
    assert yaml.read(path, "x.yaml", found, Limits(size=4)) is None
    assert [one.code for one in found] == ["file/size"]


# Encodings


@pytest.mark.parametrize(
    ("data", "name", "place"),
    [
        ("a: é\n".encode("utf-16"), "UTF-16", "1:1"),
        ("a: b\n".encode("utf-16-le"), "UTF-16", "1:1"),
        ("a: 1\nb: é\n".encode("latin-1"), "Latin-1", "2:4"),
        ("a: 1".encode("utf-32"), "UTF-32", "1:1"),
    ],
)
def test_another_encoding_is_named(data: bytes, name: str, place: str) -> None:
    found = Found()
    assert decode(data, "x", found) is None
    (one,) = found
    assert one.code == "file/encoding" and name in one.message
    assert str(one.span) == f"x:{place}"


def test_a_byte_order_mark_moves_nothing() -> None:
    text = decode(b"\xef\xbb\xbfab: 1\n", "x", Found())
    assert text == "ab: 1\n"


@pytest.mark.parametrize("character", ["\0", "\x07", "\x85", "\u2028", "\ufeff", "\uffff", "\r"])
def test_characters_that_editors_hide_are_refused(character: str) -> None:
    found = Found()
    assert decode(f"a: 1\nb: x{character}y\n".encode(), "x", found) is None
    (one,) = found
    assert (one.code, str(one.span)) == ("file/character", "x:2:5")


# CSV

CELLS = st.text(st.sampled_from('ab ,;"\né🎲'), max_size=6)


@given(st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=6)))
def test_cells_are_what_python_s_reader_sees(rows: list[list[str]]) -> None:
    width = len(rows[0]) if rows else 1
    head = [f"k{number}" for number in range(width)]
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([head, *rows])
    node = csvfile.parse(file.getvalue(), "x.csv", Found())
    full = [{k: v for k, v in zip(head, row, strict=True) if v} for row in rows if any(row)]
    assert plain(node) == full


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=5))
def test_cells_stand_where_they_say(rows: list[list[str]]) -> None:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([["a", "b", "c"], *rows])
    text = file.getvalue()
    node = csvfile.parse(text, "x.csv", Found())
    assert node is not None
    lines = text.split("\n")
    for scalar in (cell for row in node.items for cell in scalars(row) if cell.text not in "abc"):
        here = lines[scalar.span.line - 1][scalar.span.column - 1 :]
        assert here.startswith(('"', scalar.text.split("\n")[0]))


@given(st.text(st.sampled_from('ab,"\n'), max_size=30))
def test_no_csv_raises(text: str) -> None:
    csvfile.parse(text, "x.csv", Found())


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "csv/empty x:1:1"),
        ("a,a\n1,2\n", "key/duplicate x:1:3"),
        ("a,,b\n1,2,3\n", "csv/unnamed x:1:3"),
        ("a,b\n1,2,3\n", "csv/width x:2:5"),
        ("a,b\n1\n", "csv/width x:2:1"),
        ('a,b\n"1"x,2\n', "csv/quote x:2:4"),
        ('a,b\n1,"2\n3,4\n', "csv/unclosed x:2:3"),
        ("a,b\n1, 2\n", "csv/space x:2:3"),
    ],
)
def test_faults_of_a_csv_are_told_at_their_cell(text: str, place: str) -> None:
    found = Found()
    csvfile.parse(text, "x", found)
    assert [f"{one.code} {one.span}" for one in found] == [place]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_header_says_what_separates(separator: str) -> None:
    text = f"a{separator}b\r\n1{separator}x\r\n"
    assert plain(csvfile.parse(text, "x", Found())) == [{"a": "1", "b": "x"}]


# A game's folder


def folder(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    return tmp_path


def test_sections_of_all_files_are_one_mapping(tmp_path: Path) -> None:
    found = Found()
    game = content.find(folder(tmp_path, game="format: 1\n", b="y: 2\n", a="x: 3\n"), found)
    assert game is not None and game.whole
    assert plain(game.sections) == {"format": "1", "x": "3", "y": "2"}
    assert not found.items


def test_a_section_stands_in_one_file(tmp_path: Path) -> None:
    found = Found()
    content.find(folder(tmp_path, game="format: 1\n", a="x: 3\n", b="x: 4\n"), found)
    (one,) = found
    assert (
        one.code == "key/two-files" and one.span.path.endswith("b.yaml") and one.related[0][0].path.endswith("a.yaml")
    )


def test_a_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    found = Found()
    game = content.find(folder(tmp_path, game="format: 1\n", a="x: [\n", b="y: 4\n"), found)
    assert game is not None and not game.whole
    assert plain(game.sections) == {"format": "1", "y": "4"}
    assert [one.code for one in found] == ["yaml/syntax"]


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("x: 1\n")
    game = tmp_path / "game"
    game.mkdir()
    folder(game, game="format: 1\n")
    (game / "link.yaml").symlink_to(secret)
    (game / "loop.yaml").symlink_to(game / "loop.yaml")
    os.mkfifo(game / "pipe.yaml")
    found = Found()
    read = content.find(game, found)
    assert read is not None and plain(read.sections) == {"format": "1"}
    assert sorted(one.code for one in found) == ["file/outside", "file/outside", "file/unreadable"]
    for name in ("../secret.yaml", str(secret), "link.yaml", "a\0b", "c:\\x", "..", "art/../../secret.yaml"):
        assert content.inside(game, name) is None
    assert content.inside(game, "art/x.svg") == game / "art/x.svg"


def test_a_folder_that_is_a_link_is_followed_as_far_as_the_game_s_folder(tmp_path: Path) -> None:
    game, other = tmp_path / "game", tmp_path / "other"
    for made in (game / "rules", other):
        made.mkdir(parents=True)
    (game / "within").symlink_to(game / "rules")
    (game / "out").symlink_to(other)
    (game / "round").symlink_to(game / "round")
    (tmp_path / "called").symlink_to(game)
    for root in (game, tmp_path / "called"):
        assert content.inside(root, "within/a.md") == root / "within" / "a.md"
        assert content.inside(root, "rules/a.md") == root / "rules" / "a.md"
        assert content.inside(root, "out/a.md") is None and content.inside(root, "round/a.md") is None


def test_a_folder_without_a_game_says_so(tmp_path: Path) -> None:
    found = Found()
    assert content.find(tmp_path, found) is None
    assert content.find(tmp_path / "none", found) is None
    assert [one.code for one in found] == ["game/none", "game/none"]


def test_a_file_with_another_suffix_is_told(tmp_path: Path) -> None:
    found = Found()
    (tmp_path / "cards.yml").write_text("x: 1\n")
    content.find(folder(tmp_path, game="format: 1\n"), found)
    assert [(one.code, one.severity.name) for one in found] == [("game/suffix", "WARNING")]


def test_a_file_that_several_ask_for_is_parsed_once_and_told_to_each(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: 1\na: 2\n")
    first, second, third = Found(), Found(), Found()
    read = yaml.shared(path, "x.yaml", first)
    assert plain(read) == {"a": "1"} and yaml.shared(path, "x.yaml", second) is read
    assert [one.code for one in first] == ["key/duplicate"] and second.items == first.items
    path.write_text("a: 3\n")
    assert plain(yaml.shared(path, "x.yaml", third)) == {"a": "3"} and not third.items


def test_a_byte_order_mark_is_no_character() -> None:
    found = Found()
    assert decode(b"\xef\xbb\xbfa: 1\n", "x.yaml", found) == "a: 1\n" and not found.items
    assert decode(b"\xef\xbb\xbfa: b\xfcrger\n", "x.yaml", found) is None
    (fault,) = found
    assert str(fault.span) == "x.yaml:1:5" and "byte 0xfc is not UTF-8" in fault.message


def test_what_is_read_is_not_looked_through_for_garbage_at_once() -> None:
    with yaml.uncollected():
        made: list[list[int]] = [[number] for number in range(100)]
        assert not gc.isenabled()
    assert gc.isenabled() and not gc.get_freeze_count()
    young = {id(one) for one in gc.get_objects(generation=0)}
    assert not any(id(one) in young for one in made)
