"""Lose a channel in every way, with every kind of move, at every moment: no move is lost, and nobody loses time.

The moments: the loss is `known` before the move; it was not reported (`untold`); or it comes `between` committing the
move and posting its board.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from client.board.postman import Postman
from data import Transaction
from matches.clocks import clocks
from matches.match import Match
from matches.referee import Referee
from sandbox.person.person import buttons, words
from tests.support.alarm import Alarm, alarm
from tests.support.numbers import times
from tests.support.play.days import HOUR
from tests.support.play.lost import MOVES, PLACES, Move, Place, Play, stay_up, suppress_events
from tests.support.play.table import Table, decide, table

__all__ = ["alarm"]

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures

MOMENTS = ("known", "untold", "between")
ALL = tuple(itertools.product(PLACES, MOVES, MOMENTS))
COMBINATIONS = times(len(ALL), usual=14)
ORDINARY = next(
    each for each in ALL if (each[0].name, each[1].__name__, each[2]) == ("may_not_send", "confirm", "between")
)
"""The most frequent combinations, which are always tried."""
CHOSEN = tuple(dict.fromkeys((ORDINARY, *random.Random(5).sample(ALL, COMBINATIONS))))


async def lose_and_find(
    folder: Path, alarm: Alarm, place: Place, move: Move, moment: str, *, broken: Callable[[], None] = lambda: None
) -> None:
    """Lose and restore a channel. Raises AssertionError or TimeoutError for a broken promise. `broken`: the mutant."""
    async with table(folder) as at:
        broken()
        play = Play(at, thread=place.thread)
        act = await move(play)
        await quiet(at)
        first = await play.match()
        if moment == "between":
            with lose_between(play, place):
                await act()
                await check_answered(play, place)
            await wait_until_noticed(play, place)
        else:
            with suppress_events(at) if moment == "untold" else contextlib.nullcontext():
                place.lose(play)
            if moment == "known":
                await wait_until_noticed(play, place)
            await act()
            await check_answered(play, place)
        await nobody_loses_time(play, place)
        await check_file_and_memory(play, first)
        await give_back(play, place)
        await check_newest_board(play)
        await check_match_goes_on(play)
        forgive_what_is_gone(at)
    assert not alarm.records, alarm.records[0]


@contextlib.contextmanager
def lose_between(play: Play, place: Place) -> Iterator[None]:
    """Lose the place when the next board is in the file and about to be posted; if there is none, afterwards."""
    postman, lost = play.at.bot[Postman], False
    honest = postman.post_board

    async def deliver(done: Any, via: Any = None, **how: Any) -> None:
        nonlocal lost
        if not lost and done.outbox_id is not None:
            lost = True
            place.lose(play)
        await honest(done, via, **how)

    postman.post_board = deliver  # type: ignore[method-assign]
    try:
        yield
    finally:
        postman.post_board = honest  # type: ignore[method-assign]
        if not lost:
            place.lose(play)


async def quiet(at: Table) -> None:
    """Wait until the bot is idle."""
    for _ in range(1000):
        busy = [task for task in asyncio.all_tasks() if task.get_name().startswith(("CommandTree", "discord.py: on_"))]
        owed = await at.referee.store.transaction(lambda tx: tx.read_due_boards(at.referee.now(), limit=1))
        if not busy and not owed:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"the bot does not become idle: {busy} {owed}")


async def wait_until_noticed(play: Play, place: Place) -> None:
    """Wait until the bot has handled the loss."""
    phase = (await play.match()).phase
    if phase == "running" or (place.gone and phase == "lobby"):
        await play.at.person("anna", "general").until(lambda: _rests(play) or not place.is_closed(play))
    await quiet(play.at)


def _rests(play: Play) -> bool:
    known = play.at.referee.cache.find(1)
    return known is not None and known.match.phase not in ("running", "lobby")


async def check_answered(play: Play, place: Place) -> None:
    """Assert that everybody who pressed got a friendly answer, unless Discord itself says that the bot is not there."""
    for answer in play.answers:
        if not answer.acknowledged:
            with contextlib.suppress(TimeoutError):
                await answer.acknowledgement(within=0.3 if not place.reaches else 10)
        if not answer.acknowledged:
            assert not place.reaches, "nobody answered"
            play.at.sandbox.world.clock.advance(4)
            assert answer.failed
    await quiet(play.at)
    for channel in play.at.sandbox.world.channels.values():
        assert not [words(message) for message in channel.messages.values() if "went wrong" in words(message)]


async def nobody_loses_time(play: Play, place: Place) -> None:
    """Let days pass while the place is lost: nobody loses time. If nobody reported the loss, the first reminder finds
    it, unless a board does so before."""
    at, before = play.at, await play.match()
    for hours in (*[1] * 12, *[4] * 6):
        if not place.is_closed(play):
            return
        at.sandbox.world.clock.advance(hours * HOUR)
        await stay_up(at)
        await at.bot.sweep()
        await asyncio.sleep(0.01)
    after = await play.match()
    assert after.phase != "running", "the clocks run although the place is lost"
    late = before.phase == "running" and place.name == "may_not_attach"  # reminders arrive; they have no picture
    assert late or after.head == before.head, "nobody loses a turn"


async def check_file_and_memory(play: Play, first: Match) -> None:
    """Assert that memory and file agree, and that every move confirmed to a person is stored."""
    found = await Referee(play.at.referee.store, now=play.at.referee.now).match(1)
    assert found == await play.match()
    said = [words(answer.message) for answer in play.answers if answer.interaction.original is not None]
    if any(text.startswith("✓") for text in said):
        assert found.seq > first.seq, f"{said} was reported to a person and is not stored"


async def give_back(play: Play, place: Place) -> None:
    """Give the place back, or move the match elsewhere, and let some hours pass until everybody has heard of it."""
    at = play.at
    match = await play.match()
    if place.give_back is not None:
        place.give_back(play)
    elif match.phase in ("running", "paused"):
        general = at.person("anna", "general")
        moved = await general.slash("turns", {"here": 1})
        assert "goes on in" in moved.text, moved.text
        play.place = general.channel
    for _ in range(100):
        if (await play.match()).paused_for != "place":
            break
        await asyncio.sleep(0.02)
    for _ in range(6):
        at.sandbox.world.clock.advance(HOUR / 2)
        await stay_up(at)
        await at.bot.sweep()


async def check_newest_board(play: Play) -> None:
    """Assert that the newest position is on a board where the match is played, if there is such a place."""
    match = await play.match()
    if match.state is None or play.place.id not in play.at.sandbox.world.channels:
        return
    store = play.at.referee.store
    shown = await store.transaction(lambda tx: tx.find_newest_board(1, before=match.seq + 1))
    assert shown is not None, "no board was ever posted"
    assert await store.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=9)) == ()
    log = await store.transaction(lambda tx: tx.read_log(1, after=shown.seq))
    within = {holder.seat for holder in match.awaited}  # boards show whole turns only
    assert {row.seat for row in log if row.kind not in ("pause", "resume")} <= within, (
        "the newest board shows an old position"
    )
    assert f"{match.game_name}-1-{shown.seq}.png" in play.boards() | play.removed


async def check_match_goes_on(play: Play) -> None:
    """Check that clocks run again and somebody can play."""
    at, match = play.at, await play.match()
    assert match.phase != "paused", "the match is still paused"
    if match.phase != "running":
        return
    assert all(clocks.compute_deadline(match.clocks[holder.seat], at.referee.outages) for holder in match.awaited)
    person = await play.find_awaited()
    if not play.boards():  # somebody deleted the board in the middle of a turn: /board shows it again
        shown = await person.slash("board")
        assert "Play" in buttons(shown.message)
        return
    await decide(at, person, random.Random(5))
    assert (await play.match()).seq > match.seq


def forgive_what_is_gone(at: Table) -> None:
    """Ignore edits of old boards whose place is gone, because the sandbox checks the body first."""
    for each in [each for each in at.sandbox.rest.refused if each.code == 50035 and each.method == "PATCH"]:
        at.sandbox.rest.refused.remove(each)


@pytest.mark.parametrize(("place", "move", "moment"), CHOSEN, ids=[f"{p.name}-{m.__name__}-{w}" for p, m, w in CHOSEN])
async def test_a_lost_place_pauses_a_match_and_its_return_resumes_it(
    tmp_path: Path, alarm: Alarm, place: Place, move: Move, moment: str
) -> None:
    await lose_and_find(tmp_path, alarm, place, move, moment)


def never_pause(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a match whose channel is lost is not paused."""
    patch.setattr(sys.modules["client.places.places"], "pause_lost", _nothing)  # discord.py imports extensions again


