"""The designer's assertions: what expressions can ask of a game, and that bundled games ask it."""

import re
from collections import Counter as Tally
from pathlib import Path

from conftest import ROOT

from pnp.checks import assertions
from pnp.diag import Found, Span
from pnp.model.expr import Sandbox
from pnp.model.load import Loaded, load

TOY = ROOT / "tests" / "toy"

EXPECTED = re.compile(r"[a-z0-9.*-]+=[a-z0-9.,+-]+( [a-z0-9.,+-]+)*", re.I)


def loaded(folder: Path) -> Loaded:
    game = load(folder, Found())
    assert game is not None
    return game


def ask(folder: Path, expression: str) -> object:
    found = Found()
    value = Sandbox(loaded(folder).game).value(expression, Span("test"), found)
    assert not found.items, found.items
    return value


def test_a_set_can_be_asked_what_it_contains() -> None:
    group = loaded(TOY).game.counters[0].id
    villagers = f"pieces_of(group='{group}')"
    stubborn = ask(TOY, f"{villagers} | selectattr('traits', 'contains', 'stubborn') | list | length")
    others = ask(TOY, f"{villagers} | rejectattr('traits', 'contains', 'stubborn') | list | length")
    assert stubborn and others


def test_placements_agree_with_places(game_folder: Path) -> None:
    for _, counter in loaded(game_folder).game.pieces():
        query = (
            f"starts('{counter.id}') | selectattr('at') | map(attribute='at') | list == placed('{counter.id}') | list"
        )
        assert ask(game_folder, query) is True


def test_maps_and_passages_are_found_by_id(game_folder: Path) -> None:
    for board in loaded(game_folder).game.boards:
        assert ask(game_folder, f"board('{board.id}').size") == board.size
        for passage in board.passages:
            assert ask(game_folder, f"passage('{passage.id}').between") == passage.between


def test_every_assertion_holds(game_folder: Path) -> None:
    found = Found()
    assertions.check(loaded(game_folder), found)
    assert not found.items


def test_every_number_that_the_rules_state_is_asserted(game_folder: Path) -> None:
    game = loaded(game_folder).game
    asked = {name for one in game.checks for name in re.findall(r"param\('([^']+)'\)", one.that)}
    assert not {one.id for one in game.parameters if one.source == "stated"} - asked


def test_every_assertion_says_where_it_comes_from(game_folder: Path) -> None:
    assert all(one.section and one.says for one in loaded(game_folder).game.checks)


def test_no_example_needs_more_pieces_than_there_are(game_folder: Path) -> None:
    game = loaded(game_folder).game
    copies = {counter.id: counter.copies for _, counter in game.pieces()}
    for example in game.examples:
        used = Tally[str]()
        for stack in example.position.stacks:
            used[stack.piece] += stack.count
        assert all(number <= copies.get(piece, number) for piece, number in used.items()), example.id
        assert example.does and example.outcomes, example.id
        assert all(EXPECTED.fullmatch(outcome.expect) for outcome in example.outcomes)
