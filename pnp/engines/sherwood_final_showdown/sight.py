"""What a side does not see: the other's hand, the card that it has laid, and the order of its deck."""

from __future__ import annotations

from random import Random

from pnp.engines.base import Stock, more, redealt, together
from pnp.engines.sherwood_final_showdown.sequence import AGENDA
from pnp.engines.sherwood_final_showdown.state import Draft, State


def view(state: State, own: int) -> State:
    """The other's hand and laid card lie in his deck, as far as one knows; `open` would tell what chance may deal him."""
    other, pack = 1 - own, state.world.packs[1 - own]
    pile = together(state.stocks[other].pile, state.hands[other])
    pile = pile if state.laid[other] < 0 else more(pile, state.laid[other])
    unseen = state.stocks[other]._replace(pile=pile)
    return _with(state, other, unseen, pack.none, -1)._replace(open=())


def redeal(state: State, own: int, luck: Random) -> State:
    """The other's deck, hand and laid card dealt anew, as many of each."""
    other, pack = 1 - own, state.world.packs[1 - own]
    laid = pack.none if state.laid[other] < 0 else more(pack.none, state.laid[other])
    pile, hand, card = redealt((state.stocks[other].pile, state.hands[other], laid), luck)
    again = _with(state, other, state.stocks[other]._replace(pile=pile), hand, card.index(1) if any(card) else -1)
    return again._replace(open=AGENDA.opened(Draft(again)))


def _with(state: State, side: int, stock: Stock, hand: tuple[int, ...], laid: int) -> State:
    """A state with other cards of one side."""
    stocks, hands, cards = list(state.stocks), list(state.hands), list(state.laid)
    stocks[side], hands[side], cards[side] = stock, hand, laid
    return state._replace(stocks=(stocks[0], stocks[1]), hands=(hands[0], hands[1]), laid=(cards[0], cards[1]))
