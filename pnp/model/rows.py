"""Rows of the same keys → records, a key of all of them after the other.

Most content is right, and much of it comes in rows: a deck's cards, a table's lines. What they say under one key is often the
same; it is read once, by the very reader that reads it anywhere. As soon as anything is wrong, nothing of it counts: then
the rows are read one by one, so that everything is told in its order.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any

from pnp.diag import Found
from pnp.model.base import Where
from pnp.model.references import Named, References
from pnp.model.values import BAD, Reader, Reading
from pnp.records import many
from pnp.source.node import Row

if TYPE_CHECKING:
    from pnp.model.decode import Form, Plan

_Columns = list[list[Any]]
_Pairs = tuple[tuple[str, str], ...]


def read(plan: Plan, form: Form, rows: tuple[Row, ...], reading: Reading) -> list[Any] | None:
    """The records of all rows of the same keys; None where something is wrong with one of them."""
    if form.odd:
        return None
    named = Named(rows, {}, {})
    columns = _columns(form, rows, named, reading)
    if columns is None or not _defined(plan, form, rows, columns, reading):
        return None
    if named.texts:
        reading.references.add(named)
    given: dict[str, list[Any]] = dict(zip(form.fields, columns, strict=True))
    if plan.carries:
        given["values"] = _carried(form, [given.pop(name) for name in form.carried], len(rows))
    given["where"] = [Where(None, None, row) for row in rows]
    return many(plan.record, len(rows), given)


def _columns(form: Form, rows: tuple[Row, ...], named: Named, reading: Reading) -> _Columns | None:
    """The values under each key; None where one is wrong. What they name is added to `named`."""
    columns: _Columns = []
    for at, plain in enumerate(form.plain):
        texts = rows[0].rows.texts(at)
        if plain is None:
            known = _known(form.readers[at], dict(zip(texts, rows, strict=True)), at, reading)
            if known is None:
                return None
            values, pairs = known
            if any(pairs.values()):
                named.texts[at], named.named[at] = texts, pairs
            columns.append([*map(values.__getitem__, texts)])
        elif plain is str or all(map(plain, texts)):
            columns.append(texts)
        else:
            return None
    return columns


def _known(
    reader: Reader, texts: dict[str, Row], at: int, reading: Reading
) -> tuple[dict[str, Any], dict[str, _Pairs]] | None:
    """The value of each text, and what it names; None where one is wrong. For each there is a row in which it stands."""
    values: dict[str, Any] = {}
    pairs: dict[str, _Pairs] = {}
    trial = Reading(Found(), attributes=reading.attributes, defaults=reading.defaults)
    for text, row in texts.items():
        trial.references = References()
        values[text] = reader(row.node(at), trial)
        if values[text] is BAD or trial.found.items:
            return None
        pairs[text] = tuple([(one.what, one.text) for one in trial.references])
    return values, pairs


def _defined(plan: Plan, form: Form, rows: tuple[Row, ...], columns: _Columns, reading: Reading) -> bool:
    """Make the rows' ids known; False, and nothing is, where one is known already."""
    if not plan.families or form.id < 0:
        return True
    ids = columns[form.id]
    families = [reading.defined.setdefault(family, {}) for family in plan.families]
    if len(set(ids)) < len(ids) or not all(known.keys().isdisjoint(ids) for known in families):
        return False
    for known in families:
        known.update(zip(ids, zip(rows, repeat(form.id)), strict=False))
    return True


def _carried(form: Form, columns: _Columns, count: int) -> list[dict[str, Any]]:
    """The attributes that each row carries, with those that are left out."""
    names = (*form.values, *form.carried)
    left = map(repeat, form.values.values())
    if not columns:
        return [{**form.values} for _ in range(count)]
    return [dict(zip(names, values, strict=True)) for values in zip(*left, *columns, strict=False)]
