"""Taking back: one's own newest turn, as far as it neither rolled, drew nor showed anything; more by consent.

Nothing leaves the log: an undo is a row that points at the earlier row whose position it returns to. The sequence
number goes on growing, so no die and no card that was drawn once is ever drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs

from data import LogRow
from games.rng import NO_CHANCE, ChanceRefused
from matches.change import Change
from matches.match import Match, line, open_decisions, unpack

LOOK_BACK = 400
"""Log rows in which a turn to be taken back is looked for."""

_OWN = ("person", "auto", "stand_in")


class Undo(Struct, frozen=True):
    """What would be taken back: `plies` in the order they were made, and the row `to` whose position would stand."""

    plies: tuple[LogRow, ...]
    to: LogRow


def free_undo(match: Match, user_id: int, log: Sequence[LogRow]) -> Undo | None:
    """What this person may take back without asking: their newest turn, as far back as it revealed nothing, if nobody
    has acted since. Also what a stand-in did for them.

    A card played from a hidden hand has been seen, so games with hands know no such undo.
    """
    rows = positions(log)
    first = len(rows)
    while not match.game.has_private_hands and first > 1 and _is_own(match, rows[first - 1], user_id):
        if first < len(rows) and not _same_turn(match, rows, first):
            break
        if _reveals(match, rows[first - 2], rows[first - 1]):
            break
        first -= 1
    return Undo(rows[first:], rows[first - 1]) if first < len(rows) else None


def agreed_undo(match: Match, user_id: int, log: Sequence[LogRow]) -> Undo | None:
    """What this person may take back if all others agree: their newest turn and everything that came after it."""
    rows = positions(log)
    first = next((index for index in range(len(rows) - 1, 0, -1) if _is_own(match, rows[index], user_id)), 0)
    while first > 1 and _is_own(match, rows[first - 1], user_id) and _same_turn(match, rows, first):
        first -= 1
    return Undo(rows[first:], rows[first - 1]) if first else None


def last_turn(match: Match, log: Sequence[LogRow]) -> Undo | None:
    """The newest turn of a person, and what machines made of it, for somebody who looks after the match."""
    rows = positions(log)
    first = next((index for index in range(len(rows) - 1, 0, -1) if rows[index].made_by in _OWN), 0)
    while first > 1 and _same_turn(match, rows, first):
        first -= 1
    return Undo(rows[first:], rows[first - 1]) if first >= 1 else None


def back_to(match: Match, to: LogRow, *, user_id: int | None, now: float, note: str = "") -> Change:
    """The match at the earlier position `to`."""
    if to.snapshot is None:
        raise ValueError(f"row {to.seq} has no position")
    game, seq = match.game, match.row.seq + 1
    state = unpack(game, to.snapshot)
    decisions = open_decisions(game, None, state, {}, mover=-1, seq=seq)
    row = structs.replace(
        match.row, seq=seq, head=to.seq, decisions=msgspec.json.encode(decisions).decode(), proposal=None
    )
    seats = tuple(structs.replace(seat, stand_in=0) if seat.user_id == user_id else seat for seat in match.seats)
    whose = next((seat.seat for seat in match.seats if seat.user_id == user_id and user_id is not None), None)
    log = LogRow(seq, "undo", whose, "", "[]", None, to.seq, user_id, now, note=note)
    every = tuple(seat.seat for seat in match.seats)
    change = Change(row, state=state, seats=seats, log=(log,), drop_drafts=every)
    machine = change.of(match).waits_for_machine
    return structs.replace(change, row=structs.replace(row, machine=int(machine)), board=not machine)


def positions(log: Sequence[LogRow]) -> tuple[LogRow, ...]:
    """The rows of the line that led to a new position."""
    return tuple(row for row in line(log) if row.snapshot is not None)


def _is_own(match: Match, row: LogRow, user_id: int) -> bool:
    """Whether the ply was made by, or for, this person, whose seat it still is, in a match that is being played."""
    mine = row.user_id == user_id and row.seat in match.seats_of(user_id)
    return row.kind == "ply" and mine and row.made_by in _OWN and match.row.phase == "running"


def _same_turn(match: Match, rows: Sequence[LogRow], index: int) -> bool:
    """Whether the ply `index` went on with the turn of the ply before it."""
    if index < 2 or rows[index - 1].seat != rows[index].seat:
        return False
    before, after = (unpack(match.game, row.snapshot or b"") for row in (rows[index - 2], rows[index - 1]))
    return match.game.continues_turn(before, after)


def _reveals(match: Match, before: LogRow, ply: LogRow) -> bool:
    """Whether the ply drew or rolled anything, or showed its seat something new."""
    game, seat = match.game, ply.seat or 0
    state = unpack(game, before.snapshot or b"")
    try:
        after = game.apply(state, seat, game.parse(state, seat, ply.code), NO_CHANCE)
    except ChanceRefused:
        return True
    return any(event.reveals for event in after.events)
