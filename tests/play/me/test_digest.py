"""The daily digest and the ping before one's turn, in Discord."""

from __future__ import annotations

import pytest

from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons
from tests.support.play.days import DAY, HOUR, list_public, pass_time
from tests.support.play.posts import list_digests
from tests.support.play.table import Table, list_awaited, open_match, take_turn, words

NEXT = "you are next, after"


async def wish(person: Person, label: str) -> Message:
    panel = (await person.slash("me")).message
    return (await person.click(panel, label)).message


async def test_the_digest_is_one_message_a_day_and_edited_once_read(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    (anna,) = list_awaited(at)
    await anna.direct().slash("help", {})
    assert "✓ A daily message" in buttons(await wish(anna, "A daily message"))
    await at.restart()
    await pass_time(at, DAY, step=6 * HOUR)
    (first,) = list_digests(anna)
    assert "1 match is waiting for you" in words(first)
    await pass_time(at, DAY, step=6 * HOUR)
    (second,) = list_digests(anna)
    assert second.id != first.id, "the new digest replaces the unread one"
    read = (await anna.direct().click(second, "Mark as read")).message
    assert read.id == second.id
    assert words(read).startswith("-# Marked as read.")
    assert buttons(read) == {}
    assert "A daily message" in buttons(await wish(anna, "✓ A daily message"))
    await pass_time(at, 2 * DAY, step=6 * HOUR)
    assert list_digests(anna) == []
    others = [at.person(name) for name in ("ben", "chiara")]
    assert [list_digests(person) for person in others] == [[], []], "only people who asked for a digest get one"


async def test_closed_direct_messages_end_nothing_and_are_told_in_me(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    (anna,) = list_awaited(at)
    await wish(anna, "A daily message")
    anna.user.refuses_dms = True
    before = len(at.sandbox.rest.refused)
    await pass_time(at, 3 * DAY, step=6 * HOUR)
    assert len(at.sandbox.rest.refused) - before == 3, "it is tried once a day"
    assert (await at.referee.match(1)).phase == "running"
    assert "I could not send the last one" in (await anna.slash("me")).text
    anna.user.refuses_dms = False
    await pass_time(at, DAY, step=6 * HOUR)
    assert len(list_digests(anna)) == 1
    assert "I could not send the last one" not in (await anna.slash("me")).text
    at.sandbox.rest.refused.clear()


async def test_digests_wait_after_many_refusals(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord bans bots that ignore refusals. A digest that waits is not lost."""
    await open_match(at, "docker new", ("anna", "ben"))
    (anna,) = list_awaited(at)
    await wish(anna, "A daily message")
    with monkeypatch.context() as patch:
        patch.setattr("client.board.postman.BUDGET", 0)
        await pass_time(at, DAY, step=6 * HOUR)
        assert list_digests(anna) == []
    await pass_time(at, HOUR)
    assert len(list_digests(anna)) == 1


async def test_the_next_player_is_told_once_and_the_message_is_deleted(at: Table) -> None:
    people = ("anna", "ben", "chiara")
    for name in people:
        if name != "anna":
            await wish(at.person(name), "Ping me when I am next")
    await open_match(at, "docker new", people)
    await pass_time(at, HOUR)  # nobody has pressed anything lately

    def list_told(person: Person) -> list[Message]:
        return [each for each in list_public(person) if NEXT in words(each) and not each.deleted]

    for _ in range(3):
        (mover,) = list_awaited(at)
        before = {each.id for each in list_told(mover)}
        await take_turn(mover)
        (mover,) = list_awaited(at)
        match = await at.referee.match(1)
        after = match.holder((match.awaited[0].seat + 1) % 3)
        told = at.person(after.name.lower())
        if after.name.lower() == "anna":
            assert not [each for each in list_told(told) if each.id not in before], "anna did not ask for it"
        else:
            found: Message = await told.until(
                lambda told=told, before=before: next((each for each in list_told(told) if each.id not in before), None)
            )
            assert f"<@{told.user.id}>" in words(found)
            await pass_time(at, HOUR)
            assert len(list_told(told)) == 1, "there is one message: the previous one is deleted"
        await pass_time(at, HOUR)
