"""Rematch in one click: seats are rotated and reserved for the players."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from sandbox.discord.model import Message, Ping
from sandbox.person.person import Person
from tests.support.play.days import DAY, find_players, finish_match, pass_time
from tests.support.play.table import (
    Table,
    add_computer,
    buttons,
    find_board,
    has_board,
    press_for_message,
    press_more,
    resign,
    wait_for_rest,
    words,
)
from tests.support.play.threads import in_thread

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures


async def test_seats_are_rotated_and_kept(at: Table) -> None:
    anna = await finish_match(at, ("anna", "ben", "chiara"))
    ben, chiara, dana = (at.person(name) for name in ("ben", "chiara", "dana"))
    assert "Only somebody who has played" in (await dana.click(find_board(dana), "Rematch")).text
    before = len(at.sandbox.world.pings)
    card = await press_for_message(ben, find_board(ben), "Rematch")
    match = await at.referee.match(2)
    assert [(holder.seat, holder.name) for holder in match.seats] == [(2, "Ben")]
    assert words(card).count("invited") == 2
    (ping,) = [ping async for ping in _pings(at, before, 1)]
    assert sorted(ping.users) == sorted([anna.user.id, chiara.user.id])
    assert "Join" not in buttons(card), "all seats are kept for somebody"
    assert [*buttons((await dana.click(card, "More")).message)] == ["Rules", "Fair play"]
    assert "Join" in buttons((await anna.click(card, "More")).message)
    await anna.click(ping.message, "Accept")
    await chiara.click((await chiara.click(card, "More")).message, "Join")
    await anna.until(lambda: "begun" in words(card))
    match = await at.referee.match(2)
    assert [holder.name for holder in match.seats] == ["Chiara", "Anna", "Ben"]
    assert match.phase == "running"
    assert match.rematch_of == 1
    assert match.secret != (await at.referee.match(1)).secret
    refused = await anna.click(next_board(anna), "Rematch")
    assert "already a match" in refused.text
    await anna.click(refused.message, "Open the match in a thread")
    await anna.until(lambda: "<#" in words(refused.message))
    third = await at.referee.match(3)
    assert (third.rematch_of, third.card_channel_id) == (1, anna.channel.id)
    assert third.channel_id != anna.channel.id
    assert [(holder.seat, holder.name) for holder in third.seats] == [(1, "Anna")]


async def test_a_card_whose_every_receipt_is_lost_is_the_card(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot looks for what it has posted before it gives the lobby up."""
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))
    anna = await finish_match(at)
    ben = at.person("ben")
    at.sandbox.faults.order("POST /channels/{channel_id}/messages", cut=True, count=3)
    card = await press_for_message(anna, find_board(anna), "Rematch")
    await anna.until(lambda: at.referee.cache[2].match.card_id == card.id)
    assert [each for each in anna.messages() if not each.ephemeral and "Learn" in buttons(each)] == [card]
    await ben.click((await ben.click(card, "More")).message, "Join")
    await ben.until(lambda: has_board(ben) and "Play" in buttons(find_board(ben)))


async def test_two_who_press_at_once_open_one(at: Table) -> None:
    anna = await finish_match(at)
    ben = at.person("ben")
    shown = find_board(anna)
    one, two = anna.click(shown, "Rematch"), ben.click(shown, "Rematch")
    await anna.until(lambda: one.text or two.text)
    await wait_for_rest()
    opened = await at.referee.store.transaction(lambda tx: tx.list_open_matches_in(anna.channel.guild.id))  # type: ignore[union-attr]
    assert len(opened) == 1
    assert any(said in one.text + two.text for said in ("already a match", "You have joined"))


async def test_rematch_joins_the_one_that_is_open(at: Table) -> None:
    anna = await finish_match(at, ("anna", "ben", "chiara"))
    ben, chiara = at.person("ben"), at.person("chiara")
    old = find_board(anna)
    card = await press_for_message(anna, old, "Rematch")
    assert "You have joined the match." in (await ben.click(old, "Rematch")).text
    await anna.until(lambda: words(card).count("invited") == 1)
    assert {holder.name for holder in (await at.referee.match(2)).seats} == {"Anna", "Ben"}
    await press_for_message(chiara, old, "Rematch")
    await anna.until(lambda: "begun" in words(card))
    assert (await at.referee.match(2)).phase == "running"
    assert "already a match" in (await anna.click(old, "Rematch")).text


async def test_a_declined_seat_is_free_for_others(at: Table) -> None:
    anna = await finish_match(at)
    ben, dana = at.person("ben"), at.person("dana")
    card = await press_for_message(anna, find_board(anna), "Rematch")
    asked = await ben.until(lambda: next((m for m in ben.pings() if "Decline" in buttons(m)), None))
    await ben.click(asked, "Decline")
    await anna.until(lambda: "invited" not in words(card))
    await dana.click(card, "Join")
    match = await at.referee.match(2)
    assert [holder.name for holder in match.seats] == ["Dana", "Anna"]


