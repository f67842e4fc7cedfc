"""Layouts: where boxes lie, what they show, what they inherit, and that faults are said where they were written."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path as File

import pytest

from pnp import where
from pnp.diag import Diagnostic, Found
from pnp.draw.frame import Frame, Group, Image, Path, Symbol, Text, Use
from pnp.faces import face, step
from pnp.faces.workshop import Workshop
from pnp.kinds import card, counter
from pnp.model.load import load
from pnp.model.pieces import Card
from pnp.model.told import teller

GAME = """\
format: 1
game: {name: Trial, version: "1", players: 2}
style:
  palette:
    - {id: paper, colour: "#fdfaf0"}
    - {id: brick, colour: "#8f2f22"}
    - {id: teal, colour: "#1f5b5f"}
sides:
  - {id: east, name: East, colour: brick, ink: paper, icon: banner}
attributes:
  - {id: push, name: Push, of: [counter, card], type: number, least: 0, most: 9}
  - {id: suit, name: Suit, of: [card], type: choice, choices: [brick, teal]}
  - {id: traits, name: Traits, of: [counter], type: set, choices: [bow, boot], default: ""}
counters:
  - id: folk
    name: Folk
    side: east
    size: [16mm]
    layout: trial
    counters:
      - {id: miller, name: Miller, push: 4, art: sword, traits: [bow, boot]}
      - {id: smith, name: Smith, push: 0, reverse: {name: Tired}}
decks:
  - id: deeds
    name: Deeds
    size: [63.5mm, 88.9mm]
    layout: deed
    back: plain
    cards:
      - {id: storm, name: Storm, push: 2, suit: teal, text: "Roll **twice** and wait."}
      - {id: flood, name: Flood, push: 3, suit: brick, text: "Move :boot: once."}
"""
TRIAL = "layouts:\n  - id: trial\n    boxes:\n      - {id: ground, in: bleed, shape: rect, fill: ground}\n"
DEED = "  - {id: deed, boxes: [{id: ground, in: bleed, shape: rect, fill: paper}]}\n"


def opened(folder: File, faces: str, game: str = GAME) -> tuple[Workshop, Found]:
    """A game with these layouts, loaded; `faces` is the whole file."""
    (folder / "faces").mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "faces" / "faces.yaml").write_text(faces, encoding="utf-8")
    found = Found()
    loaded = load(folder, found)
    assert loaded, found.ordered()
    return Workshop.open(loaded.game, found), found


def boxes(*lines: str) -> str:
    """The layout of the counters with these boxes over its ground, and a plain one for the cards."""
    return TRIAL + "".join(f"      - {line}\n" for line in lines) + DEED


def drawn(folder: File, *lines: str, piece: str = "miller") -> tuple[Frame, tuple[Diagnostic, ...]]:
    """A counter's front with these boxes, and every fault."""
    workshop, found = opened(folder, boxes(*lines))
    frame = workshop.face(piece)
    assert frame
    return frame, found.ordered()


def region(folder: File, line: str) -> tuple[int, int, int, int]:
    workshop, found = opened(folder, boxes("{id: base, left: 2mm, top: 2mm, width: 10mm, height: 8mm}", line))
    place = workshop.regions("miller")["it"]
    assert not found.items
    return place.x, place.y, place.width, place.height


def texts(frame: Frame) -> list[str]:
    return [item.text for item in frame.walk() if isinstance(item, Text)]


