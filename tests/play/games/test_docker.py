"""Docker from the slash command to the end, through the real client over sockets."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import discord
import pytest

from client.pictures.painter import Painter
from games.rng import compute_commitment
from sandbox.discord.model import Message
from sandbox.person.person import Person
from tests.support.numbers import SHARE
from tests.support.play.blank import paint_blank
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    choose_more,
    find_board,
    list_awaited,
    list_menus,
    open_match,
    play_out,
    resign,
    take_turn,
    wait_for_new_board,
    wait_for_rest,
    words,
)

EVERY = 1 if SHARE else 10
"""One in this many turns of a whole match is made by clicks."""


async def play_to_the_end(at: Table) -> Message:
    """Play until the match is over, with turns by clicks in between; return the final board."""
    match = await play_out(at, seed=1, every=EVERY)
    return find_board(at.person(match.seats[0].name.lower()))


@pytest.mark.parametrize("people", [("anna", "ben"), ("anna", "ben", "chiara"), ("anna", "ben", "chiara", "dana")])
async def test_a_whole_match(at: Table, monkeypatch: pytest.MonkeyPatch, people: tuple[str, ...]) -> None:
    paint_blank(monkeypatch)
    first = await open_match(at, "docker new", people)
    assert compute_commitment((await at.referee.match(1)).secret) in words(first)
    last = await play_to_the_end(at)
    assert "wins!" in words(last) or "draw" in words(last).lower()
    secret = (await at.referee.match(1)).secret.hex()
    assert secret not in words(last), "the seal is behind Fair play"
    assert secret in (await at.person("anna").click(last, "Fair play")).text
    assert "Play" not in buttons(last)
    match = await at.referee.match(1)
    assert match.phase == "finished"
    assert match.outcome is not None
    assert sorted(seat for group in match.outcome.ranking for seat in group) == list(range(len(people)))
    checked = await at.person("anna").slash("verify")
    assert "✓" in checked.text
    winner = match.cast()[match.outcome.winners[0]].name
    for command in ("board", "log"):
        told = (await at.person("anna").slash(command)).text
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


async def test_a_double_click_has_one_effect(at: Table) -> None:
    shown, person, panel = await _ready_to_confirm(at)
    first, second = person.click(panel, "Confirm"), person.click(panel, "Confirm")
    await first
    await second
    await wait_for_new_board(person, shown)
    assert (await at.referee.match(1)).seq == 1
    assert not first.failed
    assert not second.failed


async def test_buttons_of_somebody_else_do_nothing(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    stranger = at.person("dana")
    answer = await stranger.click(shown, "Play")
    assert "place" in answer.text or answer.text, "a stranger gets an answer"
    assert (await at.referee.match(1)).seq == 0
    (person,) = list_awaited(at)
    waiting = next(at.person(name) for name in ("anna", "ben") if at.person(name).user is not person.user)
    answer = await waiting.click(shown, "Play")
    assert not list_menus(answer.message), "nothing to choose while another is to move"
    assert "Waiting for" in answer.text or "Ich" in answer.text or answer.text


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


async def test_only_one_of_two_people_gets_the_last_seat(at: Table) -> None:
    anna, ben, dana = (at.person(name) for name in ("anna", "ben", "dana"))
    opened = await anna.slash("docker new", {"players": 2})
    clicks = [person.click(opened.message, "Join") for person in (ben, dana)]
    for click in clicks:
        await click
        assert not click.failed
    await anna.until(lambda: _board_or_none(anna))
    match = await at.referee.match(1)
    assert len(match.seats) == 2
    assert match.phase == "running"


async def test_only_one_match_a_channel(at: Table) -> None:
    anna = at.person("anna")
    await anna.slash("docker new", {"players": 2})
    again = await anna.slash("docker new", {"players": 2})
    assert again.ephemeral
    assert "already a match" in again.text
    elsewhere = await anna.at("general").slash("docker new", {"players": 2})
    assert not elsewhere.ephemeral


async def test_a_missing_permission_is_named_with_its_channel(at: Table) -> None:
    from sandbox.discord.permissions import Permission
    from sandbox.storage.seed import deny_bot

    deny_bot(at.sandbox.world, "games", int(Permission.ATTACH_FILES))
    anna = at.person("anna")
    answer = await anna.slash("docker new", {"players": 2})
    assert answer.ephemeral
    assert "Attach Files" in answer.text
    assert f"<#{anna.channel.id}>" in answer.text
    assert await at.referee.match_in(anna.channel.id) is None, "nothing was opened"


async def test_each_person_reads_their_own_language(at: Table) -> None:
    for name, locale in (("anna", "en-US"), ("ben", "de"), ("chiara", "it"), ("dana", "fr")):
        at.person(name).user.locale = locale
    helped = {name: (await at.person(name).slash("help")).text for name in ("anna", "ben", "chiara", "dana")}
    assert len(set(helped.values())) == 4, "each person gets their own language"


async def test_rules_have_pages(at: Table) -> None:
    anna = at.person("anna")
    page = (await anna.slash("rules", {"game": "docker"})).message
    seen = {words(page)}
    while "▶" in buttons(page):
        await anna.click(page, "▶")
        seen.add(words(page))
    assert len(seen) >= 4


async def test_a_lobby_closes_by_itself(at: Table) -> None:
    anna = at.person("anna")
    opened = await anna.slash("docker new", {"players": 2})
    await wait_for_rest()
    at.sandbox.world.clock.advance(48 * 3600 + 1)
    await at.bot.sweep()
    assert (await at.referee.match(1)).phase == "cancelled"
    assert "Join" not in buttons(opened.message)
    again = await anna.slash("docker new", {"players": 2})
    assert not again.ephemeral


async def test_a_computer_player_answers_at_once(at: Table) -> None:
    anna = at.person("anna")
    opened = await anna.slash("docker new", {"players": 2})
    await choose_more(anna, opened.message, "Add a computer player", "normal")
    shown = await anna.until(lambda: _board_or_none(anna))
    assert [person.user for person in list_awaited(at)] == [anna.user]
    for _ in range(3):
        shown = await take_turn(anna)
        if not list_awaited(at):
            break
        assert [person.user for person in list_awaited(at)] == [anna.user]
    assert shown


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
