"""Content that an engine could not play with is told at its place (engine/content), before anything is played."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.checks import engine
from pnp.diag import Found
from pnp.model.load import load

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = yaml.safe_load((Path(__file__).parent / "unplayable.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", WRITTEN, ids=lambda case: case["says"])
def test_it_is_told_where_it_is_written(case: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / case["game"]
    shutil.copytree(ROOT / "content" / case["game"], folder)
    file = folder / case["file"]
    text = file.read_text(encoding="utf-8")
    assert case["instead-of"] in text
    file.write_text(text.replace(case["instead-of"], case["write"], 1), encoding="utf-8")
    loaded = load(folder, Found())
    assert loaded is not None
    found = Found()
    engine.check(loaded, found)
    told = [one for one in found if one.code == "engine/content"]
    assert any(case["says"] in one.message for one in told), [one.message for one in found]
    assert all(Path(one.span.path).is_relative_to(folder) and one.hint for one in told)
