"""The options of DOG Royal."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Minor = Annotated[bool, Meta(extra={"minor": True})]
"""An option about a corner of the rules that a short menu leaves out."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be agreed before the game (rules, section 11). Every combination can be played."""

    mode: Literal["royal", "base"] = "royal"
    """With ranks, special spaces and green cards, or without."""
    short: Literal["no", "two_out", "three_pieces"] = "no"
    """House variants. `two_out`: a second piece is set on the first special space ahead of the start space.
    `three_pieces`: everybody plays with three; in Royal the king, who walks slowest, stays in the box."""
    solo: bool = False
    """House variant: four and six play everyone for himself, by section 9. Two, three and five always do."""
    three_on_six: bool = False
    """Three people sit at every other arm of the six-armed side (11-M). Means nothing with another number."""
    magnet_zero: bool = False
    """A magnet may be played on a piece directly behind another, moving it nowhere (11-C). That draws no card."""
    plus4_green: bool = True
    """The 4 is green forward too, not only backward (11-A)."""
    draw_optional: bool = False
    """The card of a special space may be declined (11-R)."""
    round_limit: Annotated[int, Meta(ge=0, le=200, extra={"offer": (0, 5, 10, 15, 20, 30)})] = 0
    """After so many rounds the game ends and progress decides; 0: only after `TURN_LIMIT` turns."""
    jester_in_goal: Minor = False
    """The jester's points may lapse inside the goal too (11-F)."""
    king_exception_any_arrival: Minor = True
    """A foreign king on one's start space is captured by a piece arriving backward too (11-H)."""