def only(kind: type, frame: Frame) -> list:  # type: ignore[type-arg]
    return [item for item in frame.walk() if isinstance(item, kind)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{id: it}", (0, 0, 16_000, 16_000)),
        ("{id: it, in: bleed}", (-3_000, -3_000, 22_000, 22_000)),
        ("{id: it, in: safe}", (1_000, 1_000, 14_000, 14_000)),
        ("{id: it, in: base}", (2_000, 2_000, 10_000, 8_000)),
        ("{id: it, width: 4mm}", (6_000, 0, 4_000, 16_000)),
        ("{id: it, left: 1mm, width: 4mm}", (1_000, 0, 4_000, 16_000)),
        ("{id: it, right: 1mm, width: 4mm}", (11_000, 0, 4_000, 16_000)),
        ("{id: it, left: 1mm, right: 2mm}", (1_000, 0, 13_000, 16_000)),
        ("{id: it, left: 1mm}", (1_000, 0, 15_000, 16_000)),
        ("{id: it, top: -1mm, bottom: -1mm}", (0, -1_000, 16_000, 18_000)),
        ("{id: it, in: base, width: 50%, height: 25%}", (4_500, 5_000, 5_000, 2_000)),
        ("{id: it, inset: 1mm}", (1_000, 1_000, 14_000, 14_000)),
        ("{id: it, inset: [1mm, 2mm]}", (2_000, 1_000, 12_000, 14_000)),
        ("{id: it, in: base, top: 50%, height: 1mm}", (2_000, 6_000, 10_000, 1_000)),
    ],
)
def test_where_a_box_lies(tmp_path: File, line: str, expected: tuple[int, int, int, int]) -> None:
    assert region(tmp_path, line) == expected


@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        ("{id: it, left: 1mm, right: 1mm, width: 3mm}", "face/overdetermined", "3mm"),
        ("{id: it, left: 1}", "face/measure", "1}"),
        ("{id: it, in: bass}", "face/reference", "bass"),
        ("{id: it, left: 9mm, right: 9mm}", "face/empty", "{id"),
        ("{id: it, inset: 2mm, shape: rect, fill: brik}", "colour/unknown", "brik"),
        ("{id: it, top: -1mm, shape: rect, fill: teal}", "face/bleed", "{id"),
        ("{id: it, shape: rect, inset: 1mm, fill: teal, fit: fill}", "type/choice", "fill}"),
        ('{id: it, text: "{{ it.pusch }}", height: 4mm, in: safe}', "expr/unknown", '"{{'),
        ('{id: it, text: "{{ it.push", height: 4mm, in: safe}', "expr/unclosed", '"{{'),
        ('{id: it, text: "{{ it.name }} {#a", height: 4mm, in: safe}', "expr/statement", '"{{'),
        ("{id: it, text: hello, font: sanss, height: 4mm, in: safe}", "font/unknown", "sanss"),
        ("{id: it, text: hello, point: 4pt, height: 4mm, in: safe}", "text/small", "4pt"),
        ("{id: it, text: hello, leading: 1.2, height: 4mm, in: safe}", "face/share", "1.2"),
        ("{id: it, text: hello, top: 0mm, height: 4mm}", "face/safe", "{id"),
        ("{id: it, icon: swrod, inset: 3mm}", "icon/unknown", "swrod"),
        ("{id: it, inset: 3mm, shape: path, path: M0 0 X, view: [0, 0, 1, 1], fill: teal}", "face/path", "M0"),
        ("{id: it, inset: 3mm, shape: path, path: M0 0, fill: teal}", "face/view", "{id"),
        ('{id: it, inset: 3mm, icon: sword, repeat: "{{ it.name }}"}', "face/number", '"{{'),
        ("{id: it, inset: 3mm, picture: none.png}", "art/missing", "none.png"),
        ("{id: it, inset: 3mm, picture: ../game.yaml}", "file/outside", "../game"),
        ("{id: it, inset: 3mm, picture: game.yaml}", "art/unreadable", "game.yaml"),
    ],
)
def test_a_fault_is_said_where_it_was_written(tmp_path: File, line: str, code: str, place: str) -> None:
    workshop, found = opened(tmp_path, boxes(line))
    workshop.face("miller")
    (fault,) = found.ordered()
    assert fault.code == code
    assert fault.span.path.endswith("faces/faces.yaml") and fault.span.line == 5
    assert fault.span.column == 1 + boxes(line).splitlines()[4].index(place), fault


