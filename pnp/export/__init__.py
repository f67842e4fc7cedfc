"""Files for shops: what each asks for is data (`templates/shops`), how it is met is here."""

from __future__ import annotations

from pnp.export.making import Order, export
from pnp.export.shops import Shop, names, shop

__all__ = ("Order", "Shop", "export", "names", "shop")
