"""The country of a network: what lies and grows around its plaques. Every place belongs to the box that is nearest to it,
and trees, tents and houses stand on it, on a wash of the ground's colour, as that box's pattern has it; grass elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from pnp.draw import text
from pnp.draw.cells import Point
from pnp.draw.frame import Group, Item, Path, Stroke, Symbol, Use
from pnp.draw.studio import Studio
from pnp.draw.text import TextStyle
from pnp.kinds.map import builds, hand, wild
from pnp.kinds.map.inks import Inks
from pnp.kinds.map.margin import rectangle
from pnp.kinds.map.network import BUILT, Link, Plaque, ribbon
from pnp.kinds.map.room import Crowd
from pnp.kinds.map.trees import Wood
from pnp.model.board import Board
from pnp.units import POINT, Box

_EVERY: Final = 4_600
_PATCH: Final = 4_200
_ACRE: Final = 9_600
_TREE: Final = 1.7
# Growth by the pattern of the nearest box: which, of every hundred places how many, and how large.
_GROWS: Final = {
    "woods": ("trees", 100),
    "clearing": ("trees", 100),
    "camp": ("camp", 88),
    "city": ("houses", 70),
}
_GRASS: Final = ("grass", 26)

Near = Callable[[Point], Plaque]


def land(board: Board, all: tuple[Plaque, ...], under: tuple[Item, ...], ways: tuple[Link, ...], wood: Wood,
         studio: Studio, inks: Inks) -> Iterator[Item]:  # fmt: skip
    """The field from back to front: paper, washes, `under` (the ways), and what grows beside them."""
    field = Box(*board.field)
    near = nearest(all)
    items: list[Item] = [Path(rectangle(field), inks.paper)]
    if all:
        items += [*washes(field, near, inks), *fields(board, all, ways, studio, inks)]
    items += under
    if all:
        items += grown(board, all, ways, wood, studio, inks)
    yield Group(tuple(items), rectangle(field))


def nearest(all: tuple[Plaque, ...]) -> Near:
    """Which plaque a place belongs to."""
    middles = [(plaque.at[0], plaque.at[1], plaque) for plaque in all]

    def near(at: Point) -> Plaque:
        x, y = at
        return min(middles, key=lambda entry: (entry[0] - x) ** 2 + (entry[1] - y) ** 2)[2]

    return near


def washes(field: Box, near: Near, inks: Inks) -> Iterator[Item]:
    """The land where something grows, in pale tints of its grounds, each patch uneven at its edge."""
    fall = hand.dice("washes", field.width, field.height)
    brushes: dict[str, tuple[Symbol, ...]] = {}
    for x, y in _grid(field, _PATCH, 0, fall.uniform):
        plaque = near((x, y))
        terrain = plaque.space.terrain
        if plaque.pattern not in _GROWS:
            continue
        if terrain not in brushes:
            brushes[terrain] = tuple(_brush(terrain, number, inks) for number in range(3))
        yield Use(fall.choice(brushes[terrain]), round(x), round(y))


def fields(board: Board, all: tuple[Plaque, ...], ways: tuple[Link, ...], studio: Studio, inks: Inks) -> Iterator[Item]:
    """Ploughed strips in the open land around what is built, clear of everything else."""
    taken, boxes, near = _taken(all, ways, studio), tuple(wild.keep_out(board)), nearest(all)
    fall = hand.dice("fields", board.id)
    kinds = tuple(_field(number, inks) for number in range(6))
    for at in _grid(Box(*board.field).grown(-5_000), _ACRE, 1_500, fall.uniform):
        kind, home = fall.choice(kinds), near(at)
        open_ = home.pattern in BUILT and math.dist(at, home.at) < 4.6 * home.radius
        if open_ and taken.free(at, 4_300) and not any(wild.inside(at, 9_000, box.grown(3_000)) for box in boxes):
            yield Use(kind, round(at[0]), round(at[1]))


def _field(number: int, inks: Inks) -> Symbol:
    """A field of so many furrows, about (0, 0)."""
    fall = hand.dice("field", number)
    tint = (inks.pale(inks.road, 0.3), inks.pale(inks.leaf, 0.62), inks.shade(inks.paper, 0.1))[number % 3]
    lean, across, down = fall.uniform(-0.35, 0.35), fall.uniform(3_700, 4_500), fall.uniform(2_500, 3_100)

    def at(x: float, y: float) -> Point:
        return x * across + y * down * lean, y * down - x * across * lean * 0.5

    outline = hand.line([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)], closed=True)
    furrows = [stroke for step in range(-3, 4) for stroke in hand.line([at(-0.92, step / 3.6), at(0.92, step / 3.6)])]
    edge = Stroke(inks.shade(tint, 0.3), 160, (), "round", "round")
    return Symbol(f"field-{number}", (Path(outline, tint, edge), hand.stroke(furrows, inks.shade(tint, 0.2), 220)))


def _brush(terrain: str, number: int, inks: Inks) -> Symbol:
    wet = inks.pale(inks.ground[terrain], 0.58)
    return Symbol(f"wash-{terrain}-{number}", (hand.fill(hand.blot((0, 0), 4_300, 3_900, ("wash", number), 0.2), wet),))


def _grid(field: Box, every: int, sway: float, uniform: Callable[[float, float], float]) -> Iterator[Point]:
    """Places about so far apart, in rows from back to front that are moved by half a step in turn."""
    for row in range(field.height // every + 2):
        for column in range(-1, field.width // every + 2):
            x = field.x + column * every + every / 2 * (row % 2)
            yield x + uniform(-sway, sway), field.y + row * every + uniform(-sway, sway)


def grown(board: Board, all: tuple[Plaque, ...], ways: tuple[Link, ...], wood: Wood, studio: Studio, inks: Inks
          ) -> Iterator[Item]:  # fmt: skip
    """What stands on the land, from back to front, clear of plaques, names, ways, panels, title and decorations."""
    field, near = Box(*board.field), nearest(all)
    taken, boxes = _taken(all, ways, studio), tuple(wild.keep_out(board))
    kinds = _kinds(wood, inks)
    fall = hand.dice("country", board.id)
    for at in sorted(_grid(field, _EVERY, 1_300, fall.uniform), key=lambda at: (at[1], at[0])):
        luck, size, pick = fall.randrange(100), fall.uniform(0.85, 1.12), fall.random()
        what, share = _GROWS.get(near(at).pattern, _GRASS)
        high = 6_400
        if (
            luck < share
            and wild.free(at, high, taken, 1_700, 2_300)
            and not any(wild.inside(at, high, box) for box in boxes)
        ):
            kind = kinds[what][int(pick * len(kinds[what]))]
            yield Use(kind, round(at[0]), round(at[1]), round(size * (1.0 if kind in wood.tufts else _TREE), 3))


def _kinds(wood: Wood, inks: Inks) -> dict[str, tuple[Symbol, ...]]:
    trees = (*wood.oaks, *wood.oaks, *wood.firs, *wood.bushes)
    return {
        "trees": trees,
        "camp": (*trees, *(tuple(tent(number, inks) for number in range(3)) * 4)),
        "houses": tuple(house(number, inks) for number in range(8)),
        "grass": (*wood.tufts * 5, wood.oaks[0], wood.firs[0]),
    }


def house(number: int, inks: Inks) -> Symbol:
    """A house of a city; its foot is at (0, 0)."""
    fall = hand.dice("house", number)
    return Symbol(f"house-{number}", tuple(builds.Mason(inks).house(0, 0, 1.0, number % 2 > 0, fall)))


def tent(number: int, inks: Inks) -> Symbol:
    """A hide over a ridge pole, open in front; its foot is at (0, 0)."""
    mason, fall = builds.Mason(inks), hand.dice("tent", number)
    half, high, long = fall.uniform(1_000, 1_250), fall.uniform(1_700, 2_000), 1_500.0
    cloth = inks.shade(inks.light(inks.paper, 0.3), fall.uniform(0.0, 0.16))
    side = [(half, 0.0), (0.0, -high), (long, -high - 250), (half + long, -250.0)]
    front = [(-half, 0.0), (0.0, -high), (half, 0.0)]
    flap = [(-half * 0.4, 0.0), (0.0, -high * 0.75), (half * 0.4, 0.0)]
    items = (mason.shape(side, inks.shade(cloth, 0.25)), mason.shape(front, cloth), mason.flat(flap, inks.ink))
    return Symbol(f"tent-{number}", items)


def _taken(all: tuple[Plaque, ...], ways: tuple[Link, ...], studio: Studio) -> Crowd:
    """Plaques, ribbons and ways, as discs close together."""
    taken = Crowd()
    for link in ways:
        taken.add(link.line, 2_900 if link.road else 1_300)
    for plaque in all:
        reach = plaque.radius - 2_000
        for ring in range(0, reach, 2_800):
            taken.add(wild.around(plaque.at, ring), 2_400)
        taken.add(wild.around(plaque.at, reach), 2_400)
        if plaque.space.name:
            _, box = ribbon(plaque, studio)
            taken.add(((x, box.y + box.height / 2) for x in range(box.x - 1_500, box.right + 1_500, 2_400)), 2_900)
    return taken


# Around the land, and over it.


def border(board: Board, inks: Inks, bleed: int) -> Iterator[Item]:
    """The dark ground around the land, out to the bleed; the land comes to lie on it."""
    yield hand.fill(rectangle(Box(0, 0, board.size[0], board.size[-1]).grown(bleed)), inks.ink)


def frame(board: Board, inks: Inks) -> Iterator[Item]:
    """Lines of the map's accent round the land."""
    field = Box(*board.field)
    yield Path(rectangle(field.grown(500)), None, Stroke(inks.accent, 700, (), "butt", "miter"))
    yield Path(rectangle(field.grown(-900)), None, Stroke(inks.accent, 200, (), "butt", "miter"))


def title(board: Board, studio: Studio, inks: Inks) -> Iterator[Item]:
    """The title in its cartouche: every line as wide as it, one under the other, and the subtitle below."""
    if len(board.cartouche) != 4:
        return
    box, span = Box(*board.cartouche), board.where.of("title")
    halo = Stroke(inks.paper, 1_600, (), "round", "round")
    base = TextStyle(family="display", point=round(20 * POINT), colour=inks.accent, halo=halo)
    y = float(box.y)
    for words in board.title.split("\n") if board.title else ():
        wide = max(1, text.measure(studio, words, base, span))
        style = replace(base, point=min(round(base.point * box.width / wide), round(90 * POINT)))
        y += style.point * 0.74
        yield from text.line(studio, words, style, box.x + box.width // 2, round(y), span, "middle")
        y += 3_200
    if board.subtitle:
        small = TextStyle(family="text", italic=True, point=round(12 * POINT), colour=inks.ink, halo=halo)
        at = (box.x + box.width // 2, round(y + small.point * 0.8))
        yield from text.line(studio, board.subtitle, small, *at, board.where.of("subtitle"), "middle")