def test_pieces_too_small_for_a_layout_of_the_house_are_told_once_at_their_size(tmp_path: File) -> None:
    game = GAME.replace("layout: trial", "layout: counter").replace("[16mm]", "[1mm]")
    workshop, found = opened(tmp_path, boxes(), game)
    counter.proofread(workshop)
    (fault,) = found.ordered()
    line = game.splitlines()[fault.span.line - 1]
    assert fault.code == "face/empty" and line[fault.span.column - 1 :] == "[1mm]"


def test_a_game_beside_the_house_is_not_of_it(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face, "templates_root", lambda: tmp_path / "templates")
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "templates-of-mine"
    folder.mkdir()
    workshop, found = opened(folder, boxes("{id: it, left: 9mm, right: 9mm}"))
    workshop.face("miller")
    (fault,) = found.ordered()
    assert fault.span.path.endswith("faces.yaml")


def test_text_that_does_not_fit_is_said_at_the_piece(tmp_path: File) -> None:
    game = GAME.replace("name: Smith", "name: The Very Long-Suffering Blacksmith of Westham")
    workshop, found = opened(
        tmp_path, boxes('{id: name, in: safe, height: 3mm, text: "{{ it.name }}", lines: 1}'), game
    )
    for kind in (counter, card):
        kind.proofread(workshop)
    (fault,) = found.ordered()
    assert fault.code == "text/overflow" and "'name'" in fault.message
    line = game.splitlines()[fault.span.line - 1]
    assert fault.span.path.endswith("game.yaml") and line[fault.span.column - 1 :].startswith("The Very")


def test_a_back_s_fault_is_said_at_the_reverse(tmp_path: File) -> None:
    game = GAME.replace("name: Tired", "name: Tired-to-the-very-bones").replace(
        "layout: trial", "layout: trial\n    back: trial"
    )
    workshop, found = opened(tmp_path, boxes('{id: name, in: safe, height: 3mm, text: "{{ it.name }}"}'), game)
    counter.proofread(workshop)
    (fault,) = found.ordered()
    line = game.splitlines()[fault.span.line - 1]
    assert line[fault.span.column - 1 :].startswith("Tired-to")


def test_text_is_that_of_the_piece(tmp_path: File) -> None:
    line = "{id: name, in: safe, text: \"{{ it.name }} {{ it.push }}, {{ side.name }}, {{ count('smith') }}\"}"
    frame, faults = drawn(tmp_path, line)
    assert not faults and " ".join(texts(frame)) == "Miller 4, East, 1"


def test_when_leaves_a_box_out(tmp_path: File) -> None:
    line = '{id: push, in: safe, text: "{{ it.push }}", when: it.push}'
    assert texts(drawn(tmp_path, line)[0]) == ["4"]
    assert texts(drawn(tmp_path, line, piece="smith")[0]) == []


def test_icons_stand_in_a_row_as_large_as_fits(tmp_path: File) -> None:
    line = "{id: row, left: 2mm, top: 4mm, width: 9mm, height: 6mm, icon: \"{{ it.traits | join(' ') }}\", gap: 1mm}"
    frame, faults = drawn(tmp_path, line)
    uses = [item for item in frame.items if isinstance(item, Use) and item.symbol.id.startswith("icon-")]
    assert not faults and [use.symbol.id.split("-")[1] for use in uses] == ["bow", "boot"]
    assert [(use.x, use.y, use.scale) for use in uses] == [(2_000, 5_000, 4.0), (7_000, 5_000, 4.0)]
    frame, _ = drawn(tmp_path, line, piece="smith")
    assert not [item for item in frame.items if isinstance(item, Use) and item.symbol.id.startswith("icon-")]


