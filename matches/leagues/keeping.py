"""Keep leagues in the store: change them, follow the results of their matches, and open matches for their fixtures."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct, structs

import games
from data import OPEN_PHASES, LeagueRow, MatchRow, Outdated, Transaction
from games.text import T
from matches.clocks.pace import MINUTE
from matches.delivery.outbox import RETRY_AFTER
from matches.errors import Stale, UserError
from matches.leagues.league import League
from matches.leagues.predictions import score_guesses
from matches.leagues.season import end_season, go_on, note_opened, settle
from matches.leagues.sharing import accept, forget_parted, is_between_servers, part, require_code, seen_from
from matches.leagues.table import Fixture, Result
from matches.lobby import lobby
from matches.match import Guest, Holder, Match, Side
from matches.referee import Done, Referee, Request

Work = Callable[[League], League]

NEVER: Final = 1e12
"""A time that never comes: the league becomes due only when somebody changes it, or when one of its matches ends."""

GUESSES_EVERY: Final = 300.0
"""Seconds between two checks of open guesses. A loading ends during a match, so its end does not make the league
due."""

_NONE: Final = T("This channel has no league. Managers can set one up with /league.")


class Face(Struct, frozen=True):
    """A league as one of its servers shows it: where, in which message as of the revision `shown`, and what."""

    side: Side
    guild_id: int
    channel_id: int
    message_id: int | None
    shown: int
    league: League


class Kept(Struct, frozen=True):
    """A league as it is stored. `unstarted`: its matches that were opened but not started before the bot stopped."""

    row: LeagueRow
    league: League
    unstarted: tuple[int, ...] = ()

    def side_of(self, channel_id: int) -> Side:
        """Return the side of a channel that shows the league."""
        return "guest" if channel_id == self.row.guest_channel_id else "home"

    @property
    def faces(self) -> tuple[Face, ...]:
        """The league as each of its servers shows it: its home first."""
        row = self.row
        home = Face("home", row.guild_id, row.channel_id, row.message_id, row.shown, seen_from(self.league, "home"))
        if row.guest_guild_id is None or row.guest_channel_id is None:
            return (home,)
        there = row.guest_guild_id, row.guest_channel_id, row.guest_message_id, row.guest_shown
        return home, Face("guest", *there, seen_from(self.league, "guest"))

    def face_in(self, channel_id: int) -> Face:
        """Return the league as a channel shows it."""
        return next(each for each in self.faces if each.side == self.side_of(channel_id))


def _read(row: LeagueRow) -> League:
    return msgspec.json.decode(row.state, type=League)


def _write(league: League) -> str:
    return msgspec.json.encode(league).decode()


async def found_league(referee: Referee, guild_id: int, channel_id: int, league: League) -> None:
    """Store a new league. Raises UserError if its channel has one, or its game is not for two."""
    if 2 not in games.load(league.game).seats:
        raise UserError(T("League matches are for two players, and this game is not. Choose another game."))
    if not await referee.store.transaction(lambda tx: tx.insert_league(guild_id, channel_id, _write(league))):
        raise UserError(T("This channel has a league already."))


async def change_league(referee: Referee, channel_id: int, work: Work, *, manage: bool = False) -> League:
    """Change the league of a channel. If `work` raises, nothing is written. Raises UserError if there is none, or if
    only its home may `manage` it."""

    def write(tx: Transaction) -> League:
        row = tx.find_league(channel_id)
        if row is None:
            raise UserError(_NONE)
        if manage and row.channel_id != channel_id:
            raise UserError(T("This league belongs to the other server, whose managers run it."))
        league = work(_read(row))
        tx.put_league(row, _write(league))
        return league

    try:
        return await referee.store.transaction(write)
    except Outdated as error:  # another process has changed it in the meantime
        raise Stale(T("The league has changed in the meantime. Try again.")) from error


async def require_kept(referee: Referee, channel_id: int) -> Kept:
    """Read the league of a channel as it is stored. Raises UserError if there is none."""
    kept = await read_kept(referee, channel_id)
    if kept is None:
        raise UserError(_NONE)
    return kept


async def read_league(referee: Referee, channel_id: int) -> League:
    """Read the league of a channel. Raises UserError if there is none."""
    return (await require_kept(referee, channel_id)).league


async def read_offered(referee: Referee, league_id: int, letters: str, guild_id: int, channel_id: int) -> Kept | None:
    """Read the league of a code that a channel of another server may show; None if there is none. Raises UserError if
    the channel has a league, or belongs to the same server."""

    def read(tx: Transaction) -> Kept | None:
        row = tx.read_league(league_id)
        if row is None:
            return None
        league = _read(row)
        require_code(league, letters, now=referee.now())
        if row.guild_id == guild_id:
            raise UserError(T("This league is already played in this server. The code is for another server."))
        if tx.find_league(channel_id) is not None:
            raise UserError(T("This channel has a league already."))
        return Kept(row, league)

    return await referee.store.transaction(read)


async def link_league(
    referee: Referee, kept: Kept, letters: str, *, guild_id: int, channel_id: int, names: bool, language: str
) -> None:
    """Show a league in a channel of a second server, too. Raises UserError."""

    def write(tx: Transaction) -> None:
        row = tx.read_league(kept.row.id)
        if row is None or tx.find_league(channel_id) is not None:
            raise UserError(T("This channel has a league already."))
        linked = accept(_read(row), letters, names=names, language=language, now=referee.now())
        tx.put_league(row, _write(linked))
        tx.put_league_guest(row.id, guild_id, channel_id)

    await _transact(referee, write)


async def part_league(referee: Referee, channel_id: int) -> None:
    """End the link of the league that a channel shows. Raises UserError or Stale."""
    kept = await require_kept(referee, channel_id)
    await _transact(referee, lambda tx: end_link(tx, kept.row))


def end_link(tx: Transaction, row: LeagueRow, *, is_reachable: bool = True) -> None:
    """End the link of a league. `is_reachable`: its messages in the second server are to be edited."""
    place = row.guest_guild_id or 0, row.guest_channel_id or 0, row.guest_message_id
    parted = part(_read(row), place)
    tx.put_league(row, _write(parted if is_reachable else forget_parted(parted)))
    tx.put_league_guest(row.id, None, None)


async def _transact(referee: Referee, write: Callable[[Transaction], None]) -> None:
    """Run a transaction on a league. Raises Stale if another process has changed it meanwhile."""
    try:
        await referee.store.transaction(write)
    except Outdated as error:
        raise Stale(T("The league has changed in the meantime. Try again.")) from error


async def list_due(referee: Referee, now: float, *, limit: int) -> list[LeagueRow]:
    """Read the leagues that are due."""
    return await referee.store.transaction(lambda tx: tx.list_due_leagues(now, limit=limit))


async def read_kept(referee: Referee, channel_id: int) -> Kept | None:
    """Read the league of a channel as it is stored."""
    row = await referee.store.transaction(lambda tx: tx.find_league(channel_id))
    return Kept(row, _read(row)) if row is not None else None


async def delay(referee: Referee, kept: Kept, now: float, *, behind: bool = False) -> None:
    """Set when a league is due next, unless it has changed since. `behind`: the second server does not show it as it
    is."""
    season = kept.league.season
    due_at = NEVER if season is None or season.is_over else season.ends_at
    if season is not None and season.guesses:
        due_at = min(due_at, now + GUESSES_EVERY)
    if behind:
        due_at = min(due_at, now + MINUTE)
    if list_unopened(kept.league):
        due_at = now
    await referee.store.transaction(lambda tx: tx.delay_league(kept.row, due_at))


async def defer(referee: Referee, row: LeagueRow, now: float) -> None:
    """Schedule another attempt after a failure, with growing delays."""
    due_at = now + RETRY_AFTER[min(row.attempts, len(RETRY_AFTER) - 1)]
    await referee.store.transaction(lambda tx: tx.delay_league(row, due_at, attempts=row.attempts + 1))


async def note_shown(referee: Referee, row: LeagueRow, message_id: int | None, side: Side = "home") -> None:
    """Note that a message of a side shows a league as of the revision of `row`."""
    await referee.store.transaction(
        lambda tx: (tx.note_guest_shown if side == "guest" else tx.note_league_shown)(row, message_id)
    )


async def delete_league(referee: Referee, row: LeagueRow) -> None:
    """Delete a league whose channel is gone; its matches go on."""
    await referee.store.transaction(lambda tx: tx.delete_league(row.id))


async def follow(referee: Referee, channel_id: int, now: float) -> Kept | None:
    """Note the results of a league's finished matches, and end its season if the season's time is up.

    Reads only matches whose fixtures have no result yet. Returns the league; None if the channel has none.
    """

    def write(tx: Transaction) -> Kept | None:
        row = tx.find_league(channel_id)
        if row is None:
            return None
        league = before = _read(row)
        unstarted: list[int] = []
        for fixture in list_open(league):
            match = tx.read_match(fixture.match_id)
            if match is not None and match.phase in OPEN_PHASES:
                tx.put_league_match(row, match.id)
                unstarted += [match.id] if match.phase == "lobby" else []
            else:
                alone = match is not None and match.guest_guild_id is None
                lost = alone and is_between_servers(league, fixture)  # a computer player has played for the guest
                league = settle(league, fixture.number, "void" if lost else _find_result(tx, match))
        league = go_on(league)  # a former player's opponents go through
        season = league.season
        if season is not None and not season.is_over and now >= season.ends_at:
            league = end_season(league)
        league = score_guesses(tx, league)
        if league == before:
            return Kept(row, league, tuple(unstarted))
        tx.put_league(row, _write(league))
        raised = structs.replace(row, rev=row.rev + 1, due_at=0.0, attempts=0)
        return Kept(raised, league, tuple(unstarted))

    return await referee.store.transaction(write)


def _find_result(tx: Transaction, match: MatchRow | None) -> Result:
    """Find how a match has ended. Seat 0 is the first person's."""
    places = {row.seat: row.place for row in tx.read_results(match.id)} if match is not None else {}
    if match is None or match.phase != "finished" or len(places) != 2:
        return "void"
    return "draw" if places[0] == places[1] else "first" if places[0] < places[1] else "second"


