"""Trials and plans of Riff Raff with its real physics: played out, made or dropped, and without effect on the match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import structs

from games.core import NATURE
from matches.archive.verify import verify
from matches.machines.machines import Machines
from matches.machines.nature import NatureWorker
from matches.match import Match
from matches.plans.keeper import save_notebook, take_drop
from matches.plans.plan import PLANNED, Notebook, add_line
from matches.plans.trying import extend_trial, find_line, new_trial, open_trial
from tests.matches.undo_share import choose_turn
from tests.support.matches.house import ANNA, BEN, House, house
from tests.support.numbers import times

HOUR = 3600.0
PLAYED = times(12, usual=2)
"""Matches that are played."""


@pytest.fixture
async def worker() -> AsyncIterator[NatureWorker]:
    made = NatureWorker(time_limit=60)
    yield made
    await made.stop()


async def take_turn(at: House, match: Match) -> Match:
    """Take a turn as a stand-in would, and let nature answer."""
    match = await at.referee.match(match.id)
    seat = match.awaited[0].seat
    return (await at.machines.run(await at.play(match, seat, *choose_turn(match, seat, 0)))).match


async def begin_loading(at: House, worker: NatureWorker, number: int) -> Match:
    """Play a match until somebody is about to load a piece, and somebody else has one to load after it."""
    at.machines = Machines(at.referee, worker)
    match = await at.running("riff_raff", ANNA, BEN, pace="daily", secret=bytes([number + 1] * 32))
    for _ in range(40):
        view = match.view(None)
        if view.phase in ("announce", "piece") and view.turn + 1 < len(view.order):
            return match
        match = await take_turn(at, match)
    raise AssertionError("nobody loads anything")


async def keep_plan(at: House, match: Match, planner: int) -> bool:
    """Try out the match with physics until the planner has loaded, and keep that as a plan."""
    opened = await open_trial(at.referee, match, planner, new_trial(match))
    settled = 0
    while len(opened.trial.plies) < 40:
        state = opened.state
        seat = match.game.to_act(state)[0]
        if seat == planner and settled and state.phase not in ("announce", "piece", "spot", "pose", "hands", "load"):
            break
        before = len(opened.trial.plies)
        there = structs.replace(match, state=state)
        for code in choose_turn(there, seat, 1):
            opened = await extend_trial(at.machines, match, opened, code)
        settled += sum(each == NATURE for each, _ in opened.trial.plies[before:])
        if seat == planner and settled >= 2:
            break
    assert settled, "the physics has answered"
    line = find_line(match, Notebook(planner), opened)
    if line is None:
        return False
    await save_notebook(at.referee, match, match.holder(planner).user_id or 0, add_line(Notebook(planner), line))
    return True


async def test_a_planned_loading_is_made_or_dropped_and_changes_nothing_else(
    tmp_path: Path, worker: NatureWorker
) -> None:
    """Play equal matches, one with a plan and one without: the physics of the other's turn is the same in both."""
    happened: list[str] = []
    for number in range(PLAYED):
        await compare(tmp_path / str(number), worker, number, happened)
    assert "made" in happened


async def compare(folder: Path, worker: NatureWorker, number: int, happened: list[str]) -> None:
    """Play a match with a plan and the same without."""
    answers = []
    for planned in (True, False):
        async with house(folder / str(planned), quick=True) as at:
            match = await begin_loading(at, worker, number)
            mover = match.awaited[0].seat
            planner = 1 - mover
            user = match.holder(planner).user_id or 0
            if planned:
                assert await keep_plan(at, match, planner)
                assert await at.reread(match) == match, "trying things out writes nothing into the match"
            while (match := await at.referee.match(match.id)).awaited[0].seat == mover:
                match = await take_turn(at, match)
            answers.append([(row.seat, row.code) for row in await at.log(match)])
            if not planned:
                continue
            at.restart()
            at.machines = Machines(at.referee, worker)
            seq = match.seq
            for _ in range(12):
                await at.pass_time(600)
            after = await at.referee.match(match.id)
            made = [row for row in await at.log(match) if row.note == PLANNED]
            dropped = await take_drop(at.referee, after, user)
            assert dropped == "done" if made else dropped not in ("", "done"), "made, or dropped with a reason"
            if made:
                assert {row.seat for row in made} == {planner}
                (settled,) = [row for row in await at.log(match) if row.seq > seq and row.seat == NATURE]
                assert settled.seq > max(row.seq for row in made), "nature answers when the turn is made, not before"
                happened.append("made")
            else:
                assert after.seq == seq
                happened.append(dropped)
            assert verify(after, await at.log(after)).differs is None
    assert answers[0] == answers[1]
