"""Let a held turn, which is confirmed but can still be taken back, take effect when the next player presses *Play*."""

from __future__ import annotations

from client.core.visit import Visit
from games.text import T
from matches.change import Change
from matches.errors import Stale
from matches.match import Match
from matches.play import release
from matches.referee import MACHINE
from matches.together.hold import may_release


async def release_held(visit: Visit, match: Match) -> Match:
    """If the person who pressed *Play* is next, let the held turn take effect and post the board. Returns the current
    match."""
    if not may_release(match, visit.user_id):
        return match
    seq = match.seq

    def work(current: Match) -> Change:
        if current.seq != seq:
            raise Stale(T("The match has moved on."))
        return release(current, now=visit.now)

    try:
        done = await visit.referee.change(match.id, MACHINE, work)
    except Stale:  # taken back, or released by another press
        return await visit.referee.match(match.id)
    done = await visit.bot.machines.run(done)
    await visit.bot.announce(done)
    return done.match
