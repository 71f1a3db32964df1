"""The differences between pictures in films of DOG Royal and those of the board, apart from their size."""

from __future__ import annotations

LEFT_OUT = 8
"""The most figures and words that a film leaves out: cards in six hands and the deck, a copy's worth."""
RINGED = "seat "
"""Areas with a ring around a seat that is to act; in a film there is a line below it instead."""
