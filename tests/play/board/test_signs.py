"""The signs of games: emoji of the application, drawn by us, on buttons and menus."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import cast

import discord
import pytest

import games
from client.core.signs import NAME_LENGTH, make_emoji_name
from client.messages.custom_ids import Id
from client.turn.candidates import make_menu_buttons
from games.riff_raff.moves import Take
from matches.match import Match
from matches.texts import Texts
from sandbox.discord.components import walk
from sandbox.discord.model import ApplicationEmoji
from sandbox.person.reading import words
from tests.support.here import draw_signs
from tests.support.play.ship import to_first_loading
from tests.support.play.signs import list_labels_with_signs, sync
from tests.support.play.table import Table, buttons, open_match, open_panel, play_out


async def test_a_card_is_a_button_with_its_sign(at: Table) -> None:
    await sync(at)
    await open_match(at, "dog new", ("anna", "ben"))
    panel = await open_panel(at.person("anna"))
    hand = (await at.referee.match(1)).state.hands[0]
    signs = draw_signs("dog_royal")
    shown = list_labels_with_signs(at, panel)
    assert sorted(shown.values()) == sorted({make_emoji_name("dog_royal", card, signs[card]) for card in hand})


async def test_tabs_and_menus_have_signs(at: Table) -> None:
    await sync(at)
    await open_match(at, "docker new", ("anna", "ben"))
    match = await play_out(at, seed=5, until=lambda match: match.seq > 6)
    person = at.person(match.awaited[0].name.lower())
    shown = list_labels_with_signs(at, await open_panel(person))
    assert shown
    assert {name[:9] for name in shown.values()} <= {f"docker_{colour}_" for colour in "RYGB"}


async def test_an_open_card_shows_the_pieces_it_moves(at: Table) -> None:
    await sync(at)
    await open_match(at, "dog new", ("anna", "ben"))
    pieces: dict[str, str] = {}
    seq = 20
    while not pieces:  # not every hand opens with a card that moves a piece
        match = await play_out(at, seed=seq, until=lambda m, seq=seq: m.state.phase == "turn" and m.seq > seq)
        shown = list_labels_with_signs(at, await open_panel(at.person(match.awaited[0].name.lower())))
        pieces = {label: name for label, name in shown.items() if name.startswith("dog_royal_piece_")}
        seq = match.seq
        assert seq < 200, "no hand opened with a card that moves a piece"
    (seat,) = match.to_act
    colour = match.state.colours[seat]
    letters = {"King": "K", "Knight": "N", "Citizen": "C", "Jester": "J"}
    found = {label: f"dog_royal_piece_{colour}{letters[label.split()[0]]}_" for label in pieces}
    assert all(name.startswith(found[label]) for label, name in pieces.items())


def has_loaded_truck(match: Match) -> bool:
    """Tell whether a turn begins and a truck can be taken."""
    seats = [seat for seat in match.to_act if seat >= 0]
    codes = [move.code for seat in seats for move in match.game.legal_moves(match.state, seat)]
    return "draw" in codes and any(code.startswith("take/") for code in codes)


async def test_trucks_and_the_pile_have_signs(at: Table) -> None:
    await sync(at)
    await open_match(at, "aquaretto new", ("anna", "ben"))
    match = await play_out(at, seed=4, until=has_loaded_truck)
    shown = list_labels_with_signs(at, await open_panel(at.person(match.awaited[0].name.lower())))
    assert shown["Draw a tile"].startswith("aquaretto_pile_")
    trucks = {label: name for label, name in shown.items() if label.startswith("Take truck ")}
    assert trucks
    assert all(name.startswith(f"aquaretto_truck_{label[11]}_") for label, name in trucks.items())


async def test_a_lesson_has_signs_and_goes_on_without(at: Table) -> None:
    await sync(at)
    anna = at.person("anna")
    shown = list_labels_with_signs(at, (await anna.slash("learn", {"game": "aquaretto"})).message)
    assert [name[:15] for name in shown.values()] == ["aquaretto_truck", "aquaretto_pile_", "aquaretto_truck"]
    at.sandbox.world.emojis.clear()  # somebody deleted them in Discord's portal
    message = (await anna.slash("learn", {"game": "aquaretto"})).message
    assert {*shown} <= {*buttons(message)}
    assert list_labels_with_signs(at, message) == {}
    at.sandbox.rest.refused.clear()


async def test_a_choice_without_a_sign_removes_all_signs_of_its_step(at: Table) -> None:
    """An illegal choice that has no sign could be told from the others."""
    await sync(at)
    message = (await at.person("anna").slash("learn", {"game": "docker"})).message
    assert len(buttons(message)) == 3
    assert list_labels_with_signs(at, message) == {}


@pytest.mark.parametrize("signed", [True, False])
async def test_proposed_loadings_are_letters_and_named_above_the_picture(at: Table, *, signed: bool) -> None:
    if signed:
        await sync(at)
    panel = await open_panel(await to_first_loading(at))
    rows = [part["components"] for _, part in walk(panel.components) if part["type"] == 1]
    proposed = [[each for each in row if "sb:adopt:" in each.get("custom_id", "")] for row in rows]
    labels = [[each["label"] for each in row] for row in proposed if row]
    assert labels == [["A", "B", "C"], ["D", "E", "F"]]
    assert len(re.findall(r"\*\*[A-F]\*\* \w+, ", words(panel))) == 6
    assert len(list_labels_with_signs(at, panel)) == (6 if signed else 0)


def test_a_piece_that_no_loading_begins_with_has_its_sign() -> None:
    match = cast("Match", SimpleNamespace(words=games.words("riff_raff")))
    signs = {"crate": discord.PartialEmoji(name="crate", id=1)}
    pressed, say = (Id("begin", 1), Id("detail", 1)), Texts().say("en", ())
    crate, detail = make_menu_buttons([Take("crate")], match, 0, None, pressed, say, signs)
    assert crate.emoji == signs["crate"]
    assert detail.emoji is None


async def test_signs_are_made_once_and_old_ones_deleted(at: Table) -> None:
    count = sum(len(draw_signs(name)) for name in games.names())
    foreign, old = (ApplicationEmoji(at.sandbox.world.new_id(), name, b"") for name in ("party", "docker_R_01234567"))
    at.sandbox.world.emojis |= {foreign.id: foreign, old.id: old}
    assert await sync(at) == [*["POST"] * count, "DELETE"]
    assert foreign.id in at.sandbox.world.emojis
    assert await sync(at) == []


async def test_without_emoji_the_buttons_have_words_alone(at: Table, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(2000):  # the application has no room for ours
        at.sandbox.world.emojis[number + 1] = ApplicationEmoji(number + 1, f"party{number}", b"")
    await sync(at)
    assert "could not make all signs of games" in caplog.text
    await open_match(at, "dog new", ("anna", "ben"))
    assert list_labels_with_signs(at, await open_panel(at.person("anna"))) == {}
    at.sandbox.rest.refused.clear()


@pytest.mark.parametrize("name", games.names())
def test_names_are_short_and_change_with_the_picture(name: str) -> None:
    signs = draw_signs(name)
    names = [make_emoji_name(name, sign, png) for sign, png in signs.items()]
    assert len({*names}) == len(names)
    assert all(2 <= len(each) <= NAME_LENGTH and each.isascii() and each.isidentifier() for each in names)
    assert not {make_emoji_name(name, sign, png + b" ") for sign, png in signs.items()} & {*names}
