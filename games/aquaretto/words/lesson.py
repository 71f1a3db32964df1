"""A guided round of Aquaretto in six decisions, against one other zoo."""

from __future__ import annotations

from typing import Final

from games.lesson import Choice, Lesson, Step
from games.text import T

_ZOO: Final = "DOL-M@K12;DOL@L12;DOL@L11;PEN-FISH@J10;PEN-FISH@K10;PEN-FISH@K9"
_OTHER: Final = "P2=coins:1;ORC@L12;ORC-F@M12"
_FAMILY: Final = "DOL-M@K12;DOL@L12;DOL@L11;DOL-F@K13"

_STEPS: Final = (
    Step(
        f"act=P1 round=2 turn=9 T1=3:COIN T2=2:CRO T3=1:TUR P1=coins:1;{_ZOO} {_OTHER}",
        T("Draw a tile, or take a truck and wait?"),
        (
            Choice("take/1", why_not=T("One coin is not much for a whole round.")),
            Choice("draw"),
            Choice("take/2", why_not=T("That would start a third basin: better to wait.")),
        ),
        T("A female dolphin!"),
    ),
    Step(
        f"act=P1 round=2 turn=9 T1=3:COIN T2=2:CRO T3=1:TUR drawn=DOL-F P1=coins:1;{_ZOO} {_OTHER}",
        T("Load her onto the truck you want to take later."),
        (
            Choice("truck/2", why_not=T("You would have to take the crocodile, too.")),
            Choice("truck/3", T("Onto truck 3")),
            Choice("truck/1"),
        ),
        T("Your rival takes truck 2."),
    ),
    Step(
        f"act=P2 round=2 turn=10 T1=3:COIN,DOL-F T2=2:CRO T3=1:TUR P1=coins:1;{_ZOO} {_OTHER}",
        T("Now it is time to take a truck."),
        (
            Choice("draw", why_not=T("The next tile, even a bad one, must go onto truck 1.")),
            Choice("take/1"),
            Choice("take/3", why_not=T("Then you lose the dolphin.")),
        ),
        T("The coin is yours."),
        replies=("take/2", "CRO@J10"),
    ),
    Step(
        f"act=P1 round=2 turn=11 T1=3>P1: T2=2>P2: T3=1:TUR hand=DOL-F P1=coins:2;{_ZOO} {_OTHER};CRO@J10",
        T("Each kind has one basin, and basins must not touch. Where does the female dolphin go?"),
        (
            Choice("DOL-F@K11", T("Dolphin ♀ to K11")),
            Choice("DOL-F@K13", T("Dolphin ♀ to K13")),
            Choice("DOL-F@depot", T("To the depot"), T("There, each kind costs you 2 points.")),
        ),
        T("♀ and ♂ have offspring."),
    ),
    Step(
        f"act=P1 round=2 turn=11 T1=3>P1: T2=2>P2: T3=1:TUR pending=DOL "
        f"P1=coins:2;{_FAMILY};PEN-FISH@J10;PEN-FISH@K10;PEN-FISH@K9 {_OTHER};CRO@J10",
        T("The young dolphin joins the same basin."),
        (
            Choice("baby@M10", T("To M10")),
            Choice("baby@L13", T("To L13")),
            Choice("baby@K11", T("To K11")),
        ),
        T("The fifth animal brings a coworker."),
    ),
    Step(
        f"act=P1 round=2 turn=11 T1=3>P1: T2=2>P2: T3=1:TUR pending=coworker "
        f"P1=coins:2;{_FAMILY};DOL@L13;PEN-FISH@J10;PEN-FISH@K10;PEN-FISH@K9 {_OTHER};CRO@J10",
        T("Keepers score for fish, cashiers for coins. Whom do you hire?"),
        (
            Choice("cashier", why_not=T("You have two coins, but three fish.")),
            Choice("keeper"),
            Choice("manager", why_not=T("A manager makes a depot cheaper; yours is empty.")),
        ),
        T("You win with full basins and an empty depot."),
    ),
)


def lesson() -> Lesson:
    """Return the guided match."""
    return Lesson(_STEPS, seats=2)
