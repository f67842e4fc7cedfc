"""The names of a game's files but its rulebook and guide, for `pnp build --only`: python bench/names.py GAME"""

import sys

from pnp import build
from pnp.build.base import RULEBOOK
from pnp.build.products import products

(folder,) = build.folders((sys.argv[1],))
workshop = build.check(folder, lambda _: None).workshop
assert workshop is not None
print(",".join(product.name for product in products(workshop) if product.name != RULEBOOK))
