"""Liar's Dice's colours: a tavern's table, by day and by lamplight."""

from rendering.drawing.theme import make_theme

LIGHT = make_theme(
    "E6CFA8 CFB184 E39B2D 33231A 4A2C1D FFF6E6 E2C79E", mat="F3E4C8", seam="C2A173", bone="FFFDF6", wide=("mat",)
)
DARK = make_theme(
    "3A281D 2C1D14 E39B2D F6E9D5 1C120C FFF6E6 CDB391", mat="4B3627", seam="5E4632", bone="F6EEDC", wide=("mat",)
)
