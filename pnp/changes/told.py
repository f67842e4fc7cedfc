"""Changes in words: for the terminal, for programs, and for players in a file of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pnp.changes.compare import Change, Edit

FORMAT = 1


def text(found: Iterable[Change], whole: bool = False) -> Iterator[str]:
    """Lines for people: a thing, then old → new of each of its values; of what came or went only the name, or all of it."""
    for change in found:
        name = f" {change.name}" if change.name else ""
        yield f"{change.what}  {title(change)}{name}"
        for edit in change.edits if change.what == "changed" or whole else ():
            yield f"    {edit.key}: {_shown(edit)}"


def title(change: Change) -> str:
    """A thing's kind and id, with what it stands in where only that knows it."""
    inside = f", in the {change.within[-1].replace(':', ' ', 1)}" if change.within and change.kind not in _KNOWN else ""
    return f"{change.kind} {change.id}".strip() + inside


_KNOWN = ("counter", "card", "mat", "space", "zone", "route", "river", "passage", "terrain")


def _shown(edit: Edit) -> str:
    if not edit.old:
        return f"+ {edit.new}"
    return f"- {edit.old}" if not edit.new else f"{edit.old} → {edit.new}"


def record(found: Iterable[Change], game: str, since: str) -> dict[str, Any]:
    """For programs: JSON's objects; a value that was not there, or is no more, is null."""
    changes = [
        {
            "what": change.what,
            "kind": change.kind,
            "id": change.id,
            "name": change.name,
            "in": list(change.within),
            "values": [{"key": edit.key, "old": edit.old or None, "new": edit.new or None} for edit in change.edits],
        }
        for change in found
    ]
    return {"format": FORMAT, "game": game, "since": since, "changes": changes}


_CHAPTERS = (("added", "New"), ("changed", "Changed"), ("removed", "Gone: take them out"))


def page(found: Iterable[Change], game: str, since: str, version: str) -> str:
    """For players: Markdown with what is new, changed and gone. Ids stand only where a thing has no name."""
    every = tuple(found)
    lines = [f"# {_plain(game)}: what changed", "", f"Since {_plain(since)}; this is version {_plain(version)}.", ""]
    for what, heading in _CHAPTERS:
        chosen = [change for change in every if change.what == what]
        if chosen:
            lines += [f"## {heading}", "", *(line for change in chosen for line in _entry(change)), ""]
    if not every:
        lines += ["Nothing.", ""]
    return "\n".join(lines)


def _entry(change: Change) -> Iterator[str]:
    kind = change.kind.replace("-", " ").capitalize()
    yield f"* {kind} **{_plain(change.name or change.id)}**" if change.name or change.id else f"* {kind}"
    for edit in change.edits if change.what == "changed" else ():
        old, new = (f"“{_plain(value)}”" if value else "nothing" for value in (edit.old, edit.new))
        yield f"  * {_plain(edit.key)}: {old} is now {new}"


def _plain(text: str) -> str:
    """Words of the content as Markdown that says just that, in one line."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|!" else sign for sign in " ".join(text.split()))
