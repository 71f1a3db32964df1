"""Open a match, for `/<game> new` and *Rematch*, in the channel itself or in a thread of its own."""

from __future__ import annotations

import itertools
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import discord
from discord import ui
from msgspec import structs

import games
from client.board.postman import deliver
from client.core import errors
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errors import Refusal
from client.core.intake import answers_to
from client.core.permissions import (
    list_missing_for_threads,
    list_missing_permissions,
    make_closed_error,
    make_invitation,
    may_post_later,
    require_membership,
)
from client.core.refusals import FAILURES, Meaning, means
from client.core.visit import Visit
from client.lobby.card import draw_card, lock_card, refresh_card
from client.lobby.card_buttons import find_card, make_limit_error, note_card
from client.lobby.house_rules import read_rule
from client.lobby.invitations import join_rematch, ping_invited
from client.lobby.lobby_panel import open_host_panel
from client.lobby.threads import clean_up, create_thread
from client.messages.custom_ids import Id
from client.messages.parts import layout, text
from client.server.settings import leave_out_lost, list_channels
from games.core import AnyGame
from games.text import Channel, Join, N, T, Text
from matches.errors import UserError
from matches.lobby import invitations, lobby
from matches.lobby.expiry import expire
from matches.match import Match
from matches.people.preferences import Server, read_server
from matches.people.servers import read_allowance
from matches.referee import MACHINE, Also, Request
from matches.rows import DIRECT, OPEN_PHASES
from matches.texts import defuse_name

log = logging.getLogger(__name__)

Make = Callable[[Server, int], Match]
"""Creates a lobby from a server's settings and the channel it is to be played in."""

Show = Callable[..., Awaitable[discord.Message]]
"""Shows a view, and files as `attachments`, in a message; returns the message."""

_PLANS: Final = 1000
"""The most refused openings remembered for *Open the match in a thread*."""


async def open_lobby(
    visit: Visit,
    make: Make,
    *,
    thread: bool,
    show: Show | None = None,
    also: Also = lambda *_: None,
) -> Match:
    """Open a lobby and show its card: as the answer, or with `show`. `also`: write this in the same transaction.

    With `thread` the card stays in the channel, and the match gets a thread that starts at the card.
    """
    show = show or answers_to(visit.interaction).show
    if visit.interaction.channel_id is None:
        if visit.interaction.guild_id is not None:  # of a type that discord.py does not know
            raise UserError(T("Matches cannot be played in this kind of channel. Try it in an ordinary text channel."))
        raise UserError(T("This works only in a server."))
    server = await _require_place(visit, thread=thread)
    if thread or await _is_to_open_in_thread(visit, server):
        return await _open_in_thread(visit, make, server, show, also=also)
    await _refuse_second(visit, lambda: Id("in_thread", rest=_keep_plan(visit, make)))
    match = await visit.referee.open(make(server, visit.interaction.channel_id), visit.who, also=also)
    return await show_card(visit, match, show)


async def _require_place(visit: Visit, *, thread: bool) -> Server:
    """Return the server's settings if a match may be opened here. Raises UserError."""
    missing = list_missing_permissions(visit.interaction)
    if thread:
        missing += list_missing_for_threads(visit.interaction)
    if missing:
        raise make_closed_error(visit.interaction.guild, visit.channel_id, missing, now=visit.now)
    await require_membership(visit.bot, visit.interaction.channel)
    return await require_permission(visit)


