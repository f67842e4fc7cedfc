"""States made and told: the set-up, positions of examples, where everything is, facts, a text diagram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from pnp.engines.base import Answer, Kind, Place, PositionError, Trace, answer, bits, settle
from pnp.engines.legend_of_robin_hood.sequence import AGENDA, NAMES, begin
from pnp.engines.legend_of_robin_hood.state import Draft, State, step
from pnp.engines.legend_of_robin_hood.world import ROBIN, SIDES, World
from pnp.model.rules import Position, Stack


def empty(world: World, hard: bool) -> State:
    """Nothing on the map yet: newcomers and reinforcements on the Turn Record, the rest aside."""
    where = [world.aside] * len(world.kind)
    for piece, turn in world.preset.items():
        where[piece] = world.track + turn
    for arrival in world.arrivals:
        where[arrival.piece] = world.track + arrival.turn
    at = [0] * world.places
    for piece, place in enumerate(where):
        at[place] |= 1 << piece
    travelers, leaders = world.travelers.bit_count(), len(world.outlaw_leader)
    return State(
        world, (), (), None, ROBIN, 1, tuple(where), tuple(at), 0, 0, 0, 0, 0, 0, (0, 0), 0, 0, 0, frozenset(),
        frozenset(), frozenset(), frozenset(), (-1,) * leaders, (0,) * leaders, 0, -1, 0, (-1,) * travelers,
        (0,) * travelers, None, hard,
    )  # fmt: skip


def start(world: World, hard: bool) -> State:
    """The printed set-up (sections `placing`, `starting-places`, `treasuries`)."""
    d = Draft(empty(world, hard))
    setup = world.game.setup
    assert setup is not None
    for placement in setup.placements:
        if placement.piece not in world.of or placement.at is None:
            continue
        place = world.bag if placement.at == "traveler-box" else world.box[placement.at]
        for piece in list(bits(world.of[placement.piece] & d.at[world.aside]))[: placement.count]:
            d.put(piece, place)
            if placement.face == "front" and place != world.bag:
                d.joined |= 1 << piece
    for treasury in setup.treasuries:
        d.marks[SIDES.index(treasury.side)] = treasury.value
    d.agenda.append(step("phase", 0))
    begin(d)
    state: State = AGENDA.advance(d)[0]
    return state


def middle(world: World, position: Position) -> State:
    """A moment of a game: its pieces and nothing else, at the beginning of a Phase. Raises `PositionError`."""
    d = Draft(empty(world, False))
    d.turn = position.turn if isinstance(position.turn, int) else int(position.turn)
    for piece in [p for p, place in enumerate(d.where) if world.track < place <= world.track + world.last]:
        d.put(piece, world.aside)
    for stack in position.stacks:
        _stand(d, stack)
    if not any(world.of.get(stack.piece, 0) & world.travelers for stack in position.stacks):
        for piece in bits(world.travelers):
            d.put(piece, world.bag)
    settle(d, position, _SETTINGS, _KNOWN)
    if position.phase not in NAMES:
        raise PositionError(f"this engine has no phase '{position.phase}' to begin with", position)
    d.agenda.append(step("phase", NAMES.index(position.phase)))
    state: State = AGENDA.advance(d)[0]
    return state


def _stand(d: Draft, stack: Stack) -> None:
    w = d.world
    if stack.piece not in w.of:
        raise PositionError(f"'{stack.piece}' does not stand on the map", stack)
    spare = list(bits(w.of[stack.piece] & d.at[w.aside]))
    if len(spare) < stack.count:
        raise PositionError(f"only {len(spare)} more '{stack.piece}' are printed, not {stack.count}", stack)
    if stack.at not in w.box and stack.at != "traveler-box":
        raise PositionError(f"no piece stands at '{stack.at}' during play", stack)
    place = w.bag if stack.at == "traveler-box" else w.box[stack.at]
    for piece in spare[: stack.count]:
        d.put(piece, place)
        bit = 1 << piece
        hides = bool(w.can["disguise"] & bit)
        if place != w.bag and not w.travelers & bit and (stack.face == "front" or hides):
            d.joined |= bit
        d.disguised |= bit if hides and stack.face == "back" else 0
        d.held |= bit if stack.held else 0


def _arrived(d: Draft, about: str, value: str) -> None:
    order = [d.world.kind[arrival.piece] for arrival in d.world.arrivals]
    d.arrived = max(d.arrived, order.index(about) + 1)
    d.arrival = max(d.arrival, int(value))


def _marks_of(d: Draft, about: str, value: str) -> None:
    d.marks[SIDES.index(about)] = int(value)


def _ripe(d: Draft, about: str, value: str) -> None:
    n = d.world.outlaw_leader[d.world.piece(about)]
    d.ripe = (*d.ripe[:n], int(value), *d.ripe[n + 1 :])


def _contest(d: Draft, about: str, value: str) -> None:
    d.contest = d.turn if value == "today" else int(value)


def _wounded(d: Draft, about: str, value: str) -> None:
    d.wound = int(value)


def _husband(d: Draft, about: str, value: str) -> None:
    d.husband = d.world.piece(value)


def _dead(d: Draft, about: str, value: str) -> None:
    d.put(d.world.piece(value), d.world.dead)


def _hard(d: Draft, about: str, value: str) -> None:
    d.hard = ("three-of-four", "bride-and-king").index(value) == 1


def _boxes_of(name: str) -> Callable[[Draft, str, str], None]:
    def put(d: Draft, about: str, value: str) -> None:
        setattr(d, name, frozenset(d.world.box[id] for id in value.split(",")))

    return put


def _riding(d: Draft, about: str, value: str) -> None:
    """A Traveler already on his road: ``riding.noble=road-1`` for the first of them, where the position has put him."""
    w = d.world
    piece = next(p for p in bits(w.of[about]) if d.where[p] < w.boxes)
    n, road = piece - next(bits(w.travelers)), w.box[value]
    d.road = (*d.road[:n], road, *d.road[n + 1 :])
    d.riding = (*d.riding[:n], w.routes[road].index(d.where[piece]), *d.riding[n + 1 :])


def _due(d: Draft, about: str, value: str) -> None:
    """Units that wait on the Turn Record: ``due.men-at-arms=4``."""
    w = d.world
    d.put(next(bits(w.of[about] & d.at[w.aside])), w.track + int(value))


_SETTINGS: Mapping[str, Callable[[Draft, str, str], None]] = {
    "marks": _marks_of,
    "arrived": _arrived,
    "contest": _contest,
    "ripe": _ripe,
    "wounded": _wounded,
    "husband": _husband,
    "dead": _dead,
    "victory": _hard,
    "looted": _boxes_of("looted"),
    "discovered": _boxes_of("discovered"),
    "spared": _boxes_of("spared"),
    "riding": _riding,
    "due": _due,
}
_KNOWN = (
    "marks.<side>=4, arrived.<leader>=3, contest=today, ripe.<leader>=2, wounded=<turn>, husband=<leader>, dead=<leader>,"
    " looted=<keep>, discovered=<keep>, spared=<village>, riding.<traveler>=<first box>, due.<unit>=<turn>,"
    " victory=bride-and-king"
)


# Where everything is.


def supply(state: State) -> Mapping[tuple[Kind, Place], int]:
    """Pieces by box and face, markers where they lie, gold by coin."""
    held: Counter[tuple[Kind, Place]] = Counter()
    for piece, kind in enumerate(state.world.kind):
        held[kind, _place(state, piece)] += 1
    held.update(_markers(state))
    held.update(_coins(state))
    return held


def _place(state: State, piece: int) -> Place:
    w, place = state.world, state.where[piece]
    if place < w.boxes:
        hidden = not state.joined >> piece & 1 and not w.travelers >> piece & 1
        face = "back" if hidden or state.disguised >> piece & 1 else "front"
        return Place(w.id[place], "held" if state.held >> piece & 1 else "", "", face)
    if place <= w.track + w.last:
        return Place("turn-record", "", str(place - w.track))
    return Place({w.bag: "traveler-box", w.dead: "dead", w.aside: "aside"}[place])


def _markers(state: State) -> Counter[tuple[Kind, Place]]:
    w = state.world
    lying: list[tuple[Kind, Place]] = []
    lying += [("looted", Place(w.id[box])) for box in sorted(state.looted)]
    lying += [("discovered", Place(w.id[box])) for box in sorted(state.discovered)]
    lying += [("taxed", Place(w.id[box], "", "", "front")) for box in sorted(state.taxed)]
    lying += [("taxed", Place(w.id[box], "", "", "back")) for box in sorted(state.spared)]
    lying += [("captive", Place(w.id[state.where[piece]])) for piece in bits(state.held)]
    lying += [
        ("held", Place(w.id[state.where[piece]], "", w.kind[piece], "front" if state.ripe[n] == 1 else "back"))
        for piece, n in w.outlaw_leader.items()
        if state.held >> piece & 1 and state.ripe[n]
    ]
    lying += [("wounded", Place(w.id[state.where[w.robin]]))] if state.wound and state.where[w.robin] < w.boxes else []
    lying += [("contest", Place("turn-record", "", str(state.contest)))] if state.contest else []
    lying += [("married", Place("with", w.kind[state.husband]))] if state.husband >= 0 else []
    lying += [("game-turn", Place("turn-record", "", str(state.turn)))]
    found = Counter(lying)
    found.update(_aside(state, Counter(kind for kind, _ in lying)))
    return found


def _aside(state: State, used: Mapping[Kind, int]) -> Counter[tuple[Kind, Place]]:
    """The markers that lie beside the map; fewer than none if more are used than there are."""
    copies = {counter.id: counter.copies for group, counter in state.world.game.pieces() if group.id == "markers"}
    rest: Counter[tuple[Kind, Place]] = Counter()
    for kind, count in copies.items():
        rest[kind, Place("aside")] = count - used.get(kind, 0)
    return rest


def _coins(state: State) -> Counter[tuple[Kind, Place]]:
    """Each Treasury in as few coins as there are, the greatest first; what is left lies in the pool."""
    coins = state.world.coins
    left = {coin: copies for _, coin, copies in coins}
    found: Counter[tuple[Kind, Place]] = Counter()
    for zone, marks in zip(("outlaw-treasury", "sheriff-treasury"), state.marks, strict=True):
        for worth, coin, _ in coins:
            number = marks // worth if worth == 1 else min(marks // worth, left[coin])
            left[coin] -= number
            marks -= number * worth
            found[coin, Place(zone)] = number
    for coin, rest in left.items():
        found[coin, Place("pool")] = rest
    return found


# Facts of an example.


def fact(trace: Trace, key: str) -> str | None:
    """What came of a played example; the keys are listed at the head of the examples' file."""
    return answer(_FACTS, trace, key)


