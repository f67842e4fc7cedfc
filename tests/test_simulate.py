"""Many games: the same report however they are shared out; intervals, spreads and coverage that are right."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build import playing
from pnp.build.playing import Ask, Table
from pnp.cli import main
from pnp.diag import Found
from pnp.engines import base
from pnp.engines.base import Engine, Event, Place
from pnp.play import agents, brief, coverage, page, plots, report, simulate
from pnp.play.figures import Rate, Spread, cover, wins
from pnp.play.playout import Played, dice, playout
from pnp.play.simulate import MergeError, Simulation, Span
from pnp.play.tally import Tally, Watcher, worths
from pnp.proof.look import texts
from tests.conftest import ROOT
from tests.engines import TOYS, Toy

toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.id)
TWO_BANKS = next(toy for toy in TOYS if toy.id == "two-banks")


@pytest.fixture(autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys' engines in an installed distribution."""
    info = tmp_path_factory.mktemp("site") / "toys-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    lines = (f"{toy.id} = {cast(Any, toy.engine).__name__}" for toy in TOYS)
    (info / "entry_points.txt").write_text("\n".join(("[pnp.engines]", *lines, "")))
    monkeypatch.syspath_prepend(info.parent)


@cache
def table(toy: Toy, seed: int = 1) -> Table:
    game, engine = toy.game, toy.engine
    seats = engine.seats(game, engine.FACTS.most)
    options = {option.id: option.default for option in engine.FACTS.options}
    return Table(
        folder=toy.folder,
        game=game,
        engine=engine,
        seats=seats,
        agents=("random",) * len(seats),
        options=options,
        seed=seed,
        first=engine.setup(game, seats, options),
        worth=worths(game, engine),
    )


def simulated(table: Table, *spans: Span) -> Simulation:
    """The games of some spans."""
    empty = playing.empty(table)
    parts = [simulate.run(table.engine, table.first, empty.plan, span, table.worth) for span in spans]
    return simulate.merge(
        (empty, *(dataclasses.replace(empty, spans=(span,), tally=tally) for span, tally in parts if span[0] < span[1]))
    )


def shares(cuts: list[int], games: int) -> list[Span]:
    edges = [1, *sorted({cut for cut in cuts if 1 < cut <= games}), games + 1]
    return list(pairwise(edges))


@toys
@settings(max_examples=12)
@given(cuts=st.lists(st.integers(1, 24), max_size=5), order=st.randoms(use_true_random=False))
def test_shares_add_up_in_any_order_to_the_same_report(toy: Toy, cuts: list[int], order: Any) -> None:
    whole = report.write(simulated(table(toy), (1, 25)))
    parts = [report.write(simulated(table(toy), share)) for share in shares(cuts, 24)]
    order.shuffle(parts)
    read = [report.read(part, "part") for part in parts]
    assert report.write(simulate.merge(read)) == whole
    assert report.write(simulate.merge([simulate.merge(read[:2]), *read[2:]])) == whole
    assert page.write(simulate.merge(read)) == page.write(report.read(whole, "whole"))


@given(games=st.integers(1, 10_000), of=st.integers(1, 60))
def test_shares_are_all_the_games_and_even(games: int, of: int) -> None:
    spans = [simulate.chunk(number, of, games) for number in range(1, of + 1)]
    assert spans[0][0] == 1 and spans[-1][1] == games + 1
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert max(stop - start for start, stop in spans) - min(stop - start for start, stop in spans) <= 1


@given(
    spans=st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)).map(lambda one: (min(one), max(one))), max_size=6)
)
def test_what_is_missing_is_what_was_not_played(spans: list[Span]) -> None:
    there = {game for start, stop in spans for game in range(start, stop)}
    left = [game for start, stop in simulate.missing(spans, (5, 30)) for game in range(start, stop)]
    assert left == [game for game in range(5, 30) if game not in there]


