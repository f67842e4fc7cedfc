"""Rulebooks and print guides as flowing text: `write`, `check`, `look`, `guide`; `Art` is what `build` hands in."""

from pnp.book.base import Art, Printed
from pnp.book.make import check, guide, look, write

__all__ = ["Art", "Printed", "check", "guide", "look", "write"]
