"""Aquaretto's colours. Each animal has its own, named by its code."""

from __future__ import annotations

from msgspec.structs import replace

from rendering.drawing.theme import make_theme, rgb

WIDE = ("water", "grass", "mown", "path", "soil")
"""Colours of large areas. With high contrast they are close to the colour of the ground."""

_LIGHT = make_theme(
    "DFF3F4 B5E0E2 F7C548 17353A 1D5960 FFFFFF CDE9EA",
    water="7CC6C9",
    deep="2A7F86",
    sand="F2DDB4",
    stone="ABB8B4",
    DOL="5E93CC",
    ORC="353A45",
    SEA="C37632",
    TUR="6DAA45",
    HIP="B48AA8",
    snout="CDAEC4",
    CRO="67802F",
    PEN="42508C",
    POL="F7FAFA",
    orange="F08A24",
    wood="C99A62",
    plank="D9B27E",
    pad="DFEBC0",
    dune="D6BE94",
    sea="9CD6D8",
    shoal="A9DEDD",
    lee="8ECACE",
    pool="B9ECF2",
    drift="5FAAB1",
    ripple="CDE9EA",
    leaf="7DB85A",
    hedge="4E9A3B",
    trunk="8A5A34",
    grass="CADD98",
    mown="BED488",
    path="F3E4C2",
    quay="F3E4C2",
    kerb="E4D1A8",
    glow="FFE9A3",
    ray="C6E9E4",
    soil="CFAE80",
    dug="B8925F",
    wide=WIDE,
)
_DARK = make_theme(
    "1E4147 16343A F7C548 E6F6F7 0E2427 FFFFFF A9CDD0",
    water="4F9BA1",
    deep="9FDDE0",
    sand="CDB98C",
    stone="6B7C7A",
    DOL="5E93CC",
    ORC="353A45",
    SEA="C37632",
    TUR="6DAA45",
    HIP="B48AA8",
    snout="CDAEC4",
    CRO="67802F",
    PEN="42508C",
    POL="F7FAFA",
    orange="F08A24",
    wood="8A6844",
    plank="9A774E",
    pad="73A26C",
    dune="8C8261",
    sea="1F5963",
    shoal="28656E",
    lee="1A4C56",
    pool="9FDDE0",
    drift="122B31",
    ripple="3C868E",
    leaf="6FB062",
    hedge="3B7748",
    trunk="6E4B33",
    grass="5E8F58",
    mown="558550",
    path="A8976B",
    quay="46556A",
    kerb="566780",
    glow="D9A441",
    ray="2C6B74",
    soil="7E6448",
    dug="65503A",
    wide=WIDE,
)

LIGHT, DARK = (replace(theme, chalk=rgb("#FFF1C9")) for theme in (_LIGHT, _DARK))
"""The last move is marked in the warm white of lamps and sun."""
