"""A finished PDF → PDF/X-1a:2003 (ISO 15930-4) for a press: every colour in its four inks, boxes, output intent, and what it
says of itself. Owns pikepdf here.

The date that the standard demands is ``SOURCE_DATE_EPOCH``, or the same for every file: same content, same bytes.
"""

from __future__ import annotations

import io
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name

from pnp.targets.press.inks import Inks, Plates

VERSION: Final = "PDF/X-1a:2003"
_EPOCH: Final = 946_684_800
_AREAS: Final = frozenset({"f", "F", "f*"})
_BOTH: Final = frozenset({"B", "B*", "b", "b*"})
_LINES: Final = frozenset({"S", "s"})
_TYPE: Final = frozenset({"Tj", "TJ", "'", '"'})
_NEWER: Final = ("/ViewerPreferences", "/PageLabels", "/Metadata", "/MarkInfo", "/StructTreeRoot", "/PageMode")
# Names of printing conditions in the registry of the ICC that profiles are called by.
_REGISTERED: Final = ("FOGRA39", "FOGRA51", "FOGRA52", "FOGRA27", "FOGRA47", "CGATS TR 001", "CGATS TR 006")

_RGB = tuple[float, ...]


def write(source: Path, file: BinaryIO, plates: Plates) -> None:
    """Write the file as the press takes it. Raises `OSError`."""
    with pikepdf.open(source) as pdf:
        for page in pdf.pages:
            page.obj.Contents = pdf.make_stream(_inked(page, plates))
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == Name.Form:
                thing.write(_inked(thing, plates))
            elif isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == Name.Image:
                _picture(thing, plates)
        _intend(pdf, plates)
        _tell(pdf)
        whole = io.BytesIO()
        pdf.save(
            whole,
            deterministic_id=True,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            fix_metadata_version=False,
        )
        file.write(whole.getvalue())


class _State:
    """The colours that a stream has set: as it was written, and the inks that were written for it."""

    __slots__ = ("fill", "inked", "line", "lined")

    def __init__(self, fill: _RGB, line: _RGB, inked: Inks | None, lined: Inks | None) -> None:
        self.fill, self.line, self.inked, self.lined = fill, line, inked, lined

    def copy(self) -> _State:
        return _State(self.fill, self.line, self.inked, self.lined)


def _inked(stream: Any, plates: Plates) -> bytes:
    """A stream's operators with inks in place of colours, each written before the first mark that is made with it: only
    there is known whether it is for an area or for type."""
    state, below, out = _State((0.0,) * 3, (0.0,) * 3, None, None), [], []
    for one in pikepdf.parse_content_stream(stream):
        word = str(one.operator)
        if word in ("rg", "g"):
            state.fill, state.inked = _rgb(one.operands), None
            continue
        if word in ("RG", "G"):
            state.line, state.lined = _rgb(one.operands), None
            # A form may stroke with the line of whoever draws it.
            state.lined = plates.of(state.line, area=False)
            out.append(_operator(state.lined, "K"))
            continue
        if word == "q":
            below.append(state.copy())
        elif word == "Q":
            state = below.pop()
        elif word in _AREAS or word in _BOTH or word in _TYPE:
            inks = plates.of(state.fill, area=word not in _TYPE)
            if inks != state.inked:
                state.inked = inks
                _before(out, word, _operator(inks, "k"))
        out.append(one)
    made: bytes = pikepdf.unparse_content_stream(out)
    return made


def _before(out: list[Any], word: str, ink: Any) -> None:
    """Put an operator of colour where it may stand: not between a path and its painting, which nothing may part."""
    at = len(out)
    if word not in _TYPE:
        while at and str(out[at - 1].operator) in ("m", "l", "c", "v", "y", "h", "re", "W", "W*"):
            at -= 1
    out.insert(at, ink)


def _rgb(operands: Any) -> _RGB:
    values = tuple(float(value) for value in operands)
    return values * 3 if len(values) == 1 else values


def _operator(inks: Inks, word: str) -> Any:
    return pikepdf.ContentStreamInstruction([_real(ink) for ink in inks], pikepdf.Operator(word))


def _real(value: float) -> Any:
    return pikepdf.Object.parse(f"{value:.4f}".rstrip("0").rstrip(".").encode())


def _picture(image: Any, plates: Plates) -> None:
    """A picture in inks, as it was drawn; greys stay as they are."""
    if image.get("/ColorSpace") == Name.DeviceGray:
        return
    made = plates.picture(pikepdf.PdfImage(image).as_pil_image())
    for key in ("/Decode", "/DecodeParms", "/Intent"):
        if key in image:
            del image[key]
    image.write(made)
    image.ColorSpace, image.BitsPerComponent = Name.DeviceCMYK, 8


def _intend(pdf: pikepdf.Pdf, plates: Plates) -> None:
    """The printing condition that the inks are for, with its profile."""
    name = plates.press.name
    known = next((one for one in _REGISTERED if one.replace(" ", "") in name.upper().replace(" ", "")), "Custom")
    profile = pdf.make_stream(plates.press.profile, N=4, Alternate=Name.DeviceCMYK)
    pdf.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name("/GTS_PDFX"),
                OutputConditionIdentifier=known,
                OutputCondition=name,
                RegistryName="http://www.color.org",
                Info=name,
                DestOutputProfile=pdf.make_indirect(profile),
            )
        ]
    )


def _tell(pdf: pikepdf.Pdf) -> None:
    """What the file says of itself, twice and alike; nothing that PDF 1.4 does not know."""
    for key in _NEWER:
        if key in pdf.Root:
            del pdf.Root[key]
    when = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", _EPOCH)), UTC)
    title = str(pdf.docinfo.get("/Title", "pnp"))
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    told = {"Title": title, "Creator": "pnp", "Producer": "pnp", "GTS_PDFXVersion": VERSION}
    told |= dict.fromkeys(("CreationDate", "ModDate"), f"D:{when:%Y%m%d%H%M%S}Z")
    for key, value in told.items():
        pdf.docinfo[f"/{key}"] = value
    pdf.docinfo["/Trapped"] = Name("/False")
    pdf.Root.Metadata = pdf.make_stream(_xmp(title, f"{when:%Y-%m-%dT%H:%M:%SZ}").encode("utf-8"))
    pdf.Root.Metadata.Type, pdf.Root.Metadata.Subtype = Name.Metadata, Name.XML


def _xmp(title: str, when: str) -> str:
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{when}</xmp:CreateDate><xmp:ModifyDate>{when}</xmp:ModifyDate><xmp:CreatorTool>pnp</xmp:CreatorTool>
<pdf:Producer>pnp</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfx:GTS_PDFXVersion>{VERSION}</pdfx:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""
