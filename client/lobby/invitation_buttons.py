"""Close invitations that are answered or whose lobby is closed: no buttons, and who has accepted."""

from __future__ import annotations

import logging
import re

import discord
from discord import ui

from client.core.client import Client
from client.core.refusals import FAILURES
from client.messages.custom_ids import parse
from client.messages.parts import remove_controls
from games.text import Join, Player, Say, T
from matches.match import Match

log = logging.getLogger(__name__)

_LOOK_BACK = 100
"""Messages searched for invitations: one request's worth."""

_MENTION = re.compile(r"<@(\d+)>")

_NOBODY = discord.AllowedMentions.none()


async def retire_invitations(client: Client, before: Match | None, after: Match) -> None:
    """Remove the buttons of a lobby's invitations once all are answered or the lobby is closed, and say who has
    accepted.

    `before`, `after`: the match before and after a change; None: unknown. The ids of invitations are not stored; they
    are searched for below the card, and in the channel of the match.
    """
    open_still = after.phase == "lobby" and after.invited
    # A cancelled lobby no longer lists invited people, so its invitations are always searched for.
    had_some = before is None or before.invited or after.phase == "cancelled"
    if open_still or after.card_id is None or not had_some:
        return
    for place in {after.card_channel_id or after.channel_id, after.channel_id}:
        channel = client.get_partial_messageable(place, guild_id=after.guild_id)
        try:
            async for message in channel.history(limit=_LOOK_BACK, after=discord.Object(after.card_id)):
                if (
                    client.user is not None
                    and message.author.id == client.user.id
                    and _is_invitation(message, after.id)
                ):
                    view = remove_controls(message)
                    _say_who_accepted(view, after, client.say_to_all(after))
                    await message.edit(view=view, allowed_mentions=_NOBODY)
        except FAILURES as error:
            log.info("match %s: could not remove the buttons of an invitation: %s", after.id, error)


def _say_who_accepted(view: ui.LayoutView, match: Match, say: Say) -> None:
    """Add to an invitation which of those it mentions have a seat."""
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            asked = {int(number) for number in _MENTION.findall(item.content)}
            seated = tuple(Player(holder.seat) for holder in match.seats if holder.user_id in asked)
            if seated:
                item.content += "\n-# ✓ " + say(T("Accepted by {players}.", players=Join(seated)))


def _is_invitation(message: discord.Message, match_id: int) -> bool:
    """Tell whether a message is an invitation to a match."""
    view = ui.LayoutView.from_message(message, timeout=None)
    ids = (parse(getattr(item, "custom_id", None) or "") for item in view.walk_children())
    return any(found is not None and (found.action, found.match) == ("accept", match_id) for found in ids)