def test_icons_are_repeated(tmp_path: File) -> None:
    frame, _ = drawn(tmp_path, '{id: row, inset: 2mm, icon: purse, repeat: "{{ it.push }}", flow: down}')
    purses = [item for item in frame.items if isinstance(item, Use) and "purse" in item.symbol.id]
    assert len(purses) == 4 and len({purse.x for purse in purses}) == 1


def test_what_is_the_same_on_every_face_is_one_symbol(tmp_path: File) -> None:
    workshop, _ = opened(
        tmp_path,
        boxes(
            "{id: rim, inset: 2mm, shape: circle, stroke: lettering}",
            "{id: sign, inset: 3mm, icon: crown}",
            '{id: name, in: safe, text: "{{ it.name }}"}',
        ),
    )
    one, two = workshop.face("miller"), workshop.face("smith")
    assert one and two and isinstance(one.items[0], Use)
    assert one.items[0] is two.items[0] and len(one.items[0].symbol.items) == 3
    assert workshop.face("miller") is one, "a face is drawn once"


def test_the_same_game_draws_the_same(tmp_path: File) -> None:
    line = '{id: name, in: safe, text: "{{ it.name }}", halo: paper}'
    first = drawn(tmp_path, line, "{id: sign, inset: 4mm, icon: crown, turn: 30}")[0]
    second = drawn(tmp_path, line, "{id: sign, inset: 4mm, icon: crown, turn: 30}")[0]
    assert first.dump() == second.dump() and "halo #fdfaf0 500" in first.dump() and "turn 30" in first.dump()


