"""Finished PDFs re-opened: `measure` says what is there, `prove` what is wrong with it, and a `Watch` so as it is written."""

from pnp.proof.measure import Face, Letters, Measured, Sheet, measure
from pnp.proof.prove import CLOSE, Expected, Pair, folded, pairs, prove
from pnp.proof.watch import Watch

__all__ = (
    "CLOSE",
    "Expected",
    "Face",
    "Letters",
    "Measured",
    "Pair",
    "Sheet",
    "Watch",
    "folded",
    "measure",
    "pairs",
    "prove",
)
