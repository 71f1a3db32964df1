"""Share a league with another server: offer it under `/league`, link a channel by its code under `/lobbies`, and end
the link. See `docs/decisions/0026-a-league-in-two-servers.md`.
"""

from __future__ import annotations

import logging

import discord

import games
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errors import SAVED
from client.core.permissions import (
    list_missing_for_threads,
    list_missing_permissions,
    make_permission_error,
    require_manager,
)
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.lobby.opening import require_allowed
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from client.two_servers import WITH, describe_code, draw_letters
from games.text import T
from matches import two_servers as linking
from matches.directory import find_open_in
from matches.errors import Stale, UserError
from matches.leagues.keeping import (
    Kept,
    change_league,
    link_league,
    part_league,
    read_offered,
    require_kept,
)
from matches.leagues.sharing import forget_parted, make_code_error, offer
from matches.people.preferences import Server, read_server
from matches.referee import MACHINE
from matches.texts import defuse_name

log = logging.getLogger(__name__)

SHARED = T(
    "The other server sees the tables, and the matches in which its own people play. Nobody is mentioned there, and "
    "ids, avatars and reply times are not shown."
)

WITHOUT = T("Names: none. People of the other server are shown by a number, in matches by their colour.")

PARTED = T("This league is no longer shared with this server. It goes on in the other one, without people of this one.")


@action("league_share", "private")
async def ask_to_share(visit: Visit) -> None:
    """Explain what another server would see, and ask whether names may be shown."""
    require_manager(visit.interaction)
    await require_kept(visit.referee, visit.channel_id)
    say = visit.say
    heading = say(T("Play with another server"))
    lines = [
        f"### {heading}",
        say(
            T(
                "The league is then shown in one channel of each server, in the language of each, and people join from "
                "both. The managers of this server run it."
            )
        ),
        say(SHARED),
        say(T("Names are shown only if the other server agrees to that, too.")),
    ]
    buttons = [
        button(say(T("Offer it with names")), Id("league_offer", rest="names")),
        button(say(T("Offer it without names")), Id("league_offer", rest="none")),
    ]
    await visit.answer(layout(text(*lines), *rows(buttons)), files=[])


@action("league_offer", "update")
async def offer_league(visit: Visit) -> None:
    """Make the code that the other server types."""
    require_manager(visit.interaction)
    letters, names = draw_letters(), visit.id.rest == "names"
    kept = await require_kept(visit.referee, visit.channel_id)
    await change_league(
        visit.referee,
        visit.channel_id,
        lambda league: offer(league, code=letters, names=names, now=visit.now),
        manage=True,
    )
    terms = WITH if names else WITHOUT
    lines = describe_code(f"L{kept.row.id}-{letters}", visit.now + linking.CODE_LASTS, terms, visit.say)
    await visit.answer(layout(text(*lines)), files=[])


async def show_league_terms(visit: Visit, number: int, letters: str) -> None:
    """Show what linking this channel with a league would share, and ask for consent. Raises UserError."""
    kept, _ = await _find_offer(visit, number, letters)
    say, league, code = visit.say, kept.league, f"{number}-{letters}"
    names = league.guest is not None and league.guest.names
    lines = [
        f"### {defuse_name(league.name)} · {say(games.words(league.game).TITLE)}",
        say(T("Another server offers you this league. If you agree, this channel shows it, and people here can join.")),
        say(SHARED),
        say(WITH if names else WITHOUT),
        "-# " + say(T("Managers of either server can end this at any time with /league.")),
    ]
    buttons = [button(say(T("Agree, without names")), Id("league_link", rest=f"{code}.none"))]
    if names:
        buttons.insert(0, button(say(T("Agree, with names")), Id("league_link", rest=f"{code}.names")))
    await visit.answer(layout(text(*lines), *rows(buttons)))


async def _find_offer(visit: Visit, number: int, letters: str) -> tuple[Kept, Server]:
    """Find the league of a code, and the settings of the person's server. Raises UserError unless the person may link
    the league with this channel now."""
    guild_id = visit.interaction.guild_id or 0
    server = await read_server(visit.referee, guild_id)
    linking.require_right(visit.who, server)
    if not isinstance(visit.interaction.channel, discord.TextChannel):
        raise UserError(T("A league needs an ordinary text channel, in which threads can be opened."))
    if missing := [*list_missing_permissions(visit.interaction), *list_missing_for_threads(visit.interaction)]:
        raise make_permission_error(dict.fromkeys(missing), visit.channel_id)
    kept = await read_offered(visit.referee, number, letters, guild_id, visit.channel_id)
    if kept is None or kept.league.game not in visit.bot.list_playable():
        raise make_code_error()
    rules = games.load(kept.league.game)
    require_allowed(server, rules, games.words(rules.name).TITLE)
    return kept, server


@action("league_link", "update")
async def link_channel(visit: Visit) -> None:
    """Link the channel; the background loop posts the tables."""
    code, _, chosen = visit.id.rest.partition(".")
    number, _, letters = code.partition("-")
    if not number.isdecimal():
        raise make_code_error()
    kept, server = await _find_offer(visit, int(number), letters)
    await link_league(
        visit.referee,
        kept,
        letters,
        guild_id=visit.interaction.guild_id or 0,
        channel_id=visit.channel_id,
        names=chosen == "names",
        language=server.language or visit.bot.texts.language(str(visit.interaction.guild_locale)),
    )
    visit.interaction.extras[SAVED] = True
    await visit.answer(visit.say(T("This channel shows the league within half a minute.")))


@action("league_ask_part", "private")
async def ask_to_part(visit: Visit) -> None:
    """Ask for confirmation before the link ends."""
    require_manager(visit.interaction)
    say = visit.say
    question = T(
        "End the shared league? It goes on in the server it belongs to. The people of the other server are taken out: "
        "their open matches count as lost, and the tables call them former players."
    )
    sure = button(say(T("Yes, end it")), Id("league_part"), style=discord.ButtonStyle.danger)
    await visit.answer(layout(text(say(question)), *rows([sure])), files=[])


@action("league_part", "update")
async def part(visit: Visit) -> None:
    """End the link; the background loop does what follows."""
    require_manager(visit.interaction)
    await part_league(visit.referee, visit.channel_id)
    visit.interaction.extras[SAVED] = True
    await visit.answer(visit.say(T("The league is no longer shared.")), files=[])


async def finish_parting(bot: Slowboat, kept: Kept) -> None:
    """Do what follows the end of a league's link: end that of each open match, and say in the second server that it has
    ended. Each step may be repeated after a restart."""
    guest, season = kept.league.guest, kept.league.season
    if guest is None or guest.parted is None:
        return
    guild_id, channel_id, message_id = guest.parted
    played = {each.match_id for each in season.fixtures} if season is not None else set()
    for match in await find_open_in(bot.referee, guild_id):
        if match.id not in played or not match.is_guest:
            continue
        try:
            done = await bot.referee.change(match.id, MACHINE, lambda found: linking.part(found, now=bot.referee.now()))
        except Stale:
            continue  # it has ended in the meantime
        await bot.announce(await bot.machines.run(done))
    if message_id is not None:
        told = bot.texts.say(guest.language)(PARTED)
        place = bot.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            await place.get_partial_message(message_id).edit(view=layout(text(told)), attachments=[])
        except FAILURES as error:  # its buttons say that the channel has no league
            log.info("league %s: its tables in the second server stay as they are: %s", kept.row.id, error)
    await change_league(bot.referee, kept.row.channel_id, forget_parted)
