"""The differences between pictures in films of DOG Royal and those of the board, apart from their size."""

from __future__ import annotations

LEFT_OUT = 8
"""The most figures and words that a film leaves out: six sizes of hands, that of the deck, and the value of a copy."""
RINGED = "seat "
"""Areas with a ring around a seat that is to act; in a film there is a line below it instead."""
