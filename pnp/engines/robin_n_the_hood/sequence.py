"""The steps of the game: placing, journeys, rounds, robberies, fights. Sections are named by the ids of their headings."""

from __future__ import annotations

from typing import Any, Final

from pnp.engines.base import Act, Agenda, Ask, Move, Outcome, Roll, Seats, Task, die
from pnp.engines.robin_n_the_hood.state import Draft, State
from pnp.engines.robin_n_the_hood.world import CARRIAGE, COIN, MOON, NIGHT

PASS: Final = Move("pass")
STEPS: Final = ("sneaking", "rolling", "crossroads", "robbery", "fight", "loading", "turning", "night-end")
_COLUMNS: Final = ((1, 1, "one-one"), (1, 2, "one-two"), (2, 2, "two-two"))


def begin(draft: Draft) -> None:
    """Puts the whole set-up on the agenda (section `setup`)."""
    draft.then(*(Task("place", (seat,)) for seat in range(len(draft.seats))), Task("start"))


def _free(draft: Any, tile: int) -> bool:
    return bool(sum(at == tile for at in draft.men) < draft.world.limit)


def _places(draft: Any, seat: int) -> tuple[Move, ...]:
    return tuple(Move("place", (tile,)) for number, tile in enumerate(draft.world.tiles) if _free(draft, number))


def _place(draft: Draft, move: Move, seat: int) -> None:
    draft.men[seat] = draft.world.place[move.args[0]]
    draft.say("placed", f"space/{move.args[0]}", *draft.man(seat))


def _starts(draft: Any) -> tuple[tuple[Move, int], ...]:
    return die(("start",), draft.world.sides)


def _start(draft: Draft, move: Move) -> None:
    """The end from which the carriage first sets out; men whom nobody took, and their pledges, go back into the box."""
    idle = [man for man in draft.world.men if man not in draft.seats]
    draft.say("boxed", *(f"counter/{prefix}{man}" for man in idle for prefix in ("", "pledge-")))
    draft.origin = draft.world.number.index(move.args[1])
    draft.then(Task("journey"))


def _journey(draft: Draft) -> None:
    """A load, the moon moves on, and the first round (sections `loading`, `journeys`)."""
    w = draft.world
    draft.journey += 1
    draft.exit, draft.step, draft.stolen = -1, 0, 0
    load = min(draft.hoard, w.load if draft.journey > 1 else w.first_load)
    draft.hoard -= load
    draft.coffer += load
    track, preset = f"track/{NIGHT}/{draft.journey}", f"event/{NIGHT}/{draft.journey}/text"
    refs = (track, f"counter/{MOON}", "step/turning", f"space/{draft.where}")
    draft.say("journey", *refs, *((preset,) if draft.journey in w.preset else ()), value=str(draft.journey))
    if load:
        draft.say("loaded", "step/loading", "zone/hoard", "zone/coffer", f"counter/{COIN}", amount=load)
    draft.then(Task("round"))


def _round(draft: Draft) -> None:
    """The lead passes on; every man in order from him, then the carriage (section `lead`)."""
    count = len(draft.seats)
    draft.lead = (draft.lead + 1) % count
    draft.then(*(Task("sneak", ((draft.lead + more) % count,)) for more in range(count)), Task("advance"))


def _sneaks(draft: Any, seat: int) -> tuple[Move, ...]:
    w = draft.world
    return (PASS, *(Move("to", (w.tiles[n],)) for n in w.near[draft.men[seat]] if _free(draft, n)))


def _sneak(draft: Draft, move: Move, seat: int) -> None:
    if move == PASS:
        return
    draft.men[seat] = draft.world.place[move.args[0]]
    draft.say("sneaked", "step/sneaking", f"space/{move.args[0]}", *draft.man(seat))


def _advance(draft: Draft) -> None:
    """The carriage rolls on, tile by tile; the way station turns it, its end stops it (sections `carriage`, `crossroads`)."""
    w = draft.world
    pace = w.hurried if draft.hurried else w.pace
    draft.hurried = False
    for _ in range(pace):
        draft.step += 1
        if draft.step == w.long + 1:
            _cross(draft)
        draft.say("rolled", "step/rolling", f"space/{draft.where}", f"counter/{CARRIAGE}")
        if draft.step == w.whole:
            draft.then(Task("arrive"))
            return
    robbers = draft.robbers() if draft.coffer else ()
    draft.then(*_robbery(robbers), Task("round"))


def _cross(draft: Draft) -> None:
    draft.exit, cell = draft.world.exit(draft.origin, draft.stolen)
    draft.say("crossed", "step/crossroads", cell, value=draft.world.number[draft.exit])


