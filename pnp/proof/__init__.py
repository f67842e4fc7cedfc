"""Finished PDFs re-opened: `measure` says what is there, `prove` and `proved` what is wrong with it."""

from pnp.proof.measure import Face, Letters, Measured, Sheet, measure
from pnp.proof.prove import CLOSE, Expected, Pair, folded, pairs, prove, proved

__all__ = (
    "CLOSE",
    "Expected",
    "Face",
    "Letters",
    "Measured",
    "Pair",
    "Sheet",
    "folded",
    "measure",
    "pairs",
    "prove",
    "proved",
)
