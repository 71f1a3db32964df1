"""Proposals: one player proposes, and it is carried out once every other present player has agreed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from data import LogRow
from games.core import Seat
from games.text import Player, T
from matches.change import Change
from matches.clocks import pauses
from matches.clocks.pace import DAY
from matches.errors import Stale, UserError
from matches.looks import has_seen_another, require_unseen
from matches.match import Match, Proposal
from matches.referee import Request
from matches.votes import undo

OPEN_FOR = 2 * DAY
"""Seconds after which a proposal expires."""

LONGEST_RATED_PAUSE_DAYS = 3
"""Days a pause of a rated match lasts at most."""

BACK: Final = ("undo", "correct")
"""Proposals to return to an earlier position: a player's own newest turn is undone, or the host chose a position."""

REPLACING: Final = (*BACK, "edit")
"""Proposals that replace the position: those of `BACK`, and one of the host to change it."""


def may_go_back(match: Match) -> bool:
    """Whether the host of a match may propose to go back to an earlier position."""
    return match.phase == "running" and not match.rated and not any(holder.crowd for holder in match.seats)


def keep_proposal(match: Match) -> Proposal | None:
    """Keep the open proposal after a move, except one to replace the position, which is no longer possible."""
    proposal = match.proposal
    return None if proposal is None or proposal.kind in REPLACING else proposal


def list_missing(match: Match, proposal: Proposal) -> tuple[int, ...]:
    """List the people who have not agreed yet, without those who have a stand-in or whose time is up.

    In a match for invited people one player must agree to a substitute; if nobody is left to be asked, those with a
    stand-in or without time are asked, too.
    """
    late = {match.holder(seat).user_id for seat in _list_late(match)}
    missing = tuple(user for user in match.present if user not in (proposal.by, *proposal.agreed, *late))
    return match.people if not missing and _lacks_consent(match, proposal) else missing


def _lacks_consent(match: Match, proposal: Proposal) -> bool:
    """Whether somebody would join a match for invited people although none of its players has agreed."""
    return match.private and proposal.kind == "substitute" and not proposal.agreed


def propose(match: Match, proposal: Proposal, log: Sequence[LogRow], *, now: float) -> Change:
    """Open a proposal; without other players, carry it out at once. Raises UserError.

    Its number is the time in milliseconds: proposals do not raise the match's seq, and an answer must count only for
    its own proposal.
    """
    _require_open(match)
    if proposal.kind in REPLACING and (not log or log[-1].seq != match.seq):
        raise Stale
    standing = match.proposal
    answered = standing is not None and standing.kind == "resume" and match.phase == "running"
    if standing is not None and standing.by != proposal.by and not answered:
        raise UserError(T("Another proposal is open. Answer that one first."))
    _require_possible(match, proposal)
    _require_terms(match, proposal, now=now)
    number = max(int(now * 1000), standing.number + 1 if standing is not None else 0)
    return _carry_out_if_agreed(match, structs.replace(proposal, number=number, agreed=()), log, now=now)


def agree(match: Match, who: Request, number: int, log: Sequence[LogRow], *, now: float) -> Change:
    """Agree to a proposal; the last agreement carries it out. Raises UserError or Stale."""
    proposal = _require_asked(match, who, number)
    if who.user_id in proposal.agreed:
        raise UserError(T("You have agreed already."))
    agreed = structs.replace(proposal, agreed=(*proposal.agreed, who.user_id or 0))
    return _carry_out_if_agreed(match, agreed, log, now=now)


def refuse(match: Match, who: Request, number: int) -> Change:
    """Drop a proposal: a player refuses, or the proposer withdraws it."""
    proposal = match.proposal
    if proposal is None or proposal.number != number:
        raise Stale(T("This has been decided already."))
    if who.user_id != proposal.by:
        _require_asked(match, who, number)
    return Change(structs.replace(match, proposal=None))


def drop_expired(match: Match, *, now: float) -> Change:
    """Drop an expired proposal.

    If a player's time is up and nobody may move on without them, the match is stuck. Then a proposal to end it or to
    take over a seat passes without answers, so that two players who have left cannot block the others; but nobody joins
    a match for invited people in this way.
    """
    proposal = match.proposal
    if proposal is None or proposal.until > now:
        return Change(match)
    stuck = match.absence in ("nothing", "nudge") and _list_late(match)
    if stuck and proposal.kind in ("end", "substitute") and not _lacks_consent(match, proposal):
        try:
            _require_possible(match, proposal)
            return _carry_out_if_agreed(match, structs.replace(proposal, agreed=match.people), (), now=now)
        except UserError:
            pass  # the proposer has a seat by now, or the player is back
    return Change(structs.replace(match, proposal=None))