def test_what_does_not_add_up_is_refused() -> None:
    part = simulated(table(TWO_BANKS), (1, 4))
    for change, says in (
        ({"content": "0" * 64}, "different content"),
        ({"program": "0" * 64}, "different programs"),
        ({"seed": 2}, "different seeds: '1' and '2'"),
        ({"agents": ("random", "clever")}, "different agents"),
        ({"options": (("truce", "no"),)}, "different options: 'truce=yes' and 'truce=no'"),
        ({"game": "three-banks"}, "different games: 'toy' and 'three-banks'"),
    ):
        other = dataclasses.replace(part, spans=((4, 7),), plan=dataclasses.replace(part.plan, **change))
        with pytest.raises(MergeError, match=says):
            simulate.merge((part, other))
    with pytest.raises(MergeError, match="game 3 would be counted twice"):
        simulate.merge((part, simulated(table(TWO_BANKS), (3, 6))))
    with pytest.raises(MergeError, match="games from 2 on would be counted twice"):
        simulate.merge((part, simulated(table(TWO_BANKS), (2, 6))))


@given(text=st.one_of(st.text(), st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps)))
def test_what_is_no_simulation_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(MergeError, match="'part' is no simulation"):
        report.read(text, "part")


def test_a_part_says_which_games_it_holds() -> None:
    for spans, says in (
        (((1, 4),), "Two Banks: 3 games, seed 1"),
        (((2, 4), (7, 8)), "Two Banks: 3 games (2 to 3, 7), seed 1"),
    ):
        assert brief.text(simulated(table(TWO_BANKS), *spans)).splitlines()[0] == says


@pytest.mark.soak
def test_nothing_printed_is_dead(game_folder: Path) -> None:
    """A thousand games by a game's best agents, for each of its numbers of players, use all that is printed between them, but
    for what the game accepts."""
    _, seated = playing.table(game_folder, Ask())
    if seated is None:
        pytest.skip("no engine")
    counts = range(seated.engine.FACTS.least, seated.engine.FACTS.most + 1)
    told = [cover(simulated(many(game_folder, count), (1, 1_001))) for count in counts]
    idle = set.intersection(*({(thing.where, thing.ref) for thing in one.idle} for one in told))
    assert sorted(idle) == []
    assert all(one.used_after_all == () and one.strange == () for one in told)


def many(folder: Path, players: int) -> Table:
    _, seated = playing.table(folder, Ask(players=players))
    assert seated is not None
    return seated


@pytest.mark.soak
def test_no_seat_has_an_advantage(game_folder: Path) -> None:
    """No seat wins more than one and a half times its share, and of two unlike sides each wins three games in ten."""
    _, seated = playing.table(game_folder, Ask())
    if seated is None:
        pytest.skip("no engine")
    for count in range(seated.engine.FACTS.least, seated.engine.FACTS.most + 1):
        rates = {seat: rate.rate for seat, _, rate in wins(simulated(many(game_folder, count), (1, 601)))}
        assert max(rates.values()) * count <= 1.5, (count, rates)
        assert seated.engine.FACTS.most > 2 or min(rates.values()) >= 0.3, rates


@toys
def test_a_simulation_that_was_tampered_with_is_refused(toy: Toy) -> None:
    raw = json.loads(report.write(simulated(table(toy), (1, 4))))
    for key in ("plan", "games", "tally", "things", "names", "format"):
        with pytest.raises(MergeError):
            report.read(json.dumps({name: value for name, value in raw.items() if name != key}), "part")
    with pytest.raises(MergeError):
        report.read(json.dumps({**raw, "games": [[1, 4]]}), "part")
    with pytest.raises(MergeError):
        report.read("[" * 100_000, "part")
    with pytest.raises(MergeError, match="of another format"):
        report.read(json.dumps({**raw, "format": 99}), "part")


