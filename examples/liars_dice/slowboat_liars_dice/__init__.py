"""Liar's Dice: everybody bids on all dice but sees only their own.

Rules. Each player has dice under a cup, and all dice are rolled at the start of a round. In turn, players bid how many
dice under *all* cups show a face, such as four fives. A bid is higher than the one before if it names more dice, or as
many dice of a higher face. Instead of bidding, a player may doubt the last bid: all cups are lifted. If there are at
least as many dice as were bid, the doubter loses a die, otherwise the bidder does. The loser begins the next round; a
player without dice is out. The last player with dice wins.

With the option `wild`, ones count as every face, and nobody bids on ones. A bid names at most five dice more than the
one before, which keeps the menus short; a larger jump would be no better than a doubt.

A *position* is one line with the fields of `State` as JSON; those that have their default may be left out:

    dice=[["1","4"],["5","6","6"]] bid={"count":2,"face":"6"} bidder=1

The *codes* of moves are `bid/3x4` and `doubt`.
"""

from slowboat_liars_dice.game import LiarsDice

GAME = LiarsDice()
"""The game that Slowboat loads."""
