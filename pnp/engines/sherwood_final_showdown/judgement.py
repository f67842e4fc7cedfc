"""What a place is worth to a piece, in gold points: its men and gold, what it may come to from there, who may come for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from pnp.engines.base import bits
from pnp.engines.sherwood_final_showdown.state import State
from pnp.engines.sherwood_final_showdown.world import LAW, MERRY, RECRUIT, TAX, World

# Points.
PIP: Final = 3.5  # for a gold
MAN: Final = 3.0  # for a man
DUES: Final = 10.0  # for the taxes of a town beside Nottingham
ZEAL: Final = 1.5  # for which an outlaw forgets the danger, for each gold that he may take

# Shares.
ALONE: Final = 0.7  # of a man's worth, by himself
SURPLUS: Final = 0.1  # of a man's worth, beyond `ENOUGH` in a band
GREED: Final = 1.6  # of a gold's worth, taken from the other side
KEEN: Final = 0.5  # of a recruit's worth, before he has come
HOPE: Final = 0.7  # of what may be done later, against what is done now
LATER: Final = tuple(0.88**turns for turns in range(100))  # of the same, so many turns later

# Chances.
AFRAID: Final = 0.5  # that an enemy comes who can
CHASE: Final = 0.6  # that who is out of reach is still there a turn later
AMBUSH: Final = 0.8  # that who must come one's way does

ENOUGH: Final = 4  # men in a band
STRIDE: Final = 5  # steps that a single man may hope for
MOST: Final = 21  # men, and a loss that is redone


class Piece(NamedTuple):
    """A band or a single man as the other side sees it."""

    space: int
    men: int
    gold: int


@lru_cache(maxsize=4)
def odds(world: World) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """For each side, the chance of so many men against so many, with any cards of both decks."""
    law, merry = world.packs[LAW].all, world.packs[MERRY].all
    score = {"wins": 0, "ties": 0, "loses": 0}
    for mine, many in zip(world.arms[LAW], law, strict=True):
        for theirs, more in zip(world.arms[MERRY], merry, strict=True):
            score[world.blows[mine, theirs][0]] += many * more
    blow = score["wins"] / max(score["wins"] + score["loses"], 1)
    return _table(blow), _table(1 - blow)


def _table(blow: float) -> tuple[tuple[float, ...], ...]:
    table = [[1.0] * MOST for _ in range(MOST)]
    for mine in range(MOST):
        for theirs in range(1, MOST):
            table[mine][theirs] = blow * table[mine][theirs - 1] + (1 - blow) * table[mine - 1][theirs] if mine else 0.0
    return tuple(tuple(row) for row in table)


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


def force(men: int) -> float:
    """What men are worth together."""
    if men < 2:
        return men * MAN * ALONE
    return MAN * (min(men, ENOUGH) + max(men - ENOUGH, 0) * SURPLUS)


@lru_cache(maxsize=8)
def homeward(world: World) -> tuple[int, ...]:
    """The Law's steps to Nottingham."""
    return tuple(min(row[home] for home in bits(world.homes[LAW])) for row in world.far[LAW])


