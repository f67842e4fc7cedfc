"""Worked examples and cases show what can happen.

- `example/too-many`: a position holds more of a piece than are printed.
- `example/turn`: a position is in a turn that the turn track does not have.
"""

from __future__ import annotations

from collections import Counter as Tally

from pnp.diag import Found
from pnp.model.game import Game
from pnp.model.load import Loaded
from pnp.model.rules import Case, Example


def check(loaded: Loaded, found: Found) -> None:
    """Positions against what is printed."""
    game = loaded.game
    copies = {counter.id: counter.copies for _, counter in game.pieces()}
    copies |= {card.id: card.copies for deck in game.decks for card in deck.cards}
    played: tuple[Example | Case, ...] = (*game.examples, *game.cases)
    for example in played:
        if loaded.has("counter.copies", "card.copies"):
            _pieces(example, copies, found)
        _turn(example, game, found)


def _pieces(example: Example | Case, copies: dict[str, int], found: Found) -> None:
    shown = Tally[str]()
    for stack in example.position.stacks:
        before, printed = shown[stack.piece], copies.get(stack.piece)
        shown[stack.piece] += stack.count
        if printed is not None and before <= printed < shown[stack.piece]:
            message = f"the position holds {shown[stack.piece]} '{stack.piece}', {printed} are printed"
            found.error("example/too-many", stack.where.span, message, "show fewer, or print more")


def _turn(example: Example | Case, game: Game, found: Found) -> None:
    """The turn track is the one that has a marker; with several nobody knows which is meant."""
    tracks = [track for track in game.tracks if track.marker]
    position = example.position
    if len(tracks) == 1 and not tracks[0].first <= position.turn <= tracks[0].last:
        message = f"the track '{tracks[0].id}' has no box {position.turn}"
        hint = f"it runs from {tracks[0].first} to {tracks[0].last}"
        found.error("example/turn", position.where.of("turn"), message, hint)
