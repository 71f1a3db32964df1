"""Build the message that shows a league: tables as pictures, everybody by place, and buttons to join and leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

import games
from client.core.bot import Slowboat
from client.messages.crowd_text import describe_scores
from client.messages.custom_ids import Id
from client.messages.parts import attach_file, button, gallery, layout, media, rows, text
from games.text import Moment, N, Say, T, Text
from matches.clocks.pace import ABSENCES, PACES
from matches.leagues import cup, ladder
from matches.leagues.league import Kind, League, Note, Season
from matches.leagues.predictions import rank_guessers
from matches.leagues.sharing import HIDDEN
from matches.leagues.table import compute_table
from matches.texts import defuse_name
from rendering.cards.standings import Standing, Standings, Zone, split
from rendering.drawing.picture import name_file

NOTES_SHOWN: Final = 3
"""Corrections that the message names."""

COLUMNS: Final = (T("Points"), T("Won"), T("Drawn"), T("Lost"))

_RULES: Final[dict[Kind, Text]] = {
    "divisions": T(
        "A win is worth 3 points, a draw 1. Ties are decided by the points from matches among those tied, "
        "then by wins, then by last season."
    ),
    "ladder": T(
        "A challenger who wins takes the place of the person challenged. After a draw everybody keeps their place."
    ),
    "cup": T(
        "The loser of a match is out. A draw is replayed; after a second draw, or when time is up, the higher seed "
        "goes through."
    ),
}
"""The rules of each kind in a line or two; docs/leagues.md has all of them."""


_SHARED: Final = {
    True: T("This league is shared with another server: each sees the display names of all who play."),
    False: T("This league is shared with another server, where people of this one are shown by a number."),
}
"""What those who think of joining should know, by whether names are shown."""


async def build_tables(bot: Slowboat, league: League, *, rev: int) -> tuple[ui.LayoutView, list[discord.File]]:
    """Build the message that shows a league as of a revision, and its pictures. It mentions people, but pings nobody.

    `league`: if two servers share it, as one of them shows it (`seen_from`). Raises WorkerFailed.
    """
    say, season = bot.texts.say(league.language), league.season
    words, pace = games.words(league.game), PACES[league.pace]
    lines = [f"## {defuse_name(league.name)}", say(T("{game} · {pace}", game=words.TITLE, pace=pace.name))]
    items: list[ui.Item[ui.LayoutView]] = []
    files: list[discord.File] = []
    if season is not None:
        lines.append(_describe_season(season, say))
        lines += _describe_cup(league, season, say) if league.kind == "cup" else ()
        for number, (table, people) in enumerate(list_tables(league, season), 1):
            drawn = await bot.painter.draw_standings(table, name_file("league", rev, number), league.language)
            files.append(attach_file(drawn.data, drawn.name, drawn.alt))
            items += [gallery(media(files[-1:])), text(_mention(league, table, people, say))]
    below = ["-# " + say(_RULES[league.kind]), "-# " + say(_describe_terms(league))]
    below += ["-# " + say(_SHARED[league.guest.names])] if league.guest is not None and league.is_shared else []
    below[:0] = describe_scores(rank_guessers(league), say)
    below += [_describe_trail(league, note, say) for note in league.trail[-NOTES_SHOWN:]]
    joined = [each for each in league.members if each.user > 0]
    if league.kind != "ladder" or season is None or season.is_over:
        waiting = N("{count} person plays in the next season.", "{count} people play in the next season.", len(joined))
        below.append("-# " + say(waiting))
    buttons = [
        button(say(T("Join the league")), Id("league_join"), style=discord.ButtonStyle.success),
        button(say(T("Leave the league")), Id("league_leave")),
    ]
    if season is not None and not season.is_over:
        buttons.append(button(say(T("Predict …")), Id("league_predict")))
    if league.kind == "ladder" and season is not None and not season.is_over:
        buttons.insert(0, button(say(T("Challenge …")), Id("league_challenge"), style=discord.ButtonStyle.primary))
    return layout(text(*lines), *items, text(*below), *rows(buttons)), files


def _describe_terms(league: League) -> Text:
    """Tell those who think of joining on which terms the matches are played."""
    return N(
        "Terms: a season lasts at most {count} day, and its matches have no pauses. An absence announced in /me does "
        "not stop your clocks; quiet hours do. When your time is up: {absence}.",
        "Terms: a season lasts at most {count} days, and its matches have no pauses. An absence announced in /me does "
        "not stop your clocks; quiet hours do. When your time is up: {absence}.",
        league.days,
        absence=ABSENCES[league.absence],
    )


def list_tables(league: League, season: Season) -> list[tuple[Standings, Sequence[int]]]:
    """List the tables of a season, each with the people in its lines."""
    match league.kind:
        case "divisions":
            divisions = range(len(season.divisions))
            return [part for number in divisions for part in _split(*_list_division(league, season, number))]
        case "ladder":
            return _split(*_list_ladder(league, season))
        case "cup":
            return _split(*_list_cup(league, season))


def _split(table: Standings, people: Sequence[int]) -> list[tuple[Standings, Sequence[int]]]:
    """Split a long table into pictures."""
    found, first = [], 0
    for part in split(table):
        found.append((part, people[first : first + len(part.lines)]))
        first += len(part.lines)
    return found


def write_name(league: League, user: int) -> str | Text:
    """Return the name of a person in a table. "" for a former player, words for a name without a visible character, or
    for somebody of the other server who is not named."""
    if user >= HIDDEN and not league.name_of(user):
        number = user - HIDDEN
        return T("no. {number} of the other server", number=number) if number else T("Somebody in the other server")
    return defuse_name(league.name_of(user)) or (T("without a name") if user >= 0 else "")


def say_name(league: League, user: int, say: Say) -> str:
    """Say the name of a person as `write_name` returns it, in a language."""
    name = write_name(league, user)
    return name if isinstance(name, str) else say(name)


def _list_division(league: League, season: Season, division: int) -> tuple[Standings, Sequence[int]]:
    last, ranked = len(season.divisions) - 1, season.compute_division(division)
    lines = []
    for place, line in enumerate(ranked, 1):
        zone: Zone = "up" if place == 1 and division else "down" if place == len(ranked) and division < last else ""
        figures = tuple(map(str, (line.points, line.won, line.drawn, line.lost)))
        lines.append(Standing(place, write_name(league, line.user), figures, zone))
    table = Standings(T("Division {number}", number=division + 1), COLUMNS, tuple(lines))
    return table, [line.user for line in ranked]


def _list_ladder(league: League, season: Season) -> tuple[Standings, Sequence[int]]:
    """List a ladder with the challenges each person has won and lost, both as challenger and as challenged."""
    order = ladder.compute_order(league)
    counted = {line.user: line for line in compute_table(order, season.fixtures)} if order else {}
    lines = [
        Standing(place, write_name(league, user), (str(counted[user].won), str(counted[user].lost)))
        for place, user in enumerate(order, 1)
    ]
    return Standings(T("Ladder"), (T("Won"), T("Lost")), tuple(lines)), order


def _list_cup(league: League, season: Season) -> tuple[Standings, Sequence[int]]:
    """List how far everybody has come. People who lost in the same round share a place."""
    ranked, lines = cup.rank(season), list[Standing]()
    reached = [(each.still_in, each.passed) for each in ranked]
    for each in ranked:
        place = 1 + reached.index((each.still_in, each.passed))
        still_in = T("yes") if each.still_in else T("no")
        lines.append(Standing(place, write_name(league, each.user), (str(each.passed), still_in)))
    return Standings(T("Cup"), (T("Rounds won"), T("Still in")), tuple(lines)), [each.user for each in ranked]


def _describe_cup(league: League, season: Season, say: Say) -> list[str]:
    """Name the winner, or the pairs of the newest round."""
    if winner := cup.find_winner(season):
        return ["🏆 " + say(T("The cup goes to:")) + f" {_name(league, winner, say)}"]
    newest = max((each.division for each in season.fixtures), default=0)
    pairs = [each for each in season.fixtures if each.division == newest]
    told = " · ".join(
        f"#{each.number} {_name(league, each.first, say)} – {_name(league, each.second, say)}" for each in pairs
    )
    return [say(T("Round {number}:", number=newest + 1)) + f" {told}"] if pairs else []


def _name(league: League, user: int, say: Say) -> str:
    """Mention a person; people of the other server have a name or a number."""
    if user < HIDDEN:
        return f"<@{user}>" if user > 0 else say(T("former player"))
    return say_name(league, user, say)


def _describe_season(season: Season, say: Say) -> str:
    heading = "**" + say(T("Season {number}", number=season.number)) + "**"
    if season.is_over:
        return heading + " · " + say(T("it is over"))
    decided = sum(bool(each.result) for each in season.fixtures)
    played = T("{count} of {all} matches decided", count=decided, all=len(season.fixtures))
    return " · ".join((heading, say(played), say(T("ends {when}", when=Moment(season.ends_at)))))


def _mention(league: League, table: Standings, people: Sequence[int], say: Say) -> str:
    """Mention everybody in a table by place, because the pictures' fonts lack some scripts."""
    told = (f"{line.place}. {_name(league, user, say)}" for line, user in zip(table.lines, people, strict=True))
    return "-# " + " · ".join(told)


def _describe_trail(league: League, note: Note, say: Say) -> str:
    """Say what was corrected, why, and by whom."""
    by = _name(league, note.by, say)
    if not note.fixture:
        return f"-# {_name(league, note.person, say)} · " + say(T("removed: {reason}", reason=note.reason)) + f" · {by}"
    if not note.reason:  # the reason was deleted with the manager's data
        return "-# " + say(T("#{number} was corrected.", number=note.fixture)) + f" · {by}"
    return "-# " + say(T("#{number} was corrected: {reason}", number=note.fixture, reason=note.reason)) + f" · {by}"
