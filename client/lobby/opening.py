"""Open a match, for `/<game> new` and *Rematch*, in the channel itself or in a thread of its own."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import discord
from discord import ui
from msgspec import structs

import games
from client.board.postman import Postman
from client.commands.options import PLAYERS, pop_terms, read_options
from client.core import errors
from client.core.bot import Slowboat
from client.core.client import PUBLIC
from client.core.controls import Press, action
from client.core.errors import Refusal, make_invitation, may_post_later
from client.core.posting import post
from client.core.refusals import FAILURES, Meaning, means
from client.lobby import host  # noqa: F401 - registers the handlers of the host's menus
from client.lobby.card import draw_card, lock_card, refresh_card
from client.lobby.card_buttons import make_limit_error, note_card
from client.lobby.invitations import join_rematch, ping_invited
from client.lobby.private_threads import require_membership
from client.lobby.threads import clean_up, create_thread
from client.messages.custom_ids import Id
from client.messages.parts import layout, text
from client.server.lost_settings import leave_out_lost, list_channels
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

Make = Callable[[Server, int], Match]
"""Creates a lobby from a server's settings and the channel it is to be played in."""

Show = Callable[..., Awaitable[discord.Message]]
"""Shows a view, and files as `attachments`, in a message; returns the message."""

_PLANS: Final = 1000
"""The most refused openings remembered for *Open the match in a thread*."""


async def open_lobby(
    bot: Slowboat,
    interaction: discord.Interaction,
    make: Make,
    *,
    thread: bool,
    show: Show | None = None,
    also: Also = lambda *_: None,
) -> Match:
    """Open a lobby and show its card: as the answer, or with `show`. `also`: write this in the same transaction.

    With `thread` the card stays in the channel, and the match gets a thread that starts at the card.
    """
    show = show or interaction.edit_original_response
    if interaction.channel_id is None:
        if interaction.guild_id is not None:  # of a type that discord.py does not know
            raise UserError(T("Matches cannot be played in this kind of channel. Try it in an ordinary text channel."))
        raise UserError(T("This works only in a server."))
    server = await _require_place(bot, interaction, thread=thread)
    if thread or await _is_to_open_in_thread(bot, interaction, server):
        return await _open_in_thread(bot, interaction, make, server, show, also=also)
    await _refuse_second(bot, interaction, lambda: Id("in_thread", rest=_keep_plan(bot, interaction, make)))
    match = await bot.referee.open(make(server, interaction.channel_id), bot.request(interaction), also=also)
    return await show_card(bot, interaction, match, show)


async def _require_place(bot: Slowboat, interaction: discord.Interaction, *, thread: bool) -> Server:
    """Return the server's settings if a match may be opened here. Raises UserError."""
    missing = errors.list_missing_permissions(interaction)
    if thread:
        missing += errors.list_missing_for_threads(interaction)
    if missing:
        raise errors.make_closed_error(interaction.guild, interaction.channel_id or 0, missing, now=bot.referee.now())
    await require_membership(bot, interaction.channel)
    return await require_permission(bot, interaction)


async def _open_in_thread(
    bot: Slowboat,
    interaction: discord.Interaction,
    make: Make,
    server: Server,
    show: Show,
    *,
    also: Also = lambda *_: None,
) -> Match:
    """Open a match in a thread that starts at its card; `show` posts the card."""
    planned = make(server, 0)
    if not isinstance(interaction.channel, discord.TextChannel):
        raise UserError(
            T("A thread can only be opened in an ordinary text channel. Leave out the option “thread” here.")
        )
    say = bot.say_to_all(planned)
    opening = say(T("A thread for the match is being opened."))
    starter = await show(view=layout(text(opening)))
    name = f"{say(planned.words.TITLE)} · {defuse_name(interaction.user.display_name)}"
    place: discord.Thread | None = None
    try:
        place = await create_thread(interaction.channel, starter.id, name[:100])
        made = make(server, place.id)
        made = structs.replace(made, card_channel_id=interaction.channel_id)
        match = await bot.referee.open(made, bot.request(interaction), also=also)
        return await show_card(bot, interaction, match, starter.edit)
    except Exception:
        await clean_up(starter, place)
        raise


def post_with(interaction: discord.Interaction) -> Show:
    """Return the function that posts a message for the channel, after a press on a private message."""

    async def show(view: ui.LayoutView, attachments: Sequence[discord.File] = ()) -> discord.Message:
        return await post(interaction, view, files=attachments)

    return show


