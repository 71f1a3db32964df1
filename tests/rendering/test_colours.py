"""The distances between the seats' colours for all kinds of colour vision, in a colour space made for such
measurements.

CAM02-UCS: Luo, Cui and Li (2006), "Uniform colour spaces based on CIECAM02 colour appearance model", over CIECAM02
(Moroney and others, 2002), under the conditions of sRGB: white D65, adapting luminance 64 / π / 5 cd/m², background 20,
average surround. The matrices in `seeing` simulate colour vision deficiencies.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations, product
from typing import Literal

import pytest
from PIL import Image

import games
from rendering import Look
from rendering.drawing.theme import RGB, SEATS, palette, theme
from tests.rendering.seeing import DEFICIENCIES, XYZ, simulate_light

LEAST = 22.5
"""CAM02-UCS distance between any two seat colours, to normal sight and to full deficiencies (found: 22.7)."""

Triple = tuple[float, ...]
Matrix = tuple[Triple, ...]

CAT02: Matrix = ((0.7328, 0.4296, -0.1624), (-0.7036, 1.6975, 0.0061), (0.0030, 0.0136, 0.9834))
CAT02_BACK: Matrix = (
    (1.0961238, -0.2788690, 0.1827452),
    (0.4543690, 0.4735332, 0.0720978),
    (-0.0096276, -0.0056980, 1.0153256),
)
HUNT: Matrix = ((0.38971, 0.68898, -0.07868), (-0.22981, 1.18340, 0.04641), (0.0, 0.0, 1.0))

ADAPTING, BACKGROUND = 64 / math.pi / 5, 0.2
_K = 1 / (5 * ADAPTING + 1)
LEVEL = 0.2 * _K**4 * 5 * ADAPTING + 0.1 * (1 - _K**4) ** 2 * (5 * ADAPTING) ** (1 / 3)
ADAPTED = 1 - math.exp((-ADAPTING - 42) / 92) / 3.6
INDUCTION, EXPONENT = 0.725 * BACKGROUND**-0.2, 1.48 + math.sqrt(BACKGROUND)


def times(matrix: Matrix, vector: Triple) -> Triple:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def responses(xyz: Triple, white: Triple) -> Triple:
    """Compute the responses of the three kinds of cones, after adaptation to white. Both in 0..100."""
    cones = (
        value * (white[1] / full * ADAPTED + 1 - ADAPTED)
        for value, full in zip(times(CAT02, xyz), times(CAT02, white), strict=True)
    )
    out = []
    for value in times(HUNT, times(CAT02_BACK, tuple(cones))):
        power = (LEVEL * abs(value) / 100) ** 0.42
        out.append(math.copysign(400 * power / (power + 27.13), value) + 0.1)
    return tuple(out)


def achromatic(cones: Triple) -> float:
    red, green, blue = cones
    return float((2 * red + green + blue / 20 - 0.305) * INDUCTION)


def ucs(light: Triple) -> Triple:
    """Convert linear RGB, 0..1, to J', a', b' of CAM02-UCS."""
    white = tuple(100 * sum(row) for row in XYZ)
    red, green, blue = cones = responses(tuple(100 * value for value in times(XYZ, light)), white)
    a, b = red - 12 * green / 11 + blue / 11, (red + green - 2 * blue) / 9
    hue = math.atan2(b, a)
    lightness = 100 * (achromatic(cones) / achromatic(responses(white, white))) ** (0.69 * EXPONENT)
    eccentric = 50000 / 13 * INDUCTION * (math.cos(hue + 2) + 3.8) / 4
    strength = eccentric * math.hypot(a, b) / (red + green + 21 * blue / 20)
    chroma = strength**0.9 * math.sqrt(lightness / 100) * (1.64 - 0.29**BACKGROUND) ** 0.73
    colourful = math.log(1 + 0.0228 * chroma * LEVEL**0.25) / 0.0228
    return 1.7 * lightness / (1 + 0.007 * lightness), colourful * math.cos(hue), colourful * math.sin(hue)


@cache
def distance(one: RGB, other: RGB, deficiency: str) -> float:
    return math.dist(ucs(simulate_light(one, deficiency)), ucs(simulate_light(other, deficiency)))


def test_the_measure_agrees_with_the_paper() -> None:
    """White and black are the ends of the scale, and mid grey lies above its middle; D65 tints them slightly."""
    assert ucs((1.0, 1.0, 1.0)) == pytest.approx((100, 0, 0), abs=2.5)
    assert ucs((0.0, 0.0, 0.0)) == pytest.approx((0, 0, 0), abs=0.2)
    lightness, *rest = ucs((0.2, 0.2, 0.2))
    assert lightness == pytest.approx(54.4, abs=0.1)
    assert rest == pytest.approx((0, 0), abs=2.5)


def seats(game: str, look: Look) -> dict[str, RGB]:
    """List the colour of every seat as the palette of a game shows it in a look."""
    row = Image.new("RGB", (len(SEATS), 1))
    row.putdata([seat.fill for seat in SEATS])
    drawn = row.quantize(palette=palette(theme(game, look)), dither=Image.Dither.NONE).convert("RGB")
    return {seat.name: drawn.getpixel((x, 0)) for x, seat in enumerate(SEATS)}


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOKS = {
    f"{ground}{'-contrast' if stark else ''}": Look(theme=ground, contrast=stark)
    for ground, stark in product(THEMES, (False, True))
}


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", games.names())
def test_any_two_seats_are_far_apart(game: str, look: str, deficiency: str) -> None:
    shown = seats(game, LOOKS[look])
    found = {(a, b): distance(shown[a], shown[b], deficiency) for a, b in combinations(shown, 2)}
    closest = min(found, key=found.__getitem__)
    assert found[closest] >= LEAST, (closest, round(found[closest], 1))


def test_the_measure_knows_confusable_colours() -> None:
    red, green = (200, 60, 40), (110, 115, 30)
    assert distance(red, green, "normal") > 30
    assert distance(red, green, "deuteranopia") < 10
