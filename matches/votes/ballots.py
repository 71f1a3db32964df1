"""Keep the votes of a crowd (`matches.votes.crowd`), and the drafts of the people who vote, in the store."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec import structs

from data import BallotRow
from games.core import Seat
from matches.change import Change
from matches.errors import Unplayable
from matches.looks import note_looks
from matches.match import Match
from matches.play import require_turn
from matches.referee import MACHINE, Done, Referee, Request
from matches.votes import crowd

_TRIES = 20
"""Maximum number of attempts to close a vote while people are still voting."""


class _Moved(Exception):
    """The match has changed since its ballots were read."""


async def load_draft(referee: Referee, match: Match, who: Request, seat: Seat, *, decision: int) -> tuple[str, ...]:
    """Read what a person has chosen and not confirmed: for their own seat, or for a crowd's seat. Raises UserError or
    Stale unless they may make this decision, or vote on it."""
    if not _is_crowd(match, seat):
        require_turn(match, who, seat, decision=decision)
        return await referee.draft(match, seat)
    crowd.require_voter(match, who, seat, decision=decision)
    row = await _find_ballot(referee, match, who)
    return crowd.read_codes(row.draft) if row is not None and row.decision == decision else ()


async def keep_draft(referee: Referee, match: Match, who: Request, seat: Seat, codes: Sequence[str]) -> None:
    """Store what a person has chosen and not confirmed. Raises Stale if the decision is no longer open."""
    if not _is_crowd(match, seat):
        await referee.keep_draft(match, seat, codes)
        return
    ballot = await open_ballot(referee, match, who)
    changed = structs.replace(ballot, draft=msgspec.json.encode(tuple(codes)).decode())
    await referee.store.transaction(lambda tx: tx.put_ballot(match, changed))


async def open_ballot(referee: Referee, match: Match, who: Request) -> BallotRow:
    """Return somebody's ballot in the open vote, and note that they have seen what the seat sees. Raises UserError or
    Stale."""
    vote = crowd.find_vote(match)
    seat = vote.seat if vote is not None else -1
    decision = match.decisions.get(seat, -1)
    crowd.require_voter(match, who, seat, decision=decision)
    before = await _find_ballot(referee, match, who)
    ballot = crowd.renew_ballot(before, match, who.user_id or 0, decision)
    if ballot != before:
        await referee.change(match.id, MACHINE, lambda current: crowd.look(current, who, seat, ballot))
    return ballot


async def cast(referee: Referee, match: Match, who: Request, seat: Seat, codes: Sequence[str]) -> Done:
    """Vote for a whole turn, and close the vote if that was the last one. Raises UserError or Stale."""
    ballot, now = await open_ballot(referee, match, who), referee.now()
    await referee.change(match.id, who, lambda current: crowd.cast(current, who, seat, codes, ballot, now=now))
    return await close_vote(referee, match.id)


async def close_vote(referee: Referee, match_id: int) -> Done:
    """Close the vote of a match if it is over, and count every ballot that has been cast."""
    for _ in range(_TRIES):
        rev, rows = await referee.store.transaction(lambda tx: (tx.read_revision(match_id), tx.read_ballots(match_id)))
        try:
            return await referee.change(match_id, MACHINE, partial(_close, referee, rev, rows))
        except _Moved:
            continue
    return Done(await referee.match(match_id))


def _close(referee: Referee, rev: int | None, rows: Sequence[BallotRow], match: Match) -> Change:
    if match.rev != rev:
        raise _Moved
    return crowd.close(match, rows, now=referee.now(), outages=referee.outages_of(match))


async def has_looked(referee: Referee, match: Match, user_id: int) -> bool:
    """Whether somebody has opened a vote of this match."""
    rows = await referee.store.transaction(lambda tx: tx.read_ballots(match.id))
    return any(row.user_id == user_id for row in rows)


async def note_earlier_looks(referee: Referee) -> None:
    """Note the looks of those who opened votes before schema 24, when their ballots alone remembered them."""
    voters = await referee.store.transaction(lambda tx: tx.list_voters())
    for match_id in sorted({match_id for match_id, _ in voters}):
        users = [user for other, user in voters if other == match_id]

        def note(match: Match, users: Sequence[int] = users) -> Change:
            crowds = [holder.seat for holder in match.seats if holder.crowd]
            return Change(note_looks(match, [(user, seat) for user in users for seat in crowds]))

        with contextlib.suppress(Unplayable):
            match = await referee.match(match_id)
            if note(match).match != match:
                await referee.change(match_id, MACHINE, note)


def _is_crowd(match: Match, seat: Seat) -> bool:
    return any(holder.seat == seat and holder.crowd for holder in match.seats)


async def _find_ballot(referee: Referee, match: Match, who: Request) -> BallotRow | None:
    rows = await referee.store.transaction(lambda tx: tx.read_ballots(match.id))
    return next((row for row in rows if row.user_id == who.user_id), None)
