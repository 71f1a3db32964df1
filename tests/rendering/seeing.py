"""Measure how people see a picture's colours: colour vision deficiencies, distance, contrast.

Full dichromacy after Machado, Oliveira and Fernandes (2009), "A Physiologically-based Model for Simulation of Color
Vision Deficiency", the matrices for severity 1.0, applied to linear RGB; distance in CIE L*a*b* (1976), D65; contrast
after WCAG 2.
"""

from __future__ import annotations

import math

RGB = tuple[int, int, int]

DEFICIENCIES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: RGB) -> tuple[float, ...]:
    """Convert sRGB to light, 0..1."""
    shares = (channel / 255 for channel in colour)
    return tuple(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)


def simulate_light(colour: RGB, deficiency: str) -> tuple[float, ...]:
    """Compute the light a person with the deficiency sees, 0..1."""
    light = linear(colour)
    rows = DEFICIENCIES[deficiency]
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in rows)


def lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    """Convert light to L*, a*, b*."""
    xyz = (sum(a * b for a, b in zip(row, light, strict=True)) for row in XYZ)
    ratios = (value / white for value, white in zip(xyz, _WHITE, strict=True))
    fx, fy, fz = (r ** (1 / 3) if r > (6 / 29) ** 3 else r / (3 * (6 / 29) ** 2) + 4 / 29 for r in ratios)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: RGB, other: RGB, deficiency: str) -> float:
    """Compute how different two colours look: ΔE in CIE L*a*b*. About 2 is just visible side by side."""
    return math.dist(lab(simulate_light(one, deficiency)), lab(simulate_light(other, deficiency)))


def contrast(one: RGB, other: RGB) -> float:
    """Compute WCAG's ratio of two colours' luminance, 1..21."""
    high, low = sorted((sum(a * b for a, b in zip(XYZ[1], linear(c), strict=True)) for c in (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
