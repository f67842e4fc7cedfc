"""What other people's CI runs: the hook, the action, and every snippet of docs/ci.md and docs/windows.md."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml

from pnp.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent
TOY = ROOT / "tests" / "toy"
PNP = Path(sys.executable).with_name("pnp")
CI = (ROOT / "docs" / "ci.md").read_text("utf-8")
WINDOWS = (ROOT / "docs" / "windows.md").read_text("utf-8")
BLOCKS = tuple(re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", CI, re.M | re.S))
ACTION: Any = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS: Any = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
SARIF = json.loads((ROOT / "tests" / "schemas" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))
NAMES = set(COMMANDS)


def commands(text: str) -> list[list[str]]:
    """Every call of `pnp` in a text, as a shell would split it, without redirections."""
    names = "|".join(sorted(filter(None, NAMES)))
    calls = re.findall(rf"(?:^|[\s`\"])pnp ((?:{names})\b[^\n`>|\"]*)", text)
    return [[word for word in shlex.split(call) if not word.startswith("$(")] for call in calls]


def parse(words: list[str]) -> click.Context:
    """The command line as `pnp` reads it. Raises where it does not."""
    name, command, rest = main.resolve_command(click.Context(main), words)
    assert name is not None and command is not None
    return command.make_context(name, list(rest))


def step(name: str) -> dict[str, Any]:
    (found,) = [one for one in ACTION["runs"]["steps"] if one.get("name") == name]
    return found


def run(step: dict[str, Any], folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """A step of the action as a runner runs it: its script in bash, its inputs in the environment."""
    given = {name: str(one.get("default", "")) for name, one in ACTION["inputs"].items()} | inputs
    environment = {
        key: given[re.fullmatch(r"\$\{\{ inputs\.(\S+) \}\}", value)[1]] for key, value in step["env"].items()
    }  # type: ignore[index]
    script = folder.parent / "step.sh"
    script.write_text(step["run"], "utf-8")
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
    every = {**os.environ, **environment, "PNP": str(PNP)}
    return subprocess.run(command, cwd=folder, env=every, capture_output=True, text=True, check=False)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a clean game, one with an error, and one whose name is no shell word."""
    folder = tmp_path / "repository"
    shutil.copytree(TOY, folder / "games" / "clean")
    shutil.copytree(TOY, folder / "games" / "faulty")
    shutil.copytree(TOY, folder / "games" / "two words; $(touch hacked)")
    pieces = folder / "games" / "faulty" / "pieces.yaml"
    pieces.write_text(pieces.read_text("utf-8").replace("push: 4", "push: four"), "utf-8")
    (folder / ".git").mkdir()
    return folder


# The action


def test_the_action_is_a_composite_with_everything_said() -> None:
    assert ACTION["runs"]["using"] == "composite" and ACTION["name"] and ACTION["description"]
    assert all(one["description"] for one in ACTION["inputs"].values())
    assert all(one.get("shell") == "bash" for one in ACTION["runs"]["steps"] if "run" in one)
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text("utf-8")))
    assert used == set(ACTION["inputs"])


def test_no_input_is_put_into_a_script() -> None:
    """What somebody gives reaches a script as a variable only, where it cannot become a command."""
    assert not any("${{" in one.get("run", "") for one in ACTION["runs"]["steps"])


def test_the_action_annotates_and_fails(repository: Path) -> None:
    result = run(step("Check"), repository, games="games/clean\ngames/faulty\n")
    assert result.returncode == 1
    line = next(
        number
        for number, text in enumerate((repository / "games/faulty/pieces.yaml").read_text("utf-8").split("\n"), 1)
        if "push: four" in text
    )
    assert result.stdout.startswith(f"::error file=games/faulty/pieces.yaml,line={line},")


def test_the_action_passes_clean_games_whatever_their_names(repository: Path) -> None:
    result = run(step("Check"), repository, games="games/clean\n\ngames/two words; $(touch hacked)")
    assert (result.returncode, result.stdout) == (0, "") and not (repository / "hacked").exists()


