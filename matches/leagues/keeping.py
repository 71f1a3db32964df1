"""Keep leagues in the store: change them, follow the results of their matches, and open matches for their fixtures."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct, structs

import games
from data import LeagueRow, Outdated, SeatRow, Transaction
from games.text import T
from matches.errors import Stale, UserError
from matches.leagues.league import League
from matches.leagues.predictions import score_guesses
from matches.leagues.season import end_season, go_on, note_opened, settle
from matches.leagues.table import Fixture, Result
from matches.lobby import lobby
from matches.match import Match
from matches.referee import Done, Referee, Request

Work = Callable[[League], League]

_NONE: Final = T("This channel has no league. /league new founds one.")


class Kept(Struct, frozen=True):
    """A league as it is stored."""

    row: LeagueRow
    league: League


def _read(row: LeagueRow) -> League:
    return msgspec.json.decode(row.state, type=League)


def _write(league: League) -> str:
    return msgspec.json.encode(league).decode()


async def found_league(referee: Referee, guild_id: int, channel_id: int, league: League) -> None:
    """Store a new league. Raises UserError if its channel has one, or its game is not for two."""
    if 2 not in games.load(league.game).seats:
        raise UserError(T("League matches are for two players; this game is not."))
    if not await referee.store.transaction(lambda tx: tx.insert_league(guild_id, channel_id, _write(league))):
        raise UserError(T("This channel has a league already."))


async def change_league(referee: Referee, channel_id: int, work: Work) -> League:
    """Change the league of a channel. If `work` raises, nothing is written. Raises UserError if there is none."""

    def write(tx: Transaction) -> League:
        row = tx.find_league(channel_id)
        if row is None:
            raise UserError(_NONE)
        league = work(_read(row))
        tx.put_league(row, _write(league))
        return league

    try:
        return await referee.store.transaction(write)
    except Outdated as error:  # another process has changed it in the meantime
        raise Stale(T("The league has changed in the meantime. Try again.")) from error


async def read_league(referee: Referee, channel_id: int) -> League:
    """Read the league of a channel. Raises UserError if there is none."""
    row = await referee.store.transaction(lambda tx: tx.find_league(channel_id))
    if row is None:
        raise UserError(_NONE)
    return _read(row)


async def list_leagues(referee: Referee) -> list[Kept]:
    """Read all leagues."""
    rows = await referee.store.transaction(lambda tx: tx.list_leagues())
    return [Kept(row, _read(row)) for row in rows]


async def note_shown(referee: Referee, row: LeagueRow, message_id: int | None) -> None:
    """Note that a message shows a league as of the revision of `row`."""
    await referee.store.transaction(lambda tx: tx.note_league_shown(row.id, message_id, row.rev))


async def delete_league(referee: Referee, row: LeagueRow) -> None:
    """Delete a league whose channel is gone; its matches go on."""
    await referee.store.transaction(lambda tx: tx.delete_league(row.id))


async def follow(referee: Referee, now: float) -> None:
    """Note the results of matches that have ended, and end seasons whose time is up."""

    def write(tx: Transaction) -> None:
        for row in tx.list_leagues():
            league = before = _read(row)
            season = league.season
            if season is None or (season.is_over and not season.guesses):
                continue
            for fixture in season.fixtures:
                if fixture.match_id and not fixture.result and (result := _find_result(tx, fixture)):
                    league = settle(league, fixture.number, result)
            league = go_on(league)  # a former player lets the others through
            if now >= season.ends_at and league.season is not None and not league.season.is_over:
                league = end_season(league)
            league = score_guesses(tx, league)
            if league != before:
                tx.put_league(row, _write(league))

    await referee.store.transaction(write)


def _find_result(tx: Transaction, fixture: Fixture) -> Result:
    """Find how the match of a fixture has ended; "" while it goes on. Seat 0 is the first person's."""
    match = tx.read_match(fixture.match_id)
    if match is not None and match.phase in ("lobby", "running", "paused"):
        return ""
    places = {row.seat: row.place for row in tx.read_results(fixture.match_id)}
    if match is None or match.phase != "finished" or len(places) != 2:
        return "void"
    return "draw" if places[0] == places[1] else "first" if places[0] < places[1] else "second"


async def open_match(referee: Referee, kept: Kept, fixture: Fixture, channel_id: int) -> Done:
    """Open and start the match of a fixture in its thread. The fixture and its match are noted together."""
    league, now = kept.league, referee.now()
    host = Request(fixture.first, league.name_of(fixture.first))
    made = lobby.create(
        league.game,
        games.load(league.game).options_type(),
        host,
        capacity=2,
        guild_id=kept.row.guild_id,
        channel_id=channel_id,
        language=league.language,
        secret=secrets.token_bytes(32),
        now=now,
        pace=league.pace,
        absence=league.absence,
    )
    seats = tuple(
        SeatRow(seat, user, league.name_of(user)) for seat, user in enumerate((fixture.first, fixture.second))
    )
    full = Match(structs.replace(made.row, card_channel_id=kept.row.channel_id), seats)

    def also(tx: Transaction, match: Match) -> None:
        row = tx.find_league(kept.row.channel_id)
        if row is None:
            raise UserError(_NONE)
        tx.put_league(row, _write(note_opened(_read(row), fixture.number, match.row.id)))

    opened = await referee.open(full, Request(), also=also)
    return await start_match(referee, opened)


async def start_match(referee: Referee, match: Match) -> Done:
    """Start the match of a fixture."""
    host = Request(match.row.host_id)
    return await referee.change(match.row.id, host, lambda found: lobby.start(found, host, now=referee.now()))


async def list_unstarted(referee: Referee, kept: Kept) -> list[Match]:
    """List the matches of a season that were opened, but not started: the bot stopped in between."""
    season = kept.league.season
    ids = [each.match_id for each in (season.fixtures if season is not None else ()) if each.match_id]

    def read(tx: Transaction) -> list[int]:
        rows = [tx.read_match(match_id) for match_id in ids]
        return [row.id for row in rows if row is not None and row.phase == "lobby"]

    return [await referee.match(match_id) for match_id in await referee.store.transaction(read)]


async def is_used(referee: Referee, channel_id: int) -> bool:
    """Whether a thread has, or had, a match."""
    return await referee.store.transaction(lambda tx: tx.find_match_in_channel(channel_id)) is not None


def list_unopened(league: League) -> tuple[Fixture, ...]:
    """List the fixtures of a season that wait for their match. Former players have none."""
    season = league.season
    if season is None or season.is_over:
        return ()
    return tuple(
        each for each in season.fixtures if not each.match_id and not each.result and each.first > 0 and each.second > 0
    )
