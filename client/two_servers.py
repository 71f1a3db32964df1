"""Share a table with another server: offer a lobby, link it by its code under `/lobbies`, and end the link.

See `docs/decisions/0024-two-servers-one-table.md`.
"""

from __future__ import annotations

import secrets
from typing import Final

from client.board.board_messages import BoardMessages
from client.board.postman import deliver
from client.core.bot import Slowboat
from client.core.client import Client
from client.core.controls import action
from client.core.events import on
from client.core.permissions import list_missing_permissions, make_closed_error, require_membership
from client.core.visit import Visit
from client.lobby.card import draw_card, lock_card, refresh_card
from client.lobby.card_buttons import find_card, note_card
from client.lobby.opening import refuse_second, require_allowed, require_permission
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import Moment, Say, T, Text
from matches import two_servers as linking
from matches.change import Change
from matches.errors import UserError
from matches.leagues.terms import require_no_league
from matches.lobby.invitations import require_host
from matches.match import Match
from matches.people.preferences import read_server
from matches.referee import MACHINE
from matches.two_servers import forget_parted

PARTED: Final = T("This table is no longer shared with this server. The match goes on in the other one.")


LENGTH = 6
"""Letters of a code."""

SHARED = T(
    "The other server sees the board, every move, and how the match ends. Nobody is mentioned there, and ids, avatars "
    "and reply times are not shown."
)

WITH = T("Names: both servers see the display names of all players.")

WITHOUT = T("Names: none. Players of the other server are shown by their colour.")


async def show_terms(visit: Visit, typed: str) -> None:
    """Show what linking this channel would share, and ask for consent. Raises UserError."""
    match, _ = await _find_offer(visit, typed)
    say, code = visit.say, linking.write_code(match)
    lines = [
        f"### {say(match.words.TITLE)}",
        say(T("Another server offers you this table. If you agree, this channel shows it, and people here can join.")),
        say(SHARED),
        say(WITH if match.guest.names else WITHOUT),
        "-# " + say(T("Managers of either server can end the shared table at any time with /server.")),
    ]
    buttons = [button(say(T("Agree, without names")), Id("link_table", rest=f"{code}.none"))]
    if match.guest.names:
        buttons.insert(0, button(say(T("Agree, with names")), Id("link_table", rest=f"{code}.names")))
    await visit.answer(layout(text(*lines), *rows(buttons)))


async def _find_offer(visit: Visit, typed: str) -> tuple[Match, str]:
    """Find the match of a typed code. Raises UserError unless the person may link it with this channel now."""
    server = await read_server(visit.referee, visit.interaction.guild_id or 0)
    linking.require_right(visit.who, server)
    if missing := list_missing_permissions(visit.interaction):
        raise make_closed_error(visit.interaction.guild, visit.channel_id, missing, now=visit.now)
    await require_membership(visit.bot, visit.interaction.channel)
    await require_permission(visit)
    number, letters = linking.read_code(typed)
    try:
        match = await visit.referee.match(number)
    except UserError as error:
        raise linking.make_code_error() from error
    linking.require_code(match, letters, visit.interaction.guild_id or 0, now=visit.now)
    await refuse_second(visit.bot, visit.channel_id)
    require_allowed(server, match.game, match.words.TITLE)
    return match, letters


@action("link_table", "update")
async def link_table(visit: Visit) -> None:
    """Link the channel, and post the lobby's card in it."""
    code, _, chosen = visit.id.rest.partition(".")
    match, letters = await _find_offer(visit, code)
    names = chosen == "names"
    server = await read_server(visit.referee, visit.interaction.guild_id or 0)
    spoken = server.language or visit.bot.texts.language(str(visit.interaction.guild_locale))

    def work(found: Match) -> Change:
        place = visit.channel_id
        return linking.accept(found, visit.who, letters, channel_id=place, names=names, language=spoken, now=visit.now)

    done = await visit.referee.change(match.id, visit.who, work)
    told = visit.say(T("This channel shows the table now."))
    await visit.answer(told)
    await restore_guest_card(visit.bot, done.match.seen_from(visit.interaction.guild_id))
    await refresh_card(visit.bot, done.match)


