"""The same deck as one HTML grid with WeasyPrint: python bench/weasy_deck.py GAME-FOLDER OUT.pdf"""

from __future__ import annotations

import html
import math
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import yaml
from weasyprint import HTML

LEFT, UP, WIDE, HIGH = (210 - 3 * 63.5) / 2, (297 - 3 * 88.9) / 2, 63.5, 88.9
STYLE: Final = """
@page { size: 210mm 297mm; margin: 0 }
@font-face { font-family: serif-of-ours; src: url(FONTS/SourceSerifPro-Regular.ttf) }
@font-face { font-family: serif-of-ours; font-weight: bold; src: url(FONTS/SourceSerifPro-Bold.ttf) }
body { margin: 0; font: 9pt serif-of-ours, serif }
.sheet { position: relative; width: 210mm; height: 296.9mm; break-after: page; overflow: hidden }
.card { position: absolute; width: 63.5mm; height: 88.9mm; background: #fbf8f0; overflow: hidden }
.back { background: #24466b }
.bar { position: absolute; width: 63.5mm; height: 15mm; background: #24466b }
.name { position: absolute; left: 14mm; top: 5mm; font-size: 13pt; font-weight: bold; color: white }
.cost { position: absolute; left: 3.4mm; top: 2.2mm; width: 8.6mm; line-height: 8.6mm; border-radius: 4.3mm;
        text-align: center; background: #fbf8f0 }
.card svg { position: absolute; left: 22mm; top: 19mm; width: 19mm; height: 19mm }
.back svg { top: 34mm }
.text { position: absolute; left: 5mm; top: 48.5mm; width: 53.5mm }
.foot { position: absolute; left: 5mm; top: 81.9mm; width: 53.5mm; text-align: center; font-size: 6.5pt }
.mark { position: absolute; background: black }
"""


def fonts() -> Path:
    """Where the type of the house lies."""
    spec = find_spec("font_source_serif_pro")
    assert spec is not None and spec.submodule_search_locations
    return next(Path(spec.submodule_search_locations[0]).rglob("*.ttf")).parent


def sign(turn: int, fill: str) -> str:
    """A vector sign of twenty segments, in eight turns."""
    radii = (9 if i % 2 else 4 for i in range(20))
    points = (
        f"{9.5 + r * math.cos(i * math.pi / 10):.3f},{9.5 + r * math.sin(i * math.pi / 10):.3f}"
        for i, r in enumerate(radii)
    )
    turned = f'transform="rotate({turn * 45} 9.5 9.5)"'
    return f'<svg viewBox="0 0 19 19"><polygon {turned} fill="{fill}" points="{" ".join(points)}"/></svg>'


def at(column: int, row: int) -> str:
    return f"left:{LEFT + column * WIDE:.3f}mm;top:{UP + row * HIGH:.3f}mm"


def front(card: dict[str, Any], number: int) -> str:
    said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(card["text"]))
    return (
        f'<div class="card" style="{at(number % 3, number // 3)}"><div class="bar"></div>'
        f'<div class="name">{html.escape(card["name"])}</div><div class="cost">{card["cost"]}</div>'
        f'{sign(number % 8, "#24466b")}<div class="text">{said}</div>'
        f'<div class="foot">{html.escape(card["footer"])}</div></div>'
    )


def marks() -> Iterator[str]:
    """Ticks to cut by."""
    for k in range(4):
        for left, top, wide, high in (
            (LEFT + k * WIDE, UP - 8, 0.1, 5),
            (LEFT + k * WIDE, 297 - UP + 3, 0.1, 5),
            (LEFT - 8, UP + k * HIGH, 5, 0.1),
            (210 - LEFT + 3, UP + k * HIGH, 5, 0.1),
        ):
            yield f'<div class="mark" style="left:{left}mm;top:{top}mm;width:{wide}mm;height:{high}mm"></div>'


def sheets(cards: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Fronts and mirrored backs by turns."""
    cuts = "".join(marks())
    back = f'<div class="card back" style="PLACE">{sign(0, "#fbf8f0")}</div>'
    for start in range(0, len(cards), 9):
        here = cards[start : start + 9]
        yield f'<div class="sheet">{"".join(front(card, i) for i, card in enumerate(here))}{cuts}</div>'
        backs = "".join(back.replace("PLACE", at(2 - i % 3, i // 3)) for i in range(len(here)))
        yield f'<div class="sheet">{backs}{cuts}</div>'


def main(folder: Path, target: Path) -> None:
    """Lay the deck out."""
    cards = yaml.load((folder / "game.yaml").read_text("utf-8"), yaml.CSafeLoader)["decks"][0]["cards"]
    style = STYLE.replace("FONTS", fonts().as_uri())
    HTML(string=f"<style>{style}</style><body>{''.join(sheets(cards))}</body>").write_pdf(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
