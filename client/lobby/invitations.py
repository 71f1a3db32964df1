"""Invite people to a lobby, and handle their answers."""

from __future__ import annotations

from collections.abc import Collection

import discord
from discord import ui

from client.board.postman import deliver
from client.core.controls import action
from client.core.errors import answer
from client.core.visit import Visit
from client.lobby.card import ACCENT, refresh_card
from client.lobby.card_buttons import read_blocked
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import Player, Say, T, Text
from matches.lobby import invitations, lobby
from matches.match import Match
from matches.referee import Done


def build_invitation(match: Match, users: Collection[int], say: Say, *, revenge: bool = False) -> ui.LayoutView:
    """Build the message that invites people. `revenge`: to the rematch of a match that the host has lost."""
    called = " ".join(f"<@{user}>" for user in users)
    host = next((holder.seat for holder in match.seats if holder.user_id == match.host_id), 0)
    invites = T("{host} invites you to a match of {game}.", host=Player(host), game=match.words.TITLE)
    wants = T("{host} wants revenge, in another match of {game}!", host=Player(host), game=match.words.TITLE)
    sentence = say(wants if revenge else invites)
    buttons = [
        button(say(T("Accept")), Id("accept", match.id), style=discord.ButtonStyle.success),
        button(say(T("Decline")), Id("decline", match.id)),
    ]
    return layout(text(f"{called} {sentence}"), *rows(buttons), accent=ACCENT)


def has_lost(match: Match, user_id: int) -> bool:
    """Tell whether somebody has played in a match and not won it."""
    outcome, seats = match.outcome, match.seats_of(user_id)
    return outcome is not None and bool(seats) and not set(seats) & set(outcome.winners)


async def ping_invited(visit: Visit, match: Match, users: tuple[int, ...]) -> None:
    """Post one message that invites people and pings each of them once."""
    users = tuple(dict.fromkeys(users))  # one person may have had two seats
    if not users:
        return
    asked = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])
    revenge = match.rematch_of is not None and has_lost(await visit.referee.match(match.rematch_of), match.host_id)
    view = build_invitation(match, users, visit.bot.say_to_all(match), revenge=revenge)
    await visit.post(view, mentions=asked)


@action("accept", "private")
async def accept(visit: Visit) -> None:
    """Handle *Accept*: the same as *Join* on the card."""
    await accept_seat(visit, await visit.read_match())


async def accept_seat(visit: Visit, match: Match) -> None:
    """Give the person who pressed a seat in a lobby, and tell them so."""
    await _show_answer(visit, match, await _join(visit, match), T("You have joined the match."))


async def join_rematch(visit: Visit, old: Match) -> bool:
    """Join the rematch of `old` that is open in its channel, if the person who pressed is invited to it."""
    there = await visit.referee.match_in(old.channel_id)
    if there is None or there.phase != "lobby" or there.rematch_of != old.id:
        return False
    if visit.user_id not in {each.user for each in there.invited}:
        return False
    match = visit.see(there)
    done = await _join(visit, match)
    await answer(visit.interaction, visit.say_about(done.match)(T("You have joined the match.")))
    await _follow_answer(visit, match, done)
    return True


async def _join(visit: Visit, match: Match) -> Done:
    """Give the person who pressed a seat in a lobby."""
    blocked = await read_blocked(visit.bot, match, visit.user_id)
    liked = (await visit.bot.preferences.load(visit.user_id)).liked
    return await visit.referee.change(
        match.id, visit.who, lambda found: lobby.join(found, visit.who, blocked=blocked, liked=liked, now=visit.now)
    )


@action("decline", "private")
async def decline(visit: Visit) -> None:
    """Handle *Decline*."""
    before = await visit.read_match()
    done = await visit.change(lambda match: invitations.decline(match, visit.who))
    await _show_answer(visit, before, done, T("You have declined."))


async def _show_answer(visit: Visit, before: Match, done: Done, sentence: Text) -> None:
    """Update the invitation after an answer."""
    await visit.answer(visit.say_about(done.match)(sentence))
    await _follow_answer(visit, before, done)


async def _follow_answer(visit: Visit, before: Match, done: Done) -> None:
    """Update the card after an answer to an invitation, and post the board if the match has begun."""
    await refresh_card(visit.bot, done.match, before=before)
    await deliver(visit, done)
