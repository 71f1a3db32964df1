"""Test splitting a log into turns: whole turns with their positions, without undone ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec import structs

import games
from data import LogRow
from games.core import NATURE, AnyGame
from matches.archive import history
from matches.archive.history import (
    Step,
    find_decisive_turn,
    find_turning_points,
    list_events,
    list_viewpoints,
    show_step,
    sketch_course,
    split_into_turns,
)
from matches.match import Holder, Match, drop_undone, unpack
from tests.support.laws.playouts import load, playout
from tests.support.matches.house import ANNA, BEN, House
from tests.support.matches.logs import log_of
from tests.support.wire.offline import make_running_match

GAMES = games.names()
SWINGING = ("aquaretto", "docker", "dog_royal", "riff_raff")
"""Games in which a turn may change who is ahead; in others there may be no turning point."""


def seqs(turns: tuple[Step, ...]) -> list[list[int]]:
    return [[row.seq for row in step.rows] for step in turns]


def note(seq: int, kind: str, of: int | None = None) -> LogRow:
    return LogRow(seq, kind, None, "", "[]", None, of, None, 0.0)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_every_ply_is_in_one_turn_of_one_seat(name: str, number: int) -> None:
    game, log = load(name), log_of(playout(name, number))
    turns = split_into_turns(game, log)
    assert [row for step in turns for row in step.rows] == list(log)
    assert [row.kind for row in turns[0].rows] == ["start"]
    for step in turns:
        people = {row.seat for row in step.rows if row.seat != NATURE}
        assert len(people) == 1, "a turn has the plies of one person, then those of nature"
        assert step.snapshot == step.rows[-1].snapshot


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_turns_end_where_the_rules_say(name: str, number: int) -> None:
    """Check that two plies share a turn exactly if the first did not end it, or the second is nature's."""
    found = playout(name, number)
    game, turns = load(name), split_into_turns(load(name), log_of(found))
    turn_of = {row.seq: index for index, step in enumerate(turns) for row in step.rows}
    together = 0
    for earlier, later in pairwise(found.record.plies):
        made_in, led_to = found.states[earlier.seq - 1], found.states[earlier.seq]
        same = earlier.seat == later.seat and earlier.seat in game.to_act(led_to)
        same = later.seat == NATURE or (same and game.continues_turn(made_in, led_to))
        assert (turn_of[earlier.seq] == turn_of[later.seq]) is same, (earlier, later)
        together += same
    assert together or name not in ("aquaretto", "riff_raff"), "most turns of the other games are one ply"


def test_two_turns_of_one_seat_in_a_row_are_two_steps() -> None:
    """Use Aquaretto, where the last player of a round plays several turns in a row."""
    log = log_of(playout("aquaretto", 1))
    turns = split_into_turns(load("aquaretto"), log)
    assert any(a.rows[0].seat == b.rows[0].seat for a, b in pairwise(turns[1:]))


def test_undone_turns_are_omitted() -> None:
    game, log = load("docker"), log_of(playout("docker", 0))[:9]
    assert seqs(split_into_turns(game, (*log[:5], note(5, "undo", 2)))) == [[0], [1], [2]]
    again = tuple(structs.replace(row, seq=row.seq + 3) for row in log[3:5])  # the same plies, drawn again
    turns = split_into_turns(game, (*log[:5], note(5, "undo", 2), *again))
    assert seqs(turns) == [[0], [1], [2], [6], [7]]
    assert turns[-1].snapshot == log[4].snapshot
    twice = split_into_turns(game, (*log[:5], note(5, "undo", 2), *again, note(8, "undo", 6), note(9, "undo", 0)))
    assert seqs(twice) == [[0]]


def test_an_undo_inside_a_turn_leaves_the_rest_of_it() -> None:
    game = load("aquaretto")
    log = log_of(playout("aquaretto", 1))
    turn = next(step.rows for step in split_into_turns(game, log) if len(step.rows) >= 3)
    first, last = turn[0].seq, turn[-1].seq
    turns = split_into_turns(game, (*log[: last + 1], note(last + 1, "undo", first)))
    assert [row.seq for row in turns[-1].rows] == [first]
    assert turns[-1].snapshot == turn[0].snapshot


