"""Let a held turn, which is confirmed but can still be taken back, take effect when the next player presses *Play*."""

from __future__ import annotations

import discord

from client.core.bot import Slowboat
from games.text import T
from matches.change import Change
from matches.errors import Stale
from matches.match import Match
from matches.play import release
from matches.referee import MACHINE
from matches.together.hold import may_release


async def release_held(bot: Slowboat, interaction: discord.Interaction, match: Match) -> Match:
    """If the person who pressed *Play* is next, let the held turn take effect and post the board. Returns the current
    match."""
    if not may_release(match, interaction.user.id):
        return match
    seq, now = match.seq, bot.referee.now()

    def work(current: Match) -> Change:
        if current.seq != seq:
            raise Stale(T("The match has moved on."))
        return release(current, now=now)

    try:
        done = await bot.referee.change(match.id, MACHINE, work)
    except Stale:  # taken back, or released by another press
        return await bot.referee.match(match.id)
    done = await bot.machines.run(done)
    await bot.announce(done)
    return done.match