async def open_match(
    referee: Referee, kept: Kept, fixture: Fixture, channel_id: int, guest_channel_id: int | None = None
) -> Match:
    """Open the match of a fixture in its thread, and note it in the fixture, in one transaction. `guest_channel_id`:
    its thread in the second server, if both show it."""
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
    guests = {each.user for each in league.members if each.guest}
    guests |= {each.user for each in (league.season.names if league.season is not None else ()) if each.guest}
    seats = tuple(
        Holder(seat, user, league.name_of(user), guest=user in guests)
        for seat, user in enumerate((fixture.first, fixture.second))
    )
    full = structs.replace(made, card_channel_id=kept.row.channel_id, seats=seats)
    if guest_channel_id is not None and league.guest is not None:
        terms = Guest(names=league.guest.names, language=league.guest.language)
        full = structs.replace(
            full, guest_guild_id=kept.row.guest_guild_id, guest_channel_id=guest_channel_id, guest=terms
        )

    def also(tx: Transaction, match: Match) -> None:
        row = tx.find_league(kept.row.channel_id)
        if row is None:
            raise UserError(_NONE)
        if match.guest_guild_id != (row.guest_guild_id if match.is_shared else None):
            raise Stale(T("The league has changed in the meantime. Try again."))
        tx.put_league(row, _write(note_opened(_read(row), fixture.number, match.id)))
        tx.put_league_match(row, match.id)

    return await referee.open(full, Request(), also=also)


async def start_match(referee: Referee, match_id: int) -> Done:
    """Start the match of a fixture."""
    host = Request((await referee.match(match_id)).host_id)
    return await referee.change(match_id, host, lambda found: lobby.start(found, host, now=referee.now()))


def list_open(league: League) -> tuple[Fixture, ...]:
    """List the fixtures of the current season whose matches are open, as far as is known."""
    season = league.season
    if season is None or season.is_over:
        return ()
    return tuple(each for each in season.fixtures if each.match_id and not each.result)


async def is_used(referee: Referee, channel_id: int) -> bool:
    """Whether a thread has, or had, a match."""
    return await referee.store.transaction(lambda tx: tx.find_match_in_channel(channel_id)) is not None


def list_unopened(league: League) -> tuple[Fixture, ...]:
    """List the fixtures of a season that have no match yet. Former players get none."""
    season = league.season
    if season is None or season.is_over:
        return ()
    return tuple(
        each for each in season.fixtures if not each.match_id and not each.result and each.first > 0 and each.second > 0
    )
