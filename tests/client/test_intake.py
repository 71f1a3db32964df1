"""Accept each interaction once, and acknowledge it despite network errors."""

from __future__ import annotations

import asyncio
import io
import logging
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from client.core import intake as intakes
from client.core.intake import ANSWER_WITHIN, ANSWERED, SUSPICIOUS, WARN_EVERY, WITHIN, Intake, answers_to
from client.messages.parts import layout, text
from matches.keeping.processes import ALONE


class Interaction:
    """An interaction that notes what it is answered. Requests fail with each of `failures` in turn, then succeed.

    `age`: how long ago it was made, in seconds of the Intake's clock, which shows `NOW`. `holding`: what a request
    waits for.
    """

    def __init__(self, *failures: Exception, age: float = 10.0) -> None:
        self.id = discord.utils.time_snowflake(datetime.fromtimestamp(NOW - age, UTC)) + 7
        self.guild_id = None
        self.client = SimpleNamespace(is_closed=lambda: False)
        self.extras: dict[str, object] = {}
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.holding: asyncio.Event | None = None
        self._failures = list(failures)
        self.response: Any = SimpleNamespace(
            _response_type=None,
            is_done=lambda: self.response._response_type is not None,
            **{name: self._make_request(name, first=True) for name in ("defer", "send_message", "edit_message")},
        )
        self.followup = SimpleNamespace(send=self._make_request("follow up"))
        self.edit_original_response = self._make_request("edit")
        self.delete_original_response = self._make_request("delete")
        self.original_response = self._make_request("get")

    def _make_request(self, name: str, *, first: bool = False) -> Any:
        async def request(*, view: Any = None, **how: Any) -> Any:
            assert not (first and self.response.is_done()), "two first answers"
            if self.holding is not None:
                await self.holding.wait()
            if self._failures:
                raise self._failures.pop(0)
            self.sent.append((name, how))
            if first:
                self.response._response_type = discord.InteractionResponseType.deferred_message_update
            return SimpleNamespace(resource=None)

        return request

    @property
    def steps(self) -> list[str]:
        """The names of the requests that have succeeded."""
        return [name for name, _ in self.sent]


NOW = 1.8e9


def make_intake() -> Intake:
    return Intake(ALONE.claim, lambda: NOW)


def refusal(code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, {"code": code, "message": "no"})


def test_an_interaction_is_accepted_once() -> None:
    some: list[Any]
    intake, some = Intake(ALONE.claim), [SimpleNamespace(id=number) for number in range(10_000)]
    assert all(map(intake.accept, some))
    assert not any(map(intake.accept, some[-1000:]))
    assert len(intake._accepted) <= 4096


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("private", [("defer", {"ephemeral": True, "thinking": True})]),
        ("public", [("defer", {"ephemeral": False, "thinking": True})]),
        ("update", [("defer", {})]),
        ("form", []),
    ],
)
async def test_each_action_chooses_its_acknowledgement(how: Any, said: list[dict[str, bool]]) -> None:
    interaction: Any = Interaction()
    await make_intake().acknowledge(interaction, how)
    assert interaction.sent == said


async def test_an_acknowledged_interaction_continues_and_counts_as_answered() -> None:
    interaction: Any = Interaction(refusal(ANSWERED))
    await make_intake().acknowledge(interaction)
    assert interaction.response._response_type is not None
    assert "_response_type" in discord.InteractionResponse.__slots__, "discord.py stores the response type elsewhere"


@pytest.mark.parametrize(("claimed", "admitted"), [(True, True), (False, False), (None, True)])
async def test_an_interaction_is_claimed_where_there_are_several_processes(
    claimed: bool | None, admitted: bool
) -> None:
    asked: list[tuple[int, int]] = []

    async def claim(interaction_id: int, guild_id: int) -> bool | None:
        asked.append((interaction_id, guild_id))
        return claimed

    intake = Intake(claim, lambda: NOW)
    interaction: Any = Interaction(refusal(ANSWERED))
    assert await intake.admit(interaction) is admitted
    assert await intake.admit(interaction) is False, "it was delivered before"
    assert asked == [(interaction.id, 0)]
    if claimed is None:
        with pytest.raises(discord.HTTPException):
            await intake.acknowledge(interaction)  # by another process
    else:
        await intake.acknowledge(interaction)


async def test_other_refusals_are_raised_to_the_caller() -> None:
    unknown: Any = Interaction(refusal(10062))
    with pytest.raises(discord.HTTPException):
        await make_intake().acknowledge(unknown)


def test_many_interactions_answered_elsewhere_are_logged_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    intake = Intake(ALONE.claim)
    for number in range(50):
        intake.note_answered(number * WITHIN)
    assert not caplog.records, "an acknowledgement may be lost now and then"
    start = 100 * WITHIN
    for number in range(SUSPICIOUS - 1):
        intake.note_answered(start + number)
    assert not caplog.records
    for number in range(100):
        intake.note_answered(start + 10 + number)
    assert len(caplog.records) == 1
    for number in range(SUSPICIOUS):
        intake.note_answered(start + 2 * WARN_EVERY + number)
    assert len(caplog.records) == 2


def test_interactions_of_long_ago_are_forgotten_first() -> None:
    intake = Intake(ALONE.claim)
    some: list[Any] = [SimpleNamespace(id=number) for number in range(4097)]
    assert all(map(intake.accept, some))
    assert not intake.accept(some[-1])
    assert not intake.accept(some[1])
    assert intake.accept(some[0])


VIEW = layout(text("Your move"))


