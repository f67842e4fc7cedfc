"""The functions that rules text calls in its expressions: cross-references, figures, tables, examples, index terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from pnp.book import blocks
from pnp.book.base import Art, Block, Heading, Inline, Plan
from pnp.book.columns import parted
from pnp.book.templates import Blank, Templates
from pnp.book.words import ordinal, signed, together, words
from pnp.diag import Found, Span, suggest
from pnp.model.game import Game
from pnp.model.pieces import Attribute
from pnp.model.rules import Example
from pnp.records import dataclass

_PILED = 0.8  # the scale of pieces in a diagram


@dataclass(frozen=True, slots=True)
class Entry:
    """A word for the index, the anchor where it stands, and the section that holds it."""

    word: str
    under: str
    anchor: str
    heading: Heading | None


@dataclass(slots=True)
class Names:
    """One book being written. `at` and `section` are the place of the expression being evaluated, `tell` makes HTML of
    a record's Markdown. The rest is what expressions leave behind: index entries, the sections that mark each numbered
    item, files, and what was shown."""

    game: Game
    plan: Plan
    art: Art
    templates: Templates | Blank
    found: Found
    at: Span
    tell: Callable[[Example], str] = lambda example: example.text
    section: Heading | None = None
    entries: list[Entry] = field(default_factory=list)
    marks: dict[str, list[Heading]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    shown: set[tuple[str, str]] = field(default_factory=set)

    def functions(self) -> Mapping[str, Callable[..., object]]:
        """What expressions may call, besides the game's own names."""
        return {
            "ref": self.ref,
            "title": self.title,
            "ruling": self.ruling,
            "figure": self.figure,
            "figures": self.figures,
            "icon": self.icon,
            "anatomy": self.anatomy,
            "roster": self.roster,
            "table": self.table,
            "to_table": self.to_table,
            "example": self.example,
            "sequence": self.sequence,
            "inventory": self.inventory,
            "term": self.term,
            "index": self.index,
            "words": words,
            "ordinal": ordinal,
            "attribute": self.attribute,
            "calendar": self.calendar,
            "preset": self.preset,
            "places": self.places,
            "signed": signed,
            "cover": self.cover,
            "contents": lambda: deferred("contents"),
            "register": lambda: deferred("register"),
            "designed": lambda: self.sourced("designed"),
            "stated": lambda: self.sourced("stated"),
            "credits": lambda: Block(self.templates.fill("credits", credits=self.game.game.credits)),
        }

    def fault(self, code: str, message: str, hint: str = "") -> Inline:
        """Report a fault of the expression at hand; what is printed in its place."""
        self.found.error(code, self.at, message, hint)
        return Inline("<mark>?</mark>")

    # Cross-references

    def ref(self, id: str) -> Inline:
        """A section's number, linked to it."""
        heading = self.plan.by_id.get(id)
        if not heading:
            return self.fault("book/unknown-section", f"no section has the id '{id}'", suggest(id, self.plan.by_id))
        return Inline(f'<a class="ref" href="#{heading.anchor}">{heading.number or heading.title}</a>')

    def title(self, id: str) -> Inline:
        """A section's title, linked to it."""
        heading = self.plan.by_id.get(id)
        if not heading:
            return self.fault("book/unknown-section", f"no section has the id '{id}'", suggest(id, self.plan.by_id))
        return Inline(f'<a class="ref" href="#{heading.anchor}">{heading.title}</a>')

    def ruling(self, id: str) -> Inline:
        """The small sign that leads to a numbered item with an id, such as a ruling."""
        item = self.plan.items_by_id.get(id)
        if not item:
            return self.fault(
                "book/unknown-item", f"no list item has the id '{id}'", suggest(id, self.plan.items_by_id)
            )
        if self.section and self.section not in self.marks.setdefault(id, []):
            self.marks[id].append(self.section)
        return Inline(f'\u2060<a class="ruling" href="#r-{id}">{item.number}</a>')

    def to_table(self, id: str) -> Inline:
        """A table's name, linked to where the book shows it."""
        table = next((table for table in self.game.tables if table.id == id), None)
        if not table:
            return self.fault("book/unknown-table", f"no table has the id '{id}'", suggest(id, self._tables()))
        return Inline(f'<a class="ref" href="#t-{id}">{blocks.text(table.name)}</a>')

    def _tables(self) -> Iterable[str]:
        return (table.id for table in self.game.tables)

    # Pictures

    def figure(self, id: str, side: str = "front", scale: float = 1) -> Inline:
        """A counter, card or mat as it is printed, at its size times `scale`."""
        piece = blocks.piece(self.game, id)
        if not piece:
            return self.fault(
                "book/unknown-piece", f"no piece has the id '{id}'", suggest(id, blocks.piece_ids(self.game))
            )
        if side not in ("front", "back"):
            return self.fault("book/unknown-face", f"a piece has no side '{side}'", "front or back")
        return blocks.image(self._face(id, side), piece.alt(side), piece.width * scale, piece.height * scale)

    def figures(self, group: str) -> Inline:
        """The fronts of all counters of a group, side by side."""
        known = {entry.id: entry for entry in self.game.counters}
        if group not in known:
            return self.fault("book/unknown-group", f"no group has the id '{group}'", suggest(group, known))
        return Inline(" ".join(self.figure(counter.id) for counter in known[group].counters))

    def _face(self, id: str, side: str) -> str:
        name = f"face/{id}.{side}.svg"
        if name not in self.files:
            self.files[name] = self.art.face(id, side).encode()
        return name

    def icon(self, name: str) -> Inline:
        """A sign within the line."""
        file = f"icon/{name}.svg"
        if file not in self.files:
            self.files[file] = self.art.icon(name).encode()
        return Inline(f'<img class="icon" src="pnp:{file}" alt="{name.replace("-", " ")}">')

    def anatomy(self, id: str, side: str, *boxes: str, scale: float = 2) -> Block | Inline:
        """A big figure with numbered callouts at the named boxes of its layout, in that order."""
        piece = blocks.piece(self.game, id)
        figure = self.figure(id, side, scale)
        if not piece or side not in ("front", "back"):
            return figure
        regions = self.art.regions(id, side)
        for box in boxes:
            if regions and box not in regions:
                self.fault("book/unknown-box", f"the {side} of '{id}' has no box '{box}'", suggest(box, regions))
        callouts = blocks.callouts(piece, boxes, regions, scale)
        lines = f"anatomy/{id}.{side}.svg"
        self.files[lines] = blocks.pointers(callouts, piece, scale).encode()
        size = blocks.frame(piece, scale)
        return Block(self.templates.fill("anatomy", figure=figure, callouts=callouts, pointers=lines, **size))

    def pile(self, stack: blocks.Shown) -> Inline:
        """Pieces of one kind lying on each other, as a diagram shows them: the topmost, and the edges of three."""
        top, piece = self.figure(stack.piece, stack.side, _PILED), blocks.piece(self.game, stack.piece)
        if not piece or stack.count == 1:
            return top
        below = min(stack.count, 4) - 1
        return Inline(
            self.templates.fill(
                "pile",
                file=self._face(stack.piece, stack.side),
                width=piece.width * _PILED,
                height=piece.height * _PILED,
                depths=range(below, 0, -1),
                top=Inline(top.replace('alt="', f'alt="{stack.count} times ')),
            )
        )

    # Blocks made from records

    def sourced(self, source: str) -> Block:
        """A colophon's list of what the original rules state, or of what this edition designed."""
        return Block(self.templates.fill("sourced", groups=blocks.sourced(self.game, source)))

    def table(self, id: str, kind: str = "") -> Block | Inline:
        """A whole table: head, rows, what its codes mean, modifiers, notes. `kind` is a class for style sheets."""
        table = next((table for table in self.game.tables if table.id == id), None)
        if not table:
            return self.fault("book/unknown-table", f"no table has the id '{id}'", suggest(id, self._tables()))
        anchor = "" if ("table", id) in self.shown else f"t-{id}"
        self.shown.add(("table", id))
        return Block(self.templates.fill("table", table=table, kind=kind, anchor=anchor, book=self))

    def roster(self, group: str, *attributes: str) -> Block | Inline:
        """A table of a group's counters: the real piece, its name, and the attributes named."""
        record = next((entry for entry in self.game.counters if entry.id == group), None)
        known = {attribute.id: attribute for attribute in self.game.attributes}
        if not record:
            groups = [entry.id for entry in self.game.counters]
            return self.fault("book/unknown-group", f"no group has the id '{group}'", suggest(group, groups))
        for attribute in attributes:
            if attribute not in known:
                return self.fault(
                    "book/unknown-attribute", f"no attribute is called '{attribute}'", suggest(attribute, known)
                )
        columns = [known[attribute] for attribute in attributes]
        return Block(self.templates.fill("roster", group=record, columns=columns, value=blocks.value, book=self))

    def example(self, id: str) -> Block | Inline:
        """A worked example: its title, its position as a diagram, its story, and what came of it."""
        example = next((example for example in self.game.examples if example.id == id), None)
        known = [example.id for example in self.game.examples]
        if not example:
            return self.fault("book/unknown-example", f"no example has the id '{id}'", suggest(id, known))
        self.shown.add(("example", id))
        panels = blocks.panels(self.game, example.position)
        story = Inline(self.tell(example))
        number = len([kind for kind, _ in self.shown if kind == "example"])
        return Block(
            self.templates.fill("example", example=example, panels=panels, story=story, number=number, book=self)
        )

    def sequence(self) -> Block:
        """The sequence of play: Player-Turns, phases and steps, each with the section that rules it."""
        return Block(
            self.templates.fill("sequence", turns=self.game.sequence, sides=blocks.sides(self.game), book=self)
        )

    def inventory(self) -> Block:
        """Every counter and card with its copies, and what else the game needs."""
        return Block(self.templates.fill("inventory", stocks=blocks.inventory(self.game), game=self.game, book=self))

    def calendar(self, id: str) -> Block | Inline:
        """What is preset on a track, box by box."""
        track = next((track for track in self.game.tracks if track.id == id), None)
        known = [track.id for track in self.game.tracks]
        if not track:
            return self.fault("book/unknown-track", f"no track has the id '{id}'", suggest(id, known))
        days = blocks.calendar(self.game, track)
        return Block(self.templates.fill("calendar", track=track, days=days, book=self))

    def preset(self, id: str, at: int, besides: str = "") -> str:
        """The pieces preset on one box of a track, in words; `besides` is left out."""
        names = {counter.id: counter.name for _, counter in self.game.pieces()}
        events = [event for track in self.game.tracks if track.id == id for event in track.events if event.at == at]
        pieces = [event for event in events if event.piece and event.piece != besides]
        return together([f"{words(event.count)} {names.get(event.piece or '', '')}" for event in pieces])

    def places(self, side: str, columns: int = 2) -> Block | Inline:
        """Where a side's pieces start, box by box, with the faces they show."""
        known = blocks.sides(self.game)
        if side not in known:
            return self.fault("book/unknown-side", f"there is no side '{side}'", suggest(side, known))
        rows = [(1.0, (row,)) for row in blocks.places(self.game, side)]
        return Block(self.templates.fill("places", columns=parted(rows, columns), book=self))

    def attribute(self, id: str) -> Attribute | Inline:
        """An attribute that the game declares: its name, short name, and what it is."""
        known = {attribute.id: attribute for attribute in self.game.attributes}
        if id not in known:
            return self.fault("book/unknown-attribute", f"no attribute is called '{id}'", suggest(id, known))
        return known[id]

    def cover(self, kicker: str = "", foot: str = "") -> Block:
        """The title page."""
        self.shown.add(("cover", ""))
        return Block(self.templates.fill("cover", about=self.game.game, kicker=kicker, foot=foot))

    # Index

    def term(self, word: str, entry: str = "") -> Inline:
        """A word where it is defined: set apart, and entered in the index (as `entry` where that differs)."""
        anchor = self._enter(entry or word, "")
        return Inline(f'<dfn id="{anchor}">{blocks.text(word)}</dfn>')

    def index(self, word: str, under: str = "") -> Inline:
        """An index entry that shows nothing here; `under` is its second line, as in *captives: rescue of*."""
        return Inline(f'<span class="anchor" id="{self._enter(word, under)}"></span>')

    def _enter(self, word: str, under: str) -> str:
        anchor = f"x-{len(self.entries)}"
        self.entries.append(Entry(word, under, anchor, self.section))
        return anchor

    # For templates

    def section_ref(self, id: str) -> Inline | str:
        """As `ref`, for a record's `section`; nothing where the book has no such section."""
        return self.ref(id) if id in self.plan.by_id else ""

    def prose(self, text: str) -> Inline:
        """Prose of a record as HTML."""
        return blocks.prose(text, self.icon)


def deferred(name: str) -> Block:
    """What can only be made once every chapter has been read."""
    return Block(f"\ue002{name}\ue001")
