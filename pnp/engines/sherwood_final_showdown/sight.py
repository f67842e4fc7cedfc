"""What a side does not see: the other's hand, the card that it has laid, and the order of its deck."""

from __future__ import annotations

from random import Random
from typing import Any

from pnp.engines.base import Cards, Stock, more, redealt, together
from pnp.engines.sherwood_final_showdown.sequence import AGENDA
from pnp.engines.sherwood_final_showdown.state import Draft, State
from pnp.engines.sherwood_final_showdown.world import LAW


def view(state: State, own: int) -> State:
    """The other's hand and laid card lie in his deck, as far as one knows; `open` would tell what chance may deal him."""
    other = 1 - own
    stock, hand, laid = state.stocks[other], state.hands[other], state.laid[other]
    if not any(hand) and laid < 0:
        return state._replace(open=())
    pile = together(stock.pile, hand)
    unseen = stock._replace(pile=pile if laid < 0 else more(pile, laid))
    return _with(state, other, unseen, state.world.packs[other].none, -1, ())


def redeal(state: State, own: int, luck: Random) -> State:
    """The other's deck, hand and laid card dealt anew, as many of each."""
    other, none = 1 - own, state.world.packs[1 - own].none
    laid = none if state.laid[other] < 0 else more(none, state.laid[other])
    pile, hand, card = redealt((state.stocks[other].pile, state.hands[other], laid), luck)
    unseen = state.stocks[other]._replace(pile=pile)
    again = _with(state, other, unseen, hand, card.index(1) if any(card) else -1, ())
    return again._replace(open=AGENDA.opened(Draft(again)))


def _with(state: State, side: int, stock: Stock, hand: Cards, laid: int, open: tuple[Any, ...]) -> State:
    """A state with other cards of one side."""
    if side == LAW:
        stocks, hands, cards = (stock, state.stocks[1]), (hand, state.hands[1]), (laid, state.laid[1])
    else:
        stocks, hands, cards = (state.stocks[0], stock), (state.hands[0], hand), (state.laid[0], laid)
    return state._replace(stocks=stocks, hands=hands, laid=cards, open=open)
