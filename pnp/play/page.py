"""A simulation as a page: one HTML file with everything in it, for screen and paper, light and dark, without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

from pnp.play import plots
from pnp.play.brief import counted, percent, spread, words
from pnp.play.coverage import Thing
from pnp.play.figures import (
    Deed,
    Rate,
    Spread,
    account_rounds,
    cover,
    deeds,
    endings,
    finals,
    named,
    plain,
    verbs,
    wins,
)
from pnp.play.plots import Bar, Curve
from pnp.play.simulate import Simulation
from pnp.play.tally import Account

_FEW = 6
# Every report ends with it: a page is known by it.
CLOSING: Final = "The same plan makes the same report, on every machine."
_CSS = Path(__file__).with_name("page.css")
_FAMILIES = {
    "cell": "table cells",
    "counter": "counters",
    "card": "cards",
    "space": "boxes of maps",
    "track": "boxes of tracks",
    "step": "phases and steps",
    "zone": "holding boxes",
    "passage": "passages",
    "modifier": "modifiers",
    "event": "events on tracks",
}


class Names:
    """What people call things; a reference or id without a name is shown as it is."""

    def __init__(self, simulation: Simulation) -> None:
        self._names = named(simulation)
        self._seats = simulation.plan.seats

    def ref(self, ref: str) -> str:
        return self._names.get(ref) or (ref if "/" in ref else words(ref))

    def seat(self, seat: str) -> str:
        return self._names.get(f"seat/{seat}", seat)

    def tone(self, seat: str) -> int:
        return self._seats.index(seat) if seat in self._seats else len(self._seats)

    def kind(self, kind: str) -> str:
        if not kind:
            return "What they hold"
        found = (self._names.get(f"{family}/{kind}") for family in ("supply", "counter", "card"))
        return next(filter(None, found), kind)

    def account(self, account: Account) -> str:
        return f"{self.owner(account)}: {self.kind(account[2])}" if account[2] else self.owner(account)

    def owner(self, account: Account) -> str:
        zone, owner, _ = account
        return self.seat(owner) if owner else self._names.get(f"zone/{zone}", zone)


def write(simulation: Simulation) -> str:
    """The whole page. Same simulation, same bytes."""
    names = Names(simulation)
    title = f"{simulation.plan.title}: {counted(simulation.games, 'game')}"
    sections = (_winning, _length, _accounts, _deeds, _choices, _coverage) if simulation.games else ()
    body = "\n".join((_head(simulation, names), *(part for one in sections for part in one(simulation, names))))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{_CSS.read_text('utf-8')}</style>\n</head>\n<body>\n{body}\n{_foot(simulation)}\n</body>\n</html>\n"
    )


def _head(simulation: Simulation, names: Names) -> str:
    plan = simulation.plan
    seats = zip(plan.seats, plan.agents, strict=True)
    played = ", ".join(f"{escape(names.seat(seat))} by <em>{escape(agent)}</em>" for seat, agent in seats)
    options = "".join(f"; {escape(key)} = {escape(value)}" for key, value in plan.options)
    return (
        f"<header><h1>{escape(plan.title)}</h1>\n"
        f'<p class="lead">{counted(simulation.games, "game")} played from seed {plan.seed}: {played}{options}.</p>\n'
        f'<dl class="figures">{"".join(_figures(simulation, names)) if simulation.games else ""}</dl></header>'
    )


def _figures(simulation: Simulation, names: Names) -> Iterator[str]:
    for seat, _, rate in wins(simulation):
        low, high = rate.interval
        note = f"between {100 * low:.1f} and {100 * high:.1f} %"
        yield _figure(f"{names.seat(seat)} wins", f"{100 * rate.rate:.1f} %", note, plots.tone(names.tone(seat)))
    histogram, unit = plain(simulation.tally.rounds), "rounds"
    if not histogram:
        histogram, unit = plain(simulation.tally.moves), "decisions"
    length = Spread.of(histogram)
    yield _figure("Median length", f"{length.median} {unit}", f"most games take {length.lower} to {length.upper}")
    told = cover(simulation)
    there, used = sum(all for _, all, _ in told.families), sum(used for _, _, used in told.families)
    if there:
        idle = len(told.idle)
        note = f"{counted(idle, 'thing')} never used" if idle else "nothing is dead"
        yield _figure("Used in play", f"{100 * used / there:.1f} %", note, "var(--warn)" if idle else "var(--good)")


def _figure(what: str, number: str, note: str, tone: str = "var(--ink)") -> str:
    return (
        f'<div class="figure" style="--tone:{tone}"><dt>{escape(what)}</dt>'
        f"<dd><b>{escape(number)}</b>{escape(note)}</dd></div>"
    )


def _winning(simulation: Simulation, names: Names) -> Iterator[str]:
    rows = [
        Bar(names.seat(seat), rate.rate, *rate.interval, percent(rate), names.tone(seat))
        for seat, _, rate in wins(simulation)
    ]
    yield "<h2>Who wins, and why</h2>"
    yield _plot(
        plots.intervals(rows, _said(rows)), "Share of all games, with the interval that holds the true rate at 95 %."
    )
    lines = []
    for reason, winners, rate in endings(simulation):
        who = " and ".join(names.seat(one) for one in winners) or "nobody"
        tone = plots.tone(names.tone(winners[0])) if winners else "var(--soft)"
        lines.append((reason, who, rate, tone))
    yield _table(
        ("How it ended", "Winner", "Games", "Share (95 %)", ""),
        (
            f"<th scope=row>{escape(words(reason))}</th><td>{_who(who, tone)}</td>{_n(f'{rate.times:,}')}"
            f"{_n(percent(rate))}{_bar(rate.rate, tone)}"
            for reason, who, rate, tone in lines
        ),
    )


def _said(rows: Iterable[Bar]) -> str:
    return "; ".join(f"{row.label} {row.note}" for row in rows)


def _length(simulation: Simulation, names: Names) -> Iterator[str]:
    yield '<h2>How long it takes</h2>\n<div class="pair">'
    for counts, unit in ((simulation.tally.rounds, "rounds"), (simulation.tally.moves, "decisions")):
        if histogram := plain(counts):
            told = Spread.of(histogram)
            if told.least == told.most:
                yield f"<p>Every game takes {told.most} {unit}.</p>"
                continue
            says = f"{unit} a game: {spread(told)}"
            yield _plot(
                plots.histogram(histogram, told.median, unit, says),
                f"{unit.capitalize()} a game: half take {told.median} or less, most {told.lower} to {told.upper}; "
                f"{told.least} is the shortest, {told.most} the longest, {told.mean:.1f} the mean.",
            )
    yield "</div>"


def _accounts(simulation: Simulation, names: Names) -> Iterator[str]:
    accounts = [(account, rounds) for account, rounds in account_rounds(simulation) if rounds]
    last = list(finals(simulation))
    if not accounts and not last:
        return
    yield "<h2>Holdings</h2>"
    for kind, group in groupby(sorted(accounts, key=lambda entry: (entry[0][2], entry[0])), key=lambda e: e[0][2]):
        yield _holding(kind, list(group), names)
    if last:
        yield _table(
            ("At the end of the game", "Mean", "Median", "Most games", "Least", "Most"),
            (
                f"<th scope=row>{escape(names.account(account))}</th>{_n(f'{told.mean:.1f}')}"
                f"{_n(str(told.median))}{_n(f'{told.lower} to {told.upper}')}{_n(str(told.least))}{_n(str(told.most))}"
                for account, told in last
            ),
        )


def _holding(kind: str, group: list[tuple[Account, tuple[tuple[int, int, Spread], ...]]], names: Names) -> str:
    owners = [names.owner(account) for account, _ in group]
    tones = [names.tone(account[1]) if account[1] else number for number, (account, _) in enumerate(group)]
    all = [
        Curve(owner, [(round, told.mean, told.lower, told.upper) for round, _, told in rounds], tone)
        for owner, tone, (_, rounds) in zip(owners, tones, group, strict=True)
    ]
    key = ", ".join(f"{plots.key(number, one.tone)}{escape(one.label)}" for number, one in enumerate(all))
    says = f"{names.kind(kind)} at the beginning of each round, for {', '.join(owners)}"
    last, games, _ = group[0][1][-1]
    return _plot(
        plots.curves(all, "round", says),
        f"<strong>{escape(names.kind(kind))}</strong> when a round begins: {key}. Lines are means, bands hold four of five "
        f"games; {counted(games, 'game')} came to round {last}.",
        ' class="wide"',
    )


def _deeds(simulation: Simulation, names: Names) -> Iterator[str]:
    all = list(deeds(simulation))
    if all:
        yield "<h2>Who does what to whom</h2>"
    for word, rows in all:
        yield f"<h3>{escape(words(word).capitalize())}</h3>"
        pairs = [(one.parties[0], one.parties[1], one.times) for one in rows if len(one.parties) == 2]
        if len(pairs) == len(rows) and min(len({pair[side] for pair in pairs}) for side in (0, 1)) > 1:
            yield _matrix(pairs, simulation.games, names)
        else:
            yield _ranked(rows, simulation.games, names)


def _ranked(rows: tuple[Deed, ...], games: int, names: Names) -> str:
    most = max(one.times for one in rows)
    summed = any(one.amount != one.times for one in rows)
    return _table(
        ("", "Times", "A game", *(("Amount a game",) if summed else ()), ""),
        (
            f"<th scope=row>{escape(' → '.join(map(names.ref, one.parties)) or 'all in all')}</th>{_n(f'{one.times:,}')}"
            f"{_n(f'{one.times / games:.2f}')}{_n(f'{one.amount / games:.2f}') if summed else ''}{_bar(one.times / most)}"
            for one in rows
        ),
    )


def _matrix(pairs: list[tuple[str, str, int]], games: int, names: Names) -> str:
    """Who (down) did it to whom (across), times a game."""
    times = {(who, whom): count for who, whom, count in pairs}
    down, across = list(dict.fromkeys(pair[0] for pair in pairs)), list(dict.fromkeys(pair[1] for pair in pairs))
    most = max(times.values())
    heads = [names.ref(whom) for whom in across]
    head = "".join(f'<th scope="col"><div><span>{escape(text)}</span></div></th>' for text in heads)
    # Many columns scroll on screen; on paper their heads are turned, in a row as high as the longest is wide.
    many = f' many" style="--tall:{0.6 * max(map(len, heads)):.1f}em' if len(heads) > _FEW else ""
    body = []
    for who in down:
        cells = (times.get((who, whom), 0) for whom in across)
        shown = (
            f'<td class="h{-(-10 * count // most)}">{f"{count / games:.3f}" if count else "·"}</td>' for count in cells
        )
        body.append(f'<tr><th scope="row">{escape(names.ref(who))}</th>{"".join(shown)}</tr>')
    return (
        f'<div class="scroll"><table class="matrix{many}"><caption>Times a game: who, down the side; whom, across.</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _choices(simulation: Simulation, names: Names) -> Iterator[str]:
    yield '<h2>What is chosen</h2>\n<div class="pair">'
    for seat, rows in verbs(simulation):
        total = sum(times for _, times in rows)
        if not rows:
            continue
        tone = plots.tone(names.tone(seat))
        yield f"<div><h3>{_who(names.seat(seat), tone)}</h3>"
        yield _table(
            ("Move", "A game", "Share", ""),
            (
                f"<th scope=row>{escape(verb)}</th>{_n(f'{times / simulation.games:.2f}')}{_n(f'{100 * times / total:.1f} %')}"
                f"{_bar(times / rows[0][1], tone)}"
                for verb, times in rows
            ),
        )
        yield "</div>"
    yield "</div>"


def _coverage(simulation: Simulation, names: Names) -> Iterator[str]:
    told = cover(simulation)
    yield "<h2>Coverage of play</h2>"
    yield "<p>Everything printed that play can use, and how much of it these games used.</p>"
    rows = ((name, Rate(used, all)) for name, all, used in told.families)
    yield _table(
        ("", "Used", "Of", ""),
        (
            f"<th scope=row>{escape(_FAMILIES.get(name, name).capitalize())}</th>{_n(f'{rate.times:,}')}{_n(f'{rate.of:,}')}"
            f"{_bar(rate.rate, 'var(--good)' if rate.times == rate.of else 'var(--warn)')}"
            for name, rate in rows
        ),
    )
    if told.silent:
        yield f'<p class="note">The engine does not tell of {escape(_listed(told.silent))}.</p>'
    if told.strange:
        yield f'<p class="note">Named in events, and not printed: {escape(", ".join(told.strange))}.</p>'
    yield from _idle(told.idle)
    if told.accepted:
        yield "<h3>Never used, and accepted</h3>"
        yield _things(told.accepted, reason=True)
    if told.used_after_all:
        yield '<h3 class="part">Used, though the game accepts that it is not</h3>'
        yield _things(told.used_after_all, reason=True)
    yield from _rare(simulation)


def _listed(families: Iterable[str]) -> str:
    return ", ".join(_FAMILIES.get(one, one) for one in families)


def _idle(idle: tuple[Thing, ...]) -> Iterator[str]:
    if not idle:
        yield '<h3 class="full">Nothing is dead</h3><p>Everything was used, but for what the game accepts.</p>'
        return
    yield f'<h3 class="part">Never used: {counted(len(idle), "thing")}</h3>'
    for family, things in groupby(idle, key=lambda thing: thing.family):
        rows = tuple(things)
        yield f"<details open><summary>{escape(_FAMILIES.get(family, family).capitalize())}: {len(rows)}</summary>"
        yield _things(rows) + "</details>"


def _things(things: Iterable[Thing], reason: bool = False) -> str:
    heads = ("Where", "What", "", *(("Why",) if reason else ()))
    return _table(
        heads,
        (
            f'<td class="place"><code>{escape(one.where)}</code></td><th scope=row>{escape(one.name)}</th>'
            f'<td class="ref"><code>{escape(one.ref)}</code></td>'
            + (f"<td>{escape(one.accepted)}</td>" if reason else "")
            for one in things
        ),
    )


def _rare(simulation: Simulation, most: int = 15) -> Iterator[str]:
    """What was used in the fewest games, for who wonders whether it is worth its ink."""
    seen = simulation.tally.appearances
    things = sorted((one for one in simulation.things if one.ref in seen), key=lambda one: (seen[one.ref], one.ref))
    rare = [one for one in things if seen[one.ref] * 20 < simulation.games][:most]
    if rare:
        yield "<h3>Seldom used</h3>"
        yield _table(
            ("Where", "What", "Games", "Share"),
            (
                f'<td class="place"><code>{escape(one.where)}</code></td><th scope=row>{escape(one.name)}</th>'
                f"{_n(f'{seen[one.ref]:,}')}{_n(f'{100 * seen[one.ref] / simulation.games:.2f} %')}"
                for one in rare
            ),
        )


def _foot(simulation: Simulation) -> str:
    plan = simulation.plan
    games = ", ".join(f"{start} to {stop - 1}" for start, stop in simulation.spans)
    return (
        f'<footer class="soft">Games {games or "none"} of seed {plan.seed}; content <code>{plan.content[:12]}</code>, '
        f"program <code>{plan.program[:12]}</code>. {CLOSING}</footer>"
    )


def _plot(svg: str, caption: str, kind: str = "") -> str:
    return f"<figure{kind}>{svg}<figcaption>{caption}</figcaption></figure>"


def _table(heads: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f'<th scope="col"{_numeric(text)}>{escape(text)}</th>' for text in heads)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'


_WORDS = ("", "How it ended", "Winner", "Move", "Where", "What", "Why", "At the end of the game")


def _numeric(head: str) -> str:
    return "" if head in _WORDS else ' class="n"'


def _n(text: str) -> str:
    return f'<td class="n">{escape(text)}</td>'


def _bar(share: float, tone: str = "var(--plain)") -> str:
    return f'<td class="bar" aria-hidden="true"><i style="width:{100 * share:.1f}%;--tone:{tone}"></i></td>'


def _who(who: str, tone: str) -> str:
    return f'<span class="seat">{_swatch(tone)}{escape(who)}</span>'


def _swatch(tone: str) -> str:
    return f'<span class="who" style="--tone:{tone}" aria-hidden="true"></span>'
