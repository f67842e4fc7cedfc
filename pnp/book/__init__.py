"""Rulebooks and print guides as flowing text: `write`, `check`, `guide`; `Art` is what `build` hands in."""

from pnp.book.base import Art, Printed
from pnp.book.make import check, guide, write

__all__ = ["Art", "Printed", "check", "guide", "write"]
