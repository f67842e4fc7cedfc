"""Makes the pictures of the documentation from finished PDFs:

python tools/pictures.py output/GAME docs/pictures/flagship.png    a game: map, pieces, rulebook, player aid
python tools/pictures.py FILE.pdf … docs/pictures/NAME.png         all pages of files, side by side; FILE.pdf:3 is the third
python tools/pictures.py --light FILE.pdf docs/pictures/NAME.png   a calibration sheet held against the light
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageOps

GAP, HEIGHT, TALL, GROUND = 18, 620, 900, "#e9e4d8"
# What is shown of a game, where it has it: the first page of one file of each.
SHOWN = ("map.pdf", "counters.pdf", "standees*.pdf", "cards*.pdf", "mats*.pdf", "rulebook.pdf", "player-aid.pdf")
# How far the back is off on the picture against the light, in millimetres to the right and down as it is seen.
ASTRAY = (0.4, 0.2)


def page(pdf: Path, number: int = 0, height: int = HEIGHT) -> Image.Image:
    """A page at the picture's height."""
    sheet = pypdfium2.PdfDocument(pdf)[number]
    picture = sheet.render(scale=3 * height / sheet.get_height()).to_pil().convert("RGB")
    return picture.resize((picture.width * height // picture.height, height), Image.Resampling.LANCZOS)


def beside(pages: Sequence[Image.Image], target: Path) -> None:
    """Pages side by side."""
    width = sum(one.width for one in pages) + GAP * (len(pages) + 1)
    whole = Image.new("RGB", (width, max(one.height for one in pages) + 2 * GAP), GROUND)
    x = GAP
    for one in pages:
        whole.paste(one, (x, GAP))
        x += one.width + GAP
    target.parent.mkdir(parents=True, exist_ok=True)
    whole.quantize(200).save(target, optimize=True)


def light(pdf: Path) -> Image.Image:
    """The middle of a calibration sheet held against the light: the back shines through, a little off."""
    dpi = 500
    front, back = (one.render(scale=dpi / 72).to_pil().convert("L") for one in pypdfium2.PdfDocument(pdf))
    through = ImageOps.mirror(back).point(lambda level: 255 - (255 - level) * 2 // 5)
    right, down = (round(length * dpi / 25.4) for length in ASTRAY)
    seen = ImageChops.darker(front, ImageChops.offset(through, right, down))
    x, y, reach = (round(length * dpi / 25.4) for length in (102.5, 146, 21))
    return seen.crop((x - reach, y - reach, x + reach, y + reach)).resize((560, 560), Image.Resampling.LANCZOS)


def asked(name: str) -> Iterator[tuple[Path, int]]:
    """The pages, from 0, that a word of the command names."""
    file, _, number = name.partition(":")
    every = range(len(pypdfium2.PdfDocument(file)))
    yield from ((Path(file), one) for one in ([int(number) - 1] if number else every))


def main(sources: Sequence[str], target: Path) -> None:
    if sources[0] == "--light":
        beside([light(Path(sources[1]))], target)
    elif Path(sources[0]).is_dir():
        beside([page(file) for pattern in SHOWN for file in sorted(Path(sources[0]).glob(pattern))[:1]], target)
    else:
        beside([page(file, number, TALL) for name in sources for file, number in asked(name)], target)


if __name__ == "__main__":
    main(sys.argv[1:-1], Path(sys.argv[-1]))
