"""A game as people sit at it: asked for their moves in turn, the other seats played by agents, with moves taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pnp.engines.base import CHANCE, Agent, Engine, Event, Move, NotationError, Outcome, Seat, Seats, State, find
from pnp.play.agents import UnknownError
from pnp.play.playout import EngineError, Made, chosen, dice, pick, told

__all__ = ("Event", "Happened", "Move", "Seat", "Sitting")


class Happened(NamedTuple):
    """A move that was made and what came of it. `open` tells whether everybody saw it: of a game that hides something,
    only what `Facts.seen` names and what was revealed at once; the rest is for the seat that moved."""

    seat: Seat
    move: Move
    events: tuple[Event, ...]
    open: bool


class _Moment(NamedTuple):
    state: State
    moves: int
    decided: dict[Seat, Move]


class Sitting:
    """One game. Its luck is that of the seed and of how many moves were made, so a move that is taken back and made again
    meets the same luck. Everything raises `EngineError` where the engine fails."""

    def __init__(
        self,
        engine: Engine,
        state: State,
        agents: Mapping[Seat, Agent],
        people: Iterable[Seat],
        seed: int,
        made: Iterable[Made] = (),
    ) -> None:
        self.state, self.moves = state, list(made)
        self._engine, self._agents, self._seed = engine, agents, seed
        self._people = frozenset(people)
        self._decided: dict[Seat, Move] = {}
        self._before: list[_Moment] = []

    def go_on(self) -> list[Happened]:
        """Plays up to where a person is asked, or to the end; what happened on the way."""
        happened: list[Happened] = []
        try:
            while (seats := self._engine.turn(self.state)) and not self._waits(seats):
                if len(self.moves) >= (longest := self._engine.FACTS.longest):
                    raise OverflowError(f"the game goes on after {longest} moves, the most that it may have")
                happened += self._step(seats)
        except Exception as fault:
            raise EngineError(told(fault), tuple(self.moves)) from fault
        return happened

    def asked(self) -> Seat | None:
        """The person who decides now."""
        return next(iter(self._waits(self._engine.turn(self.state))), None)

    def open(self) -> tuple[Move, ...]:
        """What the person who is asked may do."""
        seat = self.asked()
        return self._engine.moves(self.state, seat) if seat else ()

    def meant(self, text: str) -> Move:
        """Which of the open moves a line means. Raises `UnknownError`."""
        try:
            return find(text, self.open())
        except NotationError as fault:
            raise UnknownError(str(fault)) from fault

    def decide(self, move: Move) -> None:
        """The move of the person who is asked; `go_on` carries it out."""
        seat = self.asked()
        assert seat is not None
        self._before.append(_Moment(self.state, len(self.moves), dict(self._decided)))
        self._decided[seat] = move

    def undo(self) -> bool:
        """Takes back the last decision of a person, and all that came of it; whether there was one."""
        if not self._before:
            return False
        moment = self._before.pop()
        self.state, self._decided = moment.state, moment.decided
        del self.moves[moment.moves :]
        return True

    def result(self) -> Outcome | None:
        """How the game ended."""
        return self._engine.result(self.state)

    def _waits(self, seats: Seats) -> list[Seat]:
        """Which of the seats in turn are people who have not decided."""
        return [seat for seat in seats if seat in self._people and seat not in self._decided]

    def _step(self, seats: Seats) -> list[Happened]:
        luck = dice(self._seed, len(self.moves) + 1)
        if seats == CHANCE:
            move = pick(self._engine.chances(self.state), luck.chance.random())
            return [self._made(CHANCE[0], move, self._seen(move))]
        decided, self._decided = self._decided, {}
        for seat in seats:
            if seat not in decided:
                decided[seat] = chosen(self._engine, self.state, seat, self._agents[seat], luck.agents)
        at_once = len(seats) > 1
        return [
            self._made(seat, move, at_once or seat in self._people or self._seen(move))
            for seat, move in ((seat, decided[seat]) for seat in seats)
        ]

    def _seen(self, move: Move) -> bool:
        """Whether all at the table see a move as it is made."""
        return not self._engine.FACTS.hidden or move.verb in self._engine.FACTS.seen

    def _made(self, seat: Seat, move: Move, seen: bool) -> Happened:
        self.moves.append((seat, move))
        self.state, events = self._engine.play(self.state, seat, move)
        return Happened(seat, move, events, seen)
