"""Type in a PDF: composite fonts whose codes are the characters themselves, subset by HarfBuzz at the end.

A code stands for a glyph *and* the characters it was set for, so that text is found and copied as it was written: the
hyphen at a line's end is a soft one, a small capital is the letter that was typed. The glyph that a font has for a
character has the character's own number, whatever else is in the file; ligatures and the like follow in order of use.
"""

from __future__ import annotations

import hashlib
import struct
from collections import defaultdict
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

import uharfbuzz as hb

from pnp.draw.frame import Font, Glyph, Word
from pnp.draw.shapers import shaper
from pnp.targets.pdf.body import Body, array, real, reference, table

# Tables that a PDF has no use for; the subsetter drops the rest of the glyphs' company by itself.
_IDLE: Final = ("GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "name", "OS/2", "post", "cmap", "kern", "DSIG", "STAT")
_SYMBOLIC, _SLANTED = 4, 64

# Codes of glyphs that stand for no one character, or for one beyond these: they follow from here.
_OTHERS: Final = 0xD800

# A glyph that was set for some characters.
Letter = tuple[int, str]
# What a stream says in a font: the font's id; the characters of its plain words; other letters with their codes, (glyph, its
# characters, code), in order of first use, for so they are numbered.
Letters = tuple[str, str, tuple[tuple[int, str, int], ...]]

_NOTHING: Final = "", ""
_ESCAPED: Final = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\", "\n": r"\n", "\r": r"\r"})


class FontFile:
    """One font of a file: the codes that are used, and at the end the subset that holds their glyphs."""

    __slots__ = ("_codes", "_face", "_odd", "_others", "_own", "_postscript", "_said", "_shaper", "_sign", "_widths",
                 "font", "id", "number", "plain")  # fmt: skip

    def __init__(self, font: Font, id: str, number: int) -> None:
        self.font, self.id, self.number = font, id, number
        self._shaper = shaper(font)
        self._face = self._shaper.face
        # Outlines in CFF have no map from codes to glyphs: there, codes are glyph numbers.
        self._postscript = "CFF " in self._face.table_tags
        # The characters of which the font's own glyphs are used, and the codes of other letters; both in order of use.
        self.plain: dict[str, None] = {}
        self._codes: dict[Letter, int] = {}
        self._others = _OTHERS
        self._own: dict[str, int] = {}
        self._widths: dict[int, float] = {}
        self._sign = _Signs(self).__getitem__
        # Of words that were spelt: the characters of those that are plain letters, none of any other; the letters of others.
        self._said: defaultdict[Word, str] = defaultdict(str)
        self._odd: dict[Word, tuple[Letter, ...]] = {}

    def code(self, glyph: int, characters: str) -> int:
        """The code of a glyph for the characters that it was set for; from now on it is used."""
        if self._of(characters) == glyph:
            self.plain[characters] = None
            return glyph if self._postscript else ord(characters)
        code = self._codes.get((glyph, characters))
        if code is None:
            code = glyph
            if not self._postscript:
                code, self._others = self._others, self._others + 1
            self._codes[glyph, characters] = code
        return code

    def _of(self, character: str) -> int:
        """The font's own glyph for a character; -1 where there is none, or its code is not the character's."""
        glyph = self._own.get(character)
        if glyph is None:
            alone = len(character) == 1 and (ord(character) < _OTHERS or self._postscript)
            glyph = self._shaper.get_nominal_glyph(ord(character)) if alone else None
            glyph = self._own[character] = glyph or -1
        return glyph

    def _width(self, glyph: int) -> float:
        """The font's own advance of a glyph in thousandths of an em, as the file will say it."""
        if glyph not in self._widths:
            advance = self._shaper.get_glyph_h_advance(glyph)
            self._widths[glyph] = round(advance * 1000 / self.font.units, 3)
        return self._widths[glyph]

    def spell(self, word: Word) -> str:
        """What shows a word's glyphs, in line, within a literal."""
        signs = map(self._sign, zip(word.codes, word.advances, word.said, strict=True))
        shown, said = map("".join, zip(_NOTHING, *signs, strict=True))
        if len(said) == len(word.codes) and not word.offsets:
            self._said[word] = said
        else:
            self._odd[word] = tuple(zip(word.codes, word.said, strict=True))
        return shown

    def letters(self, words: Sequence[Word]) -> Letters:
        """The letters of words that were spelt; those of other fonts are passed over."""
        # What is got of one word is a text, which a join leaves as it is.
        said = "".join(itemgetter(*words)(self._said))
        # To look for the font's few characters in so many is a glance for each.
        plain = "".join([character for character in self.plain if character in said])
        odd = self._odd
        others = dict.fromkeys([letter for word in words if word in odd for letter in odd[word]] if odd else ())
        return self.id, plain, tuple([(*letter, self.code(*letter)) for letter in others])

    def forget(self) -> None:
        """Forget the words that were spelt."""
        self._said.clear()
        self._odd.clear()

    def raised(self, word: Word, size: int) -> str:
        """The same of a word some of whose glyphs stand elsewhere than in line."""
        stretches = [f")]TJ {real(rise * size)} Ts[{inside}" for rise, inside in self._moved(word)]
        return "".join(stretches) + "]TJ 0 Ts[("

    def sign(self, glyph: Glyph) -> tuple[str, str]:
        """A glyph inside a string, with the move after it where its advance is not the font's own; and the character whose
        own glyph it is, '' where it is another."""
        number, advance, characters = glyph
        code = self.code(number, characters)
        said = characters if self._of(characters) == number else ""
        move = round(self._width(number) - advance * 1000 / self.font.units, 2)
        return _string(code) + (f"){real(move)}(" if abs(move) >= 0.01 else ""), said

    def _moved(self, word: Word) -> tuple[tuple[float, str], ...]:
        """The stretches of a word some of whose glyphs stand elsewhere than in line: (rise in ems, inside of a TJ array)."""
        stretches: list[tuple[float, str]] = []
        body, rise = _Stretch(), 0.0
        thousandth = 1000 / self.font.units
        for index, (glyph, advance, characters) in enumerate(word.glyphs):
            dx, dy = word.offsets[index] if word.offsets else (0, 0)
            if dy / self.font.units != rise:
                stretches.append((rise, body.spelt))
                body, rise = _Stretch(), dy / self.font.units
            body.move(-dx * thousandth)
            body.show(self.code(glyph, characters))
            body.move(self._width(glyph) - advance * thousandth + dx * thousandth)
        stretches.append((rise, body.spelt))
        return tuple(stretch for stretch in stretches if stretch[1])

    def write(self, body: Body) -> None:
        """The font's objects: the composite font, its descendant, descriptor, program and the map to characters."""
        for character in sorted(self.plain):
            glyph = self._of(character)
            self._codes[glyph, character] = self.code(glyph, character)
        face, moved = self._subset()
        program, tag = self._program(face, body)
        plain = "".join([sign for sign in self.font.name if sign.isascii() and (sign.isalnum() or sign == "-")])
        name = f"/{tag}+{plain or 'Font'}"
        descendant, descriptor, unicode = (body.reserve() for _ in range(3))
        font = {"Type": "/Font", "Subtype": "/Type0", "BaseFont": name, "Encoding": "/Identity-H"}
        more = {"DescendantFonts": f"[{reference(descendant)}]", "ToUnicode": reference(unicode)}
        body.put(self.number, table(font | more))
        entries = self._descendant(name, descriptor)
        if not self._postscript:
            places = body.reserve()
            body.stream(places, {}, self._places(moved))
            entries["CIDToGIDMap"] = reference(places)
        body.put(descendant, table(entries))
        body.put(descriptor, table(self._descriptor(name, program)))
        body.stream(unicode, {}, self._to_unicode())

    def _descendant(self, name: str, descriptor: int) -> dict[str, object]:
        system = "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
        kind = "/CIDFontType0" if self._postscript else "/CIDFontType2"
        entries: dict[str, object] = {"Type": "/Font", "Subtype": kind, "BaseFont": name, "CIDSystemInfo": system}
        return entries | {"FontDescriptor": reference(descriptor), "W": self._advances(), "DW": 0}

    def _advances(self) -> str:
        """Every code's width, in runs of codes that follow each other."""
        spelt, last = "[", -2
        for code, glyph in sorted((code, glyph) for (glyph, _), code in self._codes.items()):
            if code == last:
                continue
            spelt += (
                ("" if code == last + 1 else f"{'] ' if last >= 0 else ''}{code} [") + real(self._width(glyph)) + " "
            )
            last = code
        return spelt + "]]"

    def _descriptor(self, name: str, program: int) -> dict[str, object]:
        scale = 1000 / self.font.units
        head = self._table("head")
        box = [round(value * scale) for value in struct.unpack(">4h", head[36:44])]
        angle = struct.unpack(">i", self._table("post")[4:8])[0] / 65536
        weight = struct.unpack(">H", self._table("OS/2")[4:6])[0] if "OS/2" in self._face.table_tags else 400
        return {
            "Type": "/FontDescriptor",
            "FontName": name,
            "Flags": _SYMBOLIC | (_SLANTED if angle else 0),
            "FontBBox": array(box),
            "ItalicAngle": real(angle),
            "Ascent": round(self.font.ascent * scale),
            "Descent": -round(self.font.descent * scale),
            "CapHeight": round(self.font.cap_height * scale),
            # Nobody states stems; this is the usual guess from the weight.
            "StemV": round(50 + (weight / 65) ** 2),
            "FontFile3" if self._postscript else "FontFile2": reference(program),
        }

    def _table(self, tag: str) -> bytes:
        return bytes(self._face.reference_table(tag).data)

    def _subset(self) -> tuple[hb.Face, dict[int, int]]:
        """The font with only the glyphs used, and where each of them went."""
        wanted = hb.SubsetInput()
        wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.NOTDEF_OUTLINE
        if self._postscript:
            wanted.flags |= hb.SubsetFlags.RETAIN_GIDS
        wanted.glyph_set.update({glyph for glyph, _ in self._codes})
        wanted.drop_table_tag_set.update({int.from_bytes(tag.encode(), "big") for tag in _IDLE})
        if self._face.axis_infos:
            wanted.pin_all_axes_to_default(self._face)
        plan = hb.SubsetPlan(self._face, wanted)
        return plan.execute(), dict(plan.old_to_new_glyph_mapping.items())

    def _program(self, face: hb.Face, body: Body) -> tuple[int, str]:
        """Embed the subset; its object's number, and the tag of six letters that names its content."""
        data = bytes((face.reference_table("CFF ") if self._postscript else face.blob).data)
        number = body.reserve()
        head = {"Subtype": "/CIDFontType0C"} if self._postscript else {"Length1": len(data)}
        body.stream(number, head, data)
        digest = hashlib.sha256(data).digest()
        return number, "".join(chr(65 + byte % 26) for byte in digest[:6])

    def _places(self, moved: dict[int, int]) -> bytes:
        """Two bytes for each code from 0 up: its glyph in the subset."""
        places = bytearray(2 * (max(self._codes.values(), default=0) + 1))
        for (glyph, _), code in self._codes.items():
            struct.pack_into(">H", places, 2 * code, moved.get(glyph, 0))
        return bytes(places)

    def _to_unicode(self) -> bytes:
        """The map from codes to characters; a code that only continues a character has none."""
        told: dict[int, str] = {}
        for (_, characters), code in self._codes.items():
            if characters:
                told.setdefault(code, characters)
        lines = [f"<{code:04x}><{told[code].encode('utf-16-be').hex()}>" for code in sorted(told)]
        blocks = [lines[at : at + 100] for at in range(0, len(lines), 100)]
        maps = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
        return (_CMAP_HEAD + maps + _CMAP_TAIL).encode("ascii")


def _string(code: int) -> str:
    """A code inside a string: a byte a character, two a code."""
    return code.to_bytes(2, "big").decode("latin-1").translate(_ESCAPED)


class _Signs(dict[Glyph, tuple[str, str]]):
    """Glyphs as `FontFile.sign` spells them, made at their first use."""

    def __init__(self, file: FontFile) -> None:
        self._file = file

    def __missing__(self, glyph: Glyph) -> tuple[str, str]:
        self[glyph] = spelt = self._file.sign(glyph)
        return spelt


class _Stretch:
    """The inside of a TJ array while it is spelt: codes, and moves to the left in thousandths of an em."""

    __slots__ = ("_moved", "_spelt", "_within")

    def __init__(self) -> None:
        self._spelt = ""
        self._within = False
        self._moved = 0.0

    def show(self, code: int) -> None:
        self._settle()
        self._spelt += _string(code) if self._within else f"({_string(code)}"
        self._within = True

    def move(self, by: float) -> None:
        self._moved += by

    def _settle(self) -> None:
        """Spell the moves gathered so far, when they are more than a hair."""
        if abs(self._moved) >= 0.01:
            self._spelt += (")" if self._within else " ") + real(round(self._moved, 2))
            self._within, self._moved = False, 0.0

    @property
    def spelt(self) -> str:
        self._settle()
        return self._spelt + ")" if self._within else self._spelt


_CMAP_HEAD: Final = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
"""
_CMAP_TAIL: Final = """endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
