"""Two versions of a game → what changed, piece by piece, old and new values.

Things with ids are told apart by them, wherever they were moved; what has none (rows, placements, notes) by what it says.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final

from pnp.model.decode import FAMILIES
from pnp.model.game import Game
from pnp.model.tables import Row, Table
from pnp.records import dataclass
from pnp.show import fields, things
from pnp.source.content import inside

_KNOWN: Final = frozenset(name for name, _ in FAMILIES)
_PARTS: Final = (("game", "game"), ("style", "style"), ("setup", "set-up"), ("book", "book"))
_IDLE: Final = frozenset({"where", "values", "folder"})
_PROSE: Final = (".md",)


@dataclass(frozen=True, slots=True)
class Edit:
    """A value that changed: `old` is '' where there was none, `new` where there is none any more."""

    key: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one thing of a game. `what` is ``changed``, ``added`` or ``removed``; `within` are the things it
    stands in, outermost first, as ``kind:id``; edits of a thing that was added or removed are all of its values."""

    what: str
    kind: str
    id: str
    name: str
    within: tuple[str, ...]
    edits: tuple[Edit, ...]


Values = Mapping[str, str]
# What a thing is known by: its kind, the things it stands in where only they know it, and its id.
_Key = tuple[str, ...]


def changes(old: Game, new: Game) -> tuple[Change, ...]:
    """Everything that is not as it was, in the order of the game as it is; what is gone comes last of its kind."""
    before, after = dict(_things(old)), dict(_things(new))
    found = [change for key in _merged(before, after) if (change := _compared(before.get(key), after.get(key)))]
    return (*found, *_files(Path(old.folder), Path(new.folder)))


@dataclass(frozen=True, slots=True)
class _Thing:
    kind: str
    id: str
    name: str
    within: tuple[str, ...]
    values: Values
    lists: Mapping[str, tuple[str, ...]]


def _merged(before: Mapping[_Key, _Thing], after: Mapping[_Key, _Thing]) -> list[_Key]:
    """All keys: the new ones in their order, those that are gone behind the last of their kind."""
    order = list(after)
    kinds = {key[0]: index for index, key in enumerate(order)}
    gone = [key for key in before if key not in after]
    ranked = [((index, 0), key) for index, key in enumerate(order)]
    ranked += [((kinds.get(key[0], len(order)), 1), key) for key in gone]
    return [key for _, key in sorted(ranked, key=lambda one: one[0])]


def _compared(old: _Thing | None, new: _Thing | None) -> Change | None:
    shown = new or old
    assert shown is not None
    edits = tuple(_edits(old, new))
    if old is not None and new is not None:
        return Change("changed", shown.kind, shown.id, shown.name, shown.within, edits) if edits else None
    return Change("added" if new else "removed", shown.kind, shown.id, shown.name, shown.within, edits)


def _edits(old: _Thing | None, new: _Thing | None) -> Iterator[Edit]:
    before, after = old.values if old else {}, new.values if new else {}
    for key in dict.fromkeys((*after, *before)):
        if before.get(key, "") != after.get(key, ""):
            yield Edit(key, before.get(key, ""), after.get(key, ""))
    lists, listed = old.lists if old else {}, new.lists if new else {}
    for key in dict.fromkeys((*listed, *lists)):
        yield from _lines(key, lists.get(key, ()), listed.get(key, ()))


def _lines(key: str, old: Sequence[str], new: Sequence[str]) -> Iterator[Edit]:
    """What differs between two lists: what stands in the place of what, else what came or went."""
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        before, after = old[a:b], new[c:d]
        for index in range(max(len(before), len(after))):
            yield Edit(key, *(side[index] if index < len(side) else "" for side in (before, after)))


def _things(game: Game) -> Iterator[tuple[_Key, _Thing]]:
    for name, kind in _PARTS:
        record = getattr(game, name)
        if record is not None:
            yield (kind,), _thing(record, kind, "", ())
    for thing in things.things(game):
        if thing.record is not None:
            within = tuple(f"{owner.kind}:{owner.id}" for owner in thing.owners)
            key = (thing.kind, *(() if thing.families else within), thing.id)
            yield key, _thing(thing.record, thing.kind, thing.id, within)


def _thing(record: Any, kind: str, id: str, within: tuple[str, ...]) -> _Thing:
    values: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    _gather(record, "", values, lists)
    if within:
        values["in"] = within[-1].replace(":", " ", 1)
    for key, value in (getattr(record, "values", None) or {}).items():
        values[key] = fields.said(value)
    return _Thing(kind, id, str(getattr(record, "name", "") or ""), within, values, lists)


def _gather(record: Any, before: str, values: dict[str, str], lists: dict[str, tuple[str, ...]]) -> None:
    """A record's values by key, those of a record within it as ``reverse.name``, a table's cells by row and column."""
    for entry in dataclasses.fields(record):
        value, key = getattr(record, entry.name), before + entry.name.rstrip("_").replace("_", "-")
        if entry.name in _IDLE or value is None or value in ("", ()):
            continue
        if dataclasses.is_dataclass(value):
            _gather(value, f"{key}.", values, lists)
        elif isinstance(value, tuple) and dataclasses.is_dataclass(value[0]):
            _listed(record, key, value, values, lists)
        else:
            values[key] = fields.said(value, fields.is_length(record, entry.name))


def _listed(
    record: Any, key: str, items: tuple[Any, ...], values: dict[str, str], lists: dict[str, tuple[str, ...]]
) -> None:
    if isinstance(record, Table) and isinstance(items[0], Row):
        columns = [column.name for column in record.columns]
        for row in items:
            for number, cell in enumerate(row.cells):
                column = columns[number] if number < len(columns) else str(number + 1)
                values[f"row {row.key}, column {column}"] = cell
    elif not hasattr(items[0], "id"):  # what has an id is a thing of its own
        lists[key] = tuple(_line(item) for item in items)


def _line(record: Any) -> str:
    """A record without an id in one line."""
    values: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    _gather(record, "", values, lists)
    parts = [f"{key} {value}" for key, value in values.items()]
    return "; ".join(parts + [f"{key}: {' / '.join(lines)}" for key, lines in lists.items()])


def _files(old: Path, new: Path) -> Iterator[Change]:
    """Chapters paragraph by paragraph; layouts, drawings, pictures and type as wholes."""
    before, after = _others(old), _others(new)
    for name in sorted(before.keys() | after.keys()):
        data, now = before.get(name), after.get(name)
        if data == now:
            continue
        what = "added" if data is None else "removed" if now is None else "changed"
        prose = name.endswith(_PROSE)
        edits = tuple(_lines("text", _paragraphs(data), _paragraphs(now))) if prose and what == "changed" else ()
        yield Change(what, "chapter" if prose else "file", name, "", (), edits)


def _others(folder: Path) -> dict[str, bytes]:
    """The files of a game that are no records."""
    paths = (
        path for place in ("rules", "faces", "art", "fonts", "book") for path in sorted((folder / place).rglob("*"))
    )
    names = (path.relative_to(folder).as_posix() for path in paths if path.is_file())
    return {name: (folder / name).read_bytes() for name in names if inside(folder, name) and "/." not in name}


def _paragraphs(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "replace")
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def pieces(found: Iterable[Change]) -> tuple[Change, ...]:
    """The counters and cards among changes."""
    return tuple(change for change in found if change.kind in ("counter", "card"))
