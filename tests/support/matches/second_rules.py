"""A second version of Docker's rules."""

from __future__ import annotations

import pytest

import games
import games.docker
from games.core import Seat
from games.docker.game import DockerGame
from games.docker.state import Move, State
from games.rng import Rng


class SecondDocker(DockerGame):
    """Docker with other rules: before each roll, another one is made that does not count."""

    version = 2

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        rng.unit()
        return super().apply(state, seat, move, rng)


def upgrade(patch: pytest.MonkeyPatch, *, keep: bool = True) -> None:
    """Replace the rules of Docker; `keep`: the earlier ones stay beside them."""
    earlier = games.load("docker")
    games.load.cache_clear()
    patch.setattr(games.docker, "GAME", SecondDocker())
    patch.setattr(SecondDocker, "earlier", (earlier,) if keep else ())
    assert games.load("docker").version == 2