class Judgement:
    """A side's view of all places, made once for a state."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.world, self.side = state, state.world, side
        w = self.world
        self.far, closed = w.far[side], w.closed[1 - side]
        self.odds = odds(w)[side]
        self.marks = dict(state.marks)
        self.foes = pieces(state, 1 - side)
        self.at = {foe.space: foe for foe in self.foes}
        self.reach = [w.net.reach(foe.space, pace(w, 1 - side, foe), closed) | 1 << foe.space for foe in self.foes]
        self.lying = tuple((space, gold) for space, gold in state.ground if not w.closed[side] >> space & 1)
        self.towns = tuple(bits(w.towns))
        self.hopes: dict[tuple[int, int], tuple[tuple[int, float, Piece | None], ...]] = {}

    def strength(self, side: int, men: int, space: int) -> int:
        """Men, and the loss that one may redo on one's own ground."""
        return men + (self.world.redo if self.world.grounds[side] >> space & 1 else 0)

    def chance(self, men: int, space: int, foe: Piece) -> float:
        """The chance to win a battle there."""
        return self.odds[self.strength(self.side, men, space)][self.strength(1 - self.side, foe.men, space)]

    def danger(self, piece: Piece, holds: float, but: int = -1) -> tuple[float, float]:
        """The chance to be beaten before one moves again, and what one loses by it, the enemies taken along counted against
        it; of an enemy who would rather not come, nothing. `but` is a space whose enemy will be gone."""
        space, men, gold = piece
        stake, chance, loss = force(men) + gold * PIP * GREED, 0.0, 0.0
        for foe, reach in zip(self.foes, self.reach, strict=True):
            if reach >> space & 1 and foe.space != but:
                beaten = 1 - self.chance(men, space, foe)
                back = (1 - beaten) * (force(foe.men) + foe.gold * PIP)
                if beaten * stake > back:
                    chance, loss = max(chance, beaten), max(loss, beaten * (holds + gold * PIP * (GREED - 1)) - back)
        return AFRAID * chance, AFRAID * loss

    def worth(self, piece: Piece, but: int = -1) -> float:
        """A piece that stands in a space at the end of its turn; `but` as in `danger`."""
        space, men, gold = piece
        steps = max(pace(self.world, self.side, piece), 1)
        holds = force(men) + self._carried(space, gold, steps)
        danger, loss = self.danger(piece, holds, but)
        return holds + (1 - danger) * self._hope(piece, steps, but) - loss

    def _carried(self, space: int, gold: int, steps: int) -> float:
        """Gold on its way to where it scores."""
        if not gold:
            return 0.0
        if self.side == LAW:
            return gold * PIP * LATER[-(-homeward(self.world)[space] // steps)]
        row = self.far[space]
        return max(self._dice(town, gold) * PIP * LATER[-(-row[town] // steps)] for town in self.towns)

    def _dice(self, town: int, gold: int) -> float:
        return gold // self.world.halved if self.marks.get(town) == RECRUIT else gold

    def _hope(self, piece: Piece, steps: int, but: int) -> float:
        """The best that may be done from there, the later the less."""
        space, men, gold = piece
        row, best = self.far[space], 0.0
        if (men, gold) not in self.hopes:
            self.hopes[men, gold] = tuple(self._chances(men, gold))
        for goal, prize, foe in self.hopes[men, gold]:
            if prize > best and goal != but:
                turns = -(-row[goal] // steps)
                best = max(best, prize * (LATER[turns] if foe is None or turns < 2 else self._ahead(foe, space, steps)))
        return best * HOPE

    def _ahead(self, foe: Piece, space: int, steps: int) -> float:
        """How likely an enemy who is out of reach is met: well, if one is on his way home; badly, if one is behind him."""
        if self.side == LAW:
            return LATER[-(-self.far[space][foe.space] // steps)] * CHASE
        home = homeward(self.world)
        about = self.world.far[LAW][foe.space][space] + home[space] - home[foe.space]
        return AMBUSH * LATER[min(max(about - steps // 2, 0), len(LATER) - 1)]

    def _chances(self, men: int, gold: int) -> Iterator[tuple[int, float, Piece | None]]:
        """What a piece may do somewhere, and what it is worth when it is there: gold, enemies, recruits, taxes."""
        w = self.world
        room = w.room - men - gold if men > 1 else w.single_gold - gold
        for goal, lying in self.lying:
            yield goal, min(room, lying) * PIP, None
        for foe in self.foes:
            yield foe.space, self.prize(men, room, foe), foe
        if men > 1 and room > 0:
            got = round(min(self.recruits(men), room, self.state.reserve[self.side]))
            drawn = (force(men + got) - force(men)) * KEEN
            for town in self.towns:
                mark = self.marks.get(town)
                if mark != (TAX if self.side == LAW else RECRUIT):
                    yield town, drawn, None
                if self.side == LAW and mark != RECRUIT:
                    yield town, self._levied(town, men, gold, room), None

    def _levied(self, town: int, men: int, gold: int, room: int) -> float:
        """Taxes, as they are worth when they come home."""
        more = min(self.taxes(men, gold), room)
        steps = max(self.world.pace[min(men + gold + round(more), self.world.room)][0], 1)
        return more * PIP * LATER[-(-homeward(self.world)[town] // steps)]

    def forgone(self, town: int) -> float:
        """The taxes that a town brings no more once it has a RECRUIT marker."""
        return 0.0 if town in self.marks else DUES * LATER[homeward(self.world)[town]]

    def prize(self, men: int, room: int, foe: Piece) -> float:
        """What an attack is worth: their gold and men against one's own."""
        if self.world.closed[self.side] >> foe.space & 1:
            return 0.0
        chance = self.chance(men, foe.space, foe)
        won = min(room, foe.gold) * PIP * GREED + force(foe.men)
        return chance * won - (1 - chance) * force(men)

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
        won = self.worth(Piece(space, left, gold + loot), foe.space) + force(foe.men) + foe.gold * PIP * (GREED - 1)
        zeal = ZEAL * foe.gold if self.side != LAW else 0.0
        return zeal + chance * won - (1 - chance) * gold * PIP * (GREED - 1)
