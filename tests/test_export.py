"""`pnp export`: files as shops ask for them, every claim read back from the file; never more ink than a press takes."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result
from PIL import Image
from pressed import profile

from pnp import export
from pnp.build import Built, Misuse
from pnp.cli import main
from pnp.export import making, shops
from pnp.proof import press as proof
from pnp.proof.look import texts
from pnp.targets.press import inks

TOY = Path(__file__).resolve().parent / "toy"
SHOPS = tuple(export.shop(name) for name in export.names())


@pytest.fixture(scope="module")
def icc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return profile(tmp_path_factory.mktemp("icc") / "press.icc")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["export", *words])


def made(folder: Path, shop: str, out: Path, icc: Path | None = None) -> Built:
    built = export.export(folder, export.Order(export.shop(shop), out, icc), lambda _: None)
    assert not [one for one in built.found if not one.severity], built.found
    return built


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory, icc: Path) -> Path:
    (file,) = made(TOY, "drivethrucards", tmp_path_factory.mktemp("pressed"), icc).files
    return file.path


# What shops ask for is data


@pytest.mark.parametrize("shop", SHOPS, ids=lambda shop: shop.id)
def test_every_number_of_a_shop_has_its_source(shop: export.Shop) -> None:
    assert shop.id in export.names()
    told = {evidence.of for evidence in shop.sources}
    asked = {"bleed"} if shop.bleed else set()
    asked |= {key for key in ("sizes", "standard", "black") if getattr(shop, key)}
    asked |= {"ink"} if shop.ink < 400 else set()
    assert asked <= told, f"{shop.id} says nothing of {asked - told}"
    for size in shop.sizes:  # pixels are the trim and its bleed at the resolution
        reckoned = tuple(round((side + 2 * shop.bleed) * shop.dpi / 25_400) for side in size.trim)
        assert reckoned == size.pixels, size.id


def test_a_faulty_shop_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_text("shop: {id: a, name: A, makes: gif, of: [card], order: [front]}", "utf-8")
    with pytest.raises(Misuse, match=r"cannot be read: .*gif"):
        shops.read(tmp_path / "shop.yaml")


# Pictures


def test_pictures_are_as_many_pixels_as_the_shop_says(tmp_path: Path) -> None:
    files = made(TOY, "thegamecrafter", tmp_path).files
    assert {file.path.name for file in files} >= {"sunshine-front.png", "sunshine-back.png"}
    for file in files:
        with Image.open(file.path) as picture:
            assert picture.size == (825, 1125) and round(picture.info["dpi"][0]) == 300 and picture.mode == "RGB"
            # The ground reaches every corner: there is no white edge in the bleed.
            corners = [picture.getpixel(at) for at in ((0, 0), (824, 0), (0, 1124), (824, 1124))]
            assert (255, 255, 255) not in corners, file.path.name


def test_a_size_that_the_shop_has_not(tmp_path: Path) -> None:
    game = Path(shutil.copytree(TOY, tmp_path / "toy"))
    path = game / "pieces.yaml"
    path.write_text(path.read_text("utf-8").replace("size: [63.5mm, 88.9mm]", "size: [60mm, 88.9mm]"), "utf-8")
    shown = run(str(game), "--for", "thegamecrafter", "--out", str(tmp_path))
    assert shown.exit_code == 2 and "has no cards of 60 × 88.9 mm" in shown.output and "Poker" in shown.output
    assert not (tmp_path / "toy" / "thegamecrafter").exists()


def test_drawings_of_every_face(tmp_path: Path) -> None:
    names = {file.path.name for file in made(TOY, "svg", tmp_path).files}
    assert {"miller-front.svg", "miller-back.svg", "downpour-front.svg"} <= names
    text = (tmp_path / "toy" / "svg" / "downpour-front.svg").read_text("utf-8")
    assert 'width="63.5mm"' in text and "downpour" in text.lower()
    assert sorted(path.name for path in (tmp_path / "toy" / "svg").iterdir()) == sorted(names)


def test_names_that_every_system_can_have() -> None:
    ids = ("con", "con-1", "nul", "com1", "a", "a-b", "é", "aux.b", "A", "x" * 100)
    names = [making.file_name(id, "front", "png") for id in ids]
    assert len({name.lower() for name in names}) == len(ids)
    for name in names:
        assert re.fullmatch(r"[a-z0-9_-]+\.png", name)
        assert not re.match(r"(con|nul|aux|prn|com\d|lpt\d)(\.|-front\.|$)", name.replace("-front.png", ".png"))


# Inks


def test_never_more_ink_than_the_limit(icc: Path) -> None:
    """A profile alone does not keep to it: this one is far beyond, and so would many a colour be."""
    levels = [index / 8 for index in range(9)]
    colours = list(itertools.product(levels, levels, levels))
    wild = inks.Plates(inks.press(icc, 4.0), {})
    assert max(sum(wild.of(rgb, area=True)) for rgb in colours) > 3
    for most in (1.5, 2.4, 3.0):
        plates = inks.Plates(inks.press(icc, most), {"#808000": (1.0, 1.0, 1.0, 1.0)}, (0.6, 0.4, 0.4, 1.0))
        for rgb, area in itertools.product(colours, (True, False)):
            used = plates.of(rgb, area)
            assert sum(used) <= most + 1e-9 and all(0 <= ink <= 1 for ink in used)
        picture = Image.new("RGB", (90, 90))
        picture.putdata([(x * 2, y * 2, (x * y) % 256) for y in range(90) for x in range(90)])
        data = plates.picture(picture)
        assert len(data) == 90 * 90 * 4
        assert max(sum(data[at : at + 4]) for at in range(0, len(data), 4)) <= most * 255


def test_what_is_within_the_limit_is_as_it_was() -> None:
    assert inks.limited((0.6, 0.4, 0.4, 1.0), 2.4) == (0.6, 0.4, 0.4, 1.0)
    assert inks.limited((0.29, 0.57, 0.0, 0.13), 2.4) == (0.29, 0.57, 0.0, 0.13)
    cyan, magenta, yellow, black = inks.limited((1.0, 0.5, 0.5, 1.0), 2.0)
    assert (cyan, magenta, yellow, black) == (0.5, 0.25, 0.25, 1.0)


def test_black_and_grey(icc: Path) -> None:
    plates = inks.Plates(inks.press(icc, 2.4), {"#112233": (0.9, 0.5, 0.1, 0.2)}, (0.6, 0.4, 0.4, 1.0))
    assert plates.of((0, 0, 0), area=True) == (0.6, 0.4, 0.4, 1.0)  # rich in areas
    assert plates.of((0, 0, 0), area=False) == (0, 0, 0, 1.0)  # one plate in type
    assert plates.of((28 / 255, 26 / 255, 23 / 255), area=False) == (0, 0, 0, 1.0)
    assert plates.of((0.5, 0.5, 0.5), area=True) == (0, 0, 0, 0.5)
    assert plates.of((17 / 255, 34 / 255, 51 / 255), area=True) == (0.9, 0.5, 0.1, 0.2)  # as the palette says


def test_a_picture_is_as_its_colours_are(icc: Path) -> None:
    plates = inks.Plates(inks.press(icc, 2.4), {})
    data = plates.picture(Image.new("RGB", (1, 1), (200, 120, 40)))
    one = plates.of((200 / 255, 120 / 255, 40 / 255), area=True)
    assert all(abs(value / 255 - ink) < 0.04 for value, ink in zip(data, one, strict=True))


# PDF/X


def test_a_page_a_side_with_its_bleed(pressed: Path) -> None:
    said = list(texts(pressed))
    names = ["Sunshine", "Downpour", "North wind"]
    fronts = [name for text in said[1::2] for name in names if name.lower() in text.lower()]
    assert len(said) % 2 == 0 and set(fronts) == set(names)
    assert not any(name.lower() in text.lower() for text in said[0::2] for name in names)  # backs come first
    with pikepdf.open(pressed) as file:
        for page in file.pages:
            media, trim = ([float(one) for one in box] for box in (page.obj.MediaBox, page.obj.TrimBox))
            assert media == pytest.approx([0, 0, 198, 270], abs=1e-3) and trim == pytest.approx(
                [9, 9, 189, 261], abs=1e-3
            )


def test_it_is_what_the_standard_says(pressed: Path) -> None:
    assert list(proof.faults(pressed, 240, 3175)) == []
    assert next(proof.faults(pressed, 90, 3175)).startswith("a colour has")  # and the proof looks


def _resource(pdf: pikepdf.Pdf, kind: str, **entries: object) -> None:
    """Something that a page has at hand."""
    pdf.pages[0].resources[f"/{kind}"] = pikepdf.Dictionary(Odd=pdf.make_indirect(pikepdf.Dictionary(**entries)))


def _form(pdf: pikepdf.Pdf, **entries: object) -> None:
    form = pdf.make_stream(b"", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 1, 1], **entries)
    pdf.pages[0].resources["/XObject"] = pikepdf.Dictionary(Odd=form)


def _pictured(pdf: pikepdf.Pdf, space: str, data: bytes) -> None:
    """A picture of one pixel."""
    picture = pdf.make_stream(data, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=1, Height=1)
    picture.ColorSpace, picture.BitsPerComponent = pikepdf.Name(f"/{space}"), 8
    pdf.pages[0].resources["/XObject"] = pikepdf.Dictionary(Odd=picture)


def _squeeze(pdf: pikepdf.Pdf) -> None:
    _form(pdf)
    pdf.pages[0].resources.XObject.Odd.write(b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", filter=pikepdf.Name.LZWDecode)


BREAKS = (
    ("a colour is set by 'rg'", lambda pdf: pdf.pages[0].contents_add(pdf.make_stream(b"1 0 0 rg"))),
    ("260.00 % of ink", lambda pdf: pdf.pages[0].contents_add(pdf.make_stream(b"1 1 0.5 0.1 k"))),
    ("has transparency", lambda pdf: pdf.make_indirect(pikepdf.Dictionary(CA=0.5))),
    ("does not say that it is", lambda pdf: pdf.docinfo.__delitem__("/GTS_PDFXVersion")),
    ("whether it is trapped", lambda pdf: pdf.docinfo.__delitem__("/Trapped")),
    ("two titles differ", lambda pdf: pdf.docinfo.__setitem__("/Title", "Another")),
    ("no output intent", lambda pdf: pdf.Root.__delitem__("/OutputIntents")),
    ("lacks a TrimBox", lambda pdf: pdf.pages[1].obj.__delitem__("/TrimBox")),
    ("bleeds only", lambda pdf: pdf.pages[0].obj.__setitem__("/TrimBox", pikepdf.Array([2, 2, 190, 260]))),
    ("annotations", lambda pdf: pdf.pages[0].obj.__setitem__("/Annots", pikepdf.Array([]))),
    ("BleedBox outside", lambda pdf: pdf.pages[0].obj.__setitem__("/BleedBox", pikepdf.Array([-9, 0, 198, 270]))),
    ("ArtBox", lambda pdf: pdf.pages[0].obj.__setitem__("/ArtBox", pikepdf.Array([9, 9, 189, 261]))),
    ("printing condition", lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/OutputConditionIdentifier")),
    ("no output intent, or more", lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])),
    ("no CreationDate", lambda pdf: pdf.docinfo.__delitem__("/CreationDate")),
    ("in /DeviceRGB", lambda pdf: _pictured(pdf, "DeviceRGB", bytes(3))),
    ("a picture has 400.0 % of ink", lambda pdf: _pictured(pdf, "DeviceCMYK", b"\xff" * 4)),
    (
        "is not in the file",
        lambda pdf: _resource(pdf, "Font", FontDescriptor=pikepdf.Dictionary(), BaseFont=pikepdf.Name("/A")),
    ),
    ("packed by LZW", _squeeze),
    ("in another file", lambda pdf: _form(pdf, F="elsewhere.dat")),
    ("another program", lambda pdf: _form(pdf, OPI=pikepdf.Dictionary())),
    ("mixes colours", lambda pdf: _resource(pdf, "ExtGState", BM=pikepdf.Name.Multiply)),
    ("how inks print", lambda pdf: _resource(pdf, "ExtGState", TR=pikepdf.Name.Identity)),
    ("has OpenAction", lambda pdf: pdf.Root.__setitem__("/OpenAction", pikepdf.Array([]))),
)


@pytest.mark.parametrize(("fault", "spoil"), BREAKS, ids=[fault for fault, _ in BREAKS])
def test_each_breach_is_found(tmp_path: Path, pressed: Path, fault: str, spoil: object) -> None:
    with pikepdf.open(pressed) as pdf:
        kept = spoil(pdf)  # type: ignore[operator]
        if isinstance(kept, pikepdf.Object) and "/CA" in kept:
            pdf.pages[0].resources["/ExtGState"] = pikepdf.Dictionary(G=kept)
        # What is packed stays as it is.
        pdf.save(
            tmp_path / "spoilt.pdf",
            force_version="1.4",
            fix_metadata_version=False,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
        )
    assert any(fault in told for told in proof.faults(tmp_path / "spoilt.pdf", 240, 3175)), fault


def test_a_fault_is_told_and_nothing_is_left(tmp_path: Path, icc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "faults", lambda *_: iter(("it is spoilt",)))
    built = export.export(TOY, export.Order(export.shop("drivethrucards"), tmp_path, icc), lambda _: None)
    assert [one.code for one in built.found] == ["proof/press"] and not built.files
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_the_same_bytes_elsewhere(tmp_path: Path, pressed: Path, icc: Path) -> None:
    words = [sys.executable, "-m", "pnp", "export", str(TOY), "--for", "drivethrucards", "--profile-icc", str(icc)]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(TOY.parent.parent)}
    subprocess.run([*words, "--out", "here"], check=True, cwd=tmp_path, env=environment, capture_output=True)
    assert (tmp_path / "here" / "toy" / "drivethrucards" / pressed.name).read_bytes() == pressed.read_bytes()


def test_the_palette_s_own_inks(tmp_path: Path, icc: Path) -> None:
    game = Path(shutil.copytree(TOY, tmp_path / "toy"))
    path = game / "game.yaml"
    text = path.read_text("utf-8")
    swatch = re.search(r"\{id: [a-z-]+, colour: \"?(#[0-9a-fA-F]{6})\"?\}", text)
    assert swatch
    path.write_text(text.replace(swatch[0], swatch[0][:-1] + ", cmyk: [11, 22, 33, 4]}"), "utf-8")
    (file,) = made(game, "drivethrucards", tmp_path, icc).files
    with pikepdf.open(file.path) as pdf:
        streams = [page.Contents.read_bytes() for page in pdf.pages]
        streams += [one.read_bytes() for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/BBox" in one]
    assert any(b"0.11 0.22 0.33 0.04 k" in stream for stream in streams)


def test_a_picture_is_printed_in_inks(tmp_path: Path, icc: Path) -> None:
    game = Path(shutil.copytree(TOY, tmp_path / "toy"))
    picture = Image.new("RGB", (600, 400))
    picture.putdata([(x % 256, y % 256, (x + y) % 100) for y in range(400) for x in range(600)])
    picture.save(game / "art" / "photo.png")
    faces = next(iter(sorted((game / "faces").glob("*.yaml"))))
    text = faces.read_text("utf-8")
    back = re.search(r"  - id: weather-back\n(?:    .*\n)*?    boxes:\n", text)
    assert back, text
    box = "      - {id: photo, in: bleed, picture: art/photo.png}\n"
    faces.write_text(text.replace(back[0], back[0] + box), "utf-8")
    built = made(game, "drivethrucards", tmp_path, icc)
    with pikepdf.open(built.files[0].path) as pdf:
        pictures = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        assert pictures and all(one.ColorSpace == "/DeviceCMYK" for one in pictures)


# What is missing is said


def test_without_a_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_PLACES", (str(tmp_path),))
    shown = run(str(TOY), "--for", "drivethrucards", "--out", str(tmp_path))
    assert shown.exit_code == 3 and "--profile-icc FILE" in shown.output and shown.output.count("\n") == 1
    shown = run(
        str(TOY), "--for", "drivethrucards", "--profile-icc", str(tmp_path / "none.icc"), "--out", str(tmp_path)
    )
    assert shown.exit_code == 3 and "cannot be read" in shown.output


def test_the_profile_that_is_installed(tmp_path: Path, icc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "colord").mkdir()
    shutil.copy(icc, tmp_path / "colord" / "FOGRA39L_coated.icc")
    monkeypatch.setattr(making, "_PLACES", (str(tmp_path),))
    assert run(str(TOY), "--for", "drivethrucards", "--out", str(tmp_path / "out")).exit_code == 0


@pytest.mark.parametrize("data", [b"", b"no profile", b"\0" * 200])
def test_what_is_no_profile(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.icc").write_bytes(data)
    with pytest.raises(inks.ProfileError, match=r"is no colour profile"):
        inks.press(tmp_path / "bad.icc", 2.4)


def test_a_profile_of_a_screen(tmp_path: Path) -> None:
    from PIL import ImageCms

    path = tmp_path / "screen.icc"
    path.write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    with pytest.raises(inks.ProfileError, match="not one of a press"):
        inks.press(path, 2.4)


def test_a_shop_that_is_not_there() -> None:
    shown = run(str(TOY), "--for", "drivethrucard")
    assert shown.exit_code == 2 and "did you mean 'drivethrucards'?" in shown.output


def test_content_with_errors_makes_nothing(tmp_path: Path) -> None:
    game = Path(shutil.copytree(TOY, tmp_path / "toy"))
    (game / "pieces.yaml").write_text("counters: 3\n", "utf-8")
    shown = run(str(game), "--for", "svg", "--out", str(tmp_path / "out"))
    assert shown.exit_code == 1 and "error[" in shown.output and not (tmp_path / "out").exists()
