"""`/log`: show the match in words. `/verify`: check its dice. `/report`: send its record for a bug report."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from client.commands.translator import translate_name, translate_text
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.errors import SUPPORT
from client.core.version import VERSION
from client.fair_play import show_seal
from client.messages.custom_ids import Id
from client.messages.log_text import describe_log, describe_result
from client.messages.parts import button, document, layout, rows, text
from client.replay.elsewhere import describe_record, verify_record
from client.replay.share import remove_markup
from games.text import Say, T
from matches.directory import read_log
from matches.errors import UserError
from matches.match import Match, events_of
from matches.rows import LogRow

PAGE = 12
"""Turns on a page."""

_OVER = ("finished", "cancelled")


def describe_rows(match: Match, log: tuple[LogRow, ...], say: Say) -> list[str]:
    """Describe the log in lines with their times, oldest first, and the result. Rows without words are left out."""
    lines = []
    for row in log:
        said = [
            sentence.removeprefix("-# ") for sentence in [*_describe_pause(row, say), *describe_log(match, [row], say)]
        ]
        if said:
            lines.append(f"<t:{int(row.at)}:d> {' '.join(said)}")
    return [*lines, *map(remove_markup, describe_result(match, say))]


def _describe_pause(row: LogRow, say: Say) -> list[str]:
    """Describe the beginning of a pause. Boards describe pauses differently, so `describe_log` leaves them out."""
    if row.kind != "pause":
        return []
    paused = say(T("The match was paused."))
    return [paused, say(T("Reason: {reason}", reason=row.note))] if row.note else [paused]


def build_page(match: Match, log: tuple[LogRow, ...], number: int, say: Say) -> discord.ui.LayoutView:
    """Build a page of `/log`, with buttons to turn it. `number` -1: the last page, with the newest turns. It is filled
    up with turns of the page before."""
    lines = describe_rows(match, log, say)
    count = max(1, -(-len(lines) // PAGE))
    number = count - 1 if number < 0 else min(number, count - 1)
    heading = say(T("{game}: what has happened", game=match.words.TITLE))
    first = max(0, min(number * PAGE, len(lines) - PAGE))
    shown = lines[first : first + PAGE] or [say(T("Nothing has happened yet."))]
    buttons = [
        button("◀", Id("log", match.id, rest=str(number - 1)), disabled=number == 0),
        button(f"{number + 1} / {count}", Id("log", match.id, rest=f"{number}.here"), disabled=True),
        button("▶", Id("log", match.id, rest=str(number + 1)), disabled=number == count - 1),
    ]
    return layout(text(f"### {heading}", *shown), *rows(buttons))


def build_report(match: Match, log: tuple[LogRow, ...], user_id: int) -> bytes:
    """Write the match as JSON: in full once it is over, before that only what this person may know.

    The codes of others' moves are left out while the match is running: a code may reveal a secret, such as a card put
    down.
    """
    over = match.phase in _OVER
    mine = match.seats_of(user_id)

    def make_entry(entry: LogRow) -> dict[str, Any]:
        own = over or entry.user_id == user_id
        return {
            "seq": entry.seq,
            "kind": entry.kind,
            "seat": entry.seat,
            "code": entry.code if own else "",
            "events": [msgspec.to_builtins(event) for event in events_of(match.game, entry)],
            "made_by": entry.made_by,
            "snapshot_of": entry.snapshot_of,
        }

    view = match.view(mine[0] if mine else None) if match.state is not None else None
    record: dict[str, Any] = {
        "slowboat": VERSION,
        "game": match.game_name,
        "rules_version": match.rules_version,
        "match": match.id,
        "phase": match.phase,
        "options": msgspec.to_builtins(match.options),
        "seats": [{"seat": seat.seat, "computer": seat.user_id is None} for seat in match.seats],
        "pace": match.pace,
        "log": [make_entry(entry) for entry in log],
        "view_of_seat": mine[0] if mine else None,
        "view": msgspec.to_builtins(view),
    }
    if over:
        record["secret"] = match.secret.hex()
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


async def _read_log(bot: Slowboat, match: Match) -> tuple[LogRow, ...]:
    return await read_log(bot.referee, match.id)


def _require_begun(match: Match) -> None:
    if match.state is None:
        raise UserError(T("The match has not started yet."))


@action("log", "update")
async def turn_page(press: Press) -> None:
    bot = press.bot
    match = await press.read_match()
    _require_begun(match)
    number = press.id.rest.split(".")[0]
    log = await _read_log(bot, match)
    page = int(number) if number.isdecimal() else -1
    shown = await asyncio.to_thread(build_page, match, log, page, bot.say(press.interaction, match))
    await press.interaction.edit_original_response(view=shown)


@action("journal", "private")
async def open_log(press: Press) -> None:
    """Open the log from a board."""
    await _show(press.bot, press.interaction, await press.read_match())


async def _show(bot: Slowboat, interaction: discord.Interaction, match: Match) -> None:
    _require_begun(match)
    log = await _read_log(bot, match)
    page = await asyncio.to_thread(build_page, match, log, -1, bot.say(interaction, match))
    await interaction.edit_original_response(view=page)


@action("report", "private")
async def send_report(press: Press) -> None:
    """Send the record (*Record for a bug report* under *More*)."""
    await _send_record(press.bot, press.interaction, await press.read_match())


async def _send_record(bot: Slowboat, interaction: discord.Interaction, match: Match) -> None:
    """Answer with the record as a file."""
    _require_begun(match)
    data = await asyncio.to_thread(build_report, match, await _read_log(bot, match), interaction.user.id)
    name = f"{match.game_name}-{match.id}.json"
    say, support = bot.say(interaction), bot.links.support
    told = T("This record lets somebody look for a fault in the match. It contains no names and no secrets.")
    if support:
        told = T("Attach this record to your report, and say what you expected. It contains no names and no secrets.")
    links: list[ui.Button[ui.LayoutView]] = [ui.Button(label=say(SUPPORT), url=support)] if support else []
    shown, file = document(data, name)
    await interaction.edit_original_response(view=layout(text(say(told)), shown, *rows(links)), attachments=[file])


class Journal(commands.Cog):
    """Offer `/log`, `/verify` and `/report`."""


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Journal())

    async def log(interaction: discord.Interaction) -> None:
        await _show(bot, interaction, await bot.match_here(interaction))

    async def verify(interaction: discord.Interaction, record: discord.Attachment | None = None) -> None:
        if record is not None:
            await verify_record(bot, interaction, record)
        else:
            await show_seal(bot, interaction, await bot.match_here(interaction))

    describe_record(verify, bot.texts)

    async def report_(interaction: discord.Interaction) -> None:
        await _send_record(bot, interaction, await bot.match_here(interaction))

    texts = bot.texts
    found: list[app_commands.Command[Any, ..., None]] = [
        app_commands.Command(
            name=translate_name("log"),
            description=translate_text(T("This channel's match in words"), texts),
            callback=log,
        ),
        app_commands.Command(
            name=translate_name("verify"),
            description=translate_text(T("Check that dice and shuffles were drawn as promised"), texts),
            callback=verify,
        ),
        app_commands.Command(
            name=translate_name("report"),
            description=translate_text(T("A record of this match for a bug report"), texts),
            callback=report_,
        ),
    ]
    for command in found:
        bot.tree.add_command(command)
