"""What must be true of a file for a press, read from the file itself: PDF/X-1a:2003 and the limit of ink. Owns pikepdf here.

It knows nothing of how the file was made. What only eyes and a press can judge is in `docs/shops.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pikepdf
from pikepdf import Name

from pnp.units import POINT

VERSION: Final = "PDF/X-1a:2003"
_CLOSE: Final = 0.02
_WORDS: Final = frozenset({"rg", "RG", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "BI"})
_ACTIVE: Final = ("/AcroForm", "/Names", "/OpenAction", "/AA", "/OCProperties")


def faults(path: Path, most: int, bleed: int) -> Iterator[str]:
    """What is wrong with the file, a sentence each: `most` is the limit of all inks in per cent, `bleed` how far, in
    micrometres, the BleedBox must lie outside the TrimBox."""
    head = path.read_bytes()[:8]
    if head != b"%PDF-1.4":
        yield f"it is {head[1:].decode('latin-1')}, not PDF 1.4"
    with pikepdf.open(path) as pdf:
        if pdf.is_encrypted or "/ID" not in pdf.trailer:
            yield "it is encrypted, or has no ID"
        for proof in (_told, _intent, _plain):
            yield from proof(pdf)
        yield from _pages(pdf, bleed / POINT)
        for thing in pdf.objects:
            yield from _object(thing, most)
        for page in pdf.pages:
            yield from _operators(page, most)


def _told(pdf: pikepdf.Pdf) -> Iterator[str]:
    info = {key: str(value) for key, value in pdf.docinfo.items()}
    if info.get("/GTS_PDFXVersion") != VERSION:
        yield f"it does not say that it is {VERSION}"
    yield from (f"it has no {key[1:]}" for key in ("/Title", "/CreationDate", "/ModDate") if not info.get(key))
    if info.get("/Trapped") not in ("/True", "/False"):
        yield "it does not say whether it is trapped"
    if "/Metadata" not in pdf.Root:
        return
    xmp = pdf.Root.Metadata.read_bytes().decode("utf-8")
    date = re.sub(r"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z", r"\1-\2-\3T\4:\5:\6Z", info.get("/ModDate", ""))
    title = info.get("/Title", "").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    twice = {
        "GTS_PDFXVersion": VERSION,
        "Producer": info.get("/Producer", ""),
        "Trapped": info.get("/Trapped", "")[1:],
        "ModifyDate": date,
    }
    for key, value in twice.items():
        if f":{key}>{value}</" not in xmp:
            yield f"its two accounts of {key} differ"
    if f">{title}</rdf:li>" not in xmp:
        yield "its two titles differ"


def _intent(pdf: pikepdf.Pdf) -> Iterator[str]:
    every: Any = pdf.Root.get("/OutputIntents", [])
    intents = [intent for intent in every if intent.get("/S") == Name("/GTS_PDFX")]
    if len(intents) != 1:
        yield "it has no output intent, or more than one"
        return
    (intent,) = intents
    profile = intent.get("/DestOutputProfile")
    data = profile.read_bytes() if profile is not None else b""
    if not intent.get("/OutputConditionIdentifier") or data[16:20] != b"CMYK" or profile.get("/N") != 4:
        yield "its output intent names no printing condition, or has no profile of four inks"


def _plain(pdf: pikepdf.Pdf) -> Iterator[str]:
    yield from (f"it has {key[1:]}" for key in _ACTIVE if key in pdf.Root)
    if any("/Annots" in page or "/AA" in page for page in pdf.pages):
        yield "a page has annotations or actions"


def _pages(pdf: pikepdf.Pdf, bleed: float) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, 1):
        if "/TrimBox" not in page.obj or "/BleedBox" not in page.obj or "/ArtBox" in page.obj:
            yield f"page {number} lacks a TrimBox or BleedBox, or has an ArtBox as well"
            continue
        media, outer, trim = ([float(one) for one in page.obj[key]] for key in ("/MediaBox", "/BleedBox", "/TrimBox"))
        reach = (trim[0] - outer[0], trim[1] - outer[1], outer[2] - trim[2], outer[3] - trim[3])
        if min(reach) < bleed - _CLOSE:
            yield f"page {number} bleeds only {min(reach):.2f} pt"
        if outer[0] < media[0] or outer[1] < media[1] or outer[2] > media[2] or outer[3] > media[3]:
            yield f"page {number} has a BleedBox outside its MediaBox"


def _object(thing: Any, most: int) -> Iterator[str]:
    if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        return
    transparent = any(key in thing for key in ("/SMask", "/ca", "/CA")) or (
        isinstance(thing.get("/Group"), pikepdf.Dictionary) and thing.Group.get("/S") == Name.Transparency
    )
    yield from _barred(thing)
    if transparent and thing.get("/SMask") != Name("/None"):
        yield "it has transparency"
    if "/FontDescriptor" in thing and not any(f"/FontFile{kind}" in thing.FontDescriptor for kind in ("", "2", "3")):
        yield f"the font {thing.get('/BaseFont')} is not in the file"
    if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == Name.Image:
        yield from _image(thing, most)
    elif isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == Name.Form:
        yield from _operators(thing, most)


def _barred(thing: Any) -> Iterator[str]:
    """What no object of such a file may have."""
    filters = thing.get("/Filter", [])
    if Name.LZWDecode in (filters if isinstance(filters, pikepdf.Array) else [filters]):
        yield "it is packed by LZW"
    if isinstance(thing, pikepdf.Stream) and "/F" in thing:
        yield "a part of it is in another file"
    if thing.get("/Subtype") == Name.PS or any(key in thing for key in ("/OPI", "/Ref", "/Alternates", "/EF")):
        yield "it has what another program is to put in its place"
    if thing.get("/BM") not in (None, Name.Normal, Name.Compatible):
        yield "it mixes colours with what lies below them"
    if ("/TR" in thing and thing.get("/Type") in (None, Name.ExtGState)) or "/TR2" in thing:
        yield "it changes how inks print"


def _image(image: Any, most: int) -> Iterator[str]:
    if image.get("/ColorSpace") not in (Name.DeviceCMYK, Name.DeviceGray):
        yield f"a picture is in {image.get('/ColorSpace')}, neither in inks nor grey"
    elif image.ColorSpace == Name.DeviceCMYK:
        data = image.read_bytes()
        colours = {data[at : at + 4] for at in range(0, len(data), 4)}
        used = max((sum(colour) for colour in colours), default=0) / 2.55
        if used > most:
            yield f"a picture has {used:.1f} % of ink, more than {most} %"


def _operators(stream: Any, most: int) -> Iterator[str]:
    for one in pikepdf.parse_content_stream(stream):
        word = str(one.operator)
        if word in _WORDS:
            yield f"a colour is set by '{word}', which need not be inks"
        elif word in ("k", "K"):
            used = sum(float(ink) for ink in one.operands) * 100
            if used > most + 1e-6:
                yield f"a colour has {used:.2f} % of ink, more than {most} %"
