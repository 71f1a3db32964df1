"""Demonstrations in a channel."""

from __future__ import annotations

from tests.support.play.days import pass_time
from tests.support.play.table import Table, buttons, find_board, has_board, take_turn, wait_for_boards, words


async def test_a_channel_watches_takes_a_seat_and_is_not_pinged(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await anna.slash("demo", {"game": "docker", "level": "normal", "players": 2})
    await ben.until(lambda: has_board(ben))
    await wait_for_boards(at)
    card = next(message for message in ben.messages() if "Computer players demonstrate" in words(message))
    assert "a turn a minute" in words(card)
    assert "hurry" not in words(card)
    board = find_board(ben)
    assert "A demonstration: computer players take one turn a minute" in words(board)
    assert "Play" not in buttons(board)
    before = (await at.referee.match(1)).seq
    await pass_time(at, 65, step=65)
    await wait_for_boards(at)
    assert (await at.referee.match(1)).seq > before
    assert find_board(ben).id == board.id, "the board is edited, so nobody is notified"
    assert not any(f"<@{person.user.id}>" in words(find_board(ben)) for person in (anna, ben))
    refused = await ben.click(find_board(ben), "Stop the demonstration")
    assert "Only the person who started" in words(refused.message)
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
    told = await anna.click(find_board(anna), "Stop the demonstration")
    assert "has been stopped" in words(told.message)
    assert (await at.referee.match(1)).phase == "cancelled"
    refused = await anna.slash("demo", {"game": "docker", "players": 6})
    assert "for 2 to 4 players" in refused.text
