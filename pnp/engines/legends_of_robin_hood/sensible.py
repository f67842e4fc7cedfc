"""A player who plays sensibly: gathers men while there is time, goes where a card in his hand earns most, ends his turns where
nobody can ambush him, and sets the law on who is ahead.

Not strong, but without blunders, so that thousands of his games say something about the balance of the printed game. He looks
at one card at a time, and at where he can be afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from math import comb
from random import Random
from typing import Final

from pnp.engines.base import Move, Seat, bits, kinds
from pnp.engines.legends_of_robin_hood.state import View
from pnp.engines.legends_of_robin_hood.world import BOW, SWORD, Face

PACE: Final = 5.5  # cards that a turn draws
ROBBERIES: Final = 0.28  # gold that a man brings in a turn
FREEDOM: Final = 1.5  # gold that a turn is worth
AHEAD: Final = 0.75  # what a square's promise is worth a point of movement away
LATER: Final = 0.5  # and a turn later
FEAR: Final = 1.0  # how much of a danger keeps him away
COVERED: Final = 0.8  # of a danger, what a Disguise takes away
ARROW, MARIAN, NEXT = 0.4, 0.9, 0.6  # what cards are worth in the hand that have no worth of their own
WORTHLESS: Final = 1.3


def sensible(view: Hashable, seat: Seat, moves: tuple[Move, ...], dice: Random) -> Move:
    """The move of the greatest worth; of equals any."""
    assert isinstance(view, View)
    mind = _Mind(view, seat)
    worth = mind.worth(moves)
    scored = [(worth(move) + dice.random() * 0.03, number) for number, move in enumerate(moves)]
    return moves[max(scored)[1]]


class _Mind:
    """What a player makes of the table before he chooses."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.state, self.w = view, view.state, view.state.world
        self.me = self.state.seats.index(seat)
        self.here, self.hand = self.state.at[self.me], self.state.hands[self.me]
        self.unseen = sum(view.unseen)
        self.rivals = tuple(other for other in range(len(self.state.seats)) if other != self.me)
        self._chance: dict[tuple[str, ...], float] = {}
        self._rest: dict[int, float] = {}
        self._best: dict[tuple[str, int, bool], float] = {}

    def worth(self, moves: tuple[Move, ...]) -> Callable[[Move], float]:
        """How to judge the moves of this decision."""
        step, _ = self.state.agenda[-1]
        if step == "play":
            return _Turn(self, moves).worth
        if step == "move":
            return self._going
        return {"discard": self._discarding, "escape": self._escaping}.get(step, lambda move: 0.0)

    # What things are worth, in gold.

    def chance(self, *symbols: str) -> float:
        """That a card turned over has one of some symbols, as far as he has seen the deck."""
        if symbols not in self._chance:
            cards = sum([self.view.unseen[card] for symbol in symbols for card in self.w.symbols.get(symbol, ())])
            self._chance[symbols] = cards / max(self.unseen, 1)
        return self._chance[symbols]

    @cached_property
    def man(self) -> float:
        """A Merry Man, who robs as long as the game goes on."""
        s = self.state
        out = sum(self.view.sizes)
        rounds = (s.last - s.stock.emptied - 1) * (sum(self.w.pack.all) - out) + self.view.left
        return 0.05 + ROBBERIES * rounds / PACE / len(s.seats)

    def gain(self, face: Face) -> float:
        """What a black card brings where it may be played."""
        if face.does == "rob":
            return self.state.men[self.me] * self.w.value("rob-cards") * self.chance(face.symbol) * face.gold
        if face.does == "contest":
            return self.w.value("contest-cards") * self.chance(BOW) * face.gold
        return face.number * self.chance(SWORD, BOW) * self.w.value("recruited") * self.man

    def harm(self, cards: int, seat: int) -> float:
        """What an ambush of so many cards takes from a player."""
        hit, men = self.chance(SWORD), self.state.men[seat]
        odds = [comb(cards, n) * hit**n * (1 - hit) ** (cards - n) for n in range(cards + 1)]
        lost = sum(chance * min(n, men) for n, chance in enumerate(odds))
        return lost * self.man + sum(odds[men + 1 :]) * (FREEDOM + (self.state.gold[seat] > 0))

    @cached_property
    def threats(self) -> tuple[tuple[int, float], ...]:
        """Where ambushes fall that rivals may hold, and what is to be feared there."""
        held = sum(self.view.sizes[rival] for rival in self.rivals) / max(self.unseen, 1)
        aimed = held / len(self.rivals) ** 0.5
        fears: dict[int, float] = {}
        for card in self.w.does["ambush"]:
            face = self.w.faces[card]
            if count := self.view.unseen[card]:
                fears[face.fits] = fears.get(face.fits, 0.0) + count * aimed * self.harm(face.number, self.me)
        return tuple(fears.items())

    @cached_property
    def hopes(self) -> tuple[tuple[int, float], ...]:
        """What the black cards in the hand bring, and where."""
        hopes: dict[int, float] = {}
        for face in self.blacks:
            hopes[face.fits] = max(hopes.get(face.fits, 0.0), self.gain(face))
        return tuple(hopes.items())

    @cached_property
    def blacks(self) -> tuple[Face, ...]:
        faces = (self.w.faces[card] for card in kinds(self.hand))
        return tuple(face for face in faces if face.does in ("rob", "contest", "recruit"))

    @cached_property
    def fortune(self) -> bool:
        """Whether a black card may still be played in this turn."""
        return any(self.state.spent[face.suit] < self.w.value("suit-limit") for face in self.blacks[:1])

    def now(self, square: int) -> float:
        """What the best black card brings there, if one may still be played."""
        there = [gain for fits, gain in self.hopes if fits >> square & 1] if self.fortune else ()
        return max(there, default=0.0)

    def rest(self, square: int) -> float:
        """What it is worth to end the turn there: what the next one promises, less what is to be feared."""
        if square not in self._rest:
            hopes = [gain * AHEAD ** self.w.off(fits)[square] for fits, gain in self.hopes]
            fears = [fear for fits, fear in self.threats if fits >> square & 1]
            masked = 1 - COVERED if self.state.masks[self.me] >= 0 else 1.0
            self._rest[square] = LATER * max(hopes, default=0.0) - FEAR * sum(fears) * masked
        return self._rest[square]

    def best(self, way: str, points: int, now: bool = True) -> float:
        """The best square in reach, the one where he stands among them."""
        about = (way, points, now)
        if about not in self._best:
            reach = getattr(self.w, way).reach(self.here, points) | 1 << self.here
            squares = tuple(bits(reach))
            self._best[about] = max([self.rest(one) + (self.now(one) if now else 0.0) for one in squares])
        return self._best[about]

    # Decisions but for the cards.

    def _going(self, move: Move) -> float:
        square = self.w.square[move.args[0]] if move.args else self.here
        return self.now(square) + self.rest(square)

    def _escaping(self, move: Move) -> float:
        return float(move.verb == "play")

    def _discarding(self, move: Move) -> float:
        """What is worth least goes, if it is worth little."""
        if not move.args:
            return -WORTHLESS
        return -self.keep(self.w.faces[self.w.pack.number[move.args[0]]])

    def keep(self, face: Face) -> float:
        """What a card is worth in the hand; less of what there is more of."""
        suit = sum(count for card, count in enumerate(self.hand) if count and self.w.faces[card].suit == face.suit)
        return self._held(face) * 0.85 ** (suit - 1)

    def _held(self, face: Face) -> float:
        if face.does in ("rob", "contest", "recruit"):
            return self.gain(face) * AHEAD ** self.w.off(face.fits)[self.here]
        if face.does in ("movement", "ambush"):
            return 0.25 + 0.2 * face.number
        return {"fur": self.man, "marian": MARIAN}.get(face.does, NEXT)


