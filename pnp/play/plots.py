"""Plots as SVG: drawn here, with the colours of the page's style, and with a sentence for who cannot see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import floor, log10
from typing import Final, NamedTuple

_DASHES = ("", "7 4", "2 3", "10 3 2 3")

# The page's colours on paper. Whoever prints without styles inside drawings, or without variables, prints with these.
_PAPER: Final = {
    "c0": "#1f5f99", "c1": "#b5482a", "c2": "#4a7a2c", "c3": "#7d4b96", "c4": "#8a6a10", "c5": "#157a7a", "c6": "#a83468",
    "c7": "#55585e", "plain": "#5d6673", "ink": "#23211c", "soft": "#6b675d", "rule": "#d9d3c5",
}  # fmt: skip
_LINES: Final = {
    "grid": f'stroke="{_PAPER["rule"]}" stroke-width="1"',
    "axis": f'stroke="{_PAPER["soft"]}" stroke-width="1"',
    "mark": f'stroke="{_PAPER["ink"]}" stroke-width="1.5" stroke-dasharray="3 3"',
    "whisker": f'stroke="{_PAPER["ink"]}" stroke-width="1.6"',
}


class Bar(NamedTuple):
    """A row of `intervals`: its label, a rate with its interval (each from 0 to 1), what is written behind it, its tone."""

    label: str
    rate: float
    low: float
    high: float
    note: str
    tone: int


class Curve(NamedTuple):
    """A curve of `curves`: its label, at each x the middle, and the band's lower and upper end; its tone."""

    label: str
    points: Sequence[tuple[int, float, float, float]]
    tone: int


def tone(number: int) -> str:
    """The colour of the seat of that number."""
    return f"var(--c{number % 8})"


def _toned(number: int, kind: str) -> str:
    """What gives a shape the colour of a seat: a `fill` or a `line`, on paper and, by its class, on the page."""
    name = f"c{number % 8}"
    plain = f'fill="{_PAPER[name]}"' if kind == "fill" else f'fill="none" stroke="{_PAPER[name]}" stroke-width="2.2"'
    return f'class="{kind}" style="--tone:var(--{name})" {plain}'


def _svg(width: int, height: int, says: str, parts: Iterable[str]) -> str:
    body = "".join(parts)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(says)}">{body}</svg>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}" {_LINES[kind]}/>'


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    plain = f'fill="{_PAPER[kind or "ink"]}" font-size="12" font-family="sans-serif"'
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named} {plain}>{escape(text)}</text>'


def intervals(rows: Sequence[Bar], says: str) -> str:
    """Rates from 0 to 100 % as bars with their intervals."""
    left, width, step = 150, 400, 34
    height = step * len(rows) + 26
    parts = []
    for tick in range(0, 101, 25):
        x = left + width * tick / 100
        parts += [_line(x, 0, x, height - 20, "grid"), _text(x, height - 6, f"{tick} %", "middle", "soft")]
    for number, row in enumerate(rows):
        parts += _interval(row, left, width, number * step + 6)
    return _svg(left + width + 170, height, says, parts)


def _interval(row: Bar, left: int, width: int, y: float) -> list[str]:
    low, high, middle = left + width * row.low, left + width * row.high, y + 11
    return [
        _text(left - 10, y + 15, row.label, "end"),
        f'<rect x="{left}" y="{y}" width="{width * row.rate:.1f}" height="22" rx="2" {_toned(row.tone, "fill")}/>',
        _line(low, middle, high, middle, "whisker"),
        _line(low, middle - 5, low, middle + 5, "whisker"),
        _line(high, middle - 5, high, middle + 5, "whisker"),
        _text(left + width + 14, y + 15, row.note),
    ]


def nice(span: float, steps: int) -> int:
    """A round step, 1, 2 or 5 times a power of ten, that divides a span into at most so many."""
    rough = max(span / steps, 1)
    power = 10 ** floor(log10(rough))
    return int(next(power * times for times in (1, 2, 5, 10) if power * times >= rough))


