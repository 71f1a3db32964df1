"""Share a table with another server: link it with `/link`, and end the link.

See `docs/decisions/0024-two-servers-one-table.md`.
"""

from __future__ import annotations

from typing import Final

import discord

from client.board.postman import Postman
from client.core import errors
from client.core.bot import Slowboat
from client.core.client import Client
from client.core.controls import Press, action
from client.core.events import on
from client.core.retries import find_own_message
from client.lobby.card import draw_card, lock_card, refresh_card
from client.lobby.card_buttons import note_card
from client.lobby.opening import refuse_second, require_allowed, require_permission
from client.lobby.private_threads import require_membership
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from client.sharing import SHARED, WITH, WITHOUT
from games.text import T
from matches.change import Change
from matches.errors import UserError
from matches.match import Match
from matches.people.preferences import read_server
from matches.referee import MACHINE
from matches.together import linking
from matches.together.linking import forget_parted

PARTED: Final = T("This table is no longer shared with this server. The match goes on in the other one.")


async def show_terms(bot: Slowboat, interaction: discord.Interaction, typed: str) -> None:
    """Show what linking this channel would share (`/link`), and ask for consent. Raises UserError."""
    match, _ = await _find_offer(bot, interaction, typed)
    say, code = bot.say(interaction), linking.write_code(match)
    lines = [
        f"### {say(match.words.TITLE)}",
        say(T("Another server offers you this table. If you agree, this channel shows it, and people here can join.")),
        say(SHARED),
        say(WITH if match.guest.names else WITHOUT),
        "-# " + say(T("Managers of either server can end the shared table at any time with /manage.")),
    ]
    buttons = [button(say(T("Agree, without names")), Id("link_table", rest=f"{code}.none"))]
    if match.guest.names:
        buttons.insert(0, button(say(T("Agree, with names")), Id("link_table", rest=f"{code}.names")))
    await interaction.edit_original_response(view=layout(text(*lines), *rows(buttons)))


async def _find_offer(bot: Slowboat, interaction: discord.Interaction, typed: str) -> tuple[Match, str]:
    """Find the match of a typed code. Raises UserError unless the person may link it with this channel now."""
    server = await read_server(bot.referee, interaction.guild_id or 0)
    linking.require_right(bot.request(interaction), server)
    if missing := errors.list_missing_permissions(interaction):
        raise errors.make_closed_error(interaction.guild, interaction.channel_id or 0, missing, now=bot.referee.now())
    await require_membership(bot, interaction.channel)
    await require_permission(bot, interaction)
    await refuse_second(bot, interaction.channel_id or 0)
    number, letters = linking.read_code(typed)
    try:
        match = await bot.referee.match(number)
    except UserError as error:
        raise linking.make_code_error() from error
    linking.require_code(match, letters, interaction.guild_id or 0, now=bot.referee.now())
    require_allowed(server, match.game, match.words.TITLE)
    return match, letters


@action("link_table", "update")
async def link_table(press: Press) -> None:
    """Link the channel, and post the lobby's card in it."""
    bot, interaction = press.bot, press.interaction
    code, _, chosen = press.id.rest.partition(".")
    match, letters = await _find_offer(bot, interaction, code)
    who, now, names = bot.request(interaction), bot.referee.now(), chosen == "names"
    server = await read_server(bot.referee, interaction.guild_id or 0)
    spoken = server.language or bot.texts.language(str(interaction.guild_locale))

    def work(found: Match) -> Change:
        place = interaction.channel_id or 0
        return linking.accept(found, who, letters, channel_id=place, names=names, language=spoken, now=now)

    done = await bot.referee.change(match.id, who, work)
    told = bot.say(interaction)(T("This channel shows the table now."))
    await interaction.edit_original_response(view=bot.notice(told))
    await restore_guest_card(bot, done.match.seen_from(interaction.guild_id))
    await refresh_card(bot, done.match)


async def restore_guest_card(bot: Client, match: Match) -> None:
    """Post the card of a lobby in the second server, unless it is there. `match`: as that server shows it."""
    async with lock_card(bot, match.id):
        match = (await bot.referee.match(match.id)).seen_from(match.guild_id)
        if match.side == "home" or match.card_id is not None or match.phase != "lobby":
            return
        place = bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
        message = await find_own_message(bot, place, lambda each: (each.action, each.match) == ("start", match.id))
        if message is None:
            card = await draw_card(bot, match)
            message = await place.send(view=card.view, files=[*card.files], nonce=f"guest-{match.id}")
        await note_card(bot, match, message.id)


@action("part", "update")
async def part(press: Press) -> None:
    """End the link."""
    bot, interaction = press.bot, press.interaction
    who, now = bot.request(interaction), bot.referee.now()
    done = await bot.referee.change(press.id.match, who, lambda match: linking.part_as(match, who, now=now))
    told = bot.say(interaction)(T("The table is no longer shared."))
    await interaction.edit_original_response(view=bot.notice(told), attachments=[])
    if done.match.state is None:
        await refresh_card(bot, done.match)
    await bot[Postman].post_board(await bot.machines.run(done), interaction)


@on("repair_card")
async def restore_guest_cards(bot: Slowboat, match: Match) -> None:
    """Post the card in the second server, if it is missing."""
    for face in match.faces[1:]:
        await restore_guest_card(bot, face)


@on("repair_guest")
async def say_parted(bot: Slowboat, match: Match) -> None:
    """Say under the newest board of a second server, or on its card, that the link has ended, and remove the
    buttons."""
    terms = match.guest
    if terms.parted is not None:
        guild_id, channel_id, card_id = terms.parted
        told = bot.texts.say(terms.language)(PARTED)
        board = await bot.outbox.read_guest_board(match)
        if board is not None:
            await bot[Postman].strip(board, told)
        elif card_id is not None:
            place = bot.get_partial_messageable(channel_id, guild_id=guild_id)
            await place.get_partial_message(card_id).edit(view=bot.notice(told), attachments=[])
        await bot.referee.change(match.id, MACHINE, forget_parted)
    await bot.outbox.settle_edit(await bot.referee.match(match.id), "guest")
