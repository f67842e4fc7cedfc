"""The clock of the drawing alone: a deck read, then every face drawn. python bench/faces.py FOLDER [profile]"""

import cProfile
import gc
import pstats
import sys
import time
from pathlib import Path

from pnp.diag import Found
from pnp.faces.workshop import Workshop
from pnp.kinds import card
from pnp.model.load import load


def drawn(workshop: Workshop) -> int:
    """Draw every front and back, one after the other, as imposing them does."""
    return sum(len(face.front.items) for batch in card.batches(workshop) for face in batch.faces)


def main() -> None:
    found = Found()
    start = time.perf_counter()
    loaded = load(Path(sys.argv[1]), found)
    game = loaded and loaded.game
    read = time.perf_counter()
    assert game is not None, found.ordered()
    workshop = Workshop.open(game, found)
    opened = time.perf_counter()
    gc.freeze()
    if len(sys.argv) > 2:
        profile = cProfile.Profile()
        profile.runcall(drawn, workshop)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return
    items = drawn(workshop)
    done = time.perf_counter()
    count = sum(len(deck.cards) for deck in game.decks)
    print(f"read {read - start:.3f} s, opened {opened - read:.3f} s, drawn {done - opened:.3f} s")
    print(f"{count / (done - opened):.0f} cards a second, {items / count:.1f} items a front, {len(found.items)} faults")


if __name__ == "__main__":
    main()
