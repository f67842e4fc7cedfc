"""The same deck with Typst, the fastest tool of the field: python bench/typst_deck.py GAME-FOLDER OUT.pdf

Needs bench/requirements.txt, which only the benchmark uses.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typst

# 9-up on A4, fronts and mirrored backs by turns, crop marks; one vector sign of some twenty segments in eight turns.
SOURCE = """
#let deck = yaml("game.yaml").decks.at(0)
#let cards = deck.cards
#let w = 63.5mm
#let h = 88.9mm
#let left = (210mm - 3 * w) / 2
#let up = (297mm - 3 * h) / 2
#set page(paper: "a4", margin: 0mm)
#set text(font: ("Libertinus Serif"), size: 9pt)
#let sign(turn) = rotate(turn * 45deg, polygon(fill: rgb("#24466b"), ..range(20).map(i => {
  let r = if calc.odd(i) { 9mm } else { 4mm }
  (9.5mm + r * calc.cos(i * 18deg), 9.5mm + r * calc.sin(i * 18deg))
})))
#let prose(s) = s.split("**").enumerate().map(((i, part)) => if calc.odd(i) { strong(part) } else { part }).join()
#let front(card, i) = box(width: w, height: h, clip: false, {
  place(rect(width: w, height: h, fill: rgb("#fbf8f0")))
  place(rect(width: w, height: 15mm, fill: rgb("#24466b")))
  place(dx: 14mm, dy: 5mm, text(fill: white, size: 13pt, weight: "bold", card.name))
  place(dx: 3.4mm, dy: 2.2mm, circle(radius: 4.3mm, fill: rgb("#fbf8f0"), align(center + horizon, str(card.cost))))
  place(dx: 22mm, dy: 19mm, sign(calc.rem(i, 8)))
  place(dx: 5mm, dy: 48.5mm, box(width: w - 10mm, prose(card.text)))
  place(dx: 5mm, dy: h - 7mm, box(width: w - 10mm, align(center, text(size: 6.5pt, card.footer))))
})
#let back = box(width: w, height: h, {
  place(rect(width: w, height: h, fill: rgb("#24466b")))
  place(dx: 22mm, dy: 34mm, sign(0))
})
#let marks = for k in range(4) {
  place(dx: left + k * w, dy: up - 8mm, line(length: 5mm, angle: 90deg, stroke: 0.1mm))
  place(dx: left + k * w, dy: 297mm - up + 3mm, line(length: 5mm, angle: 90deg, stroke: 0.1mm))
  place(dx: left - 8mm, dy: up + k * h, line(length: 5mm, stroke: 0.1mm))
  place(dx: 210mm - left + 3mm, dy: up + k * h, line(length: 5mm, stroke: 0.1mm))
}
#for sheet in range(calc.ceil(cards.len() / 9)) {
  if sheet > 0 { pagebreak() }
  let here = cards.slice(sheet * 9, calc.min(cards.len(), sheet * 9 + 9))
  for (i, card) in here.enumerate() {
    place(dx: left + calc.rem(i, 3) * w, dy: up + calc.quo(i, 3) * h, front(card, i))
  }
  marks
  pagebreak()
  for i in range(here.len()) { place(dx: left + (2 - calc.rem(i, 3)) * w, dy: up + calc.quo(i, 3) * h, back) }
  marks
}
"""


def main(folder: Path, target: Path) -> None:
    """Compile the deck."""
    source = folder / "deck.typ"
    source.write_text(SOURCE, encoding="utf-8")
    typst.compile(str(source), output=str(target))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