class _Plans(OrderedDict[str, Make]):
    """Openings refused because the channel has a match, by interaction."""

    def __init__(self, _: Slowboat) -> None:
        super().__init__()


def _keep_plan(bot: Slowboat, interaction: discord.Interaction, make: Make) -> str:
    """Remember a refused opening for the button that repeats it in a thread. Returns its key."""
    key = str(interaction.id)
    kept = bot[_Plans]
    kept[key] = make
    while len(kept) > _PLANS:
        kept.popitem(last=False)
    return key


@action("in_thread", "update")
async def open_planned(press: Press) -> None:
    """Handle *Open the match in a thread*, offered where the channel has a match already."""
    make = press.bot[_Plans].get(press.id.rest)
    if make is None:
        raise UserError(T("This button is too old. Send the command again."))
    await _follow_in_thread(press, make)
    press.bot[_Plans].pop(press.id.rest, None)


@action("rematch_thread", "update")
async def open_rematch_in_thread(press: Press) -> None:
    """Handle *Open the match in a thread* for a rematch."""
    old = await press.read_match()
    await _invite_players(press, await _follow_in_thread(press, _plan_rematch(press, old)))


def _plan_rematch(press: Press, old: Match) -> Make:
    """Plan the rematch of a match, for the person who pressed."""
    who = press.bot.request(press.interaction)

    def make(server: Server, place: int) -> Match:
        require_allowed(server, old.game, old.words.TITLE)
        return _make_rematch(press, old, who, place)

    return make


async def _follow_in_thread(press: Press, make: Make) -> Match:
    """Open a match in a thread after a press on a private message, and update that message with a link."""
    bot, interaction = press.bot, press.interaction
    server = await _require_place(bot, interaction, thread=True)
    match = await _open_in_thread(bot, interaction, make, server, post_with(interaction))
    place = Channel(match.channel_id)
    told = bot.say(interaction, match)(T("The match is played in its own thread: {channel}", channel=place))
    await interaction.edit_original_response(view=bot.notice(told))
    return match


async def show_card(bot: Slowboat, interaction: discord.Interaction, match: Match, show: Show) -> Match:
    """Turn a message into the card of a new lobby. If that fails, close the lobby, because nobody can see it."""
    async with lock_card(bot, match.id):
        try:
            card = await draw_card(bot, match)
            message = await show(view=card.view, attachments=[*card.files])
        except Exception:
            now = bot.referee.now()
            await bot.referee.change(match.id, MACHINE, lambda found: expire(found, now=now))
            bot.referee.forget_effect(interaction.id)
            raise
        interaction.extras.pop(PUBLIC, None)  # the card has replaced the answer
        return await note_card(bot, match, message.id)


async def require_permission(bot: Slowboat, interaction: discord.Interaction, *, guild_id: int | None = None) -> Server:
    """Return the server's settings if they allow this person to open a match here. Raises UserError.

    With `guild_id` `DIRECT`, the match is in their direct messages, even if the interaction came from a server.
    """
    guild_id = (interaction.guild_id or DIRECT) if guild_id is None else guild_id
    allowance = await read_allowance(bot.referee, guild_id, interaction.user.id)
    server, parent = (
        leave_out_lost(allowance.server, interaction.guild),
        getattr(interaction.channel, "parent_id", None),
    )
    require_channel(server, interaction.channel_id or 0, parent=parent, guild=interaction.guild)
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
                    "another with /settings."
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


async def _is_to_open_in_thread(bot: Slowboat, interaction: discord.Interaction, server: Server) -> bool:
    """Tell whether a match gets a thread although nobody asked for one: the channel has a match, the server's settings
    say so, and the bot may open threads."""
    there = await bot.referee.match_in(interaction.channel_id or 0)
    return (
        server.opens_threads
        and there is not None
        and there.phase in OPEN_PHASES
        and isinstance(interaction.channel, discord.TextChannel)
        and not errors.list_missing_for_threads(interaction)
    )


async def _refuse_second(bot: Slowboat, interaction: discord.Interaction, offer: Callable[[], Id]) -> None:
    """Raise UserError if the channel already has an open match; it offers the button `offer` if threads can be made."""
    try:
        await refuse_second(bot, interaction.channel_id or 0)
    except UserError as error:
        if not isinstance(interaction.channel, discord.TextChannel) or errors.list_missing_for_threads(interaction):
            raise
        refused = T("There is already a match in this channel.")
        raise errors.Refusal(refused, label=T("Open the match in a thread"), action=offer()) from error


