"""A game's rules → `Html`: chapters are read, numbered, evaluated, rendered, and bound into one flowing document."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pnp import where
from pnp.book import markdown, numbers, register, style
from pnp.book.base import Art, Heading, Item, Plan, Printed, Regions, no_regions
from pnp.book.columns import parted
from pnp.book.markdown import Lines, Source
from pnp.book.names import Names
from pnp.book.templates import Blank, Templates
from pnp.diag import Found, Span, suggest
from pnp.draw.document import Html, StyleSheet
from pnp.draw.fonts import Fonts
from pnp.draw.palette import Palette
from pnp.model.expr import Sandbox
from pnp.model.game import Game
from pnp.model.rules import Example

_NUMBERED = 3
_NOTHING = Art(lambda piece, side: "", lambda name: "")
Thing = TypeVar("Thing", Heading, Item)


def write(game: Game, art: Art, found: Found) -> Html | None:
    """The rulebook as flowing text, or nothing where the game has none. Faults go to `found`."""
    if not game.book:
        return None
    names, body = _body(game, art, found)
    title = f"{game.game.name}: {game.book.title or 'Rules'}"
    return _bind(game, body, names.files, title, game.book.paper, found)


def check(game: Game, found: Found, regions: Regions = no_regions, lost: frozenset[str] = frozenset()) -> None:
    """Whether the rulebook's references, expressions and callouts hold, without drawing or rendering anything. Of a game of
    which something was `lost`, what does not ask for that."""
    if game.book:
        names, sources = _open(game, Art(_NOTHING.face, _NOTHING.icon, regions), Blank(), found)
        if not all(source.written for source in sources):
            return  # a chapter that could not be read may hold what all others refer to
        _evaluate(game, sources, names, lost)
        known = numbers.facts(game)
        covered = frozenset[int]().union(*(face.covers for face in style.faces(Fonts.open(game, Found()))))
        for source in sources:
            chapter = StyleSheet(source.lines.path, source.written)
            style.links(chapter, names.plan.by_id, found)
            style.glyphs(chapter, covered, found)
        for source in () if lost else (*sources, *(_record(one, found) for one in game.examples)):
            numbers.look(source, known, found)
        _check_records(game, names, found)
        if not lost:
            _check_shown(game, names, found)


def look(game: Game, found: Found) -> None:
    """Whether the names in the game's own style sheet are names of something, and the pictures there that it shows."""
    if game.book and game.book.style:
        from pnp.book import css  # only where there is a sheet to read

        *house, own = _sheets(game, game.book.paper, found)
        style.files(game, [own], (), found)
        css.check(own, (name for sheet in house for name in css.variables(sheet)), found)


def _bind(game: Game, body: str, files: Mapping[str, bytes], title: str, paper: str, found: Found) -> Html:
    sheets = list(_sheets(game, paper, found))
    span = game.book.where.span if game.book else game.where.span
    there = style.files(game, [*sheets, StyleSheet(span.path, body)], files, found)
    return Html(
        title=title,
        subject=game.game.subtitle,
        body=body,
        where=span,
        sheets=tuple(sheets),
        faces=tuple(style.faces(Fonts.open(game, found))),
        files={**files, **there},
        author=", ".join(credit.name for credit in game.game.credits),
        paper=paper.upper(),
    )


def _sheets(game: Game, paper: str, found: Found) -> Iterator[StyleSheet]:
    yield style.variables(Palette.of(game.style.palette if game.style else ()), paper)
    yield from map(_house, ("house", paper) if paper != "a4" else ("house",))
    if game.book and game.book.style:
        yield style.sheet(game, game.book.style, game.book.where.of("style"), found)


def _house(name: str) -> StyleSheet:
    file = f"{name}.css"
    return StyleSheet(f"templates/book/{file}", (where.templates_root() / "book" / file).read_text("utf-8"))


def _body(game: Game, art: Art, found: Found) -> tuple[Names, str]:
    names, sources = _open(game, art, Templates(where.templates_root() / "book"), found)
    values = _evaluate(game, sources, names)
    names.plan = _titled(names.plan, sources, values)
    _check_records(game, names, found)
    _check_shown(game, names, found)
    chapters = "".join(_chapter(source, held, names) for source, held in zip(sources, values, strict=True))
    if ("cover", "") not in names.shown:
        chapters = (
            names.templates.fill("masthead", about=game.game, title=game.book.title if game.book else "") + chapters
        )
    return names, markdown.fill(chapters, (), _last(names))


