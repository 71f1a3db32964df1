"""Play in direct messages with the bot, and offer that in places where the bot cannot post.

People who have installed the app for themselves can use it in any server and conversation. There the bot may answer
commands, but it cannot send a board later, for instance after a computer player's move.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from client.core.bot import Slowboat
from client.core.errors import Refusal, make_invitation, may_post_later
from client.core.refusals import FAILURES, Meaning, means
from client.lobby.opening import Make, refuse_second, require_permission, show_card
from client.messages.custom_ids import Id
from games.text import T
from matches.errors import UserError
from matches.match import Match
from matches.rows import DIRECT


def require_lasting_place(interaction: discord.Interaction, game: str) -> None:
    """Raise Refusal where the bot cannot post by itself; its button opens a match of `game` in direct messages."""
    if not may_post_later(interaction):
        raise Refusal(
            T(
                "I cannot post boards here by myself: I may only answer commands. To play with friends, add me to a "
                "server that you share, and use /play there. To play against the computer, use our direct messages."
            ),
            label=T("Play in our direct messages"),
            action=Id("play_direct", rest=game),
            link=make_invitation(interaction.application_id),
        )


async def open_direct(bot: Slowboat, interaction: discord.Interaction, make: Make) -> Match:
    """Open a lobby in the person's direct messages. Raises UserError if they are closed."""
    server = await require_permission(bot, interaction, guild_id=DIRECT)
    try:
        place = await interaction.user.create_dm()
        await refuse_second(bot, place.id)
        match = await bot.referee.open(make(server, place.id), bot.request(interaction))

        async def post(view: ui.LayoutView, attachments: Sequence[discord.File] = ()) -> discord.Message:
            return await place.send(view=view, files=attachments)

        return await show_card(bot, interaction, match, post)
    except FAILURES as error:
        if not means(error, Meaning.UNREACHABLE, Meaning.CLOSED):
            raise
        raise UserError(
            T("Discord does not let me write to you. Allow direct messages from me, then try again.")
        ) from error
