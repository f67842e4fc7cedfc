"""What Typst is given: a deck's own source beside it, and the house's drawings."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from deck import ICONS

SPEC = find_spec("pnp")
assert SPEC is not None and SPEC.submodule_search_locations
HOUSE = Path(SPEC.submodule_search_locations[0]) / "draw" / "art"

# The whole job: 9-up on A4 with 3 mm of bleed that reaches no neighbour, a drawing of its own for each of eight signs, fronts
# and mirrored backs by turns, crop marks.
SOURCE = """
#let deck = yaml("game.yaml").decks.at(0)
#let cards = deck.cards
#let w = 63.5mm
#let h = 88.9mm
#let bleed = 3mm
#let left = (210mm - 3 * w) / 2
#let up = (297mm - 3 * h) / 2
#let river = rgb("#24466b")
#let paper = rgb("#fbf8f0")
#set page(paper: "a4", margin: 0mm)
#set text(font: ("Libertinus Serif"), size: 9pt)
#let ground(height, fill) = place(dx: -bleed, dy: -bleed, rect(width: w + 2 * bleed, height: height + bleed, fill: fill))
#let sign(name) = image("signs/" + name + ".svg", width: 19mm)
#let prose(s) = s.split("**").enumerate().map(((i, part)) => if calc.odd(i) { strong(part) } else { part }).join()
#let front(card) = {
  ground(h + bleed, paper)
  ground(15mm, river)
  place(dx: 14mm, dy: 5mm, text(fill: white, size: 13pt, weight: "bold", card.name))
  place(dx: 3.4mm, dy: 2.2mm, circle(radius: 4.3mm, fill: paper, align(center + horizon, str(card.cost))))
  place(dx: 22mm, dy: 19mm, sign(card.art))
  place(dx: 5mm, dy: 48.5mm, box(width: w - 10mm, prose(card.text)))
  place(dx: 5mm, dy: h - 7mm, box(width: w - 10mm, align(center, text(size: 6.5pt, card.footer))))
}
#let back = {
  ground(h + bleed, river)
  place(dx: 22mm, dy: 34mm, sign("star"))
}
#let over(edge) = if edge { bleed } else { 0mm }
#let window(column, row, art) = {
  let (l, t, r, b) = (over(column == 0), over(row == 0), over(column == 2), over(row == 2))
  place(dx: left + column * w - l, dy: up + row * h - t,
    box(width: w + l + r, height: h + t + b, clip: true, place(dx: l, dy: t, art)))
}
#let marks = for k in range(4) {
  place(dx: left + k * w, dy: up - 8mm, line(length: 5mm, angle: 90deg, stroke: 0.1mm))
  place(dx: left + k * w, dy: 297mm - up + 3mm, line(length: 5mm, angle: 90deg, stroke: 0.1mm))
  place(dx: left - 8mm, dy: up + k * h, line(length: 5mm, stroke: 0.1mm))
  place(dx: 210mm - left + 3mm, dy: up + k * h, line(length: 5mm, stroke: 0.1mm))
}
#for sheet in range(calc.ceil(cards.len() / 9)) {
  if sheet > 0 { pagebreak() }
  let here = cards.slice(sheet * 9, calc.min(cards.len(), sheet * 9 + 9))
  for (i, card) in here.enumerate() { window(calc.rem(i, 3), calc.quo(i, 3), front(card)) }
  marks
  pagebreak()
  for i in range(here.len()) { window(2 - calc.rem(i, 3), calc.quo(i, 3), back) }
  marks
}
"""


def prepared(folder: Path) -> Path:
    """Typst's own source beside the deck, and the house's drawings in the deck's colours."""
    source, signs = folder / "deck.typ", folder / "signs"
    source.write_text(SOURCE, encoding="utf-8")
    if not signs.exists():
        signs.mkdir()
        for name in (*ICONS, "star"):
            text = (HOUSE / f"{name}.svg").read_text(encoding="utf-8").replace("currentColor", "#24466b")
            for paint in ("fill", "stroke"):
                text = text.replace(f'data-{paint}="second"', f'{paint}="#fbf8f0"')
            (signs / f"{name}.svg").write_text(text, encoding="utf-8")
    return source
