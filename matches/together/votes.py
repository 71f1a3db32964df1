"""What is decided together: one player proposes, and it happens once everybody else who is there has agreed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct, structs

from data import LogRow
from games.core import Seat
from games.text import Player, T
from matches.change import Change
from matches.clocks import clocks, pauses
from matches.clocks.pace import DAY
from matches.errors import Stale, UserError
from matches.match import Match
from matches.referee import Request
from matches.together import undo

OPEN_FOR = 2 * DAY
"""Seconds after which a proposal nobody has answered is dropped."""

Kind = Literal["undo", "pause", "resume", "substitute", "end"]


class Proposal(Struct, frozen=True):
    """What somebody has proposed, as it is kept with the match.

    `by`: the user who did; `seat`: theirs, or the seat they want to take over. `to`: the log row an undo goes back to.
    `resume_at`: when a pause ends. `name`: of the person who would take the seat. `agreed`: users. `until`: when it is
    dropped. `number`: its own, given when it is put to the others; its buttons carry it.
    """

    kind: Kind
    by: int
    seat: Seat
    number: int
    until: float
    to: int = -1
    resume_at: float = 0.0
    name: str = ""
    agreed: tuple[int, ...] = ()


def open_proposal(match: Match) -> Proposal | None:
    """What is being voted on."""
    return msgspec.json.decode(match.row.proposal, type=Proposal) if match.row.proposal else None


def outlasting(match: Match) -> str | None:
    """What is left of the proposal once somebody has moved: to take something back is over then."""
    proposal = open_proposal(match)
    return None if proposal is None or proposal.kind == "undo" else match.row.proposal


def missing(match: Match, proposal: Proposal) -> tuple[int, ...]:
    """The people who have not agreed yet. Not asked are those for whom a stand-in plays, or whose time is up."""
    late = {match.holder(seat).user_id for seat in _late(match)}
    return tuple(user for user in match.present if user not in (proposal.by, *proposal.agreed, *late))


def propose(match: Match, proposal: Proposal, log: Sequence[LogRow], *, now: float) -> Change:
    """Put it to the others; where there are no others, it happens at once. Raises UserError.

    Its number is the time in milliseconds: the match's seq does not grow while people propose and think again, and
    nobody's answer may count for something else than what they have read.
    """
    _require_open(match)
    standing = open_proposal(match)
    answered = standing is not None and standing.kind == "resume" and match.row.phase == "running"
    if standing is not None and standing.by != proposal.by and not answered:
        raise UserError(T("Something else is being decided just now. Answer that first."))
    _require_possible(match, proposal)
    number = max(int(now * 1000), standing.number + 1 if standing is not None else 0)
    return _settled(match, structs.replace(proposal, number=number, agreed=()), log, now=now)


def agree(match: Match, who: Request, number: int, log: Sequence[LogRow], *, now: float) -> Change:
    """One more is for it; the last one carries it out. Raises UserError or Stale."""
    proposal = _asked(match, who, number)
    if who.user_id in proposal.agreed:
        raise UserError(T("You have agreed already."))
    agreed = structs.replace(proposal, agreed=(*proposal.agreed, who.user_id or 0))
    return _settled(match, agreed, log, now=now)


def refuse(match: Match, who: Request, number: int) -> Change:
    """Drop a proposal: somebody is against it, or its proposer takes it back."""
    proposal = open_proposal(match)
    if proposal is None or proposal.number != number:
        raise Stale(T("This has been decided already."))
    if who.user_id != proposal.by:
        _asked(match, who, number)
    return Change(structs.replace(match.row, proposal=None))


def lapse(match: Match, *, now: float) -> Change:
    """Drop a proposal whose time is over.

    Where somebody's time is up and nobody may move on without them, the match stands still: there, silence is consent
    to its end or to a substitute, so that two who have vanished do not hold fast those who have not.
    """
    proposal = open_proposal(match)
    if proposal is None or proposal.until > now:
        return Change(match.row)
    stuck = match.row.absence in ("nothing", "nudge") and _late(match)
    if stuck and proposal.kind in ("end", "substitute"):
        try:
            _require_possible(match, proposal)
            return _settled(match, structs.replace(proposal, agreed=match.people), (), now=now)
        except UserError:
            pass  # they have another seat by now, or its player is back
    return Change(structs.replace(match.row, proposal=None))


def _asked(match: Match, who: Request, number: int) -> Proposal:
    """The open proposal, if this person is to answer it."""
    _require_open(match)
    proposal = open_proposal(match)
    if proposal is None or proposal.number != number:
        raise Stale(T("This has been decided already."))
    if who.user_id == proposal.by:
        raise UserError(T("You have proposed this; the others decide."))
    if who.user_id not in match.people:
        raise UserError(T("Only those who play in this match decide this."))
    return proposal


def _settled(match: Match, proposal: Proposal, log: Sequence[LogRow], *, now: float) -> Change:
    if missing(match, proposal):
        return Change(structs.replace(match.row, proposal=msgspec.json.encode(proposal).decode()))
    row = structs.replace(match.row, proposal=None)
    settled = Match(row, match.seats, match.state)
    match proposal.kind:
        case "undo":
            to = next((row for row in log if row.seq == proposal.to and row.snapshot is not None), None)
            if to is None:
                raise Stale(T("The match has moved on."))
            return undo.back_to(settled, to, user_id=proposal.by, now=now)
        case "pause":
            return pauses.pause(settled, "consent", now=now, user_id=proposal.by, resume_at=proposal.resume_at)
        case "resume":
            return pauses.resume(settled, now=now, user_id=proposal.by)
        case "end":
            return pauses.call_off(settled, now=now, user_id=proposal.by)
        case "substitute":
            return pauses.replaced(settled, proposal.seat, proposal.by, proposal.name, now=now)


def _late(match: Match) -> tuple[Seat, ...]:
    """The seats whose holders have let their time run out and are still awaited."""
    return tuple(seat for seat, clock in clocks.read(match.row).items() if clock.spent)


def _require_open(match: Match) -> None:
    if match.row.phase not in ("running", "paused"):
        raise Stale(T("This match is over."))


def _require_possible(match: Match, proposal: Proposal) -> None:
    if proposal.kind == "substitute":
        if proposal.by in match.people:
            raise UserError(T("You play in this match already."))
        holder = match.holder(proposal.seat)
        if not (holder.stand_in or holder.resigned or proposal.seat in _late(match)):
            raise UserError(T("{player} is back and plays on.", player=Player(proposal.seat)))
    elif proposal.by not in match.people:
        raise UserError(T("Only those who play in this match decide this."))
    if proposal.kind == "resume" and match.row.paused_for != "consent":
        raise Stale(T("This match is not paused."))
    if proposal.kind in ("undo", "pause") and match.row.phase != "running":
        raise UserError(T("The match is paused."))
