"""Reports: every format says every diagnostic, where it is, in words that whoever reads it takes as they were meant."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import jsonschema
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from pnp import catalogue, reports
from pnp.cli import main
from pnp.diag import Diagnostic, Severity, Span
from pnp.reports.base import Report, ordered

ROOT = Path(__file__).resolve().parent.parent
BAD = tuple(sorted((ROOT / "tests" / "bad").glob("*.yaml")))
SARIF = json.loads((ROOT / "tests" / "schemas" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))
OURS = json.loads((ROOT / "pnp" / "reports" / "report.schema.json").read_text("utf-8"))
JUMP = re.compile(r"^(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): (?:error|warning)\[(?P<code>[a-z/-]+)\]: ", re.M)

word = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
spans = st.builds(
    Span,
    st.sampled_from(["a game/pièces.yaml", "x,y:z.yaml", "100%.csv", "game.yaml"]),
    st.integers(1, 9),
    st.integers(1, 9),
    st.just(9),
    st.integers(9, 12),
)
diagnostics = st.builds(
    Diagnostic,
    st.sampled_from(["table/gap", "key/unknown", "type/number"]),
    spans,
    word,
    st.one_of(st.just(""), word),
    st.sampled_from(Severity),
    st.lists(st.tuples(spans, word), max_size=2).map(tuple),
)
found = st.lists(diagnostics, max_size=6).map(ordered)


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments])


def as_game(fixture: Path, folder: Path) -> Path:
    folder.mkdir(parents=True)
    shutil.copy(fixture, folder / "game.yaml")
    return folder


def back(text: str, property: bool) -> str:
    """A value as GitHub's runner reads it."""
    codes = [("%0D", "\r"), ("%0A", "\n"), *([("%3A", ":"), ("%2C", ",")] if property else []), ("%25", "%")]
    for code, sign in codes:
        text = text.replace(code, sign)
    return text


