"""What Discord refuses is looked at again: soon, then ever more rarely."""

from __future__ import annotations

from client.core.resting import DAY, MINUTE, OFTEN, Rests, find_delay
from games.text import T

A, B = ("match", 1, 9), ("match", 2, 9)


def test_looks_become_rarer() -> None:
    delays = [find_delay(rested) for rested in (0.0, 2 * MINUTE, 3600.0, DAY, 10 * DAY, 100 * DAY)]
    assert delays == [MINUTE, 2 * MINUTE, OFTEN, DAY / 24, 10 * DAY / 24, DAY]


def test_something_rests_until_it_is_due_or_works_again() -> None:
    rests = Rests()
    assert rests.is_due(A, 0.0)
    rests.note(A, "403", now=0.0)
    assert not rests.is_due(A, MINUTE - 1)
    assert rests.is_due(A, MINUTE)
    assert rests.is_due(B, 0.0)
    assert rests.note(A, "403", now=MINUTE).look_at == 2 * MINUTE
    rests.end(A)
    assert rests.is_due(A, MINUTE)
    assert rests.note(A, "404", now=DAY).since == DAY, "a new rest begins"


def test_what_is_due_is_listed_by_kind() -> None:
    rests = Rests()
    rests.note(("match", 1, 9), "403", now=0.0)
    rests.note(("match", 2, 9), "403", now=MINUTE)
    rests.note(("league", 1, 8), "403", now=0.0)
    assert rests.list_due("match", MINUTE) == [("match", 1, 9)]
    assert [(kind, number) for kind, number, _ in rests.list_in(8)] == [("league", 1)]


def test_what_is_closed_for_a_day_is_looked_at_in_ten_minutes_at_most() -> None:
    rests, now, looks = Rests(), 0.0, 0
    while now < DAY:
        now = rests.note(A, "403", now=now).look_at
        looks += 1
    assert looks < 170, "within the budget of refusals"


def test_a_refusal_in_between_does_not_put_a_look_off() -> None:
    rests = Rests()
    rests.note(A, "403", now=0.0)
    rests.note(A, T("This works only in a server."), now=MINUTE - 1)
    found = rests.find(A)
    assert found is not None
    assert (found.since, found.look_at) == (0.0, MINUTE)
    assert found.why == T("This works only in a server.")


def test_what_is_refused_soon_after_it_works_again_has_rested_all_the_time() -> None:
    rests = Rests()
    rests.note(A, "403", now=0.0)
    rests.end(A, now=5 * DAY)
    assert rests.note(A, "403", now=5 * DAY + MINUTE).since == 0.0
    rests.end(A, now=6 * DAY)
    assert rests.note(A, "403", now=6 * DAY + 3600.0).since == 6 * DAY + 3600.0


def test_what_rested_before_a_start_is_looked_at_at_once() -> None:
    rests = Rests()
    rests.note_earlier(A, 0.0, now=30 * DAY)
    assert rests.list_due("match", 30 * DAY) == [A]
    assert rests.note(A, "403", now=30 * DAY).look_at == 31 * DAY