async def _open_in_thread(
    visit: Visit,
    make: Make,
    server: Server,
    show: Show,
    *,
    also: Also = lambda *_: None,
) -> Match:
    """Open a match in a thread that starts at its card; `show` posts the card."""
    planned = make(server, 0)
    if not isinstance(visit.interaction.channel, discord.TextChannel):
        raise UserError(
            T("A thread can only be opened in an ordinary text channel. Leave out the option “thread” here.")
        )
    say = visit.bot.say_to_all(planned)
    opening = say(T("A thread for the match is being opened."))
    starter = await show(view=layout(text(opening)))
    name = f"{say(planned.words.TITLE)} · {defuse_name(visit.interaction.user.display_name)}"[:90]
    taken = {thread.name for thread in visit.interaction.channel.threads}
    numbered = (f"{name} {number}" for number in itertools.count(2))
    name = next(each for each in itertools.chain((name,), numbered) if each not in taken)
    place: discord.Thread | None = None
    try:
        place = await create_thread(visit.interaction.channel, starter.id, name)
        made = make(server, place.id)
        made = structs.replace(made, card_channel_id=visit.interaction.channel_id)
        match = await visit.referee.open(made, visit.who, also=also)
        return await show_card(visit, match, starter.edit)
    except Exception:
        await clean_up(visit.bot, starter, place)
        raise


def post_with(visit: Visit) -> Show:
    """Return the function that posts a message for the channel, after a press on a private message."""

    async def show(view: ui.LayoutView, attachments: Sequence[discord.File] = ()) -> discord.Message:
        return await visit.post(view, files=attachments)

    return show


class _Plans(OrderedDict[str, Make]):
    """Openings refused because the channel has a match, by interaction."""

    def __init__(self, _: Slowboat) -> None:
        super().__init__()


def _keep_plan(visit: Visit, make: Make) -> str:
    """Remember a refused opening for the button that repeats it in a thread. Returns its key."""
    key = str(visit.interaction.id)
    kept = visit.bot[_Plans]
    kept[key] = make
    while len(kept) > _PLANS:
        kept.popitem(last=False)
    return key


@action("in_thread", "update")
async def open_planned(visit: Visit) -> None:
    """Handle *Open the match in a thread*, offered where the channel has a match already."""
    make = visit.bot[_Plans].get(visit.id.rest)
    if make is None:
        raise UserError(T("This button is too old. Send the command again."))
    match = await _follow_in_thread(visit, make)
    visit.bot[_Plans].pop(visit.id.rest, None)
    await begin_if_full(visit, match)


@action("rematch_thread", "update")
async def open_rematch_in_thread(visit: Visit) -> None:
    """Handle *Open the match in a thread* for a rematch."""
    old = await visit.read_match()
    await _invite_players(visit, await _follow_in_thread(visit, _plan_rematch(visit, old)))


def _plan_rematch(visit: Visit, old: Match) -> Make:
    """Plan the rematch of a match, for the person who pressed."""

    def make(server: Server, place: int) -> Match:
        require_allowed(server, old.game, old.words.TITLE)
        return _make_rematch(visit, old, visit.who, place)

    return make


async def _follow_in_thread(visit: Visit, make: Make) -> Match:
    """Open a match in a thread after a press on a private message, and update that message with a link."""
    server = await _require_place(visit, thread=True)
    match = await _open_in_thread(visit, make, server, post_with(visit))
    place = Channel(match.channel_id)
    told = visit.say_about(match)(T("The match is played in its own thread: {channel}", channel=place))
    await visit.answer(told)
    return match


async def show_card(visit: Visit, match: Match, show: Show) -> Match:
    """Turn a message into the card of a new lobby. If that fails, close the lobby, because nobody can see it; unless
    the card is in the channel, and only Discord's answer was lost."""
    async with lock_card(visit.bot, match.id):
        try:
            card = await draw_card(visit.bot, match)
            message = await show(view=card.view, attachments=[*card.files])
        except Exception as error:
            if isinstance(error, FAILURES) and (found := await _find_shown(visit, match)) is not None:
                return await note_card(visit.bot, match, found.id)
            await visit.referee.change(match.id, MACHINE, lambda found: expire(found, now=visit.now))
            visit.referee.forget_effect(visit.interaction.id)
            raise
        return await note_card(visit.bot, match, message.id)


async def _find_shown(visit: Visit, match: Match) -> discord.Message | None:
    """Find the card of a new lobby whose post was not answered; None if it is not there, or cannot be looked for."""
    try:
        return await find_card(visit.bot, match)
    except FAILURES as error:
        log.info("match %s: could not look for its card: %s", match.id, error)
        return None


