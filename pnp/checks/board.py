"""Maps join what they say they join.

- `map/one-sided`: a box names another as adjacent that does not name it.
- `map/itself`: a box names itself.
- `map/unreachable`: no way leads from the rest of the map to a box.
- `map/route`: a step of a route joins boxes that are not adjacent.
- `map/river`: an item of a river's course is neither a pair of boxes that are not joined, nor a box.
- `map/passage`: a passage does not have two ends.
- `map/outside`: a box lies outside the map.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from pnp.diag import Found, suggest
from pnp.model.board import Board, River, Space
from pnp.model.load import Loaded


def check(loaded: Loaded, found: Found) -> None:
    """Adjacency, ways and waters of every map."""
    for board in loaded.game.boards:
        spaces = {space.id: space for space in board.spaces}
        _adjacency(board, spaces, found)
        _reach(board, spaces, found)
        _routes(board, spaces, found)
        for river in board.rivers:
            _course(river, spaces, found)
        for passage in board.passages:
            if len(passage.between) != 2:
                message = f"the passage '{passage.id}' joins {len(passage.between)} boxes"
                found.error("map/passage", passage.where.of("between"), message, "name two: inside, outside")


def _adjacency(board: Board, spaces: dict[str, Space], found: Found) -> None:
    width, height = board.size[0], board.size[-1]
    for space in board.spaces:
        if len(space.at) != 2 or not (0 <= space.at[0] <= width and 0 <= space.at[1] <= height):
            found.error("map/outside", space.where.of("at"), f"the box '{space.id}' lies outside the map")
        for number, other in enumerate(space.to):
            span = space.where.of(f"to[{number}]") if f"to[{number}]" in space.where.keys else space.where.of("to")
            if other == space.id:
                found.error("map/itself", span, f"'{other}' is adjacent to itself")
            elif other in spaces and space.id not in spaces[other].to:
                related = ((spaces[other].where.of("to"), f"'{other}' does not name '{space.id}'"),)
                message = f"'{space.id}' names '{other}', but not the other way round"
                found.error(
                    "map/one-sided", span, message, f"add '{space.id}' there, or take '{other}' away here", related
                )


def _reach(board: Board, spaces: dict[str, Space], found: Found) -> None:
    if not board.spaces:
        return
    seen, queue = {board.spaces[0].id}, deque([board.spaces[0].id])
    while queue:
        for there in spaces[queue.popleft()].to:
            if there in spaces and there not in seen:
                seen.add(there)
                queue.append(there)
    for space in board.spaces:
        if space.id not in seen:
            message = f"no way leads from '{board.spaces[0].id}' to '{space.id}'"
            found.error("map/unreachable", space.where.of("id"), message)


def _routes(board: Board, spaces: dict[str, Space], found: Found) -> None:
    for route in board.routes:
        for number, (here, there) in enumerate(pairwise(route.through)):
            if here in spaces and there in spaces and there not in spaces[here].to:
                message = f"the route '{route.id}' goes from '{here}' to '{there}', which are not adjacent"
                found.error("map/route", route.where.of(f"through[{number + 1}]"), message)


def _course(river: River, spaces: dict[str, Space], found: Found) -> None:
    for number, item in enumerate(river.course):
        span = river.where.of(f"course[{number}]")
        names = item.split("|")
        unknown = next((name for name in names if name not in spaces), None)
        if len(names) > 2 or unknown is not None:
            what = f"there is no box '{unknown}'" if unknown is not None else f"'{item}' names more than two boxes"
            found.error("map/river", span, f"the course of '{river.id}': {what}", suggest(unknown or "", spaces))
        elif len(names) == 2 and names[1] in spaces[names[0]].to:
            message = f"'{river.id}' runs between '{names[0]}' and '{names[1]}', which are joined all the same"
            found.error("map/river", span, message, "take one from the other's 'to', or put a bridge there")
