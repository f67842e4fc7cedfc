"""Hostile content and machines: a copy of the toy is spoilt, and what is said of it is a place or one sentence."""

from __future__ import annotations

import dataclasses
import itertools
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import fuzz
import pytest
from click.testing import CliRunner, Result

from pnp import limits
from pnp.cli import main
from pnp.draw import pictures

TOY = Path(__file__).resolve().parent / "toy"
CHAPTER = "rules/1-play.md"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TOY, tmp_path / "spoilt"))


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(one) for one in arguments])
    assert "Traceback" not in result.output and "a bug in pnp" not in result.output
    return result


def spoil(folder: Path, old: str, new: str, file: str = "pieces.yaml") -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")


def add(folder: Path, line: str) -> int:
    """Put a paragraph at the end of a chapter; the number of its line."""
    text = (folder / CHAPTER).read_text("utf-8").rstrip("\n") + "\n\n" + line + "\n"
    (folder / CHAPTER).write_text(text, "utf-8")
    return text.count("\n")


@pytest.mark.parametrize(
    ("line", "column", "code"),
    [
        ("A {{ piece('miller' b.", 3, "expr/unclosed"),
        ("A {{ 1 b {{ 2 }}.", 3, "expr/unclosed"),
        ("A {{ 10**9 }} b.", 6, "expr/refused"),
        ("A {{ 999999999 * 999999999 }} b.", 6, "expr/large"),
        ("A {{ ''.__class__ }} b.", 6, "expr/refused"),
        ("A {% for x in y %} b.", 3, "expr/statement"),
        ("A ![x](/etc/hostname) b.", 8, "book/picture"),
        ("A ![x](http://localhost/x.png) b.", 8, "book/picture"),
        ("A ![x](pnp:art/none.png) b.", 8, "file/missing"),
        ("A ![x](pnp:../x.png) b.", 8, "file/outside"),
    ],
)
def test_a_fault_of_the_rules_is_told_where_it_stands(toy: Path, line: str, column: int, code: str) -> None:
    number = add(toy, line)
    result = run("check", toy)
    assert result.exit_code == 1
    assert f"{CHAPTER}:{number}:{column}: error[{code}]" in result.output


@pytest.mark.parametrize("line", ["A {{ 1 +\n2 }} b.", "A { b {c} }} d.", "![x](pnp:art/duck.svg)"])
def test_what_looks_odd_but_is_right_passes(toy: Path, line: str) -> None:
    add(toy, line)
    assert run("check", toy).exit_code == 0


@pytest.mark.parametrize("file", ["more.yaml", "weather.csv", CHAPTER])
def test_a_pipe_is_not_waited_for(toy: Path, file: str) -> None:
    (toy / file).unlink(missing_ok=True)
    os.mkfifo(toy / file)
    result = subprocess.run([sys.executable, "-m", "pnp.cli", "check", toy], capture_output=True, text=True, timeout=60)
    assert result.returncode == 1 and "error[" in result.stdout


def test_a_file_outside_is_not_quoted(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret\n")
    (toy / "pieces.yaml").unlink()
    (toy / "pieces.yaml").symlink_to(tmp_path / "secret")
    result = run("check", toy)
    assert result.exit_code == 1
    assert "pieces.yaml:1:1: error[file/outside]" in result.output and "a secret" not in result.output


def test_faults_of_several_kinds_come_in_one_run(toy: Path) -> None:
    spoil(toy, "push: 4", "push: x")
    spoil(toy, "size: 16mm", "sise: 16mm")
    spoil(toy, "art: daggers", "art: dagers")
    add(toy, "A {{ nobody }} b.")
    output = run("check", toy).output
    assert all(code in output for code in ("type/number", "key/unknown", "unknown/icon"))


def test_a_folder_that_is_not_named_is_called_by_its_name(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(toy)
    assert run("check", ".").output == "spoilt: nothing wrong\n"
    monkeypatch.chdir(toy / "rules")
    result = run("build", "..", "--only", "counters", "--out", toy.parent / "out")
    assert result.exit_code == 0 and (toy.parent / "out" / "spoilt" / "counters.pdf").is_file()


@pytest.mark.parametrize(
    "arguments", [["check", ""], ["build", TOY, "--only", ""], ["build", TOY, "--only", "counters,"]]
)
def test_empty_names_are_misuse(arguments: list[object]) -> None:
    assert run(*arguments).exit_code == 2


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are UTF-8 there")
def test_a_folder_may_have_any_name(toy: Path) -> None:
    folder = toy.rename(os.fsdecode(os.fsencode(toy.parent) + b"/b \xff\xc3\xa9"))
    assert run("build", folder, "--only", "counters", "--out", folder / "out").exit_code == 0


def test_a_file_in_the_way_is_one_sentence(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / toy.name).write_text("")
    result = run("build", toy, "--only", "counters", "--out", tmp_path / "out")
    assert result.exit_code == 3 and result.output.count("\n") == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "| true"])
