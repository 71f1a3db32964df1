"""Test what the bot does in its loops: once after a start, every few seconds, once a day; and not while cut off."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client.board.pings import Pings
from client.board.postman import Postman, check_boards
from client.core.bot import SYNC_AGAIN_AFTER, Slowboat
from client.digest import Digests
from client.puzzles.daily import PuzzlePosts
from client.reminders import Reminders
from matches.background import DONE
from matches.clocks.pace import DAY
from matches.keeping.processes import Alone
from matches.people import privacy
from tests.client.notices import Channels, connect
from tests.support.matches.house import ANNA, BEN, House


class Steps:
    """Notes the steps that were made, in order."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def replace(self, patch: pytest.MonkeyPatch, owner: Any, name: str, answer: Any = None) -> None:
        async def step(*_: Any, **facts: Any) -> Any:
            self.made.append(name + ("(began)" if facts.get("began") else ""))
            return answer() if callable(answer) else answer

        patch.setattr(owner, name, step)

    def count(self, name: str) -> int:
        return self.made.count(name)


@pytest.fixture
def steps() -> Steps:
    return Steps()


@pytest.fixture
def bot(at: House, tmp_path: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch) -> Slowboat:
    """Make a client that is connected, and whose parts only note that they were called."""
    made = connect(at, tmp_path, Channels())
    monkeypatch.setattr(made, "is_connected", lambda: True)
    monkeypatch.setattr(made, "shards_down", frozenset)
    monkeypatch.setattr(made, "serves", lambda _: True)
    steps.replace(monkeypatch, made[Postman], "begin_due")
    steps.replace(monkeypatch, made, "announce")
    steps.replace(monkeypatch, made[Reminders], "send")
    steps.replace(monkeypatch, made[Reminders], "offer_to_go_on")
    steps.replace(monkeypatch, made[Pings], "delete_answered")
    steps.replace(monkeypatch, made.outbox, "take_due_edits", ())
    steps.replace(monkeypatch, made[Digests], "send_due")
    steps.replace(monkeypatch, made[PuzzlePosts], "post_due")
    steps.replace(monkeypatch, privacy, "purge")
    return made


async def test_a_start_first_catches_up_and_does_so_once(bot: Slowboat, steps: Steps) -> None:
    await bot._sweep()
    assert steps.made[:2] == ["begin_due(began)", "take_due_edits(began)"]
    assert steps.made.index("begin_due") > 1
    await bot._sweep()
    assert steps.count("begin_due(began)") == 1
    assert steps.count("take_due_edits(began)") == 1


async def test_every_step_sends_what_is_due(at: House, bot: Slowboat, steps: Steps) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    await bot.run_timers()
    assert {"begin_due", "take_due_edits", "delete_answered", "send_due", "post_due"} <= set(steps.made)
    assert steps.count("send") == 0
    at.now += DAY / 2 + 1
    await at.stay_up()
    await bot.run_timers()
    assert [steps.count(each) for each in ("announce", "send", "offer_to_go_on")] == [1, 1, 1], "a reminder is due"
    assert (bot.state_folder / "heartbeat").exists()
    assert match.phase == "running"


async def test_old_data_is_purged_once_a_day(at: House, bot: Slowboat, steps: Steps) -> None:
    for _ in range(4):
        await bot.run_timers()
        at.now += 60
    assert steps.count("purge") == 1
    at.now += DAY
    await bot.run_timers()
    assert steps.count("purge") == 2


async def test_one_process_of_several_does_what_must_be_done_once(
    bot: Slowboat, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "serves", lambda guild: guild != 0)
    await bot.run_timers()
    assert (steps.count("purge"), steps.count("send_due")) == (0, 0)
    assert steps.count("post_due") == 1, "each process posts for its own servers"


@pytest.mark.parametrize("why", ["cut off", "no shards"])
async def test_a_process_that_nobody_can_reach_runs_no_timers(
    at: House, bot: Slowboat, steps: Steps, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """The time counts as an outage."""
    if why == "cut off":
        monkeypatch.setattr(bot, "is_connected", lambda: False)
    else:
        monkeypatch.setattr(Alone, "is_idle", True)
    await bot.run_timers()
    assert steps.made == []
    assert at.referee._alive_at is None
    assert (bot.state_folder / "heartbeat").exists(), "it is not to be killed for that"


async def test_commands_that_could_not_be_registered_are_tried_again_after_ten_minutes(
    at: House, bot: Slowboat, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [False, False, True]
    steps.replace(monkeypatch, bot, "sync_commands", lambda: answers.pop(0))
    bot._must_sync_at = at.now
    for wait, tried in ((0.0, 1), (SYNC_AGAIN_AFTER - 1, 1), (1.0, 2), (SYNC_AGAIN_AFTER, 3), (SYNC_AGAIN_AFTER, 3)):
        at.now += wait
        await bot.run_timers()
        assert steps.count("sync_commands") == tried


async def test_pings_are_deleted_after_a_machine_has_moved(
    bot: Slowboat, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[object] = []
    steps.replace(monkeypatch, bot.machines, "resume", lambda: moved)
    await bot.move_machines()
    assert steps.made == ["resume"]
    moved.append(SimpleNamespace(match=SimpleNamespace(channel_id=1)))
    await bot.move_machines()
    assert steps.made[2:] == ["announce", "delete_answered"]


async def test_posted_boards_are_checked_once_a_few_at_a_time(bot: Slowboat, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    answers: list[int | None] = [10, 20, None]

    async def repost_missing(*, after: int) -> int | None:
        asked.append(after)
        return answers.pop(0)

    monkeypatch.setattr(bot[Postman], "repost_missing", repost_missing)
    assert [await check_boards(bot) for _ in range(3)] == [None, None, DONE]
    assert asked == [0, 10, 20]
    monkeypatch.setattr(bot, "is_connected", lambda: False)
    assert await check_boards(bot) is None
    assert len(asked) == 3


async def test_boards_of_dead_processes_are_posted_once_this_one_has_caught_up(bot: Slowboat, steps: Steps) -> None:
    await bot._help_others()
    assert steps.made == []
    bot.has_recovered = True
    await bot._help_others()
    assert steps.made == ["begin_due"]


async def test_commands_are_registered_by_the_process_that_begins_to_serve_direct_messages(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[bool] = [False, True]

    async def step() -> None:
        """Serve other shards from now on."""
        monkeypatch.setattr(bot, "serves", lambda _: served[1])

    plan = SimpleNamespace(owned=frozenset({0}))
    fleet = SimpleNamespace(plan=plan, name="a", count=1)
    bot.sessions = SimpleNamespace(step=step, connected=frozenset(), fleet=fleet)  # type: ignore[assignment]
    monkeypatch.setattr(bot, "serves", lambda _: served[0])
    await bot._serve_shards()
    assert bot._must_sync_at == at.now
    bot._must_sync_at = None
    await bot._serve_shards()
    assert bot._must_sync_at is None, "it has served them before"
