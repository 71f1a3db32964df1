"""One press silences computer players in somebody's matches, until they let them speak again."""

from __future__ import annotations

from matches.match import Match
from tests.support.play.table import (
    Table,
    add_computer,
    buttons,
    find_board,
    has_board,
    open_lobby,
    resign,
    wait_for_boards,
    wait_for_new_board,
    words,
)


async def lose(at: Table) -> tuple[Match, str]:
    """Let Anna resign a match against a computer player. Returns it, and the words of its last board."""
    anna = at.person("anna")
    await add_computer(anna, (await open_lobby(at, anna)).message, "easy", start=True)
    await anna.until(lambda: has_board(anna) and "Play" in buttons(find_board(anna)))
    await wait_for_boards(at)
    old = find_board(anna)
    await resign(anna)
    last = await wait_for_new_board(anna, old)
    await wait_for_boards(at)
    match = await at.referee.match_in(anna.channel.id)
    assert match is not None
    return match, words(last)


async def test_one_press_silences_computer_players_in_ones_matches(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    _, told = await lose(at)
    assert "”" in told
    assert len(buttons(find_board(anna))) == 5, "two rows of buttons would not fit on a phone"
    await ben.click(find_board(anna), "Quiet, please")
    _, told = await lose(at)
    assert "”" in told, "Ben has silenced those in his own matches"
    answer = await anna.click(find_board(anna), "Quiet, please")
    assert "say nothing more in your matches" in answer.text
    _, told = await lose(at)
    assert "”" not in told
    assert "Quiet, please" not in buttons(find_board(anna))
    settings = (await anna.slash("me")).message
    await anna.click(settings, "Let computer players speak")
    assert "Let computer players speak" not in buttons(settings)
    _, told = await lose(at)
    assert "”" in told
