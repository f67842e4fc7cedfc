"""`records.dataclass` is the standard library's in all that anybody can see."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pnp.records import dataclass as ours
from pnp.records import many


@ours(frozen=True, slots=True, order=True)
class Mine:
    """A record."""

    a: int
    b: tuple[int, ...] = ()
    memo: dict[str, int] = dataclasses.field(default_factory=dict, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Theirs:
    """The same, as the standard library makes it."""

    a: int
    b: tuple[int, ...] = ()
    memo: dict[str, int] = dataclasses.field(default_factory=dict, compare=False, repr=False)


def family(of: Any) -> Any:
    """A class with keywords, a heir, and a field that nobody gives."""

    @of(frozen=True, slots=True, kw_only=True)
    class Parent:
        a: int
        c: int = 3

    @of(frozen=True, slots=True)
    class Child(Parent):
        b: int
        d: int = 4
        made: list[int] = dataclasses.field(default_factory=list, init=False)
        told: str = dataclasses.field(default="x", init=False)

    return Child


def refused(kind: Any, *given: object, **named: object) -> bool:
    with pytest.raises(TypeError):
        kind(*given, **named)
    return True


QUESTIONS: tuple[Callable[[Any], object], ...] = (
    lambda kind: kind(1) == kind(1),
    lambda kind: kind(1, (2,)) == kind(1, (3,)),
    lambda kind: kind(1) == (1, ()),
    lambda kind: kind(1, memo={"x": 1}) == kind(1, memo={"x": 2}),
    lambda kind: hash(kind(1, (2,))) == hash(kind(1, (2,))),
    lambda kind: len({kind(1), kind(1), kind(2)}),
    lambda kind: repr(kind(1, (2,))).partition("(")[2],
    lambda kind: [repr(field) for field in dataclasses.fields(kind)],
    lambda kind: dataclasses.is_dataclass(kind) and dataclasses.is_dataclass(kind(1)),
    lambda kind: dataclasses.replace(kind(1), b=(5,)).b,
    lambda kind: dataclasses.asdict(kind(1)),
    lambda kind: copy.copy(kind(1, (2,))) == kind(1, (2,)),
    lambda kind: pickle.loads(pickle.dumps(kind(1, (2,)))) == kind(1, (2,)),
    lambda kind: hasattr(kind(1), "__dict__"),
    lambda kind: kind.__match_args__,
    lambda kind: refused(kind) and refused(kind, 1, (), {}, 4) and refused(kind, 1, z=2) and refused(kind, 1, a=2),
    lambda kind: kind(1).memo is not kind(1).memo,
    lambda kind: sorted([kind(2), kind(1, (3,)), kind(1)])[1].b,
    lambda kind: (kind(1) < kind(2), kind(1) <= kind(1), kind(1) > kind(1), kind(2) >= kind(3)),
    lambda kind: kind(1).__lt__(1),
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_records_are_dataclasses(question: Callable[[Any], object]) -> None:
    assert question(Mine) == question(Theirs)


def test_heirs_and_keywords_are_the_standard_library_s() -> None:
    mine, theirs = family(ours), family(dataclasses.dataclass)
    for _ in range(2):  # the first is made in another way
        for given, named in (((1,), {"a": 2}), ((1, 5), {"a": 2})):
            assert dataclasses.astuple(mine(*given, **named)) == dataclasses.astuple(theirs(*given, **named))
        for kind in (mine, theirs):
            assert refused(kind, 1) and refused(kind, 1, 2, 3, a=4) and refused(kind, 1, a=2, made=[])


@pytest.mark.parametrize("wrong", [((), {}), ((1, 2, 3, 4), {}), ((1,), {"a": 2}), ((1,), {"z": 2})])
def test_a_first_record_is_refused_as_any_other(wrong: tuple[tuple[int, ...], dict[str, int]]) -> None:
    said = []
    for before in (0, 20):

        @ours(frozen=True, slots=True)
        class Made:
            a: int
            b: int = 2
            c: list[int] = dataclasses.field(default_factory=list)

        assert {(made.a, made.b, *made.c) for made in [Made(1) for _ in range(before)]} <= {(1, 2)}
        with pytest.raises(TypeError, match=r"__init__\(\)") as fault:
            Made(*wrong[0], **wrong[1])  # type: ignore[arg-type]
        said.append(str(fault.value))
    assert said[0] == said[1]


@pytest.mark.parametrize(("width", "few"), [(2, 2), (12, 5)])
def test_what_has_many_fields_is_compiled_later(width: int, few: int) -> None:
    names = [f"f{number}" for number in range(width)]
    wide: Any = ours(frozen=True, slots=True)(type("Wide", (), {"__annotations__": dict.fromkeys(names, int)}))
    first, ways = wide.__init__, []
    for number in range(2 * width):
        made = wide(*range(number, number + width))
        assert [getattr(made, name) for name in names] == [*range(number, number + width)]
        ways.append(wide.__init__ is first)
    assert ways == [True] * few + [False] * (2 * width - few)


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("of", [ours, dataclasses.dataclass])
def test_what_a_class_says_of_itself_stays(of: Any, frozen: bool) -> None:
    @of(frozen=frozen, slots=True)
    class Odd:
        a: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Odd)

    @of(frozen=frozen, slots=True)
    class Hashed:
        a: int

        def __hash__(self) -> int:
            return 7

    assert Odd(1) == Odd(2) and Odd(1) != 1
    assert Hashed(1) == Hashed(1) != Hashed(2) and hash(Hashed(1)) == 7


def test_what_comes_after_is_done_for_every_record() -> None:
    @ours(slots=True)
    class Counted:
        a: int
        twice: int = dataclasses.field(init=False)

        def __post_init__(self) -> None:
            self.twice = 2 * self.a

    assert [Counted(number).twice for number in range(20)] == [*range(0, 40, 2)]


def test_what_is_not_frozen_is_the_standard_library_s() -> None:
    @ours(slots=True)
    class Open:
        a: int

    assert Open.__hash__ is None and Open(1) == Open(1)


def test_identity_is_kept_where_it_is_asked_for() -> None:
    @ours(frozen=True, slots=True, eq=False)
    class Thing:
        a: int

    assert Thing(1) != Thing(1) and len({Thing(1), Thing(1)}) == 2


@pytest.mark.parametrize("of", [ours, dataclasses.dataclass])
def test_without_slots_a_class_has_its_defaults(of: Any) -> None:
    @of(frozen=True)
    class Roomy:
        a: int
        b: int = 2
        c: int = dataclasses.field(default=3, repr=False)
        d: list[int] = dataclasses.field(default_factory=list)

    assert (Roomy.b, Roomy.c, Roomy(1).d) == (2, 3, []) and not {"a", "d"} & set(dir(Roomy))
    assert vars(Roomy(1)) == {"a": 1, "b": 2, "c": 3, "d": []}


@pytest.mark.parametrize("of", [ours, dataclasses.dataclass])
def test_a_default_may_look_like_a_field(of: Any) -> None:
    @of(frozen=True)
    class Sly:
        init: bool = False
        default: int = 3

    @of(frozen=True)
    class Holder:
        sly: Sly = Sly()
        late: int = dataclasses.field(default=1, kw_only=True)

    assert Holder.__match_args__ == ("sly",) and isinstance(Holder.sly, Sly) and Holder() == Holder(Sly(), late=1)


@pytest.mark.parametrize("of", [ours, dataclasses.dataclass])
def test_a_default_that_would_be_shared_is_refused(of: Any) -> None:
    class Shared:
        a: list[int] = []  # noqa: RUF012

    with pytest.raises(ValueError, match="default_factory"):
        of(frozen=True, slots=True)(Shared)


@pytest.mark.parametrize("of", [ours, dataclasses.dataclass])
def test_slots_are_those_that_no_parent_has(of: Any) -> None:
    assert family(of).__slots__ == ("b", "d", "made", "told") and family(of).__match_args__ == ("b", "d")


@pytest.mark.parametrize("made", [Mine, family(ours)])
def test_many_records_are_made_as_one_is(made: Any) -> None:
    columns = {"a": [1, 2, 3], "b": [(4,), (), (6,)]}
    each = [made(a=a, b=b) for a, b in zip(*columns.values(), strict=True)]
    assert many(made, 3, columns) == each and [*map(repr, many(made, 3, columns))] == [*map(repr, each)]
    assert many(made, 0, {}) == []
