"""Plain expressions, worked out without Jinja: names, attributes, calls, numbers, words, comparisons, and/or/not, a few sums.

Most expressions of a game are no more than ``param('loot')`` or ``piece('noble').purse``. Jinja takes a tenth of a second
to come and milliseconds to compile each; reading Python's own syntax tree, of which these are a subset, takes a fiftieth.
What is not in the subset (``~``, most of ``is``, methods of words and lists, rare filters) is left to the sandbox, and a
test holds both to the same answers. `filters` has the filters.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pnp.model.filters import FILTERS, PIPE, READERS, NotPlain, attribute, unpiped

Names = Mapping[str, Any]
Value = Callable[[Names], Any]

_COMPARE: Final = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
_SUMS: Final = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
_WORDS: Final = {"true": True, "false": False, "none": None}
# What Jinja reads as an argument of the test.
_ASKED_MORE: Final = r"\bnone\s+(?!and\b|or\b|else\b)[\w'\"(\[{]"
_LARGE: Final = 10**7


def compile(text: str) -> Value | None:
    """An expression as a function of its names; None where it is not plain. The function raises `NotPlain` where a value
    turns out not to be plain, and what the names' own functions raise."""
    if "~" in text or "\n" in text or PIPE in text or ("none" in text and re.search(_ASKED_MORE, text)):
        return None
    try:
        return _read(ast.parse(unpiped(text) if "|" in text else text, mode="eval").body)
    except (SyntaxError, NotPlain, ValueError, RecursionError, MemoryError):
        return None


def _read(node: ast.expr) -> Value:
    reader = _READERS.get(type(node))
    if reader is None:
        raise NotPlain
    return reader(node)


def _constant(node: Any) -> Value:
    value = node.value
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise NotPlain
    return lambda _: value


def _name(node: Any) -> Value:
    name = node.id
    if name in _WORDS:
        value = _WORDS[name]
        return lambda _: value
    if name.startswith("_"):
        raise NotPlain

    def get(names: Names) -> Any:
        try:
            return names[name]
        except KeyError:
            raise NotPlain from None

    return get


def _attribute(node: Any) -> Value:
    if node.attr.startswith(PIPE):
        return _filter(node, (), ())
    inner, name = _read(node.value), node.attr
    if name.startswith("_"):
        raise NotPlain
    if isinstance(node.value, ast.Name) and node.value.id not in _WORDS:
        return _field(node.value.id, name)
    return lambda names: attribute(inner(names), name)


def _field(owner: str, name: str) -> Value:
    """``it.name``, which is what layouts show."""

    def get(names: Names) -> Any:
        try:
            value = names[owner]
            return READERS[type(value)](value, name)
        except (KeyError, AttributeError):
            raise NotPlain from None

    return get


def _filter(node: Any, arguments: Sequence[Value], named: Sequence[tuple[str, Value]]) -> Value:
    """A filter of what stands before it."""
    work, inner = FILTERS.get(node.attr.removeprefix(PIPE)), _read(node.value)
    if work is None:
        raise NotPlain

    def filtered(names: Names) -> Any:
        value, asked = inner(names), [one(names) for one in arguments]
        try:
            return work(value, *asked, **{key: one(names) for key, one in named})
        except TypeError:
            raise NotPlain from None

    return filtered


def _piped(node: ast.expr) -> bool:
    """Whether an expression ends in a filter."""
    inner = node.func if isinstance(node, ast.Call) else node
    return isinstance(inner, ast.Attribute) and inner.attr.startswith(PIPE)


def _call(node: Any) -> Value:
    """Only functions that the names give: nothing that an attribute leads to, but filters."""
    arguments = [_read(one) for one in node.args]
    if any(one.arg is None for one in node.keywords):
        raise NotPlain
    named = [(one.arg, _read(one.value)) for one in node.keywords]
    if _piped(node):
        return _filter(node.func, arguments, named)
    if not isinstance(node.func, ast.Name):
        raise NotPlain
    function = _name(node.func)

    def call(names: Names) -> Any:
        asked = function(names)
        if not callable(asked):
            raise NotPlain
        return asked(*(one(names) for one in arguments), **{key: one(names) for key, one in named})

    return call


def _comparison(node: Any) -> Value:
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.Is | ast.IsNot):
        return _is_none(node)
    parts = [_read(one) for one in (node.left, *node.comparators)]
    signs = [_COMPARE.get(type(one)) for one in node.ops]
    if None in signs:
        raise NotPlain

    def compare(names: Names) -> bool:
        values = [part(names) for part in parts]
        return all(sign(a, b) for sign, a, b in zip(signs, values, values[1:], strict=False))  # type: ignore[misc]

    return compare if len(parts) == 2 else _refuse()


def _is_none(node: Any) -> Value:
    """``is none``, which to Jinja is closer than a sum."""
    asked, right = _read(node.left), node.comparators[0]
    if (
        not isinstance(right, ast.Name)
        or right.id != "none"
        or isinstance(node.left, ast.BinOp | ast.UnaryOp | ast.IfExp)
    ):
        raise NotPlain
    wanted = isinstance(node.ops[0], ast.Is)
    return lambda names: (asked(names) is None) is wanted


def _refuse() -> Value:
    raise NotPlain


def _choice(node: Any) -> Value:
    parts = [_read(one) for one in node.values]
    both = isinstance(node.op, ast.And)

    def choose(names: Names) -> Any:
        value = None
        for part in parts:
            value = part(names)
            if bool(value) != both:
                return value
        return value

    return choose


def _not(node: Any) -> Value:
    inner = _read(node.operand)
    if isinstance(node.op, ast.USub) and _piped(node.operand):
        raise NotPlain  # Jinja filters what is negative
    if isinstance(node.op, ast.Not):
        return lambda names: not inner(names)
    if isinstance(node.op, ast.USub):
        return lambda names: -_number(inner(names))
    raise NotPlain


def _sum(node: Any) -> Value:
    sign = _SUMS.get(type(node.op))
    if sign is None:
        raise NotPlain
    left, right = _read(node.left), _read(node.right)
    return lambda names: sign(_number(left(names)), _number(right(names)))


def _number(value: Any) -> Any:
    """A number of a size that a game may have: what is larger is the sandbox's to judge."""
    if not isinstance(value, int | float) or abs(value) > _LARGE:
        raise NotPlain
    return value


def _item(node: Any) -> Value:
    inner, index = _read(node.value), _read(node.slice)

    def get(names: Names) -> Any:
        owner, at = inner(names), index(names)
        if not isinstance(owner, tuple | list) or not isinstance(at, int) or not -len(owner) <= at < len(owner):
            raise NotPlain
        return owner[at]

    return get


def _if(node: Any) -> Value:
    test, yes, no = _read(node.test), _read(node.body), _read(node.orelse)
    return lambda names: yes(names) if test(names) else no(names)


def _tuple(node: Any) -> Value:
    parts = [_read(one) for one in node.elts]
    kind = tuple if isinstance(node, ast.Tuple) else list
    return lambda names: kind(part(names) for part in parts)


_READERS: Final[dict[type[ast.expr], Callable[[Any], Value]]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Compare: _comparison,
    ast.BoolOp: _choice,
    ast.UnaryOp: _not,
    ast.BinOp: _sum,
    ast.IfExp: _if,
    ast.Tuple: _tuple,
    ast.List: _tuple,
    ast.Subscript: _item,
}