def test_a_pattern_is_the_same_turned_round(tmp_path: File) -> None:
    frame, _ = drawn(
        tmp_path, "{id: diaper, inset: 1mm, shape: rect, fill: teal, pattern: lozenge, every: 3mm, motif: 2mm}"
    )
    (group,) = only(Group, frame)
    at = {(use.x + 1_000, use.y + 1_000) for use in group.items}
    assert at and at == {(16_000 - x, 16_000 - y) for x, y in at}


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\0" + b"\x80" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_a_picture_covers_its_box_or_is_contained(tmp_path: File) -> None:
    (tmp_path / "wide.png").write_bytes(png(400, 200))
    for fit, size in (("cover", (20_000, 10_000)), ("contain", (10_000, 5_000))):
        frame, faults = drawn(tmp_path, f"{{id: art, inset: 3mm, picture: wide.png, fit: {fit}}}")
        (image,) = only(Image, frame)
        assert not faults and (image.width, image.height) == size
        assert (image.x + image.width // 2, image.y + image.height // 2) == (8_000, 8_000)


def test_a_drawing_covers_its_box_by_its_own_proportions(tmp_path: File) -> None:
    body = '<svg viewBox="0 0 40 20"><rect width="40" height="20"/></svg>'
    (tmp_path / "wide.svg").write_text(body, encoding="utf-8")
    for fit, side in (("cover", 20_000), ("contain", 10_000)):
        line = f"{{id: art, inset: 3mm, picture: \"{{{{ 'wide.svg' if it.push else 'wide.svg' }}}}\", fit: {fit}}}"
        workshop, found = opened(tmp_path, boxes(line))
        uses = []
        for piece in ("miller", "smith"):
            frame = workshop.face(piece)
            assert frame and not found.items
            (group,) = only(Group, frame)
            uses += group.items
        assert {(use.scale, use.x) for use in uses} == {(side / 1000, 8_000 - side // 2)}
        assert uses[0].symbol is uses[1].symbol


def test_a_coarse_picture_is_a_warning(tmp_path: File) -> None:
    (tmp_path / "small.png").write_bytes(png(40, 40))
    _, (fault,) = drawn(tmp_path, "{id: art, inset: 3mm, picture: small.png}")
    assert fault.code == "art/coarse" and "102 dpi" in fault.message


def test_text_may_turn_out_of_the_safe_area(tmp_path: File) -> None:
    box = '{{id: name, in: safe, left: 0mm, width: 4mm, top: 4mm, height: 6mm, text: "{}", turn: 90}}'
    assert not drawn(tmp_path, box.format("Hi"))[1]
    wide = '{id: name, left: 0.5mm, width: 4mm, top: 6mm, height: 3mm, text: "N", turn: 180, align: left, valign: top}'
    assert not drawn(tmp_path, wide)[1], "turned round, it begins at the inner edge"
    assert [fault.code for fault in drawn(tmp_path, wide.replace("180", "0"))[1]] == ["face/safe"]


@pytest.mark.parametrize("look", ["align: left", "align: left, halo: paper", "align: justify"])
def test_each_line_of_a_text_stays_inside_the_safe_area(tmp_path: File, look: str) -> None:
    box = '{{id: name, left: 0mm, width: 9mm, top: 4mm, height: 8mm, point: 6pt, text: "one two three", {}}}'
    assert [fault.code for fault in drawn(tmp_path, box.format(look))[1]] == ["face/safe"]


INHERITED = """\
layouts:
  - id: base
    safe: 0.8mm
    let:
      - {id: accent, value: teal}
      - {id: tint, value: "mix(accent, paper, 50%)"}
    boxes:
      - {id: ground, in: bleed, shape: rect, fill: tint}
      - {id: name, in: safe, height: 3mm, top: 0mm, text: "{{ it.name }}", point: 7pt}
      - {id: foot, in: safe, height: 3mm, bottom: 0mm, text: foot}
  - id: trial
    extends: base
    drop: [foot]
    let: [{id: accent, value: brick}]
    boxes:
      - {id: name, point: 9pt, top: none, bottom: 0mm}
      - {id: rim, inset: 2mm, shape: rect, stroke: ink, after: ground}
"""


def test_a_layout_inherits_changes_adds_and_drops(tmp_path: File) -> None:
    workshop, found = opened(tmp_path, INHERITED + DEED)
    frame = workshop.face("miller")
    assert frame and not found.items
    ground, rim, name = (item for item in frame.walk() if isinstance(item, Path | Text))
    palette = workshop.studio.palette
    assert ground.fill == palette.read("mix(brick, paper, 50%)"), "names are worked out with what the heir gives them"
    assert rim.stroke and name.text == "Miller" and name.size == 3_175
    assert list(workshop.regions("miller"))[3:] == ["ground", "rim", "name"]
    assert workshop.regions("miller")["name"].y == 12_200


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("extends: base", "extends: basis", "layout/unknown"),
        ("id: base\n", "id: base\n    extends: trial\n", "layout/circle"),
        ("drop: [foot]", "drop: [feet]", "layout/drop"),
        ("after: ground", "after: grund", "face/reference"),
        ("point: 9pt", "pint: 9pt", "key/unknown"),
        ("- id: base", "- id: trial", "id/duplicate"),
        ("- id: base", "- name: base", "layout/no-id"),
        ("layouts:", "layout:", "layout/file"),
    ],
)
def test_faults_of_inheritance(tmp_path: File, old: str, new: str, code: str) -> None:
    workshop, found = opened(tmp_path, INHERITED.replace(old, new, 1) + DEED)
    workshop.face("miller")
    assert code in {fault.code for fault in found}
    assert all(fault.span.line > 1 or code == "layout/file" for fault in found.ordered() if fault.code == code)


def test_a_game_s_layout_takes_the_place_of_the_house_s(tmp_path: File) -> None:
    workshop, found = opened(
        tmp_path,
        boxes().replace("id: trial", "id: plain").replace("fill: ground", "fill: teal"),
        GAME.replace("layout: trial", "layout: plain"),
    )
    frame = workshop.face("miller")
    assert frame and not found.items
    (ground,) = only(Path, frame)
    assert ground.fill == workshop.studio.palette.get("teal")


SUITED = """\
layouts:
  - {id: trial, boxes: [{id: ground, in: bleed, shape: rect, fill: ground}]}
  - id: deed
    extends: poker
    let: [{id: accent, value: "{{ it.suit }}"}]
"""


def test_a_colour_s_name_may_depend_on_the_card(tmp_path: File) -> None:
    workshop, found = opened(tmp_path, SUITED)
    bars = []
    for id in ("storm", "flood", "storm"):
        frame = workshop.face(id)
        assert frame
        bars.append([item.fill for item in frame.walk() if isinstance(item, Path) and item.fill])
    palette = workshop.studio.palette
    assert not found.items and bars[0] == bars[2]
    assert palette.get("teal") in bars[0] and palette.get("brick") in bars[1] and palette.get("brick") not in bars[0]
    assert palette.read("mix(paper, teal, 13%)") in bars[0], "and so may the names made of it"


def test_a_box_keeps_what_comes_again_and_no_more(tmp_path: File) -> None:
    """A name that many cards share is drawn once; of texts that are all different nothing is kept, so that a deck of any
    length takes the same room."""
    rows = [f'      - {{id: c{n}, name: N{n % 7}, suit: teal, push: 1, text: "Number {n}."}}' for n in range(700)]
    layout = (
        "  - id: deed\n    boxes:\n"
        '      - {id: name, in: safe, text: "{{ it.name }}", height: 8mm, top: 2mm}\n'
        '      - {id: rules, in: safe, text: "{{ it.text }}", height: 8mm, top: 30mm}\n'
    )
    workshop, found = opened(
        tmp_path, TRIAL + layout, GAME[: GAME.index("      - {id: storm")] + "\n".join(rows) + "\n"
    )
    (deck,) = workshop.game.decks
    faces = [workshop.card(deck, one) for one in deck.cards]
    early, late = (workshop.card(deck, deck.cards[number]) for number in (0, 699))
    assert not found.items and all(face and len(texts(face)) == 2 for face in faces) and early and late
    assert [one.items[0] for one in (early, late)] == [faces[number].items[0] for number in (0, 699)]  # type: ignore[union-attr]
    assert early.items[0] is faces[0].items[0] is faces[7].items[0]  # type: ignore[union-attr]
    assert all(face.items[1] is not early.items[1] for face in faces if face), "drawn again: it was not kept"


def test_boxes_of_a_card_are_known_by_name(tmp_path: File) -> None:
    workshop, _ = opened(tmp_path, TRIAL + DEED)
    assert workshop.regions("storm")["ground"].width == 69_500
    assert workshop.regions("storm", back=True)["trim"].width == 63_500
    assert workshop.regions("nobody") == {}


def test_cards_are_drawn_in_order_with_one_back(tmp_path: File) -> None:
    workshop, found = opened(tmp_path, SUITED)
    (batch,) = card.batches(workshop)
    assert (batch.id, batch.total, batch.backed, batch.bleed, len(batch.faces)) == ("cards-deeds", 2, True, 3_000, 2)
    storm, flood = batch.faces
    assert (storm.id, flood.id) == ("storm", "flood") and storm.back is flood.back
    assert "Roll twice and wait." in " ".join(texts(storm.front)) and not found.items


def test_counters_are_batched_by_size_with_blanks_for_each_ground(tmp_path: File) -> None:
    second = GAME.replace(
        "decks:",
        "  - {id: big, name: Big, side: east, size: [20mm], layout: trial, counters: [{id: ox, name: Ox}]}\ndecks:",
    )
    workshop, _ = opened(tmp_path, boxes(), second)
    small, large = counter.batches(workshop)
    assert (small.id, large.id) == ("counters-16mm", "counters-20mm")
    assert [face.id for face in small.faces] == ["miller", "smith"] and set(small.blanks) == {"folk"}
    assert all(face.back for face in small.faces)
    (only_one,) = counter.batches(opened(tmp_path, boxes())[0])
    assert only_one.id == "counters"


def test_the_reverse_changes_what_it_says(tmp_path: File) -> None:
    game = GAME.replace("layout: trial", "layout: trial\n    back: trial")
    workshop, found = opened(
        tmp_path, boxes("{id: name, in: safe, text: \"{{ it.name }}{{ '' if front else ' (back)' }}\"}"), game
    )
    smith, miller = workshop.face("smith", back=True), workshop.face("miller", back=True)
    assert smith and miller and not found.items
    assert " ".join(texts(smith)) == "Tired (back)" and " ".join(texts(miller)) == "Miller (back)"


def test_every_house_layout_draws(tmp_path: File) -> None:
    """Each layout of the house that asks for nothing of its own, on pieces of its kind."""
    for path in sorted((where.templates_root() / "faces").glob("*.yaml")):
        for line in path.read_text(encoding="utf-8").splitlines():
            id = line.removeprefix("  - id: ")
            if id == line or id == "poker-cost":
                continue
            deck, group = (id, "trial") if id.startswith("poker") else ("deed", id)
            game = GAME.replace("layout: trial", f"layout: {group}").replace("layout: deed", f"layout: {deck}")
            workshop, found = opened(tmp_path, boxes(), game)
            counter.proofread(workshop)
            card.proofread(workshop)
            assert not found.items, (id, found.ordered())


def test_what_nothing_uses_is_read_all_the_same(tmp_path: File) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "odd.svg").write_text("<svg viewBox='0 0 9 9'><blink/></svg>", encoding="utf-8")
    workshop, found = opened(tmp_path, boxes() + "  - {id: unused, boxes: [{id: a, lft: 2mm}]}\n")
    assert not found.items
    workshop.proofread()
    assert [fault.code for fault in found.ordered()] == ["icon/element", "key/unknown"]


