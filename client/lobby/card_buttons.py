"""Handle the buttons of the lobby card."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, cast

import discord

from client.board.postman import Postman, deliver
from client.core.bot import Slowboat
from client.core.client import Client
from client.core.controls import action
from client.core.events import on
from client.core.retries import find_own_message
from client.core.visit import Visit
from client.lobby.card import AND_START, draw_card, edit_card, edit_own_card, lock_card, refresh_card
from client.lobby.host_pages import FORMER_PAGES, open_guests_page
from client.lobby.invitation_buttons import retire_invitations
from client.lobby.lobby_panel import show_lobby_panel
from client.messages.custom_ids import parse
from games.text import N, T
from matches import two_servers as linking
from matches.change import Change
from matches.errors import Stale, UserError
from matches.lobby import lobby
from matches.lobby.expiry import LOBBY_LASTS
from matches.match import Match
from matches.people import servers
from matches.people.servers import read_allowance
from matches.referee import MACHINE, Request
from matches.rows import Level


@action("join", "update")
async def join(visit: Visit) -> None:
    """Take the next free seat."""
    await _join(visit)


@action("sit", "update")
async def sit(visit: Visit) -> None:
    """Take the seat chosen in the menu."""
    await _join(visit, seat=int(visit.value) if visit.value.isdecimal() else -1)


@action("again", "update")
async def join_again(visit: Visit) -> None:
    """Take another seat: one person can hold several, for others who share the device."""
    await _join(visit, again=True)


async def _join(visit: Visit, *, seat: int | None = None, again: bool = False) -> None:
    match = await visit.read_match()
    blocked = await read_blocked(visit.bot, match, visit.user_id)
    liked = (await visit.bot.preferences.load(visit.user_id)).liked

    def take_seat(match: Match, who: Request, now: float) -> Change:
        return lobby.join(match, who, seat=seat, again=again, blocked=blocked, liked=liked, now=now)

    await _change(visit, take_seat)


async def read_blocked(bot: Slowboat, match: Match, user_id: int) -> tuple[int, ...]:
    """Read whom the host has blocked. Raises UserError if this person has reached the server's limit of open
    matches."""
    allowance = await read_allowance(bot.referee, match.guild_id, user_id)
    if allowance.mine >= allowance.server.per_person and user_id not in match.people:
        raise make_limit_error(allowance.mine)
    home = await bot.referee.match(match.id)
    return await servers.read_blocked(bot.referee, home.guild_id, match.host_id)


def make_limit_error(count: int) -> UserError:
    """Build the error for a person who has reached the server's limit of open matches."""
    return UserError(
        N(
            "You are in one open match already, and this server allows no more. /turns lists it.",
            "You are in {count} open matches already, and this server allows no more. /turns lists them.",
            count,
        )
    )


@action("leave", "update")
async def leave(visit: Visit) -> None:
    """Give up one's seat in the lobby."""
    await _change(visit, lambda match, who, now: lobby.leave(match, who, now=now))


@action("computer", "update")
async def add_computer(visit: Visit) -> None:
    """Give a free seat to a computer player of the chosen level; or as many as the match still needs, and begin."""
    if visit.value in FORMER_PAGES:
        await open_guests_page(visit)
        return
    add = lobby.start_with_computers if visit.value.startswith(AND_START) else lobby.add_computer
    level = _read_level(visit)
    await _change(visit, lambda match, who, now: add(match, who, level=level, now=now))


@action("against_computer", "update")
async def play_against_computer(visit: Visit) -> None:
    """Handle *Play against the computer* on cards of releases up to 0.3."""
    level = _read_level(visit)
    await _change(visit, lambda match, who, now: lobby.start_with_computers(match, who, level=level, now=now))


def _read_level(visit: Visit) -> Level:
    """Read the level chosen in the menu. Cards of early releases have a button instead, which means normal."""
    return cast("Level", visit.value.removeprefix(AND_START) or "normal")  # the lobby checks the value


@action("shuffle", "update")
async def shuffle(visit: Visit) -> None:
    """Seat everybody at random."""
    seed = secrets.token_bytes(32)
    await _change(visit, lambda match, who, _: lobby.shuffle(match, who, seed=seed))


@action("start", "update")
async def start(visit: Visit) -> None:
    """Begin the match."""
    await _change(visit, lambda match, who, now: lobby.start(match, who, now=now))


@action("cancel", "private")
async def ask_to_cancel(visit: Visit) -> None:
    """Ask for confirmation in private before closing the lobby."""
    match = await visit.read_match()
    lobby.cancel(match, visit.who, now=visit.now)  # raises the error that confirming would raise
    question = T("Cancel this match for everybody?")
    await visit.ask(question, "cancel_now", match, T("Yes, cancel it"))


