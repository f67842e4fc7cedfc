"""How a sensible Robin Hood plays: gather men, rob where it is safe, wed, and meet the King when all is ready."""

from __future__ import annotations

from types import MappingProxyType

from pnp.engines.base import Move, bits
from pnp.engines.legend_of_robin_hood.mind import Mind
from pnp.engines.legend_of_robin_hood.sight import NEVER, odds
from pnp.engines.legend_of_robin_hood.world import ROBIN, SHERIFF

BAND = 9  # as many Merry Men as are worth looking for
PRICE = MappingProxyType({"robin-hood": 30.0, "king-richard": 24.0, "maid-marion": 5.0})  # of a life


class Outlaw(Mind):
    side = ROBIN

    # At the start of the Player-Turn.

    def on_disguise(self, moves: tuple[Move, ...]) -> Move:
        """A Leader among enemies with no band to protect him goes in disguise."""
        for move in moves:
            if move.verb == "disguise" and self._alone(move.args[0]):
                return move
            if move.verb == "unmask" and not self._alone(move.args[0]):
                return move
        return self.end(moves)

    on_unmask = on_disguise

    def _alone(self, kind: str) -> bool:
        """No band, none to be called nearby, and many who could come; or an arrow to be won among enemies."""
        piece = self.w.piece(kind)
        box = self.s.where[piece]
        if piece == self.w.robin and self.s.contest == self.s.turn:
            return self.sight.far[ROBIN][box][self.w.green] <= self.w.movement[piece]
        bands = self.w.units[ROBIN] & (-1 if piece == self.w.robin else self.s.joined)
        far = [self.sight.far[ROBIN][box][self.s.where[p]] for p in bits(bands) if self.s.where[p] < self.w.boxes]
        alone = min(far, default=NEVER) > self.w.movement[piece]
        return alone and self.sight.hunters(box) >= (3 if piece == self.w.robin else 1)

    def on_murder(self, moves: tuple[Move, ...]) -> Move:
        """Murder when ransom is no longer needed, or to finish all four."""
        dead = (self.s.at[self.w.dead] & self.w.leaders[SHERIFF]).bit_count()
        victims = [move for move in moves if move.verb == "murder"]
        if dead + len(victims) >= self.w.leaders[SHERIFF].bit_count() or (dead >= 2 and self.dice.random() < 0.5):
            return victims[0]
        return self.end(moves)

    def on_ransom(self, moves: tuple[Move, ...]) -> Move:
        ransoms = [move for move in moves if move.verb == "ransom"]
        return self.best(ransoms, lambda move: self.w.value(self.w.piece(move.args[0]), "ransom"))

    def on_offer(self, moves: tuple[Move, ...]) -> Move:
        """His own life is worth any prisoner."""
        mine = [move for move in moves if move.verb == "offer" and move.args[-1] == "robin-hood"]
        return self.any(mine) if mine else self.end(moves)

    def on_accept(self, moves: tuple[Move, ...]) -> Move:
        return moves[0]

    def on_attack(self, moves: tuple[Move, ...]) -> Move:
        """Sir Guy is let lie, unless the Outlaws are stronger by far."""
        box = self.w.box[moves[0].args[0]]
        force = self.sight.power[ROBIN].get(box, 0.0)
        return moves[0] if force >= 9 else self.end(moves)

    def on_rob(self, moves: tuple[Move, ...]) -> Move:
        return self.not_end(moves)

    def on_loot(self, moves: tuple[Move, ...]) -> Move:
        return self.not_end(moves)

    def on_call(self, moves: tuple[Move, ...]) -> Move:
        return next(move for move in moves if move.verb == "call")

    def on_recruit(self, moves: tuple[Move, ...]) -> Move:
        """Friends first; a duel when no enemy is near enough to profit by a wound."""
        calls = [move for move in moves if move.verb == "call"]
        if calls:
            return calls[0]
        free = [m for m in moves if m.verb == "recruit" and not self.w.by_duel >> self.w.piece(m.args[0]) & 1]
        if free:
            return free[0]
        duels = [move for move in moves if move.verb == "recruit"]
        box = self.s.where[self.w.robin]
        band = (self.sight.at(box, ROBIN) & self.w.units[ROBIN]).bit_count()
        return duels[0] if self.sight.exposure(box, band) < 0.15 else self.end(moves)

    def on_wed(self, moves: tuple[Move, ...]) -> Move:
        return moves[0]

    # Marches.

    def on_move(self, moves: tuple[Move, ...]) -> Move:
        """Robin Hood first: the others follow what he does."""
        going = [move for move in moves if move.verb == "move"]
        return min(going, key=lambda move: self.w.piece(move.args[0])) if going else moves[-1]

    def on_take(self, moves: tuple[Move, ...]) -> Move:
        """As many Merry Men as he may lead; Captives stay with those who stay."""
        takes = [move for move in moves if move.verb == "take" and move.args[0].startswith("merry-men")]
        march = self.s.march
        assert march is not None
        if march.leader == self.w.robin and self._raid(march.start):
            few = [m for m in takes if int(m.args[0].split("*")[1]) <= self.w.param["passage-merry-men"]]
            takes = few or takes
        if takes:
            return takes[-1]
        prisoners = [move for move in moves if move.verb == "take"]
        if prisoners and not self._guarded_without(march.start, march.party):
            return prisoners[0]
        return self.on_to(moves)

    def _guarded_without(self, box: int, party: int) -> bool:
        return bool(self.sight.at(box, ROBIN) & ~party & ~self.s.moved)

    def _raid(self, box: int) -> bool:
        """Whether a passage is worth a try from here: an unlooted, empty Keep, with marks that count."""
        keep = self.w.inside.get(box)
        if keep is None or keep in self.s.discovered or keep in self.s.looted:
            return False
        if self.s.at[keep] & self.w.units[SHERIFF]:
            return False
        return self.s.marks[ROBIN] >= 6 or self.s.turn >= 10

    def on_passage(self, moves: tuple[Move, ...]) -> Move:
        return self.on_to(moves)

    def on_with(self, moves: tuple[Move, ...]) -> Move:
        return self.on_take(tuple(move for move in moves if move.verb != "with"))

    def on_to(self, moves: tuple[Move, ...]) -> Move:
        """Where the march ends: the best box in reach, this one included."""
        march = self.s.march
        assert march is not None
        tries = [move for move in moves if move.verb == "passage"]
        if tries and march.party & self.w.units[ROBIN] and self._raid(self.s.where[march.leader]):
            return tries[0]
        leader, band, party = march.leader, march.party & self.w.units[ROBIN], march.party
        return self.march_on(moves, lambda box: self.worth(box, leader, band, party))

    def worth(self, box: int, leader: int, band: int, party: int) -> float:
        """What it is worth for a Leader with his band to stand in a box."""
        return (
            self._gain(box, leader, band, party)
            - self._danger(box, leader, band, party)
            + self._pull(box, leader, band)
        )

    def _company(self, box: int, party: int) -> int:
        return (self.sight.at(box, ROBIN) & ~party) | party

    def _danger(self, box: int, leader: int, band: int, party: int) -> float:
        """What the Sheriff could do here in his turn: the lives at stake, and how likely they come to be."""
        w, sight = self.w, self.sight
        price = PRICE.get(w.kind[leader], 3.0)
        if self.s.disguised >> leader & 1:
            return price * 0.08 * min(sight.hunters(box), 2)
        company = (self._company(box, party) & w.units[ROBIN]).bit_count() + self._callable(box, leader)
        exposed = sight.exposure(box, company)
        caught = 0.5 if box in w.hide else 0.67
        return price * caught * exposed + 0.5 * min(company, 4) * exposed

    def _gain(self, box: int, leader: int, band: int, party: int) -> float:
        w, s, sight = self.w, self.s, self.sight
        gain = 0.0
        foes = sight.at(box, SHERIFF)
        foe_units = foes & w.units[SHERIFF]
        wounded = leader == w.robin and s.wound
        free = not s.disguised >> leader & 1 and not wounded
        if foes and not s.disguised >> leader & 1:
            force = sight.strength(self._company(box, party), box, ROBIN)
            if foe_units:
                win = odds(force, sight.power[SHERIFF].get(box, 1.0) * (1.3 if box in w.stout else 1.0))
                gain += 3.0 * win * foe_units.bit_count() ** 0.5 - (14.0 if leader == w.robin else 6.0) * (1 - win)
                gain += 3.0 * win * (foes & w.leaders[SHERIFF]).bit_count()
            elif band:
                gain += 4.0 * foes.bit_count()
            else:
                gain += 1.5 if leader not in (w.robin, w.alan, w.marion) else -3.0
            if s.at[box] & w.side[ROBIN] & s.held:
                gain += 20.0 if s.held >> w.robin & 1 and s.where[w.robin] == box else 6.0
        if leader == w.robin and self._raid(box) and self._company(box, party) & w.units[ROBIN]:
            gain += 3.0
        if box == w.green and s.contest == s.turn and leader == w.robin:
            gain += 0.5 * (w.param["contest-prize"] + w.param["contest-absent-loss"] + w.param["contest-absent-gain"])
        if not foe_units:
            if band or self._company(box, party) & w.units[ROBIN]:
                purse = sum(w.value(t, "purse") for t in bits(s.at[box] & w.travelers))
                gain += 3.0 * purse if box not in w.bridges else 0.0
                if box in w.keeps and box not in s.looted and not s.at[box] & w.units[SHERIFF]:
                    gain += 9.0
            if free:
                gain += self._recruits(box, leader)
        return gain

    def _callable(self, box: int, leader: int) -> int:
        """The Merry Men who would join him here before the Sheriff comes."""
        if not self.w.can["recruits-merry-men"] >> leader & 1 or (leader == self.w.robin and self.s.wound):
            return 0
        return (self.s.at[box] & self.w.units[ROBIN] & ~self.s.joined).bit_count()

    def _recruits(self, box: int, leader: int) -> float:
        w, s = self.w, self.s
        gain = 0.0
        if w.can["recruits-merry-men"] >> leader & 1:
            have = (s.joined & w.units[ROBIN]).bit_count()
            waiting = (s.at[box] & w.units[ROBIN] & ~s.joined).bit_count()
            gain += (2.5 if have < BAND else 0.8) * waiting
        if w.can["recruits-leaders"] >> leader & 1:
            gain += 3.5 * (s.at[box] & w.leaders[ROBIN] & ~s.joined).bit_count()
        return gain

    def _pull(self, box: int, leader: int, band: int) -> float:
        """What draws him from afar: the nearer, the stronger."""
        w, s, far = self.w, self.s, self.sight.far[ROBIN][box]
        pull = 0.0
        for goal, value in self._goals(leader, band):
            pull = max(pull, value / (1.0 + far[goal] / 4.0))
        return pull + self._meeting(box, leader) + 0.02 * (box in w.forests) - (0.3 if s.where[leader] == box else 0.0)

    def _goals(self, leader: int, band: int) -> list[tuple[int, float]]:
        w, s = self.w, self.s
        goals: list[tuple[int, float]] = []
        if w.can["recruits-leaders"] >> leader & 1 and not s.wound:
            goals += [(s.where[p], 3.5) for p in bits(w.leaders[ROBIN] & ~s.joined) if s.where[p] < w.boxes]
        if w.can["recruits-merry-men"] >> leader & 1 and (s.joined & w.units[ROBIN]).bit_count() < BAND:
            goals += [(s.where[p], 2.5) for p in bits(w.units[ROBIN] & ~s.joined) if s.where[p] < w.boxes]
        if band:
            goals += [(s.where[t], 2.0) for t in bits(w.travelers) if s.where[t] < w.boxes]
            goals += [
                (outside, 2.5) for keep, outside in w.outside.items() if leader == w.robin and self._raid(outside)
            ]
        else:
            goals += [(s.where[p], 2.5) for p in bits(w.units[ROBIN] & s.joined)]
        if s.held >> w.robin & 1:
            goals.append((s.where[w.robin], 8.0))
        return goals

    def _meeting(self, box: int, leader: int) -> float:
        """Weddings need four in one box; the King is met when that wins, and shunned before."""
        w, s = self.w, self.s
        score = 0.0
        free = self.sight.free[ROBIN]
        party = (w.robin, w.marion, w.alan, w.tuck)
        if leader in party and s.husband != w.robin and all(free >> p & 1 for p in (w.robin, w.marion, w.alan)):
            others = [s.where[p] for p in party if p != leader and free >> p & 1]
            home = s.where[w.robin] if leader != w.robin else max(others, key=others.count, default=box)
            score += 5.0 / (1.0 + self.sight.far[ROBIN][box][home] / 3.0)
        if leader in (w.robin, w.richard) and free >> w.robin & 1 and free >> w.richard & 1:
            other = s.where[w.richard if leader == w.robin else w.robin]
            near = 8.0 / (1.0 + self.sight.far[ROBIN][box][other] / 3.0)
            score += near if self._ready() else -20.0 * (box == other)
        return score

    def _ready(self) -> bool:
        """Whether meeting the King would win the game."""
        w, s = self.w, self.s
        wed = s.husband == w.robin and bool(s.joined >> w.marion & 1) and not s.held >> w.marion & 1
        poor, rich = s.marks[SHERIFF] <= w.param["sheriff-poor"], s.marks[ROBIN] >= w.param["robin-rich"]
        met = wed + poor + rich + 1
        return (wed and (poor or rich)) if s.hard else met >= w.param["conditions-needed"]