def test_symbols_have_names_of_their_own(tmp_path: File) -> None:
    workshop, _ = opened(tmp_path, SUITED)
    frames = [workshop.face(id) for id in ("miller", "smith", "storm", "flood")]
    symbols: dict[str, Symbol] = {}
    for frame in frames:
        assert frame
        for use in only(Use, frame):
            assert symbols.setdefault(use.symbol.id, use.symbol) is use.symbol


@pytest.mark.parametrize(
    ("code", "fields", "others"),
    [
        ("it.name", ["name"], set()),
        ("it.a_b or it.name", ["a_b", "name"], set()),
        ("'front' if it.name == 'deck' else \"it's it.x\"", ["name"], set()),
        (r"it.name + 'it\'s ' + front + 'x'", ["name"], {"front"}),
        ("it.cost + deck.cost", ["cost"], {"deck"}),
        ("param(it.id)", ["id"], {"param"}),
        ("it.name | upper", ["name"], {"upper"}),
        ("it", [], {"it"}),
        ("it.Name", [], {"it"}),
        ("1 + 1", [], set()),
    ],
)
def test_what_an_expression_asks_of_a_piece(code: str, fields: list[str], others: set[str]) -> None:
    assert step.asked(code) == (fields, others)


@pytest.mark.parametrize(
    "fields", [("id", "name", "push"), ("push", "id", "suit", "name"), ("suit", "name", "push", "id")]
)
def test_what_is_asked_of_a_card_is_told_in_the_order_of_asking(fields: tuple[str, ...], tmp_path: File) -> None:
    workshop, _ = opened(tmp_path, boxes(), GAME.replace("push: 3, ", ""))
    storm, flood = workshop.game.decks[0].cards
    tell = teller(workshop.game, Card, fields)
    said = {"id": "storm", "name": "Storm", "push": 2, "suit": "teal"}
    assert tell(storm) == tuple(said[field] for field in fields)
    left = {"id": "flood", "name": "Flood", "push": "", "suit": "brick"}
    assert tell(flood) == tuple(left[field] for field in fields)