@action("rematch", "update")
async def open_rematch(press: Press) -> None:
    """Open a lobby with the same people, each one seat further on and invited with one ping; or join the one that
    somebody else has opened."""
    bot, interaction = press.bot, press.interaction
    old = await press.read_match()
    if interaction.channel_id != old.channel_id:
        place = Channel(old.channel_id)
        raise UserError(T("A rematch is opened where the match was played: {channel}", channel=place))
    await require_membership(bot, interaction.channel)
    if await join_rematch(press, old):
        return
    if await _is_to_open_in_thread(bot, interaction, await read_server(bot.referee, old.guild_id)):
        server = await _require_place(bot, interaction, thread=True)
        make = _plan_rematch(press, old)
        await _invite_players(press, await _open_in_thread(bot, interaction, make, server, post_with(interaction)))
        return
    await _refuse_second(bot, interaction, lambda: Id("rematch_thread", old.id))
    require_allowed(await require_permission(bot, interaction), old.game, old.words.TITLE)
    who = bot.request(interaction)
    match = await bot.referee.open(_make_rematch(press, old, who, old.channel_id), who)
    await _invite_players(press, await show_card(bot, interaction, match, post_with(interaction)))


def _make_rematch(press: Press, old: Match, who: Request, place: int) -> Match:
    made = invitations.make_rematch(old, who, secret=secrets.token_bytes(32), now=press.bot.referee.now())
    return structs.replace(made, channel_id=place, card_channel_id=None)


async def _invite_players(press: Press, match: Match) -> None:
    """Invite the players of the previous match; begin at once if the others were computer players."""
    bot, interaction = press.bot, press.interaction
    await ping_invited(bot, interaction, match, tuple(found.user for found in match.invited))
    if len(match.seats) == match.capacity:
        now = bot.referee.now()
        again = structs.replace(bot.request(interaction), interaction_id=None)
        done = await bot.referee.change(match.id, again, lambda found: lobby.start(found, again, now=now))
        await refresh_card(bot, done.match)
        await bot[Postman].post_board(await bot.machines.run(done), interaction)


async def open_game(
    bot: Slowboat,
    interaction: discord.Interaction,
    name: str,
    values: dict[str, Any] | None = None,
    *,
    show: Show | None = None,
    away: bool = False,
) -> Match:
    """Open a lobby of a game in this channel (`/<game> new`, `/play`).

    `show`: as in `client.lobby.opening.open_lobby`. `away`: open it in the person's direct messages, because the
    bot cannot post in this channel.
    """
    game, words, values = games.load(name), games.words(name), values or {}
    if not away:
        require_lasting_place(interaction, game.name)
    guild_id = DIRECT if away else interaction.guild_id or DIRECT
    spoken = bot.language(interaction) if guild_id == DIRECT else bot.texts.language(str(interaction.guild_locale))
    capacity = values.pop(PLAYERS, None)
    given = pop_terms(values)
    options = read_options(game, values)

    def make(server: Server, place: int) -> Match:
        require_allowed(server, game, words.TITLE)
        return lobby.create(
            game.name,
            options,
            bot.request(interaction),
            capacity=capacity,
            guild_id=guild_id,
            channel_id=place,
            language=server.language or spoken,
            secret=secrets.token_bytes(32),
            now=bot.referee.now(),
            pace=given["pace"] or server.pace,
            absence=given["absence"] or server.absence,
            private=bool(given["private"]),
            away_days=server.away_days,
            liked=bot.preferences.get(interaction.user.id).liked,
        )

    if away:
        return await open_direct(bot, interaction, make)
    return await open_lobby(bot, interaction, make, thread=bool(given["thread"]), show=show)


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


async def open_direct(bot: Slowboat, interaction: discord.Interaction, make: Make) -> Match:
    """Open a lobby in the person's direct messages. Raises UserError if they are closed."""
    server = await require_permission(bot, interaction, guild_id=DIRECT)
    try:
        place = await interaction.user.create_dm()
        await refuse_second(bot, place.id)
        match = await bot.referee.open(make(server, place.id), bot.request(interaction))

        async def post(view: ui.LayoutView, attachments: Sequence[discord.File] = ()) -> discord.Message:
            return await place.send(view=view, files=attachments)

        return await show_card(bot, interaction, match, post)
    except FAILURES as error:
        if not means(error, Meaning.UNREACHABLE, Meaning.CLOSED):
            raise
        raise UserError(
            T("Discord does not let me write to you. Allow direct messages from me, then try again.")
        ) from error
