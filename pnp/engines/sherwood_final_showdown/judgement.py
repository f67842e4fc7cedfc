"""What a place is worth to a piece, in gold points: its men and gold, what it may come to from there, who may come for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from pnp.engines.sherwood_final_showdown.state import State
from pnp.engines.sherwood_final_showdown.world import LAW, MERRY, RECRUIT, TAX, World

PIP: Final = 3.5  # points for a gold
MAN: Final = 3.0  # points for a man
ALONE: Final = 0.7  # and how much of it for one by himself
PATIENCE: Final = 0.9  # what is worth as much a turn later
AFRAID: Final = 0.75  # how likely an enemy comes who can
GREED: Final = 1.5  # gold taken from the other side against one's own
STRIDE: Final = 5  # steps that a single man may hope for
MOST: Final = 21


class Piece(NamedTuple):
    """A band or a single man as the other side sees it."""

    space: int
    men: int
    gold: int


def odds(mine: int, theirs: int) -> float:
    """The chance of so many men against so many, each blow as likely won as lost."""
    return _ODDS[min(mine, MOST - 1)][min(theirs, MOST - 1)]


def _table() -> tuple[tuple[float, ...], ...]:
    table = [[1.0] * MOST for _ in range(MOST)]
    for mine in range(MOST):
        for theirs in range(1, MOST):
            table[mine][theirs] = (table[mine - 1][theirs] + table[mine][theirs - 1]) / 2 if mine else 0.0
    return tuple(tuple(row) for row in table)


_ODDS: Final = _table()


def pieces(state: State, side: int) -> list[Piece]:
    own = [band for band in state.world.own[side] if state.where[band] >= 0]
    bands = [Piece(state.where[band], state.men[band], state.load[band]) for band in own]
    return bands + [Piece(space, 1, gold) for space, gold in state.singles[side]]


def pace(world: World, side: int, piece: Piece) -> int:
    """How far a piece goes in a turn."""
    if piece.men < world.least_men:
        return STRIDE
    steps = world.pace[min(piece.men + piece.gold, world.room)][0]
    return steps + (world.bonus if steps and piece.gold and world.grounds[side] >> piece.space & 1 else 0)


@lru_cache(maxsize=8)
def homeward(world: World) -> tuple[int, ...]:
    """The Law's steps to Nottingham."""
    homes = [space for space in range(len(world.id)) if world.homes[LAW] >> space & 1]
    return tuple(min(row[home] for home in homes) for row in world.far[LAW])


