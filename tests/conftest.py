"""What every test shares: the bundled games, found and never named, and how hard property tests try."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
GAMES = tuple(sorted(path.parent for path in (ROOT / "content").glob("*/game.yaml")))

# The same examples in every run, so that a red test is the change's doing; `make soak` looks further, and elsewhere.
settings.register_profile("house", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("house"), derandomize=False, database=None, max_examples=2000)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("soak" if config.option.markexpr == "soak" else "house")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `game_folder` runs once for each bundled game."""
    if "game_folder" in metafunc.fixturenames:
        metafunc.parametrize("game_folder", GAMES, ids=lambda folder: folder.name)


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Output that is compared has no colour, whatever the terminal that runs the tests."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