def test_nobody_need_listen(toy: Path, closed: str) -> None:
    command = f'"{sys.executable}" -m pnp.cli check "{toy}" {closed}'
    result = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert result.returncode == 0 and not result.stderr


@pytest.mark.parametrize(
    "expression",
    [
        "1.5 | round(999999999, 'ceil')",
        "1.5 | round(-999999999)",
        "'{:999999999}'.format(1)",
        "'x'.format_map(game)",
        "'x'.ljust(10**9)",
        "piece",
        "'a' | replace('a', 'a' * 9)",
    ],
)
def test_no_expression_takes_long_or_shows_the_machine(toy: Path, expression: str) -> None:
    add(toy, "A {{ " + expression + " }} b.")
    result = run("check", toy)
    assert result.exit_code == 1
    assert "expr/" in result.output and " at 0x" not in result.output


def test_rounding_is_as_before(toy: Path) -> None:
    number = add(toy, "A {{ 1.25 | round(1, 'ceil') }} {{ 1.25 | round(1, 'floor') }} {{ 2.5 | round | int }} b.")
    assert number and run("check", toy).exit_code == 0


def test_a_layout_file_that_is_a_link_out_is_not_read(toy: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("layouts: [{id: secret, boxes: []}]\n", "utf-8")
    (toy / "faces" / "linked.yaml").symlink_to(outside)
    result = run("check", toy)
    assert result.exit_code == 1
    assert "linked.yaml:1:1: error[file/outside]" in result.output


def test_a_chapter_that_is_a_link_to_itself_is_told(toy: Path) -> None:
    chapter = sorted((toy / "rules").glob("*.md"))[0]
    chapter.unlink()
    chapter.symlink_to(chapter.name)
    result = run("check", toy)
    assert result.exit_code == 1 and "error[file/unreadable]" in result.output
    assert f"'rules/{chapter.name}' is a link that leads to itself" in result.output


def test_a_layout_file_that_is_a_link_to_itself_is_told(toy: Path) -> None:
    (toy / "faces" / "linked.yaml").symlink_to("linked.yaml")
    result = run("check", toy)
    assert result.exit_code == 1 and "linked.yaml:1:1: error[file/outside]" in result.output


INTERRUPTING = """
import sys

meant = sys.argv[1]

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == meant:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from pnp.__main__ import main
sys.argv[1:] = ["list"]
main()
"""


@pytest.mark.parametrize("module", ["pnp.cli", "click", "pnp.cli.list", "pnp.cli.base", "pnp.build"])
def test_ctrl_c_while_modules_are_imported_ends_with_a_sentence(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTING, module], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert done.stderr.startswith("pnp: interrupted") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(("digits", "shown"), [(16, "9" * 16), (21, "9" * 20 + "…"), (6000, "9" * 20 + "…")])
def test_a_number_of_too_many_digits_is_called_too_large(toy: Path, digits: int, shown: str) -> None:
    spoil(toy, "push: 4", f"push: {'9' * digits}")
    result = run("check", toy)
    assert result.exit_code == 1 and f"error[type/number]: '{shown}' is too large" in result.output
    assert "is not a whole number" not in result.output and "a bug in pnp" not in result.output


@pytest.mark.parametrize("number", ["9" * 6000, "²"])
def test_no_format_is_too_odd_to_be_told(toy: Path, number: str) -> None:
    spoil(toy, "format: 1", f"format: {number}", "game.yaml")
    result = run("check", toy)
    assert result.exit_code == 1 and "error[game/format]" in result.output


# What somebody else wrote, in bounded time and memory: a process of its own, which the machine would stop.

SECONDS, BYTES = 60, 2_000_000_000


def bounded(folder: Path, *command: str, **environment: str) -> str:
    """What a command says of a folder within bounds; that it is one or more errors, each at a place."""
    arguments = [sys.executable, "-m", "pnp.cli", *(command or ("check",)), str(folder)]
    done = subprocess.run(
        arguments,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={**os.environ, **environment},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES)),
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr[-2000:]
    return done.stdout