def _last(trace: Trace, what: str) -> str | None:
    return next((event.value for event in reversed(trace.events) if event.what == what), None)


def _of(trace: Trace, what: str, kind: str) -> Iterator[str]:
    return (event.value for event in trace.events if event.what == what and f"counter/{kind}" in event.refs)


def _at(trace: Trace, kind: str) -> str:
    state: State = trace.last
    w = state.world
    boxes = {state.where[piece] for piece in bits(w.of.get(kind, 0))} - {w.aside}
    names = sorted("traveler-box" if p == w.bag else w.id[p] if p < w.boxes else "away" for p in boxes)
    return ",".join(name for name in names if name != "traveler-box" or len(names) == 1) or "nowhere"


def _count(trace: Trace, about: str) -> str:
    kind, _, box = about.partition(".")
    state: State = trace.last
    w = state.world
    return str((state.at[w.box[box]] & w.of.get(kind, 0)).bit_count()) if box in w.box else "no such box"


def _held(trace: Trace, kind: str) -> str:
    state: State = trace.last
    w = state.world
    piece = w.piece(kind)
    return SIDES[w.side[ROBIN] >> piece & 1] if state.held >> piece & 1 else "nobody"


def _marks(trace: Trace, side: str) -> str:
    state: State = trace.last
    return str(state.marks[SIDES.index(side)]) if side in SIDES else "no such side"


