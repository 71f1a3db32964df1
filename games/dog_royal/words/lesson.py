"""A guided match of DOG Royal in seven decisions: red and its partner green against yellow and blue."""

from __future__ import annotations

from typing import Final

from games.lesson import Choice, Lesson, Step
from games.text import Player, T

_HOME: Final = "1K@h 1N@h 1C@h 2K@h 2N@h 2J@h 3C@h 3J@h"
_OTHERS: Final = f"{_HOME} 2C@32 3N@48 3K@28"
_ALL_HOME: Final = f"0K@h 0N@h 0C@h 0J@h {_HOME} 1J@h 2C@h 3N@h 3K@h"

_STEPS: Final = (
    Step(
        f"royal/4 phase=exchange {_ALL_HOME} hand0=1/11,13,4,5,10 hand1=5,5,5,5,5 hand2=6,6,6,6,6 hand3=8,8,8,8,8",
        T("Pass your partner a card: 1/11 and 13 bring pieces out."),
        (
            Choice("give/4", why_not=T("A 4 brings no piece out.")),
            Choice("give/13"),
            Choice("give/12", T("{card} → {player}", card="12", player=Player(2))),
        ),
        T("Partners win together."),
    ),
    Step(
        f"royal/4 0K@h 0N@h 0C@h 0J@h {_OTHERS} 1J@16 hand0=1/11,4,5,10",
        T("Bring a piece onto the track."),
        (
            Choice("5/N:h>5", T("5 · the knight")),
            Choice("1/11/N:h>0"),
            Choice("1/11/K:h>0", why_not=T("A king moves seven spaces at most: start with the knight.")),
        ),
        T("On your start space, the knight is protected."),
    ),
    Step(
        f"royal/4 0K@h 0N@9 0C@h 0J@h {_OTHERS} 1J@14 hand0=4,5,10",
        T("Yellow's jester is five spaces ahead. Capture it."),
        (
            Choice("4/N:9>13", why_not=T("That stops one space short.")),
            Choice("10/N:9>19", why_not=T("That only passes the jester.")),
            Choice("5/N:9>14"),
        ),
        T("Captured! A piece captures where it lands."),
    ),
    Step(
        f"royal/4 0K@h 0N@14 0C@h 0J@h {_OTHERS} 1J@h hand0=4,8,12",
        T("On a special space you draw a card. The next one is 26."),
        (
            Choice("8/N:14>22", why_not=T("That is an ordinary space.")),
            Choice("12/N:14>26"),
            Choice("4/N:14>10", why_not=T("That is a special space too, but behind you.")),
        ),
        T("You drew a 10."),
    ),
    Step(
        f"royal/4 0K@h 0N@26 0C@h 0J@h {_OTHERS} 1J@h hand0=3,8,10",
        T("Only with a green card can a piece pass a higher rank. Pass the king."),
        (
            Choice("8/N:26>34", T("8 · the knight")),
            Choice("3/N:26>29", T("3 · the knight")),
            Choice("10/N:26>36"),
        ),
        T("Green cards ignore ranks."),
    ),
    Step(
        f"royal/4 0K@h 0N@36 0C@h 0J@0 {_OTHERS} 1J@h hand0=4,6",
        T("A 4 can also move backward. Save your jester a lap."),
        (
            Choice("4/J:0>4", why_not=T("Forward means a whole lap.")),
            Choice("4/N:36>40", why_not=T("Move the jester instead.")),
            Choice("4/J:0>60"),
        ),
        T("Now the goal is near."),
    ),
    Step(
        f"royal/4 0K@h 0N@36 0C@h 0J@60 {_OTHERS} 1J@h hand0=5,6",
        T("Turn into the goal: the count must be exact."),
        (
            Choice("6/J:60>2", why_not=T("That runs past the goal, for another lap.")),
            Choice("6/J:60>g2"),
            Choice("6/N:36>42", why_not=T("You would draw a card, but the jester stays outside the goal.")),
        ),
        T("One piece is in! Your team needs all eight."),
    ),
)


def lesson() -> Lesson:
    """Return the guided match."""
    return Lesson(_STEPS, seats=4)
