"""Plies, resignations and the end of a match, as pure functions from a match to a Change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import structs

from data import LogRow, MadeBy
from games.core import NATURE, GameError, IllegalMove, Outcome, Seat
from games.rng import Rng
from games.text import Player, T
from matches import hold
from matches.change import Change
from matches.clocks.pauses import end_without_result, explain_pause
from matches.draft import Folded, fold
from matches.errors import Stale, UserError, make_no_seat_error
from matches.machines import demo
from matches.match import CROWD, Holder, Match, drop_hold, open_decisions, pack
from matches.referee import Request
from matches.votes import proposals

_FOLDS = 16
"""Drafts cached per position; few turns have more plies."""

MOST_REVISIONS: Final = 100
"""Choices made at once, first and changed ones, after which they can no longer be changed: each is kept in the log."""


def play(match: Match, who: Request, seat: Seat, codes: Sequence[str], *, decision: int, now: float) -> Change:
    """Commit the plies `codes` of `seat` for the decision opened at `decision`; or hold them, if the match allows
    taking them back before chance decides. Raises UserError or Stale."""
    require_turn(match, who, seat, decision=decision)
    check_codes(match, seat, codes)
    if seat not in match.to_act and match.seq - min(match.decisions.values()) >= MOST_REVISIONS:
        raise UserError(T("This choice was changed very often. It stays as it is now."))
    if (held := hold.plan_hold(match, seat, codes, user_id=who.user_id, now=now)) is not None:
        return hold.place_hold(match, held).with_match(proposal=proposals.keep_proposal(match))
    return _commit_plies(match, seat, codes, user_id=who.user_id, made_by="person", now=now)


def release(match: Match, *, now: float) -> Change:
    """Let the held turn take effect. Raises Stale if none is held."""
    held = match.held
    if held is None or match.phase != "running":
        raise Stale
    free = structs.replace(match, held=None)
    change = _commit_plies(free, held.seat, held.codes, user_id=held.user_id, made_by="person", now=now)
    log = tuple(structs.replace(row, at=held.at) for row in change.log)  # the player's time ended with the confirmation
    return structs.replace(change, log=log, moved=None)  # the clock was updated when the turn was confirmed


def commit_machine_ply(match: Match, seat: Seat, code: str, *, seq: int, now: float, film: bytes = b"") -> Change:
    """Commit a move of nature or a computer player, computed for the position at `seq`. Raises Stale.

    `film`: the keyframes of its clip, stored with the match.
    """
    if match.phase != "running" or match.seq != seq or seat not in match.to_act:
        raise Stale
    made_by = match.machine_for(seat)
    if made_by is None or made_by == CROWD:
        raise Stale
    if demo.is_too_long(match, now):
        return end_without_result(match, now=now)
    user_id = match.holder(seat).user_id if made_by in ("auto", "stand_in") else None
    return structs.replace(_commit_plies(match, seat, [code], user_id=user_id, made_by=made_by, now=now), film=film)


def commit_crowd_turn(match: Match, seat: Seat, codes: Sequence[str], *, note: str, now: float) -> Change:
    """Commit the turn a crowd has voted for. `note`: the result of the vote. Raises UserError.

    If the turn goes on, a board shows what has been revealed, and that another vote has begun.
    """
    change = _commit_plies(match, seat, codes, user_id=None, made_by=CROWD, now=now)
    board = change.board or (change.moved is None and not change.match.waits_for_machine)
    return structs.replace(change, log=tuple(structs.replace(row, note=note) for row in change.log), board=board)


def set_auto(match: Match, who: Request, *, on: bool) -> Change:
    """Switch the automatic playing of this person's forced moves on or off."""
    require_running(match)
    mine = match.seats_of(who.user_id) if who.user_id is not None else ()
    if not mine:
        raise make_no_seat_error()
    seats = tuple(structs.replace(holder, auto=on) if holder.seat in mine else holder for holder in match.seats)
    return change_seats(match, seats)


def change_seats(match: Match, seats: tuple[Holder, ...], **changed: Any) -> Change:
    """Change the seating, and the fields `changed`, and keep the position.

    If a machine was to move and no longer is, the board that was waiting for its move is posted at once.
    """
    after = structs.replace(match, seats=seats, **changed)
    return Change(after, board=match.waits_for_machine and not after.waits_for_machine)


def resign(match: Match, who: Request, *, now: float) -> Change:
    """Resign all seats of a person."""
    require_running(match)
    mine = match.seats_of(who.user_id) if who.user_id is not None else ()
    if not mine:
        raise make_no_seat_error()
    return give_up_seats(match, mine, now=now)


def give_up_seats(match: Match, lost: tuple[Seat, ...], *, now: float, note: str = "") -> Change:
    """Resign seats. A computer player continues in them; if only one person, or a crowd, is left, they win.

    In that result, computer players rank after the winner and before the people who have resigned.
    """
    seats = tuple(
        structs.replace(holder, resigned=True, stand_in=None) if holder.seat in lost else holder
        for holder in match.seats
    )
    players = {holder.seat: CROWD if holder.crowd else holder.user_id for holder in seats}
    people = {players[holder.seat] for holder in seats if not holder.resigned} - {None}
    were = set(players.values()) - {None}
    seq = match.seq + 1
    log = LogRow(seq, "resign", lost[0], "", "[]", None, None, match.holder(lost[0]).user_id, now, note=note)
    if match.held is not None and match.held.seat in lost:
        match = drop_hold(match, seq=seq)
    change = Change(structs.replace(match, seq=seq, seats=seats), log=(log,), drop_drafts=lost)
    if len(people) < min(2, len(were)):
        stayed = tuple(seat for seat, player in players.items() if player in people)
        computers = tuple(seat for seat, player in players.items() if player is None)
        gone = tuple(holder.seat for holder in seats if holder.seat not in (*stayed, *computers))
        result = Outcome(tuple(group for group in (stayed, computers, gone) if group))
        return _end(change, result, now)
    return structs.replace(change, board=not change.match.waits_for_machine)


