"""A match of the toy game in which nature is to move."""

from __future__ import annotations

from games.core import NATURE
from matches.referee import Done
from tests.support.matches.house import ANNA, BEN, House, secret_where
from tests.toy.game import Options as ToyOptions

KITE = ToyOptions(turns=2, swap=False)


async def play_kite(at: House, *, channel: int = 7) -> Done:
    """Have Anna play a kite, so that nature is to move."""
    secret = secret_where("toy", 2, lambda state: "k" in state.hands[0], KITE)
    match = await at.running("toy", ANNA, BEN, options=KITE, secret=secret, channel=channel)
    done = await at.play(match, 0, "card/k", "on/1")
    assert done.match.to_act == (NATURE,)
    assert done.match.waits_for_machine == 1
    assert done.outbox_id is None, "no board shows the position in between"
    return done
