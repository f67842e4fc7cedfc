"""Hands: a text style made ready for setting. Words are shaped once for each hand and kept, with where lines may break.

Line breaking follows UAX 14 where board games need it: at spaces, after hyphens and dashes inside words, at soft hyphens,
never before closing punctuation or after an opening bracket, never at a no-break space.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pnp.diag import Span
from pnp.draw.atom import Atom, Part, alone, wide
from pnp.draw.fonts import Fonts, Typeface
from pnp.draw.frame import Word
from pnp.draw.prose import Paragraph, Sign, apart, parse
from pnp.records import dataclass

# An icon in a line is this much of the capitals' height, and scaled small capitals this much of capitals.
SIGN_HEIGHT: Final = 1.1
SMALL: Final = 0.8

# Breaks inside a word: after a hyphen or en dash before a letter (so 2-1 and 5–8 stay whole), after an em dash.
_INSIDE: Final = re.compile(r"(?<=\w)[-–](?=[^\W\d])|(?<=[\w,;.!?])—(?=\w)")
_NO_START: Final = frozenset("!?;:,.)]}…%–—")
_NO_END: Final = frozenset("([{¿¡")
# A word with nothing to break at and nothing that clings to what stands beside it; as many stars as its emphasis says.
_COMMON: Final = re.compile(r"(\*{0,2})([^\W_]+[!?;,.)\]]*)\1")
_LEFTWARD: Final = (("\u0590", "\u08ff"), ("\ufb1d", "\ufdff"), ("\ufe70", "\ufeff"))
_MOST_KEPT: Final = 512
_MOST_WORDS: Final = 20_000

_LOWER: Final = r"[^\W\d_A-Z]+|[\W\d_A-Z]+"


def leftward(text: str) -> str:
    """The characters of a text that belong to scripts which run from right to left."""
    if text.isascii() or max(text) < _LEFTWARD[0][0]:
        return ""
    return "".join([sign for sign in text if any(first <= sign <= last for first, last in _LEFTWARD)])


@dataclass(frozen=True, slots=True)
class Read:
    """A prose text as atoms, and the marks that nothing closes."""

    paragraphs: tuple[tuple[Sequence[Atom], Paragraph], ...]
    unclosed: tuple[str, ...]


_ALONE: Final = Paragraph(())


@dataclass(frozen=True, slots=True)
class Manner:
    """What tells one hand from another; size, colour and alignment do not."""

    family: str
    bold: bool
    italic: bool
    case: str
    tracking: float
    features: tuple[str, ...]
    hyphenate: bool
    language: str


class Hand:
    """A manner with its fonts, and every word it has set so far."""

    __slots__ = (
        "_atoms",
        "_hyphens",
        "_odd",
        "_read",
        "_set",
        "_several",
        "_spaces",
        "_splits",
        "_words",
        "cap_height",
        "faces",
        "faulty",
        "features",
        "manner",
        "may_split",
    )

    def __init__(self, manner: Manner, fonts: Fonts, span: Span, asked: Span) -> None:
        self.manner = manner
        self.features = dict.fromkeys((*fonts.features(manner.family), *manner.features), True)
        self.faces: Callable[[int], Typeface] = _faces(manner, fonts, span, asked)
        font = self.faces(0).font
        self.may_split = manner.hyphenate
        self.cap_height = font.cap_height / font.units
        self.faulty = False
        self._atoms: tuple[dict[str, tuple[Atom, ...]], ...] = ({}, {}, {}, {})
        # Words as they are written, marks and all: those that are one atom; and others, with None where it depends.
        self._words = _Words(self.learn)
        self._several: dict[str, list[Atom] | None] = {}
        self._odd: set[str] = set()
        self._set: dict[int, tuple[Typeface, dict[str, bool], int]] = {}
        self._read: dict[str, Read] = {}
        self._spaces: dict[int, Word] = {}
        self._splits: dict[str, tuple[tuple[Atom, str], ...]] = {}
        self._hyphens: Callable[[str], list[int]] | None = None
        if manner.hyphenate:
            from pnp.draw.hyphens import hyphens

            self._hyphens = hyphens(manner.language)

    def read(self, prose: str) -> Read:
        """A prose text ready to be broken into lines."""
        atoms = self._words_of(prose.split(" "))
        if atoms is None and "*" in prose:
            atoms = self._words_of(apart(prose).split(" "))
        if atoms is not None:
            return Read(((atoms, _ALONE),), ())
        known = self._read.get(prose)  # the first few hundred are kept, for what is set at many sizes
        if known is None:
            parsed = parse(prose)
            known = Read(tuple((self.atoms(part), part) for part in parsed.paragraphs), parsed.unclosed)
            if len(self._read) < _MOST_KEPT:
                self._read[prose] = known
        return known

    def _words_of(self, tokens: list[str]) -> list[Atom] | None:
        """The atoms of words as they are written, marks and all, if each of them is the same wherever it stands, as nearly
        all are; None where one is not."""
        try:
            return [*map(self._words.__getitem__, tokens)]
        except KeyError:
            return self._each(tokens)

    def _each(self, tokens: list[str]) -> list[Atom] | None:
        """The same of words some of which are several atoms."""
        atoms: list[Atom] = []
        for token in tokens:
            try:
                atoms.append(self._words[token])
            except KeyError:
                made = self._several[token]
                if made is None:
                    return None
                atoms += made
        return atoms

    def learn(self, token: str) -> Atom:
        """Make the atom of a word as it is written; a `KeyError` where it is none or several, which are kept, or depends on
        what stands beside it."""
        if token not in self._several:
            if len(self._words) + len(self._several) > _MOST_WORDS:
                self._forget()
            if token.isalnum():
                return self._atom(token, 0)
            if common := _COMMON.fullmatch(token):
                stars, bare = common.groups()
                return self._atom(bare, len(stars))
            made = self._alone(token) if token else []
            if made and len(made) == 1:
                return made[0]
            self._several[token] = made
        raise KeyError(token)

    def _alone(self, token: str) -> list[Atom] | None:
        """The atoms of a word that may have marks, if they are the same wherever it stands."""
        if token == "-" or token.endswith("\\\\") or token.splitlines() != [token] or token.isspace() or "\t" in token:
            return None
        parsed = parse(token)
        if parsed.unclosed or len(parsed.paragraphs) != 1:
            return None
        made = self.atoms(parsed.paragraphs[0])
        if not made or made[0].text[:1] in _NO_START or made[-1].text[-1:] in _NO_END:
            return None
        return made

    def _forget(self) -> None:
        """Make room: a deck of any length takes the same."""
        self._words.clear()
        self._several.clear()
        for known in self._atoms:
            known.clear()
        self._odd.clear()

    def width(self, prose: str) -> float:
        """The width in ems of a text on one line (of its widest paragraph)."""
        return max((wide(atoms) for atoms, _ in self.read(prose).paragraphs), default=0.0)

    def atoms(self, paragraph: Paragraph) -> list[Atom]:
        """A paragraph as the atoms that lines are made of."""
        atoms: list[Atom] = []
        odd = self._odd
        glued = held = False
        for piece in paragraph.pieces:
            if isinstance(piece, Sign):
                self._join(atoms, (self._sign(piece.icon),), glued)
                glued, held = True, False
                continue
            emphasis = 2 * piece.bold + piece.italic
            known = self._atoms[emphasis]
            tokens = [token for token in piece.text.split(" ") if token]
            glued = glued and piece.text[0] != " "
            for token in tokens:
                made = known.get(token) or self._make(token, emphasis)
                if glued or held or (token in odd and _clings(token)):
                    self._join(atoms, made, glued)
                else:
                    atoms += made
                held = token in odd and token[-1] in _NO_END
                glued = False
            glued = piece.text[-1] != " " if tokens else False
        return atoms

    def _join(self, atoms: list[Atom], more: tuple[Atom, ...], glued: bool) -> None:
        """Add atoms so that no line breaks before the first: right against what stands before it where `glued`, else
        with its space."""
        if not atoms:
            atoms += more
            return
        if not glued and not more[0].text:
            atoms += more
            return
        before, first = atoms.pop(), more[0]
        parts, start = (before.parts, before.width) if glued else (before.tail, before.full)
        moved = tuple((start + dx, what, scale) for dx, what, scale in first.parts)
        tail = tuple((start + dx, what, scale) for dx, what, scale in first.tail)
        text = before.text + ("" if glued else " ") + first.text
        both = (*parts, *moved), (*parts, *tail)
        atom = Atom(text, start + first.width, start + first.full, None, None, *both)
        atom.missing = before.missing + first.missing
        atoms += (atom, *more[1:])

    def _sign(self, icon: str) -> Atom:
        """An icon as an atom, with a hair of room on either side and the regular face's space after it."""
        size = self.cap_height * SIGN_HEIGHT
        room = 0.06
        space = self._space(0)
        parts: tuple[Part, ...] = ((room, icon, size),)
        width = size + 2 * room
        after: Part = (width, space, 1.0)
        return Atom("", width, width + space.width / space.font.units, None, None, parts, (*parts, after))

    def _make(self, token: str, emphasis: int) -> tuple[Atom, ...]:
        cuts = [0, *(match.end() for match in _INSIDE.finditer(token)), len(token)]
        pieces = [token[start:end] for start, end in pairwise(cuts)]
        made = tuple(self._atom(piece, emphasis, last=piece is pieces[-1]) for piece in pieces)
        self._atoms[emphasis][token] = made
        if _clings(token) or token[-1] in _NO_END:
            self._odd.add(token)
        return made

    def _atom(self, text: str, emphasis: int, last: bool = True) -> Atom:
        """A stretch without a break as an atom; the last of a word is followed by a space."""
        bare = text
        if "\u00ad" in text:
            bare, self.may_split = text.replace("\u00ad", ""), True
        if self.manner.case == "as-is":
            word, missing = self.shape(bare, emphasis)
            em = word.font.units
            spaced, width = word, word.width / em
            full = width
            if last:
                space = self._spaces.get(emphasis) or self._space(emphasis)
                spaced, full = _spaced(word, space), width + space.width / em
            atom = Atom(text, width, full, word, spaced)
        else:
            atom, missing = self._cased(text, bare, emphasis, last)
        atom.emphasis = emphasis
        if missing:
            atom.missing, self.faulty = missing, True
        return atom

    def _space(self, emphasis: int) -> Word:
        """The space of one of the hand's faces."""
        if emphasis not in self._spaces:
            self._spaces[emphasis] = self.shape(" ", emphasis)[0]
        return self._spaces[emphasis]

    def _cased(self, text: str, bare: str, emphasis: int, last: bool) -> tuple[Atom, str]:
        """A stretch in capitals or small capitals as an atom, and the characters that are missing."""
        parts: list[Part] = []
        x, missing = 0.0, ""
        for piece, scale in self._capitals(bare, emphasis):
            word, lacking = self.shape(piece, emphasis)
            parts.append((x, word, scale))
            x += word.width / word.font.units * scale
            missing += lacking
        tail, full = [*parts], x
        if last and parts:
            at, _, scale = parts[-1]
            space = self._space(emphasis)
            tail[-1], full = (at, _spaced(word, space), scale), x + space.width / space.font.units * scale
        return Atom(text, x, full, alone(parts), alone(tail), tuple(parts), tuple(tail)), missing

    def _capitals(self, text: str, emphasis: int) -> Iterable[tuple[str, float]]:
        case = self.manner.case
        if case == "upper":
            return ((text.upper(), 1.0),)
        if case != "small-caps" or "smcp" in self.faces(emphasis).features:
            return ((text, 1.0),)
        pieces: list[str] = re.findall(_LOWER, text)
        return tuple((piece.upper(), SMALL if piece != piece.upper() else 1.0) for piece in pieces)

    def shape(self, text: str, emphasis: int) -> tuple[Word, str]:
        """Shape a stretch in one of the hand's four faces."""
        face, features, tracking = self._set.get(emphasis) or self._settled(emphasis)
        word, missing = face.shape(text, features, tracking)
        return word, missing if text.isascii() else missing + leftward(text)

    def _settled(self, emphasis: int) -> tuple[Typeface, dict[str, bool], int]:
        """The face for an emphasis, the features that it is shaped with, and what is added after every glyph."""
        face, features = self.faces(emphasis), self.features
        if self.manner.case == "small-caps" and "smcp" in face.features:
            features = {**features, "smcp": True}
        if self.manner.tracking:
            features = {**features, "liga": False}
        self._set[emphasis] = face, features, round(self.manner.tracking * face.font.units)
        return self._set[emphasis]

    def splits(self, atom: Atom) -> tuple[tuple[Atom, str], ...]:
        """Where a word may break with a hyphen: (its head with the hyphen, the rest), longest head first. Words made of
        several parts do not break."""
        emphasis = atom.emphasis
        if emphasis < 0 or ("\u00ad" not in atom.text and not self._hyphens):
            return ()
        key = f"{emphasis}{atom.text}"
        if key not in self._splits:
            cuts = _soft(atom.text) or (self._hyphens(atom.text) if self._hyphens else [])
            self._splits[key] = tuple(
                (self._head(atom.text[:cut], emphasis), atom.text[cut:]) for cut in reversed(cuts)
            )
        return self._splits[key]

    def _head(self, text: str, emphasis: int) -> Atom:
        """The part of a word before a break; its hyphen stands for a soft one when the text is copied."""
        atom = self._atom(text.rstrip("\u00ad") + "-", emphasis, last=False)
        word = atom.word
        if word and word.said and word.said[-1] == "-":
            soft = replace(word, text=word.text[:-1] + "\u00ad", said=(*word.said[:-1], "\u00ad"))
            return Atom(atom.text, atom.width, atom.full, soft, soft)
        return atom

    def rest(self, atom: Atom, text: str) -> Atom:
        """The part of a word after a break."""
        return self._atom(text, atom.emphasis, last=atom.full > atom.width)