@toys
def test_what_is_counted_is_what_was_played(toy: Toy) -> None:
    """The tally against the games themselves, one by one."""
    seated = table(toy)
    chosen = agents.seated(seated.engine, seated.seats, seated.agents)
    outcomes: Counter[tuple[str, ...]] = Counter()
    verbs: Counter[tuple[str, str]] = Counter()
    uses: Counter[str] = Counter()
    appearances: Counter[str] = Counter()
    for game in range(1, 31):
        events: list[Event] = []
        extend = events.extend
        played = playout(
            seated.engine, seated.first, chosen, dice(1, game), lambda state, more, extend=extend: extend(more)
        )
        result = seated.engine.result(played.last)
        assert result is not None
        outcomes[(result.reason, *result.winners)] += 1
        verbs.update((seat, move.verb) for seat, move in played.moves if seat != "chance")
        uses.update(ref for event in events for ref in event.refs)
        appearances.update({ref for event in events for ref in event.refs})
    tally = simulated(seated, (1, 31)).tally
    assert (tally.games, tally.outcomes, tally.verbs) == (30, outcomes, verbs)
    assert (tally.uses, tally.appearances) == (uses, appearances)
    assert sum(tally.moves.values()) == 30
    assert sum(moves * games for (moves,), games in tally.moves.items()) == verbs.total()
    assert Tally.read(json.loads(json.dumps(tally.raw()))).raw() == tally.raw()


def test_memory_does_not_grow_with_the_games() -> None:
    """What is kept of a thousand games is what is kept of a hundred, but for rarer things."""
    watcher, seated = Watcher(TWO_BANKS.engine, {}), table(TWO_BANKS)
    chosen = agents.seated(seated.engine, seated.seats, seated.agents)
    sizes = []
    for game in range(1, 401):
        watcher.count(playout(seated.engine, seated.first, chosen, dice(1, game), watcher.watch))
        if game in (200, 400):
            sizes.append(len(json.dumps(watcher.tally.raw())))
    assert sizes[1] < 1.1 * sizes[0]


def coins(worth: str) -> Engine:
    """An engine of one move that says what accounts hold: a purse of two coins and a nought that is no money."""
    held = {
        ("gold-5", Place("purse", "east")): 2,
        ("gold-1", Place("purse", "east")): 3,
        ("gold-1", Place("pool")): 90,
        ("gold-1", Place("purse", "west")): 0,
    }
    return cast(
        Engine,
        SimpleNamespace(
            FACTS=base.Facts(
                least=2, most=2, longest=1, accounts=("purse",), round="dawn", worth=worth, tallies=("paid",)
            ),
            supply=lambda state: held,
            result=lambda state: base.Outcome("rich", ("east",)),
        ),
    )


def counted(engine: Engine, worth: dict[str, int]) -> Tally:
    watcher = Watcher(engine, worth)
    for events in (
        [Event("dawn", (), value="1")],
        [
            Event("paid", ("counter/miller", "step/fair", "space/ford"), amount=4),
            Event("paid", ("space/ford",), amount=2),
        ],
        [Event("dawn", (), value="2"), Event("paid", (), value="late")],
    ):
        watcher.watch(None, events)
    watcher.count(Played(None, []))
    return watcher.tally


def test_accounts_hold_what_their_pieces_are_worth() -> None:
    apart = counted(coins(""), {})
    assert apart.holdings == {
        ("purse", "east", kind, round, n): 1 for kind, n in (("gold-5", 2), ("gold-1", 3)) for round in (1, 2)
    }
    whole = counted(coins("worth"), {"gold-5": 5})
    assert whole.holdings == {("purse", "east", "", 1, 13): 1, ("purse", "east", "", 2, 13): 1}
    assert whole.final == {("purse", "east", "", 13): 1}
    assert whole.rounds == {(2,): 1}


def test_deeds_are_of_those_who_took_part_or_else_of_the_place() -> None:
    tally = counted(coins(""), {})
    assert tally.deeds == {("paid", "counter/miller"): 1, ("paid", "space/ford"): 1, ("paid", "late"): 1}
    assert tally.amounts == {("paid", "counter/miller"): 4, ("paid", "space/ford"): 2, ("paid", "late"): 1}


def test_worth_is_read_from_the_game() -> None:
    game = TWO_BANKS.game
    facts = dataclasses.replace(TWO_BANKS.engine.FACTS, worth="push")
    read = worths(game, cast(Engine, SimpleNamespace(FACTS=facts)))
    pieces = (*(one for _, one in game.pieces()), *(one for deck in game.decks for one in deck.cards))
    assert read and read == {one.id: one.values["push"] for one in pieces if "push" in one.values}
    assert worths(game, TWO_BANKS.engine) == {}


