"""States made and told: the set-up, positions of examples, where everything is, facts, a text diagram."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.engines.base import Answer, Kind, Place, PositionError, Seats, Task, Trace, answer, whose
from pnp.engines.robin_n_the_hood.sequence import AGENDA, begin, turn
from pnp.engines.robin_n_the_hood.state import Draft, State
from pnp.engines.robin_n_the_hood.world import CARRIAGE, COIN, DIE, HUB, MOON, World
from pnp.model.rules import Position


def empty(world: World, seats: Seats) -> State:
    """Nobody placed, nothing loaded."""
    none = (0,) * len(seats)
    return State(
        world, seats, (), (), None, (-1,) * len(seats), none, none, 0, -1, -1, -1, 0, 0, False, 0, world.coins
    )  # fmt: skip


def start(world: World, seats: Seats) -> State:
    """The beginning of a game (section `setup`)."""
    draft = Draft(empty(world, seats))
    begin(draft)
    state: State = AGENDA.advance(draft)[0]
    return state


def middle(world: World, position: Position) -> State:
    """A round in the middle of a journey; with no men on the board, the set-up. Raises `PositionError`."""
    settings = _settings(position)
    stacks = {stack.piece: stack for stack in position.stacks}
    seats = tuple(man for man in world.men if man in stacks)
    if not seats:
        return start(world, world.men[: _number(settings, "players", len(world.men), position)])
    draft = Draft(empty(world, seats))
    for seat, man in enumerate(seats):
        if stacks[man].at not in world.place:
            raise PositionError(f"'{man}' cannot stand at '{stacks[man].at}'", stacks[man])
        draft.men[seat] = world.place[stacks[man].at]
    _coins(draft, settings, position)
    if CARRIAGE not in stacks:
        raise PositionError("a position says where the carriage is", position)
    _carriage(draft, stacks[CARRIAGE].at, settings.get("from"), position)
    draft.then(*([Task("advance")] if position.phase == "rolling" else [Task("round")]))
    state: State = AGENDA.advance(draft)[0]
    return state


def _settings(position: Position) -> dict[str, str]:
    settings = dict(one.partition("=")[::2] for one in position.settings)
    known = ("players", "from", "coffer", "hoard", "stolen", "hurried")
    for key in settings:
        if key not in known and not key.startswith("loot."):
            raise PositionError(f"'{key}' is not known; there are {', '.join(known)} and loot.<man>", position)
    return settings


def _number(settings: Mapping[str, str], key: str, otherwise: int, position: Position) -> int:
    value = settings.get(key, str(otherwise))
    if not value.isdecimal():
        raise PositionError(f"'{key}={value}' is not a number", position)
    return int(value)


def _coins(draft: Draft, settings: Mapping[str, str], position: Position) -> None:
    """What is on the carriage and stolen so far; the rest waits in the hoard, unless said."""
    draft.journey = int(position.turn)
    draft.lead = 0 if position.phase == "rolling" else len(draft.seats) - 1  # a round passes the lead on as it begins
    draft.coffer = _number(settings, "coffer", draft.world.first_load, position)
    draft.stolen = _number(settings, "stolen", 0, position)
    draft.hurried = settings.get("hurried", "no") == "yes"
    for seat, man in enumerate(draft.seats):
        draft.loot[seat] = _number(settings, f"loot.{man}", 0, position)
    left = draft.world.coins - draft.coffer - sum(draft.loot)
    draft.hoard = _number(settings, "hoard", left, position)
    if left < 0 or draft.hoard > left:
        raise PositionError("there are not so many coins", position)


def _carriage(draft: Draft, at: str, origin: str | None, position: Position) -> None:
    """On its way in, or, where `from` names another end than its own arm's, on its way out."""
    w = draft.world
    arm, deep = next(((n, one.index(at)) for n, one in enumerate(w.arms) if at in one), (-1, w.long + 1))
    start = w.number.index(origin) if origin in w.number else arm
    if start < 0 or (arm < 0 and at != HUB):
        message = f"the carriage cannot be at '{at}': a tile or an end, and where it comes from, as from=1"
        raise PositionError(message, position)
    draft.origin, draft.step = start, deep
    if at == HUB:
        draft.exit = w.exit(start, draft.stolen)[0]
    elif arm != start:
        draft.exit, draft.step = arm, w.whole - deep


def supply(state: State) -> Mapping[tuple[Kind, Place], int]:
    """Men, pledges, the carriage, the moon, the die, and every coin."""
    w = state.world
    held = {(COIN, Place("coffer")): state.coffer, (COIN, Place("hoard")): state.hoard}
    aside = w.coins - state.coffer - state.hoard - sum(state.loot)
    held |= {(COIN, Place("box")): aside} if aside else {}
    for man, at, loot in zip(state.seats, state.men, state.loot, strict=True):
        held[COIN, Place("loot", man)] = loot
        held[man, Place(w.tiles[at] if at >= 0 else "campfire")] = 1
        held[f"pledge-{man}", Place("hand", man)] = 1
    where = w.at(state.origin, state.exit, state.step) if state.origin >= 0 else "campfire"
    return held | {
        (CARRIAGE, Place(where, face="back" if state.hurried else "front")): 1,
        (MOON, Place("night", slot=str(state.journey))): 1,
        (DIE, Place("table")): 1,
    }


def _at(trace: Trace, piece: str) -> str | None:
    state: State = trace.last
    if piece == CARRIAGE:
        return state.world.at(state.origin, state.exit, state.step)
    if piece not in state.seats:
        return None
    at = state.men[state.seats.index(piece)]
    return state.world.tiles[at] if at >= 0 else "campfire"


def _loot(trace: Trace, man: str) -> str | None:
    state: State = trace.last
    return str(state.loot[state.seats.index(man)]) if man in state.seats else None


_FACTS: Mapping[str, Answer] = {
    "at": _at,
    "loot": _loot,
    "turn": whose(turn),
    "coffer": lambda trace, _: str(trace.last.coffer),
    "hoard": lambda trace, _: str(trace.last.hoard),
    "stolen": lambda trace, _: str(trace.last.stolen),
    "journey": lambda trace, _: str(trace.last.journey),
    "hurried": lambda trace, _: "yes" if trace.last.hurried else "no",
}


def fact(trace: Trace, key: str) -> str | None:
    """What an example may ask: the keys of `_FACTS`, with what it is about after a point."""
    return answer(_FACTS, trace, key)


def show(state: State) -> str:
    """The four arms from their ends inwards, who stands where, and the coins."""
    w = state.world
    carriage = w.at(state.origin, state.exit, state.step) if state.origin >= 0 else ""
    rows = [f"journey {state.journey} of {w.last}: {state.coffer} on the carriage, {state.hoard} to come"]
    for arm in w.arms:
        rows.append("  ".join(_cell(state, tile, carriage) for tile in arm))
    if carriage == HUB:
        rows.append("the carriage is at the way station")
    pace = w.hurried if state.hurried else w.pace
    rows.append(f"pace {pace}, stolen on this journey {state.stolen}")
    rows.append(", ".join(f"{man} {loot}" for man, loot in zip(state.seats, state.loot, strict=True)))
    return "\n".join(rows)


def _cell(state: State, tile: str, carriage: str) -> str:
    here = [man for man, at in zip(state.seats, state.men, strict=True) if state.world.place.get(tile, -2) == at]
    return tile + ("*" if tile == carriage else "") + (f"({', '.join(here)})" if here else "")
