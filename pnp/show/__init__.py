"""One thing of a game as `pnp` sees it: its fields and where each came from, where it is used, and where it is printed."""

from __future__ import annotations

from pathlib import Path

from pnp.diag import Found, suggest
from pnp.model import load as loading
from pnp.model.load import Loaded
from pnp.show import fields, printed, things, uses
from pnp.show.base import NoThing, Print, Shown, Thing, Unreadable, Use, Value

__all__ = ("NoThing", "Print", "Shown", "Unreadable", "Use", "Value", "show")


def show(folder: Path, name: str) -> tuple[Shown, ...]:
    """What a game knows of an id, or of ``kind:id`` where several kinds have it.

    More than one where a kind has it several times, such as a column of several tables; `others` names what else has it.
    Raises `NoThing` where there is none, or several of which one must be chosen, and `Unreadable` where the game cannot
    be made out.
    """
    loaded = loading.load(folder, Found())
    if loaded is None:
        raise Unreadable(f"the game in '{folder}' cannot be read; `pnp check` says why")
    every = things.things(loaded.game)
    chosen = _chosen(every, name)
    press = printed.Press.open(loaded) if loaded.whole else None
    others = tuple(f"{one.kind}:{one.id}" for one in every if one.id == chosen[0].id and one not in chosen)
    return tuple(_shown(loaded, thing, tuple(dict.fromkeys(others)), press) for thing in chosen)


def _chosen(every: tuple[Thing, ...], name: str) -> tuple[Thing, ...]:
    """The things of that name; of several kinds the nearest to the table: a counter rather than its drawing."""
    kind, colon, id = name.rpartition(":")
    there = [thing for thing in every if thing.id == id and (not colon or kind in (thing.kind, *thing.families))]
    if not there:
        known = [thing.id for thing in every] + [f"{thing.kind}:{thing.id}" for thing in every]
        hint = suggest(name, known)
        raise NoThing(f"the game has no '{name}'" + (f"; {hint}" if hint else ""))
    nearest = min(thing.rank for thing in there)
    chosen = tuple(thing for thing in there if thing.rank == nearest)
    if len({thing.kind for thing in chosen}) > 1:
        told = "".join(f"\n  {thing.kind}:{thing.id}  {thing.span}" for thing in there)
        raise NoThing(f"there are several '{id}'; say which:{told}")
    return chosen


def _told_apart(loaded: Loaded) -> bool:
    """Whether a game says of anything where it is from: one that never does is its author's own."""
    return any("source" in record.where.keys for record, _ in uses.records(loaded.game))


def _shown(loaded: Loaded, thing: Thing, others: tuple[str, ...], press: printed.Press | None) -> Shown:
    used = uses.uses(loaded, thing)
    return Shown(
        game=loaded.game.id,
        kind=thing.kind,
        id=thing.id,
        name=thing.name,
        span=thing.span,
        owners=tuple(f"{owner.kind}:{owner.id}" for owner in thing.owners),
        source=thing.source if _told_apart(loaded) else "",
        section=str(getattr(thing.record, "section", "") or ""),
        values=tuple(fields.values(loaded.game, thing)),
        uses=used,
        prints=tuple(press.prints(thing, used)) if press else (),
        drawn=press is not None,
        others=others,
    )
