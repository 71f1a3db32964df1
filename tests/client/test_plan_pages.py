"""Test the pages of trials and plans: what they list, which buttons work, and what an old button does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from client.core.bot import Slowboat
from client.messages.custom_ids import Id
from client.pictures.painter import Drawn
from client.plans import plan_list, try_board
from client.plans.plan_list import edit_line, remove_line, show_plan
from client.plans.try_board import find_knowledge, keep_as_plan, open_try, share_position, step_back, try_move
from matches.errors import Stale, UserError
from matches.match import Match
from matches.plans.keeper import load_notebook, save_notebook
from matches.plans.plan import Line, Notebook, Reply, Trial
from matches.plans.trying import open_trial
from matches.play import resign
from tests.client.notices import Channels, connect, make_interaction, press
from tests.support.matches.house import ANNA, BEN, DANA, House, a_turn
from tests.support.matches.plans import SEED


@pytest.fixture
def drawn() -> list[dict[str, Any]]:
    """The pictures that were drawn."""
    return []


@pytest.fixture
def bot(at: House, tmp_path: Path, drawn: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> Slowboat:
    made = connect(at, tmp_path, Channels())

    async def draw(*_: Any, **facts: Any) -> Drawn:
        drawn.append(facts)
        return Drawn(b"png", "x.png", "alt")

    async def show(interaction: Any, view: Any, _file: Any) -> None:
        await interaction.edit_original_response(view=view)

    for name in ("draw_private_board", "draw_position"):
        monkeypatch.setattr(made.painter, name, draw)
    monkeypatch.setattr(made.signs, "show", show)
    return made


async def go(bot: Slowboat, handler: Any, match: Match, user: int, rest: str = "", *values: str) -> Any:
    interaction = make_interaction(bot, user)
    await handler(press(bot, interaction, Id("x", match.id, rest=rest), *values))
    return interaction


def list_actions(interaction: Any) -> list[str]:
    return [each.split(":")[1] for each in interaction.buttons if each.startswith("sb:")]


async def begin(at: House) -> tuple[Match, int, int, tuple[str, ...]]:
    """Start a match. Returns it, who moves and who follows, and the first turn."""
    match = await at.running("docker", ANNA, BEN, pace="daily")
    seat = match.awaited[0].seat
    return match, match.holder(seat).user_id or 0, match.holder(1 - seat).user_id or 0, tuple(a_turn(match, seat))


async def find_code(at: House, match: Match, user: int, trial: Trial) -> tuple[int, str]:
    """Find the first legal ply in a trial, whose dice are guessed."""
    state = (await open_trial(at.referee, match, match.seats_of(user)[0], trial)).state
    seat = match.game.to_act(state)[0]
    return seat, match.game.legal_moves(state, seat)[0].code


async def make_line(at: House, match: Match, user: int, seed: str, *, exact: bool = False) -> Line:
    """Make a line in which somebody answers the first turn."""
    trial = Trial(match.head, seed)
    plies = tuple[tuple[int, str], ...]()
    for _ in range(2):
        plies = (*plies, await find_code(at, match, user, structs.replace(trial, plies=plies)))
    reply = Reply((plies[1][1],), plies[:1] if exact else None)
    return Line(structs.replace(trial, plies=plies), (reply,))


async def plan(at: House, match: Match, user: int, *lines: Line) -> None:
    await save_notebook(at.referee, match, user, Notebook(match.seats_of(user)[0], lines=lines))


def make_key(number: int, line: Line) -> str:
    return f"{number}.{plan_list._make_fingerprint(line)}"


async def test_a_plan_is_read_line_by_line(at: House, bot: Slowboat) -> None:
    match, mover, other, first = await begin(at)
    seeds = ((SEED, False), (SEED[::-1], True), ("ab" * 16, False))
    lines = [await make_line(at, match, other, seed, exact=exact) for seed, exact in seeds]
    await plan(at, match, other, *lines)
    for number, said in ((0, "Whatever the others play"), (1, "If "), (2, "Whatever the others play")):
        page = await go(bot, show_plan, match, other, str(number))
        assert f"line {number + 1} of 3" in page.words
        assert said in page.words
        steps = [each.rsplit(":", 1)[1] for each in page.buttons if each.split(":")[1] == "plan"]
        assert steps == [str(each) for each in (number - 1, number + 1) if 0 <= each < 3]
        assert "plan_edit" in list_actions(page)
    for rest, shown in (("99", 3), ("x", 1), ("9" * 40, 1)):
        assert f"line {shown} of 3" in (await go(bot, show_plan, match, other, rest)).words
    plies = tuple((match.seats_of(mover)[0], code) for code in first)
    own = Line(Trial(match.head, SEED, plies), (Reply(first, ()),))
    await plan(at, match, mover, own)
    assert "Now: " in (await go(bot, show_plan, match, mover, "0")).words
    empty = await go(bot, show_plan, match, DANA, "0")
    assert "You have no plan in this match." in empty.words


async def test_a_line_is_removed_or_changed_by_its_own_button_only(at: House, bot: Slowboat) -> None:
    match, _, other, first = await begin(at)
    lines = [await make_line(at, match, other, seed) for seed in (SEED, SEED[::-1])]
    await plan(at, match, other, *lines)
    for wrong in (make_key(0, lines[1]), make_key(5, lines[1]), "0", ""):
        with pytest.raises(Stale, match="Your plan has changed"):
            await go(bot, remove_line, match, other, wrong)
    await go(bot, remove_line, match, other, make_key(0, lines[0]))
    assert (await load_notebook(at.referee, match.id, other)).lines == (lines[1],)
    page = await go(bot, edit_line, match, other, make_key(0, lines[1]))
    notebook = await load_notebook(at.referee, match.id, other)
    assert (notebook.lines, notebook.trial) == ((), lines[1].trial), "it is a trial again"
    assert "Try it" in page.words
    await plan(at, match, other, lines[0])
    match = (await at.play(match, match.awaited[0].seat, *first)).match
    with pytest.raises(Stale, match="moved on since"):
        await go(bot, edit_line, match, other, make_key(0, lines[0]))
    assert "plan_edit" not in list_actions(await go(bot, show_plan, match, other, "0"))


async def test_a_trial_goes_on_for_all_seats_and_back(at: House, bot: Slowboat, drawn: list[dict[str, Any]]) -> None:
    match, mover, other, first = await begin(at)
    await go(bot, open_try, match, other)
    code = first[0]
    page = await go(bot, try_move, match, other, "0", code)
    trial = (await load_notebook(at.referee, match.id, other)).trial
    assert trial is not None
    assert len(trial.plies) == 1
    assert {"try_back"} <= set(list_actions(page))
    stale = await go(bot, try_move, match, other, "0", code)
    again = (await load_notebook(at.referee, match.id, other)).trial
    assert again == trial, "a button of an older message changes nothing"
    assert stale.words == page.words
    _, second = await find_code(at, match, other, trial)
    await go(bot, try_move, match, other, "1", second)
    assert drawn[-1]["seat"] == match.seats_of(mover)[0], "the seat that is to act sees the picture"
    kept = await go(bot, keep_as_plan, match, other)
    assert kept.words.startswith("✓ Saved as your plan")
    assert len((await load_notebook(at.referee, match.id, other)).lines) == 1
    for rest, left in (("one", 1), ("all", 0)):
        await go(bot, step_back, match, other, rest)
        trial = (await load_notebook(at.referee, match.id, other)).trial
        assert trial is not None
        assert len(trial.plies) == left
    with pytest.raises(UserError, match="until your next turn is complete"):
        await go(bot, keep_as_plan, match, other)


async def test_a_trial_begins_anew_when_the_match_has_moved_on(at: House, bot: Slowboat) -> None:
    match, mover, other, first = await begin(at)
    await go(bot, open_try, match, other)
    await go(bot, try_move, match, other, "0", first[0])
    old = (await load_notebook(at.referee, match.id, other)).trial
    await go(bot, open_try, match, other)
    assert (await load_notebook(at.referee, match.id, other)).trial == old, "it is still current"
    match = (await at.play(match, match.awaited[0].seat, *first)).match
    with pytest.raises(Stale, match="Press Play to see how things stand"):
        await go(bot, try_move, match, other, "1", first[0])
    await go(bot, open_try, match, other, "0")
    new = (await load_notebook(at.referee, match.id, other)).trial
    assert new is not None
    assert (new.seq, new.plies) == (match.head, ()), "also if an old button names another ply"
    assert mover != other


async def test_only_those_who_play_try_moves_until_the_end_and_share_them_after_it(at: House, bot: Slowboat) -> None:
    match, mover, _, first = await begin(at)
    with pytest.raises(UserError, match="no seat"):
        await go(bot, open_try, match, DANA)
    lobby = await at.open("docker", 2, channel=9)
    with pytest.raises(UserError, match="not started"):
        find_knowledge(lobby, ANNA)
    await go(bot, open_try, match, mover)
    with pytest.raises(UserError, match="once the match is over"):
        await go(bot, share_position, match, mover)
    await at.play(match, match.awaited[0].seat, *first)
    over = (await at.do(match, resign, mover, now=at.now)).match
    assert find_knowledge(over, DANA) is None
    page = await go(bot, open_try, over, DANA, "0")
    trial = (await load_notebook(at.referee, over.id, DANA)).trial
    assert trial is not None
    assert trial.seq == 0
    assert "try_share" in list_actions(page)
    await go(bot, open_try, over, DANA, str(over.head))
    trial = (await load_notebook(at.referee, over.id, DANA)).trial
    assert trial is not None
    assert trial.seq == over.head, "another ply begins another trial"
    shared = await go(bot, share_position, over, DANA)
    assert "User 4 tried out another ending of this match." in shared.words


async def test_the_newest_plies_of_a_long_trial_are_listed(at: House, bot: Slowboat) -> None:
    match, _, other, _ = await begin(at)
    page = await go(bot, open_try, match, other)
    said: list[str] = []
    for number in range(try_board._SHOWN + 2):
        opened = await load_notebook(at.referee, match.id, other)
        assert opened.trial is not None
        _, code = await find_code(at, match, other, opened.trial)
        page = await go(bot, try_move, match, other, str(len(opened.trial.plies)), code)
        lines = [line for line in page.words.splitlines() if line.startswith("-# ") and "): " in line]
        assert len(lines) == min(number + 1, try_board._SHOWN)
        said.append(lines[-1])
    assert lines == said[-try_board._SHOWN :]
