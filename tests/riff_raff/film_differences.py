"""The differences between pictures in films of Riff Raff and those of the board, apart from their size."""

from __future__ import annotations

LEFT_OUT = 0
RINGED = ""
SCENERY = 0.02
"""The share of the picture that sail, clouds and waves change by much: films leave them out."""
