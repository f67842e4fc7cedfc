"""How sheets are asked for: what differs from the defaults is in a file's name, as far as it makes a difference to that file;
what cannot be printed is one sentence."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from pnp.build import writing
from pnp.build.base import Misuse, Wish
from pnp.build.products import Product
from pnp.kinds.base import Batch
from pnp.layout import Profile
from pnp.units import MM, Size

PLAIN = Wish(Path("output"))
ATTIC = Profile(name="attic", offset=(400, -700))
CHANGES: tuple[dict[str, object], ...] = (
    {"paper": "letter"}, {"paper": "200x300mm"}, {"backs": "short"}, {"backs": "fold"}, {"backs": "none"},
    {"marks": "full"}, {"marks": "none"}, {"bleed": "2.5mm"}, {"bleed": "0mm"}, {"back_bleed": "3mm"}, {"ink": "low"},
    {"ink": "grey"}, {"profile": ATTIC},
)  # fmt: skip


def of(kind: str, backed: bool = True) -> Product:
    batch = Batch(kind, kind, kind, Size(16 * MM, 16 * MM), 3 * MM, (), backed=backed)
    return Product(kind, kind, lambda *_: None, None if kind in ("rulebook", "print-guide") else batch)


def name(product: Product, **asked: object) -> str:
    return writing.file_name(product, writing.options(replace(PLAIN, **asked)))  # type: ignore[arg-type]


def test_defaults_are_not_in_the_name() -> None:
    assert name(of("counter")) == "counter.pdf"


@pytest.mark.parametrize(
    ("asked", "want"),
    [
        ({"paper": "letter", "backs": "fold"}, "counter.letter.fold.pdf"),
        ({"backs": "none", "marks": "none"}, "counter.fronts.unmarked.pdf"),
        ({"marks": "full", "ink": "low"}, "counter.guides.low.pdf"),
        ({"bleed": "2.5mm", "back_bleed": "3mm"}, "counter.bleed-2.5mm.back-bleed-3mm.pdf"),
        ({"profile": ATTIC, "ink": "grey"}, "counter.grey.for-attic.pdf"),
        ({"profile": Profile(name="idle")}, "counter.pdf"),
    ],
)
def test_what_differs_is_in_the_name(asked: dict[str, object], want: str) -> None:
    assert name(of("counter"), **asked) == want


def test_no_two_ways_have_one_name() -> None:
    ways = [{}, *CHANGES, *(one | other for one, other in product(CHANGES, CHANGES) if not one.keys() & other.keys())]
    told = {name(of("counter"), **way): writing.options(replace(PLAIN, **way)) for way in ways}  # type: ignore[arg-type]
    assert len(told) == len({writing.options(replace(PLAIN, **way)) for way in ways})  # type: ignore[arg-type]


@pytest.mark.parametrize("asked", CHANGES, ids=str)
def test_what_makes_no_difference_is_not_in_the_name(asked: dict[str, object]) -> None:
    assert name(of("rulebook"), **asked) == "rulebook.pdf"
    if asked.keys() & {"backs", "back_bleed"}:
        assert name(of("track", backed=False), **asked) == "track.pdf"
    if asked.keys() & {"paper", "backs", "back_bleed", "profile"}:
        assert name(of("map", backed=False), **asked) == "map.pdf"


def test_the_guide_tells_of_all_files_so_that_all_is_in_its_name() -> None:
    assert name(of("print-guide"), paper="letter", backs="fold") == "print-guide.letter.fold.pdf"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"bleed": "3"}, "is not a length"),
        ({"bleed": "-1mm"}, "between 0mm and 10mm"),
        ({"back_bleed": "2in"}, "between 0mm and 10mm"),
        ({"backs": "left"}, "'left' is none of long, short, fold, none"),
        ({"marks": "some"}, "is none of ticks, full, none"),
        ({"ink": "red"}, "is none of full, low, grey"),
        ({"paper": "a9"}, "is no paper"),
    ],
)
def test_what_cannot_be_is_one_sentence(asked: dict[str, object], words: str) -> None:
    with pytest.raises(Misuse, match=words):
        name(of("counter"), **asked)


@pytest.mark.parametrize("asked", CHANGES, ids=str)
def test_what_was_built_before_is_known_by_all_of_it(asked: dict[str, object]) -> None:
    assert replace(PLAIN, **asked).printing != PLAIN.printing  # type: ignore[arg-type]
