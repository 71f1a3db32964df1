"""Plans: carried out when the foreseen moves are made, otherwise dropped with a reason, and invisible to others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, structs

from client.messages.log_text import describe_log
from data import LogRow
from games.core import NATURE, Seat
from matches.clocks import pauses
from matches.errors import UserError
from matches.match import Match
from matches.people.preferences import Person, write_person
from matches.plans import keeper
from matches.plans.keeper import load_notebook, save_notebook, take_drop
from matches.plans.plan import (
    FEW,
    MOST_LINES,
    MOST_REPLIES,
    PLANNED,
    Line,
    Notebook,
    Ply,
    Reply,
    Trial,
    Tried,
    add_line,
    make_line,
    play_trial,
    review,
)
from matches.plans.timing import LEAST, MOST, USUAL, choose_delay, list_reply_times
from matches.plans.trying import LONGEST, Opened, extend_trial, find_line, new_trial, open_trial, shorten_trial
from matches.play import fold_draft, resign
from matches.referee import MACHINE
from matches.texts import Texts
from matches.votes import undo
from tests import toy
from tests.matches.reading import execute, list_columns
from tests.support.laws.playouts import playout
from tests.support.matches.house import ANNA, BEN, CHANNEL, CHIARA, House, a_turn, house
from tests.support.matches.plans import SEED, foresee
from tests.support.numbers import times

NONCE = bytes(range(16)).hex()
GAMES = ("docker", "dog_royal", "aquaretto", "toy")
HOUR = 3600.0


async def plan(at: House, match: Match, user_id: int, seat: Seat, *replies: Reply) -> None:
    """Store a plan of one line that begins at the present position."""
    line = Line(Trial(match.head, NONCE), replies)
    await save_notebook(at.referee, match, user_id, Notebook(seat, lines=(line,)))


async def begin(
    at: House, game: str = "docker", **facts: Any
) -> tuple[Match, Seat, tuple[str, ...], Seat, tuple[str, ...]]:
    """Start a match. Returns it, the seat that moves and its turn, and the seat that follows and its turn."""
    match = await at.running(game, ANNA, BEN, pace="daily")
    seat = match.awaited[0].seat
    first = tuple(a_turn(match, seat))
    other, second = foresee(match, seat, first)
    assert other != seat
    return match, seat, first, other, second


def user(match: Match, seat: Seat) -> int:
    found = match.holder(seat).user_id
    assert found is not None
    return found


@pytest.mark.parametrize("exact", [False, True])
async def test_a_planned_turn_is_made_after_a_while_and_logged(at: House, exact: bool) -> None:
    match, seat, first, other, second = await begin(at)
    when = tuple((seat, code) for code in first) if exact else None
    await plan(at, match, user(match, other), other, Reply(second, when))
    await at.pass_time(HOUR)
    assert (await at.referee.match(match.id)).seq == match.seq, "the plan waits for its player's turn"
    played = (await at.play(match, seat, *first)).match
    for _ in range(5):
        assert await at.pass_time(LEAST / 6) == [], "an answer by hand would have taken longer"
    done = await at.pass_time(USUAL[1])
    assert [each.match.seq for each in done] == [played.seq + len(second)]
    rows = (await at.log(match))[-len(second) :]
    assert [(row.seat, row.code, row.made_by, row.note) for row in rows] == [
        (other, code, "person", PLANNED) for code in second
    ]
    assert done[0].outbox_id is not None, "the board of the planned turn is owed"


async def test_a_restart_between_any_two_steps_loses_and_repeats_nothing(at: House) -> None:
    match, seat, first, other, second = await begin(at)
    await plan(at, match, user(match, other), other, Reply(second))
    at.restart()
    played = (await at.play(match, seat, *first)).match
    for _ in range(80):
        at.restart()
        await at.pass_time(30)
    now = await at.referee.match(match.id)
    assert now.seq == played.seq + len(second), "the planned turn was not made exactly once"


async def drop_reason(at: House, match: Match, user_id: int) -> str:
    await at.pass_time(60)
    reason = await take_drop(at.referee, match, user_id)
    assert await take_drop(at.referee, match, user_id) == "", "the reason is told once"
    assert (await load_notebook(at.referee, match.id, user_id)).lines == ()
    return reason


async def test_a_plan_is_dropped_when_others_move_differently(at: House) -> None:
    match, seat, first, other, second = await begin(at)
    await plan(at, match, user(match, other), other, Reply(second, when=((seat, "in/R>C3"),)))
    assert first != ("in/R>C3",)
    await at.play(match, seat, *first)
    assert await drop_reason(at, match, user(match, other)) == "other"


async def test_a_plan_is_dropped_when_its_move_is_no_longer_legal(at: House) -> None:
    match, seat, first, other, _ = await begin(at)
    await plan(at, match, user(match, other), other, Reply(("C3>A1",)))
    await at.play(match, seat, *first)
    assert await drop_reason(at, match, user(match, other)) == "illegal"


async def test_a_plan_is_dropped_when_its_player_moves_differently(at: House) -> None:
    match, seat, first, other, second = await begin(at)
    await plan(at, match, user(match, other), other, Reply(second), Reply(("x",)))
    played = (await at.play(match, seat, *first)).match
    away = tuple(a_turn(played, other, choose=1))
    assert away != second
    await at.play(played, other, *away)
    assert await drop_reason(at, match, user(match, other)) == "own"


async def test_a_turn_made_by_hand_as_planned_continues_the_plan(at: House) -> None:
    match, seat, first, other, second = await begin(at)
    later = Reply(("later",))
    await plan(at, match, user(match, other), other, Reply(second), later)
    played = (await at.play(match, seat, *first)).match
    await at.play(played, other, *second)
    await at.pass_time(10)
    kept = await load_notebook(at.referee, match.id, user(match, other))
    assert kept.lines[0].replies[1] == later


async def test_a_plan_is_dropped_when_a_turn_is_taken_back(at: House) -> None:
    match, seat, first, other, second = await begin(at)
    await plan(at, match, user(match, other), other, Reply(second))
    await at.play(match, seat, *first)
    log = await at.log(match)
    now = await at.referee.match(match.id)
    found = undo.find_last_turn(now, log)
    assert found is not None
    await at.do(now, lambda current, who: undo.rewind_to(current, found.to, user_id=who.user_id, now=at.now), ANNA)
    assert await drop_reason(at, match, user(match, other)) == "undone"


async def test_a_plan_is_dropped_when_something_is_revealed(at: House) -> None:
    match = await at.running("aquaretto", ANNA, BEN)
    seat = match.awaited[0].seat
    other = 1 - seat
    await plan(at, match, user(match, other), other, Reply(("take/1",)))
    await at.play(match, seat, "draw")
    assert await drop_reason(at, match, user(match, other)) == "revealed"


async def test_a_plan_outlasts_moves_that_tell_nobody_other_cards(at: House) -> None:
    """In DOG Royal every turn waits for its confirmation, but a plan is dropped only when cards change hands."""
    match = await at.running("dog_royal", ANNA, BEN, pace="daily")
    match = (await at.play_any_turn(match)).match
    chooser = match.awaited[0].seat
    planner = 1 - chooser
    await plan(at, match, user(match, planner), planner, Reply(("start/K",)))
    match = (await at.play_any_turn(match)).match
    assert await drop_reason(at, match, user(match, planner)) == "revealed", "the cards have changed hands"
    seat = match.awaited[0].seat
    other = 1 - seat
    await plan(at, match, user(match, other), other, Reply(("start/K",)))
    await at.play_any_turn(match)
    (done,) = await at.pass_time(USUAL[1]) or await at.pass_time(USUAL[1])
    (*_, row) = await at.log(done.match)
    assert (row.seat, row.code, row.note) == (other, "start/K", PLANNED)


async def test_a_turn_that_is_already_due_is_not_made_by_plan(at: House) -> None:
    match, seat, first, *_ = await begin(at)
    await plan(at, match, user(match, seat), seat, Reply(first, ()))
    await at.pass_time(5 * HOUR)
    assert (await at.referee.match(match.id)).seq == match.seq


async def test_a_planned_turn_is_never_made_in_quiet_hours(at: House) -> None:
    """A move at night would reveal that a plan made it."""
    at.now = 1_000_000 - 1_000_000 % 86400 + 86400 + 2 * HOUR  # two o'clock in the night
    match, seat, first, other, second = await begin(at)
    await write_person(at.referee, user(match, other), Person(quiet=(0, 8)))
    await plan(at, match, user(match, other), other, Reply(second))
    await at.play(match, seat, *first)
    while (await at.referee.match(match.id)).seq < match.seq + 2:
        await at.pass_time(600)
        assert at.now % 86400 < 20 * HOUR
    assert at.now % 86400 > 8 * HOUR


async def test_a_planned_turn_that_an_outage_delays_into_quiet_hours_waits_for_the_morning(at: House) -> None:
    at.now = 1_000_000 - 1_000_000 % 86400 + 86400 + 22.5 * HOUR
    match, seat, first, other, second = await begin(at)
    await write_person(at.referee, user(match, other), Person(quiet=(23, 7)))
    await plan(at, match, user(match, other), other, Reply(second))
    await at.play(match, seat, *first)
    await at.pass_time(1)
    (row,) = await at.store.transaction(lambda tx: tx.list_plans_to_review(1e12))
    assert row.due_at is not None
    assert row.due_at % 86400 < 23 * HOUR, "the turn is due before their quiet hours"
    at.now += HOUR  # the bot is down
    at.restart()
    while (await at.referee.match(match.id)).seq < match.seq + 2:
        assert at.now % 86400 < 9 * HOUR or at.now % 86400 > 23 * HOUR
        await at.pass_time(300)
    assert 7 * HOUR <= at.now % 86400 <= 9 * HOUR


async def test_a_plan_rests_with_its_match(at: House) -> None:
    """While the match is paused the plan is not checked every few seconds; afterwards it is carried out."""
    match, seat, first, other, second = await begin(at)
    await plan(at, match, user(match, other), other, Reply(second))
    await at.play(match, seat, *first)
    await at.referee.change(match.id, MACHINE, lambda m: pauses.pause(m, "consent", now=at.now, board=False))
    await at.pass_time(60)
    assert await at.store.transaction(lambda tx: tx.list_plans_to_review(1e12)) == []
    await at.referee.change(match.id, MACHINE, lambda m: pauses.resume(m, now=at.now))
    await at.pass_time(60)
    await at.pass_time(USUAL[1])
    assert (await at.log(match))[-1].note == PLANNED


async def test_a_plan_ends_with_its_match_and_with_its_seat(at: House) -> None:
    match, _, _, other, second = await begin(at)
    await plan(at, match, user(match, other), other, Reply(second))
    await at.do(match, resign, user(match, other), now=at.now)
    await at.pass_time(60)
    assert (await load_notebook(at.referee, match.id, user(match, other))).lines == ()


# The view of others


async def live_on(folder: Path, game: str, number: int, *, planned: bool, at_time: float) -> tuple[list[Any], float]:
    """Play a short match in which the second player answers by plan, or by hand at the same moment.

    Returns everything others could see at each step, and when the answer came.
    """
    seen: list[Any] = []
    answered = 0.0
    texts = Texts()
    texts.load()
    async with house(folder, quick=True) as at:
        match = await at.running(game, ANNA, BEN, pace="daily", secret=number.to_bytes(32, "big"))
        seat = match.awaited[0].seat
        first = tuple(a_turn(match, seat, choose=number))
        other, second = foresee(match, seat, first)
        if planned:
            await plan(at, match, user(match, other), other, Reply(second))
        await at.pass_time(60)
        played = (await at.play(match, seat, *first)).match
        for _ in range(50):
            if not planned and played.seq == (await at.referee.match(1)).seq and at.now + 60 >= at_time:
                at.now += 60
                await at.stay_up()
                await at.play(played, other, *second)
            else:
                await at.pass_time(60)
            now = await at.referee.match(1)
            answered = answered or (at.now if now.seq != played.seq else 0.0)
            told = describe_log(now, await at.log(now), texts.say("en", now.cast()))
            await at.store.transaction(lambda _: None)
            seen.append((at.now, told, structs.asdict(now), now.view(seat), await _dump(at)))
    return seen, answered


async def _dump(at: House) -> dict[str, list[tuple[Any, ...]]]:
    """Read the tables."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    tables = await list_columns(at)
    for table in tables.keys() - {"plans", "interactions"}:
        columns = [column for column in tables[table] if (table, column) != ("log", "note")]
        found[table] = sorted(await execute(at, f"SELECT {', '.join(columns)} FROM {table}"), key=repr)
    return found


