"""Games spoilt by chance, as people, editors and machines spoil them: each mutant follows from its seed alone.

A game here is its files, path → bytes. A mutation takes the files and a source of chance and changes one file.
"""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable
from typing import Final

from pnp.diag import Found
from pnp.source import yaml
from pnp.source.node import Mapping, Node, Scalar, Sequence

Files = dict[str, bytes]
Chance = random.Random

# What a value is changed to: ends of ranges, other types, and what some reader somewhere stumbled over.
EXTREME: Final = (
    "", "~", "null", "no", "yes", "0", "-1", "+1", "0101", "1e3", "1e400", "999999999999", "9" * 400, "nan", ".inf",
    "1.5", "-0", "0x10", "1_000", "3:1", "2024-01-02", "0mm", "-5mm", "1e9mm", "16", "16mm", "0.001mm", "99999in",
    "1/0in", "5/8in", "#fff", "#8a1f11", "red", "a", "A", "-", "é", "🎲", "\u202eabc", "a\u200bb", "a\u00a0b",
    "a\u0301" * 50, "\u0627\u0644", "\ue000", "漢字", "x" * 5_000, "word " * 2_000, "W" * 300, "{{ 1 }}",
    "{{ piece('x') }}", "{{ pieces }}", "{{", "}}", "{{ 1 / 0 }}", "{{ [1] * 9 }}", "{{ it.x }}",
    "{{ game.__class__ }}", "{{ ''|center(999999999) }}", "{% for x in y %}", "{# x #}", "{{ range(10**9) | sum }}",
    "((((((((((1))))))))))", "1 if", "not", "count()", "param(1)", "cell('a', 'b', 1)", "distance('a', 'b')",
    "within('a', 10**9)", "../x", "/etc/passwd", "C:\\x", "file:///etc/passwd", "http://localhost/",
    "data:image/png;base64,AA", "pnp:../x", "rules/../../x", "art/duck.svg", ".", "a\\b", "**", "*", "***a*",
    ":duck:", ":", "::", "<b>", "<script>x</script>", "&amp;", "&#0;", "]]>", "[a](b)", "![a](pnp:art/duck.svg)",
    "| a | b |", "# a {#a}", "1-6", "6-1", "1-1", "2-3", "1-999999999", "1,2,3", "-", "=", "<<", "<=", "*2", "x2",
    "dr", "d6", "\\", "'", '"', "- a", "%", "@", "`", "a: b", "a #b", "&a", "!x", "|", ">", "?", "true", "Infinity",
    "None", "__class__", "mro",
)  # fmt: skip


def mutate(files: Files, seed: int) -> tuple[Files, str]:
    """The files changed in one to three ways, and in words what was done."""
    chance = Chance(seed)
    spoilt, done = dict(files), []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        path = chance.choice(sorted(path for path in spoilt if path.endswith(tuple(MUTATIONS))))
        change = chance.choice(MUTATIONS[path[path.rindex(".") :]])
        spoilt[path] = change(spoilt[path], chance)
        done.append(f"{path}: {change.__name__}")
    return spoilt, ", ".join(done)


# Text and bytes: any file


def flip(data: bytes, chance: Chance) -> bytes:
    """Some bytes are others."""
    spoilt = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        if spoilt:
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
    return bytes(spoilt)


def cut(data: bytes, chance: Chance) -> bytes:
    """A stretch is gone."""
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.choice((1, 5, 50, len(data))) :]


def recode(data: bytes, chance: Chance) -> bytes:
    """Another encoding, other line ends, or nothing at all."""
    text = data.decode("utf-8", "replace")
    how = chance.choice(("utf-16", "utf-8-sig", "latin-1", "cp1252", "crlf", "cr", "null", "empty", "tabs"))
    swaps = {"crlf": ("\n", "\r\n"), "cr": ("\n", "\r"), "tabs": ("  ", "\t"), "null": ("\n", "\0\n")}
    if how in swaps:
        return text.replace(*swaps[how]).encode()
    return b"" if how == "empty" else text.encode(how, "replace")


def lines(data: bytes, chance: Chance) -> bytes:
    """A line is gone, twice, elsewhere, or further in."""
    rows = data.split(b"\n")
    at, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    match chance.randrange(4):
        case 0:
            del rows[at]
        case 1:
            rows.insert(other, rows[at])
        case 2:
            rows[at], rows[other] = rows[other], rows[at]
        case _:
            rows[at] = b" " * chance.choice((1, 2, 4)) + rows[at]
    return b"\n".join(rows)


def insert(data: bytes, chance: Chance) -> bytes:
    """Something odd stands in between."""
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(EXTREME).encode() + data[at:]


# YAML: by its nodes


