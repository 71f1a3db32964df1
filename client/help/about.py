"""The version and its news (*About*), and whether everything works (*Status*)."""

from __future__ import annotations

import math
from typing import Final

from client.core.bot import Slowboat
from client.core.events import on
from client.core.links import make_link_buttons
from client.core.starts import Installed, note_version
from client.core.visit import Visit
from client.messages.parts import layout, rows, text
from games.text import Moment, N, Say, T
from matches.directory import find_open_of
from matches.sweep import read_ages

LATE: Final = 60.0
"""Seconds after which a board or a timer counts as late."""


NEWS_VERSION: Final = "0.3.0"
"""The release that `NEWS` describes; a test compares it with CHANGELOG.md."""


NEWS: Final = (
    T("/play starts any game at once: with friends, or against the computer, also in direct messages."),
    T("/learn teaches each game in a few moves. *Suggest a move* and *Analysis* show what strong players would do."),
    T("Your stats in /me show your results, and matches can be rated."),
    T("All four games have new pictures, and an ordinary turn takes three clicks."),
)
"""What is new in that release, for players."""


def describe_version(installed: Installed, started_at: float, say: Say) -> list[str]:
    """List the lines of *About*."""
    lines = [
        f"## Slowboat {installed.version}",
        say(
            T("Tabletop games with friends, a move whenever you have a minute. Nothing is lost if a match takes days.")
        ),
        say(T("Running since {when}.", when=Moment(started_at))),
    ]
    if installed.before:
        upgraded = say(T("Upgraded from version {before}:", before=installed.before))
        news = [f"• {say(line)}" for line in NEWS]
        lines += [f"**{upgraded}** <t:{int(installed.since)}:d>", *news]
    lines.append(
        "-# " + say(T("Free software under the MIT licence, with its own drawings. Fonts: Inter and Lilita One, OFL."))
    )
    return lines


async def describe_status(bot: Slowboat, user_id: int, started_at: float, say: Say) -> list[str]:
    """List the lines of *Status*: the connection, boards that are late, and the person's own matches."""
    ages, down = await read_ages(bot.referee, bot.referee.now()), len(bot.shards_down())
    late = ages.outbox > LATE or ages.timer > LATE
    verdict = T("Everything works.") if not (down or late) else T("Something is slow just now. No move is lost.")
    lines = [f"### {say(verdict)}"]
    if down:
        lines.append("⚠ " + say(T("I cannot reach some servers just now. Their clocks are stopped.")))
    if late:
        minutes = max(1, round(max(ages.outbox, ages.timer) / 60))
        lines.append("⚠ " + say(N("Boards are {count} minute late.", "Boards are {count} minutes late.", minutes)))
    if math.isfinite(bot.latency):
        lines.append("• " + say(T("Discord answers within {number} ms.", number=round(bot.latency * 1000))))
    lines.append("• " + say(T("Running since {when}.", when=Moment(started_at))))
    mine = await find_open_of(bot.referee, user_id)
    matches = [await bot.referee.match(each.id) for each in mine if each.phase == "running"]
    waiting = sum(any(holder.user_id == user_id for holder in match.awaited) for match in matches)
    if not mine:
        return [*lines, "• " + say(T("You are in no open match."))]
    open_ones = say(N("You are in one open match.", "You are in {count} open matches.", len(mine)))
    called = (
        N("One is waiting for you.", "{count} are waiting for you.", waiting)
        if waiting
        else T("None is waiting for you.")
    )
    lines.append(f"• {open_ones} {say(called)} {bot.mention('turns')}")
    return lines


@on("setup")
async def note_installation(bot: Slowboat) -> None:
    """Note the installed version."""
    bot[find_installed]


def find_installed(bot: Slowboat) -> Installed:
    """Find the installed version, and since when it is here."""
    return note_version(bot.state_folder, bot.began)


async def show_about(visit: Visit) -> None:
    """Show the version, and its news."""
    say = visit.say
    lines = describe_version(visit.bot[find_installed], visit.bot.began, say)
    await visit.answer(layout(text(*lines), *rows(make_link_buttons(visit.bot, say))))


async def show_status(visit: Visit) -> None:
    """Show whether everything works, and what waits for the person."""
    lines = await describe_status(visit.bot, visit.user_id, visit.bot.began, visit.say)
    await visit.answer(layout(text(*lines)))