@pytest.mark.parametrize("game", ["docker", "toy"])
async def test_nobody_else_can_tell_a_plan_from_an_answer(tmp_path: Path, game: str) -> None:
    """Compare a world with a plan to one without: at each step the log in words is equal, and so are all rows from
    which anything is shown to others."""
    for number in range(times(40, usual=2)):
        with_plan, answered = await live_on(tmp_path / f"a{number}", game, number, planned=True, at_time=0.0)
        assert answered, "the plan was carried out"
        by_hand, same = await live_on(tmp_path / f"b{number}", game, number, planned=False, at_time=answered)
        assert answered == same
        for step, (here, there) in enumerate(zip(with_plan, by_hand, strict=True)):
            assert here == there, f"step {step}"


@pytest.mark.parametrize("left", [60.0, 600.0, 86400.0])
def test_a_delay_is_like_the_answers_of_its_player(left: float) -> None:
    """The delay is at most half of the time left, and one of the person's own reply times if there are any."""
    log = _make_log([400.0, 500.0, 600.0, 550.0])
    for decision in range(200):
        delay = choose_delay(log, 1, b"secret", decision, left=left)
        assert 0 < delay <= left / 2
        if left > 3000:
            assert 0.8 * 400 <= delay <= 1.25 * 600, "one of their reply times, shortened only if time is short"
        assert choose_delay([], 1, b"secret", decision, left=1e9) <= min(MOST, USUAL[1])
    assert choose_delay(log, 1, b"secret", 1, left=left) != choose_delay(log, 1, b"other", 1, left=left)