async def test_seats_are_kept_for_two_days(at: Table) -> None:
    anna = await finish_match(at)
    card = await press_for_message(anna, find_board(anna), "Rematch")
    await pass_time(at, 2 * DAY - 60, step=DAY)
    assert (await at.referee.match(2)).phase == "lobby"
    await pass_time(at, 120)
    assert (await at.referee.match(2)).phase == "cancelled"
    assert "cancelled" in words(card)


async def test_computer_players_stay_and_play_at_once(at: Table) -> None:
    anna = at.person("anna")
    opened = await anna.slash("docker new", {"players": 2})
    await add_computer(anna, opened.message, "normal")
    await anna.until(lambda: has_board(anna))
    await resign(anna)
    await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
    await press_for_message(anna, find_board(anna), "Rematch")
    await anna.until(lambda: "Play" in buttons(find_board(anna)))
    match = await at.referee.match(2)
    assert match.phase == "running"
    assert [holder.user_id for holder in match.seats] == [None, anna.user.id]


async def test_a_person_with_both_seats_starts_a_rematch_at_once(at: Table) -> None:
    anna = at.person("anna")
    opened = await anna.slash("docker new", {"players": 2})
    await press_more(anna, opened.message, "Seats …", "Take another seat")
    await anna.until(lambda: has_board(anna))
    await resign(anna)
    await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
    await press_for_message(anna, find_board(anna), "Rematch")
    await anna.until(lambda: "Play" in buttons(find_board(anna)))
    match = await at.referee.match(2)
    assert [holder.user_id for holder in match.seats] == [anna.user.id] * 2


async def test_somebody_with_two_seats_gets_both_again(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    opened = await anna.slash("docker new", {"players": 3})
    await ben.click(opened.message, "Join")
    await press_more(ben, opened.message, "Take another seat")
    await anna.until(lambda: has_board(anna))
    while (await at.referee.match(1)).phase == "running":
        person, _ = await find_players(at)
        old = find_board(person)
        await resign(person)
        await at.bot.move_machines()  # a computer player goes on at once, not with the next sweep
        await person.until(lambda person=person, old=old: find_board(person) is not old)
    await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
    card = await press_for_message(anna, find_board(anna), "Rematch")
    asked = await ben.until(lambda: next((m for m in ben.pings() if "Decline" in buttons(m)), None))
    assert words(asked).count(f"<@{ben.user.id}>") == 1, "one question for both seats"
    await ben.click(asked, "Accept")
    match = await at.referee.match(2)
    if match.phase == "lobby":
        await press_more(ben, card, "Take another seat")
        match = await at.referee.match(2)
    assert sorted(holder.name for holder in match.seats) == ["Anna", "Ben", "Ben"]


async def test_former_players_are_not_asked(at: Table) -> None:
    from matches.people import privacy

    anna = await finish_match(at, ("anna", "ben"))
    await privacy.forget(at.referee, at.person("ben").user.id)
    card = await press_for_message(anna, find_board(anna), "Rematch")
    assert "invited" not in words(card)
    assert "<@0>" not in words(card)
    match = await at.referee.match(2)
    assert match.phase == "lobby"
    await at.person("dana").click(card, "Join")
    assert (await at.referee.match(2)).phase == "running"


async def test_a_rematch_in_a_thread_is_in_that_thread(at: Table) -> None:
    thread, anna = await in_thread(at)
    person, _ = await find_players(at)
    await resign(person.at(thread))
    await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
    card = await press_for_message(anna, find_board(anna), "Rematch")
    assert card.channel is thread
    asked = await anna.until(lambda: next((m for m in anna.messages() if "Decline" in buttons(m)), None))
    await at.person("ben").at(thread).click(asked, "Accept")
    match = await at.referee.match(2)
    assert match.phase == "running"
    assert match.channel_id == thread.id
    await anna.until(lambda: "begun" in words(card))


async def test_a_rematch_survives_a_restart_before_the_others_answer(at: Table) -> None:
    anna = await finish_match(at)
    ben = at.person("ben")
    shown = find_board(anna)
    await at.restart()
    await press_for_message(anna, shown, "Rematch")
    asked = await ben.until(lambda: next((m for m in ben.pings() if "Decline" in buttons(m)), None))
    await at.restart()
    await ben.click(asked, "Accept")
    assert (await at.referee.match(2)).phase == "running"


def next_board(person: Person) -> Message:
    """Find the newest board with *Rematch* on it."""
    return next(m for m in reversed(person.messages()) if "Rematch" in buttons(m))


async def _pings(at: Table, since: int, count: int) -> AsyncIterator[Ping]:
    """Yield the pings after the first `since`, once there are `count` of them."""
    await at.person("anna").until(lambda: len(at.sandbox.world.pings) >= since + count)
    for ping in at.sandbox.world.pings[since:]:
        yield ping
