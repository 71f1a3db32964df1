"""The part of Riff Raff that physics decides: how the ship settles after a loading.

The engine is imported inside the functions that need it: only worker processes load it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.core import BadNotation, IllegalMove
from games.nature import Nature
from games.riff_raff.check import check_settled
from games.riff_raff.loading.settled import Keyframes, Settled, Void, read_nature
from games.riff_raff.moves import Move
from games.riff_raff.state import State
from games.rng import Rng


class ShipNature(Nature[State, Move]):
    """Settles the ship after a loading."""

    clip_type = Keyframes

    def decide(self, state: State, rng: Rng) -> Move:
        from games.riff_raff.loading.physics import settle

        return settle(state, rng)[0]

    def decide_with_clip(self, state: State, rng: Rng) -> tuple[Move, bytes]:
        from games.riff_raff.loading.physics import settle

        settled, keyframes = settle(state, rng)
        return settled, msgspec.json.encode(keyframes)

    def read_move(self, state: State, code: str) -> Move:
        try:
            move = read_nature(code)
            if isinstance(move, Settled):
                check_settled(state, move)
        except (msgspec.DecodeError, BadNotation) as error:
            raise IllegalMove(code, "not_natural") from error
        return move

    def void_move(self, state: State) -> Move:
        return Void()

    def may_show_clip(self, view: State) -> bool:
        return view.phase != "catch"

    def can_estimate_risk(self, view: State) -> bool:
        return view.options.risk_meter and view.phase == "settle"

    def estimate_success(self, view: State, seat: int, codes: Sequence[str], rng: Rng, *, samples: int) -> float:
        from games.riff_raff.loading.physics import estimate_success

        return estimate_success(view, seat, codes, rng, samples=samples)
