"""Test that due timers run once and that old interactions are deleted."""

from __future__ import annotations

import logging

import pytest

from data import Conflict, Timer
from matches import sweep
from matches.clocks import absence
from matches.clocks.pace import DAY, HOUR
from matches.people.preferences import Person, write_person
from matches.sweep import REMEMBERED
from tests.support.matches.house import ANNA, BEN, House


async def test_old_interactions_are_forgotten_and_young_ones_are_not(at: House) -> None:
    store, now = at.referee.store, at.referee.now()
    await store.transaction(lambda tx: tx.record_interaction(1, 70, now - REMEMBERED - 1))
    await store.transaction(lambda tx: tx.record_interaction(2, 70, now))
    await sweep.sweep(at.referee)
    await store.transaction(lambda tx: tx.record_interaction(1, 70, now))
    try:
        await store.transaction(lambda tx: tx.record_interaction(2, 70, now))
    except Conflict:
        return
    raise AssertionError("a repeated delivery would take effect again")


async def test_many_timers_due_at_once_all_run(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "_BATCH", 8)
    count = sweep._BATCH * 2 + 5
    for number in range(count):
        await at.running("docker", ANNA, BEN, pace="daily", channel=1000 + number)
    await at.referee.record_alive()
    reminded = await at.pass_time(DAY / 2)
    assert sorted(done.match.id for done in reminded) == list(range(1, count + 1))
    assert all(len(done.pings) == 1 for done in reminded)
    moved = await at.pass_time(DAY / 2)
    assert {done.match.id for done in moved if done.match.seq} == set(range(1, count + 1))


async def test_a_failing_timer_does_not_delay_others_and_is_tried_again(
    at: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first = await at.running("docker", ANNA, BEN, pace="daily", channel=1)
    second = await at.running("docker", ANNA, BEN, pace="daily", channel=2)
    await at.referee.record_alive()
    honest = absence.apply_deadline

    def fail(match: object, *arguments: object, **facts: object) -> object:
        if match.id == first.id:  # type: ignore[attr-defined]
            raise RuntimeError("on purpose")
        return honest(match, *arguments, **facts)  # type: ignore[arg-type]

    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(absence, "apply_deadline", fail)
        await at.pass_time(DAY)
    assert "on purpose" in caplog.text
    assert (await at.referee.match(first.id)).seq == 0
    assert (await at.referee.match(second.id)).seq > 0
    await at.pass_time(5)
    assert (await at.referee.match(first.id)).seq > 0


async def test_reminders_and_last_pings_keep_quiet_hours(at: House) -> None:
    """Check also that the deadline itself does not wait for the end of quiet hours."""
    match = await at.running("docker", ANNA, BEN, pace="brisk", absence="nudge")
    (late,) = match.awaited
    at.now += -at.now % DAY  # midnight
    match = await at.running("docker", ANNA, BEN, pace="brisk", absence="nudge", channel=8)
    (late,) = match.awaited
    await write_person(at.referee, late.user_id or 0, Person(quiet=(0, 9)))
    await at.referee.record_alive()
    called: list[float] = []
    for quarter in range(1, 41):
        done = [done for done in await at.pass_time(HOUR / 4) if done.match.id == match.id]
        called += [quarter / 4 for each in done if each.pings]
    assert called == [9.0], "no ping in quiet hours"


async def test_a_sweep_with_nothing_due_answers_nothing(at: House) -> None:
    await at.running("docker", ANNA, BEN, pace="daily")
    assert await at.sweep() == []


async def test_more_failures_than_a_batch_do_not_delay_others(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "_BATCH", 2)
    matches = [await at.running("docker", ANNA, BEN, pace="daily", channel=number) for number in range(6)]
    await at.referee.record_alive()
    await at.pass_time(DAY / 2)
    honest = absence.apply_deadline

    def fail(match: object, *arguments: object, **facts: object) -> object:
        if match.id != matches[-1].id:  # type: ignore[attr-defined]
            raise RuntimeError("on purpose")
        return honest(match, *arguments, **facts)  # type: ignore[arg-type]

    monkeypatch.setattr(absence, "apply_deadline", fail)
    await at.pass_time(DAY / 2)
    assert (await at.referee.match(matches[-1].id)).seq > 0


async def test_a_stale_timer_does_nothing(at: House, caplog: pytest.LogCaptureFixture) -> None:
    match = await at.running("docker", ANNA, BEN)
    await at.store.transaction(lambda tx: tx.set_timers(match, [Timer("resume", at.now)]))
    with caplog.at_level(logging.ERROR):
        assert await at.sweep() == []
    assert caplog.text == ""
