"""Demonstrations in a channel."""

from __future__ import annotations

from matches.lobby.expiry import expire
from matches.referee import MACHINE
from tests.support.play.days import pass_time
from tests.support.play.table import (
    Table,
    buttons,
    find_board,
    has_board,
    open_lobby,
    take_turn,
    wait_for_boards,
    words,
)


async def test_a_channel_watches_takes_a_seat_and_is_not_pinged(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await anna.slash("demo", {"game": "docker", "level": "normal", "players": 2})
    await ben.until(lambda: has_board(ben))
    await wait_for_boards(at)
    card = next(message for message in ben.messages() if "Computer players show the game" in words(message))
    assert "hurry" not in words(card)
    board = find_board(ben)
    assert "A demonstration: lively at first, then a turn a minute." in words(board)
    assert "Play" not in buttons(board)
    before = (await at.referee.match(1)).seq
    await pass_time(at, 65, step=65)
    await wait_for_boards(at)
    assert (await at.referee.match(1)).seq > before
    assert find_board(ben).id == board.id, "the board is edited, so nobody is notified"
    assert not any(f"<@{person.user.id}>" in words(find_board(ben)) for person in (anna, ben))
    assert "Stop the demonstration" not in buttons(find_board(ben))
    assert "Stop the demonstration" not in buttons((await ben.click(find_board(ben), "More")).message)
    label = next(label for label in buttons(find_board(ben)) if label.startswith("Take the seat of"))
    panel = await ben.click(find_board(ben), label)
    assert "You play this seat from now on." in words(panel.message)
    await wait_for_boards(at)
    await pass_time(at, 65, step=65)
    await wait_for_boards(at)
    match = await at.referee.match(1)
    assert [holder.user_id for holder in match.awaited] == [ben.user.id]
    await take_turn(ben)


async def test_its_host_stops_it(at: Table) -> None:
    anna = at.person("anna")
    await anna.slash("demo", {"game": "aquaretto", "level": "easy"})
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    more = (await anna.click(find_board(anna), "More")).message
    told = await anna.click(more, "Stop the demonstration")
    assert "has been stopped" in words(told.message)
    assert (await at.referee.match(1)).phase == "cancelled"
    last = await anna.until(lambda: "Play yourself" in buttons(find_board(anna)) and find_board(anna))
    assert "The demonstration is over." in words(last)
    assert "The demonstration is over" in (last.attachments[0].description or "")
    assert "Now you" in words(last)
    assert {"Play yourself", "Learn"} <= {*buttons(last)}
    ben = at.person("ben")
    await ben.click(last, "Play yourself")
    await ben.until(lambda: any("Join" in buttons(each) for each in ben.messages()))
    assert [holder.user_id for holder in (await at.referee.match(2)).seats] == [ben.user.id]
    await at.referee.change(2, MACHINE, lambda match: expire(match, now=at.referee.now()))
    refused = await anna.slash("demo", {"game": "docker", "players": 6})
    assert "for 2 to 4 players" in refused.text


async def test_it_begins_by_itself_in_a_thread_where_the_channel_has_a_match(at: Table) -> None:
    anna = at.person("anna")
    await open_lobby(at, at.person("ben"))
    refused = await anna.slash("demo", {"game": "docker", "level": "easy", "players": 2})
    assert "already a match" in refused.text
    await anna.click(refused.message, "Open the match in a thread")
    await anna.until(lambda: 2 in at.referee.cache and at.referee.cache[2].match.phase == "running")
    await wait_for_boards(at)
