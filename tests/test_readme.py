"""What the README tells people to type works: its commands run, its `make` targets are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli import main
from pnp.diag import Found
from pnp.model.load import load
from pnp.proof.look import texts

ROOT = Path(__file__).resolve().parent.parent
TOY = ROOT / "tests" / "toy"
README = (ROOT / "README.md").read_text("utf-8")
# One section is a story: its commands mean something only one after the other.
STORY = re.search(r"^## Your own deck .*?(?=^## )", README, re.M | re.S)[0]  # type: ignore[index]
STEPS = re.compile(
    r"^```sh\n(.*?)^```"  # commands
    r"|`(\S+)`(?:, instead of what is there)?:\n\n```\w+\n(.*?)^```"  # what a file shall hold
    r"|^\| `(\S+)` \| `(.+?)` \| `(.+?)` \|$"  # what to write in it instead of what
    r"|in\s`(\S+)` everything from `(.+?)` on",  # from where on to delete
    re.M | re.S,
)
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README.replace(STORY, ""), re.M | re.S)
LINES = [shlex.split(line, comments=True) for block in BLOCKS for line in block.splitlines()]
COMMANDS = [line[1:] for line in LINES if line and line[0].endswith("/pnp")]
TARGETS = [line[1] for line in LINES if line and line[0] == "make"]


def test_every_line_is_a_command_that_is_known() -> None:
    assert COMMANDS and TARGETS
    assert len(COMMANDS) + len(TARGETS) == sum(map(bool, LINES))


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_the_command_works(arguments: list[str], tmp_path: Path) -> None:
    """As written, but for a game of one's own, which is the toy; and of each game only its counters are built."""
    typed = [str(TOY) if "/" in word else word for word in arguments]
    if typed[0] == "build":
        typed = [word for word in typed if "," not in word and word != "--only"]
        typed += ["--only", "counters", "--out", str(tmp_path)]
    result = CliRunner().invoke(main, typed)
    assert result.exit_code == 0, result.output
    assert typed[0] != "build" or list(tmp_path.glob("*/counters*.pdf"))


@pytest.mark.parametrize("target", TARGETS)
def test_make_has_the_target(target: str) -> None:
    assert re.search(rf"^{re.escape(target)}\s*:", (ROOT / "Makefile").read_text("utf-8"), re.M)


def test_a_deck_of_one_s_own_is_made_as_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The section is followed to the letter, in order: commands, files to fill, words to change, ends to delete."""
    monkeypatch.chdir(tmp_path)
    done = 0
    for command, file, text, changed, new, old, cut, start in STEPS.findall(STORY):
        done += 1
        if command:
            words = [shlex.split(line, comments=True) for line in command.splitlines()]
            for gone in (name for word in words if word[:1] == ["rm"] for name in word[1:]):
                Path(gone).unlink()
            for typed in (word[1:] for word in words if word[0].endswith("/pnp")):
                result = CliRunner().invoke(main, typed)
                assert result.exit_code == 0, result.output
        elif file:
            Path(file).write_text(text, "utf-8")
        elif changed:
            written = Path(changed).read_text("utf-8")
            assert written.count(old) == 1, f"{old} stands once in {changed}"
            Path(changed).write_text(written.replace(old, new), "utf-8")
        else:
            kept, found, _ = Path(cut).read_text("utf-8").partition(start)
            assert found, f"{start} stands in {cut}"
            Path(cut).write_text(kept, "utf-8")
    assert done == 2 + 3 + 7 + 3, "every step was understood"
    assert "## " not in STORY[3:]
    for printed in re.findall(r"`(output/\S+\.pdf)`", STORY):
        assert Path(printed).is_file()
    deck = load(tmp_path / "night-owls", Found())
    assert deck and [sum(card.copies for card in one.cards) for one in deck.game.decks] == [12]
    told = next(texts(tmp_path / "output" / "night-owls" / "rulebook.pdf"))
    assert all(words in told for words in ("Night Owls", "Twelve cards for two burglars", "2 players", "10 minutes"))
    files = [*(tmp_path / "night-owls").glob("[!.]*.*"), *(tmp_path / "night-owls" / "rules").iterdir()]
    assert not any(word in file.read_text("utf-8").lower() for file in files for word in ("jars", "wasps"))
