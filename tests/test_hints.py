"""Typical slips: each is told once, at the slip, with what to type."""

from __future__ import annotations

from pathlib import Path

import laid
import pytest
from click.testing import CliRunner

from pnp.cli import main

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
WEAVE = "layouts:\n  - id: weave\n    let: [{id: accent, value: ink}, {id: wash, value: 'mix(ground, paper, 50%)'}]\n"
WEAVE += "    boxes:\n"
GROUP = (
    "counters:\n  - {id: men, name: Men, side: red, size: 16mm, layout: weave, counters: [{id: scout, name: Scout}]}\n"
)
NAMES = "counters:\n  - id: men\n    name: Men\n    side: red\n    size: 16mm\n    layout: counter\n    counters: "

# A file, its text; where the one fault is, and what is said of it.
SLIPS = (
    ("aids.yaml", "credits:\n  - {name: Ann, for: #1d4e6b}\n  - {name: Bob}\n", "2:22", "write '#1d4e6b' in quotes"),
    ("game.yaml", "format: 1\ngame: {name: Lamp: Sea, players: 2}\n", "2:18", "unless it is in quotes"),
    ("rules/play.md", "# Play {#play}\n\n{{ 'fight' | uper }} {{ table('fight') }}\n", "3:4", "did you mean 'upper'?"),
    (
        "rules/play.md",
        "# Play {#play}\n\n{{ 1 if 2 els 3 }} {{ table('fight') }}\n",
        "3:4",
        "did you mean 'else' for 'els'?",
    ),
    ("art/boot.svg", f'{SVG}<circl cx="1" cy="1" r="1"/></svg>', "1:59", "did you mean <circle>?"),
    ("art/boot.svg", f'{SVG}<g><path d="M0 0 L1 1 Z"/>', "1:85", "closed with '</g></svg>'"),
    ("art/boot.svg", f'{SVG}<g><path d="M0 0 L1 1 Z"/></svg>', "1:87", "close <g> first"),
)


MAT = """mats:
  - {id: rafts, name: Rafts, size: [60mm, 40mm], layout: raft, spaces: [{label: A}, {label: B}], mats: [{id: raft, name: Raft}]}
"""
RAFT = """layouts:
  - id: raft
    boxes:
      - {id: ground, in: bleed, shape: rect, fill: ground}
      - {id: place, in: safe, spaces: 2, text: "{{ ASKED }}", point: 9pt}
"""


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("space.lable", "did you mean 'label'?"),
        ("spaces.label", "each: | map(attribute='label')"),
        ("mats_of('rafts').name", "each: | map(attribute='name')"),
        ("space.label.big", "a text has no 'big'"),
    ],
)
def test_what_a_value_does_not_have_is_told_once_in_words_of_the_game(asked: str, hint: str, tmp_path: Path) -> None:
    files = [("faces/raft.yaml", RAFT.replace("ASKED", asked).encode()), ("rafts.yaml", MAT.encode())]
    told = said(laid.lay(files, tmp_path / "game"))
    assert hint in told and "object" not in told and "it.spaces" not in told, told
    assert told.count("error[") == 1, told


def said(folder: Path) -> str:
    return CliRunner().invoke(main, ["check", str(folder)]).output


@pytest.mark.parametrize(("name", "text", "place", "hint"), SLIPS, ids=[hint for *_, hint in SLIPS])
def test_a_slip_is_told_once_with_what_to_type(name: str, text: str, place: str, hint: str, tmp_path: Path) -> None:
    told = said(laid.lay([(name, text.encode())], tmp_path / "game"))
    assert f"{name}:{place}: error" in told and hint in told and told.endswith("game: 1 error\n"), told


@pytest.mark.parametrize(
    ("box", "hint"),
    [
        ("{id: field, in: bleed, shape: rect, fill: wasch}", "did you mean 'wash'?"),
        ("{id: field, in: bleed, shape: rect, fill: acent}", "did you mean 'accent'?"),
        ("{id: sign, in: windwo, text: '{{ it.name }}', colour: ground}", "known here: bleed, safe, trim"),
    ],
)
def test_a_layout_names_what_it_knows_and_nothing_false_follows(box: str, hint: str, tmp_path: Path) -> None:
    files = [("faces/weave.yaml", f"{WEAVE}      - {box}\n".encode()), ("men.yaml", GROUP.encode())]
    told = said(laid.lay(files, tmp_path / "game"))
    assert hint in told and told.endswith("game: 1 error\n"), told


def test_a_drawing_that_is_missing_is_told_once_with_all_who_name_it(tmp_path: Path) -> None:
    men = ", ".join(f"{{id: m-{number}, name: M, art: lantren}}" for number in range(4))
    told = said(laid.lay([("men.yaml", f"{NAMES}[{men}]\n".encode())], tmp_path / "game"))
    assert told.count("error[") == 1 and told.count("named here too") == 3 and "draw art/lantren.svg" in told, told


def test_quotes_of_a_table_that_are_not_closed_are_told_where_they_open(tmp_path: Path) -> None:
    deck = "decks: [{id: news, name: News, size: [63mm, 88mm], layout: plain, count: 4, file: news.csv}]\n"
    rows = 'id,name,text\na,A,"One, two"\nb,B,"Three, four\nc,C,five\nd,D,"Nine, ten"\n'
    told = said(laid.lay([("decks.yaml", deck.encode()), ("news.csv", rows.encode())], tmp_path / "game"))
    assert "news.csv:3:5: error[csv/unclosed]" in told and told.endswith("game: 1 error\n"), told


@pytest.mark.parametrize("prose", ["A jar, a lamp, and more.", "The id of a place: jars, jar-lids."])
def test_a_word_of_prose_shows_no_drawing(prose: str, tmp_path: Path) -> None:
    chapter = f"# Play {{#play}}\n\n{prose} :lamp:\n\n{{{{ table('fight') }}}}\n"
    drawing = f'{SVG}<path d="M0 0 L9 9 L0 9 Z"/></svg>'.encode()
    files = [("rules/play.md", chapter.encode()), ("art/jar.svg", drawing), ("art/lamp.svg", drawing)]
    told = said(laid.lay(files, tmp_path / "game"))
    assert "nothing shows the drawing 'jar'" in told and told.endswith("game: 1 warning\n"), told