def test_rows_without_a_position_belong_to_the_step_before() -> None:
    game, log = load("docker"), log_of(playout("docker", 0))[:3]
    turns = split_into_turns(game, (*log, note(3, "resign"), note(4, "cancel")))
    assert seqs(turns) == [[0], [1], [2, 3, 4]]
    assert turns[-1].snapshot == log[2].snapshot
    assert split_into_turns(game, ()) == ()
    assert split_into_turns(game, (note(0, "cancel"),)) == (), "cancelled before it began"


@pytest.mark.parametrize("name", GAMES)
def test_the_position_after_a_step_has_the_events_of_the_whole_step(name: str) -> None:
    found = playout(name, 1)
    game = load(name)
    turns = split_into_turns(game, log_of(found))
    match = make_running_match(game, found.states[-1], found.record.seats, found.record.options, language="en")
    for step in turns:
        then = show_step(match, step)
        state = found.states[step.rows[-1].seq]
        assert structs.replace(then.state, events=()) == structs.replace(state, events=())
        events = [event for row in step.rows for event in found.states[row.seq].events]
        assert list(then.state.events) == list(list_events(game, step)) == events
        assert structs.replace(then, state=match.state) == match


@pytest.mark.parametrize("name", GAMES)
def test_turning_points_are_few(name: str) -> None:
    game = load(name)
    for number in range(4):
        turns = split_into_turns(game, log_of(playout(name, number)))
        turning = find_turning_points(game, turns)
        assert len(turning) == len(turns)
        assert sum(turning) <= len(turns) // 8
        assert not turning[0]
        if name in SWINGING and len(turns) >= 50:
            assert any(turning)


def test_an_elimination_is_a_turning_point_and_a_plain_move_is_none() -> None:
    game = load("docker")
    turns = split_into_turns(game, log_of(playout("docker", 1)))
    turning = find_turning_points(game, turns)
    kinds = [{type(event).__name__ for event in list_events(game, step)} for step in turns]
    assert any("Eliminated" in kind for kind in kinds)
    assert all(turns for turns, kind in zip(turning, kinds, strict=True) if "Eliminated" in kind)
    assert not any(turns for turns, kind in zip(turning, kinds, strict=True) if kind == {"Moved", "Rolled"})


def test_the_start_is_never_a_turning_point() -> None:
    first, *others = log_of(playout("docker", 1))
    turns = split_into_turns(
        load("docker"), (structs.replace(first, events='[{"type":"Drawn","seats":[0,1]}]'), *others)
    )
    assert not find_turning_points(load("docker"), turns)[0]


def seat_people(name: str, phase: str) -> Match:
    """Make a match: Anna in seats 0 and 3, Ben, who has resigned, in seat 1, a computer player in seat 2."""
    found = playout(name, 0)
    game = load(name)
    match = make_running_match(game, found.states[0], 2, found.record.options, language="en")
    seats = (Holder(0, ANNA, "A"), Holder(1, BEN, "B", resigned=True), Holder(2, None, "S"), Holder(3, ANNA, "A"))
    return structs.replace(match, phase=phase, seats=seats)


@pytest.mark.parametrize("name", ["dog_royal", "riff_raff"])
def test_viewpoints_depend_on_seats_and_phase(name: str) -> None:
    for phase in ("running", "paused"):
        match = seat_people(name, phase)
        assert list_viewpoints(match, ANNA) == (0, 3)
        assert list_viewpoints(match, BEN) == (None,), "a person who has resigned sees what the public sees"
        assert list_viewpoints(match, 99) == (None,)
    for phase in ("finished", "cancelled"):
        match = seat_people(name, phase)
        assert list_viewpoints(match, ANNA) == (0, 3, None, 1, 2)
        assert list_viewpoints(match, BEN) == list_viewpoints(match, 99) == (None, 0, 1, 2, 3)


@pytest.mark.parametrize("name", ["docker", "aquaretto"])
def test_games_without_private_knowledge_have_one_viewpoint(name: str) -> None:
    for phase in ("running", "finished"):
        assert list_viewpoints(seat_people(name, phase), ANNA) == (None,)


