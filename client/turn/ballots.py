"""Store a person's vote on the move of a channel."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from client.core.bot import Slowboat
from client.messages.crowd_text import describe_ballot, make_vote_button
from client.messages.parts import layout, rows, text
from client.messages.turn_text import describe_turn
from client.turn.open_panels import OpenPanels
from games.core import Seat
from games.text import T
from matches.match import Match
from matches.together import ballots


async def cast_vote(
    bot: Slowboat, interaction: discord.Interaction, match: Match, seat: Seat, codes: Sequence[str]
) -> None:
    """Store a vote, answer in private, and make the channel's move if the vote is over.

    The board is not posted through the interaction, because that would show who cast the last vote.
    """
    who = bot.request(interaction)
    say, said = bot.say(interaction, match), describe_turn(match, seat, codes, bot.say(interaction, match))
    done = await ballots.cast(bot.referee, match, who, seat, codes)
    lines, buttons = [say(T("Your vote: {move}", move=said))], make_vote_button(done.match, say)
    if buttons and done.match.decisions.get(seat) == match.decisions.get(seat):
        ballot = await ballots.open_ballot(bot.referee, done.match, who)
        lines.append(describe_ballot(done.match, ballot, say, bot.referee.outages_of(done.match)))
    else:
        lines.append("-# " + say(T("Everybody has voted; the vote is closed.")))
    await bot[OpenPanels].show(interaction, done.match, seat, layout(text(*lines), *rows(buttons)))
    await bot.announce(await bot.machines.run(done))