def _robbery(robbers: tuple[int, ...]) -> tuple[Task, ...]:
    if not robbers:
        return ()
    return (Task("rob", robbers),) if len(robbers) == 1 else (Task("fight", robbers),)


def _most(draft: Any) -> int:
    return min(int(draft.world.greed), int(draft.coffer))


def _grabs(draft: Any, seat: int) -> tuple[Move, ...]:
    return tuple(Move("take", (str(count),)) for count in range(1, _most(draft) + 1))


def _grab(draft: Draft, move: Move, seat: int) -> None:
    """A man alone with the carriage (section `robbery`)."""
    _steal(draft, {seat: int(move.args[0])})


def _steal(draft: Draft, coins: dict[int, int]) -> None:
    """Coins change hands, those of the earlier in order first; enough of them hurry the carriage (section `hurry`)."""
    gone = 0
    for seat, wanted in coins.items():
        took = min(wanted, draft.coffer)
        draft.coffer -= took
        draft.loot[seat] += took
        gone += took
        draft.say("stole", f"seat/{draft.seats[seat]}", "step/robbery", f"counter/{COIN}", "zone/coffer", amount=took)
    draft.stolen += gone
    draft.hurried = gone >= draft.world.hurry
    if not draft.coffer and not draft.hoard:
        _finish(draft, "all stolen")


def _finish(draft: Draft, reason: str) -> None:
    """The most coins win; equals win together (section `winning`)."""
    draft.say("ended", "step/night-end")
    best = max(draft.loot)
    draft.over = Outcome(reason, tuple(one for one, loot in zip(draft.seats, draft.loot, strict=True) if loot == best))
    draft.agenda.clear()


def announcements(draft: Any, *pair: int) -> tuple[Move, ...]:
    """What each of two men may announce (section `fights`)."""
    return tuple(Move("announce", (str(count),)) for count in range(1, _most(draft) + 1))


def announce(state: State, seat: int, move: Move) -> State:
    """One man's announcement, unseen by the other."""
    said = list(state.said)
    said[seat] = int(move.args[0])
    return state._replace(said=tuple(said))


def reveal(draft: Draft) -> None:
    """Both have announced: the die decides."""
    pair = draft.agenda.pop().about
    for seat in pair:
        pledge = f"counter/pledge-{draft.seats[seat]}"
        draft.say("announced", f"seat/{draft.seats[seat]}", "step/fight", pledge, value=str(draft.said[seat]))
    draft.then(Task("brawl", pair))


def _brawls(draft: Any, *pair: int) -> tuple[tuple[Move, int], ...]:
    return die(("fight",), draft.world.sides)


def _brawl(draft: Draft, move: Move, *pair: int) -> None:
    """What the fight table says: nobody, both, or whoever announced less."""
    roll, (one, two) = int(move.args[1]), sorted(draft.said[seat] for seat in pair)
    column = next(id for low, high, id in _COLUMNS if (low, high) == (one, two))
    fight = draft.world.fight
    verdict = fight.cell(column, roll)
    draft.say("fought", "step/fight", fight.ref(column, roll), *(f"seat/{draft.seats[seat]}" for seat in pair))
    winners = {seat: draft.said[seat] for seat in pair if verdict == "both" or draft.said[seat] == one}
    draft.said = [0] * len(draft.seats)
    if verdict != "nobody":
        _steal(draft, winners)


def _arrive(draft: Draft) -> None:
    """At the end of its path the carriage turns round, or the night is over (section `journeys`)."""
    draft.origin = draft.exit
    if draft.journey == draft.world.last:
        _finish(draft, "dawn")
        return
    draft.then(Task("journey"))


def _seat(draft: Any, seat: int, *others: int) -> str:
    return str(draft.seats[seat])


AGENDA: Final = Agenda[Draft](
    (
        Ask("place", _seat, _places, _place),
        Roll("start", _starts, _start),
        Act("journey", _journey),
        Act("round", _round),
        Ask("sneak", _seat, _sneaks, _sneak),
        Act("advance", _advance),
        Ask("rob", _seat, _grabs, _grab),
        # Two seats at once: `announce` and `reveal` carry it out.
        Ask("fight", _seat, announcements, lambda draft, move, *pair: None, forced=False),
        Roll("brawl", _brawls, _brawl),
        Act("arrive", _arrive),
    )
)


def turn(state: State) -> Seats:
    """In a fight both who have not announced yet."""
    if state.agenda and state.agenda[-1].step == "fight":
        return tuple(state.seats[seat] for seat in state.agenda[-1].about if not state.said[seat])
    return AGENDA.turn(state)