def histogram(counts: Mapping[int, int], median: int, unit: str, says: str) -> str:
    """How often each number came; numbers are thrown together where they are many."""
    width, height, left, foot = 480, 190, 44, 34
    least, most = min(counts), max(counts)
    size = nice(most - least + 1, 40)
    first = least // size
    bins = [0] * (most // size - first + 1)
    for value, times in counts.items():
        bins[value // size - first] += times
    wide, top = (width - left) / len(bins), max(bins)
    parts = _scale(top, left, width, height, foot)
    for index, times in enumerate(bins):
        tall = (height - foot - 8) * times / top
        x, y = left + wide * index, height - foot - tall
        gap = min(1.5, wide / 5)
        parts.append(
            f'<rect x="{x + gap / 2:.1f}" y="{y:.1f}" width="{wide - gap:.1f}" height="{tall:.1f}" class="plain" '
            f'fill="{_PAPER["plain"]}"/>'
        )
    parts.append(_line(left, height - foot, width, height - foot, "axis"))
    for tick in range(-(-least // (step := nice(most - least + 1, 8))) * step, most + 1, step):
        x = left + wide * ((tick / size) - first + 0.5 / size)
        parts.append(_text(x, height - foot + 15, f"{tick}", "middle", "soft"))
    x = left + wide * ((median / size) - first + 0.5 / size)
    parts += [_line(x, 4, x, height - foot, "mark"), _text(width, height - 3, unit, "end", "soft")]
    return _svg(width, height, says, parts)


def _scale(top: float, left: int, width: int, height: int, foot: int) -> list[str]:
    """Lines across, with their numbers, up to a greatest value."""
    parts = []
    for tick in range(0, int(top) + 1, nice(top, 4)):
        y = height - foot - (height - foot - 8) * tick / top
        parts += [_line(left, y, width, y, "grid"), _text(left - 6, y + 4, f"{tick:,}", "end", "soft")]
    return parts


def curves(all: Sequence[Curve], unit: str, says: str) -> str:
    """Values over rounds, each with its band."""
    width, height, left, foot, right = 720, 300, 44, 34, 20
    xs = [point[0] for curve in all for point in curve.points]
    least, most = min(xs), max(xs)
    top = max(1.0, *(point[3] for curve in all for point in curve.points))
    tall, wide = height - foot - 8, width - left - right

    def at(x: float, y: float) -> str:
        return f"{left + wide * (x - least) / max(most - least, 1):.1f},{height - foot - tall * y / top:.1f}"

    parts = _scale(top, left, width - right, height, foot)
    for curve in all:
        band = [at(x, low) for x, _, low, _ in curve.points] + [at(x, high) for x, _, _, high in reversed(curve.points)]
        parts.append(f'<polygon points="{" ".join(band)}" {_toned(curve.tone, "fill")} fill-opacity="0.16"/>')
    for number, curve in enumerate(all):
        line = " ".join(at(x, middle) for x, middle, _, _ in curve.points)
        dash = f' stroke-dasharray="{_DASHES[number % 4]}"' if number % 4 else ""
        parts.append(f'<polyline points="{line}" {_toned(curve.tone, "line")}{dash}/>')
    parts.append(_line(left, height - foot, width - right, height - foot, "axis"))
    for tick in range(-(-least // (step := nice(most - least + 1, 8))) * step, most + 1, step):
        x = left + wide * (tick - least) / max(most - least, 1)
        parts.append(_text(x, height - foot + 15, f"{tick}", "middle", "soft"))
    parts.append(_text(width - right, height - 3, unit, "end", "soft"))
    return _svg(width, height, says, parts)


def key(number: int, of: int) -> str:
    """A curve's line, for the words beside it."""
    dash = f' stroke-dasharray="{_DASHES[number % 4]}"' if number % 4 else ""
    return (
        '<svg viewBox="0 0 26 8" width="26" height="8" style="display:inline-block;width:26px;height:8px;margin-right:6px" '
        'aria-hidden="true">'
        f'<line x1="0" y1="4" x2="26" y2="4" {_toned(of, "line")}{dash}/></svg>'
    )