def _open(game: Game, art: Art, templates: Templates | Blank, found: Found) -> tuple[Names, tuple[Source, ...]]:
    sources = _sources(game, found)
    return Names(game, _plan(sources, found), art, templates, found, game.where.span), sources


def _sources(game: Game, found: Found) -> tuple[Source, ...]:
    chapters = game.book.chapters if game.book else ()
    return tuple(_source(game, chapter.file, chapter.where.of("file"), found) for chapter in chapters)


def _source(game: Game, file: str, span: Span, found: Found) -> Source:
    sheet = style.sheet(game, file, span, found)
    style.pictures(game, sheet, found)
    return markdown.read(Lines(style.shown(game, file)), sheet.text, found)


def _plan(sources: Iterable[Source], found: Found) -> Plan:
    """Number the sections; ids must be unique in the whole book."""
    headings: list[Heading] = []
    ids: dict[str, Heading] = {}
    items: dict[str, Item] = {}
    counts = [0] * _NUMBERED
    for source in sources:
        for mark in source.marks:
            heading = Heading(
                mark.id or f"{len(headings)}-untitled",
                mark.level,
                _number(mark, counts),
                mark.title,
                mark.span,
                mark.classes,
            )
            headings.append(heading)
            if mark.id:
                _once(mark.id, heading, ids, found)
        for entry in source.listed:
            _once(entry.id, Item(entry.id, entry.number, entry.span), items, found)
    return Plan(tuple(headings), tuple(items.values()), ids, items)


def _number(mark: markdown.Mark, counts: list[int]) -> str:
    if mark.level > _NUMBERED or "plain" in mark.classes:
        return ""
    counts[mark.level - 1] += 1
    counts[mark.level :] = [0] * (_NUMBERED - mark.level)
    return ".".join(str(count) for count in counts[: mark.level])


def _once(id: str, thing: Thing, known: dict[str, Thing], found: Found) -> None:
    if other := known.get(id):
        found.error(
            "book/duplicate-id",
            thing.span,
            f"the id '{id}' is taken",
            "give this one another id",
            ((other.span, "taken here"),),
        )
    else:
        known[id] = thing


def _evaluate(
    game: Game, sources: Sequence[Source], names: Names, lost: frozenset[str] = frozenset()
) -> list[list[object]]:
    """Every expression's value, in the order of the book; the functions it calls know the section around it."""
    sandbox = Sandbox(game, names.functions(), lost)
    names.tell = lambda example: _tell(example, sandbox, names)
    headings = iter(names.plan.headings)
    return [[*_values(source, sandbox, names, headings)] for source in sources]


def _tell(example: Example, sandbox: Sandbox, names: Names) -> str:
    """An example's Markdown, told in the middle of a chapter."""
    at = names.at
    source = _record(example, names.found)
    values = []
    for expression in source.expressions:
        names.at = expression.span
        values.append(sandbox.shown(expression.text, expression.span, names.found))
    names.at = at
    if isinstance(names.templates, Blank):
        return ""
    return markdown.render(source, values, [f"<h{mark.level}>" for mark in source.marks], {})


def _record(example: Example, found: Found) -> Source:
    """An example's Markdown taken apart. A block begins on the line after its key."""
    span, block = example.where.of("text"), example.where.style("text") == "|"
    return markdown.read(Lines(span.path, span.line + 1, None if block else span), example.text, found)


def _values(source: Source, sandbox: Sandbox, names: Names, headings: Iterator[Heading]) -> Iterator[object]:
    ahead = [(mark.span.line, next(headings)) for mark in source.marks]
    for expression in source.expressions:
        while ahead and ahead[0][0] <= expression.span.line:
            names.section = ahead.pop(0)[1]
        names.at = expression.span
        yield sandbox.shown(expression.text, expression.span, names.found)


def _titled(plan: Plan, sources: Sequence[Source], values: Sequence[Sequence[object]]) -> Plan:
    """The plan with its titles as HTML."""
    titles = [
        markdown.title(mark.title, held) for source, held in zip(sources, values, strict=True) for mark in source.marks
    ]
    headings = tuple(dataclasses.replace(head, title=title) for head, title in zip(plan.headings, titles, strict=True))
    return dataclasses.replace(plan, headings=headings)