class _Turn:
    """The cards that may be played now, weighed against each other."""

    def __init__(self, mind: _Mind, moves: tuple[Move, ...]) -> None:
        self.mind, self.w = mind, mind.w
        self.face = {move: self.w.faces[self.w.pack.number[move.args[0]]] for move in moves if move.args}
        blues = [face.number for face in self.face.values() if face.does == "movement"]
        self.after = mind.best("walk", max(blues), now=False) if blues else mind.rest(mind.here)
        self.plan = max(self._plans(moves))
        self.leader = max(mind.state.gold[rival] for rival in mind.rivals)

    def _plans(self, moves: tuple[Move, ...]) -> Iterator[float]:
        """What the turn comes to without a red or a green card, from each first step."""
        yield self.mind.rest(self.mind.here)
        for face in self.face.values():
            if face.does == "movement":
                yield self.mind.best("walk", face.number)
            elif face.does in ("rob", "contest", "recruit"):
                yield self.mind.gain(face) + self.after

    def worth(self, move: Move) -> float:
        face = self.face.get(move)
        if face is None:
            return self.mind.rest(self.mind.here)
        return _WORTH.get(face.does, _Turn._fortune)(self, face, move)

    def _fortune(self, face: Face, move: Move) -> float:
        return self.mind.gain(face) + self.after

    def _movement(self, face: Face, move: Move) -> float:
        """The shortest that leads as far as he wants."""
        return self.mind.best("walk", face.number) - 0.05 * face.number

    def _step(self, face: Face, move: Move) -> float:
        return self.mind.best("step", self.w.value("step")) - 0.2

    def _horse(self, face: Face, move: Move) -> float:
        return self.mind.best("ride", self.mind.state.pace * (self.w.value("horse") - 1)) - 0.2

    def _ambush(self, face: Face, move: Move) -> float:
        """At once, at whom it hurts and helps most."""
        victim = self.mind.state.seats.index(move.args[1])
        ahead = 1.0 if self.mind.state.gold[victim] == self.leader else 0.6
        return self.plan + 0.1 + self.mind.harm(face.number, victim) * ahead - 0.3 * (len(move.args) - 2)

    def _fur(self, face: Face, move: Move) -> float:
        return self.plan + self.mind.man

    def _disguise(self, face: Face, move: Move) -> float:
        """Where he means to stay."""
        here = self.mind.now(self.mind.here) + self.mind.rest(self.mind.here)
        fears = sum(fear for fits, fear in self.mind.threats if fits >> self.mind.here & 1)
        return here + COVERED * FEAR * fears - 0.1

    def _arrow(self, face: Face, move: Move) -> float:
        victim = self.mind.state.seats.index(move.args[1])
        return (
            self.plan
            + ARROW
            + 0.05 * self.mind.view.sizes[victim]
            + 0.1 * (self.mind.state.gold[victim] == self.leader)
        )


_WORTH: Mapping[str, Callable[[_Turn, Face, Move], float]] = {
    "movement": _Turn._movement,
    "shortcut": _Turn._step,
    "passage": _Turn._step,
    "horse": _Turn._horse,
    "ambush": _Turn._ambush,
    "fur": _Turn._fur,
    "disguise": _Turn._disguise,
    "arrow": _Turn._arrow,
}
