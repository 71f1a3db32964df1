"""*Suggest a move* in use: a button of the panel, a preview with a reason, *Confirm*."""

from __future__ import annotations

from msgspec import structs

from matches.change import Change
from matches.referee import MACHINE
from tests.support.play.days import find_players
from tests.support.play.table import Table, buttons, list_awaited, open_match, open_panel, take_turn, words


async def test_a_suggested_move_is_prepared_explained_and_confirmed(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    mover, waiting = await find_players(at)
    before = len(waiting.messages())
    panel = await open_panel(mover)
    await mover.click(panel, "Suggest a move")
    assert words(panel).startswith("💡 It "), "the reason is in the game's words"
    assert "Nobody sees this before you confirm it." in words(panel)
    assert len(waiting.messages()) == before, "nobody else is told"
    await mover.click(panel, "Change")
    assert "Confirm" not in buttons(panel)
    await mover.click(panel, "Suggest a move")
    await mover.click(panel, "Confirm")
    match = await at.referee.match(1)
    assert match.seq > 0
    assert len(await at.referee.store.transaction(lambda tx: tx.read_hints(1))) == 1


async def test_a_hint_replaces_a_choice_under_way(at: Table) -> None:
    await open_match(at, "dog new", ("anna", "ben"))
    (person, *_) = list_awaited(at)
    panel = await open_panel(person)
    await person.click(panel, "Suggest a move")
    assert "💡" in words(panel)
    await person.click(panel, "Confirm")
    assert "✓" in words(panel)


async def test_a_rated_match_offers_no_hints_and_refuses_them_kindly(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    mover, _ = await find_players(at)
    panel = await open_panel(mover)
    assert "Suggest a move" in buttons(panel)
    rated = structs.replace((await at.referee.match(1)), rated=True)
    await at.referee.change(1, MACHINE, lambda _: Change(rated))
    told = await mover.click(panel, "Suggest a move")
    assert "This match is rated" in words(told.message)
    assert "Suggest a move" not in buttons(await open_panel(mover))
    await take_turn(mover)
