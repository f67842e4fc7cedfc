"""Cards played one at a time, each carried out before the next (sections `sequence`, `movement`, `fortune`, `special`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pnp.engines.base import Move, Task, bits, kinds, more
from pnp.engines.legends_of_robin_hood.state import Chances, Draft
from pnp.engines.legends_of_robin_hood.world import BOW, SWORD, Face

DONE: Final = Move("done")
STAY: Final = Move("stay")


# What may be played.


def plays(draft: Any) -> tuple[Move, ...]:
    """A card of each suit that is not used up, where it may be played; or an end of it."""
    faces, spent, limit = draft.world.faces, draft.spent, draft.world.value("suit-limit")
    found = []
    for card in kinds(draft.hands[draft.seat]):
        face: Face = faces[card]
        if spent[face.suit] < limit:
            found += _OPEN.get(face.does, _here)(draft, face)
    return (*found, DONE)


def _here(draft: Any, face: Face) -> list[Move]:
    """Where the character stands."""
    return [face.play] if face.fits >> draft.at[draft.seat] & 1 else []


def _never(draft: Any, face: Face) -> list[Move]:
    """Not by itself: Maid Marian is an answer (section `marian`), Discovered goes with an ambush (section `discovered`)."""
    return []


def _horse(draft: Any, face: Face) -> list[Move]:
    """After a movement card (section `horse`)."""
    return _here(draft, face) if draft.pace else []


def _ambush(draft: Any, face: Face) -> list[Move]:
    """Each opponent who is free, stands in such a place, and is not disguised, or can be discovered (section `ambush`)."""
    found = []
    for seat, square in enumerate(draft.at):
        if seat != draft.seat and face.fits >> square & 1 and not draft.captive[seat]:
            victim = (face.id, draft.seats[seat])
            if draft.masks[seat] < 0:
                found.append(Move("play", victim))
            else:
                found += [Move("play", (*victim, other)) for other in _discovering(draft, face)]
    return found


def _discovering(draft: Any, ambush: Face) -> Iterator[str]:
    """Discovered, in the hand and playable beside an ambush."""
    w, hand = draft.world, draft.hands[draft.seat]
    for card in w.does["discovered"]:
        face = w.faces[card]
        used = draft.spent[face.suit] + (face.suit == ambush.suit)
        if hand[card] and used < w.value("suit-limit"):
            yield face.id


def _arrow(draft: Any, face: Face) -> list[Move]:
    """Any opponent who is free and has a card (section `arrow`)."""
    others = (seat for seat in range(len(draft.seats)) if seat != draft.seat and not draft.captive[seat])
    found = [Move("play", (face.id, draft.seats[seat])) for seat in others if any(draft.hands[seat])]
    return found if face.fits >> draft.at[draft.seat] & 1 else []


_OPEN: Mapping[str, Callable[[Any, Face], list[Move]]] = {
    "ambush": _ambush,
    "marian": _never,
    "discovered": _never,
    "horse": _horse,
    "arrow": _arrow,
}


# What comes of it.


def play(draft: Draft, move: Move) -> None:
    """Carries out a card, and then the next may be played; who is done comes to his discards."""
    if move == DONE:
        return
    card = draft.world.pack.number[move.args[0]]
    face = draft.world.faces[card]
    draft.play(card)
    draft.then(*_DO[face.does](draft, card, face, move.args[1:]), Task("play"))


def _move(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    draft.pace = face.number
    return (Task("move", ("walk", face.number)),)


def _step(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    """A shortcut or a secret passage (sections `shortcut`, `passage`)."""
    return (Task("move", ("step", draft.world.value("step"))),)


def _ride(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    """The printed number once more, whatever was used of it (section `horse`)."""
    return (Task("move", ("ride", draft.pace * (draft.world.value("horse") - 1))),)


def _fight(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    """One or more cards are turned over; a Disguise is torn off first (sections `ambush`, `discovered`)."""
    victim = draft.seats.index(about[0])
    for id in about[1:]:
        draft.play(draft.world.pack.number[id])
        draft.unmask(victim)
        draft.say("discovered", *draft.who(draft.seat), *draft.who(victim))
    return (Task("turn", (card, face.number, 0, victim)),)


def _turning(name: str) -> Callable[[Draft, int, Face, tuple[str, ...]], tuple[Task, ...]]:
    """So many cards as a number of the rules says."""

    def do(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
        return (Task("turn", (card, draft.world.value(name), 0, draft.seat)),)

    return do


def _recruiting(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    return (Task("turn", (card, face.number, 0, draft.seat)),)


def _robbing(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    """A card for each Merry Man (section `rob`)."""
    return (Task("turn", (card, draft.men[draft.seat] * draft.world.value("rob-cards"), 0, draft.seat)),)


def _trap(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    """One Merry Man without a draw (section `fur`)."""
    draft.recruit(draft.world.value("fur-men"))
    return ()


def _hide(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    """The card stays before its owner (section `disguise`)."""
    draft.laid = more(draft.laid, card, -1)
    draft.masks[draft.seat] = card
    return ()


def _shoot(draft: Draft, card: int, face: Face, about: tuple[str, ...]) -> tuple[Task, ...]:
    """Cards out of an opponent's hand (section `arrow`)."""
    whom = draft.seats.index(about[0])
    return (Task("steal", (whom,)),) * min(draft.world.value("arrow-cards"), sum(draft.hands[whom]))


