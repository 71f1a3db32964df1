"""People around a match say what they expect: who wins, and what they would play themselves."""

from __future__ import annotations

from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_awaited,
    list_menus,
    open_match,
    resign,
    take_turn,
    wait_for_boards,
    words,
)


async def test_spectators_and_waiting_players_say_what_they_would_do(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna, ben, chiara = (at.person(name) for name in ("anna", "ben", "chiara"))
    (mover,) = list_awaited(at)
    waiting = ben if mover.user is anna.user else anna
    assert "What would you do?" not in buttons((await mover.click(find_board(mover), "Play")).message)
    for person in (waiting, chiara):
        panel = (await person.click(find_board(person), "Play")).message
        assert ("Predict …" in buttons(panel)) == (person is chiara)
        asked = (await person.click(panel, "What would you do?")).message
        assert asked.visible_to == person.user.id
        assert "What would you do in the place of" in words(asked)
        menu, options = next(iter(list_menus(asked).items()))
        answer = await choose(person, asked, menu, options[0]["value"])
        assert "You would play:" in words(answer.message)
    board = await take_turn(mover)
    await wait_for_boards(at)
    told = words(board)
    assert "Would have done the same as" in told
    assert " of 2." in told
    again = (await chiara.click((await chiara.click(board, "Play")).message, "What would you do?")).message
    menu, options = next(iter(list_menus(again).items()))
    await take_turn(waiting)
    assert "moved on" in (await choose(chiara, again, menu, options[0]["value"])).text


async def test_a_spectator_predicts_the_winner(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna, chiara = at.person("anna"), at.person("chiara")
    panel = (await chiara.click(find_board(chiara), "Play")).message
    asked = (await chiara.click(panel, "Predict …")).message
    match = await at.referee.match(1)
    seat = match.seats_of(at.person("ben").user.id)[0]
    noted = await chiara.choose(asked, "Your prediction", f"winner.0.{seat}")
    assert words(noted.message).startswith("Noted:")
    await resign(anna)
    await wait_for_boards(at)
    assert f"Right predictions: <@{chiara.user.id}> 1/1" in words(find_board(anna))
