"""Toy: a game for tests that uses every part of the contract in `games.core`.

Every seat holds cards. First, all seats at once secretly choose a card for their left neighbours; they may change it
until the last one has chosen (`swap`). Then they take turns of two plies: pick a card, pick the seat it is played on.

* `c` coin: the target scores 1.
* `d` draw: the player draws a card that nobody else sees (its event `reveals`).
* `r` roll: a die is rolled in the ply; the target scores it.
* `k` kite: nature decides how hard the wind blows; the target scores that. A void move gives the turn back.

Each seat has `turns` turns; then the highest score wins.

Position: `hands=cd/kr deck=rrc discard=- scores=0/1 given=c/- turn=0 card=- target=- left=4 die=6`. Every part is
optional; `given` is there only during the swap. Record: see `games.record`.
"""

from tests.toy.game import Toy

GAME = Toy()
