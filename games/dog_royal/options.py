"""The options of DOG Royal."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.text import N, T
from games.wording import Label


class Options(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What the host may choose (rules, section 11). All combinations are possible."""

    mode: Annotated[
        Literal["royal", "base"],
        Label(
            T("Rules"),
            T("Royal with ranks and special spaces, or the plain base game"),
            {"royal": T("Royal: ranks and special spaces"), "base": T("Base: the plain race")},
        ),
    ] = "royal"
    short: Annotated[
        Literal["no", "two_out", "three_pieces"],
        Label(
            T("Shorter game"),
            T("House rule: a second piece on the track from the start, or only three pieces each"),
            {
                "no": T("full game"),
                "two_out": T("two pieces on the track from the start"),
                "three_pieces": T("three pieces each"),
            },
        ),
    ] = "no"
    """`two_out`: the second piece starts on the first special space ahead of the start space. `three_pieces`: in Royal
    without the king, who is the slowest."""
    talk: Annotated[
        Literal["silent", "open"],
        Label(
            T("Talk about cards"),
            T("Whether partners may talk about their cards and plans"),
            {"silent": T("not allowed"), "open": T("open table: partners may talk")},
        ),
    ] = "silent"
    """The bot shows no cards either way; the first board says which applies."""
    solo: Annotated[bool, Label(T("No partners"), T("House rule: four or six players without partners"))] = False
    """Four and six players play by section 9, as two, three and five always do."""
    three_on_six: Annotated[
        bool, Label(T("Three on the big board"), T("Three players use the board with six arms"))
    ] = False
    """They sit at every other arm (11-M). Ignored with another number of players."""
    magnet_zero: Annotated[
        bool,
        Label(
            T("Magnet that moves nothing"),
            T("A magnet may be played on a piece right behind another, although nothing moves"),
        ),
    ] = False
    """No card is drawn then (11-C)."""
    plus4_green: Annotated[
        bool, Label(T("Green 4 forward"), T("The 4 ignores ranks forward too, not only backward"))
    ] = True
    """See 11-A."""
    draw_optional: Annotated[
        bool,
        Label(
            T("Optional draw on special spaces"),
            T("The card of a special space may be declined; a citizen then cannot jump"),
        ),
    ] = False
    """See 11-R."""
    round_limit: Annotated[
        int,
        Meta(ge=0, le=200, extra={"offer": (0, 5, 10, 15, 20, 30)}),
        Label(
            T("Round limit"),
            T("Number of rounds after which progress decides (0: no limit)"),
            {0: T("none")},
            N("{count} round", "{count} rounds", 0),
        ),
    ] = 0
    """0: no limit but `TURN_LIMIT`."""
    jester_in_goal: Annotated[
        bool, Label(T("Jester wastes points in the goal"), T("The jester may waste points inside the goal too"))
    ] = False
    """See 11-F."""
    king_exception_any_arrival: Annotated[
        bool,
        Label(T("Kings captured backward"), T("A backward 4 may also capture a king on your start space")),
    ] = True
    """See 11-H."""
