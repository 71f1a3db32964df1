"""Store notebooks, review plans after each ply of their match, and make planned turns when they are due."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from msgspec import structs

from data import LogRow, NotebookRow, Transaction
from games.core import Seat
from matches.change import Change
from matches.clocks import clocks
from matches.errors import Stale, UserError
from matches.machines.offload import run_rules
from matches.match import Match
from matches.people.preferences import read_person
from matches.people.quiet_hours import quiet_until
from matches.plans.plan import (
    PLANNED,
    Notebook,
    Reply,
    Review,
    read_notebook,
    review,
    write_notebook,
)
from matches.plans.timing import choose_delay
from matches.play import fold_draft, play
from matches.referee import Done, Referee, Request

log = logging.getLogger(__name__)


async def load_notebook(referee: Referee, match_id: int, user_id: int) -> Notebook:
    """Read a person's notebook of a match."""
    row = await referee.store.transaction(lambda tx: tx.read_notebook(match_id, user_id))
    return read_notebook(row.notebook) if row is not None else Notebook()


async def save_notebook(referee: Referee, match: Match, user_id: int, notebook: Notebook) -> None:
    """Store a person's notebook of a match. The next sweep reviews its plan."""
    looked = -1 if notebook.lines else None
    row = NotebookRow(match.id, user_id, write_notebook(notebook), looked)
    await referee.store.transaction(lambda tx: tx.put_notebook(match, row))


async def take_drop(referee: Referee, match: Match, user_id: int) -> str:
    """Read and clear the reason why a person's plan was dropped; "" if there is none."""
    notebook = await load_notebook(referee, match.id, user_id)
    if notebook.dropped:
        await save_notebook(referee, match, user_id, structs.replace(notebook, dropped=""))
    return notebook.dropped


async def run_plans(referee: Referee) -> list[Done]:
    """Review every plan whose match has changed, and make the planned turns that are due.

    If one plan fails, the others still run; it is retried at the next sweep. Matches that another process has claimed
    are skipped.
    """
    now = referee.now()
    done: list[Done] = []
    for row in await referee.store.transaction(lambda tx: tx.list_plans_to_review(now)):
        try:
            async with referee.processes.hold("plans", row.match_id) as mine:
                made = await _review_plan(referee, row, now) if mine else None
        except Exception:
            log.exception("match %s: a plan failed", row.match_id)
            continue
        if made is not None:
            done.append(made)
    return done


async def _review_plan(referee: Referee, row: NotebookRow, now: float) -> Done | None:
    """Review a plan. Returns the change if a planned turn was due and has been made."""
    match, notebook = await referee.match(row.match_id), read_notebook(row.notebook)
    seat = notebook.seat
    if match.phase == "paused":  # it is reviewed again once the match continues, which raises the seq
        await _put(referee, match, row, _renew(row, notebook, match.seq))
        return None
    if match.phase != "running" or match.holder(seat).user_id != row.user_id or match.holder(seat).resigned:
        await _put(referee, match, row, _renew(row, structs.replace(notebook, lines=()), None))
        return None
    rows = await _read_log(referee, match)
    found = await run_rules(match.game, lambda: review(match.game, notebook.lines, rows, seat))
    if not await run_rules(match.game, lambda: _is_legal(match, seat, found.due)):
        found = Review(dropped="illegal")
    kept = structs.replace(notebook, lines=found.lines, dropped=found.dropped)
    is_due = found.due is not None and _may_answer(match, seat)
    due_at = row.due_at if is_due and row.looked == match.seq else None
    if found.due is not None and due_at is not None and due_at <= now:
        if quiet_until(await read_person(referee, row.user_id), now) is None:
            return await _make_turn(referee, match, row, seat, found.due)
        due_at = None  # it was due before their quiet hours, but the bot was down
    if is_due and due_at is None:
        due_at = await _choose_time(referee, match, row.user_id, seat, rows, now)
    await _put(referee, match, row, _renew(row, kept, match.seq if kept.lines else None, due_at))
    return None


def _renew(row: NotebookRow, notebook: Notebook, looked: int | None, due_at: float | None = None) -> NotebookRow:
    return NotebookRow(row.match_id, row.user_id, write_notebook(notebook), looked, due_at)


def _may_answer(match: Match, seat: Seat) -> bool:
    """Tell whether it is this person's turn in this seat."""
    return any(awaited.seat == seat for awaited in match.awaited) and seat in match.decisions


def _is_legal(match: Match, seat: Seat, reply: Reply | None) -> bool:
    """Tell whether a planned turn is legal and complete. True if it is not this seat's turn yet."""
    if reply is None or not _may_answer(match, seat):
        return True
    try:
        draft = fold_draft(match, seat, reply.codes)
    except UserError:
        return False
    return draft.complete or draft.ghost is not None


async def _read_log(referee: Referee, match: Match) -> Sequence[LogRow]:
    return await referee.store.transaction(lambda tx: tx.read_log(match.id))


async def _choose_time(
    referee: Referee, match: Match, user_id: int, seat: Seat, rows: Sequence[LogRow], now: float
) -> float:
    """Choose when to make a planned turn: after a delay like the person's own, and outside their quiet hours."""
    clock = match.clocks.get(seat)
    left = clocks.compute_remaining(clock, now, referee.outages_of(match)) if clock is not None else 0.0
    delay = choose_delay(rows, seat, match.secret, match.decisions[seat], left=left)
    awake = quiet_until(await read_person(referee, user_id), now + delay)
    return now + delay if awake is None else awake + min(delay, left / 4)


async def _put(referee: Referee, match: Match, before: NotebookRow, after: NotebookRow) -> None:
    """Store a reviewed notebook, unless its owner has changed it meanwhile."""

    def put(tx: Transaction) -> None:
        stored = tx.read_notebook(match.id, before.user_id)
        if stored is not None and stored.notebook == before.notebook:
            tx.put_notebook(match, after)

    await referee.store.transaction(put)


async def _make_turn(referee: Referee, match: Match, row: NotebookRow, seat: Seat, reply: Reply) -> Done | None:
    """Make a planned turn. It is logged as the person's, with the note `PLANNED`."""
    who, now = Request(row.user_id, match.holder(seat).name), referee.now()
    decision = match.decisions[seat]

    def work(current: Match) -> Change:
        change = play(current, who, seat, reply.codes, decision=decision, now=now)
        marked = tuple(structs.replace(each, note=PLANNED) if each.kind == "ply" else each for each in change.log)
        return structs.replace(change, log=marked)

    try:
        return await referee.change(match.id, who, work)
    except Stale:
        return None  # they have moved themselves; the next review handles it