def _scalars(node: Node, keys: bool) -> list[Scalar]:
    match node:
        case Scalar():
            return [] if keys else [node]
        case Sequence():
            return [one for item in node.items for one in _scalars(item, keys)]
        case Mapping():
            return [one for key, value in node.entries for one in (*((key,) if keys else ()), *_scalars(value, keys))]


@functools.lru_cache(maxsize=256)
def _tree(data: bytes) -> Mapping | None:
    found = Found()
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    return None if "\0" in text else yaml.parse(text, "x", found)


def _replaced(data: bytes, keys: bool, chance: Chance, make: Callable[[list[Scalar], Scalar], str]) -> bytes:
    """The text with one scalar that stands in one line written otherwise."""
    tree = _tree(data)
    rows = data.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    # YAML counts lines that end otherwise too.
    all_ = [one for one in _scalars(tree, keys) if one.span.line == one.span.end_line <= len(rows)] if tree else []
    if not all_:
        return insert(data, chance)
    one = chance.choice(all_)
    row = rows[one.span.line - 1]
    text = make(all_, one)
    text = text if chance.random() < 0.5 else json.dumps(text, ensure_ascii=False)
    rows[one.span.line - 1] = row[: one.span.column - 1] + text + row[one.span.end_column - 1 :]
    return "\n".join(rows).encode("utf-8", "replace")


def value(data: bytes, chance: Chance) -> bytes:
    """A value is extreme."""
    return _replaced(data, False, chance, lambda _, one: chance.choice(EXTREME))


def swap(data: bytes, chance: Chance) -> bytes:
    """A value is one from elsewhere in the file."""
    return _replaced(data, False, chance, lambda all_, one: chance.choice(all_).text)


def digits(data: bytes, chance: Chance) -> bytes:
    """A number is another, or a word is nearly itself."""

    def other(_: list[Scalar], one: Scalar) -> str:
        text = one.text or "1"
        at = chance.randrange(len(text))
        return text[:at] + chance.choice(("", "0", "9", "-", " ", "x", text[at] * 2)) + text[at + 1 :]

    return _replaced(data, False, chance, other)


def key(data: bytes, chance: Chance) -> bytes:
    """A key is misspelt, or another of the file's."""

    def other(all_: list[Scalar], one: Scalar) -> str:
        text, at = one.text or "a", chance.randrange(max(1, len(one.text)))
        near = text[:at] + text[at + 1 :] or "id"
        return chance.choice((near, near, chance.choice(all_).text, chance.choice(EXTREME)))

    return _replaced(data, True, chance, other)


Plain = str | list["Plain"] | dict[str, "Plain"]


def _plain(node: Node) -> Plain:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [_plain(item) for item in node.items]
    return {name.text: _plain(value) for name, value in node.entries}


def _holders(node: Plain) -> list[list[Plain] | dict[str, Plain]]:
    """Every list and mapping that holds something."""
    if isinstance(node, str) or not node:
        return []
    inner = node.values() if isinstance(node, dict) else node
    return [node, *(one for item in inner for one in _holders(item))]


def _odd(whole: Plain, chance: Chance) -> Plain:
    """A value of some other shape."""
    holders = _holders(whole)
    made: tuple[Plain, ...] = (chance.choice(EXTREME), [], {}, [""], {"id": "x"}, [[["x"]]], {"": ""}, ["a"] * 300)
    if holders and chance.random() < 0.5:
        held = chance.choice(holders)
        return chance.choice(sorted(held.values(), key=str) if isinstance(held, dict) else held)
    return chance.choice(made)


def shape(data: bytes, chance: Chance) -> bytes:
    """A node is gone, twice, elsewhere, or of another shape."""
    tree = _tree(data)
    whole = _plain(tree) if tree else {}
    whole = json.loads(json.dumps(whole))
    holders = _holders(whole)
    if not holders:
        return insert(data, chance)
    held = chance.choice(holders)
    if isinstance(held, dict):
        name = chance.choice(sorted(held))
        if chance.random() < 0.4:
            del held[name]
        else:
            held[name] = json.loads(json.dumps(_odd(whole, chance)))
    else:
        at = chance.randrange(len(held))
        match chance.randrange(4):
            case 0:
                del held[at]
            case 1:
                held.insert(at, json.loads(json.dumps(held[at])))
            case 2:
                chance.shuffle(held)
            case _:
                held[at] = json.loads(json.dumps(_odd(whole, chance)))
    return json.dumps(whole, ensure_ascii=False, indent=1).encode("utf-8", "replace")


# CSV, Markdown, CSS, SVG: by their own words