LAUGHS = "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in itertools.pairwise("abcdefghij"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (LAUGHS, "1:4: error[yaml/anchor]"),
        ("counters:\n  - &a {id: x}\n  - *a\n", "2:5: error[yaml/anchor]"),
        ("counters: " + "[" * 10_000 + "]" * 10_000, "1:1010: error[yaml/depth]"),
        ("counters:\n  - {id: a, " + ", ".join(f"k{n}: 1" for n in range(300_000)) + "}\n", "2:13: error[key/unknown]"),
        ("counters: [" + "x, " * 600_000 + "]\n", "1:12: error[type/mapping]"),
        ("counters:\n" + "".join(f"k{n}: 1\n" for n in range(600_000)), "error[yaml/nodes]"),
        ("counters: !!python/object/apply:os.system [x]\n", "1:11: error[yaml/tag]"),
        ("counters:\n  - <<: {id: a}\n", "2:5: error[yaml/merge]"),
        ("counters: [" + "x" * 15_000_000 + "]\n", "1:12: error[type/mapping]"),
    ],
    ids=["laughs", "alias", "levels", "keys", "values", "sections", "tag", "merge", "word"],
)
def test_yaml_that_would_never_end(toy: Path, text: str, code: str) -> None:
    (toy / "pieces.yaml").write_text(text, "utf-8")
    assert code in bounded(toy)


@pytest.mark.parametrize("file", ["pieces.yaml", "weather.csv", CHAPTER, "art/duck.svg", "faces/faces.yaml"])
def test_a_file_of_a_hundred_megabytes_is_not_read(toy: Path, file: str) -> None:
    with (toy / file).open("wb") as stream:
        stream.truncate(100_000_000)
    said = bounded(toy)
    assert "file/size" in said or "icon/size" in said


def test_a_table_of_unknown_columns_and_rows(toy: Path) -> None:
    rows = "".join(f"c{n},Card,x\n" for n in range(100_000))
    (toy / "weather.csv").write_text("id,name,pusch\n" + rows, "utf-8")
    assert "weather.csv:1:9: error[key/unknown]" in bounded(toy)
    (toy / "weather.csv").write_text(",".join(f"c{n}" for n in range(100_000)) + "\n" + "1," * 99_999 + "1\n", "utf-8")
    assert "these are 1,000 errors; further ones are not shown" in bounded(toy)


@pytest.mark.parametrize(
    "name",
    [
        "../../../etc/passwd",
        "/etc/passwd",
        "file:///etc/passwd",
        "http://localhost/x.csv",
        "data:,x",
        "C:\\x",
        "x" * 5_000,
    ],
)
def test_no_name_of_a_file_leads_out(toy: Path, name: str) -> None:
    spoil(toy, "file: weather.csv", f"file: '{name}'")
    result = run("check", toy)
    assert result.exit_code == 1 and "pieces.yaml:38:11: error[file/outside]" in result.output
    assert "root:" not in result.output