async def require_permission(visit: Visit, *, guild_id: int | None = None) -> Server:
    """Return the server's settings if they allow this person to open a match here. Raises UserError.

    With `guild_id` `DIRECT`, the match is in their direct messages, even if the interaction came from a server.
    """
    guild_id = (visit.interaction.guild_id or DIRECT) if guild_id is None else guild_id
    allowance = await read_allowance(visit.referee, guild_id, visit.user_id)
    server, parent = (
        leave_out_lost(allowance.server, visit.interaction.guild),
        getattr(visit.interaction.channel, "parent_id", None),
    )
    require_channel(server, visit.channel_id, parent=parent, guild=visit.interaction.guild)
    if allowance.in_all >= server.in_all:
        raise UserError(
            N(
                "This server allows one open match. Finish it first; /turns lists yours.",
                "This server allows {count} open matches. Finish one first; /turns lists yours.",
                server.in_all,
            )
        )
    if allowance.mine >= server.per_person:
        raise make_limit_error(allowance.mine)
    return server


def require_channel(server: Server, channel_id: int, *, parent: int | None, guild: discord.Guild | None) -> None:
    """Raise UserError if the server allows no matches in a channel, or in a thread of the channel `parent`."""
    if server.channels and channel_id not in server.channels and parent not in server.channels:
        allowed = Join(tuple(Channel(number) for number in list_channels(server, guild)))
        if not allowed.items:
            raise UserError(
                T(
                    "The channel for matches in this server is gone. Somebody who manages the server can choose "
                    "another with /server."
                )
            )
        raise UserError(T("In this server matches are played in {channels}.", channels=allowed))


def require_allowed(server: Server, game: AnyGame, title: Text) -> None:
    """Raise UserError if the server does not allow this game."""
    if server.games and game.name not in server.games:
        raise UserError(T("{game} is switched off in this server.", game=title))


async def refuse_second(bot: Slowboat, channel_id: int) -> None:
    """Raise UserError if the channel already has an open match."""
    there = await bot.referee.match_in(channel_id)
    if there is not None and there.phase in OPEN_PHASES:
        if there.is_direct:
            raise UserError(T("There is already a match here. Finish it first, or end it under More on its board."))
        raise UserError(
            T("There is already a match in this channel. Open yours in another channel, or finish this one first.")
        )


async def _is_to_open_in_thread(visit: Visit, server: Server) -> bool:
    """Tell whether a match gets a thread although nobody asked for one: the channel has a match, the server's settings
    say so, and the bot may open threads."""
    there = await visit.referee.match_in(visit.channel_id)
    return (
        server.opens_threads
        and there is not None
        and there.phase in OPEN_PHASES
        and isinstance(visit.interaction.channel, discord.TextChannel)
        and not list_missing_for_threads(visit.interaction)
    )


async def _refuse_second(visit: Visit, offer: Callable[[], Id]) -> None:
    """Raise UserError if the channel already has an open match; it offers the button `offer` if threads can be made."""
    try:
        await refuse_second(visit.bot, visit.channel_id)
    except UserError as error:
        if not isinstance(visit.interaction.channel, discord.TextChannel) or list_missing_for_threads(
            visit.interaction
        ):
            raise
        refused = T("There is already a match in this channel.")
        raise errors.Refusal(refused, label=T("Open the match in a thread"), action=offer()) from error


@action("rematch", "update")
async def open_rematch(visit: Visit) -> None:
    """Open a lobby with the same people, each one seat further on and invited with one ping; or join the one that
    somebody else has opened."""
    old = await visit.read_match()
    if visit.interaction.channel_id != old.channel_id:
        place = Channel(old.channel_id)
        raise UserError(T("A rematch is opened where the match was played: {channel}", channel=place))
    await require_membership(visit.bot, visit.interaction.channel)
    if await join_rematch(visit, old):
        return
    if await _is_to_open_in_thread(visit, await read_server(visit.referee, old.guild_id)):
        server = await _require_place(visit, thread=True)
        make = _plan_rematch(visit, old)
        await _invite_players(visit, await _open_in_thread(visit, make, server, post_with(visit)))
        return
    await _refuse_second(visit, lambda: Id("rematch_thread", old.id))
    require_allowed(await require_permission(visit), old.game, old.words.TITLE)
    match = await visit.referee.open(_make_rematch(visit, old, visit.who, old.channel_id), visit.who)
    await _invite_players(visit, await show_card(visit, match, post_with(visit)))