def cell(data: bytes, chance: Chance) -> bytes:
    """A cell is extreme, or one from elsewhere."""
    rows = [row.split(",") for row in data.decode("utf-8", "replace").split("\n")]
    row = chance.choice(rows)
    other = chance.choice(chance.choice(rows))
    row[chance.randrange(len(row))] = chance.choice((other, chance.choice(EXTREME), '"' + chance.choice(EXTREME) + '"'))
    return "\n".join(",".join(row) for row in rows).encode("utf-8", "replace")


_MARKDOWN: Final = (
    "\n\n```\nx\n```\n\n", "\n\n- a\n    - b\n        - c\n", "\n\n> " * 40, "\n\n| a | b |\n|---|---|\n| 1 |\n",
    "[" * 200, "*" * 200, "![](pnp:art/duck.svg)", "![x](../x.png)", "![x](data:image/png;base64,AA)", "<img src=x>",
    "<style>*{}</style>", "{{ ref('x') }}", "{{ figure('miller') }}", "{{ figure(1) }}", "{{ table('x') }}",
    "{{ index('') }}", "{{ term('') }}", "{{ example('x') }}", "\n\n# A {#a}\n\n# B {#a}\n", "\n\n####### x\n",
    "{{ words(10**30) }}", "{{ 'x' * 9 }}", "[a]: b\n", "[x][x]", "\n\n::: box\nx\n",
)  # fmt: skip
_CSS: Final = (
    "}", "{", "@import url(http://localhost/x.css);", "*{background:url(file:///etc/passwd)}",
    "*{background:url(pnp:../x.png)}", "p{font-size:1e9pt}", "p{font-size:-1pt}", "p{colour:red}",
    "p{width:calc(1/0)}", "@page{size:1mm}", "@page{margin:9999mm}", "p{content:url(data:image/png;base64,AA)}",
    "@font-face{font-family:x;src:url(http://localhost/x)}", "p{column-count:9999}", "*{display:flex}",
    "p{--a:var(--b);--b:var(--a);color:var(--a)}", "/*", "p{font-family:nothing}", ":root{--x:\\0}",
)  # fmt: skip
_SVG: Final = (
    "<script>x</script>", "<image href='http://localhost/x'/>", "<use href='#a'/>", "<g>" * 50, "<text>x</text>",
    "<!-- x -->", "<!DOCTYPE x [<!ENTITY a 'b'>]>", "<?x y?>", "<path d='M0 0 1e999 1'/>",
    "<path d='M0 0A0 0 0 0 0 1 1'/>", "<path d='x'/>", "<path d='M 0 0 a 1e-30 1 0 0 0 1 1'/>",
    "<path transform='scale(0)' d='M0 0L1 1Z' fill='#000'/>", "<rect width='-1'/>",
    "<path d='M1 1' stroke='#000' stroke-width='1e99'/>", "<circle r='1e200' fill='#000'/>",
    "<path d='M 5 5' style='x'/>", "&#0;", "<path d='M0,0 L1e308,1e308 L-1e308,0Z' fill='#000'/>",
    "<path transform='rotate(1e308)' d='M0 0L1 1' stroke='#000'/>",
)  # fmt: skip
_ATTRIBUTES: Final = (
    "0",
    "-1",
    "1e999",
    "nan",
    "",
    "0 0 0 0",
    "0 0 1e-300 1",
    "0 0 1e300 1",
    "x",
    "#ff",
    "url(#a)",
    "M",
    "M0 0" * 99,
)


def _inserted(words: tuple[str, ...]) -> Callable[[bytes, Chance], bytes]:
    def words_between(data: bytes, chance: Chance) -> bytes:
        text = data.decode("utf-8", "replace")
        at = chance.choice((len(text), chance.randrange(len(text) + 1), text.rfind("\n") + 1, max(0, text.rfind("<"))))
        return (text[:at] + chance.choice(words) + text[at:]).encode("utf-8", "replace")

    return words_between


def attribute(data: bytes, chance: Chance) -> bytes:
    """What stands in quotes is extreme."""
    parts = data.decode("utf-8", "replace").split('"')
    if len(parts) > 2:
        parts[chance.randrange(1, len(parts), 2)] = chance.choice((*_ATTRIBUTES, *EXTREME))
    return '"'.join(parts).encode("utf-8", "replace")


_ANY: Final = (flip, cut, recode, lines, insert)
MUTATIONS: Final[dict[str, tuple[Callable[[bytes, Chance], bytes], ...]]] = {
    ".yaml": (*_ANY, value, value, value, swap, swap, digits, digits, key, key, shape, shape, shape),
    ".csv": (*_ANY, cell, cell, cell),
    ".md": (*_ANY, *(_inserted(_MARKDOWN),) * 4),
    ".css": (*_ANY, *(_inserted(_CSS),) * 4),
    ".svg": (*_ANY, *(_inserted(_SVG),) * 3, attribute, attribute),
    ".png": (flip, cut, recode),
    ".ttf": (flip, cut, recode),
}
