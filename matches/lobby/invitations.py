"""Invitations to a lobby and its settings, as pure functions from a match to a Change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from data import FORMER, Absence, Grace
from games.text import N, Player, T
from matches.change import Change
from matches.clocks.pace import ABSENCES, FIXED, PACES
from matches.errors import Stale, UserError, make_old_button_error
from matches.hold import GRACES
from matches.lobby.expiry import require_lobby
from matches.match import Holder, Invitation, Match
from matches.referee import Request


def accept(match: Match, who: Request) -> Match:
    """Remove the invitation of a person who joins."""
    rest = tuple(found for found in match.invited if found.user != who.user_id)
    return structs.replace(match, invited=rest)


def is_guest(match: Match, who: Request, mine: Holder | None) -> bool:
    """Whether a person plays in the second server: that of their other seats, or else the one where they join."""
    if mine is not None:
        return mine.guest
    return match.is_shared and who.guild_id == match.guest_guild_id


def invite(match: Match, who: Request, users: Mapping[int, str]) -> Change:
    """Invite people, by id with their names. Raises UserError if there are fewer seats than people."""
    require_host(match, who)
    known = {found.user for found in match.invited} | set(match.people)
    fresh = tuple(Invitation(user, None, name) for user, name in users.items() if user not in known)
    free = match.capacity - len(match.seats) - len(match.invited)
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
    return Change(structs.replace(match, invited=(*match.invited, *fresh)))


def decline(match: Match, who: Request) -> Change:
    """Decline an invitation. Raises UserError for a person who was not invited."""
    require_lobby(match)
    rest = tuple(found for found in match.invited if found.user != who.user_id)
    if len(rest) == len(match.invited):
        raise UserError(T("You are not invited to this match."))
    return Change(structs.replace(match, invited=rest))


def remove(match: Match, who: Request, user_id: int) -> Change:
    """Remove a player from the lobby, or withdraw an invitation. Raises UserError."""
    require_host(match, who)
    if user_id == match.host_id:
        raise UserError(T("The host cannot be removed. Hand the match over first, or leave."))
    rest = tuple(found for found in match.invited if found.user != user_id)
    seats = tuple(holder for holder in match.seats if holder.user_id != user_id)
    return Change(structs.replace(match, invited=rest, seats=seats))


def hand_over(match: Match, who: Request, user_id: int) -> Change:
    """Make another player in the lobby the host. Raises UserError."""
    require_host(match, who)
    if user_id not in match.people:
        raise UserError(T("Only somebody who has a seat can become the host."))
    return Change(structs.replace(match, host_id=user_id))


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
    if rated and match.is_direct:
        raise UserError(T("Matches in direct messages are never rated."))
    if rated and any(holder.crowd for holder in match.seats):
        raise UserError(T("A channel plays in this match, and a channel has no rating."))
    if (rated or private) and match.is_shared:
        raise UserError(T("Two servers share this table, so it is open to both and cannot be rated."))
    if rated is not None and set(match.people) - {match.host_id}:
        raise UserError(T("Others have already joined on these terms. You can change them only before anybody joins."))
    if due is not None and due[0] not in range(24):
        raise make_old_button_error()
    given: dict[str, Any] = {"pace": pace, "absence": absence, "grace": grace}
    given |= {"private": private, "rated": rated, "weekends": weekends}
    if due is not None:
        given |= {"pace": FIXED, "due_hour": due[0], "due_zone": due[1]}
    elif pace is not None:
        given |= {"due_hour": -1, "due_zone": "UTC"}
    return Change(structs.replace(match, **{name: value for name, value in given.items() if value is not None}))


def may_rate(match: Match) -> bool:
    """Whether the host can still choose whether the match is rated."""
    crowd = any(holder.crowd for holder in match.seats)
    return not (match.is_direct or match.is_shared or crowd or set(match.people) - {match.host_id})


def make_rematch(match: Match, who: Request, *, secret: bytes, now: float) -> Match:
    """Make a lobby for the same people, each one seat further on, with every seat reserved for its player. Seats of
    people in another server are free. Raises UserError."""
    if match.phase not in ("finished", "cancelled") or match.state is None:
        raise Stale(T("This match is not over yet."))
    if who.user_id not in (holder.user_id for holder in match.seats):
        raise UserError(T("Only somebody who has played can ask for a rematch. /help shows how to open a match."))
    count = match.capacity
    moved = sorted(
        (
            Holder((holder.seat + 1) % count, holder.user_id, holder.name, level=holder.level, crowd=holder.crowd)
            for holder in match.seats
            if not match.is_elsewhere(holder)
        ),
        key=lambda holder: holder.seat,
    )
    return Match(
        id=0,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        game_name=match.game_name,
        rules_version=match.game.version,
        phase="lobby",
        host_id=who.user_id or 0,
        capacity=count,
        options=match.options,
        language=match.language,
        secret=secret,
        created_at=now,
        pace=match.pace,
        absence=match.absence,
        private=match.private,
        rematch_of=match.id,
        rated=match.rated,
        grace=match.grace,
        weekends=match.weekends,
        due_hour=match.due_hour,
        due_zone=match.due_zone,
        away_days=match.away_days,
        seats=tuple(holder for holder in moved if holder.user_id in (None, who.user_id)),
        invited=tuple(
            Invitation(holder.user_id, holder.seat, holder.name)
            for holder in moved
            if holder.user_id not in (None, FORMER, who.user_id)
        ),
    )


def require_host(match: Match, who: Request) -> None:
    """Raise UserError unless this person is the host or manages the server."""
    require_lobby(match)
    if who.user_id != match.host_id and not who.manages(match):
        raise _make_host_error(match)


def require_host_alone(match: Match, who: Request) -> None:
    """Raise UserError unless this person is the host. Managers of the server cannot change whom a host blocks."""
    require_host(match, who)
    if who.user_id != match.host_id:
        raise _make_host_error(match)


def _make_host_error(match: Match) -> UserError:
    host = next((holder.seat for holder in match.seats if holder.user_id == match.host_id), 0)
    return UserError(T("Only the host, {host}, can do this.", host=Player(host)))