@pytest.mark.parametrize(
    "drawing",
    [
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><script>x</script></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><image href='http://localhost/'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><use href='file:///etc/passwd'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path d='M0 0' style='fill:url(http://x)'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>" + "<g>" * 10_000 + "</g>" * 10_000 + "</svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>"
        + "<path fill='#000' d='M0 0L1 1Z'/>" * 5_000
        + "</svg>",
    ],
    ids=["entity", "script", "image", "use", "style", "levels", "shapes"],
)
def test_a_drawing_reaches_for_nothing(toy: Path, drawing: str) -> None:
    (toy / "art" / "duck.svg").write_text(drawing, "utf-8")
    result = run("check", toy)
    assert result.exit_code == 1 and "art/duck.svg:1:" in result.output and "error[icon/" in result.output


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ((60_000, 60_000, b""), "pixels; at most"),
        ((9, 9, bytes(300_000_000)), "unpacks to more than its size says"),
        ((9, 9, bytes(20)), "it is cut off"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "neither a PNG nor a JPEG"),
        (b"GIF89a" + b"\0" * 99, "neither a PNG nor a JPEG"),
    ],
    ids=["huge", "bomb", "short", "empty", "gif"],
)
def test_a_picture_is_what_it_says(tmp_path: Path, made: bytes | tuple[int, int, bytes], said: str) -> None:
    (tmp_path / "x.png").write_bytes(fuzz.png(*made) if isinstance(made, tuple) else made)
    with pytest.raises(pictures.PictureError, match=said):
        pictures.read(tmp_path / "x.png")
    (tmp_path / "x.png").write_bytes(fuzz.png(30, 20))
    assert (pictures.read(tmp_path / "x.png").width, pictures.read(tmp_path / "x.png").height) == (30, 20)


@pytest.mark.parametrize("data", [b"", b"x" * 99, b"\x00\x01\x00\x00" + b"\xff" * 5_000, b"OTTO" + b"\0" * 5_000])
def test_a_font_that_is_none_is_refused(toy: Path, data: bytes) -> None:
    (toy / "x.ttf").write_bytes(data)
    spoil(toy, "family: source-serif-pro", "regular: x.ttf", "game.yaml")
    result = run("check", toy)
    assert result.exit_code == 1 and "game.yaml:25:27: error[font/broken]" in result.output


@pytest.mark.parametrize(
    "expression",
    ["(" * 5_000 + ")" * 5_000, "1" * 5_000, "pieces | map('upper') | join | replace('a', 'a' * 9)", "'" + "a" * 3_000],
)
def test_no_expression_runs_away(toy: Path, expression: str) -> None:
    add(toy, "A {{ " + expression + " }} b.")
    assert "error[expr/" in bounded(toy)


# Limits


def test_limits_are_stated_and_are_what_the_page_says() -> None:
    page = (Path(__file__).resolve().parent.parent / "docs" / "limits.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", page, re.M)
    assert {name: int(number.replace(",", "")) for name, number in rows} == dataclasses.asdict(limits.Limits())


def test_whoever_runs_the_tool_moves_limits(toy: Path) -> None:
    assert "error[yaml/nodes]: more than 10 values" in bounded(toy, PNP_LIMITS="nodes=10")
    assert "has 1,108 bytes; at most 1,000" in bounded(toy, PNP_LIMITS="size=1000").replace("1,107", "1,108")
    assert limits.of("nodes=5, depth=7") == limits.Limits(nodes=5, depth=7)


@pytest.mark.parametrize("written", ["nodes", "nodes=", "nodes=-1", "nodes=x", "none=5", "nodes=1e9"])
def test_limits_that_cannot_be_read_are_misuse(toy: Path, written: str) -> None:
    with pytest.raises(limits.LimitsError):
        limits.of(written)
    command = [sys.executable, "-m", "pnp.cli", "check", str(toy)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PNP_LIMITS": written})
    assert done.returncode == 2 and done.stderr.startswith("pnp: PNP_LIMITS is ") and done.stderr.count("\n") == 1
