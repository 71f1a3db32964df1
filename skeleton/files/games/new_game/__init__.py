"""New Game: everybody plays one card, and the highest takes the trick.

This is the game that `just new-game` writes. It is complete and can be played; replace its rules by those of your game.

Rules. The cards are numbered 01 to 40. Each player is dealt a hand that nobody else sees; the other cards stay hidden
in the deck. In turn, each player plays one card. The highest card takes the trick, and its player leads the next one.
When all hands are empty, the player with the most tricks wins.

A *position* is one line of parts, each with a default:

    hands=05,17/02,33 deck=01,40 played=03,04 table=-/09 turn=0 tricks=1/0

* `hands`: the cards of each seat, `-` for none (default: two empty hands).
* `deck`: the cards that were not dealt (default: all that are nowhere else).
* `played`: the cards of earlier tricks in the order they were played, `table`: the card of each seat in this trick.
* `turn`: the seat to play (default: 0), `tricks`: how many tricks each seat has taken (default: none).

A hidden card is `?`. The *code* of a move is `play/17`. Events are not part of a position.
"""

from games.new_game.game import NewGame

GAME = NewGame()
"""The game that the rest of the project loads."""
