"""How the pictures in films of DOG Royal differ from those of the board, apart from their size."""

from __future__ import annotations

LEFT_OUT = 8
"""The most figures and words that a film leaves out: of the cards in up to six hands and the deck, of a copy's worth."""
RINGED = "seat "
"""Areas with a ring around a seat that is to act; in a film there is a line below it instead."""
