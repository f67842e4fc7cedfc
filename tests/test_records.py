"""`records.dataclass` is the standard library's in all that anybody can see."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pnp.records import dataclass as ours


@ours(frozen=True, slots=True)
class Mine:
    """A record."""

    a: int
    b: tuple[int, ...] = ()
    memo: dict[str, int] = dataclasses.field(default_factory=dict, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """The same, as the standard library makes it."""

    a: int
    b: tuple[int, ...] = ()
    memo: dict[str, int] = dataclasses.field(default_factory=dict, compare=False, repr=False)


QUESTIONS: tuple[Callable[[Any], object], ...] = (
    lambda kind: kind(1) == kind(1),
    lambda kind: kind(1, (2,)) == kind(1, (3,)),
    lambda kind: kind(1) == (1, ()),
    lambda kind: kind(1, memo={"x": 1}) == kind(1, memo={"x": 2}),
    lambda kind: hash(kind(1, (2,))) == hash(kind(1, (2,))),
    lambda kind: len({kind(1), kind(1), kind(2)}),
    lambda kind: repr(kind(1, (2,))).partition("(")[2],
    lambda kind: [field.name for field in dataclasses.fields(kind)],
    lambda kind: dataclasses.replace(kind(1), b=(5,)).b,
    lambda kind: dataclasses.asdict(kind(1)),
    lambda kind: copy.copy(kind(1, (2,))) == kind(1, (2,)),
    lambda kind: pickle.loads(pickle.dumps(kind(1, (2,)))) == kind(1, (2,)),
    lambda kind: hasattr(kind(1), "__dict__"),
    lambda kind: kind.__match_args__,
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_records_are_dataclasses(question: Callable[[Any], object]) -> None:
    assert question(Mine) == question(Theirs)


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