def _make_log(replies: list[float]) -> list[LogRow]:
    rows, now = [], 0.0
    for number, reply in enumerate(replies):
        rows.append(LogRow(2 * number, "ply", 0, "x", "[]", None, None, 1, now))
        now += reply
        rows.append(LogRow(2 * number + 1, "ply", 1, "x", "[]", None, None, 2, now))
    return rows


def test_planned_replies_do_not_teach_the_delay() -> None:
    log = _make_log([400.0, 500.0])
    log[3] = structs.replace(log[3], note=PLANNED)
    assert list_reply_times(log, 1) == [400.0]


def test_three_replies_are_enough_to_learn_from() -> None:
    """With fewer, a delay is drawn from the usual ones."""
    for decision in range(50):
        delay = choose_delay(_make_log([3000.0, 3000.0, 3000.0]), 1, b"secret", decision, left=1e9)
        assert 0.8 * 3000 <= delay <= 1.25 * 3000
        delay = choose_delay(_make_log([3000.0, 3000.0]), 1, b"secret", decision, left=1e9)
        assert USUAL[0] <= delay <= USUAL[1]
        assert choose_delay(_make_log([1.0] * 3), 1, b"secret", decision, left=1e9) == LEAST


def test_a_reply_is_timed_once_a_turn_and_only_if_a_person_gave_it() -> None:
    """The later plies of a turn follow within seconds."""
    log = _make_log([400.0, 500.0, 600.0])
    log.insert(2, structs.replace(log[1], seq=99, at=log[1].at + 3))
    log[-1] = structs.replace(log[-1], made_by="stand_in")
    assert list_reply_times(log, 1) == [400.0, 500.0]


