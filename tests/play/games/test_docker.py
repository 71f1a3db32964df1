"""Docker from the slash command to the end, through the real client over sockets."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import discord
import pytest

from client.pictures.painter import Painter
from games.rng import SHOWN_DIGITS, compute_commitment
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.numbers import SHARE
from tests.support.play.asking import ask
from tests.support.play.blank import paint_blank
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    find_board,
    list_awaited,
    list_menus,
    open_match,
    play_out,
    resign,
    wait_for_new_board,
    words,
)

EVERY = 1 if SHARE else 10
"""One in this many turns of a whole match is made by clicks."""


async def play_to_the_end(at: Table) -> Message:
    """Play until the match is over, with turns by clicks in between; return the final board."""
    match = await play_out(at, seed=1, every=EVERY)
    return find_board(at.person(match.seats[0].name.lower()))


@pytest.mark.parametrize("people", [("anna", "ben"), ("anna", "ben", "chiara", "dana")])
async def test_a_whole_match(at: Table, monkeypatch: pytest.MonkeyPatch, people: tuple[str, ...]) -> None:
    paint_blank(monkeypatch)
    first = await open_match(at, "docker new", people)
    assert compute_commitment((await at.referee.match(1)).secret)[:SHOWN_DIGITS] in words(first)
    last = await play_to_the_end(at)
    assert "wins!" in words(last) or "draw" in words(last).lower()
    secret = (await at.referee.match(1)).secret.hex()
    assert secret not in words(last), "the seal is behind Fair play"
    assert [*buttons(last)][:5] == ["Rematch", "Analysis", "Film", "Share", "More"], "two lines on a phone"
    more = (await at.person("anna").click(last, "More")).message
    assert secret in (await at.person("anna").click(more, "Fair play")).text
    assert "The game is over" in (await at.person("anna").click(more, "Position in words")).text
    match = await at.referee.match(1)
    assert match.phase == "finished"
    assert match.outcome is not None
    assert sorted(seat for group in match.outcome.ranking for seat in group) == list(range(len(people)))
    checked = await at.person("anna").slash("match", {"show": "fair_play"})
    assert "✓" in checked.text
    winner = match.cast()[match.outcome.winners[0]].name
    for command in ("board", "log"):
        told = (await ask(at.person("anna"), command)).text
        assert len(re.findall(rf"{winner}\)? (?:wins|has won)|[Dd]raw", told)) == 1, told
    boards = [m for m in at.person("anna").messages() if m.attachments and not m.ephemeral]
    assert len({m.attachments[0].filename for m in boards}) == len(boards), "a board was posted twice"
    anna = at.person("anna")
    await anna.until(lambda: all("Play" not in buttons(m) for m in boards))


async def test_an_ordinary_turn_takes_three_clicks_and_previews(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    panel = (await person.click(shown, "Play")).message
    assert panel.ephemeral
    assert panel.attachments, "the panel shows the board"
    menu, options = next(iter(list_menus(panel).items()))
    await choose(person, panel, menu, options[0]["value"])
    assert "Confirm" in buttons(panel)
    assert "Nobody sees this before you confirm it." in words(panel)
    before = len([m for m in person.messages() if not m.ephemeral])
    await person.click(panel, "Change")
    assert list_menus(panel), "Change leads back to the menu"
    await choose(person, panel, menu, options[-1]["value"])
    assert len([m for m in person.messages() if not m.ephemeral]) == before, "a preview is private"
    await person.click(panel, "Confirm")
    after = await wait_for_new_board(person, shown)
    assert list_awaited(at) != [person]
    assert (after.attachments[0].description or "").startswith("Docker.")


async def test_a_move_can_be_typed_in_one_line(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    other = next(at.person(name) for name in ("anna", "ben") if at.person(name).user is not person.user)
    offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
    assert offered
    assert await other.autocomplete("docker move", {"move": ""}, focused="move") == []
    narrowed = await person.autocomplete("docker move", {"move": offered[0]["value"]}, focused="move")
    assert offered[0] in narrowed
    refused = await person.slash("docker move", {"move": "A9>Z1"})
    assert refused.ephemeral, "an unknown code is refused in private"
    assert find_board(person).id == shown.id
    await person.slash("docker move", {"move": offered[0]["value"]})
    await wait_for_new_board(person, shown)


async def test_a_slow_answer_does_not_make_the_board_private(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delay the answer: the board must wait for it, because Discord shows the first message after "thinking" to one
    person only."""
    shown = await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
    drawn, quickly, honest = asyncio.Event(), discord.Interaction.edit_original_response, Painter.draw_public_board

    async def draw(*args: Any, **how: Any) -> Any:
        picture = await honest(*args, **how)
        drawn.set()
        return picture

    async def slowly(*args: Any, **how: Any) -> Any:
        await drawn.wait()
        await asyncio.sleep(0.1)  # a board that did not wait would have been sent by now
        return await quickly(*args, **how)

    monkeypatch.setattr(Painter, "draw_public_board", draw)
    monkeypatch.setattr(discord.Interaction, "edit_original_response", slowly)
    answer = await person.slash("docker move", {"move": offered[0]["value"]})
    after = await wait_for_new_board(person, shown)
    assert not after.ephemeral
    assert answer.ephemeral
    assert "✓" in answer.text