@action("cancel_now", "update")
async def cancel_now(visit: Visit) -> None:
    """Close the lobby after the confirmation."""
    done = await visit.change(lambda match: lobby.cancel(match, visit.who, now=visit.now))
    await visit.answer(T("The match was cancelled."))
    await refresh_card(visit.bot, done.match)
    await visit.bot[Postman].post_board(done, visit.interaction)


async def _change(visit: Visit, work: Callable[[Match, Request, float], Change]) -> None:
    """Change the lobby for a press on its card or on a private panel, and update the pressed message and the card. Post
    the board if the match has begun."""
    before = await visit.read_match()
    pressed = visit.interaction.message
    on_card = pressed is not None and not pressed.flags.ephemeral and before.card_id in (None, pressed.id)
    try:
        done = await visit.change(lambda match: work(match, visit.who, visit.now))
    except Stale:
        if on_card:
            await _edit_card(visit, before)
        raise
    failed: Exception | None = None
    try:
        if on_card:
            await _edit_card(visit, done.match)
        else:
            await show_lobby_panel(visit, done.match, note="✓ " + visit.say(T("Done.")))
            await refresh_card(visit.bot, done.match, before=before)
    except Exception as error:  # noqa: BLE001 - raised below; a match that has begun needs its board first
        failed = error
    await deliver(visit, done)
    if failed is not None:
        raise failed  # `repair_card` updates invitations as well
    if on_card:
        await retire_invitations(visit.bot, before, done.match)
        others = [face for face in done.match.faces if face.side != before.side]
        if all([await edit_own_card(visit.bot, face) for face in others]):
            await visit.bot.outbox.settle_edit(done.match, "card")


@on("answer_lost")
async def repair_card(bot: Slowboat, interaction: discord.Interaction) -> None:
    """After an error, update the card of the match that an interaction has changed.

    An outdated card would offer seats that are taken, in a match that may have begun.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    pressed, visit = parse(str(data.get("custom_id", ""))), Visit(bot, interaction)
    match = await (visit.referee.match(pressed.match) if pressed and pressed.match else visit.find_match())
    if match is not None and visit.now - match.created_at < LOBBY_LASTS:
        await refresh_card(bot, match)


async def _edit_card(visit: Visit, match: Match) -> None:
    """Update the pressed card, and store its message id if it is not known yet."""
    async with lock_card(visit.bot, match.id):
        match = await visit.referee.match(match.id)
        face = visit.see(match)
        if match.phase == "lobby" and face.card_id is None and visit.interaction.message is not None:
            face = visit.see(await note_card(visit.bot, face, visit.interaction.message.id))
        card = await draw_card(visit.bot, face)
        await visit.answer(card.view, files=[*card.files])
    visit.bot.dispatch("card_shown", match.id)


async def note_card(client: Client, match: Match, card_id: int) -> Match:
    """Store the id of the message that is now the card of a lobby, on the side that `match` shows."""
    record = linking.record_card if match.side == "guest" else lobby.record_card
    done = await client.referee.change(match.id, MACHINE, lambda found: record(found, card_id))
    if done.match.rev == match.rev + 1:  # nobody has joined since
        await client.outbox.settle_edit(done.match, "card")
    return done.match


@on("repair_card")
async def repair_outdated(bot: Slowboat, match: Match) -> None:
    """Update an outdated card, or post one that is missing."""
    async with lock_card(bot, match.id):
        match = await bot.referee.match(match.id)
        if match.phase == "lobby" and match.card_id is None:
            await _restore_card(bot, match)
        else:
            await retire_invitations(bot, None, match)
            await edit_card(bot, match)


async def find_card(client: Client, match: Match) -> discord.Message | None:
    """Find the card of a lobby in the channel that `match` shows. Raises what discord.py raises."""
    place = client.get_partial_messageable(match.card_channel_id or match.channel_id, guild_id=match.guild_id)
    return await find_own_message(client, place, lambda each: (each.action, each.match) == ("lobby_more", match.id))


async def _restore_card(bot: Slowboat, match: Match) -> None:
    """Find the card of a lobby whose message id was not stored, or post the card."""
    place = bot.get_partial_messageable(match.card_channel_id or match.channel_id, guild_id=match.guild_id)
    if match.card_channel_id is not None:  # its thread starts at its card, and has the same id
        starter = await place.fetch_message(match.channel_id)
        await edit_card(bot, await note_card(bot, match, starter.id))
        return
    found = await find_card(bot, match)
    if found is not None:
        await edit_card(bot, await note_card(bot, match, found.id))
        return
    card = await draw_card(bot, match)
    message = await place.send(view=card.view, files=[*card.files], nonce=f"card-{match.id}")
    await note_card(bot, match, message.id)