# Trials


@pytest.mark.parametrize("game", GAMES)
async def test_a_trial_is_a_guess_that_is_played_for_all_seats(at: House, game: str) -> None:
    """It is reproducible and changes nothing in the match; the player cannot tell its guess from the truth."""
    match = await at.running(game)
    seat = match.awaited[0].seat
    opened = await open_trial(at.referee, match, seat, new_trial(match))
    assert match.game.view(opened.state, seat) == match.view(seat)
    if game == "dog_royal":
        assert opened.state != match.state, "hidden cards are guessed"
    for _ in range(6):
        if not match.game.to_act(opened.state):
            break
        mover = match.game.to_act(opened.state)[0]
        code = match.game.legal_moves(opened.state, mover)[0].code
        opened = await extend_trial(at.machines, match, opened, code)
    again = await open_trial(at.referee, match, seat, opened.trial)
    assert again.tried == opened.tried
    shorter = await open_trial(at.referee, match, seat, shorten_trial(opened.trial))
    assert shorter.state == opened.tried.states[-2]
    assert (await at.referee.match(match.id)) == match


async def test_a_trial_becomes_a_plan_that_is_carried_out(at: House) -> None:
    match, _, first, other, _ = await begin(at)
    opened = await open_trial(at.referee, match, other, new_trial(match))
    assert find_line(match, Notebook(), opened) is None
    for code in first:
        opened = await extend_trial(at.machines, match, opened, code)
    assert find_line(match, Notebook(), opened) is None, "a line without one's own turn is no plan"
    while match.game.to_act(opened.state)[0] == other:
        code = match.game.legal_moves(opened.state, other)[0].code
        opened = await extend_trial(at.machines, match, opened, code)
        if find_line(match, Notebook(), opened):
            break
    line = find_line(match, Notebook(), opened)
    assert line is not None
    assert line.replies[0].when is None, "a die was rolled, so the others' turn is left open"


