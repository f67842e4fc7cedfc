"""A turn from its beginning to its end, and the end of the game (sections `turn`, `sequence`, `marian`, `winning`)."""

from __future__ import annotations

from typing import Any, Final

from pnp.engines.base import Act, Agenda, Ask, Move, Outcome, Roll, Task, kinds, more
from pnp.engines.legends_of_robin_hood import playing
from pnp.engines.legends_of_robin_hood.playing import DONE
from pnp.engines.legends_of_robin_hood.state import Chances, Draft

PHASES: Final = ("prepare", "play", "discard", "draw")
FORFEIT: Final = Move("forfeit")


def _deal(draft: Draft, seat: int) -> None:
    """The hands, from the first seat on (section `setup`)."""
    if seat < len(draft.seats):
        draft.then(Task("fill", (seat,)), Task("deal", (seat + 1,)))
    else:
        draft.then(Task("begin", (0,)))


def _begin(draft: Draft, seat: int) -> None:
    """A Disguise comes off; who is captive forfeits his turn unless Maid Marian comes (sections `disguise`, `capture`)."""
    draft.seat = seat
    draft.turn += 1
    draft.laid, draft.pace = draft.world.pack.none, 0
    draft.spent = (0,) * len(draft.world.suits)
    draft.say(
        "turn", *draft.who(seat), f"space/{draft.world.squares[draft.at[seat]]}", "step/prepare", value=str(draft.turn)
    )
    if draft.masks[seat] >= 0:
        draft.unmask(seat)
        draft.say("undisguised", "step/prepare", *draft.who(seat))
    draft.then(Task("escape") if draft.captive[seat] else Task("act"))


def _escapes(draft: Any) -> tuple[Move, ...]:
    """He is asked even without her card: a pause would tell that he has it."""
    w, hand = draft.world, draft.hands[draft.seat]
    return (*(w.faces[card].play for card in w.does["marian"] if hand[card]), FORFEIT)


def _escape(draft: Draft, move: Move) -> None:
    """Out of the dungeon by Maid Marian, and on with the turn; else the turn is lost, and he is free when it is over."""
    seat = draft.seat
    if move == FORFEIT:
        draft.captive[seat] -= 1
        draft.say("forfeited", "step/prepare", *draft.who(seat))
        draft.then(Task("end"))
        return
    draft.play(draft.world.pack.number[move.args[0]])
    draft.captive[seat] = 0
    draft.say("rescued", "step/prepare", *draft.who(seat))
    draft.then(Task("act"))


def _act(draft: Draft) -> None:
    draft.then(Task("play"), Task("discard", (0,)), Task("fill", (draft.seat,)), Task("end"))


def _discards(draft: Any, count: int) -> tuple[Move, ...]:
    """One card, or none; who has played nothing as many as he likes, but one at least (section `turn`)."""
    w, hand = draft.world, draft.hands[draft.seat]
    idle = not any(draft.spent)
    if not any(hand) or (not idle and count >= w.value("discard")):
        return ()
    cards = (w.faces[card].discard for card in kinds(hand))
    return (*cards, *(() if idle and count < w.value("idle-discard") else (DONE,)))


def _discard(draft: Draft, move: Move, count: int) -> None:
    if move == DONE:
        return
    card = draft.world.pack.number[move.args[0]]
    draft.hands[draft.seat] = more(draft.hands[draft.seat], card, -1)
    draft.stock = draft.stock.lay(card)
    draft.say("discarded", "step/discard", *draft.who(draft.seat))
    draft.then(Task("discard", (count + 1,)))


def _fill(draft: Draft, seat: int) -> None:
    """Up to a full hand (section `turn`)."""
    if sum(draft.hands[seat]) < draft.world.value("hand") and draft.upcoming():
        draft.then(Task("draw", (seat,)), Task("fill", (seat,)))


def _draws(draft: Any, seat: int) -> Chances:
    chances: Chances = draft.world.pack.draws(draft.stock.pile)
    return chances


def _draw(draft: Draft, move: Move, seat: int) -> None:
    card = draft.world.pack.number[move.args[0]]
    draft.take(card)
    draft.hands[seat] = more(draft.hands[seat], card)
    draft.say("drew", "step/draw", *draft.who(seat))


def _end(draft: Draft) -> None:
    """Played cards become discards; with the deck emptied often enough the game is over (section `winning`)."""
    for card in kinds(draft.laid):
        draft.stock = draft.stock.lay(card, draft.laid[card])
    draft.laid = draft.world.pack.none
    if draft.stock.emptied < draft.last:
        draft.then(Task("begin", ((draft.seat + 1) % len(draft.seats),)))
        return
    scores = tuple(zip(draft.gold, draft.men, strict=True))
    best = max(scores)
    tied = sum(gold == best[0] for gold in draft.gold) > 1
    winners = tuple(seat for seat, score in zip(draft.seats, scores, strict=True) if score == best)
    draft.over = Outcome("most Merry Men" if tied else "most gold", winners)


def _turn(draft: Any, *about: Any) -> str:
    seat: str = draft.seats[draft.seat]
    return seat


AGENDA: Final = Agenda[Draft](
    (
        Act("deal", _deal),
        Act("begin", _begin),
        Ask("escape", _turn, _escapes, _escape, forced=False),
        Act("act", _act),
        Ask("play", _turn, playing.plays, playing.play, forced=False),
        Ask("move", _turn, playing.goals, playing.move, forced=False),
        Act("turn", playing.turning),
        Roll("top", playing.tops, playing.turn),
        Ask("jail", _turn, playing.jails, playing.jail),
        Roll("steal", playing.loose, playing.steal),
        Ask("discard", _turn, _discards, _discard, forced=False),
        Act("fill", _fill),
        Roll("draw", _draws, _draw),
        Act("end", _end),
    )
)