def test_the_action_checks_the_repository_itself(repository: Path) -> None:
    assert run(step("Check"), repository / "games" / "clean").returncode == 0
    assert run(step("Check"), repository).returncode == 1  # there is no game


def test_the_action_writes_sarif_and_then_fails(repository: Path) -> None:
    result = run(step("Check"), repository, games="games/faulty", sarif="pnp.sarif")
    told = json.loads((repository / "pnp.sarif").read_text("utf-8"))
    jsonschema.Draft4Validator(SARIF).validate(told)
    assert result.returncode == 1 and result.stdout.startswith("::error ") and told["runs"][0]["results"]


def test_the_action_can_look_at_some_faults_only(repository: Path) -> None:
    assert run(step("Check"), repository, games="games/faulty", only="table").returncode == 0
    assert run(step("Check"), repository, games="games/faulty", only="no-such-thing").returncode == 2


def test_the_action_tells_warnings_as_asked(repository: Path) -> None:
    game = repository / "games" / "clean" / "game.yaml"
    game.write_text(game.read_text("utf-8") + "  - {id: bag, name: bag, count: 1}\n", "utf-8")
    (game.parent / "art" / "unused.svg").write_bytes((game.parent / "art" / "duck.svg").read_bytes())
    results = {
        strict: run(step("Check"), repository, games="games/clean", strict=strict) for strict in ("true", "false")
    }
    assert results["true"].stdout == results["false"].stdout and results["true"].stdout.startswith("::warning ")
    assert (results["true"].returncode, results["false"].returncode) == (1, 0)


def test_the_action_installs_what_is_pinned() -> None:
    script = step("Install pnp")["run"]
    assert "--require-hashes" in script and "requirements.txt" in script and (ROOT / "requirements.txt").is_file()
    packages = re.findall(r"apt-get install -y -q (.*)", step("Install Pango, which lays out rulebooks")["run"])
    setup = (ROOT / "tools" / "setup.sh").read_text("utf-8")
    assert re.findall(r'^DEBIAN_PACKAGES="(.*)"$', setup, re.M) == packages


# The hook


def test_the_hook_is_one_that_pre_commit_takes() -> None:
    """https://pre-commit.com/#new-hooks"""
    (hook,) = HOOKS
    assert {"id", "name", "entry", "language"} <= set(hook)
    assert set(hook) <= {
        "id", "name", "description", "entry", "args", "language", "files", "types", "types_or", "exclude",
        "pass_filenames", "always_run", "require_serial", "minimum_pre_commit_version", "stages",
    }  # fmt: skip
    parse(shlex.split(hook["entry"])[1:] + hook["args"])


def test_the_hook_runs_for_every_file_of_a_game(game_folder: Path) -> None:
    (hook,) = HOOKS
    pattern = re.compile(hook["files"])
    for folder in (game_folder, TOY):
        read = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".txt", ""))
        assert [path for path in read if not pattern.search(path.name)] == []
    assert not pattern.search("main.py")


def test_the_hook_fails_a_faulty_game(repository: Path) -> None:
    (hook,) = HOOKS
    command = [str(PNP), *shlex.split(hook["entry"])[1:]]
    for game, status in (("clean", 0), ("faulty", 1)):
        folder = repository / "games" / game
        assert subprocess.run([*command, *hook["args"]], cwd=folder, capture_output=True).returncode == status
        named = [*command, "--strict", f"games/{game}"]
        assert subprocess.run(named, cwd=repository, capture_output=True).returncode == status


# docs/ci.md and docs/windows.md


@pytest.mark.parametrize(("kind", "file", "text"), BLOCKS, ids=[f"{kind}-{n}" for n, (kind, _, _) in enumerate(BLOCKS)])
def test_every_block_is_what_it_says(kind: str, file: str, text: str) -> None:
    if kind == "yaml":
        assert isinstance(yaml.safe_load(text), dict)
    elif kind == "json":
        json.loads(text)
    else:
        assert kind in ("sh", "make") and (kind == "sh") == (file == "")
    for words in commands(text):
        parse(words)


def test_there_are_commands_to_look_at() -> None:
    assert len(commands(CI)) >= 10
    assert {words[0] for words in commands(CI)} >= {"check", "build"}


