"""A guided match of Docker in five turns: the newcomer plays red and green against yellow."""

from __future__ import annotations

from typing import Final

from games.lesson import Choice, Lesson, Step
from games.text import T

_STEPS: Final = (
    Step(
        "empty / res R3 G3 Y3 / move R die 3 / seats 2",
        T("You rolled 3. Entering costs 1, and each step costs 1. Use exactly 3."),
        (
            Choice("in/R>C3", T("Red in, to C3")),
            Choice("in/R>C2", T("Red in, to C2")),
            Choice("in/Y>B2", T("Yellow in, to B2")),
        ),
        T("Right: B3, C3, C2."),
    ),
    Step(
        "C2=R / res R2 G3 Y3 / move Y die 2 / seats 2",
        T("Climbing one level costs 1 more. Cover yellow with your 2."),
        (
            Choice("C2>B1", T("Red to B1"), T("Possible, but yellow stays free to move.")),
            Choice("C2>B2", T("Red onto B2")),
            Choice("C2>C1", T("Red to C1")),
        ),
        T("Covered cubes cannot move."),
        replies=("in/Y>B2",),
        luck=2,
    ),
    Step(
        "B2=YR / res R2 G3 Y2 / move Y die 1 / seats 2",
        T("You rolled 2 again. Keep yellow covered on B2."),
        (
            Choice("B2>C2", T("B2 down to C2"), T("A step down costs 2 as well, but it frees yellow.")),
            Choice("B2>A2", T("B2 across to A2")),
            Choice("in/R>A3", T("Red in, to A3")),
        ),
        T("Good: your reserve keeps you in the game."),
        replies=("in/Y>A2",),
        luck=2,
    ),
    Step(
        "B2=YR A2=Y A3=R / res R1 G3 Y1 / move Y die 2 / seats 2",
        T("Yellow has covered you on A3. Cover it in turn, with 4."),
        (
            Choice("A3>B3", T("Red away from A3")),
            Choice("in/R>A3", T("Red in, onto A3")),
            Choice("B2>A2", T("B2 to A2"), T("That frees yellow on B2.")),
        ),
        T("1 to enter, 3 to climb two levels."),
        replies=("A2>A3",),
        luck=1,
    ),
    Step(
        "B2=YR A3=RYR / res G3 Y1 / move Y die 1 / seats 2",
        T("Yellow's reserve is empty. Cover its last free cube, with 4."),
        (
            Choice("B2>A2", T("Red, B2 to A2")),
            Choice("A3>B2", T("Red, A3 to B2"), T("Then two yellow cubes can move.")),
            Choice("in/G>A2", T("Green in, onto A2")),
        ),
        T("Yellow cannot move: you win!"),
        replies=("in/Y>A2",),
        luck=1,
    ),
)


def lesson() -> Lesson:
    """Return the guided match."""
    return Lesson(_STEPS, seats=2)