_DO: Mapping[str, Callable[[Draft, int, Face, tuple[str, ...]], tuple[Task, ...]]] = {
    "movement": _move,
    "shortcut": _step,
    "passage": _step,
    "horse": _ride,
    "ambush": _fight,
    "recruit": _recruiting,
    "rob": _robbing,
    "contest": _turning("contest-cards"),
    "fur": _trap,
    "disguise": _hide,
    "arrow": _shoot,
}


# Moving.


def goals(draft: Any, way: str, points: int) -> tuple[Move, ...]:
    """The squares in reach, and the one where he stands (sections `movement`, `shortcut`, `horse`)."""
    w = draft.world
    return (*(w.to[square] for square in bits(getattr(w, way).reach(draft.at[draft.seat], points))), STAY)


def move(draft: Draft, move: Move, way: str, points: int) -> None:
    if move != STAY:
        draft.at[draft.seat] = draft.world.square[move.args[0]]
        draft.say("moved", f"space/{move.args[0]}", *draft.who(draft.seat))


# Cards turned over: into the discards, and what they show counts.


def tops(draft: Any, card: int, left: int, hits: int, whom: int) -> Chances:
    chances: Chances = draft.world.pack.draws(draft.stock.pile, "turn")
    return chances


def turning(draft: Draft, card: int, left: int, hits: int, whom: int) -> None:
    """The next card, or what came of all of them; also where there is none left to turn over."""
    if left and draft.upcoming():
        draft.then(Task("top", (card, left, hits, whom)))
    else:
        _RESULT[draft.world.faces[card].does](draft, draft.world.faces[card], hits, whom)


def turn(draft: Draft, move: Move, card: int, left: int, hits: int, whom: int) -> None:
    w = draft.world
    top = w.pack.number[move.args[0]]
    draft.take(top)
    draft.stock = draft.stock.lay(top)
    face = w.faces[card]
    hits += w.faces[top].symbol in _counts(face)
    draft.then(Task("turn", (card, left - 1, hits, whom)))


def _counts(face: Face) -> tuple[str, ...]:
    """The symbols that count for a card (sections `ambush`, `recruit`, `rob`, `contest`)."""
    return _COUNTS.get(face.does, (face.symbol,))


_COUNTS: Mapping[str, tuple[str, ...]] = {"ambush": (SWORD,), "recruit": (SWORD, BOW), "contest": (BOW,)}


def _recruited(draft: Draft, face: Face, hits: int, whom: int) -> None:
    draft.recruit(hits * draft.world.value("recruited"))


def _robbed(draft: Draft, face: Face, hits: int, whom: int) -> None:
    draft.earn(hits * face.gold)


def _ambushed(draft: Draft, face: Face, hits: int, whom: int) -> None:
    """A Merry Man for each sword; who should lose more than he has is captured (sections `ambush`, `capture`)."""
    due = hits * draft.world.value("sword-loss")
    lost = min(due, draft.men[whom])
    draft.men[whom] -= lost
    if lost:
        draft.say("killed", *draft.who(draft.seat), *draft.who(whom), amount=lost)
    if due > lost:
        draft.then(Task("jail", (whom,)))


_RESULT: Mapping[str, Callable[[Draft, Face, int, int], None]] = {
    "ambush": _ambushed,
    "recruit": _recruited,
    "rob": _robbed,
    "contest": _robbed,
}


def jails(draft: Any, whom: int) -> tuple[Move, ...]:
    """The nearest castles, for who played the ambush to choose (section `capture`)."""
    w = draft.world
    return tuple(Move("jail", (w.squares[castle],)) for castle in w.nearest[draft.at[whom]])


def jail(draft: Draft, move: Move, whom: int) -> None:
    """A gold piece, and turns to be forfeited (section `capture`)."""
    w, id = draft.world, move.args[0]
    draft.at[whom] = w.square[id]
    draft.captive[whom] = w.value("capture-turns")
    paid = min(draft.gold[whom], w.value("capture-gold"))
    draft.gold[whom] -= paid
    zones = (f"zone/dungeon-{id}", f"space/{id}")
    draft.say("captured", *draft.who(draft.seat), *draft.who(whom), *zones, value=id)
    if paid:
        draft.say("paid", *draft.who(whom), *draft.coins(paid), amount=paid)


# A message arrow.


def loose(draft: Any, whom: int) -> Chances:
    chances: Chances = draft.world.pack.draws(draft.hands[whom], "take")
    return chances


def steal(draft: Draft, move: Move, whom: int) -> None:
    card = draft.world.pack.number[move.args[0]]
    draft.hands[whom] = more(draft.hands[whom], card, -1)
    draft.hands[draft.seat] = more(draft.hands[draft.seat], card)
    draft.say("took", *draft.who(draft.seat), *draft.who(whom))
