"""Liar's Dice: everybody bids on all dice but sees only their own.

Rules. Each player has dice under a cup, and all dice are rolled at the start of a round. In turn, players bid how many
dice under *all* cups show a face, such as four fives. A bid is higher than the one before if it names more dice, or as
many dice of a higher face. Instead of bidding, a player may doubt the last bid: all cups are lifted. If there are at
least as many dice as were bid, the doubter loses a die, otherwise the bidder does. The loser begins the next round; a
player without dice is out. The last player with dice wins.

With the option `wild`, ones count as every face, and nobody bids on ones. A bid names at most five dice more than the
one before, which keeps the menus short; a larger jump would be no better than a doubt.

A *position* is one line of parts, each with a default:

    dice=135/2466/- bid=3x4@0 turn=1 wild=yes out=2

* `dice`: the dice of each seat in ascending order, `?` for each hidden one, `-` for none (default: `11/11`).
* `bid`: the last bid, three fours by seat 0; `-` for none (default).
* `turn`: the seat to bid (default: 0). `wild`: whether ones count as every face (default: yes).
* `out`: the seats without dice, in the order in which they went out; `-` for none (default).

The *codes* of moves are `bid/3x4` and `doubt`. Events are not part of a position.
"""

from slowboat_liars_dice.game import LiarsDice

GAME = LiarsDice()
"""The game that Slowboat loads."""
