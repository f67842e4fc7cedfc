"""Printers' profiles: kept outside any game, read again as they were, refused where they make no sense."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.base import Misuse
from pnp.build.profiles import delete, folder, keep, names, read
from pnp.cli import main
from pnp.layout import Profile
from pnp.units import Size

A4 = Size(210_000, 297_000)


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_read_again_and_changed_bit_by_bit() -> None:
    made = keep("attic-laser", offset="0.4mm,-0.7mm", rotate=0.1, scale=1.002)
    assert made == read("attic-laser") == Profile(name="attic-laser", offset=(400, -700), rotate=0.1, scale=1.002)
    assert keep("attic-laser", ruler="99.6mm").offset == (400, -700)
    assert read("attic-laser").ruler == (99_600, 99_600)
    assert keep("attic-laser", ruler="99.6mm, 100.2mm").ruler == (99_600, 100_200)
    keep("barn", offset="1/64in,0mm")
    assert names() == ("attic-laser", "barn")
    delete("barn")
    assert names() == ("attic-laser",)


def test_what_is_left_over_is_added() -> None:
    keep("attic", offset="0.4mm,-0.7mm", rotate=0.1, scale=1.002, ruler="99mm")
    new = keep("attic", offset="0.1mm,0.1mm", scale=1.001, ruler="100.1mm,100mm", add=True)
    assert (new.offset, new.rotate, new.ruler) == ((500, -600), 0.1, (99_099, 99_000))
    assert new.scale == pytest.approx(1.003, abs=1e-5)
    with pytest.raises(Misuse, match="up to 20 mm"):
        keep("attic", offset="19.9mm,0mm", add=True)


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("Attic", {"rotate": 0.0}, "no name for a profile"),
        ("../attic", {"rotate": 0.0}, "no name for a profile"),
        ("a" * 41, {"rotate": 0.0}, "no name for a profile"),
        ("attic", {"offset": "1,2"}, "is not an offset"),
        ("attic", {"offset": "1mm"}, "is not an offset"),
        ("attic", {"offset": "30mm,0mm"}, "up to 20 mm"),
        ("attic", {"rotate": float("nan")}, "no printer turns"),
        ("attic", {"scale": 0.0}, "between 0.9 and 1.1"),
        ("attic", {"scale": float("inf")}, "between 0.9 and 1.1"),
        ("attic", {"ruler": "100"}, "is not a ruler"),
        ("attic", {"ruler": "96.2mm,4in"}, None),
        ("attic", {"ruler": "50mm"}, "is the print at 100 %"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(name: str, given: dict[str, object], said: str | None) -> None:
    if said is None:
        keep(name, **given)  # type: ignore[arg-type]
        return
    with pytest.raises(Misuse, match=said):
        keep(name, **given)  # type: ignore[arg-type]
    assert not names()


@pytest.mark.parametrize(
    "told", ["", "[]", "{}", '{"offset": [0], "rotate": 0, "scale": 1, "ruler": [1, 1]}', "[" * 9_999]
)
def test_a_broken_file_is_one_sentence(told: str) -> None:
    folder().mkdir(parents=True)
    (folder() / "attic.json").write_text(told)
    with pytest.raises(Misuse, match="cannot be read; delete it"):
        read("attic")


def test_the_command_shows_keeps_and_deletes() -> None:
    def said(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["profile", *words])
        return result.exit_code, result.output

    assert "pnp calibrate" in said()[1]
    assert said("attic", "--offset", "-0.4mm,0.7mm") == (0, "attic: --offset -0.4mm,0.7mm\n")
    assert said("attic", "--ruler", "99.6mm")[1] == "attic: --offset -0.4mm,0.7mm --ruler 99.6mm,99.6mm\n"
    assert said() == said("attic")
    assert said("attik") == (2, "pnp: there is no profile 'attik'; did you mean 'attic'?\n")
    assert said("--offset", "0mm,0mm")[0] == 2
    assert said("attic", "--delete", "--scale", "1")[0] == 2
    assert said("attic", "--delete")[0] == 0
    assert said("attic", "--delete")[0] == 2


coordinates = st.tuples(st.integers(0, A4.width), st.integers(0, A4.height))


@given(coordinates, st.integers(-2_000, 2_000), st.integers(-2_000, 2_000), st.floats(-1, 1), st.floats(0.99, 1.01))
def test_a_profile_turns_enlarges_then_moves(
    point: tuple[int, int], dx: int, dy: int, turn: float, scale: float
) -> None:
    moved = Profile(offset=(dx, dy), rotate=turn, scale=scale).moved(A4, back=True)
    a, b, c, d, e, f = moved or (1, 0, 0, 1, 0, 0)
    x, y = point[0] - A4.width / 2, point[1] - A4.height / 2
    co, si = cos(radians(turn)), sin(radians(turn))
    want = (A4.width / 2 + scale * (co * x - si * y) + dx, A4.height / 2 + scale * (si * x + co * y) + dy)
    assert (a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f) == pytest.approx(want, abs=0.01)


def test_fronts_are_only_enlarged_and_idle_profiles_move_nothing() -> None:
    assert Profile().moved(A4, back=True) is None
    assert Profile(offset=(400, 0), rotate=1.0, scale=1.01).moved(A4, back=False) is None
    a, b, c, d, e, f = Profile(offset=(400, 0), ruler=(99_000, 101_000)).moved(A4, back=False) or ()
    assert (a, b, c, d) == (100 / 99, 0, 0, 100 / 101)
    assert a * A4.width / 2 + e == pytest.approx(A4.width / 2)
    assert d * A4.height / 2 + f == pytest.approx(A4.height / 2)


def test_backs_the_other_way_up_are_moved_the_other_way_and_lying_ones_not() -> None:
    profile = Profile(offset=(400, -700))
    assert profile.moved(A4, back=True) == (1, 0, 0, 1, 400, -700)
    assert profile.moved(A4, back=True, turned=True) == (1, 0, 0, 1, -400, 700)
    assert profile.moved(A4.turned(), back=True) is None