def _gained(trace: Trace, side: str) -> str:
    return f"{trace.last.marks[SIDES.index(side)] - trace.first.marks[SIDES.index(side)]:+d}"


def _lost(trace: Trace, side: str) -> str:
    return str(sum(1 for event in trace.events if event.what == "fell" and event.value == side))


def _melee_lost(trace: Trace, side: str) -> str:
    """Attacker and defender are the phasing player and the other."""
    losses = (_last(trace, "melee-losses") or "0-0").split("-")
    return losses[0 if SIDES[trace.first.side] == side else 1]


def _returns(trace: Trace, kind: str) -> str:
    return ",".join(_of(trace, "returns", kind)) or "never"


def _marker(trace: Trace, kind: str) -> str:
    zones = [place.zone for (id, place), n in supply(trace.last).items() if id == kind and n and place.zone != "aside"]
    return ",".join(sorted(zones)) or "nowhere"


def _face(trace: Trace, kind: str) -> str:
    faces = {p.face for (id, p), n in supply(trace.last).items() if id == kind and n and p.face}
    return ",".join(sorted(faces))


def _happened(what: str) -> Answer:
    def told(trace: Trace, kind: str) -> str:
        return "yes" if any(True for _ in _of(trace, what, kind)) else "no"

    return told


def _turn_of(what: str) -> Answer:
    def told(trace: Trace, kind: str) -> str:
        return next(_of(trace, what, kind), "never")

    return told


