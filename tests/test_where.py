"""The bundled games and templates are found."""

from pathlib import Path

import pytest

from pnp import where


def test_checkout_roots_hold_games_and_templates() -> None:
    assert any((folder / "game.yaml").is_file() for folder in where.content_root().iterdir())
    assert (where.templates_root() / "faces").is_dir()


def test_what_is_installed_is_listed_anew_where_there_is_another_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "toys-1.0.dist-info").mkdir()
    before = where.packages()
    monkeypatch.syspath_prepend(tmp_path)
    assert where.packages() == [f"{tmp_path}/toys-1.0.dist-info", *before]


def test_files_are_listed_by_any_of_their_endings(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "c.svg"):
        (tmp_path / name).touch()
    assert where.files(tmp_path, ".yaml", ".yml") == [tmp_path / "a.yml", tmp_path / "b.yaml"]
    assert where.files(tmp_path / "none", ".yaml") == []