def never_resume(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a match whose channel is back is not resumed."""
    patch.setattr(sys.modules["client.places.places"], "resume_found", _nothing)


def drop_boards(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a board that cannot be posted is dropped."""
    assert callable(Transaction.post_later)
    patch.setattr(Transaction, "post_later", lambda tx, row_id, _: tx.drop_from_outbox(row_id))


async def _nothing(*_: Any, **__: Any) -> None:
    pass


@pytest.mark.mutant
@pytest.mark.parametrize(
    ("mutant", "place", "move", "moment"),
    [
        (never_pause, "may_not_send", "confirm", "untold"),
        (never_resume, "may_not_view", "confirm", "between"),
        (drop_boards, "kicked", "clock", "between"),
    ],
)
async def test_a_bot_that_loses_something_would_be_seen(
    tmp_path: Path,
    alarm: Alarm,
    monkeypatch: pytest.MonkeyPatch,
    mutant: Callable[[pytest.MonkeyPatch], None],
    place: str,
    move: str,
    moment: str,
) -> None:
    where = next(each for each in PLACES if each.name == place)
    what = next(each for each in MOVES if each.__name__ == move)
    with pytest.raises((AssertionError, TimeoutError)):
        await lose_and_find(tmp_path, alarm, where, what, moment, broken=lambda: mutant(monkeypatch))