def _value(what: str) -> Answer:
    return lambda trace, about: _last(trace, what) or "none"


def _net(trace: Trace, about: str) -> str:
    """The last roll after modifiers: of a side's archery, else of a mêlée."""
    what = f"side/{about}" if about else "cell/melee/"
    rolls = (e.value for e in reversed(trace.events) if e.what == "rolled" and any(r.startswith(what) for r in e.refs))
    return next(rolls, "none")


def _recruited(trace: Trace, kind: str) -> str:
    state: State = trace.last
    return "yes" if state.joined & state.world.of.get(kind, 0) else "no"


def _wins(trace: Trace, about: str) -> str:
    return ",".join(trace.last.over.winners) if trace.last.over else "nobody"


def _turn(trace: Trace, about: str) -> str:
    return str(trace.last.turn)


_FACTS: Mapping[str, Answer] = {
    "odds": _value("odds"),
    "result": _value("result"),
    "winner": _value("won"),
    "archery": _value("volleys"),
    "net": _net,
    "at": _at,
    "count": _count,
    "held": _held,
    "marks": _marks,
    "gained": _gained,
    "lost": _lost,
    "melee-lost": _melee_lost,
    "returns": _returns,
    "marker": _marker,
    "face": _face,
    "recruited": _recruited,
    "killed": _happened("killed"),
    "wounded": _happened("wounded"),
    "healed": _turn_of("wounded"),
    "hanged": _turn_of("hanged"),
    "ripe": _turn_of("ripe"),
    "arrived": _turn_of("arrived"),
    "wins": _wins,
    "turn": _turn,
}


# The diagram.


def show(state: State) -> str:
    """Turn, Treasuries, and each box that holds anything: ``~`` face down, ``!`` captive."""
    w = state.world
    robin, sheriff = state.marks
    lines = [f"turn {state.turn} of {w.last}   outlaws {robin}   sheriff {sheriff}{_notes(state)}"]
    for box in range(w.boxes):
        if state.at[box]:
            counted = Counter(_token(state, piece) for piece in bits(state.at[box]))
            tokens = (token if n == 1 else f"{token}*{n}" for token, n in counted.items())
            lines.append(f"  {w.id[box]:<18} {'  '.join(tokens)}")
    if state.march:
        lines.append(f"on the move: {w.kind[state.march.leader]}")
    return "\n".join(lines)


def _token(state: State, piece: int) -> str:
    kind = state.world.kind[piece]
    if state.held >> piece & 1:
        return f"!{kind}"
    traveler = state.world.travelers >> piece & 1
    down = (not state.joined >> piece & 1 and not traveler) or state.disguised >> piece & 1
    return f"~{kind}" if down else kind


def _notes(state: State) -> str:
    w, notes = state.world, []
    notes += [f"wounded until {state.wound}"] if state.wound else []
    notes += [f"contest on {state.contest}"] if state.contest >= state.turn else []
    notes += [f"{w.kind[state.husband]} married"] if state.husband >= 0 else []
    notes += [f"over: {state.over.reason}, {', '.join(state.over.winners)} wins"] if state.over else []
    return "".join(f"   {note}" for note in notes)
