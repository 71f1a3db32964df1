"""Invitations to a lobby and its settings, as pure functions from a match to a Change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from data import FORMER, Absence, Grace, MatchRow, SeatRow
from games.core import Seat
from games.text import N, Player, T
from matches.change import Change
from matches.clocks.pace import ABSENCES, FIXED, PACES
from matches.errors import Stale, UserError, make_old_button_error
from matches.lobby.expiry import require_lobby
from matches.match import Match
from matches.referee import Request
from matches.together.hold import GRACES


class Invitation(Struct, frozen=True, array_like=True):
    """A person invited to play. `seat`: the seat reserved for them, if any. `name`: their name when they were
    invited."""

    user: int
    seat: Seat | None = None
    name: str = ""


def list_invited(match: Match) -> tuple[Invitation, ...]:
    """List the open invitations."""
    return msgspec.json.decode(match.row.invited, type=tuple[Invitation, ...])


def accept(match: Match, who: Request) -> Match:
    """Remove the invitation of a person who joins."""
    rest = tuple(found for found in list_invited(match) if found.user != who.user_id)
    return Match(_set_invited(match.row, rest), match.seats)


def choose_side(match: Match, who: Request, mine: SeatRow | None) -> int:
    """Choose the server in which a person plays: that of their other seats, or else the one where they join. Returns 1
    for the second one."""
    if mine is not None:
        return mine.guest
    return int(match.is_shared and who.guild_id == match.row.guest_guild_id)


def invite(match: Match, who: Request, users: Mapping[int, str]) -> Change:
    """Invite people, by id with their names. Raises UserError if there are fewer seats than people."""
    require_host(match, who)
    known = {found.user for found in list_invited(match)} | set(match.people)
    fresh = tuple(Invitation(user, None, name) for user, name in users.items() if user not in known)
    free = match.row.capacity - len(match.seats) - len(list_invited(match))
    if len(fresh) > free:
        raise UserError(
            N(
                "There is only one seat left for invitations.",
                "There are only {count} seats left for invitations.",
                free,
            )
            if free > 0
            else T("All seats are taken or reserved.")
        )
    return Change(_set_invited(match.row, (*list_invited(match), *fresh)))


def decline(match: Match, who: Request) -> Change:
    """Decline an invitation. Raises UserError for a person who was not invited."""
    require_lobby(match)
    rest = tuple(found for found in list_invited(match) if found.user != who.user_id)
    if len(rest) == len(list_invited(match)):
        raise UserError(T("You are not invited to this match."))
    return Change(_set_invited(match.row, rest))


def remove(match: Match, who: Request, user_id: int) -> Change:
    """Remove a player from the lobby, or withdraw an invitation. Raises UserError."""
    require_host(match, who)
    if user_id == match.row.host_id:
        raise UserError(T("The host cannot be removed. Hand the match over first, or leave."))
    rest = tuple(found for found in list_invited(match) if found.user != user_id)
    seats = tuple(row for row in match.seats if row.user_id != user_id)
    return Change(_set_invited(match.row, rest), seats=seats)


def hand_over(match: Match, who: Request, user_id: int) -> Change:
    """Make another player in the lobby the host. Raises UserError."""
    require_host(match, who)
    if user_id not in match.people:
        raise UserError(T("Only somebody who has a seat can become the host."))
    return Change(structs.replace(match.row, host_id=user_id))


def change_settings(
    match: Match,
    who: Request,
    *,
    pace: str | None = None,
    absence: Absence | None = None,
    grace: Grace | None = None,
    private: bool | None = None,
    rated: bool | None = None,
    weekends: bool | None = None,
    due: tuple[int, str] | None = None,
) -> Change:
    """Change the settings of a match that has not begun. Raises UserError.

    `rated` cannot change once others have joined on these terms. `due`: the hour of the day at which turns are due, and
    its time zone; choosing a `pace` cancels it.
    """
    require_host(match, who)
    offered = ((pace, PACES), (absence, ABSENCES), (grace, GRACES))
    if any(chosen is not None and chosen not in choices for chosen, choices in offered):
        raise make_old_button_error()
    if rated and match.row.is_direct:
        raise UserError(T("Matches in direct messages are never rated."))
    if rated and any(row.crowd for row in match.seats):
        raise UserError(T("A channel plays in this match, and a channel has no rating."))
    if (rated or private) and match.is_shared:
        raise UserError(T("Two servers share this table, so it is open to both and cannot be rated."))
    if rated is not None and set(match.people) - {match.row.host_id}:
        raise UserError(T("Others have already joined on these terms. You can change them only before anybody joins."))
    if due is not None and due[0] not in range(24):
        raise make_old_button_error()
    flags = {"private": private, "rated": rated, "weekends": weekends}
    given: dict[str, Any] = {"pace": pace, "absence": absence, "grace": grace}
    if due is not None:
        given |= {"pace": FIXED, "due_hour": due[0], "due_zone": due[1]}
    elif pace is not None:
        given |= {"due_hour": -1, "due_zone": "UTC"}
    given |= {name: None if on is None else int(on) for name, on in flags.items()}
    return Change(structs.replace(match.row, **{name: value for name, value in given.items() if value is not None}))


def make_rematch(match: Match, who: Request, *, secret: bytes, now: float) -> Match:
    """Make a lobby for the same people, each one seat further on, with every seat reserved for its player. Seats of
    people in another server are free. Raises UserError."""
    if match.row.phase not in ("finished", "cancelled") or match.state is None:
        raise Stale(T("This match is not over yet."))
    if who.user_id not in (row.user_id for row in match.seats):
        raise UserError(T("Only somebody who has played can ask for a rematch. /help shows how to open a match."))
    count = match.row.capacity
    moved = sorted(
        (
            structs.replace(_make_fresh_row(row), seat=(row.seat + 1) % count)
            for row in match.seats
            if not match.is_elsewhere(row)
        ),
        key=_by_seat,
    )
    seats = tuple(row for row in moved if row.user_id is None or row.user_id == who.user_id)
    asked = tuple(
        Invitation(row.user_id, row.seat, row.name) for row in moved if row.user_id not in (None, FORMER, who.user_id)
    )
    row = structs.replace(
        match.row, id=0, rules_version=match.game.version, phase="lobby", host_id=who.user_id, secret=secret,
        seq=-1, head=-1, decisions="{}", clocks="{}", machine=0, result=None, card_id=None, card_channel_id=None,
        created_at=now, started_at=None, ended_at=None, proposal=None, paused_for=None, resume_at=None, held=None,
        rematch_of=match.row.id, demo=0, move_at=None, asked_at=None, guest_guild_id=None, guest_channel_id=None,
        guest=None, looks="[]",
    )  # fmt: skip
    return Match(_set_invited(row, asked), seats)


def require_host(match: Match, who: Request) -> None:
    """Raise UserError unless this person is the host or manages the server."""
    require_lobby(match)
    if who.user_id != match.row.host_id and not who.manages(match.row):
        raise _make_host_error(match)


def require_host_alone(match: Match, who: Request) -> None:
    """Raise UserError unless this person is the host. Managers of the server cannot change whom a host blocks."""
    require_host(match, who)
    if who.user_id != match.row.host_id:
        raise _make_host_error(match)


def _make_host_error(match: Match) -> UserError:
    host = next((row.seat for row in match.seats if row.user_id == match.row.host_id), 0)
    return UserError(T("Only the host, {host}, can do this.", host=Player(host)))


def _set_invited(row: MatchRow, asked: tuple[Invitation, ...]) -> MatchRow:
    return structs.replace(row, invited=msgspec.json.encode(asked).decode())


def _make_fresh_row(row: SeatRow) -> SeatRow:
    return SeatRow(row.seat, row.user_id, row.name, level=row.level, crowd=row.crowd)


def _by_seat(row: SeatRow) -> Seat:
    return row.seat
