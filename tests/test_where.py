"""The bundled games and templates are found."""

from pnp import where


def test_checkout_roots_hold_games_and_templates() -> None:
    assert any((folder / "game.yaml").is_file() for folder in where.content_root().iterdir())
    assert (where.templates_root() / "faces").is_dir()
