"""`pnp build --sheets`: which pieces share sheets, in files as they are built."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from test_build import TOY, made
from test_changes import copy, edit
from test_reprint import printed, reprint

from pnp import book, build
from pnp.cli import main
from pnp.diag import Found
from pnp.layout.base import GEOMETRY
from pnp.model import load
from pnp.proof import folded, measure, pairs


def pieces(built: build.Built) -> Counter[str]:
    """Every piece on the pages of fronts, once a copy."""
    found: Counter[str] = Counter()
    for file in built.files:
        if file.kind in ("counter", "card", "pieces"):
            pages = measure(file.path).pages
            found.update(face.id for page in (pages[::2] if file.flip else pages) for face in page.faces if face.id)
    return found


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> build.Built:
    return made(TOY, tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> build.Built:
    return made(TOY, tmp_path_factory.mktemp("packed"), sheets="packed")


def test_packed_is_one_file_of_the_same_pieces_on_fewer_sheets(plain: build.Built, packed: build.Built) -> None:
    apart = [file for file in plain.files if file.kind in ("counter", "card")]
    (together,) = [file for file in packed.files if file.kind == "pieces"]
    assert "print-guide.packed" in {file.path.stem for file in packed.files}, "the guide to other files stays"
    assert together.path.name == "pieces.pdf" and not {file.kind for file in packed.files} & {"counter", "card"}
    assert pieces(packed) == pieces(plain)
    assert together.pages < sum(file.pages for file in apart)
    assert together.pieces == sum(pieces(plain).values())


@pytest.mark.parametrize("backs", ["long", "short", "fold"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_packed_backs_lie_behind_their_fronts(backs: str, paper: str, tmp_path: Path) -> None:
    built = made(TOY, tmp_path, sheets="packed", only=("pieces",), backs=backs, paper=paper)
    assert not built.found
    (file,) = built.files
    measured = measure(file.path)
    met = list(folded(measured) if backs == "fold" else pairs(measured, backs))  # type: ignore[arg-type]
    assert met and max(pair.off for pair in met) <= 10
    assert all(pair.front.id == pair.back.id for pair in met)


def test_jobs_and_profiles_change_nothing_of_it(packed: build.Built, tmp_path: Path) -> None:
    both = made(TOY, tmp_path, sheets="packed", jobs=2)
    assert [(file.name, file.sha256) for file in both.files] == [(file.name, file.sha256) for file in packed.files]


def test_the_manifest_has_every_piece_of_it(plain: build.Built, packed: build.Built) -> None:
    def looks(built: build.Built) -> dict[str, str]:
        listed = json.loads((built.files[0].path.parent / "manifest.json").read_text())["files"]
        return {id: look for entry in listed for id, look in entry["pieces"].items()}

    assert looks(packed) == looks(plain)


GAME = """\
format: 1
game: {name: Backs, version: "1", players: 2}
decks:
  - id: only
    name: Only
    size: [63.5mm, 88.9mm]
    layout: poker
    cards:
      - {id: one, name: One, text: "first", copies: 2}
      - {id: two, name: Two, text: "second", back: poker-back}
      - {id: three, name: Three, text: "third"}
"""


@pytest.mark.parametrize("sheets", ["files", "packed"])
@pytest.mark.parametrize("backs", ["long", "short", "fold"])
def test_cards_without_a_back_leave_its_place_empty(sheets: str, backs: str, tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.yaml").write_text(GAME)
    built = made(tmp_path / "game", tmp_path / "out", sheets=sheets, backs=backs)
    assert not built.found and built.files
    measured = measure(built.files[0].path)
    met = list(folded(measured) if backs == "fold" else pairs(measured, backs))  # type: ignore[arg-type]
    assert sorted(pair.back.id for pair in met) == ["one", "one", "three", "two"]


def test_each_group_begins_a_sheet(plain: build.Built, tmp_path: Path) -> None:
    built = made(TOY, tmp_path, sheets="groups", only=("counters",))
    (file,) = built.files
    assert file.path.name == "counters.groups.pdf"
    assert file.pages >= next(one for one in plain.files if one.name == "counters").pages
    assert pieces(built) == pieces(build.Built("", (), tuple(one for one in plain.files if one.name == "counters")))


def test_what_changed_can_be_packed(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    edit(folder, "pieces.yaml", "push: 2, copies: 2", "push: 3, copies: 2")
    path = folder / "weather.csv"
    path.write_text(path.read_text("utf-8").replace("more, if", "again, if"), "utf-8")
    built = reprint(folder, TOY, tmp_path / "out", sheets="packed")
    assert {name: sorted(ids) for name, ids in printed(built).items()} == {
        "pieces.changed.pdf": ["carter", "carter", "sunshine", "sunshine"]
    }
    assert next(file for file in built.files if file.kind == "pieces").pages == 2, "one sheet"
    edit(folder, "pieces.yaml", "push: 3, copies: 2", "push: 2, copies: 2")
    path.write_text(path.read_text("utf-8").replace("again, if", "more, if"), "utf-8")
    reprint(folder, TOY, tmp_path / "out", sheets="packed")
    assert not list(tmp_path.rglob("*.changed.pdf")), "nothing is changed any more"


def test_another_word_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["build", str(TOY), "--sheets", "heaps", "--out", str(tmp_path)])
    assert result.exit_code == 2 and "files" in result.output
    with pytest.raises(build.Misuse, match="'heaps' is none of files, groups, packed"):
        made(TOY, tmp_path, sheets="heaps")


def test_a_file_that_packed_sheets_hold_is_told_where_it_is(tmp_path: Path) -> None:
    with pytest.raises(build.Misuse, match="has no 'counters'; with --sheets packed it lies in 'pieces'"):
        build.build(TOY, build.Wish(tmp_path, only=("counters",), sheets="packed"), lambda _: None)


def test_every_pdf_of_sheets_names_the_version_of_the_geometry(plain: build.Built) -> None:
    title = (Path(__file__).resolve().parents[1] / "docs" / "sheets.md").read_text("utf-8").splitlines()[0]
    assert f"`{GEOMETRY}`" in title
    for file in plain.files:
        with pikepdf.open(file.path) as pdf:
            named = str(pdf.docinfo.get("/PNP_Geometry", ""))
        assert named == ("" if file.kind in ("rulebook", "print-guide") else GEOMETRY), file.name


def test_proof_tells_of_it(plain: build.Built) -> None:
    file = next(file for file in plain.files if file.name == "counters")
    shown = CliRunner().invoke(main, ["proof", str(file.path)]).output
    assert f"made by pnp, laid by {GEOMETRY}" in shown.splitlines()[0]
    data = json.loads(CliRunner().invoke(main, ["proof", "--format", "json", str(file.path)]).output)
    assert GEOMETRY in json.dumps(data)


def test_the_guide_to_packed_sheets_tells_of_figures_where_there_are_any() -> None:
    """Figures have no file of their own there, and must be folded all the same."""
    seen = set()
    for folder in build.bundled():
        loaded = load.load(folder, Found())
        assert loaded
        stands = any(group.stands for group in loaded.game.counters)
        html = book.guide(loaded.game, (book.Printed("pieces.pdf", "pieces", 2, "A4", "long", 9, ()),), Found())
        assert html and "Cut along the numbered lines first" in html.body
        assert ("Standing figures" in html.body) == stands, folder.name
        seen.add(stands)
    assert seen == {True, False}