def _chapter(source: Source, values: Sequence[object], names: Names) -> str:
    spans = {mark.span for mark in source.marks}
    heads = [_head(heading) for heading in names.plan.headings if heading.span in spans]
    backs = {item.id: _back(item.id, names) for item in source.listed}
    marks = " ".join(dict.fromkeys(word for mark in source.marks[:1] for word in mark.classes))
    return f'<section class="chapter {marks}">{markdown.render(source, values, heads, backs)}</section>'


def _head(heading: Heading) -> str:
    number = f'<span class="number">{heading.number}</span> ' if heading.number else ""
    marks = f' class="{" ".join(heading.marks)}"' if heading.marks else ""
    place = f"{heading.span.path}:{heading.span.line}"
    return f'<h{heading.level} id="{heading.anchor}"{marks} data-at="{place}">{number}'


def _back(item: str, names: Names) -> str:
    """The sections that refer to a list item, and the anchor where their signs lead."""
    links = " ".join(f'<a href="#{head.anchor}">{head.number}</a>' for head in names.marks.get(item, ()))
    return f'<span class="back" id="r-{item}">{links}</span>'


def _last(names: Names) -> dict[str, str]:
    """What can be made only when all is known: the contents and the index."""
    top = [head for head in names.plan.headings if head.level <= 2 and "unlisted" not in head.marks]
    return {
        "contents": names.templates.fill("contents", columns=parted(_chapters(top), 2)),
        "register": names.templates.fill("register", columns=register.columns(names.entries, 3)),
    }


def _chapters(headings: Iterable[Heading]) -> list[tuple[float, tuple[Heading, ...]]]:
    """Each chapter's headings with the height they take in the contents, in lines."""
    chapters: list[list[Heading]] = []
    for heading in headings:
        if heading.level == 1 or not chapters:
            chapters.append([])
        chapters[-1].append(heading)
    return [(len(chapter) + 0.9, tuple(chapter)) for chapter in chapters]


def _check_records(game: Game, names: Names, found: Found) -> None:
    """Sections that records name must exist."""
    known = names.plan.by_id
    for owner, section, span in _sections(game):
        if section and section not in known:
            found.error(
                "book/unknown-section",
                span,
                f"{owner} names the section '{section}', which the rulebook has not",
                suggest(section, known),
            )


def _check_shown(game: Game, names: Names, found: Found) -> None:
    """What is written and never shown is a warning."""
    for code, kind, records in (
        ("book/unused-table", "table", game.tables),
        ("book/unused-example", "example", game.examples),
    ):
        for record in records:
            if (kind, record.id) not in names.shown:
                message = f"the {kind} '{record.id}' is not shown in the rulebook"
                found.warning(
                    code, record.where.of("id"), message, f"write {{{{ {kind}('{record.id}') }}}} in a chapter"
                )
    for item in names.plan.items:
        if item.id not in names.marks:
            found.warning(
                "book/unused-item",
                item.span,
                f"nothing refers to '{item.id}'",
                f"write {{{{ ruling('{item.id}') }}}} in a chapter",
            )


def _sections(game: Game) -> Iterator[tuple[str, str, Span]]:
    """(who, section, where) for each record whose `section` is one of the book's."""
    for turn in game.sequence:
        for phase in turn.phases:
            yield f"phase '{phase.id}'", phase.section, phase.where.of("section")
            for step in phase.steps:
                yield f"step '{step.id}'", step.section, step.where.of("section")
    for example in game.examples:
        yield f"example '{example.id}'", example.section, example.where.of("section")


def guide(game: Game, files: Sequence[Printed], found: Found) -> Html:
    """The print guide: one page that says what each file is and how to make the game from them."""
    templates = Templates(where.templates_root() / "book")
    names = Names(game, Plan((), ()), _NOTHING, templates, found, game.where.span)
    body = templates.fill("guide", game=game, files=files, kinds={file.kind: file for file in files}, book=names)
    # On A4 whatever the rulebook's pages are: it is read beside the printer, and fits one page, if need be in smaller type.
    html = _bind(game, body, {}, f"{game.game.name}: print guide", "a4", found)
    return dataclasses.replace(html, spare=(_house("tight"),))