def _require_asked(match: Match, who: Request, number: int) -> Proposal:
    """Read the open proposal. Raises UserError or Stale if this person cannot answer it."""
    _require_open(match)
    proposal = match.proposal
    if proposal is None or proposal.number != number:
        raise Stale(T("This has been decided already."))
    if who.user_id == proposal.by:
        raise UserError(T("You have proposed this; the others decide."))
    if who.user_id not in match.people:
        raise UserError(T("Only the players of this match can decide this."))
    return proposal


def _carry_out_if_agreed(match: Match, proposal: Proposal, log: Sequence[LogRow], *, now: float) -> Change:
    if list_missing(match, proposal):
        return Change(structs.replace(match, proposal=proposal))
    settled = structs.replace(match, proposal=None)
    match proposal.kind:
        case "undo" | "correct":
            to = next((row for row in log if row.seq == proposal.to and row.snapshot is not None), None)
            if to is None:
                raise Stale
            note = undo.CORRECTED if proposal.kind == "correct" else ""
            return undo.rewind_to(settled, to, user_id=proposal.by, now=now, note=note)
        case "edit":
            return undo.correct_position(settled, proposal.edits, user_id=proposal.by, now=now)
        case "pause":
            return pauses.pause(settled, "consent", now=now, user_id=proposal.by, resume_at=proposal.resume_at)
        case "resume":
            return pauses.resume(settled, now=now, user_id=proposal.by)
        case "end":
            return pauses.end_without_result(settled, now=now, user_id=proposal.by)
        case "substitute":
            if has_seen_another(match, proposal.by, proposal.seat):  # since they asked
                raise UserError(
                    T(
                        "{name} has seen the cards of another seat, so they cannot take this one. Please press Refuse.",
                        name=proposal.name,
                    )
                )
            return pauses.replace_player(settled, proposal.seat, proposal.by, proposal.name, now=now)


def _list_late(match: Match) -> tuple[Seat, ...]:
    """List the seats whose time has run out."""
    return tuple(seat for seat, clock in match.clocks.items() if clock.spent)


def _require_open(match: Match) -> None:
    if match.phase not in ("running", "paused"):
        raise Stale(T("This match is over."))


def _require_terms(match: Match, proposal: Proposal, *, now: float) -> None:
    """Raise UserError if the terms of a match forbid a proposal: a crowd plays, or it is rated (`docs/ratings.md`)."""
    if proposal.kind in REPLACING and any(holder.crowd for holder in match.seats):
        raise UserError(
            T("A channel plays in this match and cannot be asked, so no turn can be taken back by agreement.")
        )
    if not match.rated:
        return
    if proposal.kind in REPLACING:
        raise UserError(T("This match is rated: no turn can be taken back by agreement."))
    if proposal.kind == "pause" and proposal.resume_at > now + LONGEST_RATED_PAUSE_DAYS * DAY:
        days = LONGEST_RATED_PAUSE_DAYS
        raise UserError(T("This match is rated: a pause lasts at most {days} days. Propose a shorter one.", days=days))


def _require_possible(match: Match, proposal: Proposal) -> None:
    if proposal.kind == "substitute":
        if match.is_shared:
            raise UserError(T("Two servers share this table, so nobody can take over a seat."))
        if proposal.by in match.people:
            raise UserError(T("You play in this match already."))
        require_unseen(match, proposal.by, proposal.seat)
        holder = match.holder(proposal.seat)
        if not (holder.seeks or holder.stand_in or holder.resigned or proposal.seat in _list_late(match)):
            raise UserError(T("{player} is back and plays on.", player=Player(proposal.seat)))
    elif proposal.by not in match.people:
        raise UserError(T("Only the players of this match can decide this."))
    if proposal.kind == "resume" and match.paused_for != "consent":
        raise Stale(T("This match is not paused."))
    if proposal.kind in ("correct", "edit") and proposal.by != match.host_id:
        raise UserError(T("Only the host of this match can propose to go back."))
    if proposal.kind in (*REPLACING, "pause") and match.phase != "running":
        raise UserError(T("The match is paused."))
