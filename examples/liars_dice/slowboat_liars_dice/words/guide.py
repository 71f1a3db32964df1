"""The pages of `/rules`, each with a position to look at."""

from __future__ import annotations

from collections.abc import Sequence

from games.text import T
from games.wording import RulesPage


def rules() -> Sequence[RulesPage]:
    return (
        RulesPage(
            T("Liar’s Dice in short"),
            (
                T("Each of you has five dice under a cup. You see your own; everybody bids on all of them."),
                T("If you bid too high, or doubt a bid that is true, you lose a die. The last player with dice wins."),
            ),
            position="dice=12455/23366/11246 turn=0",
        ),
        RulesPage(
            T("Bidding"),
            (
                T("A bid names a face, and how many dice under all cups show it at least: four fives, for instance."),
                T(
                    "The next player raises it: more dice of any face, or as many dice of a higher face. "
                    "A bid may name at most five dice more than the one before."
                ),
                T("Here yellow has bid three dice showing 4. Green may bid three dice showing 5, or four of any face."),
            ),
            position="dice=12455/23366/11246 bid=3x4@1 turn=2",
        ),
        RulesPage(
            T("Doubting"),
            (
                T("Instead of raising you may doubt the bid. All cups are lifted, and the dice are counted."),
                T(
                    "If there are at least as many as were bid, you lose a die; if there are fewer, the bidder does. "
                    "All dice are rolled again, and the loser begins the next round."
                ),
                T("A player without dice is out."),
            ),
            position="dice=12455/2336/11246 turn=1",
        ),
        RulesPage(
            T("Wild ones, and a few hints"),
            (
                T("Usually ones are wild: they count as every face, and nobody bids on ones. An option changes that."),
                T(
                    "When ones are wild, about a third of the hidden dice match a bid; otherwise a sixth. Add your "
                    "own, and you have a good estimate."
                ),
                T("A bid tells the others something about your dice. It need not be the truth."),
            ),
            position="dice=-/236/114 bid=2x6@2 turn=1 out=0",
        ),
    )
