"""Turns due at an hour of the day, and matches that are paused as idle, as people see them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from sandbox.person.person import Person, buttons, menus
from tests.support.play.days import DAY, HOUR, find_players, list_reminders, pass_time, wait_for_board_with
from tests.support.play.table import (
    Table,
    choose_more,
    find_board,
    has_board,
    open_lobby,
    open_match,
    take_turn,
    wait_for_boards,
    words,
)


async def open_with_hour(at: Table, hour: int) -> tuple[Person, Person]:
    """Open a match in which turns are due at an hour in Zurich. Returns who moves first, and the other."""
    anna, ben = at.person("anna"), at.person("ben")
    await anna.slash("me", {"zone": "Europe/Zurich"})
    card = (await anna.slash("docker new", {"players": 2})).message
    panel = (await choose_more(anna, card, "Pace: No hurry (no clock)", "due")).message
    menu = next(menu for menu, options in menus(panel).items() if options[0]["label"] == "0:00")
    await at.restart()
    panel = (await anna.choose(panel, menu, str(hour))).message
    assert f"due at {hour}:00 (Europe/Zurich)" in words(panel)
    assert "one extra day" in words(panel)
    await ben.click(card, "Join")
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    return await find_players(at)


async def test_turns_are_due_at_the_hour_with_one_extra_day(at: Table) -> None:
    now = datetime.fromtimestamp(at.referee.now(), ZoneInfo("Europe/Zurich"))
    hour = (now.hour + 12) % 24
    first, other = await open_with_hour(at, hour)
    due = int(now.replace(minute=0, second=0, microsecond=0).timestamp()) + 12 * 3600
    assert f"Time limit: <t:{due}:R>" in words(find_board(first))
    await pass_time(at, 9 * HOUR)
    (reminder,) = list_reminders(first)
    wrong = (await other.click(reminder, "Take my extra day")).message
    assert "This reminder is for" in words(wrong)
    await at.restart()
    told = (await first.click(reminder, "Take my extra day")).message
    assert f"You have until <t:{due + 86400}:f>" in words(told)
    board = await wait_for_board_with(first, f"Time limit: <t:{due + 86400}:R>")
    assert "Play" in buttons(board)
    more = (await first.click(board, "More")).message
    assert "Take my extra day" not in buttons(more)
    await take_turn(first)
    more = (await other.click(find_board(other), "More")).message
    assert "Take my extra day" in buttons(more), "the other player has an extra day, too"


async def test_a_match_nobody_plays_falls_asleep_and_is_woken(at: Table) -> None:
    board = await open_match(at, "docker new", ("anna", "ben"), {"pace": "relaxed", "absence": "nothing"})
    first, _ = await find_players(at)
    called = len(first.pings())
    await pass_time(at, 15 * DAY, step=6 * HOUR)
    asked = await wait_for_board_with(first, "Do you want to go on?")
    assert asked is not board
    assert len(first.pings()) - called <= 2, "reminders of the first days; the question pings nobody"
    await pass_time(at, 8 * DAY, step=6 * HOUR)
    asleep = await wait_for_board_with(first, "The match is paused, because nobody")
    assert "Play" not in buttons(asleep)
    chiara = at.person("chiara")
    refused = (await chiara.click(asleep, "Resume the match")).message
    assert "Only the players of this match can resume it." in words(refused)
    await at.restart()
    anna = at.person("anna")
    await anna.click(find_board(anna), "Resume the match")
    awake = await wait_for_board_with(anna, "The match goes on.")
    assert "Play" in buttons(awake)
    assert (await at.referee.match(1)).phase == "running"


async def test_a_server_chooses_how_long_its_people_may_be_away(at: Table) -> None:
    owner = at.person("harbourmaster")
    panel = (await owner.slash("server", {"show": "settings"})).message
    menu = next(menu for menu, options in menus(panel).items() if options[-1]["value"] == "30")
    assert "Longest absence in /me: **3 days**" in words((await owner.choose(panel, menu, "3")).message)
    anna = at.person("anna")
    card = (await open_lobby(at, anna, pace="daily")).message
    told = words((await anna.click(card, "More")).message)
    assert "Each player may be away for 3 days (/me)" in told
