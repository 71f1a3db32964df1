"""Toy: a test-only game with one of everything the contract of `games.core` knows.

Everybody holds cards. First each seat secretly chooses a card for its left neighbour, all at once, and may change its
mind until the last has chosen (`swap`). Then the seats take turns of two plies: pick a card, pick whom it is played on.

* `c` coin: the target scores 1.
* `d` draw: the player draws a card, which nobody else sees (the event `reveals`).
* `r` roll: a die is rolled inside the ply; the target scores it.
* `k` kite: nature decides how hard the wind blows, and the target scores that. Void gives the turn back.

After `turns` turns a seat the highest score wins.

Position: `hands=cd/kr deck=rrc discard=- scores=0/1 given=c/- turn=0 card=- target=- left=4 die=6`, every part
optional; `given` stands only while the swap is on. Record: see `games.record`.
"""

from tests.toy.game import Toy

GAME = Toy()
