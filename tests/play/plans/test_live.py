"""A match over days that is played live for a while, as people see it."""

from __future__ import annotations

from sandbox.person.person import Person, buttons
from tests.support.play.days import (
    find_players,
    list_boards,
    list_public,
    list_reminders,
    pass_time,
    wait_for_board_with,
)
from tests.support.play.table import (
    Table,
    choose,
    find_board,
    list_menus,
    open_match,
    open_panel,
    take_turn,
    wait_for_boards,
    words,
)


async def _take_turn_in_place(at: Table, person: Person) -> None:
    """Make an ordinary turn whose board may be shown in the message of the one before."""
    panel = await open_panel(person)
    while "Confirm" not in buttons(panel):
        menu, options = next(iter(list_menus(panel).items()))
        await choose(person, panel, menu, options[0]["value"])
    await person.click(panel, "Confirm")
    await wait_for_boards(at)


async def _begin(at: Table) -> tuple[Person, Person]:
    """Play quickly until *Play live* is offered, and press it. Returns who is to move, and the other one."""
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "daily"})
    first, other = await find_players(at)
    for person in (first, other, first):
        assert "Play live" not in buttons(find_board(first))
        await take_turn(person)
    board = await take_turn(other)
    assert "Play live" in buttons(board)
    chiara = at.person("chiara")
    refused = (await chiara.click(board, "Play live")).message
    assert "Only the players of this match can decide this." in words(refused)
    told = words((await first.click(board, "Play live")).message)
    assert "nobody is pinged" in told
    assert "If nobody moves for 5 minutes" in told
    live = await wait_for_board_with(first, "Live: nobody is pinged")
    assert live is board
    assert {"Play", "Stop playing live"} <= set(buttons(live))
    return first, other


async def test_a_match_is_played_live_and_goes_back_to_days(at: Table) -> None:
    first, other = await _begin(at)
    count = len(list_public(first))
    pinged = len(at.sandbox.world.pings)
    for person in (first, other, first):
        await pass_time(at, 240, step=60)
        await _take_turn_in_place(at, person)
        assert "Live: nobody is pinged" in words(find_board(first))
    assert len(list_public(first)) == count, "one message is edited"
    assert len(at.sandbox.world.pings) == pinged, "and nobody is pinged"
    await at.restart()

    await pass_time(at, 360, step=60)
    (reminder,) = list_reminders(other)
    assert f"<@{other.user.id}>" in words(reminder)
    assert len(at.sandbox.world.pings) == pinged + 1
    board = await wait_for_board_with(first, f"<@{other.user.id}>")
    assert "Live" not in words(board)
    assert "Play live" not in buttons(board)
    await take_turn(other)
    assert len(list_boards(first)) > 1, "new boards are posted again"


async def test_a_player_stops_it(at: Table) -> None:
    first, other = await _begin(at)
    pinged = len(at.sandbox.world.pings)
    told = words((await other.click(find_board(other), "Stop playing live")).message)
    assert "The match is back at its usual pace." in told
    again = (await first.click(find_board(first), "Play")).message
    assert again.ephemeral
    board = find_board(first)
    await first.until(lambda: "Live" not in words(board))
    assert "Stop playing live" not in buttons(board)
    await pass_time(at, 300, step=60)
    assert len(at.sandbox.world.pings) == pinged + 1
