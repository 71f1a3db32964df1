"""Turns before chance are held, if the players chose that: everybody sees them, and their player may take them back."""

from __future__ import annotations

import pytest

from client.board.postman import Postman
from sandbox.person.person import Person, buttons, menus
from sandbox.person.reading import pictures
from tests.support.play.days import find_players, list_boards, pass_time, read_pings
from tests.support.play.table import (
    Table,
    find_board,
    has_board,
    open_panel,
    press_more,
    take_turn,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.wordless import describe_pictures

MINUTE = "For a minute"
UNTIL_PLAY = "Until the next player presses Play"


async def open_held(at: Table, command: str, rule: str, *people: str) -> tuple[Person, Person]:
    """Open a match with this rule and start it. Returns who moves first, and who comes next."""
    host, *others = (at.person(name) for name in people)
    card = (await host.slash(command, {"players": len(people)})).message
    panel = (await press_more(host, card, "House rules …")).message
    menu = next(menu for menu, options in menus(panel).items() if any(option["label"] == rule for option in options))
    await host.choose(panel, menu, rule)
    await host.until(lambda: rule in words(card))
    for person in others:
        await person.click(card, "Join")
    await host.until(lambda: has_board(host))
    await wait_for_boards(at)
    return await find_players(at)


async def test_a_held_turn_can_be_taken_back_for_a_minute(at: Table) -> None:
    first, second = await open_held(at, "docker new", MINUTE, "anna", "ben")
    before = find_board(second)
    board = await take_turn(first)
    assert "can take this back. Chance decides" in words(board)
    assert pictures(board) != pictures(before), "the move is shown as a ghost"
    (alt,) = describe_pictures(board)  # the strip at the top says the same
    assert "Not final yet: " in alt
    await at.bot[Postman].refresh(await at.referee.match(1))
    assert list(describe_pictures(find_board(first))) == [alt], "new words around the picture do not change it"
    assert f"<@{second.user.id}>" not in words(board), "nobody is pinged yet"
    told = words(await open_panel(second))
    assert "can take this back" in told
    assert "You can take this back" not in told
    assert "You can take this back" in words(await open_panel(first))
    await pass_time(at, 61, step=61)
    board = await second.until(lambda: (now := find_board(second)) is not board and now)
    assert f"<@{second.user.id}>" in words(board)
    assert (await at.referee.match(1)).held is None


async def test_the_player_takes_a_held_turn_back_alone(at: Table) -> None:
    first, second = await open_held(at, "docker new", MINUTE, "anna", "ben")
    held = await take_turn(first)
    panel = await open_panel(first)
    assert "Take it back" in buttons(panel)
    assert "Take it back" not in buttons(await open_panel(second))
    await first.click(panel, "Take it back")
    board = await first.until(lambda: (now := find_board(first)) is not held and now)
    assert f"<@{first.user.id}>" in words(board)
    assert "has taken back a turn" in words(board)
    await take_turn(first)
    assert (await at.referee.match(1)).held is not None


async def test_the_next_player_releases_the_held_turn(at: Table) -> None:
    """When the next player presses *Play*, the die is rolled and the panel offers the moves."""
    first, second = await open_held(at, "docker new", UNTIL_PLAY, "anna", "ben")
    await pass_time(at, 600)  # nobody has pressed anything lately, so the next player is pinged
    board = await take_turn(first)
    assert f"<@{second.user.id}>" in words(board), "the next player is pinged at once"
    assert "Press Play to see the result of the last move." in words(board)
    await wait_for_rest()
    pinged = await read_pings(at)
    assert [row.count for row in pinged.values()] == [1]
    await open_panel(first)
    assert (await at.referee.match(1)).held is not None, "the player of the held turn cannot release it"
    panel = await open_panel(second)
    assert menus(panel) or "→" in str(buttons(panel))
    match = await at.referee.match(1)
    assert match.held is None
    await second.until(lambda: "Press Play to see" not in words(find_board(second)))
    await take_turn(second)
    assert len(list_boards(first)) >= 4


async def test_a_slash_command_releases_a_held_turn_too(at: Table) -> None:
    first, second = await open_held(at, "docker new", UNTIL_PLAY, "anna", "ben")
    await take_turn(first)
    match = await at.referee.match(1)
    seat = match.held.awaits[0]  # type: ignore[union-attr]
    await second.slash("docker move", {"move": "nonsense"})
    match = await at.referee.match(1)
    assert match.held is None
    assert match.awaited[0].seat == seat


@pytest.mark.parametrize("command", ["dog new"])
async def test_a_card_that_is_held_can_be_taken_back(at: Table, command: str) -> None:
    """Also in a game with hidden hands."""
    await open_held(at, command, UNTIL_PLAY, "anna", "ben", "chiara", "dana")
    for _ in range(12):
        match = await at.referee.match(1)
        if match.held is not None:
            break
        person = at.person(match.awaited[0].name.lower())
        await take_turn_with_cards(at, person)
    held = (await at.referee.match(1)).held
    assert held is not None
    mover = at.person((await at.referee.match(1)).holder(held.seat).name.lower())
    board = await mover.until(lambda: (now := find_board(mover)) and "Press Play" in words(now) and now)
    assert "Play" in buttons(board), "the sentence calls the button by its label"
    panel = await open_panel(mover)
    await mover.click(panel, "Take it back")
    match = await at.referee.match(1)
    assert match.held is None
    assert match.awaited[0].seat == held.seat


async def take_turn_with_cards(at: Table, person: Person) -> None:
    """Choose the first thing offered, and confirm it."""
    seq = (await at.referee.match(1)).seq
    panel = await open_panel(person)
    for _ in range(6):
        if (await at.referee.match(1)).seq != seq:
            return
        if "Confirm" in buttons(panel):
            await person.click(panel, "Confirm")
            continue
        moves = [each for each in buttons(panel).values() if ":pick:" in each]
        if moves:
            panel = (await person.click(panel, moves[0])).message
        else:
            menu, options = next(iter(menus(panel).items()))
            panel = (await person.choose(panel, menu, options[0]["value"])).message


async def test_the_card_states_the_rule_for_holds(at: Table) -> None:
    anna = at.person("anna")
    card = (await anna.slash("docker new", {"players": 2})).message
    panel = (await anna.click(card, "More")).message
    assert "before chance decides" not in words(panel)
    await anna.click(panel, "House rules …")
    menu = next(menu for menu, options in menus(panel).items() if any(option["label"] == MINUTE for option in options))
    await anna.choose(panel, menu, MINUTE)
    await anna.until(lambda: f"chance decides: {MINUTE}." in words(card))
