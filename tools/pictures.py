"""Makes the README's picture from the finished PDFs: python tools/pictures.py output/GAME docs/pictures/flagship.png"""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
from PIL import Image

GAP, HEIGHT, GROUND = 18, 620, "#e9e4d8"


def page(pdf: Path, number: int = 0) -> Image.Image:
    """A page at the picture's height."""
    sheet = pypdfium2.PdfDocument(pdf)[number]
    picture = sheet.render(scale=3 * HEIGHT / sheet.get_height()).to_pil().convert("RGB")
    return picture.resize((picture.width * HEIGHT // picture.height, HEIGHT), Image.Resampling.LANCZOS)


def main(folder: Path, target: Path) -> None:
    """Map, counters, the rulebook's cover and player aid side by side."""
    pages = [page(folder / name) for name in ("map.pdf", "counters.pdf", "rulebook.pdf", "player-aid.pdf")]
    width = sum(one.width for one in pages) + GAP * (len(pages) + 1)
    whole = Image.new("RGB", (width, HEIGHT + 2 * GAP), GROUND)
    x = GAP
    for one in pages:
        whole.paste(one, (x, GAP))
        x += one.width + GAP
    target.parent.mkdir(parents=True, exist_ok=True)
    whole.quantize(200).save(target, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
