"""The whole command tree and every message fit Discord's limits, in all languages and in positions of all kinds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import games
from client.board import board as _board
from client.board.board import build_board
from client.commands.moved import MOVED
from client.help import help as guide
from client.help.rules import build_rules_page
from client.lobby import card
from client.pictures.painter import Painter
from client.turn.panel import add_forced, build_panel
from data import LogRow
from games.core import NATURE
from games.rng import Rng
from matches.match import Match
from matches.play import fold_draft
from matches.texts import Texts
from sandbox.errors import ApiError
from sandbox.validate import Validator
from tests.support.wire.offline import (
    LANGUAGES,
    check_help,
    check_message,
    commands,
    list_playable,
    make_running_match,
    offline,
    setup,
)

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures

NAME = re.compile(r"^[-_'\w]{1,32}$")


async def test_discord_accepts_the_whole_command_tree(tmp_path: Path) -> None:
    payload = await commands(offline(tmp_path))
    Validator().check_request("PUT", "/applications/{application_id}/commands", payload, {}, None)


async def test_a_description_of_101_characters_is_refused(tmp_path: Path) -> None:
    payload = await commands(offline(tmp_path))
    payload[0]["description"] = "x" * 101
    with pytest.raises(ApiError):
        Validator().check_request("PUT", "/applications/{application_id}/commands", payload, {}, None)


async def test_commands_are_named_and_described_in_every_language(tmp_path: Path) -> None:
    every = await commands(offline(tmp_path))
    menus = [each for each in every if each["type"] != 1]  # their names are sentences, and they have no description
    for menu in menus:
        named = {menu["name"], *(menu["name_localizations"][language] for language in LANGUAGES[1:])}
        assert len(named) == len(LANGUAGES), f"{named} is not translated"
        assert all(1 <= len(name) <= 32 for name in named)
    for thing in _walk([each for each in every if each not in menus]):
        assert NAME.match(thing["name"]), thing["name"]
        if "description" not in thing:
            continue
        for language in LANGUAGES[1:]:
            name = thing["name_localizations"][language]
            assert NAME.match(name), name
            assert name == name.lower()
            assert 1 <= len(thing["description_localizations"][language]) <= 100
        told = {thing["description"], *(thing["description_localizations"][language] for language in LANGUAGES[1:])}
        assert len(told) == len(LANGUAGES), f"{thing['name']}: {told} is not translated"


FOR_A_PLAYER, FOR_A_MANAGER = (others + 2 * len(games.own_names()) for others in (12, 16))
"""The most entries that `/` lists, of which each game has two, without those of game packs."""


async def test_the_picker_is_short(tmp_path: Path) -> None:
    every = [each for each in await commands(offline(tmp_path)) if each["type"] == 1]
    packs = {games.load(name).command for name in games.pack_names()}
    entries = {
        each["name"]: max(1, sum(option["type"] == 1 for option in each.get("options", ())))
        for each in every
        if each["name"] not in packs
    }
    managed = {each["name"] for each in every if each["default_member_permissions"] is not None}
    assert managed == {"server"}
    assert sum(entries.values()) <= FOR_A_MANAGER
    assert sum(count for name, count in entries.items() if name not in managed) <= FOR_A_PLAYER


async def test_every_command_of_the_previous_release_exists_or_has_moved_to_one_that_does(tmp_path: Path) -> None:
    bot = offline(tmp_path)
    await commands(bot)
    names = {each.qualified_name for each in bot.tree.walk_commands()}
    assert set(PREVIOUS) - names == MOVED.keys() - names == set(MOVED)
    assert {place for place, _ in MOVED.values()} <= names


PREVIOUS = """\
about, analyse, away, board, demo, doctor, export, film, hall, help, learn, link, lobbies, log, looking, manage, me,
move-here, play, privacy, puzzle, replay, report, rules, settings, stats, status, turns, verify, aquaretto buy,
aquaretto discard, aquaretto draw, aquaretto expand, aquaretto move, aquaretto new, aquaretto place, aquaretto
reassign, aquaretto take, docker move, docker new, dog exchange, dog move, dog new, dog play, league correct, league
end, league new, league remove, league start, riffraff card, riffraff load, riffraff move, riffraff new""".replace(
    "\n", " "
).split(", ")
"""The commands of the previous release."""


async def test_a_command_has_fewer_than_8000_characters(tmp_path: Path) -> None:
    for command in await commands(offline(tmp_path)):
        for language in LANGUAGES:
            assert _characters(command, language) < 8000, command["name"]


@pytest.mark.parametrize("name", list_playable())
async def test_messages_in_positions_of_all_kinds(name: str) -> None:
    painter = Painter(Texts())
    for seed, seats in enumerate(games.load(name).seats):
        game, state, options = setup(name, seats, seed)
        for ply in range(60):
            if game.outcome(state) is not None:
                break
            (seat, *_) = game.to_act(state)
            if seat == NATURE:
                break
            language = LANGUAGES[(ply + seed) % 4]
            match = make_running_match(game, state, seats, options, language=language)
            if ply % 6 == 0:
                await _check_everything(match, seat, painter, language)
            rng = Rng(bytes([seed]) * 32, "ply", ply)
            state = game.apply(state, seat, rng.choice(game.legal_moves(state, seat)), rng)


async def _check_everything(match: Match, seat: int, painter: Painter, language: str) -> None:
    say = painter.texts.say(language, match.cast())
    drawn = await painter.draw_public_board(match, seq=match.seq)
    assert 0 < len(drawn.alt) <= 1024
    events = "[]"
    log = [LogRow(1, "ply", seat, "x", events, None, None, None, 0.0)]
    public = build_board(match, drawn, log, say)
    view, files = public.view, public.files
    check_message(view, *files)
    check_message(card.build_card(match, say))
    shown = await build_panel(match, seat, (), painter, language, note="n" * 200)
    check_message(shown.view, shown.file)
    draft = add_forced(match, seat, ())
    position = fold_draft(match, seat, draft.codes)
    if not position.complete:
        moves = match.game.legal_moves(position.state, seat)
        for move in (moves[0], moves[-1]):
            shown = await build_panel(match, seat, (*draft.codes, move.code), painter, language)
            check_message(shown.view, shown.file)


@pytest.mark.parametrize("name", list_playable())
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_of_the_rules(name: str, language: str) -> None:
    painter = Painter(Texts())
    seen = set()
    for number in range(30):
        page = await build_rules_page(painter, language, name, number)
        check_message(page.view, *page.files)
        seen.add(json.dumps(page.view.to_components(), default=str))
    assert len(seen) == len(games.words(name).rules()) <= 12


@pytest.mark.parametrize("topic", guide.TOPICS)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_of_help_fits_on_a_phone(tmp_path: Path, language: str, topic: str) -> None:
    check_help(offline(tmp_path), language, topic)


async def test_a_board_never_overflows(tmp_path: Path) -> None:
    game, state, options = setup("docker", 4, 1)
    match = make_running_match(game, state, 4, options, language="de")
    say = Texts().say("de", match.cast())
    event = json.dumps([{"type": "Rolled", "seat": 0, "value": 3}])
    log = [LogRow(n, "ply", 0, "x", event, None, None, None, 0.0) for n in range(500)]
    drawn = await Painter(Texts()).draw_public_board(match, seq=1)
    public = _board.build_board(match, drawn, log, say)
    view, files = public.view, public.files
    check_message(view, *files)


def _walk(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for option in options:
        found += [option, *_walk(option.get("options", []))]
    return found


def _characters(thing: dict[str, Any], language: str) -> int:
    """Count the characters of names, descriptions and values as Discord does."""
    total = len(thing.get("name_localizations", {}).get(language) or thing["name"])
    if "description" in thing:
        total += len((thing.get("description_localizations") or {}).get(language) or thing["description"])
    total += sum(len(str(choice["value"])) + _characters(choice, language) for choice in thing.get("choices", []))
    return total + sum(_characters(option, language) for option in thing.get("options", []))
