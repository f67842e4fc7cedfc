"""How a sensible Sheriff plays: hunt with superior force, escort Travelers, tax, and bring Captives to the rope."""

from __future__ import annotations

from collections.abc import Callable

from pnp.engines.base import Move, bits
from pnp.engines.legend_of_robin_hood.mind import Mind
from pnp.engines.legend_of_robin_hood.sight import odds
from pnp.engines.legend_of_robin_hood.world import ROBIN, SHERIFF


class Lawman(Mind):
    side = SHERIFF

    def on_murder(self, moves: tuple[Move, ...]) -> Move:
        """King Richard's death ends the game: worth it unless Robin Hood would win by it."""
        w, s = self.w, self.s
        wed = s.husband == w.robin and not s.held >> w.marion & 1
        met = wed + (s.marks[SHERIFF] <= w.param["sheriff-poor"]) + (s.marks[ROBIN] >= w.param["robin-rich"])
        return moves[0] if met < w.param["conditions-needed"] else self.end(moves)

    def on_offer(self, moves: tuple[Move, ...]) -> Move:
        fair = [m for m in moves if m.verb == "offer" and m.args[0] != "robin-hood" and m.args[-1] == "prince-john"]
        return self.any(fair) if fair else self.end(moves)

    def on_accept(self, moves: tuple[Move, ...]) -> Move:
        """Never Robin Hood himself."""
        wanted = self.s.agenda[-1].about
        return moves[-1] if "robin-hood" in wanted else moves[0]

    def on_announce(self, moves: tuple[Move, ...]) -> Move:
        """When two Leaders can be on the Green, or the Outlaws have something to lose."""
        w, s = self.w, self.s
        near = [
            piece
            for piece in bits(self.sight.free[SHERIFF] & w.leaders[SHERIFF])
            if self.sight.far[SHERIFF][s.where[piece]][w.green] <= 2 * w.movement[piece]
        ]
        ready = w.john in near and len(near) > w.param["contest-leaders"]
        return moves[0] if ready and self.dice.random() < 0.5 else self.end(moves)

    def on_hang(self, moves: tuple[Move, ...]) -> Move:
        return self.not_end(moves)

    def on_wed(self, moves: tuple[Move, ...]) -> Move:
        return moves[0]

    def on_tax(self, moves: tuple[Move, ...]) -> Move:
        return self.not_end(moves)

    def on_enter(self, moves: tuple[Move, ...]) -> Move:
        """Near the prey."""
        target = self.target()
        if target is None:
            return self.any(moves)
        return self.best(moves, lambda move: -self.sight.far[SHERIFF][self.w.box[move.args[1]]][target])

    # Marches.

    def on_move(self, moves: tuple[Move, ...]) -> Move:
        """Guards of Captives first, then Units, then Leaders, who want to know where the Units stand."""
        going = [move for move in moves if move.verb == "move"]
        if not going:
            return moves[-1]
        w = self.w
        units = [move for move in going if w.of[move.args[0]] & w.units[SHERIFF]]
        guards = [m for m in units if self._captives(w.box[m.args[1]])]
        return (guards or units or going)[0]

    def _captives(self, box: int) -> int:
        return self.s.at[box] & self.w.side[ROBIN] & self.s.held

    def on_take(self, moves: tuple[Move, ...]) -> Move:
        """Captives go to a Keep, and when they are ripe to a town."""
        march = self.s.march
        assert march is not None
        for move in moves:
            if move.verb == "take" and self._road_of(self.w.piece(move.args[0])) is not None:
                return move
        return self.on_to(moves)

    def _road_of(self, captive: int) -> frozenset[int] | None:
        """Where a Captive should be brought; None where he is well kept."""
        w, s = self.w, self.s
        box = s.where[captive]
        ripe = s.ripe[w.outlaw_leader[captive]] >= w.param["hanging-turns"]
        if ripe and (not w.never["hanged"] >> captive & 1 or captive == w.marion):
            return None if box in w.towns else w.towns
        return None if box in w.keeps else w.keeps

    def on_to(self, moves: tuple[Move, ...]) -> Move:
        march = self.s.march
        assert march is not None
        prisoners = march.party & self.w.side[ROBIN]
        return self.march_on(moves, self._convoy(prisoners) if prisoners else self._worth_of(march.leader, march.start))

    def _convoy(self, prisoners: int) -> Callable[[int], float]:
        captive = next(bits(prisoners))
        wanted = self._road_of(captive) or frozenset({self.s.where[captive]})
        far = self.sight.far[SHERIFF]

        def worth(box: int) -> float:
            return -min(far[box][goal] for goal in wanted) - 4.0 * (box in self.sight.boxes[ROBIN])

        return worth

    def target(self) -> int | None:
        """The box whose Outlaws are most worth hunting this turn."""
        best, value = None, 0.5
        for box, mask in self.sight.boxes[ROBIN].items():
            worth = self._prey(box, mask)
            if worth > value:
                best, value = box, worth
        return best

    def _prey(self, box: int, mask: int) -> float:
        w, s, sight = self.w, self.s, self.sight
        mask &= ~s.disguised
        price = sum(
            8.0 if p == w.robin else 4.0 if p in (w.richard, w.marion) else 2.5 for p in bits(mask & w.leaders[ROBIN])
        )
        price += (mask & w.units[ROBIN]).bit_count() * 1.0
        return price * odds(sight.threat(box, SHERIFF), sight.power[ROBIN].get(box, 0.0) + 0.5) if price else 0.0

    def _worth_of(self, piece: int, start: int) -> Callable[[int], float]:
        w, s, sight = self.w, self.s, self.sight
        target = self.target()
        leader = bool(w.leaders[SHERIFF] >> piece & 1)
        strength = w.melee[piece] + 0.8 * w.archery[piece]
        far = sight.far[SHERIFF]

        def worth(box: int) -> float:
            score = 0.0
            friends = sight.at(box, SHERIFF) & ~(1 << piece)
            troops = friends & w.units[SHERIFF]
            foes = sight.at(box, ROBIN) & ~s.disguised
            if leader:
                score += 2.0 * bool(troops) - (0.0 if troops else min(4.0, sight.threat(box, ROBIN)))
                if foes and not troops:
                    score -= 6.0
                if (
                    box in w.villages
                    and troops
                    and box not in s.spared
                    and box not in s.taxed
                    and not foes & w.units[ROBIN]
                ):
                    score += 2.5
                score += self._duties(piece, box)
            elif foes:
                ours = sight.power[SHERIFF].get(box, 0.0) + strength
                theirs = sight.power[ROBIN].get(box, 0.0)
                coming = sight.threat(box, SHERIFF) if box == target else ours
                win = odds(max(ours, 0.8 * coming), theirs)
                score += self._prey(box, foes) * (win - 0.3) * (1.5 if ours < 4 * theirs or not theirs else 0.3)
            else:
                if s.at[box] & w.travelers and not troops:
                    score += 2.0 * sum(w.value(t, "purse") for t in bits(s.at[box] & w.travelers))
                danger = sight.threat(box, ROBIN)
                ours = sight.power[SHERIFF].get(box, 0.0) + strength
                score -= 1.5 * odds(danger * 0.6, ours)
                if box in w.keeps and box not in s.looted and not troops:
                    score += 0.6
                if troops and friends & w.leaders[SHERIFF]:
                    score += 0.3
                elif friends & w.leaders[SHERIFF]:
                    score += 2.5
            if target is not None:
                score += 2.0 / (1.0 + far[box][target] / 3.0) * (0.4 if leader else 1.0)
            return score

        return worth

    def _duties(self, piece: int, box: int) -> float:
        """The Green on the day, Sir Guy's waking, a hanging."""
        w, s = self.w, self.s
        score = 0.0
        far = self.sight.far[SHERIFF][box]
        if s.contest and s.turn < s.contest and s.contest - s.turn <= 1:
            score += 16.0 / (1.0 + far[w.green])
        if piece == w.nottingham and not s.joined >> w.guy & 1 and s.where[w.guy] < w.boxes:
            score += 2.5 / (1.0 + far[s.where[w.guy]] / 4.0)
        for captive in bits(s.held & w.leaders[ROBIN]):
            if s.ripe[w.outlaw_leader[captive]] >= w.param["hanging-turns"]:
                score += 6.0 / (1.0 + far[s.where[captive]] / 2.0)
        return score