async def test_a_restart_between_any_two_clicks(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    opened = await anna.slash("docker new", {"players": 2})
    await at.restart()
    await ben.click(opened.message, "Join")
    shown = await ben.until(lambda: _board_or_none(ben))
    await at.restart()
    (person,) = list_awaited(at)
    panel = (await person.click(shown, "Play")).message
    await at.restart()
    menu, options = next(iter(list_menus(panel).items()))
    await choose(person, panel, menu, options[0]["value"])
    await at.restart()
    await person.click(panel, "Confirm")
    await wait_for_new_board(person, shown)
    assert (await at.referee.match(1)).seq == 1


async def test_a_stale_panel_is_brought_up_to_date(at: Table) -> None:
    shown, person, panel = await _ready_to_confirm(at)
    confirm = buttons(panel)["Confirm"]
    offered = await person.autocomplete("docker move", {"move": ""}, focused="move")
    await person.slash("docker move", {"move": offered[0]["value"]})
    await wait_for_new_board(person, shown)
    seq = (await at.referee.match(1)).seq
    await person.until(lambda: "newer panel" in words(panel))
    panel.components[0]["components"].append(_a_button(confirm))  # pressed before the edit arrived
    answer = await person.click(panel, confirm)
    assert not answer.failed
    assert (await at.referee.match(1)).seq == seq
    assert confirm not in buttons(panel).values()
    assert "newer panel" not in words(panel), "the panel shows the present position"


async def test_buttons_of_a_finished_match_and_unknown_ones_are_answered(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    await resign(person)
    last = await wait_for_new_board(person, shown)
    assert "Play" not in buttons(last)
    for custom_id in (
        "sb:play:1:-1:",
        "sb:confirm:1:0:0.abc",
        "sb:join:1:-1:",
        "sb:nonsense:1:-1:",
        "counter",
        "sb:play:999:-1:",
    ):
        shown.components[0]["components"].append(_a_button(custom_id))
        answer = await person.click(shown, custom_id)
        shown.components[0]["components"].pop()
        assert not answer.failed, custom_id
        assert answer.text, f"{custom_id} got no answer"


def _board_or_none(person: Person) -> Message | None:
    try:
        return find_board(person)
    except LookupError:
        return None


async def _ready_to_confirm(at: Table) -> tuple[Message, Person, Message]:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    (person,) = list_awaited(at)
    panel = (await person.click(shown, "Play")).message
    menu, options = next(iter(list_menus(panel).items()))
    await choose(person, panel, menu, options[0]["value"])
    return shown, person, panel


def _a_button(custom_id: str) -> dict[str, object]:
    button = {"type": 2, "style": 2, "label": custom_id, "custom_id": custom_id, "id": 900}
    return {"type": 1, "id": 901, "components": [button]}
