"""Invite people to a lobby, and handle their answers."""

from __future__ import annotations

from collections.abc import Collection

import discord
from discord import ui

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.errors import answer
from client.core.people import see
from client.core.posting import post
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
    host = next((holder.seat for holder in match.seats if holder.user_id == match.host_id), 0)
    sentence = say(T("{host} invites you to a match of {game}.", host=Player(host), game=match.words.TITLE))
    buttons = [
        button(say(T("Accept")), Id("accept", match.id), style=discord.ButtonStyle.success),
        button(say(T("Decline")), Id("decline", match.id)),
    ]
    return layout(text(f"{called} {sentence}"), *rows(buttons), accent=ACCENT)


async def ping_invited(bot: Slowboat, interaction: discord.Interaction, match: Match, users: tuple[int, ...]) -> None:
    """Post one message that invites people and pings each of them once."""
    users = tuple(dict.fromkeys(users))  # one person may have had two seats
    if not users:
        return
    asked = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])
    view = build_invitation(match, users, bot.say_to_all(match))
    await post(interaction, view, mentions=asked)


@action("accept", "private")
async def accept(press: Press) -> None:
    """Handle *Accept*: the same as *Join* on the card."""
    match = await press.read_match()
    await _show_answer(press, match, await _join(press, match), T("You have joined the match."))


async def join_rematch(press: Press, old: Match) -> bool:
    """Join the rematch of `old` that is open in its channel, if the person who pressed is invited to it."""
    bot, interaction = press.bot, press.interaction
    there = await bot.referee.match_in(old.channel_id)
    if there is None or there.phase != "lobby" or there.rematch_of != old.id:
        return False
    if interaction.user.id not in {each.user for each in there.invited}:
        return False
    match = see(interaction, there)
    done = await _join(press, match)
    await answer(interaction, bot.say(interaction, done.match)(T("You have joined the match.")))
    await _follow_answer(press, match, done)
    return True


async def _join(press: Press, match: Match) -> Done:
    """Give the person who pressed a seat in a lobby."""
    bot, interaction = press.bot, press.interaction
    blocked = await read_blocked(bot, match, interaction.user.id)
    liked = (await bot.preferences.load(interaction.user.id)).liked
    who, now = bot.request(interaction), bot.referee.now()
    return await bot.referee.change(
        match.id, who, lambda found: lobby.join(found, who, blocked=blocked, liked=liked, now=now)
    )


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
    await _follow_answer(press, before, done)


async def _follow_answer(press: Press, before: Match, done: Done) -> None:
    """Update the card after an answer to an invitation, and post the board if the match has begun."""
    bot, interaction = press.bot, press.interaction
    await refresh_card(bot, done.match, before=before)
    await bot[Postman].post_board(await bot.machines.run(done), interaction)
