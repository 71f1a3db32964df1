"""How to play Docker: six pages of rules, each with a position."""

from __future__ import annotations

from collections.abc import Sequence

from games.text import T
from games.wording import RulesPage


def rules() -> Sequence[RulesPage]:
    """Return the pages in order."""
    return (
        RulesPage(
            T("In short"),
            (
                T(
                    "Cubes are unloaded onto a quay of three by three squares, and soon they pile up. If you "
                    "cannot use your roll, you are out. The last player left wins."
                ),
                T(
                    "Each player has three cubes of one colour, which wait beside the board as a reserve. Two "
                    "players usually have two colours each: red and green against yellow and blue."
                ),
                T(
                    "In the middle of each side an arrow leads onto the quay. Clockwise from the bottom, red "
                    "enters on B3, yellow on A2, green on B1 and blue on C2."
                ),
            ),
            position="empty / res R3 Y3 G3 B3 / move R die 3 / seats 4",
        ),
        RulesPage(
            T("Your turn"),
            (
                T(
                    "The die is rolled for you. You then move exactly one cube, which must use the whole roll. "
                    "You may neither share the roll between two cubes nor pass."
                ),
                T(
                    "Either bring in a cube from your reserve or move one on the board, as you like. Only the top"
                    " cube of a stack can move."
                ),
                T(
                    "Here yellow has rolled 4. Entering on A2 costs 1, and with the other 3 the cube can reach "
                    "A1, B2, C1 or A3."
                ),
            ),
            position="C3=R / res R2 Y3 G3 B3 / move Y die 4 / seats 4",
        ),
        RulesPage(
            T("What a step costs"),
            (
                T(
                    "A cube moves from square to square, never diagonally. A step costs 1, plus 1 for each level "
                    "up or down: 2 to climb onto a single cube, 2 to step down again, 1 between stacks of the "
                    "same height."
                ),
                T("Entering costs the same: 1 on an empty arrow, 2 on a single cube, 3 on two."),
                T(
                    "Here red stands beside a tower of two. Red can climb the tower with a 3, or with a 5 by way of "
                    "A2 and B2. No other roll gets there."
                ),
            ),
            position="A1=R B1=YY / res R2 Y1 G3 B3 / move R die 3 / seats 4",
        ),
        RulesPage(
            T("No way back"),
            (
                T(
                    "Within one turn a cube may not visit a square twice, and its starting square counts as "
                    "visited. So you cannot use up points by walking back and forth."
                ),
                T("Here red has rolled 4 and can end on C1, B2, A3 or C3, but not back on A1."),
                T(
                    "An option relaxes this rule: either a cube may return to its starting square once, or only a step "
                    "straight back is forbidden."
                ),
            ),
            position="A1=R / res R2 Y3 G3 B3 / move R die 4 / seats 4",
        ),
        RulesPage(
            T("Elimination"),
            (
                T(
                    "A cube in reserve saves you: if you cannot use your roll, you roll again, as often as "
                    "necessary. You are out only if no roll at all could help."
                ),
                T(
                    "Without a reserve there is no second roll: if no move fits, you are out. Your cubes stay on "
                    "the board: they can still be climbed, and they still cover the cubes below."
                ),
                T(
                    "Here red has nothing in reserve and has rolled 1. A 1 needs a neighbouring square of the "
                    "same height. There is none, so red is out."
                ),
            ),
            position="B2=GR / res Y3 G2 B3 / move R die 1 / seats 4",
        ),
        RulesPage(
            T("The end, and a few tips"),
            (
                T(
                    "When only one player is left, that player wins. If the turn limit is reached first, it is a "
                    "draw between all players still in the game."
                ),
                T(
                    "Cover the other players' cubes, since a covered cube cannot move. Keep your own on top, at "
                    "different heights, and not all in one place."
                ),
                T(
                    "Do not hurry to bring in your last cube. And beware of the 1: it eliminates more players "
                    "than any other roll."
                ),
            ),
            position="A1=YR B2=GRB C2=RY B3=G / res Y1 G1 B2 / move B die 2 / seats 4",
        ),
    )