def test_workflows_ask_for_inputs_that_are_there() -> None:
    workflows = [yaml.safe_load(text) for kind, file, text in BLOCKS if file.startswith(".github/workflows/")]
    assert len(workflows) == 2
    for workflow in workflows:
        (ours,) = [one for one in workflow["jobs"]["check"]["steps"] if one["uses"].startswith("OWNER/pnp@")]
        assert set(ours["with"]) <= set(ACTION["inputs"])
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.*?) \| .*? \|$", CI, re.M))
    assert set(ACTION["inputs"]) <= set(rows)


def test_the_pre_commit_snippet_names_the_hook() -> None:
    (text,) = [text for _, file, text in BLOCKS if file == ".pre-commit-config.yaml"]
    (hook,) = yaml.safe_load(text)["repos"][0]["hooks"]
    assert hook["id"] == HOOKS[0]["id"]
    parse(["check", *hook["args"]])


@pytest.mark.skipif(shutil.which("jq") is None, reason="needs jq")
def test_gitlab_s_report_is_made_of_the_sarif(repository: Path) -> None:
    """https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format"""
    jobs = [yaml.safe_load(text)["games"] for _, file, text in BLOCKS if file == ".gitlab-ci.yml"]
    (job,) = [job for job in jobs if "artifacts" in job]
    script = "\n".join(job["script"][:-1]).replace("games/night-of-the-owl", "games/faulty")
    path = f"{PNP.parent}:{os.environ['PATH']}"
    subprocess.run(["bash", "-e", "-c", script], cwd=repository, env={**os.environ, "PATH": path}, check=True)
    (fault,) = json.loads((repository / job["artifacts"]["reports"]["codequality"]).read_text("utf-8"))
    assert set(fault) == {"description", "check_name", "fingerprint", "severity", "location"}
    assert fault["severity"] == "major" and len(fault["fingerprint"]) == 32
    assert fault["location"]["path"] == "games/faulty/pieces.yaml" and fault["location"]["lines"]["begin"] > 1


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_the_makefile_checks_before_it_builds(repository: Path) -> None:
    (text,) = [text for _, file, text in BLOCKS if file == "Makefile"]
    (repository / "Makefile").write_text(text.replace("games/night-of-the-owl", "games/faulty"), "utf-8")
    environment = {**os.environ, "PATH": f"{PNP.parent}:{os.environ['PATH']}"}
    result = subprocess.run(
        ["make", "print"], cwd=repository, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 2 and "games/faulty/pieces.yaml" in result.stdout
    assert not (repository / "print").exists()


def test_the_editor_s_pattern_reads_what_is_said(repository: Path) -> None:
    (text,) = [text for _, file, text in BLOCKS if file == ".vscode/tasks.json"]
    pattern = json.loads(text)["tasks"][0]["problemMatcher"]["pattern"]
    result = subprocess.run([PNP, "check", "games/faulty"], cwd=repository, capture_output=True, text=True, check=False)
    match = re.match(pattern["regexp"], result.stdout.split("\n")[0])
    assert match and match[pattern["file"]] == "games/faulty/pieces.yaml"
    assert match[pattern["severity"]] == "error" and match[pattern["code"]] == "type/number"


def test_the_docs_tell_every_key_of_the_json() -> None:
    schema = json.loads((ROOT / "pnp" / "reports" / "report.schema.json").read_text("utf-8"))
    one = schema["properties"]["diagnostics"]["items"]["properties"]
    for key in (*schema["properties"], *one, *schema["$defs"]["place"]["properties"]):
        assert f"`{key}`" in CI, key


def test_what_windows_is_told_to_type_is_there() -> None:
    targets = set(re.findall(r"`make ([\w-]+)`", WINDOWS))
    assert targets <= set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    calls = re.findall(r"\.venv\\Scripts\\pnp ((?:check|build)[^\n`]*)", WINDOWS)
    assert len(calls) >= 3
    for call in calls:
        parse(shlex.split(call))
    for code in re.findall(r"`((?:file|output)/[\w-]+)`", WINDOWS):
        from pnp import catalogue

        assert catalogue.page(code)
