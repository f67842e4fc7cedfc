"""`pnp build --changed`: the pieces that no longer look as they did, all of them and none besides."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_build import TOY, made, quiet
from test_changes import copy, edit, git, git_needed, kept
from test_kept import deck

from pnp import build, changes
from pnp.build import Misuse, Wish, pieces
from pnp.cli import main
from pnp.diag import Found
from pnp.faces.workshop import Workshop
from pnp.model import load as loading
from pnp.proof import measure


def printed(built: build.Built) -> dict[str, list[str]]:
    """The ids of the pieces on the fronts of each file, as the file itself has them."""
    found = {}
    for file in built.files:
        if file.path.suffix == ".pdf":
            fronts = measure(file.path).pages[0::2]
            found[file.path.name] = [face.id for page in fronts for face in page.faces if face.id]
    return found


def reprint(folder: Path, since: Path | str, out: Path, **wish: object) -> build.Built:
    built = changes.reprint(folder, str(since), Wish(out, **wish), quiet)  # type: ignore[arg-type]
    assert not [one for one in built.found if not one.severity], built.found
    return built


def looks(folder: Path) -> dict[str, str]:
    loaded = loading.load(folder, Found())
    assert loaded
    listed = pieces.digests(Workshop.open(loaded.game, Found()))
    return {id: look for known in listed.values() for id, look in known.items()}


def test_one_counter(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    edit(folder, "pieces.yaml", "push: 2, copies: 2", "push: 3, copies: 2")
    built = reprint(folder, TOY, tmp_path / "out")
    assert printed(built) == {"counters.changed.pdf": ["carter", "carter"]}  # every copy of it
    text = (tmp_path / "out" / "toy" / "changes.md").read_text("utf-8")
    assert "Counter **Carter**" in text and "push: “2” is now “3”" in text and str(tmp_path) not in text


def test_one_card_and_what_only_a_few_show(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    path = folder / "weather.csv"
    text = path.read_text("utf-8")
    path.write_text(text.replace("more, if", "again, if"), "utf-8")
    assert path.read_text("utf-8") != text
    built = reprint(folder, TOY, tmp_path / "out")
    assert {name: set(ids) for name, ids in printed(built).items()} == {"cards-weather.changed.pdf": {"sunshine"}}
    # What no piece shows changes none.
    edit(folder, "pieces.yaml", "note: Throws stones.", "note: Throws a stone.")
    assert set(printed(reprint(folder, TOY, tmp_path / "out"))) == {"cards-weather.changed.pdf"}


def test_a_drawing_changes_what_shows_it(tmp_path: Path) -> None:
    before = looks(TOY)
    folder = copy(tmp_path)
    path = folder / "art" / sorted(one.name for one in (folder / "art").glob("*.svg"))[0]
    path.write_text(path.read_text("utf-8").replace("</svg>", '<path d="M0 0L40 0L40 40Z"/></svg>'), "utf-8")
    after = looks(folder)
    different = {id for id in after if after[id] != before[id]}
    assert different and different != set(after), "a drawing changes what shows it, and nothing else"


def test_digests_are_of_what_is_printed(tmp_path: Path) -> None:
    assert looks(TOY) == looks(Path(shutil.copytree(TOY, tmp_path / "elsewhere")))
    game = deck(tmp_path / "game", 30)
    before = looks(game)
    assert len(set(before.values())) == 30
    after = looks(deck(game, 30, c7="something else"))
    assert [id for id in after if after[id] != before[id]] == ["card-7"]
    (game / "faces").mkdir()
    (game / "faces" / "own.yaml").write_text("layouts:\n  - {id: poker-back, extends: plain}\n", "utf-8")
    assert all(look != after[id] for id, look in looks(game).items()), "every card has that back"


def test_a_card_is_what_its_layouts_ask_of_it_and_its_copies(tmp_path: Path) -> None:
    """What they do not show changes nothing; of a card of which there are to be more, more are needed."""
    game = deck(tmp_path / "game", 3)
    before, text = looks(game), (game / "game.yaml").read_text("utf-8")
    first = "{id: card-2, name: Card 2, copies: "
    assert f"{first}1" in text
    for line, changed in (("1, section: 7", []), ("2", ["card-2"])):
        (game / "game.yaml").write_text(text.replace(f"{first}1", f"{first}{line}"), "utf-8")
        after = looks(game)
        assert [id for id in after if after[id] != before[id]] == changed


@pytest.mark.parametrize("name", ["boot", "a-boot", "boot.2", "boot 2", "+"])
def test_a_picture_changes_the_cards_that_name_it(tmp_path: Path, name: str) -> None:
    game = deck(tmp_path / "game", 3)
    text = (game / "game.yaml").read_text("utf-8")
    card = "{id: card-2, "
    (game / "game.yaml").write_text(text.replace(card, f'{card}picture: "art/{name}.png", '), "utf-8")
    (game / "art").mkdir()
    (game / "art" / f"{name}.png").write_bytes(b"one")
    before = looks(game)
    (game / "art" / f"{name}.png").write_bytes(b"other")
    after = looks(game)
    assert [id for id in after if after[id] != before[id]] == ["card-2"]


def test_since_a_manifest(tmp_path: Path) -> None:
    """Only the digests are left of what was built: that is enough to know which pieces, and no more is said."""
    folder = copy(tmp_path)
    built = made(folder, tmp_path / "out", only=("counters", "cards-weather"))
    manifest = tmp_path / "out" / "toy" / "manifest.json"
    listed = json.loads(manifest.read_text("utf-8"))["files"]
    assert {id for entry in listed for id in entry["pieces"]} == set(looks(folder))
    assert printed(reprint(folder, "", tmp_path / "out")) == {}
    edit(folder, "pieces.yaml", "push: 4, art", "push: 5, art")
    manifest.write_text(manifest.read_text("utf-8").replace('"round"', '"ghost"'), "utf-8")
    for since in ("", manifest, manifest.parent):
        assert printed(reprint(folder, since, tmp_path / "out")) == {"counters.changed.pdf": ["miller", "round"]}
    text = (tmp_path / "out" / "toy" / "changes.md").read_text("utf-8")
    assert "## New\n\n* Counter **Round**" in text and "* Counter **Miller**" in text and "Piece **ghost**" in text
    assert built.files[0].path.is_file()


@git_needed
def test_since_a_revision(tmp_path: Path) -> None:
    folder = kept(tmp_path)
    edit(folder, "pieces.yaml", "push: 4, art", "push: 5, art")
    git(folder, "commit", "-q", "-a", "-m", "two")
    first = reprint(folder, "printed", tmp_path / "one")
    assert printed(first) == {"counters.changed.pdf": ["miller"]}
    again = reprint(folder, "HEAD~1", tmp_path / "two", paper="letter", backs="short")
    assert printed(again) == {"counters.changed.letter.short.pdf": ["miller"]}
    third = reprint(folder, "printed", tmp_path / "three")
    assert [file.sha256 for file in third.files] == [file.sha256 for file in first.files]


def test_what_is_not_changed_any_more_goes(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    edit(folder, "pieces.yaml", "push: 4, art", "push: 5, art")
    (path,) = (file.path for file in reprint(folder, TOY, tmp_path / "out").files if file.path.suffix == ".pdf")
    edit(folder, "pieces.yaml", "push: 5, art", "push: 4, art")
    assert printed(reprint(folder, TOY, tmp_path / "out")) == {} and not path.exists()
    assert "Nothing." in (tmp_path / "out" / "toy" / "changes.md").read_text("utf-8")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["build", *words])


def test_what_is_said(tmp_path: Path) -> None:
    assert run(str(TOY), "--since", "HEAD").exit_code == 2
    shown = run(str(TOY), "--changed", "--out", str(tmp_path))
    assert shown.exit_code == 2 and shown.output.count("\n") == 1
    (tmp_path / "manifest.json").write_text('{"files": [{"pieces": {"a": 1}}]}', "utf-8")
    shown = run(str(TOY), "--changed", "--since", str(tmp_path / "manifest.json"), "--out", str(tmp_path))
    assert shown.exit_code == 2 and "is no manifest that lists pieces" in shown.output
    with pytest.raises(Misuse, match="is no file of pieces"):
        reprint(TOY, TOY, tmp_path, only=("rulebook",))


def test_content_with_errors_changes_nothing(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    edit(folder, "pieces.yaml", "push: 4, art: sword", "push: four, art: sword")
    shown = run(str(folder), "--changed", "--since", str(TOY), "--out", str(tmp_path / "out"))
    assert shown.exit_code == 1 and "error[" in shown.output and not (tmp_path / "out").exists()
