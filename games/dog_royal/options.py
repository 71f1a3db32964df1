"""The options of DOG Royal."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Minor = Annotated[bool, Meta(extra={"minor": True})]
"""An option about a rare case, which short menus leave out."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What the host may choose (rules, section 11). All combinations are possible."""

    mode: Literal["royal", "base"] = "royal"
    """With ranks, special spaces and green cards (`royal`), or without (`base`)."""
    short: Literal["no", "two_out", "three_pieces"] = "no"
    """House rules for a shorter game. `two_out`: a second piece starts on the first special space ahead of the start
    space. `three_pieces`: three pieces of each colour; in Royal without the king, who is the slowest."""
    talk: Literal["silent", "open"] = "silent"
    """Whether partners may talk about their cards and plans: `silent`, by the rules, or at an `open` table. The bot
    shows no cards either way; the first board says which applies."""
    solo: bool = False
    """House rule: four and six players play alone by section 9, as two, three and five always do."""
    three_on_six: bool = False
    """Three players sit at every other arm of the six-armed board (11-M). Ignored with another number."""
    magnet_zero: bool = False
    """A magnet may be played on a piece directly behind another.

    The piece then does not move, and no card is drawn (11-C).
    """
    plus4_green: bool = True
    """The 4 is a green card forward too, not only backward (11-A)."""
    draw_optional: bool = False
    """The card of a special space may be declined; a citizen then cannot jump (11-R)."""
    round_limit: Annotated[int, Meta(ge=0, le=200, extra={"offer": (0, 5, 10, 15, 20, 30)})] = 0
    """Number of rounds after which the game ends and progress decides; 0: no limit but `TURN_LIMIT`."""
    jester_in_goal: Minor = False
    """The jester may waste points inside the goal too (11-F)."""
    king_exception_any_arrival: Minor = True
    """A foreign king on one's start space may be captured by arriving backward too (11-H)."""