class _Words(dict[str, Atom]):
    """Words as they are written that are one atom each, learnt when they are met."""

    def __init__(self, learn: Callable[[str], Atom]) -> None:
        self._learn = learn

    def __missing__(self, token: str) -> Atom:
        self[token] = atom = self._learn(token)
        return atom


def _spaced(word: Word, space: Word) -> Word:
    """A word with the space after it."""
    text, plain = word.text + space.text, word.said is word.text and space.said is space.text
    said = text if plain else (*word.said, *space.said)
    codes, advances = word.codes + space.codes, word.advances + space.advances
    offsets = (*word.offsets, *((0, 0) for _ in space.codes)) if word.offsets else ()
    return Word(word.font, text, word.width + space.width, codes, advances, said, offsets)


def _clings(token: str) -> bool:
    """Whether a word is punctuation that no line begins with."""
    return token[0] in _NO_START and not token[-1].isalnum()


def _faces(manner: Manner, fonts: Fonts, span: Span, asked: Span) -> Callable[[int], Typeface]:
    """The hand's face for an emphasis (2 for bold, 1 for italic); marks turn the style's own round."""
    loaded: dict[int, Typeface] = {}

    def face(emphasis: int) -> Typeface:
        if emphasis not in loaded:
            bold, italic = bool(emphasis & 2) != manner.bold, bool(emphasis & 1) != manner.italic
            loaded[emphasis] = fonts.face(manner.family, bold, italic, span if emphasis else asked)
        return loaded[emphasis]

    return face


def _soft(text: str) -> list[int]:
    return [index + 1 for index, character in enumerate(text) if character == "\u00ad"]