async def answer(interaction: Any, how: str) -> None:
    if how == "shown":
        await answers_to(interaction).show(VIEW, [])
    else:
        await answers_to(interaction).tell(VIEW)


@pytest.mark.parametrize(
    ("how", "kind", "at_once", "late"),
    [
        ("update", "shown", ["edit_message", "get"], ["defer", "edit"]),
        ("private", "shown", ["send_message", "get"], ["defer", "edit"]),
        ("public", "shown", ["send_message", "get"], ["defer", "edit"]),
        ("update", "told", ["send_message"], ["defer", "follow up"]),
        ("private", "told", ["send_message"], ["defer", "follow up"]),
        ("public", "told", ["send_message"], ["defer", "delete", "follow up"]),
    ],
)
async def test_an_answer_is_the_acknowledgement_if_it_is_ready_in_time(
    how: Any, kind: str, at_once: list[str], late: list[str]
) -> None:
    """`get` follows because this Discord does not show the message in its receipt."""
    for age, steps in ((0.1, at_once), (ANSWER_WITHIN, late)):
        interaction: Any = Interaction(age=age)
        await make_intake().acknowledge(interaction, how)
        await answer(interaction, kind)
        assert interaction.steps == steps
        if steps is at_once and how != "update":
            assert interaction.sent[0][1]["ephemeral"] is (how == "private" or kind == "told")


def hold_timers(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, Any]]:
    """Collect the timers that are set from now on instead of waiting for them, as pairs of seconds and function."""
    timers: list[tuple[float, Any]] = []

    def call_later(seconds: float, do: Any) -> Any:
        timers.append((seconds, do))
        return SimpleNamespace(cancel=lambda: timers.remove((seconds, do)) if (seconds, do) in timers else None)

    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", call_later)
    return timers


@pytest.mark.parametrize(("age", "within"), [(0.1, 0.3), (0.0, 0.4), (-3600.0, 0.4), (0.4, None), (5.0, None)])
async def test_an_acknowledgement_waits_for_the_answer_for_a_bounded_time(
    monkeypatch: pytest.MonkeyPatch, age: float, within: float | None
) -> None:
    """The time counts from the press. A clock that is behind Discord's does not make it longer."""
    timers = hold_timers(monkeypatch)
    interaction: Any = Interaction(age=age)
    await make_intake().acknowledge(interaction, "update")
    assert interaction.steps == (["defer"] if within is None else [])
    assert [seconds for seconds, _ in timers] == ([] if within is None else [pytest.approx(within, abs=0.002)])


@pytest.mark.parametrize("first", ["timer", "answer"])
@pytest.mark.parametrize("kind", ["shown", "told"])
async def test_there_is_one_first_answer_even_if_two_are_ready_together(
    monkeypatch: pytest.MonkeyPatch, first: str, kind: str
) -> None:
    """As after a moment in which the event loop was held up."""
    timers = hold_timers(monkeypatch)
    interaction: Any = Interaction(age=0.1)
    await make_intake().acknowledge(interaction, "update")
    interaction.holding = asyncio.Event()
    ((_, ring),) = timers
    if first == "timer":
        ring()
    answering = asyncio.ensure_future(answer(interaction, kind))
    await asyncio.sleep(0)
    if first == "answer":
        ring()
    await asyncio.sleep(0)
    interaction.holding.set()
    await answering
    await asyncio.sleep(0)
    late = {"shown": ["defer", "edit"], "told": ["defer", "follow up"]}[kind]
    at_once = {"shown": ["edit_message", "get"], "told": ["send_message"]}[kind]
    assert interaction.steps == (late if first == "timer" else at_once)


@pytest.mark.parametrize(("kind", "after"), [("shown", ["edit"]), ("told", [])])
async def test_an_answer_whose_receipt_was_lost_is_not_given_twice(kind: str, after: list[str]) -> None:
    """discord.py has sent it again, and Discord says that it has it. Editing it once more changes nothing."""
    interaction: Any = Interaction(refusal(ANSWERED), age=0.1)
    await make_intake().acknowledge(interaction, "update")
    await answer(interaction, kind)
    assert interaction.steps == after


async def test_a_refusal_follows_an_answer_that_was_perhaps_given() -> None:
    interaction: Any = Interaction(OSError(), refusal(ANSWERED), age=0.1)
    await make_intake().acknowledge(interaction, "update")
    with pytest.raises(OSError):  # noqa: PT011 - it says nothing
        await answer(interaction, "shown")
    await answer(interaction, "told")
    assert interaction.steps == ["follow up"]


async def test_a_failed_acknowledgement_leaves_the_answer_to_be_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    timers = hold_timers(monkeypatch)
    interaction: Any = Interaction(OSError(), age=0.1)
    await make_intake().acknowledge(interaction, "private")
    timers[0][1]()
    await asyncio.sleep(0)
    await answer(interaction, "shown")
    assert interaction.steps == ["send_message", "get"]


async def test_large_files_follow_an_acknowledgement() -> None:
    for size, steps in ((1000, ["edit_message", "get"]), (intakes.MOST_BYTES + 1, ["defer", "edit"])):
        interaction: Any = Interaction(age=0.1)
        await make_intake().acknowledge(interaction, "update")
        await answers_to(interaction).show(VIEW, [discord.File(io.BytesIO(b"." * size), "film.gif")])
        assert interaction.steps == steps


async def test_where_another_process_may_answer_nothing_is_done_before_the_acknowledgement() -> None:
    interaction: Any = Interaction(age=0.1)
    interaction.extras[intakes.UNCLAIMED] = True
    await make_intake().acknowledge(interaction, "update")
    assert interaction.steps == ["defer"]
