"""Seat players in a lobby and start its match: pure functions from a match to a Change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import structs

import games
from data import OPEN_PHASES, Absence, Level, LogRow
from games.core import BadOptions, Seat
from games.levels import NORMAL
from games.record import begin
from games.rng import Rng
from games.text import N, T
from matches.change import Change
from matches.clocks.pauses import end_without_result
from matches.clocks.voting import HOURS, QUORUMS, Terms
from matches.errors import Stale, UserError, make_no_seat_error, make_old_button_error
from matches.lobby.expiry import require_lobby
from matches.lobby.invitations import accept, is_guest, require_host
from matches.lobby.rivals import name_rival
from matches.match import Holder, Invitation, Match, open_decisions, pack
from matches.referee import Request

COMPUTER = "Slowboat"


def create(
    game: str,
    options: Any,
    host: Request,
    *,
    capacity: int | None,
    guild_id: int,
    channel_id: int,
    language: str,
    secret: bytes,
    now: float,
    pace: str = "relaxed",
    absence: Absence = "stand_in",
    private: bool = False,
    away_days: int = 14,
    liked: Sequence[int] = (),
) -> Match:
    """Create a lobby with its host in the first seat, or in the seat of a `liked` colour. Raises UserError.

    `capacity` None: as many seats as the game allows. `away_days`: days each player may be away.
    """
    rules = games.load(game)
    seats = rules.seats
    if capacity is not None and capacity not in seats:
        title, least, most = games.words(game).TITLE, seats[0], seats[-1]
        raise UserError(T("{game} is for {least} to {most} players.", game=title, least=least, most=most))
    sizes = (capacity,) if capacity is not None else tuple(seats)
    _check_options(game, options, sizes)
    match = Match(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        game_name=game,
        rules_version=rules.version,
        phase="lobby",
        host_id=host.user_id or 0,
        capacity=capacity or seats[-1],
        options=options,
        language=language,
        secret=secret,
        created_at=now,
        pace=pace,
        absence=absence,
        private=private,
        away_days=away_days,
    )
    colours = [each[0] for each in rules.colours(match.capacity, options)]
    seat = min(range(len(colours)), key=lambda seat: [*liked, colours[seat]].index(colours[seat]))
    return structs.replace(match, seats=(Holder(seat, host.user_id, host.name),))


def change_options(match: Match, who: Request, options: Any) -> Change:
    """Change the rules of a match that has not begun. Raises UserError.

    Everybody in the lobby sees them on its card, as they see its pace.
    """
    require_host(match, who)
    sizes = range(match.game.seats[0], match.capacity + 1)
    _check_options(match.game_name, options, tuple(size for size in sizes if size in match.game.seats))
    return Change(structs.replace(match, options=options))


def join(
    match: Match,
    who: Request,
    *,
    seat: Seat | None = None,
    again: bool = False,
    blocked: Collection[int] = (),
    liked: Sequence[int] = (),
    now: float,
) -> Change:
    """Take a seat, or change seats; the match starts when the last one is taken. Raises UserError.

    `again`: take one more seat, and keep the present one. `blocked`: the people the host has blocked. `liked`: the
    colours the person likes, in this order; without `seat`, they get the first of these seats that is free.
    """
    require_lobby(match)
    mine = next((each for each in match.seats if each.user_id == who.user_id), None)
    invitation = next((found for found in match.invited if found.user == who.user_id), None)
    if mine is None and (who.user_id in blocked or (match.private and invitation is None)):
        raise UserError(T("This match is only for people its host has invited. Open one of your own; /help shows how."))
    if seat is None:
        if mine is not None and not again:
            raise UserError(T("You have a seat already. The card says when the match starts."))
        seat = _find_free_seat(match, invitation, liked)
    if seat is None:
        raise _explain_full(match)
    if mine is not None and seat == mine.seat:
        raise UserError(T("This is your seat already."))
    if seat in {each.seat for each in match.seats} or seat not in range(match.capacity):
        raise UserError(T("That seat is taken. Choose a free one."))
    if any(found.seat == seat and found.user != who.user_id for found in match.invited):
        raise UserError(T("That seat is reserved for somebody who is invited. Choose another one."))
    if (mine is None or again) and invitation is None and _find_free_seat(match, None) is None:
        raise _explain_full(match)
    kept = match.seats if again else tuple(each for each in match.seats if each is not mine)
    holder = Holder(seat, who.user_id, who.name, guest=is_guest(match, who, mine))
    return _seat_players(accept(match, who), (*kept, holder), now=now)


def add_computer(match: Match, who: Request, *, level: Level = NORMAL, now: float) -> Change:
    """Give the next free seat to a computer player. Raises UserError."""
    require_host(match, who)
    require_level(match, level)
    seat = _find_free_seat(match, None)
    if seat is None:
        raise _explain_full(match)
    return _seat_players(match, (*match.seats, seat_computer(match, seat, level, match.seats)), now=now)


def seat_crowd(match: Match, who: Request, *, terms: Terms, now: float) -> Change:
    """Let the channel play a free seat, by votes under these terms; or change the terms. Raises UserError."""
    require_host(match, who)
    if terms.hours not in HOURS or terms.quorum not in QUORUMS:
        raise make_old_button_error()
    if match.is_direct:
        raise UserError(T("Nobody else sees our direct messages, so nobody could vote here."))
    if match.rated:
        raise UserError(T("This match is rated, and a channel has no rating. Choose to play without ratings first."))
    if match.is_shared:
        raise UserError(T("Two servers share this table, so no channel can play a seat."))
    seat = next((holder.seat for holder in match.seats if holder.crowd), _find_free_seat(match, None))
    if seat is None:
        raise _explain_full(match)
    others = tuple(holder for holder in match.seats if holder.seat != seat)
    return _seat_players(match, (*others, Holder(seat, None, COMPUTER, crowd=terms)), now=now)


def start_with_computers(match: Match, who: Request, *, level: Level = NORMAL, now: float) -> Change:
    """Add as many computer players as the match still needs, at least one, and start it. Raises UserError."""
    require_host(match, who)
    require_level(match, level)
    count = find_next_number(match)
    if count is None:
        refusal = _find_refusal(match.game_name, match.options, len(match.seats) + 1)
        if refusal is None or len(match.seats) == match.capacity:
            raise _explain_full(match)
        raise UserError(match.words.refusal(refusal))
    seats = match.seats
    for seat in [seat for seat in range(match.capacity) if seat not in {holder.seat for holder in seats}]:
        if len(seats) < count:
            seats = (*seats, seat_computer(match, seat, level, seats))
    return _begin(match, tuple(sorted(seats, key=lambda holder: holder.seat)), now=now)


def has_room(match: Match, user_id: int | None = None) -> bool:
    """Whether one more may sit down, on a seat that is not promised to somebody else. The last seat stays free if by
    the options fewer play."""
    invitation = next((found for found in match.invited if found.user == user_id), None)
    is_last = len(match.seats) + 1 == match.capacity
    return _find_free_seat(match, invitation) is not None and not (
        is_last and match.capacity not in list_numbers(match)
    )


def list_numbers(match: Match) -> tuple[int, ...]:
    """List the numbers of players with which a lobby can begin: at least those who sit there, at most all seats."""
    fitting = _list_fitting(match.game_name, match.options, match.capacity)
    return tuple(number for number in fitting if number >= len(match.seats))


@lru_cache(maxsize=1024)  # a card asks several times
def _list_fitting(game: str, options: Any, most: int) -> tuple[int, ...]:
    """List the numbers of players that can play with these options, up to `most`."""
    numbers = range(games.load(game).seats[0], most + 1)
    return tuple(number for number in numbers if _find_refusal(game, options, number) is None)


def find_next_number(match: Match) -> int | None:
    """Find the least number of players with which a lobby can begin once computer players have joined; None: none."""
    return next((number for number in list_numbers(match) if number > len(match.seats)), None)


def require_level(match: Match, level: str) -> None:
    """Raise UserError if the game has no computer player of this level."""
    if level not in match.game.levels:
        raise UserError(T("{game} has no computer player of this level.", game=match.words.TITLE))


def leave(match: Match, who: Request, *, now: float) -> Change:
    """Leave the lobby. If the host leaves, the next person becomes host; if nobody is left, the lobby closes."""
    require_lobby(match)
    rest = tuple(holder for holder in match.seats if holder.user_id != who.user_id)
    if len(rest) == len(match.seats):
        raise make_no_seat_error()
    people = [row.user_id for row in rest if row.user_id is not None]
    if not people:
        return end_without_result(match, now=now)
    host = match.host_id if match.host_id in people else people[0]
    return Change(structs.replace(match, host_id=host, seats=rest))


def shuffle(match: Match, who: Request, *, seed: bytes) -> Change:
    """Shuffle the seats."""
    require_host(match, who)
    places = Rng(seed, "seats", 0).shuffle([holder.seat for holder in match.seats])
    seats = (structs.replace(row, seat=place) for row, place in zip(match.seats, places, strict=True))
    return Change(structs.replace(match, seats=tuple(sorted(seats, key=lambda holder: holder.seat))))


def start(match: Match, who: Request, *, now: float) -> Change:
    """Start the match with the players in the lobby."""
    require_host(match, who)
    return _begin(match, match.seats, now=now)


def record_card(match: Match, card_id: int) -> Change:
    """Record the message of the lobby card."""
    return Change(structs.replace(match, card_id=card_id))


def cancel(match: Match, who: Request, *, now: float) -> Change:
    """Close a lobby. Raises UserError for a match that has begun, which ends only if its players agree or a manager
    ends it."""
    if match.phase not in OPEN_PHASES:
        raise Stale(T("This match is over."))
    if match.phase != "lobby" and not who.manages(match):
        raise UserError(T("The match has begun. Propose to end it under More on the board; the others decide."))
    if who.user_id is not None and who.user_id != match.host_id and not who.manages(match):
        raise UserError(T("Only the host can do this, or somebody who manages the server."))
    return end_without_result(match, now=now, user_id=who.user_id)


def seat_computer(match: Match, seat: Seat, level: Level, others: Sequence[Holder]) -> Holder:
    """Let a computer player sit down beside `others`, under the name of its character."""
    taken = {holder.name for holder in others}
    return Holder(seat, None, name_rival(match.host_id, match.game_name, level, taken), level=level)


def _find_free_seat(match: Match, invitation: Invitation | None, liked: Sequence[int] = ()) -> Seat | None:
    """Find the seat reserved by an invitation, or else a free one: the seat of a liked colour, or the first one."""
    taken = {holder.seat for holder in match.seats}
    if invitation is not None and invitation.seat is not None and invitation.seat not in taken:
        return invitation.seat
    kept = {found.seat for found in match.invited}
    free = [seat for seat in range(match.capacity) if seat not in taken and seat not in kept]
    promised = 0 if invitation is not None else sum(found.seat is None for found in match.invited)
    colours = [each[0] for each in match.game.colours(match.capacity, match.options)]
    free.sort(key=lambda seat: [*liked, colours[seat]].index(colours[seat]))
    return free[0] if len(free) > promised else None


def _explain_full(match: Match) -> UserError:
    """Explain why there is no free seat."""
    if len(match.seats) < match.capacity:
        return UserError(T("All seats are taken or reserved."))
    return UserError(T("All seats are taken."))


def _seat_players(match: Match, seats: tuple[Holder, ...], *, now: float) -> Change:
    seats = tuple(sorted(seats, key=lambda holder: holder.seat))
    if len(seats) == match.capacity:
        return _begin(match, seats, now=now)
    return Change(structs.replace(match, seats=seats))


def _begin(match: Match, seats: tuple[Holder, ...], *, now: float) -> Change:
    game = match.game
    count = len(seats)
    if count not in game.seats:
        least = game.seats[0]
        raise UserError(
            N(
                "{game} needs at least {least} players; one more person or computer player must join.",
                "{game} needs at least {least} players; {count} more must join.",
                max(1, least - count),
                game=match.words.TITLE,
                least=least,
            )
        )
    seats = tuple(structs.replace(row, seat=seat) for seat, row in enumerate(seats))
    try:
        state = begin(game, count, match.options, match.secret)
    except BadOptions as error:
        raise UserError(match.words.refusal(error)) from error
    begun = structs.replace(
        match,
        phase="running",
        rules_version=game.version,
        capacity=count,
        invited=(),
        seq=0,
        head=0,
        started_at=now,
        decisions=open_decisions(game, None, state, {}, mover=-1, seq=0),
        seats=seats,
        state=state,
    )
    events = msgspec.json.encode(state.events).decode()
    log = LogRow(0, "start", None, "", events, pack(state), None, None, now)
    return Change(begun, log=(log,), board=not begun.waits_for_machine)


def _check_options(game: str, options: Any, sizes: tuple[int, ...]) -> None:
    """Raise UserError for options that fit none of the possible numbers of players."""
    refusal: BadOptions | None = None
    for size in sizes:
        refusal = _find_refusal(game, options, size)
        if refusal is None:
            return
    if refusal is not None:
        raise UserError(games.words(game).refusal(refusal)) from refusal


def _find_refusal(game: str, options: Any, size: int) -> BadOptions | None:
    """Find out why so many players cannot play with these options; None: they can."""
    try:
        begin(games.load(game), size, options, b"options")
    except BadOptions as error:
        return error
    return None
