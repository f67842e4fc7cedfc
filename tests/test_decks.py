"""Decks whose order nobody knows: piles, draws, discards that become the pile, and dealing anew."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.engines.base import Cards, Move, Pack, Place, Stock, deck, kinds, more, redealt, together, without
from tests.engines import TOYS

PACK = next(Pack(game.decks[0]) for toy in TOYS if (game := toy.game).decks)
sizes = st.integers(0, 4)
piles = st.tuples(*(sizes for _ in PACK.ids))


@given(piles, piles)
def test_piles_are_put_together_and_taken_apart(one: Cards, other: Cards) -> None:
    assert without(together(one, other), other) == one
    assert without(one) == one
    assert list(kinds(one)) == [card for card, count in enumerate(one) if count]


@given(piles)
def test_a_pile_is_written_and_read_back(pile: Cards) -> None:
    assert PACK.read(PACK.words(pile).split()) == pile


@pytest.mark.parametrize(("words", "fault"), [("no-such-card", KeyError), (f"{PACK.ids[0]}*many", ValueError)])
def test_what_is_no_pile(words: str, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        PACK.read(words.split())


@given(piles)
def test_a_card_is_drawn_as_often_as_it_is_there(pile: Cards) -> None:
    draws = PACK.draws(pile, "turn")
    assert dict(draws) == {Move("turn", (PACK.ids[n],)): pile[n] for n in kinds(pile)}


def test_a_pack_is_what_is_printed() -> None:
    toy = next(toy for toy in TOYS if toy.game.decks)
    printed = deck(toy.game, PACK.id)
    assert {id: PACK.all[n] for id, n in PACK.number.items()} == {card.id: card.copies for card in printed.cards}
    assert Pack(printed, 2).all == together(PACK.all, PACK.all)
    place = Place("somewhere")
    assert dict(PACK.supply(PACK.all, place)) == {(card.id, place): card.copies for card in printed.cards}


@given(piles.filter(any), piles, st.integers(0, 2**32))
def test_drawing_through_a_deck(pile: Cards, discards: Cards, seed: int) -> None:
    """Every card comes once, the pile is emptied once, and then the discards are what is drawn."""
    stock, luck, hand = Stock(pile, discards), Random(seed), PACK.none
    for left in range(sum(pile), 0, -1):
        assert stock.ready() == stock and stock.emptied == 0
        card = luck.choice(list(kinds(stock.pile)))
        stock, hand = stock.take(card), more(hand, card)
        assert sum(stock.pile) == left - 1
    assert hand == pile and stock == Stock(PACK.none, discards, 1)
    assert stock.ready() == Stock(discards, PACK.none, 1)


def test_discards_lie_open() -> None:
    stock = Stock(PACK.none, PACK.none).lay(1).lay(0, 2)
    assert stock.discards == more(more(PACK.none, 0, 2), 1)
    assert Stock(PACK.none, PACK.none).ready().pile == PACK.none


@given(st.lists(piles, max_size=5), st.integers(0, 2**32))
def test_dealing_anew_keeps_sizes_and_cards(before: list[Cards], seed: int) -> None:
    after = redealt(before, Random(seed))
    assert [sum(pile) for pile in after] == [sum(pile) for pile in before]
    assert [sum(of) for of in zip(*after, strict=True)] == [sum(of) for of in zip(*before, strict=True)]


def test_every_deal_is_as_likely() -> None:
    """One of each of three cards, dealt to three piles: six deals, each about as often as another."""
    ones: list[Cards] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    luck = Random(5)
    seen = Counter(redealt(ones, luck) for _ in range(6_000))
    assert len(seen) == 6 and all(900 < count < 1_100 for count in seen.values())
