"""Spoilt games: whatever is done to content, it is told where and what, in bounded time and memory, and nothing raises.

`make test` takes some hundred mutants, `make soak` twenty thousand. A seed that fails is done again by `python tests/fuzz.py
SEED`; what it finds gets a test of its own where the fault was.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import fuzz
import mutants
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp import build

SCRIPT = Path(__file__).with_name("fuzz.py")
QUICK, CHUNK, CHUNKS = 300, 1_000, 20


def run(first: int, last: int, seconds: int) -> None:
    command = (sys.executable, str(SCRIPT), str(first), str(last))
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    last_seed = done.stderr.split()[-1:]
    assert done.returncode == 0, f"python tests/fuzz.py SEED does each again:\n{done.stdout[-4000:]}\nlast: {last_seed}"


def test_mutants_are_told_where_and_what() -> None:
    run(0, QUICK, 300)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_many_mutants_are_told_where_and_what(chunk: int) -> None:
    run(QUICK + chunk * CHUNK, QUICK + (chunk + 1) * CHUNK, 1_800)


def test_a_seed_makes_one_mutant() -> None:
    files = fuzz.toy()
    assert [mutants.mutate(files, seed) for seed in range(50)] == [mutants.mutate(files, seed) for seed in range(50)]
    assert len({tuple(mutants.mutate(files, seed)[0].items()) for seed in range(50)}) > 45


def test_what_is_asked_of_a_diagnostic_can_fail(tmp_path: Path) -> None:
    bench = fuzz.Bench(fuzz.toy(), tmp_path)
    assert build.check(bench.folder, lambda _: None).found == ()
    (bench.folder / "pieces.yaml").write_text("counters: x\n")
    found = build.check(bench.folder, lambda _: None).found
    assert found and not any(fuzz.misplaced(one, bench.folder) for one in found)
    (bench.folder / "pieces.yaml").write_text("")
    assert all(fuzz.misplaced(one, bench.folder) for one in found if one.span.path.endswith("pieces.yaml"))
    assert all(fuzz.misplaced(one, tmp_path / "elsewhere") for one in found)


# Content made up from nothing: any tree, with words that games use where they fit or not.

WORDS = st.sampled_from(
    ("format", "game", "counters", "decks", "tables", "tracks", "boards", "setup", "checks", "id", "name", "size", "rows",
     "cells", "side", "layout", "copies", "columns", "sequence", "book", "chapters", "that", "says", "at", "file", "style",
     "palette", "spaces", "to", "1", "x", "16mm", "weather.csv", "villager", "miller", "", "{{ 1 }}", "eastham", "east")
)  # fmt: skip
SCALARS = (
    WORDS | st.sampled_from(mutants.EXTREME) | st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)
)
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5), max_leaves=20
)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> fuzz.Bench:
    return fuzz.Bench(fuzz.toy(), tmp_path_factory.mktemp("made"))


@settings(max_examples=max(60, settings().max_examples // 10), suppress_health_check=list(HealthCheck))
@given(file=st.sampled_from(("game", "pieces", "tables", "map", "book", "faces/faces")), section=WORDS, tree=TREES)
def test_made_up_content_is_told_where_and_what(bench: fuzz.Bench, file: str, section: str, tree: object) -> None:
    text = (bench.files[f"{file}.yaml"]).decode() if len(section) % 2 else "format: 1\n"
    text += f"\n{json.dumps(section)}: {json.dumps(tree, ensure_ascii=False)}\n"
    bench.lay({**bench.files, f"{file}.yaml": text.encode()})
    found = build.check(bench.folder, lambda _: None).found
    assert [fault for one in found if (fault := fuzz.misplaced(one, bench.folder))] == []
