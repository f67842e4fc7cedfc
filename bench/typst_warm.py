"""Typst's own warm rebuild of a deck after one card has changed: python bench/typst_warm.py GAME-FOLDER OUT.pdf

Prints the seconds of the second compilation alone: the compiler stays open between the two and keeps what it knows.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import typst
from typst_source import prepared


def main(folder: Path, target: Path) -> None:
    """Compile, change a card, compile again, and put the card back."""
    game = folder / "game.yaml"
    compiler = typst.Compiler(str(prepared(folder)))
    compiler.compile(output=str(target))
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace('text: "', 'text: "Changed ', 1), encoding="utf-8")
    start = time.perf_counter()
    compiler.compile(output=str(target))
    print(f"{time.perf_counter() - start:.3f}")
    game.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