async def restore_guest_card(bot: Client, match: Match) -> None:
    """Post the card of a lobby in the second server, unless it is there. `match`: as that server shows it."""
    async with lock_card(bot, match.id):
        match = (await bot.referee.match(match.id)).seen_from(match.guild_id)
        if match.side == "home" or match.card_id is not None or match.phase != "lobby":
            return
        message = await find_card(bot, match)
        if message is None:
            place = bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
            card = await draw_card(bot, match)
            message = await place.send(view=card.view, files=[*card.files], nonce=f"guest-{match.id}")
        await note_card(bot, match, message.id)


@action("part", "update")
async def part(visit: Visit) -> None:
    """End the link."""
    done = await visit.change(lambda match: linking.part_as(match, visit.who, now=visit.now))
    told = visit.say(T("The table is no longer shared."))
    await visit.answer(told, files=[])
    if done.match.state is None:
        await refresh_card(visit.bot, done.match)
    await deliver(visit, done)


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
            await bot[BoardMessages].strip(board, told)
        elif card_id is not None:
            place = bot.get_partial_messageable(channel_id, guild_id=guild_id)
            await place.get_partial_message(card_id).edit(view=layout(text(told)), attachments=[])
        await bot.referee.change(match.id, MACHINE, forget_parted)
    await bot.outbox.settle_edit(await bot.referee.match(match.id), "guest")


@action("ask_share", "update")
async def ask_to_share(visit: Visit) -> None:
    """Explain what another server would see, and ask whether names may be shown."""
    match = await _require_right_to_offer(visit)
    say = visit.say_about(match)
    heading = say(T("Play with another server"))
    lines = [
        f"### {heading}",
        say(T("The match is then shown in one channel of each server, in the language of each.")),
        say(SHARED),
        say(T("Names are shown only if the other server agrees to that, too.")),
    ]
    buttons = [
        button(say(T("Offer it with names")), Id("offer_table", match.id, rest="names")),
        button(say(T("Offer it without names")), Id("offer_table", match.id, rest="none")),
        button(say(T("Back")), Id("guests", match.id)),
    ]
    await visit.answer(layout(text(*lines), *rows(buttons)), files=[])


@action("offer_table", "update")
async def offer_table(visit: Visit) -> None:
    """Make the code that the other server types."""
    await _require_right_to_offer(visit)
    code, names = draw_letters(), visit.id.rest == "names"
    done = await visit.change(lambda match: linking.offer(match, visit.who, code=code, names=names, now=visit.now))
    match, say = done.match, visit.say_about(done.match)
    lines = describe_code(linking.write_code(match), match.guest.until, WITH if names else WITHOUT, say)
    back = rows([button(say(T("Back")), Id("lobby_back", match.id))])
    await visit.answer(layout(text(*lines), *back), files=[])


def draw_letters() -> str:
    """Draw the letters of a new code."""
    return "".join(secrets.choice(linking.LETTERS) for _ in range(LENGTH))


def describe_code(code: str, until: float, terms: Text, say: Say) -> list[str]:
    """Say what to do with a code until it expires at the time `until`. `terms`: whether names are shown."""
    told = say(T("The code for the other server: {code}", code=code))
    how = T(
        "Give this code to somebody who manages the other server; they enter it there in /lobbies. The code "
        "expires {when}.",
        when=Moment(until),
    )
    return [f"### {told}", say(how), "-# " + say(terms)]


async def _require_right_to_offer(visit: Visit) -> Match:
    """Return the match of the press. Raises UserError unless the person may offer it to another server."""
    match = await visit.referee.match(visit.id.match)
    require_host(match, visit.who)
    if visit.who.guild_id != match.guild_id:
        raise UserError(T("You can do this only in the server that the match belongs to."))
    linking.require_right(visit.who, await read_server(visit.referee, match.guild_id))
    await require_no_league(visit.referee, match)
    return match


@action("ask_part", "update")
async def ask_to_part(visit: Visit) -> None:
    """Ask for confirmation before the link ends."""
    match = await visit.read_match()
    question = T(
        "End the shared table? The match goes on in the server it belongs to, and computer players take the seats of "
        "people from the other server. If the match has not begun, those seats become free."
    )
    await visit.ask(question, "part", match, T("Yes, end it"))
