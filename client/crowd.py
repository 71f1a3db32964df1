"""Handle *Vote* under a board, and the page on which the host gives a seat to the channel."""

from __future__ import annotations

from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.events import on
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
async def open_vote(press: Press) -> None:
    """Open the panel of the seat on whose turn the channel votes. People whom the host has blocked cannot vote."""
    bot, interaction = press.bot, press.interaction
    match = await press.read_match()
    if interaction.user.id in await read_blocked(bot.referee, match.guild_id, match.host_id):
        raise UserError(T("The host of this match has blocked you, so you cannot vote here."))
    await show_vote(bot, interaction, match)


@on("page_crowd")
async def ask_for_terms(bot: Slowboat, press: Press) -> None:
    """Explain how a channel plays a seat, and offer the terms of its votes."""
    interaction = press.interaction
    match = await press.read_match()
    require_host(match, bot.request(interaction))
    say = bot.say(interaction, match)
    first, *small = map(say, explain_crowd(match))
    menu = selects([list_terms(say)], Id("crowd", match.id), placeholder=say(T("How long, and how many votes?")))
    back = rows([button(say(T("Back")), Id("lobby_back", match.id))])
    lines = [first, *(f"-# {each}" for each in small)]
    await interaction.edit_original_response(view=layout(text(*lines), *menu, *back), attachments=[])


@action("crowd", "update")
async def seat_crowd(press: Press) -> None:
    """Give a free seat to the channel, under the chosen terms; the match begins if it was the last seat."""
    bot, interaction = press.bot, press.interaction
    hours, _, quorum = press.value.partition(".")
    terms = Terms(int(hours), int(quorum)) if hours.isdecimal() and quorum.isdecimal() else Terms(0, 0)
    who, now = bot.request(interaction), bot.referee.now()
    before = await press.read_match()
    done = await bot.referee.change(
        press.id.match, who, lambda match: lobby.seat_crowd(match, who, terms=terms, now=now)
    )
    await show_lobby_panel(press, done.match, note="✓ " + bot.say(interaction)(T("Done.")))
    await refresh_card(bot, done.match, before=before)
    await bot.announce(await bot.machines.run(done))
