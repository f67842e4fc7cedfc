"""Maps join what they say they join.

- `map/one-sided`: a box names another as adjacent that does not name it.
- `map/itself`: a box names itself, or a passage leads from a box to itself.
- `map/twice`: a box names another twice.
- `map/unreachable`: no way leads from the rest of the map to a box.
- `map/pattern`: a ground's pattern is misspelt, and would be drawn as open grass.
- `map/route`: a step of a route joins boxes that are not adjacent.
- `map/ends`: a route does not lead from the first of its `ends` to the second.
- `map/river-pair`: an item of a river's course names more than two boxes.
- `map/river-box`: an item of a river's course names a box that the map does not have.
- `map/river-joined`: a river runs between two boxes that are joined all the same.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import Final

from pnp.diag import Found, nearest, suggest
from pnp.model.board import Board, River, Route, Space
from pnp.model.load import Loaded

# The hands that draw ground, whatever way a board is drawn (docs/maps.md); any other word is open grass.
PATTERNS: Final = (
    "woods", "field", "houses", "town", "mill", "road", "path", "bridge", "ford", "castle", "keep", "ruin", "water", "lake",
    "hills", "moor", "marsh", "fen", "camp", "abbey", "dungeon", "clearing", "city",
)  # fmt: skip


def check(loaded: Loaded, found: Found) -> None:
    """Adjacency, ways and waters of every map."""
    complete = loaded.has("space.id", "space.to")
    for board in loaded.game.boards:
        spaces = {space.id: space for space in board.spaces}
        _adjacency(board, spaces, found)
        if complete:
            _reach(board, spaces, found)
        _patterns(board, found)
        _passages(board, found)
        _routes(board, spaces, found)
        for river in board.rivers:
            _course(river, spaces, complete, found)


def _adjacency(board: Board, spaces: dict[str, Space], found: Found) -> None:
    for space in board.spaces:
        for number, other in enumerate(space.to):
            span = space.where.of(f"to[{number}]")
            if other == space.id:
                found.error("map/itself", span, f"'{other}' is adjacent to itself", "take it away")
            elif other in space.to[:number]:
                found.error("map/twice", span, f"'{space.id}' names '{other}' twice", "keep one of them")
            elif other in spaces and space.id not in spaces[other].to:
                related = ((spaces[other].where.of("to"), f"'{other}' does not name '{space.id}'"),)
                message = f"'{space.id}' names '{other}', but not the other way round"
                hint = f"add '{space.id}' there, or take '{other}' away here"
                found.error("map/one-sided", span, message, hint, related)


def _patterns(board: Board, found: Found) -> None:
    for ground in board.terrains:
        near = nearest(ground.pattern, PATTERNS) if ground.pattern not in PATTERNS else ""
        if near:
            message = f"no ground is drawn by '{ground.pattern}': '{ground.id}' would be open grass"
            found.warning("map/pattern", ground.where.of("pattern"), message, f"did you mean '{near}'?")


def _passages(board: Board, found: Found) -> None:
    for passage in board.passages:
        if len(passage.between) == 2 and passage.between[0] == passage.between[1]:
            message = f"the passage '{passage.id}' leads from '{passage.between[0]}' to itself"
            found.error("map/itself", passage.where.of("between[1]"), message, "name the box where it ends")


def _reach(board: Board, spaces: dict[str, Space], found: Found) -> None:
    """Every box can be reached from the others, whichever way round a border was written."""
    if not board.spaces:
        return
    beside: dict[str, set[str]] = {id: set() for id in spaces}
    for space in board.spaces:
        for other in space.to:
            if other in spaces:
                beside[space.id].add(other)
                beside[other].add(space.id)
    seen, queue = {board.spaces[0].id}, deque([board.spaces[0].id])
    while queue:
        near = beside[queue.popleft()] - seen
        seen |= near
        queue.extend(near)
    for space in board.spaces:
        if space.id not in seen:
            message = f"no way leads from '{board.spaces[0].id}' to '{space.id}'"
            squares = board.drawn == "squares"
            hint = "letters that touch join it to the rest" if squares else "name its neighbours under 'to'"
            found.error("map/unreachable", space.where.of("id"), message, hint)


def _routes(board: Board, spaces: dict[str, Space], found: Found) -> None:
    for route in board.routes:
        for number, (here, there) in enumerate(pairwise(route.through)):
            if here in spaces and there in spaces and there not in spaces[here].to:
                message = f"the route '{route.id}' goes from '{here}' to '{there}', which are not adjacent"
                found.error(
                    "map/route", route.where.of(f"through[{number + 1}]"), message, "name the boxes between them"
                )
        _ends(route, found)


def _ends(route: Route, found: Found) -> None:
    for what, wanted, at in (("begins", 0, 0), ("ends", -1, len(route.through) - 1)):
        if route.ends and route.through and route.through[wanted] != route.ends[wanted]:
            message = f"the route '{route.id}' {what} at '{route.through[wanted]}', not at '{route.ends[wanted]}'"
            related = ((route.where.of("ends"), "where it says it leads"),)
            found.error("map/ends", route.where.of(f"through[{at}]"), message, related=related)


def _course(river: River, spaces: dict[str, Space], complete: bool, found: Found) -> None:
    for number, item in enumerate(river.course):
        span = river.where.of(f"course[{number}]")
        names = item.split("|")
        unknown = next((name for name in names if name not in spaces), None)
        if len(names) > 2:
            found.error("map/river-pair", span, f"'{item}' names more than two boxes", "write a|b")
        elif unknown is not None:
            if complete:
                message = f"the course of '{river.id}' names '{unknown}', which is no box"
                found.error("map/river-box", span, message, suggest(unknown, spaces))
        elif len(names) == 2 and names[1] in spaces[names[0]].to:
            message = f"'{river.id}' runs between '{names[0]}' and '{names[1]}', which are joined all the same"
            found.error("map/river-joined", span, message, "take one from the other's 'to', or put a bridge there")
