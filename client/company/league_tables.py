"""Build the message that shows a league: tables as pictures, everybody by place, and buttons to join and leave."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui

import games
from client.core.bot import Slowboat
from client.messages.custom_ids import Id
from client.messages.parts import attach_file, button, gallery, layout, media, rows, text
from games.text import Moment, N, Say, T
from matches.clocks.pace import PACES
from matches.leagues.season import League, Note, Season
from matches.texts import defuse_name
from rendering.cards.standings import Standing, Standings, Zone

NOTES_SHOWN: Final = 3
"""Corrections that the message names."""

COLUMNS: Final = (T("Points"), T("Won"), T("Drawn"), T("Lost"))


async def build_tables(bot: Slowboat, league: League, *, rev: int) -> tuple[ui.LayoutView, list[discord.File]]:
    """Build the message that shows a league as of a revision, and its pictures. It mentions people, but pings nobody.

    Raises WorkerFailed.
    """
    say, season = bot.texts.say(league.language), league.season
    words, pace = games.words(league.game), PACES[league.pace]
    lines = [f"## {defuse_name(league.name)}", say(T("{game} · {pace}", game=words.TITLE, pace=pace.name))]
    items: list[ui.Item[ui.LayoutView]] = []
    files: list[discord.File] = []
    if season is not None:
        lines.append(_describe_season(season, say))
        for number, table in enumerate(list_tables(league, season), 1):
            drawn = await bot.painter.draw_standings(table, f"league-{rev}-{number}.png", league.language)
            files.append(attach_file(drawn.png, drawn.name, drawn.alt))
            items += [gallery(media(files[-1:])), text(_mention(season, number - 1, say))]
    below = ["-# " + say(T("docs/leagues.md states the rules."))] if season is not None else []
    below += [_describe_trail(note, say) for note in league.trail[-NOTES_SHOWN:]]
    joined = [each for each in league.members if each.user > 0]
    waiting = N("{count} person plays in the next season.", "{count} people play in the next season.", len(joined))
    below.append("-# " + say(waiting))
    buttons = [
        button(say(T("Join the league")), Id("league_join"), style=discord.ButtonStyle.success),
        button(say(T("Leave the league")), Id("league_leave")),
    ]
    return layout(text(*lines), *items, text(*below), *rows(buttons)), files


def list_tables(league: League, season: Season) -> list[Standings]:
    """List the tables of a season's divisions."""
    last, found = len(season.divisions) - 1, []
    for division in range(last + 1):
        ranked = season.compute_division(division)
        lines = []
        for place, line in enumerate(ranked, 1):
            zone: Zone = "up" if place == 1 and division else "down" if place == len(ranked) and division < last else ""
            figures = tuple(map(str, (line.points, line.won, line.drawn, line.lost)))
            lines.append(Standing(place, defuse_name(league.name_of(line.user)), figures, zone))
        found.append(Standings(T("Division {number}", number=division + 1), COLUMNS, tuple(lines)))
    return found


def _describe_season(season: Season, say: Say) -> str:
    heading = "**" + say(T("Season {number}", number=season.number)) + "**"
    if season.is_over:
        return heading + " · " + say(T("it is over"))
    decided = sum(bool(each.result) for each in season.fixtures)
    played = T("{count} of {all} matches decided", count=decided, all=len(season.fixtures))
    return " · ".join((heading, say(played), say(T("ends {when}", when=Moment(season.ends_at)))))


def _mention(season: Season, division: int, say: Say) -> str:
    """Mention everybody in a division by place: Discord writes names in any script."""
    people = [line.user for line in season.compute_division(division)]
    names = [f"<@{user}>" if user > 0 else say(T("former player")) for user in people]
    return "-# " + " · ".join(f"{place}. {name}" for place, name in enumerate(names, 1))


def _describe_trail(note: Note, say: Say) -> str:
    """Say who has mended what, and why."""
    mended = T(
        "#{number} was mended by {person}: {reason}", number=note.fixture, person=f"<@{note.by}>", reason=note.reason
    )
    return "-# " + say(mended)
