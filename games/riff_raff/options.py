"""The options of Riff Raff."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.text import N, T
from games.wording import Label


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of Riff Raff (A9, B4)."""

    weather: Annotated[
        Literal["calm", "standard", "storm"],
        Label(
            T("Weather"),
            T("How heavy the cargo is: heavy cargo makes the ship rock more"),
            {
                "calm": T("calm: cargo at 60% weight"),
                "standard": T("fresh breeze: cargo at 80% weight"),
                "storm": T("storm: cargo at full weight"),
            },
        ),
    ] = "standard"
    catch_rule: Annotated[
        Literal["2013", "2012"],
        Label(
            T("Catching only your own piece"),
            T("What happens if you catch only the piece you have just loaded"),
            {"2013": T("you take it back (rules of 2013)"), "2012": T("it leaves the game (rules of 2012)")},
        ),
    ] = "2013"
    catch_mode: Annotated[
        Literal["hands", "sector", "late", "reaction", "none"],
        Label(
            T("Catching"),
            T("How falling cargo can be caught"),
            {
                "hands": T("with both hands, as many as they can reach"),
                "sector": T("with a free hand, in a sector chosen beforehand"),
                "late": T("also with the loading hands, but later"),
                "reaction": T("with a free hand, in a sector chosen when the ship heels"),
                "none": T("nobody catches"),
            },
        ),
    ] = "hands"
    """hands: the hands that placed the piece catch from 0.6 s after the release. sector: a free hand catches two pieces
    at most. late: as sector, and the hands that placed the piece catch in their own sector, from 0.6 s after the
    release."""
    lazy_order: Annotated[
        bool,
        Label(
            T("Order of tied players"),
            T("When the captain puts tied players in order"),
            {False: T("as soon as the cards are revealed"), True: T("when their turn comes")},
        ),
    ] = False
    hide_played: Annotated[
        bool,
        Label(
            T("Played cards"),
            T("Which of the played cards stay visible"),
            {False: T("all cards"), True: T("only the last card of each player")},
        ),
    ] = False
    """Only the last card: as in the tabletop game."""
    two_player_passes: Annotated[
        int,
        Meta(ge=1, le=2, extra={"offer": (1, 2)}),
        Label(
            T("Cards with two players"),
            T("How often two players play through their ten cards"),
            counted=N("{count} time through the cards", "{count} times through the cards", 0),
        ),
    ] = 2
    loose_yards: Annotated[
        bool,
        Label(
            T("Yards"),
            T("Whether the yards tilt a little towards their heavier end"),
            {False: T("fixed"), True: T("loose")},
        ),
    ] = False
    """They tilt by up to 4 degrees."""
    first_captain: Annotated[
        Literal["random", "host"],
        Label(
            T("First captain"),
            T("Who is captain before the first cards are revealed"),
            {"random": T("drawn by lot"), "host": T("the host")},
        ),
    ] = "random"
    """host: seat 0."""
    risk_meter: Annotated[
        bool,
        Label(
            T("Risk meter"),
            T("Whether you can see the risk of a loading before you let go"),
            {False: T("off"), True: T("on")},
        ),
    ] = False