def _make_rematch(visit: Visit, old: Match, who: Request, place: int) -> Match:
    made = invitations.make_rematch(old, who, secret=secrets.token_bytes(32), now=visit.now)
    return structs.replace(made, channel_id=place, card_channel_id=None)


async def _invite_players(visit: Visit, match: Match) -> None:
    """Invite the players of the previous match; begin at once if the others were computer players."""
    await ping_invited(visit, match, tuple(found.user for found in match.invited))
    await begin_if_full(visit, match)


async def begin_if_full(visit: Visit, match: Match) -> None:
    """Begin the match of a new lobby whose seats are all taken, as by computer players; otherwise show the host their
    panel."""
    if len(match.seats) < match.capacity:
        await open_host_panel(visit, match)
        return
    again = structs.replace(visit.who, interaction_id=None)
    done = await visit.referee.change(match.id, again, lambda found: lobby.start(found, again, now=visit.now))
    await refresh_card(visit.bot, done.match)
    await deliver(visit, done)


async def open_game(
    visit: Visit,
    name: str,
    *,
    players: int | None = None,
    preset: str | None = None,
    rule: str | None = None,
    thread: bool | None = None,
    show: Show | None = None,
    away: bool = False,
) -> Match:
    """Open a lobby of a game in this channel (`/<game> new`, `/play`). Its other rules and terms are the usual ones
    until the host changes them.

    `rule`: a house rule beside the preset, as suggested.
    `show`: as in `client.lobby.opening.open_lobby`. `away`: open it in the person's direct messages, because the
    bot cannot post in this channel.
    """
    game, words = games.load(name), games.words(name)
    if not away:
        require_lasting_place(visit.interaction, game.name)
    guild_id = DIRECT if away else visit.interaction.guild_id or DIRECT
    spoken = visit.language if guild_id == DIRECT else visit.bot.texts.language(str(visit.interaction.guild_locale))
    if preset is not None and preset not in game.presets:
        raise UserError(errors.COMMAND_CHANGED)
    options = game.options_type() if preset is None else game.presets[preset]
    if rule is not None:
        options = structs.replace(options, **read_rule(game, rule, visit.say))

    def make(server: Server, place: int) -> Match:
        require_allowed(server, game, words.TITLE)
        return lobby.create(
            game.name,
            options,
            visit.who,
            capacity=players,
            guild_id=guild_id,
            channel_id=place,
            language=server.language or spoken,
            secret=secrets.token_bytes(32),
            now=visit.now,
            pace=server.pace,
            absence=server.absence,
            away_days=server.away_days,
            liked=visit.bot.preferences.get(visit.user_id).liked,
        )

    if away:
        return await open_direct(visit, make)
    return await open_lobby(visit, make, thread=bool(thread), show=show)


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


async def open_direct(visit: Visit, make: Make) -> Match:
    """Open a lobby in the person's direct messages. Raises UserError if they are closed."""
    server = await require_permission(visit, guild_id=DIRECT)
    try:
        place = await visit.interaction.user.create_dm()
        await refuse_second(visit.bot, place.id)
        match = await visit.referee.open(make(server, place.id), visit.who)

        async def post(view: ui.LayoutView, attachments: Sequence[discord.File] = ()) -> discord.Message:
            return await place.send(view=view, files=attachments)

        return await show_card(visit, match, post)
    except FAILURES as error:
        if not means(error, Meaning.UNREACHABLE, Meaning.CLOSED):
            raise
        raise UserError(
            T("Discord does not let me write to you. Allow direct messages from me, then try again.")
        ) from error