@pytest.mark.parametrize("games", [1, 2, 7, 40])
def test_intervals_hold_the_true_rate(games: int) -> None:
    """Wilson's interval solves |p - rate| = z sqrt(p (1 - p) / n); and near 95 % of samples hold the true rate."""
    for times in range(games + 1):
        rate = Rate(times, games)
        low, high = rate.interval
        assert 0 <= low <= rate.rate <= high <= 1
        for end in (low, high):
            if 0 < end < 1:
                gap = (end - rate.rate) ** 2
                assert gap == pytest.approx(1.959963984540054**2 * end * (1 - end) / games)
    if games == 40:
        truth = 0.3
        held = sum(
            comb(games, k) * truth**k * (1 - truth) ** (games - k)
            for k in range(games + 1)
            if Rate(k, games).interval[0] <= truth <= Rate(k, games).interval[1]
        )
        assert 0.93 < held < 0.97


@given(numbers=st.lists(st.integers(0, 40), min_size=1, max_size=60))
def test_a_spread_is_that_of_the_numbers_in_order(numbers: list[int]) -> None:
    spread = Spread.of(Counter(numbers))
    ordered = sorted(numbers)
    ranks = [-(-len(ordered) * tenth // 10) - 1 for tenth in (1, 5, 9)]
    assert [spread.lower, spread.median, spread.upper] == [ordered[rank] for rank in ranks]
    assert (spread.least, spread.most) == (ordered[0], ordered[-1])
    assert spread.mean == pytest.approx(sum(numbers) / len(numbers))


def test_the_report_s_keys_are_documented() -> None:
    """Every key of the JSON, wherever in it, stands in docs/playing.md."""

    def keys(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            yield from value
            for name, inner in value.items():
                yield from () if name in ("names", "options") else keys(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from keys(inner)

    docs = (ROOT / "docs" / "playing.md").read_text("utf-8")
    told = [json.loads(report.write(simulated(table(toy), (1, 6)))) for toy in TOYS]
    assert {name for one in told for name in keys(one) if f"`{name}`" not in docs} == set()


# Coverage


def lines(folder: Path, places: Iterator[str]) -> Iterator[str]:
    for place in places:
        file, line, column = place.split(":")
        yield (folder / file).read_text("utf-8").splitlines()[int(line) - 1][int(column) - 1 :]


def test_everything_printed_is_there_once_and_stands_where_it_is_said() -> None:
    game = TWO_BANKS.game
    things = coverage.things(game, TWO_BANKS.engine.NEEDS)
    refs = [thing.ref for thing in things]
    assert len(set(refs)) == len(refs)
    assert {thing.family for thing in things} >= {"cell", "counter", "card", "space", "track", "step", "modifier"}
    cells = [thing for thing in things if thing.family == "cell"]
    assert len(cells) == sum(
        len(one.rows) * len(one.columns) for one in game.tables if one.id in TWO_BANKS.engine.NEEDS.tables
    )
    for thing, text in zip(cells, lines(TWO_BANKS.folder, (one.where for one in cells)), strict=True):
        value = thing.name.rpartition("→ ")[2]
        assert text.startswith((value, f'"{value}')), (thing, text)
    for thing, text in zip(things, lines(TWO_BANKS.folder, (one.where for one in things)), strict=True):
        if thing.family in ("counter", "space", "step"):
            assert thing.ref.rpartition("/")[2] in text.split("}")[0], (thing, text)


@toys
def test_coverage_is_what_no_event_named(toy: Toy) -> None:
    whole = simulated(table(toy), (1, 31))
    told = cover(whole)
    idle = {thing.ref for thing in told.idle}
    assert not idle & set(whole.tally.uses)
    for family, there, used in told.families:
        of = [thing for thing in whole.things if thing.family == family]
        assert there == len(of) and used == sum(thing.ref in whole.tally.uses for thing in of)
        assert there - used == sum(thing.ref in idle for thing in of)
    assert set(told.silent) == {thing.family for thing in whole.things} - {family for family, _, _ in told.families}


def accepting(tmp_path: Path, *unused: str) -> Path:
    folder = Path(shutil.copytree(TWO_BANKS.folder, tmp_path / TWO_BANKS.id))
    rows = "".join(f"\n  - {{unused: {one}, says: It is meant so.}}" for one in unused)
    with (folder / "tables.yaml").open("a", encoding="utf-8") as file:
        file.write(f"\ncoverage:{rows}\n")
    return folder


def test_a_game_accepts_what_goes_unused(tmp_path: Path) -> None:
    folder = accepting(tmp_path, "counter/round", "step/*")
    seen, seated = playing.table(folder, Ask())
    assert seated is not None, seen
    before, after = cover(simulated(table(TWO_BANKS), (1, 31))), cover(simulated(seated, (1, 31)))
    accepted = {thing.ref for thing in before.idle if thing.ref == "counter/round" or thing.family == "step"}
    assert {thing.ref for thing in after.accepted} == accepted and accepted
    assert {thing.ref for thing in after.idle} == {thing.ref for thing in before.idle} - accepted
    assert after.used_after_all and all(thing.family == "step" for thing in after.used_after_all)


def checked(folder: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["check", str(folder), "-q", *more])


def test_what_is_accepted_must_be_there(tmp_path: Path) -> None:
    folder = accepting(tmp_path, "counter/rounds")
    told = checked(folder)
    assert told.exit_code == 1
    assert "error[coverage/unknown]: 'counter/rounds' names nothing that play could use" in told.output
    assert "did you mean 'counter/round'?" in told.output


def test_what_is_accepted_and_used_is_stale(tmp_path: Path) -> None:
    folder = accepting(tmp_path, "counter/round", "space/old-bridge")
    assert checked(folder).exit_code == 0
    told = checked(folder, "--plays", "3", "--strict")
    assert told.exit_code == 1
    assert "warning[coverage/stale]: 'space/old-bridge' is accepted as never used, and was used" in told.output
    assert "'counter/round'" not in told.output


def test_every_bundled_game_accepts_only_what_is_there(game_folder: Path) -> None:
    found = Found()
    _, seated = playing.table(game_folder, Ask())
    if seated is None:
        pytest.skip("no engine")
    coverage.unknown(seated.game, seated.engine.NEEDS, found)
    assert not found.items


@pytest.mark.parametrize("who", ["random", ""])
def test_bundled_games_tell_of_nothing_that_is_not_printed(game_folder: Path, who: str) -> None:
    _, seated = playing.table(game_folder, Ask(agents=who))
    if seated is None:
        pytest.skip("no engine")
    told = cover(simulated(seated, (1, 6)))
    assert told.strange == () and told.families


# The page


class _Tags(HTMLParser):
    """Which tags are open, and what the page asks of elsewhere."""

    VOID = ("meta", "line", "rect", "polygon", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.asked += [f"{tag} {key}" for key, _ in attributes if key in ("src", "href", "onload", "onclick")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@toys
def test_the_page_is_whole_and_asks_nothing_of_elsewhere(toy: Toy) -> None:
    text = page.write(simulated(table(toy), (1, 31)))
    tags = _Tags()
    tags.feed(text)
    assert not tags.open and not tags.asked
    assert "<script" not in text and "http" not in text and "@import" not in text and "url(" not in text
    assert all("aria-" in svg for svg in re.findall(r"<svg[^>]*>", text))
    assert not re.search(r"\bnan\b|\binf\b", text)


def test_the_page_escapes_what_the_game_says() -> None:
    whole = simulated(table(TWO_BANKS), (1, 4))
    plan = dataclasses.replace(whole.plan, title="<b>Two & Banks</b>")
    text = page.write(dataclasses.replace(whole, plan=plan, names={**whole.names, "seat/east": "<i>East"}))
    assert "<b>Two" not in text and "&lt;b&gt;Two &amp; Banks" in text and "<i>East" not in text


def test_drawings_have_their_colours_without_the_page_s_style() -> None:
    text = page.write(simulated(table(TWO_BANKS), (1, 31)))
    light = dict(re.findall(r"--(\w+): (#\w{6})", page._CSS.read_text("utf-8").partition("@media")[0]))
    assert {name: light[name] for name in plots._PAPER} == plots._PAPER
    shapes = re.findall(r"<(?:rect|polygon|text)[^>]*>", text), re.findall(r"<(?:line|polyline)[^>]*>", text)
    for said, kind in zip(("fill", "stroke"), shapes, strict=True):
        assert kind and all(re.search(rf' {said}="#\w{{6}}"', shape) for shape in kind)


@pytest.mark.parametrize("many", (3, 14))
def test_a_printed_matrix_breaks_no_number_and_no_name(many: int, tmp_path: Path) -> None:
    import weasyprint

    who = ["The Sheriff of Nottingham", *(f"Pardoner{n}" for n in range(1, many))]
    pairs = [(one, other, 7 * n + 1) for n, one in enumerate(who) for other in who]
    names = page.Names(simulated(table(TWO_BANKS), (1, 2)))
    body = page._matrix(pairs, 20, names)
    paper = f"<style>{page._CSS.read_text('utf-8')}</style>{body}"
    weasyprint.HTML(string=paper).write_pdf(tmp_path / "matrix.pdf")
    (told,) = texts(tmp_path / "matrix.pdf")
    words = told.split()
    assert words.count("0.050") == many
    assert all(words.count(f"Pardoner{n}") == 2 for n in range(1, many)) and words.count("Nottingham") == 2


def test_the_page_of_no_game_is_a_page() -> None:
    text = page.write(playing.empty(table(TWO_BANKS)))
    assert "0 games" in text and text.endswith("</html>\n")


# The commands


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def game(tmp_path: Path, toy: Toy = TWO_BANKS) -> str:
    return str(shutil.copytree(toy.folder, tmp_path / toy.id, dirs_exist_ok=True))


@pytest.mark.parametrize("form", ["json", "html"])
def test_one_job_two_jobs_and_shares_make_the_same_bytes(tmp_path: Path, form: str) -> None:
    folder = game(tmp_path)
    whole, shared, merged = (tmp_path / f"{name}.{form}" for name in ("one", "two", "merged"))
    for words in (
        ("--out", str(whole)),
        ("--jobs", "2", "--out", str(shared)),
        *(("--chunk", f"{number}/3", "--out", str(tmp_path / f"{number}.json")) for number in (3, 1, 2)),
    ):
        told = run("simulate", folder, "-n", "60", "--seed", "4", "-q", *words)
        assert (told.exit_code, told.output) == (0, "")
    told = run("report", *(str(tmp_path / f"{number}.json") for number in (2, 3, 1)), "--out", str(merged))
    assert told.exit_code == 0, told.output
    assert whole.read_bytes() == shared.read_bytes() == merged.read_bytes()


def test_a_report_does_not_depend_on_where_the_game_lies(tmp_path: Path) -> None:
    for place in ("here", "there/deep"):
        folder = shutil.copytree(TWO_BANKS.folder, tmp_path / place / TWO_BANKS.id)
        run("simulate", str(folder), "-n", "5", "-q", "--out", str(tmp_path / place / "report.json"))
    here, there = (tmp_path / place / "report.json" for place in ("here", "there/deep"))
    assert here.read_bytes() == there.read_bytes()


def test_what_was_played_is_gone_on_with(tmp_path: Path) -> None:
    folder, first = game(tmp_path), str(tmp_path / "first.json")
    run("simulate", folder, "-n", "20", "-q", "--out", first)
    run("simulate", folder, "-n", "50", "-q", "--out", str(tmp_path / "whole.json"))
    told = run("simulate", folder, "-n", "50", "--resume", first, "--out", str(tmp_path / "resumed.json"))
    assert told.exit_code == 0 and "30 games in" in told.output
    assert (tmp_path / "resumed.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    told = run("simulate", folder, "-n", "50", "--seed", "2", "--resume", first)
    assert told.exit_code == 2 and "cannot be gone on with: they are of different seeds" in told.output


def test_changed_content_does_not_add_up(tmp_path: Path) -> None:
    folder = game(tmp_path)
    run("simulate", folder, "-n", "20", "-q", "--chunk", "1/2", "--out", str(tmp_path / "a.json"))
    with (Path(folder) / "tables.yaml").open("a") as file:
        file.write("# another\n")
    run("simulate", folder, "-n", "20", "-q", "--chunk", "2/2", "--out", str(tmp_path / "b.json"))
    told = run("report", str(tmp_path / "a.json"), str(tmp_path / "b.json"))
    assert told.exit_code == 2 and "these parts do not add up: they are of different content" in told.output


def test_the_report_says_what_matters(tmp_path: Path) -> None:
    told = run("simulate", game(tmp_path), "-n", "50")
    assert told.exit_code == 0
    for text in ("East Bank", "played by random", "moves a game", "never used", "games and", "pieces.yaml:"):
        assert text in told.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--agents", "east=randon"), "there is no agent 'randon'; did you mean 'random'?"),
        (("--agents", "easst=random"), "there is no seat 'easst'; did you mean 'east'?"),
        (("--option", "truse=yes"), "the game has no option 'truse'; did you mean 'truce'?"),
        (("--option", "truce=maybe"), "the option 'truce' cannot be 'maybe'; known here: no, yes"),
        (("--players", "5"), "is not for 5 players but for 2"),
        (("--chunk", "3/2"), "'3/2' is no share of the games"),
        (("--chunk", "half"), "'half' is no share of the games"),
        (("--out", "report.pdf"), "a report is .html or .json, not 'report.pdf'"),
        (("--resume", "."), "'.' is not a file"),
        (("--resume", "nowhere.json"), "there is no file 'nowhere.json'"),
    ],
)
def test_misuse_is_told_in_a_sentence(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    told = run("simulate", game(tmp_path), "-n", "2", *words)
    assert told.exit_code == 2 and says in told.output and told.output.count("\n") == 1


def test_only_a_report_is_replaced_by_one(tmp_path: Path) -> None:
    folder = game(tmp_path)
    for name, mine in (("a.json", '{"kind": "mine"}'), ("a.html", "<html>mine</html>")):
        path = tmp_path / name
        path.write_text(mine, "utf-8")
        words = ("-n", "2", "-q", "--out", str(path))
        told = run("simulate", folder, *words)
        assert told.exit_code == 2 and "is no report of a simulation" in told.output
        assert path.read_text("utf-8") == mine
        path.unlink()
        assert [run("simulate", folder, *words).exit_code for _ in range(2)] == [0, 0]


def test_a_game_without_an_engine_cannot_be_played(tmp_path: Path) -> None:
    folder = shutil.copytree(TWO_BANKS.folder, tmp_path / "nobody-rules-it")
    told = run("simulate", str(folder))
    assert told.exit_code == 2 and "'nobody-rules-it' has no engine" in told.output


def test_a_game_with_faults_is_not_played(tmp_path: Path) -> None:
    folder = Path(game(tmp_path))
    text = (folder / "tables.yaml").read_text("utf-8")
    (folder / "tables.yaml").write_text(text.replace("P1", "P1?"), "utf-8")
    told = run("simulate", str(folder))
    assert told.exit_code == 1 and "table/result" in told.output and "nothing was played" in told.output


def test_a_bug_in_an_engine_is_told_with_the_play_that_comes_to_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game(tmp_path)
    monkeypatch.chdir(tmp_path)
    module = cast(Any, TWO_BANKS.engine)
    whole = module.play

    def play(state: Any, seat: str, move: base.Move) -> Any:
        if move.verb == "shout":
            raise KeyError("shouting")
        return whole(state, seat, move)

    monkeypatch.setattr(module, "play", play)
    told = run("simulate", folder, "-n", "20", "--seed", "6")
    assert told.exit_code == 3
    assert re.search(
        r"a bug in the engine of 'two-banks' in game \d+ of seed 6, at move \d+: KeyError: 'shouting'", told.output
    )
    again = re.search(r"`pnp play --replay (\S+)`", told.output)
    assert again is not None
    told = run("play", folder, "--replay", again[1])
    assert told.exit_code == 3 and "KeyError: 'shouting'" in told.output
    monkeypatch.setattr(module, "play", whole)
    told = run("play", folder, "--replay", again[1])
    assert told.exit_code == 0, told.output