def require_turn(match: Match, who: Request, seat: Seat, *, decision: int) -> None:
    """Raise UserError or Stale unless this person may make this decision of the seat now."""
    require_running(match)
    if who.user_id is None or match.holder(seat).user_id != who.user_id:
        raise UserError(T("These buttons belong to {player}.", player=Player(seat)))
    if match.holder(seat).stand_in:
        raise UserError(T('A stand-in is playing for you. Press "I\'m back" to take over again.'))
    if match.decisions.get(seat) is None:
        raise Stale(T("It is not your turn."))
    if match.decisions[seat] != decision:
        raise Stale(T("The position has changed since you opened this. Here is how things stand."))


def fold_draft(match: Match, seat: Seat, codes: Sequence[str]) -> Folded[Any, Any]:
    """Fold a draft into the position. Raises UserError for an illegal ply."""
    draft = seat, tuple(codes)
    found = match.folds.get(draft)
    if found is None:
        try:
            found = fold(match.game, match.state, seat, codes)
        except GameError as error:
            raise explain_refusal(match, error) from error
        if len(match.folds) >= _FOLDS:
            match.folds.clear()
        match.folds[draft] = found
    return found


def check_codes(match: Match, seat: Seat, codes: Sequence[str]) -> None:
    """Raise UserError unless the plies are legal and complete enough to be confirmed."""
    if not codes:
        raise UserError(T("Choose a move first."))
    draft = fold_draft(match, seat, codes)
    if draft.complete or draft.ghost is not None:
        return
    start = fold_draft(match, seat, codes[:-1]).state
    if match.game.needs_confirmation(start, seat, draft.last):
        raise UserError(T("Your turn is not complete yet. Choose what comes next."))


def explain_refusal(match: Match, error: GameError) -> UserError:
    """Explain an error of the rules in the game's words."""
    return UserError(match.words.refusal(error))


def require_running(match: Match) -> None:
    """Raise UserError or Stale unless the match is running."""
    if match.phase == "lobby":
        raise UserError(T("The match has not started yet."))
    if match.phase == "paused":
        raise UserError(explain_pause(match))
    if match.phase != "running":
        raise Stale(T("This match is over."))


def _commit_plies(
    match: Match, seat: Seat, codes: Sequence[str], *, user_id: int | None, made_by: MadeBy, now: float
) -> Change:
    game = match.game
    state = match.state
    seq = match.seq
    decisions = dict(match.decisions)
    log: list[LogRow] = []
    same_turn = True
    for code in codes:
        try:
            move = game.parse(state, seat, code)
        except IllegalMove as error:
            raise explain_refusal(match, error) from error
        seq += 1
        position = game.apply(state, seat, move, Rng(match.secret, "ply", seq))
        decisions = open_decisions(game, state, position, decisions, mover=seat, seq=seq)
        same_turn = seat in game.to_act(position) and game.continues_turn(state, position)
        events = msgspec.json.encode(position.events).decode()
        log.append(LogRow(seq, "ply", seat, code, events, pack(position), None, user_id, now, made_by))
        state = position
    after = structs.replace(
        match,
        seq=seq,
        head=seq,
        state=state,
        seats=_note_presence(match.seats, seat, made_by=made_by, turn_over=not same_turn),
        decisions=decisions,
        proposal=proposals.keep_proposal(match),
    )
    after = structs.replace(after, move_at=demo.find_next_move(match, after, seat, turn_over=not same_turn, now=now))
    change = Change(
        after,
        log=tuple(log),
        drop_drafts=() if seat == NATURE else (seat,),
        moved=None if same_turn or seat not in match.to_act else seat,
    )
    outcome = game.outcome(state)
    if outcome is not None:
        return _end(change, outcome, now)
    machine = after.waits_for_machine
    opened = any(at > match.seq for other, at in decisions.items() if other in game.to_act(state))
    board = not machine and ((opened and not same_turn) or match.waits_for_machine)
    return structs.replace(change, board=board or after.move_at is not None)


def _note_presence(seats: tuple[Holder, ...], seat: Seat, *, made_by: MadeBy, turn_over: bool) -> tuple[Holder, ...]:
    """Reset the missed deadlines of a person who moves, and end a stand-in of one turn after it."""

    def note_move(row: Holder) -> Holder:
        if row.seat != seat:
            return row
        if made_by == "person" and row.missed:
            return structs.replace(row, missed=0)
        if turn_over and row.stand_in == "turn":
            return structs.replace(row, stand_in=None)
        return row

    changed = tuple(map(note_move, seats))
    return seats if changed == seats else changed


def _end(change: Change, outcome: Outcome, now: float) -> Change:
    """End the match with a result, and post its last board."""
    ended = change.with_match(
        phase="finished", outcome=outcome, decisions={}, proposal=None, held=None, looks=(), ended_at=now
    )
    return structs.replace(ended, board=True)
