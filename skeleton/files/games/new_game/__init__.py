"""New Game: everybody plays one card, and the highest takes the trick.

This is the game that `just new-game` writes. It is complete and can be played; replace its rules by those of your game.

Rules. The cards are numbered 1 to 40. Each player is dealt a hand that nobody else sees; the other cards stay hidden
in the deck. In turn, each player plays one card. The highest card takes the trick, and its player leads the next one.
When all hands are empty, the player with the most tricks wins.

A *position* is one line with the fields of `State` as JSON; those that have their default may be left out:

    hands=[[5],[2,33]] table=[17] turn=1

The *code* of a move is `play/17`.
"""

from games.new_game.game import NewGame

GAME = NewGame()
"""The game that the rest of the project loads."""
