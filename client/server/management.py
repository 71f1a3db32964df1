"""The page *Manage this match* of `/server`: what managers may do to a match. The log keeps every reason."""

from __future__ import annotations

import logging

import discord
from discord import ui
from msgspec import structs

from client.core.bot import Slowboat
from client.core.client import wait_for_store
from client.core.controls import action
from client.core.permissions import require_manager
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.forms import Form
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, rows, selects, text
from games.core import Seat
from games.text import Player, Say, T, Text
from matches import two_servers as linking
from matches.change import Change
from matches.clocks import absence, pauses
from matches.directory import read_log
from matches.errors import Stale, UserError, make_old_button_error
from matches.keeping.unplayable import end_unplayable
from matches.lobby.rivals import replace_by_rival
from matches.match import Match
from matches.rows import OPEN_PHASES, LogRow
from matches.texts import defuse, defuse_name
from matches.votes import undo

log = logging.getLogger(__name__)

ACTIONS: dict[str, Text] = {
    "skip": T("Let a stand-in move now"),
    "replace": T("Give the seat to a computer player"),
    "pause": T("Pause"),
    "resume": T("Go on"),
    "undo": T("Take back the last turn"),
    "end": T("End without a result"),
    "part": T("End the shared table"),
}
"""The actions of the page."""


def build_manage_panel(match: Match, say: Say) -> ui.LayoutView:
    """Build the page. Each button asks for a reason, which the log keeps. In a second server, and in a
    lobby, the panel can only end the link."""
    match_id, seq = match.id, match.seq
    heading = say(T("Manage this match"))
    lines = [f"### {heading}", say(T("Everybody will see what you do here, and your reason."))]
    offered = ["undo", "end", "resume" if match.phase == "paused" else "pause"]
    full = match.side == "home" and match.state is not None
    offered = [*(offered if full else []), *(["part"] if match.is_shared else [])]
    controls = rows([button(say(ACTIONS[name]), Id("manage", match_id, seq, name)) for name in offered])
    seats = tuple(
        Option(say(T("{player}", player=Player(holder.seat)))[:100], str(holder.seat)) for holder in match.seats
    )
    for name in ("skip", "replace") if full else ():
        controls += selects([Menu("", seats)], Id("manage", match_id, seq, name), placeholder=say(ACTIONS[name]))
    return layout(text(*lines), *controls)


@action("manage", "form")
async def ask_why(visit: Visit) -> None:
    """Open the form for the reason."""
    require_manager(visit.interaction)
    chosen = visit.id.rest.split(".")[0]
    if chosen not in ACTIONS or len(visit.value) > 2:
        raise make_old_button_error()
    match = await wait_for_store(visit.read_match())
    say = visit.say
    seq = visit.id.decision if match is None else match.seq  # None: the store is slow
    sends = Id("manage_now", visit.id.match, seq, f"{chosen}.{visit.value}")
    reason: ui.TextInput[Form] = ui.TextInput(custom_id="reason", max_length=200)
    asked = {say(T("Why? Everybody will see your answer.")): reason}
    await visit.interaction.response.send_modal(Form(say(ACTIONS[chosen]), sends, asked))


@action("manage_now", "private")
async def carry_out(visit: Visit) -> None:
    """Carry out the action once its reason is given."""
    guild_id = require_manager(visit.interaction)
    match = await visit.read_match()
    chosen, _, seat = visit.id.rest.partition(".")
    if match.guild_id != guild_id or (match.side == "guest" and chosen != "part"):
        raise UserError(T("This match belongs to another server."))
    log = await read_log(visit.referee, match.id, after=match.seq - undo.LOOK_BACK)
    note = defuse(visit.fields.get("reason", ""))[:200]

    def work(found: Match) -> Change:
        if found.seq != visit.id.decision:
            raise Stale
        whose = int(seat) if seat.isdecimal() else -1
        return _perform(found, chosen, whose, log, user_id=visit.user_id, now=visit.now, note=note)

    done = await visit.bot.machines.run(await visit.referee.change(match.id, visit.who, work))
    said = visit.say_about(done.match)(T("Done."))
    await visit.answer(said)
    await visit.bot.announce(done)


@action("end_unplayable", "update")
async def end_missing(visit: Visit) -> None:
    """End a match whose game or rules are missing (*End without a result* under the error that says so)."""
    number = int(visit.id.rest) if visit.id.rest.isdecimal() else 0
    done = await end_unplayable(visit.referee, number, visit.who)
    said = visit.say(T("The match was cancelled."))
    await visit.answer(said)
    if done.outbox_id is not None:
        await visit.bot.announce(done)
    for face in done.match.faces:
        await _tell_channel(visit.bot, face, visit.interaction)


async def _tell_channel(bot: Slowboat, match: Match, interaction: discord.Interaction) -> None:
    """Tell a channel who has ended its match and why; without a name if the match hides that from this server.

    It is sent once. If that fails, the match has ended all the same.
    """
    is_hidden = match.is_shared and not match.guest.names and interaction.guild_id != match.guild_id
    person = T("Somebody in the other server") if is_hidden else defuse_name(interaction.user.display_name)
    sentence = T(
        "{person} has ended this match without a result, because it could not go on: its game or its rules are not "
        "installed here. You can play something else here now.",
        person=person,
    )
    channel = bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
    try:
        await channel.send(view=layout(text(bot.texts.say(match.language)(sentence))))
    except FAILURES as error:
        log.warning("match %s: its channel was not told that it has ended: %s", match.id, error)


def _perform(
    match: Match, chosen: str, seat: Seat, log: tuple[LogRow, ...], *, user_id: int, now: float, note: str
) -> Change:
    """Make the change that a manager chose. Raises UserError."""
    if chosen in ("skip", "replace") and seat not in (holder.seat for holder in match.seats):
        raise UserError(T("Choose a seat."))
    match chosen:
        case "skip":
            if seat not in (holder.seat for holder in match.awaited):
                raise UserError(T("Nobody is waiting for {player}.", player=Player(seat)))
            change = absence.stand_in(match, seat).with_match(seq=match.seq + 1)
            log_row = LogRow(match.seq + 1, "skip", seat, "", "[]", None, None, user_id, now, note=note)
            return structs.replace(change, log=(log_row,))
        case "replace":
            return pauses.replace_player(
                match, seat, None, replace_by_rival(match), now=now, asked_by=user_id, note=note
            )
        case "pause":
            return pauses.pause(match, "owner", now=now, user_id=user_id, note=note)
        case "resume":
            return pauses.resume(match, now=now, user_id=user_id, note=note)
        case "undo":
            last = undo.find_last_turn(match, log)
            if last is None or match.phase != "running":
                raise UserError(T("There is nothing to take back."))
            return undo.rewind_to(match, last.to, user_id=user_id, now=now, note=note)
        case "end":
            return pauses.end_without_result(match, now=now, user_id=user_id, note=note)
        case "part":
            return linking.part(match, now=now, user_id=user_id, note=note)
    raise make_old_button_error()


async def show_management(visit: Visit) -> None:
    """Show the panel for the channel's match to somebody who manages the server. Raises UserError for others."""
    require_manager(visit.interaction)
    match = await visit.match_here()
    if match.phase not in OPEN_PHASES or (match.state is None and not match.is_shared):
        raise UserError(T("No match is being played in this channel."))
    await visit.answer(build_manage_panel(match, visit.say_about(match)))