async def test_a_finished_match_can_be_tried_from_any_ply(at: House) -> None:
    match, seat, first, other, _ = await begin(at)
    await at.play(match, seat, *first)
    await at.do(match, resign, user(match, other), now=at.now)
    over = await at.referee.match(match.id)
    assert over.phase == "finished"
    start = await open_trial(at.referee, over, None, new_trial(over, seq=match.head))
    assert start.state == match.state, "nothing is hidden any more"
    longer = await extend_trial(at.machines, over, start, first[0])
    assert longer.state != start.state


def test_a_condition_is_a_turn_among_few_and_lines_have_limits() -> None:
    """Lines are made of whole playouts. A move of others is a condition only if they had at most `FEW` moves."""
    exact = 0
    for number in range(6):
        played = playout("toy", number)
        game = toy.GAME
        plies = tuple((ply.seat, ply.code) for ply in played.record.plies)
        trial = Trial(0, NONCE, ())
        start = played.states[0]
        legal: list[tuple[int, str]] = []
        state = start
        for mover, _ in plies[:30]:
            if mover not in game.to_act(state):
                break
            code = game.legal_moves(state, mover)[0].code
            legal.append((mover, code))
            tried = play_trial(game, start, legal, SEED)
            state = tried.states[-1]
        trial = Trial(0, NONCE, tuple(legal))
        line = make_line(game, trial, play_trial(game, start, trial.plies, SEED), 0)
        if line is None:
            continue
        assert len(line.replies) <= MOST_REPLIES
        exact += sum(reply.when not in (None, ()) for reply in line.replies)
    assert FEW == 8
    notebook = Notebook(0)
    for number in range(12):
        notebook = add_line(notebook, Line(Trial(0, NONCE), (Reply(("a",), ((1, str(number)),)),)))
    assert len(notebook.lines) == MOST_LINES
    same = add_line(notebook, Line(Trial(0, NONCE), (Reply(("b",), ((1, "11"),)),)))
    assert len(same.lines) == MOST_LINES
    assert same.lines[-1].replies[0].codes == ("b",), "the same condition has one answer"


class Menus:
    """Rules in which two seats move by turns, seat 1 with this many legal moves."""

    has_private_knowledge = False

    def __init__(self, count: int) -> None:
        self.count = count

    def to_act(self, number: State) -> tuple[Seat, ...]:
        return ((number.at + 1) % 2,)

    def continues_turn(self, before: State, after: State) -> bool:
        return False

    def legal_moves(self, number: State, seat: Seat) -> range:
        return range(self.count)


class State(Struct, frozen=True):
    """A position of `Menus`: the number of plies so far."""

    at: int
    events: tuple[Any, ...] = ()


@pytest.mark.parametrize(("count", "when"), [(1, ((1, "x"),)), (FEW, ((1, "x"),)), (FEW + 1, None)])
def test_a_turn_of_others_is_a_condition_if_they_had_few_moves(count: int, when: tuple[Ply, ...] | None) -> None:
    game: Any = Menus(count)
    tried = Tried(tuple(State(number) for number in range(3)), (False, False))
    line = make_line(game, Trial(0, SEED, ((1, "x"), (0, "y"))), tried, 0)
    assert line is not None
    assert line.replies == (Reply(("y",), when),)


