"""Counters: die-cut pieces with a front and a back, a batch for each size."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diag import Span
from pnp.faces.workshop import Workshop, size_of
from pnp.kinds.base import DRAWN, Batch, Face
from pnp.model.game import Game
from pnp.model.pieces import Group
from pnp.units import MM, Size

NEEDS = (*DRAWN, "side", "group.colour", "group.ink", "group.back")


def batches(workshop: Workshop) -> Iterator[Batch]:
    """All counters, in the order of their groups; `counters` where all have one size, else a batch a size."""
    sizes = _sizes(workshop.game)
    for (id, _), size in zip(files(workshop.game), sizes, strict=True):
        groups = tuple(group for group in _lying(workshop.game) if size_of(group.size) == size)
        yield Batch(
            id=id,
            title="Counters" if len(sizes) == 1 else f"Counters {size}",
            kind="counter",
            size=size,
            bleed=min((face.front.bleed for face in _faces(workshop, groups)), default=0),
            faces=tuple(_faces(workshop, groups)),
            backed=True,
            blanks={group.id: _blank(workshop, group) for group in groups},
        )


def files(game: Game) -> Iterator[tuple[str, Span]]:
    """A file for each size, which the first group of the size stands for."""
    sizes = _sizes(game)
    for size in sizes:
        first = next(group for group in _lying(game) if size_of(group.size) == size)
        yield "counters" if len(sizes) == 1 else f"counters-{_short(size)}", first.where.of("size")


def _lying(game: Game) -> Iterator[Group]:
    """The groups of counters that lie; `standee` has those that stand."""
    return (group for group in game.counters if group.stands is None)


def _sizes(game: Game) -> tuple[Size, ...]:
    return tuple(dict.fromkeys(size_of(group.size) for group in _lying(game)))


def proofread(workshop: Workshop) -> None:
    """Draw every counter's two faces."""
    for group in _lying(workshop.game):
        for counter in group.counters:
            workshop.counter(group, counter)
            workshop.counter(group, counter, back=True)


def _short(size: Size) -> str:
    width, height = (f"{length / MM:g}" for length in (size.width, size.height))
    return f"{width}mm" if width == height else f"{width}x{height}mm"


def _faces(workshop: Workshop, groups: tuple[Group, ...]) -> Iterator[Face]:
    for group in groups:
        for counter in group.counters:
            front, back = workshop.counter(group, counter), workshop.counter(group, counter, back=True)
            yield Face(counter.id, counter.name, front, back, counter.copies, group.id)


def _blank(workshop: Workshop, group: Group) -> Face:
    frame = workshop.blank(group)
    return Face("", "", frame, frame, 1, group.id)
