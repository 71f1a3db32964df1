"""Invite people to a lobby, and handle their answers."""

from __future__ import annotations

from collections.abc import Collection

import discord
from discord import ui

from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.retries import follow_up
from client.lobby.card import ACCENT, refresh_card
from client.lobby.card_buttons import read_blocked
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import Player, Say, T, Text
from matches.lobby import invitations, lobby
from matches.match import Match
from matches.referee import Done


def build_invitation(match: Match, users: Collection[int], say: Say) -> ui.LayoutView:
    """Build the message that invites people."""
    called = " ".join(f"<@{user}>" for user in users)
    host = next((row.seat for row in match.seats if row.user_id == match.row.host_id), 0)
    sentence = say(T("{host} invites you to a match of {game}.", host=Player(host), game=match.words.TITLE))
    buttons = [
        button(say(T("Accept")), Id("accept", match.row.id), style=discord.ButtonStyle.success),
        button(say(T("Decline")), Id("decline", match.row.id)),
    ]
    return layout(text(f"{called} {sentence}"), *rows(buttons), accent=ACCENT)


async def ping_invited(bot: Slowboat, interaction: discord.Interaction, match: Match, users: tuple[int, ...]) -> None:
    """Post one message that invites people and pings each of them once."""
    users = tuple(dict.fromkeys(users))  # one person may have had two seats
    if not users:
        return
    asked = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])
    view = build_invitation(match, users, bot.say_to_all(match))
    await follow_up(interaction, view, mentions=asked)


@action("accept", "private")
async def accept(press: Press) -> None:
    """Handle *Accept*: the same as *Join* on the card."""
    bot, interaction = press.bot, press.interaction
    match = await press.read_match()
    blocked = await read_blocked(bot, match, interaction.user.id)
    liked = (await bot.preferences.load(interaction.user.id)).liked
    who, now = bot.request(interaction), bot.referee.now()
    done = await bot.referee.change(
        match.row.id, who, lambda found: lobby.join(found, who, blocked=blocked, liked=liked, now=now)
    )
    await _show_answer(press, match, done, T("You have joined the match."))


@action("decline", "private")
async def decline(press: Press) -> None:
    """Handle *Decline*."""
    bot = press.bot
    who = bot.request(press.interaction)
    before = await press.read_match()
    done = await bot.referee.change(press.id.match, who, lambda match: invitations.decline(match, who))
    await _show_answer(press, before, done, T("You have declined."))


async def _show_answer(press: Press, before: Match, done: Done, sentence: Text) -> None:
    """Update the invitation after an answer."""
    bot, interaction = press.bot, press.interaction
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction, done.match)(sentence)))
    await refresh_card(bot, done.match, before=before)
    await bot.postman.post_board(await bot.machines.run(done), interaction)
