"""A deck with Typst, the fastest tool of the field: python bench/typst_deck.py DECK.typ OUT.pdf

Nothing but Typst is on the clock: what the deck is made of is written before, by `typst_source`. Needs
bench/requirements.txt, which only the benchmark uses.
"""

import sys

import typst

typst.compile(sys.argv[1], output=sys.argv[2])
