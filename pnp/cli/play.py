"""`pnp play`: a game in the terminal, and a game that was played, played again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pnp.cli.base import CLEAN, FAULTY, broken, guarded, report, seated, terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from pnp.build.playing import Table
    from pnp.play.record import Record
    from pnp.play.sitting import Event, Happened, Move, Seat, Sitting

_HELP = """Type the number of a move, or the move itself or as much of its beginning as is clear: `{example}`.
undo  take back your last move     show  the game as you see it     moves  all you may do
help  this                         quit  leave; --record keeps what was played"""
_MANY = 60
_DIGITS = 20  # of a number that is typed: Python reads no longer ones than some thousand
_TALL = 12


@click.command()
@click.argument("game", required=False, metavar="[GAME|FOLDER]")
@click.option("--seed", type=click.IntRange(0), help="The luck of the game; left out, one that nobody knows.")
@click.option("--as", "people", metavar="SEAT,…", help="Whom you play: one or several seats, all, or none to watch.")
@click.option("--players", type=click.IntRange(1), help="How many seats; the fewest unless said.")
@click.option("--agents", default="", metavar="SEAT=AGENT,…", help="Who plays the other seats.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A setting of the game; may be repeated.")
@click.option("--record", metavar="FILE", type=click.Path(dir_okay=False), help="Write what is played as a play file.")
@click.option(
    "--replay", metavar="FILE", type=click.Path(), help="Play a play file again; with --as, go on from there."
)
@click.option("--to", type=click.IntRange(0), help="Replay only so many moves.")
@guarded
def play(
    game: str | None,
    seed: int | None,
    people: str | None,
    players: int | None,
    agents: str,
    options: tuple[str, ...],
    record: str | None,
    replay: str | None,
    to: int | None,
) -> int:
    """Play a game in the terminal; agents play the seats that you do not."""
    from secrets import randbelow

    from pnp import build
    from pnp.build import Misuse, sparing
    from pnp.build.playing import Ask

    kept = sparing.play_file(record)
    if replay is not None:
        return _again(game, replay, to, people, agents, kept)
    if to is not None:
        raise Misuse("--to says how far a play file is replayed: it goes with --replay")
    if game is None:
        raise Misuse("say which game: `pnp list` shows them")
    ask = Ask(players=players, agents=agents, options=options, seed=randbelow(100_000) if seed is None else seed)
    table = seated(build.folders((game,))[0], ask, quiet=False)
    if isinstance(table, int):
        return table
    return Evening(table, _people(table, people or table.seats[0]), kept).play()


def _people(table: Table, asked: str) -> tuple[Seat, ...]:
    """The seats that people play. Raises `Misuse`."""
    from pnp.build import Misuse
    from pnp.diag import suggest

    if asked in ("all", "none"):
        return table.seats if asked == "all" else ()
    chosen = tuple(word.strip() for word in asked.split(","))
    for seat in chosen:
        if seat not in table.seats:
            hint = suggest(seat, table.seats) or "the seats are " + ", ".join(table.seats)
            raise Misuse(f"there is no seat '{seat}'; {hint}")
    return chosen


def _again(game: str | None, replay: str, to: int | None, people: str | None, agents: str, kept: Path | None) -> int:
    """Replay a play file, and go on from there if somebody plays."""
    from pnp import build
    from pnp.build import simulations
    from pnp.build.playing import Ask
    from pnp.play.playout import EngineError

    read, found = simulations.read_play(replay)
    if read is None:
        return report([found], strict=False, form="text", quiet=False)
    options = tuple(f"{key}={value}" for key, value in read.options.items())
    ask = Ask(players=len(read.players), agents=agents, options=options, seed=read.seed or 0)
    table = seated(build.folders((game or read.game,))[0], ask, quiet=False)
    if isinstance(table, int):
        return table
    now = table.game.game.version
    if read.version not in ("", now):
        line = f"{replay}:{read.at['version'].line}"
        click.echo(
            f"pnp: {line}: this is a play of version {read.version[:_DIGITS]}, the game is version {now}", err=True
        )
    evening = Evening(table, _people(table, people) if people else (), kept)
    try:
        whole = evening.replay(read, to)
    except EngineError as fault:
        return broken(table, fault.what, fault.moves)
    if not whole:
        return FAULTY
    if people:
        return evening.play()
    evening.keep()
    return CLEAN


class Evening:
    """A game at the terminal: what is asked, typed and told."""

    def __init__(self, table: Table, people: tuple[Seat, ...], kept: Path | None) -> None:
        from pnp.build.playing import called

        self._table, self._people = table, people
        self._record = kept
        self._names = called(table)
        self._step = ""  # the last that was told
        self._quiet = ""  # who has just moved unseen; it is told once
        self._sitting = self._seat(table.first, ())
        self._seen: tuple[Seat | None, list[str]] = (None, [])

    def _seat(self, state: object, made: Iterable[tuple[Seat, Move]]) -> Sitting:
        from pnp.play.agents import seated
        from pnp.play.sitting import Sitting

        table = self._table
        agents = seated(table.engine, table.seats, table.agents)
        return Sitting(table.engine, state, agents, self._people, table.seed, made)

    def play(self) -> int:
        """The game to its end, or until nobody types any more; the exit status."""
        from pnp.play.playout import EngineError

        table = self._table
        click.echo(f"{table.game.game.name}, seed {table.seed}. You play {self._list(self._people) or 'nobody'}.")
        if self._people:
            click.echo("Type help for help.")
        try:
            while self._turn():
                pass
        except EngineError as fault:
            return broken(table, fault.what, fault.moves)
        finally:
            self.keep()
        return CLEAN

    def _turn(self) -> bool:
        """Up to the next decision, and that; whether the game goes on."""
        for one in self._sitting.go_on():
            self._tell(one)
        seat = self._sitting.asked()
        if seat is None:
            self._end()
            return False
        open = self._sitting.open()
        click.echo(
            "".join(f"\n{part}\n" for part in (self._news(seat), f"{self._seat_name(seat)} to move:") if part), nl=False
        )
        click.echo(listed(open, _MANY if terminal(sys.stdin) else len(open)))
        return self._ask(seat, open)

    def _ask(self, seat: Seat, open: Sequence[Move]) -> bool:
        """Lines until one of them is a move or takes one back; whether somebody still plays."""
        while True:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
            if not terminal(sys.stdin):
                click.echo(line.rstrip("\n"))  # so that what was piped in stands beside what came of it
            word = " ".join(line.lower().split())
            if not line or word in ("quit", "q", "exit"):
                click.echo("" if line else "\nThe game was left here.")
                return False
            if word and self._did(word, seat, open):
                return True

    def _did(self, word: str, seat: Seat, open: Sequence[Move]) -> bool:
        """Carry out what was typed; whether the position changed."""
        from pnp.play.agents import UnknownError

        if word in ("undo", "u"):
            undone, self._seen = self._sitting.undo(), (None, [])
            click.echo("Taken back." if undone else "There is nothing to take back.")
            return undone
        if word in ("help", "?", "h"):
            click.echo(_HELP.format(example=open[0]))
        elif word == "show":
            click.echo(self._show(seat))
        elif word == "moves":
            click.echo(listed(open, len(open)))
        elif word.isdecimal() and word not in map(str, open):
            number = int(word) if len(word) <= _DIGITS else 0
            if 1 <= number <= len(open):
                self._sitting.decide(open[number - 1])
                return True
            click.echo(f"There is no move {word[:_DIGITS]}; they go from 1 to {len(open)}.")
        else:
            try:
                self._sitting.decide(self._sitting.meant(word))
            except UnknownError as fault:
                click.echo(f"{fault}.")
            else:
                return True
        return False

    def _news(self, seat: Seat) -> str:
        """The game as a seat sees it; of a tall diagram that it saw just now, the lines that have changed."""
        before, lines = self._seen, self._show(seat).splitlines()
        self._seen = (seat, lines)
        fresh = [line for line in lines if line not in before[1]]
        known = before[0] == seat and len(lines) > _TALL and 3 * len(fresh) <= len(lines)
        return "\n".join(fresh if known else lines)

    def _show(self, seat: Seat | None) -> str:
        return self._table.engine.show(self._sitting.state, seat).rstrip()

    def _end(self) -> None:
        result = self._sitting.result()
        click.echo(f"\n{self._show(None)}\n")
        if result is not None:
            won = self._list(result.winners)
            click.echo(f"The game is over: {result.reason}. " + (f"Won by {won}." if won else "Nobody wins."))

    def keep(self) -> None:
        """Write the play file, if one was asked for."""
        from pnp.build import simulations

        if self._record:
            simulations.keep(self._table, self._sitting.moves, self._record, self._sitting.result())
            click.echo(f"{self._record}")

    def _tell(self, one: Happened) -> None:
        """A move and what came of it, as far as people at the table saw it."""
        name = self._seat_name(one.seat)
        if not one.open:
            click.echo("" if self._quiet == name else f"  {name} has moved.\n", nl=False)
            self._quiet = name
            return
        self._quiet = ""
        click.echo(f"  {name}: {one.move}")
        for event in one.events:
            if text := self._event(event):
                click.echo(f"    {text}")

    def _event(self, event: Event) -> str:
        """An event in words: what, how much, and what took part. Of a step of the rules its name alone, once."""
        if event.refs and event.refs[0].startswith("step/"):
            again, self._step = self._step == event.refs[0], event.refs[0]
            return "" if again else f"— {self._names.get(self._step, self._step)}"
        parts = dict.fromkeys(self._names.get(ref, ref) for ref in event.refs if not ref.startswith("step/"))
        number = [str(event.amount)] if event.amount != 1 else []
        return " ".join([event.what, *number, *([event.value] if event.value else [])]) + (
            f": {', '.join(parts)}" if parts else ""
        )

    def _seat_name(self, seat: Seat) -> str:
        return self._names.get(f"seat/{seat}", seat.capitalize())

    def _list(self, seats: Iterable[Seat]) -> str:
        return " and ".join(self._seat_name(seat) for seat in seats)

    def replay(self, read: Record, to: int | None) -> bool:
        """Play a play file again, up to a number of moves; whether it is without a fault. Raises `EngineError`."""
        from pnp.build import Seen
        from pnp.diag import Found
        from pnp.play import record
        from pnp.play.sitting import Happened

        found, table = Found(), self._table
        made: list[tuple[Seat, Move]] = []
        state = table.first
        for shown in record.replay(table.engine, table.game, read, found):
            if to is not None and len(made) >= to:
                break
            state = shown.state
            made.append((shown.seat, shown.move))
            click.echo(f"{len(made):>4}", nl=False)
            self._tell(Happened(shown.seat, shown.move, shown.events, True))
        self._sitting = self._seat(state, made)
        if found.items:
            report([Seen(table.game.id, found.ordered())], strict=False, form="text", quiet=False)
            return False
        self._end()
        return True


def listed(moves: Sequence[Move], most: int, width: int = 78) -> str:
    """Moves with their numbers, in columns, at most so many."""
    shown = [f"{number:>3}  {move}" for number, move in enumerate(moves[:most], 1)]
    wide = max(map(len, shown), default=1) + 2
    columns = max(width // wide, 1)
    tall = -(-len(shown) // columns)
    rows = ("".join(text.ljust(wide) for text in shown[row::tall]).rstrip() for row in range(tall))
    more = [f"     and {len(moves) - most} more: type moves"] if len(moves) > most else []
    return "\n".join((*rows, *more))
