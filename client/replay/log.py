"""Show in words what has happened in a match (*What has happened*)."""

from __future__ import annotations

import asyncio

import discord

from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.log_text import describe_log, describe_result
from client.messages.parts import button, layout, rows, text
from client.replay.replay import require_begun
from client.replay.share import remove_markup
from games.text import Say, T
from matches.directory import read_log
from matches.match import Match
from matches.rows import LogRow

PAGE = 12
"""Turns on a page."""


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
    """Build a page of the log, with buttons to turn it. `number` -1: the last page, with the newest turns. It is filled
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


@action("log", "update")
async def turn_page(visit: Visit) -> None:
    match = await visit.read_match()
    require_begun(match)
    number = visit.id.rest.split(".")[0]
    log = await read_log(visit.referee, match.id)
    page = int(number) if number.isdecimal() else -1
    shown = await asyncio.to_thread(build_page, match, log, page, visit.say_about(match))
    await visit.answer(shown)


@action("journal", "private")
async def open_log(visit: Visit) -> None:
    """Open the log from a board."""
    await show_log(visit, await visit.read_match())


async def show_log(visit: Visit, match: Match) -> None:
    require_begun(match)
    log = await read_log(visit.referee, match.id)
    page = await asyncio.to_thread(build_page, match, log, -1, visit.say_about(match))
    await visit.answer(page)
