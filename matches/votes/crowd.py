"""A crowd in a seat: everybody in the channel without a seat of their own may vote for its turns.

A vote is a whole turn, chosen from the menus of the seat. Votes stay secret until the vote is closed: at its deadline,
or as soon as there are enough votes and everybody who voted last time has voted again. Then the steps of the turn are
decided one after the other; at each step, only votes that agree with the steps decided so far count. If there is a tie,
the earliest vote decides. Without enough votes a stand-in moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct, structs

from data import BallotRow, LogRow
from games.core import Seat
from games.text import T
from matches.change import Change
from matches.clocks import clocks
from matches.clocks.clocks import Outages
from matches.errors import Stale, UserError
from matches.looks import has_secrets, has_seen_another, note_looks
from matches.match import CROWD, Holder, Match
from matches.play import change_seats, commit_crowd_turn, fold_draft, require_running
from matches.referee import Request

_CODES: Final = msgspec.json.Decoder(tuple[str, ...])


class Decided(Struct, frozen=True):
    """The turn that has won, how many voted for exactly this turn, and how many voted."""

    codes: tuple[str, ...]
    agree: int
    votes: int


def read_codes(text: str) -> tuple[str, ...]:
    """Read the codes of a draft or a vote."""
    return _CODES.decode(text)


def find_vote(match: Match) -> Holder | None:
    """Find the seat whose turn a crowd is voting on now."""
    crowds = (holder for holder in match.seats if holder.crowd and holder.seat in match.to_act)
    return next((holder for holder in crowds if match.machine_for(holder.seat) == CROWD), None)


def require_voter(match: Match, who: Request, seat: Seat, *, decision: int) -> None:
    """Raise UserError or Stale unless this person may vote on this decision of the seat now, and see its hand."""
    require_running(match)
    if any(holder.user_id == who.user_id for holder in match.seats):
        raise UserError(T("You play in this match, so you cannot vote on the moves of the channel."))
    vote = find_vote(match)
    if vote is None or vote.seat != seat:
        raise Stale(T("There is no vote just now. Look again when it is the channel's turn."))
    if match.decisions.get(seat) != decision:
        raise Stale(T("The position has changed since you opened this. Here is how things stand."))
    if has_seen_another(match, who.user_id or 0, seat):
        raise UserError(
            T("You have seen the cards of another seat in this match, so you cannot vote on the channel's moves.")
        )
    asked = match.proposal
    if has_secrets(match, seat) and asked is not None and (asked.kind, asked.by) == ("substitute", who.user_id):
        raise UserError(
            T(
                "You have asked for a seat, so you cannot see the channel's cards. If you would rather vote, press "
                "Refuse below your request first."
            )
        )


def renew_ballot(row: BallotRow | None, match: Match, user_id: int, decision: int) -> BallotRow:
    """Return somebody's ballot for a decision: the one they have begun, or an empty one that records on which decision
    they last voted."""
    if row is None:
        return BallotRow(match.id, user_id, decision)
    if row.decision == decision:
        return row
    return BallotRow(match.id, user_id, decision, voted=_find_earlier(row, decision))


def look(match: Match, who: Request, seat: Seat, ballot: BallotRow) -> Change:
    """Open the vote on a seat's move, and note that the person has seen what the seat sees. Raises UserError or
    Stale."""
    require_voter(match, who, seat, decision=ballot.decision)
    return Change(note_looks(match, [(who.user_id, seat)]), ballot=ballot)


def cast(match: Match, who: Request, seat: Seat, codes: Sequence[str], ballot: BallotRow, *, now: float) -> Change:
    """Vote for a whole turn, or change one's vote. Raises UserError or Stale."""
    require_voter(match, who, seat, decision=ballot.decision)
    if not codes:
        raise UserError(T("Choose a move first."))
    if not fold_draft(match, seat, codes).complete:
        raise UserError(T("Your turn is not complete yet. Choose what comes next."))
    chosen = msgspec.json.encode(tuple(codes)).decode()
    return Change(match, ballot=structs.replace(ballot, draft=chosen, choice=chosen, at=now))


def is_complete(match: Match, ballots: Sequence[BallotRow]) -> bool:
    """Whether a vote can be closed before its deadline: there are enough votes, and everybody who voted last time has
    voted again. The first vote of a match lasts until its deadline."""
    vote = find_vote(match)
    if vote is None:
        return False
    decision = match.decisions[vote.seat]
    ballots = _leave_out_players(match, ballots)
    voters = {row.user_id for row in _list_cast(ballots, decision)}
    earlier = {row.user_id: at for row in ballots if (at := _find_earlier(row, decision)) is not None}
    newest = max(earlier.values(), default=None)
    expected = {user for user, at in earlier.items() if at == newest}
    return bool(expected) and expected <= voters and len(voters) >= _read_quorum(vote)


def close(match: Match, ballots: Sequence[BallotRow], *, now: float, outages: Outages) -> Change:
    """Close the open vote if it is over: make the turn that has won, or let a stand-in move. Else change nothing."""
    vote = find_vote(match)
    if vote is None:
        return Change(match)
    clock = match.clocks.get(vote.seat)
    until = clocks.compute_deadline(clock, outages) if clock is not None else None
    if not is_complete(match, ballots) and (until is None or until > now):
        return Change(match)
    votes = _list_cast(_leave_out_players(match, ballots), match.decisions[vote.seat])
    if not votes or len(votes) < _read_quorum(vote):
        waits = tuple(
            structs.replace(holder, stand_in="turn") if holder.seat == vote.seat else holder for holder in match.seats
        )
        return change_seats(match, waits)
    won = decide([read_codes(row.choice or "[]") for row in votes])
    return commit_crowd_turn(match, vote.seat, won.codes, note=f"{won.agree}/{won.votes}", now=now)


def decide(votes: Sequence[tuple[str, ...]]) -> Decided:
    """Decide between whole turns, given in the order in which they were voted for.

    The turn is decided step by step; at each step, only votes that agree with the steps decided so far count. If there
    is a tie, the step that was voted for first wins.
    """
    rest, codes = list(votes), tuple[str, ...]()
    while steps := [vote[len(codes)] for vote in rest if len(vote) > len(codes)]:
        count = Counter(steps)
        codes = (*codes, max(count, key=lambda step: count[step]))  # a Counter keeps the order of first appearance
        rest = [vote for vote in rest if vote[: len(codes)] == codes]
    return Decided(codes, len(rest), len(votes))


def read_tally(row: LogRow) -> tuple[int, int] | None:
    """Read how many voted for a crowd's turn, and how many voted; None for rows of others."""
    agree, _, votes = row.note.partition("/")
    return (int(agree), int(votes)) if row.made_by == CROWD and agree.isdecimal() and votes.isdecimal() else None


def _leave_out_players(match: Match, ballots: Sequence[BallotRow]) -> list[BallotRow]:
    """Leave out those who have taken a seat since they voted: in Riff Raff they would know a card of the channel."""
    players = {holder.user_id for holder in match.seats}
    return [row for row in ballots if row.user_id not in players]


def _read_quorum(vote: Holder) -> int:
    return vote.crowd.quorum if vote.crowd is not None else 0


def _list_cast(ballots: Sequence[BallotRow], decision: int) -> list[BallotRow]:
    return [row for row in ballots if row.decision == decision and row.choice is not None]


def _find_earlier(row: BallotRow, decision: int) -> int | None:
    """Find the newest decision before this one on which somebody has voted."""
    if row.decision == decision or row.choice is None:
        return row.voted
    return row.decision
