"""The options of Riff Raff."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of Riff Raff (A9, B4)."""

    weather: Literal["calm", "standard", "storm"] = "standard"
    """The scale of all cargo masses: 0.6, 0.8 or 1.0. Heavy cargo makes the ship rock more."""
    catch_rule: Literal["2013", "2012"] = "2013"
    """2013: a player who catches only the piece just loaded takes it back. 2012: every caught piece leaves the game."""
    catch_mode: Literal["hands", "sector", "late", "reaction", "none"] = "hands"
    """hands: both hands catch any number of pieces within their reach; the hands that placed the piece do so from 0.6 s
    after the release. sector: a free hand catches two pieces at most, in a sector chosen beforehand. late: as sector,
    and the hands that placed the piece catch in their own sector, from 0.6 s after the release. reaction: a free hand
    catches in a sector chosen when the ship heels. none: nobody catches."""
    lazy_order: bool = False
    """The captain orders tied players when their turn comes, not right after the reveal."""
    hide_played: bool = False
    """Only the last card of every player stays visible, as in the tabletop game."""
    two_player_passes: Annotated[int, Meta(ge=1, le=2, extra={"offer": (1, 2)})] = 2
    """How often two players play through their ten cards."""
    loose_yards: bool = False
    """The yards tilt by up to 4 degrees towards their heavier end."""
    first_captain: Literal["random", "host"] = "random"
    """Who is captain before the first reveal; host: seat 0."""
    risk_meter: bool = False
    """Before letting go, a player may ask how likely the loading is to hold."""
