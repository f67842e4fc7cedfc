"""Every diagnostic has a page, every page an example that fails as it says and a repair that mends it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import laid
import pytest
import test_bad
from click.testing import CliRunner

from pnp import catalogue
from pnp.catalogue import Page
from pnp.cli import main

ROOT = Path(__file__).resolve().parent.parent
CODE = re.compile(r"[a-z]+(-[a-z]+)*/[a-z]+(-[a-z]+)*")
BLOCK = re.compile(r"^```\w*(?: (\S+))?(?: (\S+))?\n(.*?)^```$|^(Fails|Repaired)[^\n]*:$", re.M | re.S)
HOW = "docs/diagnostics.md says how a code gets its page and its fixture"


def raised() -> dict[str, str]:
    """Every code that pnp can give → a place in the source that names it. A text of a code's form is a code (in engines,
    whose events have such names too, only where a diagnostic is made); those of the family `unknown` are made from the
    families of ids that records refer to."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))) if "_data" not in path.parts else ():
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                first = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
                if called == "Among" and "/model/" in name:  # what layouts refer to is looked up when they are drawn
                    found.setdefault(f"unknown/{first}", f"{name}:{node.lineno}")
                elif called in ("error", "warning", "Diagnostic") and CODE.fullmatch(str(first)):
                    found.setdefault(str(first), f"{name}:{node.lineno}")
            elif isinstance(node, ast.Constant) and CODE.fullmatch(str(node.value)) and "/engines/" not in name:
                found.setdefault(str(node.value), f"{name}:{node.lineno}")
    return found


PAGES = {page.code: page for page in catalogue.pages()}
RAISED = raised()
# What no game without an engine, and no file of a game, can bring about: other tests do, and name the code.
PLAYED = tuple(
    f"example/{fault}" for fault in ("position", "unreadable", "illegal", "ambiguous", "expect", "fact", "false")
)
ELSEWHERE = ("proof/", "play/", "coverage/", "engine/", "book/borrowed", "book/stumble", *PLAYED)
NAMED = frozenset(
    code
    for path in (ROOT / "tests").glob("test_*.py")
    if path != Path(__file__)
    for code in re.findall(r"[a-z-]+/[a-z-]+", path.read_text("utf-8"))
    if code.startswith(ELSEWHERE)
)
COVERED = {*test_bad.covered(), *NAMED}


@pytest.mark.parametrize("code", sorted(RAISED))
def test_every_code_has_a_page_and_a_fixture(code: str) -> None:
    family = code.split("/")[0]
    assert code in PAGES, f"{RAISED[code]} gives {code}, which pnp/catalogue/{family}.md does not describe; {HOW}"
    assert code in COVERED, f"{RAISED[code]} gives {code}, which no fixture in tests/bad expects; {HOW}"


def test_every_page_is_of_a_code_that_is_given() -> None:
    for code in PAGES:
        assert code in RAISED, f"nothing in pnp gives {code}: take its page away"
    assert len(PAGES) == len(catalogue.pages()), "a code has two pages"
    for family in catalogue.families():
        assert family.about and all(page.code.startswith(f"{family.name}/") for page in family.pages), family.name


def test_codes_that_are_written_of_are_given() -> None:
    """Docs and docstrings name no code that is no more."""
    families = {family.name for family in catalogue.families()}
    files = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "pnp" / "checks").glob("*.py")]
    for path in sorted(files):
        for code in re.findall(r"`([a-z-]+/[a-z-]+)`", path.read_text("utf-8")):
            known = code.split("/")[0] not in families or code in PAGES
            assert known, f"{path.relative_to(ROOT)} speaks of {code}, which nothing gives"


def examples(page: Page) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of a page's failing example, and those of its repair."""
    files: dict[str, dict[str, bytes]] = {"Fails": {}, "Repaired": {}}
    now = ""
    for name, encoding, text, word in BLOCK.findall(page.text):
        now = word or now
        if name:
            files[now][name] = text.encode(encoding or "utf-8")
    return files["Fails"], files["Repaired"]


# Limits, links and damaged files cannot be shown in a page: tests make them.
UNSHOWN = {*(code for code in PAGES if code.startswith(ELSEWHERE)), *(code for _, code, _ in test_bad.MADE)}


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.code)
def test_pages_fail_as_they_say_and_their_repairs_mend_it(page: Page, tmp_path: Path) -> None:
    assert len(page.summary) <= 120 and page.summary.endswith("."), f"{page.code}: the first paragraph is one sentence"
    fails, repaired = examples(page)
    if page.code in UNSHOWN and not fails:
        return
    assert fails and repaired, f"{page.code} shows no example that fails, or no repair; {HOW}"
    command = ("build", "--out", str(tmp_path / "out")) if "`pnp build`" in page.text else ()
    found, _ = laid.told(laid.lay(fails.items(), tmp_path / "fails"), *command)
    assert {code for _, code, _ in found} == {page.code}
    mended = fails | repaired if fails.keys() & repaired.keys() else repaired  # else the file has another name
    found, status = laid.told(laid.lay(mended.items(), tmp_path / "repaired"), *command)
    assert not found and status == 0


def explain(*arguments: str) -> tuple[str, int]:
    result = CliRunner().invoke(main, ["explain", *arguments])
    return result.output, result.exit_code


@pytest.mark.parametrize("code", sorted(PAGES))
def test_explain_shows_each_page(code: str) -> None:
    text, status = explain(code)
    assert status == 0 and text.startswith(f"{code}\n\n{PAGES[code].text[:20]}") and "```" not in text


def test_explain_lists_them_all() -> None:
    text, status = explain()
    assert status == 0 and all(f"  {page.code} " in text and page.summary in text for page in PAGES.values())
    text, status = explain("key")
    assert status == 0 and "key/unknown" in text and "yaml/" not in text


def test_explain_names_the_nearest_code() -> None:
    assert explain("key/unknwon") == ("pnp: there is no diagnostic 'key/unknwon'; did you mean 'key/unknown'?\n", 2)
    assert explain("duplicate")[0].startswith("pnp: there is no diagnostic 'duplicate'; did you mean '")
    assert explain("")[1] == 2
    assert explain("zzz") == ("pnp: there is no diagnostic 'zzz'; `pnp explain` lists them all\n", 2)