class Judgement:
    """A side's view of all places, made once for a state."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.world, self.side = state, state.world, side
        self.far = state.world.far[side]
        self.marks = dict(state.marks)
        self.foes = pieces(state, 1 - side)
        w = self.world
        closed = w.closed[1 - side]
        self.reach = [w.net.reach(foe.space, pace(w, 1 - side, foe), closed) | 1 << foe.space for foe in self.foes]
        self.at = {foe.space: foe for foe in self.foes}
        self.lying = tuple((space, gold) for space, gold in state.ground if not w.closed[side] >> space & 1)
        spots = [(town, town) for town in range(len(w.id)) if w.towns >> town & 1]
        self.towns = tuple(town for town, _ in spots)
        self.taxable = tuple(town for town in self.towns if side == LAW and self.marks.get(town, TAX) == TAX)

    def strength(self, side: int, men: int, space: int) -> int:
        """Men, and the loss that one may redo on one's own ground."""
        return men + (self.world.redo if self.world.grounds[side] >> space & 1 else 0)

    def chance(self, men: int, space: int, foe: Piece) -> float:
        """The chance to win a battle there."""
        return odds(self.strength(self.side, men, space), self.strength(1 - self.side, foe.men, space))

    def danger(self, men: int, space: int, but: int = -1) -> float:
        """The chance to be beaten there before one moves again; `but` is a space whose enemy will be gone."""
        worst = 0.0
        for foe, reach in zip(self.foes, self.reach, strict=True):
            if reach >> space & 1 and foe.space != but:
                worst = max(worst, 1 - self.chance(men, space, foe))
        return AFRAID * worst if worst > 0.3 else 0.0

    def worth(self, piece: Piece, but: int = -1) -> float:
        """A piece that stands in a space at the end of its turn."""
        space, men, gold = piece
        steps = max(pace(self.world, self.side, piece), 1)
        holds = men * MAN * (ALONE if men == 1 else 1.0) + self._carried(space, gold, steps)
        danger = self.danger(men, space, but)
        return holds + (1 - danger) * self._hope(piece, steps, but) - danger * (holds + gold * PIP * (GREED - 1))

    def _carried(self, space: int, gold: int, steps: int) -> float:
        """Gold on its way to where it scores."""
        if not gold:
            return 0.0
        if self.side == LAW:
            return gold * PIP * PATIENCE ** -(-homeward(self.world)[space] // steps)
        return max(self._dice(town, gold) * PIP * self._later(space, town, steps) for town in self.towns)

    def _dice(self, town: int, gold: int) -> float:
        return gold // self.world.halved if self.marks.get(town) == RECRUIT else gold

    def _later(self, space: int, goal: int, steps: int) -> float:
        return float(PATIENCE ** -(-self.far[space][goal] // steps))

    def _hope(self, piece: Piece, steps: int, but: int) -> float:
        """The best that may be done from there."""
        space, men, gold = piece
        room = self.world.room - men - gold if men > 1 else self.world.single_gold - gold
        best = 0.0
        for goal, lying in self.lying:
            best = max(best, min(room, lying) * PIP * self._later(space, goal, steps))
        for foe in self.foes:
            if foe.space != but:
                best = max(best, self.prize(men, room, foe) * self._later(space, foe.space, steps) * 0.9)
        if men > 1:
            best = max(best, self._town(piece, steps, room))
        return best

    def prize(self, men: int, room: int, foe: Piece) -> float:
        """What an attack is worth: their gold and men against one's own."""
        if self.world.closed[self.side] >> foe.space & 1:
            return 0.0
        chance = self.chance(men, foe.space, foe)
        won = min(room, foe.gold) * PIP * GREED + foe.men * MAN
        return chance * won - (1 - chance) * men * MAN

    def _town(self, piece: Piece, steps: int, room: int) -> float:
        """Taxes and recruits of the towns in reach."""
        space, men, gold = piece
        best = 0.0
        if room > 0:
            drawn = min(self.recruits(men), room, self.state.reserve[self.side]) * MAN
            for town in self.towns:
                mark = self.marks.get(town)
                if mark != (TAX if self.side == LAW else RECRUIT):
                    best = max(best, drawn * self._later(space, town, steps))
            for town in self.taxable:
                more = min(self.taxes(men, gold), room)
                home = PATIENCE ** -(-homeward(self.world)[town] // max(steps - 1, 1))
                best = max(best, more * PIP * home * self._later(space, town, steps))
        return best

    def recruits(self, men: int) -> float:
        """The men that a band may hope for in a town."""
        got, sides = 0.0, self.world.faces
        for _ in range(self.world.recruit_dice):
            got += max(0.0, sides - men - got) / sides
        return got

    def taxes(self, men: int, gold: int) -> float:
        """The gold that a band may hope for in a town."""
        got, sides = 0.0, self.world.faces
        for _ in range(men):
            got += max(0.0, sides - gold - got) / sides
        return got

    def attack(self, piece: Piece, foe: Piece) -> float:
        """A move onto an enemy: one wins and stands there with the spoils, or is gone."""
        space, men, gold = piece
        chance = self.chance(men, space, foe)
        room = self.world.room - men - gold if men > 1 else self.world.single_gold - gold
        loot = min(max(room, 0), foe.gold)
        left = max(1, round(men - foe.men * 0.5))
        won = self.worth(Piece(space, left, gold + loot), foe.space) + foe.men * MAN + loot * PIP * (GREED - 1)
        return chance * won + (1 - chance) * (-gold * PIP * (GREED - 1))


__all__ = ("ALONE", "LAW", "MAN", "MERRY", "PIP", "Judgement", "Piece", "odds", "pace", "pieces")