@given(found)
def test_sarif_is_valid_and_whole(found: tuple[Diagnostic, ...]) -> None:
    told = json.loads(reports.show(Report(found, version="1.2.3"), "sarif"))
    jsonschema.Draft4Validator(SARIF).validate(told)
    (run,) = told["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == sorted(set(rules)) and run["columnKind"] == "unicodeCodePoints"
    for one, result in zip(found, run["results"], strict=True):
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        assert rules[result["ruleIndex"]] == result["ruleId"] == one.code
        assert result["message"]["text"].startswith(one.message) and one.hint in result["message"]["text"]
        assert unquote(place["artifactLocation"]["uri"]) == one.span.path
        assert re.fullmatch(r"[A-Za-z0-9._~%/-]+", place["artifactLocation"]["uri"])
        assert (region["startLine"], region["startColumn"]) == (one.span.line, one.span.column)
        assert (region["endLine"], region["endColumn"]) == (one.span.end_line, one.span.end_column)
        assert [other["message"]["text"] for other in result.get("relatedLocations", [])] == [
            sentence for _, sentence in one.related
        ]
    prints = [tuple(result["partialFingerprints"].values()) for result in run["results"]]
    assert len(set(prints)) == len(prints)


@given(found)
def test_json_is_valid_and_whole(found: tuple[Diagnostic, ...]) -> None:
    told = json.loads(reports.show(Report(found, ("g",)), "json"))
    jsonschema.Draft202012Validator(OURS).validate(told)
    assert told["errors"] + told["warnings"] == len(found)
    for one, said in zip(found, told["diagnostics"], strict=True):
        assert (said["path"], said["line"], said["column"]) == (one.span.path, one.span.line, one.span.column)
        assert (said["code"], said["message"], said["hint"]) == (one.code, one.message, one.hint)


@given(found)
def test_an_annotation_is_one_line_that_github_reads_back(found: tuple[Diagnostic, ...]) -> None:
    told = reports.show(Report(found), "github")
    commands = told.split("\n") if told else []
    for one, command in zip(found, commands, strict=True):
        assert "\r" not in command
        head, message = re.fullmatch(r"::(.*?)::(.*)", command, re.S).groups()  # type: ignore[union-attr]
        level, _, rest = head.partition(" ")
        properties = dict(part.split("=", 1) for part in rest.split(","))
        assert level == one.severity.name.lower()
        assert back(properties["file"], True) == one.span.path
        assert properties["line"] == str(one.span.line) and properties["title"] == one.code
        assert back(message, False).startswith(one.message)


def test_our_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(OURS)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(
            {"format": 1, "games": [], "errors": 0, "warnings": 0, "diagnostics": [{"code": "a/b"}]}, OURS
        )


def test_special_signs_are_escaped_as_documented() -> None:
    one = Diagnostic("a/b", Span("50%,a:b.yaml", 1, 1, 1, 2), "100% of\r\nit, a: b")
    expected = "::error file=50%25%2Ca%3Ab.yaml,line=1,endLine=1,col=1,endColumn=1,title=a/b::100%25 of%0D%0Ait, a: b"
    assert reports.show(Report((one,)), "github") == expected


@pytest.mark.parametrize("fixture", BAD, ids=lambda path: path.stem)
def test_every_format_tells_the_same(fixture: Path, tmp_path: Path) -> None:
    folder = str(as_game(fixture, tmp_path / fixture.stem))
    outputs = {form: check(folder, "--format", form) for form in reports.FORMATS}
    told = json.loads(outputs["json"].stdout)
    assert {result.exit_code for result in outputs.values()} == {int(told["errors"] > 0)}
    run = json.loads(outputs["sarif"].stdout)
    jsonschema.validate(told, OURS)
    jsonschema.Draft4Validator(SARIF).validate(run)
    codes = [one["code"] for one in told["diagnostics"]]
    assert codes == [one["ruleId"] for one in run["runs"][0]["results"]]
    assert codes == re.findall(r"title=([a-z/-]+)::", outputs["github"].stdout)
    assert codes == [match["code"] for match in JUMP.finditer(outputs["text"].stdout)]


def test_paths_are_the_repository_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever in a repository the command is given, annotations and SARIF name files from its root."""
    folder = as_game(BAD[0], tmp_path / "games" / "my game")
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(folder.parent)
    assert check("my game").stdout.startswith("my game/game.yaml:")
    assert "file=games/my game/game.yaml,line=" in check("my game", "--format", "github").stdout
    place = json.loads(check("my game", "--format", "sarif").stdout)["runs"][0]["results"][0]["locations"][0]
    artifact = place["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": "games/my%20game/game.yaml", "uriBaseId": "%SRCROOT%"}


def test_a_fingerprint_stays_when_lines_come_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = as_game(BAD[0], tmp_path / "g")
    monkeypatch.chdir(tmp_path)

    def prints() -> list[object]:
        results = json.loads(check("g", "--format", "sarif").stdout)["runs"][0]["results"]
        return [result["partialFingerprints"] for result in results]

    before, file = prints(), folder / "game.yaml"
    file.write_text("# one more line\n" + file.read_text("utf-8"), "utf-8")
    assert before and prints() == before


def test_rules_have_their_pages(tmp_path: Path) -> None:
    folder = as_game(ROOT / "tests" / "bad" / "dice.yaml", tmp_path / "g")
    rules = json.loads(check(str(folder), "--format", "sarif").stdout)["runs"][0]["tool"]["driver"]["rules"]
    for rule in rules:
        page = catalogue.page(rule["id"])
        assert page is not None and rule["help"] == {"text": page.text, "markdown": page.text}


def test_only_what_was_asked_for(tmp_path: Path) -> None:
    """A code, a family by either name, or several: the rest is neither told nor counted."""
    folder = str(as_game(ROOT / "tests" / "bad" / "several-faults-at-once.yaml", tmp_path / "g"))

    def codes(only: str) -> list[str]:
        return [match["code"] for match in JUMP.finditer(check(folder, "--only", only).stdout)]

    everything = [match["code"] for match in JUMP.finditer(check(folder).stdout)]
    family = everything[0].split("/")[0]
    some = [code for code in everything if code.split("/")[0] == family]
    assert codes(family) == codes(f"{family}/*") == some != everything
    assert codes(everything[-1]) == [code for code in everything if code == everything[-1]]
    assert codes(f"{family}, {everything[-1]}") == [code for code in everything if code in (*some, everything[-1])]
    assert check(folder, "--only", "csv").exit_code == 0


def test_an_unknown_code_is_misuse_with_what_was_meant() -> None:
    for wrong, meant in (("tabel", "table"), ("table/gpa", "table/gap"), ("tabel/*", "table")):
        result = check("--only", wrong)
        assert result.exit_code == 2 and f"'{wrong}'" in result.output and f"'{meant}'" in result.output
    assert check("--only", "").exit_code == 2


def test_nothing_wrong_is_said_in_every_format() -> None:
    toy = str(ROOT / "tests" / "toy")
    assert check(toy, "--format", "github", "-q").stdout == ""
    assert json.loads(check(toy, "--format", "json").stdout)["diagnostics"] == []
    clean = json.loads(check(toy, "--format", "sarif").stdout)
    jsonschema.Draft4Validator(SARIF).validate(clean)
    assert clean["runs"][0]["results"] == []


def test_the_order_is_the_place_s_not_the_command_s(tmp_path: Path) -> None:
    one, two = (str(as_game(fixture, tmp_path / name)) for fixture, name in zip(BAD[:2], "ab", strict=True))
    assert check(one, two).stdout == check(two, one).stdout == check(two, one, two).stdout


def test_machines_get_utf_8_whatever_the_terminal_s_encoding(tmp_path: Path) -> None:
    folder = as_game(BAD[0], tmp_path / "Wörter")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "pnp", "check", str(folder), "--format", "json"]
    result = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert "Wörter" in json.loads(result.stdout.decode("utf-8"))["diagnostics"][0]["path"]