async def test_a_match_is_read_from_the_store(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    for number in range(7):
        match = (await at.play_any_turn(match, choose=number)).match
    turns = await history.read(at.referee, match)
    assert len(turns) == 8
    assert unpack(match.game, turns[-1].snapshot) == match.state
    assert show_step(match, turns[3]).view(None) == unpack(match.game, turns[3].snapshot)


def test_positions_are_unpacked_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read thousands of rows: where two seats take turns, no position has to be unpacked to find the turns."""
    log = log_of(playout("docker", 0))
    alternating = [row for row in log if row.seq == 0 or row.seat == row.seq % 2]
    rows = [structs.replace(alternating[1], seq=number, seat=number % 2) for number in range(1, 5001)]
    unpacked: list[bytes] = []

    def unpack_and_note(game: AnyGame, snapshot: bytes) -> Any:
        unpacked.append(snapshot)
        return unpack(game, snapshot)

    monkeypatch.setattr(history, "unpack", unpack_and_note)
    turns = split_into_turns(load("docker"), (log[0], *rows))
    assert len(turns) == 5001
    assert not unpacked


class Counted(int):
    """A seq that counts how often it is compared."""

    compared = 0

    def __gt__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) > other

    def __le__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) <= other


def count_comparisons(log: Sequence[LogRow]) -> int:
    """Count the comparisons of seqs that leaving out the undone rows of a log takes."""
    Counted.compared = 0
    drop_undone([structs.replace(row, seq=Counted(row.seq)) for row in log])
    return Counted.compared


def make_long_log(count: int, *, undoing: bool) -> list[LogRow]:
    """Make a log of corrections, or of plies and then as many undos of one ply that is made again each time."""
    if not undoing:
        return [structs.replace(note(seq, "undo", seq - 1), code="next/1") for seq in range(1, count)]
    half = count // 2
    plies = [note(seq, "ply") for seq in range(1, half)]
    return [*plies, *(note(seq, "undo" if seq % 2 else "ply", half - 1) for seq in range(half, count))]


@pytest.mark.parametrize("undoing", [False, True])
def test_a_log_is_read_once_however_much_was_undone_in_it(undoing: bool) -> None:
    short, long = (count_comparisons(make_long_log(count, undoing=undoing)) for count in (200, 800))
    assert short > 0
    assert long < 5 * short


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).sketch_chances is not None])
def test_the_decisive_turn_is_the_largest_swing_and_never_the_last(name: str) -> None:
    game, found = load(name), 0
    for number in range(4):
        turns = split_into_turns(game, log_of(playout(name, number)))
        outcome = game.outcome(playout(name, number).states[-1])
        decisive = find_decisive_turn(game, turns, outcome)
        if decisive is None or outcome is None:
            continue
        found += 1
        assert 0 < decisive < len(turns) - 1
        course = sketch_course(game, turns)
        assert all(abs(sum(shares) - (1 if not _has_partners(game, shares) else 2)) < 1e-6 for shares in course)
        winners = [sum(shares[seat] for seat in outcome.winners) for shares in course]
        swings = [after - before for before, after in pairwise(winners)]
        assert swings[decisive - 1] == max(swings)
    assert found


def test_without_a_sketch_of_chances_the_last_turning_point_is_decisive(monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = load("docker"), playout("docker", 1)
    turns, outcome = split_into_turns(game, log_of(found)), game.outcome(found.states[-1])
    monkeypatch.setattr(type(game), "sketch_chances", None)
    points = [index for index, is_one in enumerate(find_turning_points(game, turns)) if is_one]
    assert find_decisive_turn(game, turns, outcome) == max(index for index in points if index < len(turns) - 1)
    assert find_decisive_turn(game, turns, None) is None
    assert find_decisive_turn(game, turns[:4], outcome) is None


def _has_partners(game: AnyGame, shares: Sequence[float]) -> bool:
    """Whether partners share a chance, so that each counts for both."""
    return sum(shares) > 1.5
