"""The pages of `/rules`, each with a position to look at."""

from __future__ import annotations

from collections.abc import Sequence

from games.text import T
from games.wording import RulesPage


def rules() -> Sequence[RulesPage]:
    return (
        RulesPage(
            T("How to play"),
            (
                T("The cards are numbered 1 to 40. Each player is dealt a hand that nobody else sees."),
                T("In turn, each of you plays one card. The highest card takes the trick, and its player leads next."),
            ),
            position="hands=05,17/02,33/09,21 table=-/-/28 turn=0",
        ),
        RulesPage(
            T("The end"),
            (
                T("When all cards have been played, the player with the most tricks wins. A tie is shared."),
                T("Hint: some cards stay in the deck, so nobody knows for sure whether a card is the highest left."),
            ),
            position="hands=-/-/- played=05,33,28,17,02,21 turn=2 tricks=0/1/1",
        ),
    )
