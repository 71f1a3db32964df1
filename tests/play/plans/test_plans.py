"""*Try* and *Keep as plan* in use: a private board, a plan, and the turn that the plan makes."""

from __future__ import annotations

import pytest

from client.pictures.painter import Painter
from data import NotebookRow
from games.text import T
from matches.errors import UserError
from tests.support.play.days import find_players
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_menus,
    open_match,
    resign,
    take_turn,
    wait_for_new_board,
    wait_for_rest,
    words,
)


async def test_a_try_becomes_a_plan_and_the_plan_a_turn(at: Table) -> None:
    """The waiting player tries moves for both, keeps them as a plan, and the plan makes the turn. Nobody else sees any
    of it."""
    await open_match(at, "docker new", ("anna", "ben"))
    mover, planner = await find_players(at)
    public = [message for message in mover.messages() if not message.ephemeral]
    panel = (await planner.click(find_board(planner), "Play")).message
    assert "Waiting for" in words(panel)
    await planner.click(panel, "Try it")
    assert "is guessed" in words(panel)
    assert panel.attachments
    for _ in range(2):  # one move for the other player, one of their own
        menu, options = next(iter(list_menus(panel).items()))
        await choose(planner, panel, menu, options[0]["value"])
    assert "Undo the last step" in buttons(panel)
    await planner.click(panel, "Undo the last step")
    menu, options = next(iter(list_menus(panel).items()))
    await choose(planner, panel, menu, options[0]["value"])
    await planner.click(panel, "Keep as plan")
    assert "only you can see" in words(panel)
    await planner.click(panel, "My plan")
    assert "Whatever the others play, if possible:" in words(panel)
    assert panel.attachments, "the line is in the picture, too"
    await planner.click(panel, "Change it")
    await planner.click(panel, "Keep as plan")
    assert [message for message in mover.messages() if not message.ephemeral] == public, (
        "nothing is posted in the channel"
    )
    board = await take_turn(mover)
    seq = (await at.referee.match(1)).seq
    for _ in range(40):
        at.sandbox.world.clock.advance(60)
        await at.bot.sweep()
        if (await at.referee.match(1)).seq > seq:
            await wait_for_new_board(mover, board)
            break
    told = (await planner.click(find_board(planner), "Play")).message
    made = (await at.referee.match(1)).seq > seq
    assert made or "Your plan was dropped. The planned move is no longer possible." in words(told)
    assert "plan" not in words(find_board(mover)).lower(), "the board does not show the plan"


async def test_a_plan_of_an_older_release_can_be_read_and_removed(at: Table) -> None:
    """Trials of releases up to 0.3.0 stored a seed, from which hidden cards could be computed. Their guesses cannot be
    made again, but their plans go on."""
    await open_match(at, "docker new", ("anna", "ben"))
    _, planner = await find_players(at)
    match = await at.referee.match(1)
    seat, user = next(
        (holder.seat, holder.user_id) for holder in match.seats if holder.name.lower() == planner.user.name.lower()
    )
    trial = f'{{"seq":{match.head},"seed":"{bytes(16).hex()}","plies":[[{1 - seat},"A"],[{seat},"B"]]}}'
    notebook = f'{{"seat":{seat},"trial":{trial},"lines":[{{"trial":{trial},"replies":[{{"codes":["B"]}}]}}]}}'
    row = NotebookRow(match.id, user or 0, notebook)
    await at.referee.store.transaction(lambda tx: tx.put_notebook(match, row))
    panel = (await planner.click(find_board(planner), "Play")).message
    await planner.click(panel, "Try it")
    assert "is guessed" in words(panel), "the trial begins anew"
    await planner.click(panel, "My plan")
    assert "Whatever the others play, if possible: B\n" in words(panel)
    assert not panel.attachments
    assert "Change it" not in buttons(panel)
    await planner.click(panel, "Remove it")
    assert "You have no plan in this match." in words(panel)


async def test_removing_the_only_line_ends_the_plan(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    _, planner = await find_players(at)
    panel = (await planner.click(find_board(planner), "Play")).message
    await planner.click(panel, "Try it")
    for _ in range(2):
        menu, options = next(iter(list_menus(panel).items()))
        await choose(planner, panel, menu, options[0]["value"])
    await planner.click(panel, "Keep as plan")
    await planner.click(panel, "My plan")
    await planner.click(panel, "Remove it")
    assert "You have no plan in this match." in words(panel)
    await planner.click(panel, "Back to your turn")
    assert "Waiting for" in words(panel)


async def test_a_finished_match_is_tried_from_a_ply_and_its_position_shared(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    mover, other = await find_players(at)
    await take_turn(mover)
    await resign(other)
    await wait_for_rest()
    page = (await mover.slash("match", {"show": "replay"})).message
    await mover.click(page, "Try it from here")
    assert "From a finished match" in words(page)
    menu, options = next(iter(list_menus(page).items()))
    await choose(mover, page, menu, options[0]["value"])
    shared = (await mover.click(page, "Share this position")).message
    assert not shared.ephemeral
    assert "tried out another ending of this match" in words(shared)
    assert shared.attachments
    assert "/ res " in words(shared), "the position in notation"


async def test_a_refusal_of_a_public_press_is_private(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise UserError(T("The match has not started yet."))

    await open_match(at, "docker new", ("anna", "ben"))
    mover, other = await find_players(at)
    await take_turn(mover)
    await resign(other)
    await wait_for_rest()
    page = (await mover.slash("match", {"show": "replay"})).message
    await mover.click(page, "Try it from here")
    monkeypatch.setattr(Painter, "draw_position", refuse)
    seen = [message for message in other.messages() if not message.deleted]
    await mover.click(page, "Share this position")
    await wait_for_rest()
    assert [message for message in other.messages() if not message.deleted] == seen
    assert "The match has not started yet." in words(mover.messages()[-1])
