"""Handle *Vote* under a board, and the page on which the host gives a seat to the channel."""

from __future__ import annotations

from client.core.controls import action
from client.core.visit import Visit
from client.lobby.card import refresh_card
from client.lobby.lobby_panel import show_lobby_panel
from client.messages.crowd_text import explain_crowd, list_terms
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, selects, text
from client.turn.turn import show_vote
from games.text import T
from matches.clocks.voting import Terms
from matches.errors import UserError
from matches.lobby import lobby
from matches.lobby.invitations import require_host
from matches.people.servers import read_blocked


@action("vote", "private")
async def open_vote(visit: Visit) -> None:
    """Open the panel of the seat on whose turn the channel votes. People whom the host has blocked cannot vote."""
    match = await visit.read_match()
    if visit.user_id in await read_blocked(visit.referee, match.guild_id, match.host_id):
        raise UserError(T("The host of this match has blocked you, so you cannot vote here."))
    await show_vote(visit, match)


@action("ask_crowd", "update")
async def ask_for_terms(visit: Visit) -> None:
    """Explain how a channel plays a seat, and offer the terms of its votes."""
    match = await visit.read_match()
    require_host(match, visit.who)
    say = visit.say_about(match)
    first, *small = map(say, explain_crowd(match))
    menu = selects([list_terms(say)], Id("crowd", match.id), placeholder=say(T("How long, and how many votes?")))
    back = rows([button(say(T("Back")), Id("guests", match.id))])
    lines = [first, *(f"-# {each}" for each in small)]
    await visit.answer(layout(text(*lines), *menu, *back), files=[])


@action("crowd", "update")
async def seat_crowd(visit: Visit) -> None:
    """Give a free seat to the channel, under the chosen terms; the match begins if it was the last seat."""
    hours, _, quorum = visit.value.partition(".")
    terms = Terms(int(hours), int(quorum)) if hours.isdecimal() and quorum.isdecimal() else Terms(0, 0)
    before = await visit.read_match()
    done = await visit.change(lambda match: lobby.seat_crowd(match, visit.who, terms=terms, now=visit.now))
    await show_lobby_panel(visit, done.match, note="✓ " + visit.say(T("Done.")))
    await refresh_card(visit.bot, done.match, before=before)
    await visit.bot.announce(await visit.bot.machines.run(done))
