"""Keep analyses of finished matches short, for tests."""

from __future__ import annotations

import pytest
from msgspec import structs

from matches.coaching import analysis
from matches.lobby import demonstration, lobby
from matches.match import Match
from tests.support.matches.house import ANNA, CHANNEL, GUILD, House


def shorten_analyses(patch: pytest.MonkeyPatch, **limits: int) -> None:
    """Lower the limits of an analysis; `limits`: others of `matches.coaching.analysis` to change."""
    few = {"PLIES_OF_CURVE": 1, "PLIES_OF_COMPARISON": 1, "_FEWEST": 1, "MOST_CHOICES": 6}
    for name, value in {**few, **limits}.items():
        patch.setattr(analysis, name, value)


async def finish(at: House, game: str, seats: int = 2) -> Match:
    """Let computer players finish a match."""
    who = at.who(ANNA)
    made = demonstration.create(
        game, who, level="normal", seats=seats, guild_id=GUILD, channel_id=CHANNEL, language="en",
        secret=bytes([3]) * 32, now=at.now,
    )  # fmt: skip
    match = await at.referee.open(structs.replace(made, demo=False), who)
    done = await at.machines.run(await at.do(match, lobby.start, ANNA, now=at.now))
    assert done.match.phase == "finished"
    return done.match
