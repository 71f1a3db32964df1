"""Offer a seat to a substitute while its player plays on, and step in: pure functions from a match to a Change."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import structs

from games.core import Seat
from games.text import T
from matches.change import Change
from matches.clocks.pauses import replace_player
from matches.errors import Stale, UserError, make_no_seat_error
from matches.match import Match, Proposal
from matches.referee import Request
from matches.votes import proposals


def is_seeking(match: Match, user_id: int) -> bool:
    """Whether a person looks for a substitute in a match."""
    return any(holder.seeks and holder.user_id == user_id for holder in match.seats)


def seek(match: Match, who: Request, *, wanted: bool) -> Change:
    """Offer the seats of a person to a substitute, or take the offer back. They play on until somebody steps in.

    Raises UserError.
    """
    if match.phase not in ("running", "paused"):
        raise Stale(T("This match is over."))
    if match.is_direct:
        raise UserError(T("Nobody else sees our direct messages, so nobody can step in here."))
    if match.is_shared:
        raise UserError(T("Two servers share this table, so nobody can take over a seat."))
    mine = match.seats_of(who.user_id or 0)
    if not mine:
        raise make_no_seat_error()
    if is_seeking(match, who.user_id or 0) == wanted:
        raise Stale(T("This has been decided already."))
    seats = tuple(structs.replace(holder, seeks=wanted) if holder.seat in mine else holder for holder in match.seats)
    return Change(structs.replace(match, seats=seats))


def step_in(match: Match, who: Request, seat: Seat, *, blocked: Collection[int] = (), now: float) -> Change:
    """Take over the seat of somebody who looks for a substitute. Raises UserError or Stale.

    `blocked`: the people the host has blocked.
    """
    _require_offered(match, who, seat, blocked)
    if match.private:
        raise _make_invited_error()
    return replace_player(match, seat, who.user_id, who.name, now=now)


def ask_to_step_in(match: Match, who: Request, seat: Seat, *, blocked: Collection[int] = (), now: float) -> Change:
    """Propose who takes over a seat, where only invited people play. Raises UserError or Stale."""
    _require_offered(match, who, seat, blocked)
    proposal = Proposal("substitute", who.user_id or 0, seat, 0, now + proposals.OPEN_FOR, name=who.name)
    return proposals.propose(match, proposal, (), now=now)


def _require_offered(match: Match, who: Request, seat: Seat, blocked: Collection[int]) -> None:
    """Raise UserError or Stale unless a seat is offered to this person."""
    holder = next((each for each in match.seats if each.seat == seat), None)
    if holder is None or not holder.seeks or holder.resigned or match.phase not in ("running", "paused"):
        raise Stale(T("This seat is not offered any more."))
    if who.user_id in match.people:
        raise UserError(T("You play in this match already."))
    if who.user_id in blocked:
        raise _make_invited_error()


def _make_invited_error() -> UserError:
    return UserError(T("This match is only for people its host has invited. Open one of your own; /help shows how."))
