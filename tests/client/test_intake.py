"""Accept each interaction once, and acknowledge it despite network errors."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from client.core.intake import ANSWERED, SUSPICIOUS, WARN_EVERY, WITHIN, Intake
from matches.keeping.processes import ALONE


class Interaction:
    """An interaction whose acknowledgements fail with each of `failures` in turn, then succeed."""

    def __init__(self, *failures: Exception) -> None:
        self.id = 7
        self.guild_id = None
        self.extras: dict[str, object] = {}
        self.response: Any = SimpleNamespace(defer=self._defer, _response_type=None)
        self.acknowledged: list[dict[str, bool]] = []
        self._failures = list(failures)

    async def _defer(self, **how: bool) -> None:
        if self._failures:
            raise self._failures.pop(0)
        self.acknowledged.append(how)


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
    ("how", "said"), [("private", [{"ephemeral": True, "thinking": True}]), ("update", [{}]), ("form", [])]
)
async def test_each_action_chooses_its_acknowledgement(how: Any, said: list[dict[str, bool]]) -> None:
    interaction: Any = Interaction()
    await Intake(ALONE.claim).acknowledge(interaction, how)
    assert interaction.acknowledged == said


async def test_an_acknowledged_interaction_continues_and_counts_as_answered() -> None:
    interaction: Any = Interaction(refusal(ANSWERED))
    await Intake(ALONE.claim).acknowledge(interaction)
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

    intake = Intake(claim)
    interaction: Any = Interaction(refusal(ANSWERED))
    assert await intake.admit(interaction) is admitted
    assert await intake.admit(interaction) is False, "it was delivered before"
    assert asked == [(7, 0)]
    if claimed is None:
        with pytest.raises(discord.HTTPException):
            await intake.acknowledge(interaction)  # by another process
    else:
        await intake.acknowledge(interaction)


async def test_other_refusals_are_raised_to_the_caller() -> None:
    unknown: Any = Interaction(refusal(10062))
    with pytest.raises(discord.HTTPException):
        await Intake(ALONE.claim).acknowledge(unknown)


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


async def test_a_public_answer_is_announced_to_all() -> None:
    interaction: Any = Interaction()
    await Intake(ALONE.claim).acknowledge(interaction, "public")
    assert interaction.acknowledged == [{"ephemeral": False, "thinking": True}]
