"""How to play Docker: six pages of rules, each with a position."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import RulesPage
from games.text import T


def rules() -> Sequence[RulesPage]:
    """Return the pages in order."""
    return (
        RulesPage(
            T("Docker in short"),
            (
                T(
                    "Cubes are unloaded onto a quay of nine squares, three by three, and soon they pile up. "
                    "Whoever cannot use the die is out. The last one left wins."
                ),
                T(
                    "Each of you has three cubes of one colour, waiting off the board: your reserve. "
                    "Two players usually have two colours each, red and green against yellow and blue, "
                    "and treat both as their own."
                ),
                T(
                    "In the middle of each side an arrow leads onto the quay. Going clockwise from the bottom, "
                    "red comes in on B3, yellow on A2, green on B1 and blue on C2."
                ),
            ),
            position="empty / res R3 Y3 G3 B3 / move R die 3 / seats 4",
        ),
        RulesPage(
            T("What you do in your turn"),
            (
                T(
                    "The die is rolled for you. You then move exactly one cube, and it has to spend the whole roll: "
                    "nothing may be left over, and nothing can be shared between two cubes. You may not pass."
                ),
                T(
                    "Either bring a cube in from your reserve or move one that is on the board. "
                    "You are free to choose. Only the top cube of a stack can move."
                ),
                T(
                    "Here yellow has rolled 4. Coming in on A2 costs 1, and with the other 3 the cube "
                    "can end on A1, B2, C1 or A3."
                ),
            ),
            position="C3=R / res R2 Y3 G3 B3 / move Y die 4 / seats 4",
        ),
        RulesPage(
            T("What a step costs"),
            (
                T(
                    "A cube goes from square to square, never diagonally. A step costs 1, and 1 more for each level "
                    "up or down. To climb onto one cube costs 2, to step off it again costs 2, "
                    "and a step between stacks of equal height costs 1."
                ),
                T("Coming in works the same way: 1 onto an empty arrow, 2 onto a single cube, 3 onto two."),
                T(
                    "Here red stands beside a tower of two. Climbing it takes a 3 at once, "
                    "or a 5 by way of A2 and B2. No other roll gets there."
                ),
            ),
            position="A1=R B1=YY / res R2 Y1 G3 B3 / move R die 3 / seats 4",
        ),
        RulesPage(
            T("No way back"),
            (
                T(
                    "Within one turn a cube never enters a square twice, and the square it started from counts too. "
                    "You cannot burn points by walking to and fro."
                ),
                T("Here red has rolled 4 and can end on C1, B2, A3 or C3, but not back on A1."),
                T(
                    "An option softens this: the start may be entered once more, "
                    "or only stepping straight back is forbidden."
                ),
            ),
            position="A1=R / res R2 Y3 G3 B3 / move R die 4 / seats 4",
        ),
        RulesPage(
            T("Being put out"),
            (
                T(
                    "If you cannot use your roll and still have a cube in reserve, you roll again, "
                    "as often as it takes. A cube in reserve is a lifebelt. "
                    "Only if no roll at all could help are you out."
                ),
                T(
                    "Without a reserve there is no second roll: if nothing fits, you are out. "
                    "Your cubes stay where they are, as steps for some and as lids for others."
                ),
                T(
                    "Here red has nothing in reserve and has rolled 1. A 1 needs a neighbour on the same level, "
                    "and there is none: red is out."
                ),
            ),
            position="B2=GR / res Y3 G2 B3 / move R die 1 / seats 4",
        ),
        RulesPage(
            T("The end, and a few hints"),
            (
                T(
                    "When only one player is left, that player has won at once. "
                    "If everybody survives until the turn limit, it is a draw between all who are still in."
                ),
                T(
                    "Cover the cubes of the others: what lies underneath cannot move. "
                    "Keep your own on top, on different levels, and not all in one place."
                ),
                T(
                    "Do not hurry to bring in your last cube. And watch out for the 1: it puts out more players "
                    "than any other roll."
                ),
            ),
            position="A1=YR B2=GRB C2=RY B3=G / res Y1 G1 B2 / move B die 2 / seats 4",
        ),
    )