def test_a_line_made_for_the_very_turn_is_preferred_to_one_for_any() -> None:
    """The order in which they were kept does not matter."""
    log = [LogRow(1, "ply", 1, "x", "[]", None, None, 2, 0.0)]
    exact, any_turn, other = (
        Reply((code,), when) for code, when in (("a", ((1, "x"),)), ("b", None), ("c", ((1, "z"),)))
    )
    lines = [Line(Trial(0, SEED), (reply,)) for reply in (any_turn, exact, other)]
    for order in (lines, lines[::-1]):
        found = review(toy.GAME, order, log, 0)
        assert found.due == exact
        assert len(found.lines) == 2, "the others have done something else"
    assert review(toy.GAME, lines[:1], log, 0).due == any_turn


async def test_a_trial_has_a_longest_length(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    plies = tuple((0, "x") for _ in range(LONGEST))
    full = Opened(Trial(match.head, SEED, plies), Tried((match.state,), ()), 0)
    with pytest.raises(UserError, match="cannot add more moves"):
        await extend_trial(at.machines, match, full, "x")
    shorter = Opened(Trial(match.head, SEED, plies[1:]), Tried((match.state,), ()), 0)
    (seat,) = match.to_act
    longer = await extend_trial(at.machines, match, shorter, a_turn(match, seat)[0])
    assert len(longer.trial.plies) >= LONGEST


def test_a_step_back_takes_back_what_nature_did_after_it() -> None:
    trial = Trial(0, SEED, ((0, "a"), (NATURE, "n"), (1, "b"), (NATURE, "n"), (NATURE, "n")))
    assert shorten_trial(trial).plies == ((0, "a"), (NATURE, "n"))
    assert shorten_trial(shorten_trial(trial)).plies == ()
    assert shorten_trial(Trial(0, SEED)).plies == ()


async def test_a_plan_ends_when_its_player_leaves_a_match_that_goes_on(at: House) -> None:
    """A computer player moves for them, and must not play what they had planned."""
    match = await at.running("docker", ANNA, BEN, CHIARA, pace="daily")
    first = match.awaited[0].seat
    later = (first + 1) % 3
    await plan(at, match, user(match, later), later, Reply(("x",)))
    match = (await at.do(match, resign, user(match, later), now=at.now)).match
    assert match.phase == "running"
    await at.pass_time(60)
    assert (await load_notebook(at.referee, match.id, user(match, later))).lines == ()


async def test_a_plan_of_half_a_turn_is_dropped(at: House) -> None:
    """It cannot be made, and must not be tried again at every sweep."""
    match = await at.running("aquaretto", ANNA, BEN, pace="daily")
    for number in range(2):
        match = (await at.machines.run(await at.play_any_turn(match, choose=number))).match
    seat = match.awaited[0].seat
    await plan(at, match, user(match, seat), seat, Reply(("take/2",)))  # where the animals go is still to be chosen
    assert not fold_draft(match, seat, ("take/2",)).complete
    await at.pass_time(60)
    found = await load_notebook(at.referee, match.id, user(match, seat))
    assert (found.lines, found.dropped) == ((), "illegal")


async def test_forgetting_a_person_forgets_their_plans(at: House) -> None:
    match, _, _, other, second = await begin(at)
    await plan(at, match, user(match, other), other, Reply(second))
    await at.store.transaction(lambda tx: tx.forget_person(user(match, other)))
    assert await load_notebook(at.referee, match.id, user(match, other)) == Notebook()
    assert match.channel_id == CHANNEL


async def test_a_review_never_overwrites_what_its_owner_has_changed_meanwhile(at: House) -> None:
    match, _, _, other, second = await begin(at)
    await plan(at, match, user(match, other), other, Reply(second))
    (row,) = await at.store.transaction(lambda tx: tx.list_plans_to_review(at.now))
    await save_notebook(at.referee, match, user(match, other), Notebook(other))
    await keeper._put(at.referee, match, row, row)
    assert (await load_notebook(at.referee, match.id, user(match, other))).lines == ()
    assert await at.store.transaction(lambda tx: tx.list_plans_to_review(1e12)) == [], "without lines, nothing is due"
