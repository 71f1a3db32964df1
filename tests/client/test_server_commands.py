"""Panels of hosts and server managers fit Discord's limits; reports contain no secret of other seats."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from discord import ui
from msgspec import structs

import games
from client.core import permissions
from client.lobby.card import build_card
from client.lobby.host_pages import build_guests_page, build_seats_page
from client.lobby.lobby_panel import build_lobby_panel
from client.messages.custom_ids import Id
from client.messages.forms import Form
from client.replay.log import build_page
from client.replay.report import build_report
from client.server.doctor import describe_permissions
from client.server.management import ACTIONS, build_manage_panel
from client.server.settings import SETTING_PAGES, build_settings_panel
from data import LogRow
from games.core import NATURE
from games.rng import Rng
from games.text import T
from matches.clocks.pace import PACES
from matches.match import Invitation, Match
from matches.people.preferences import Server
from tests.support.laws.playouts import has_secrets
from tests.support.wire.offline import (
    LANGUAGES,
    LONGEST_NAME,
    check_message,
    list_playable,
    make_running_match,
    offline,
    setup,
)

COGS = Path(__file__).resolve().parents[2] / "cogs"
LEAST_LABEL, MOST_TITLE = 1, 45


def make_widest_match(name: str, language: str) -> Match:
    """Build a running match with as many people as can play, all with the longest names."""
    most = games.load(name).seats[-1]
    game, state, options = setup(name, most, 0)
    return make_running_match(game, state, most, options, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list_playable())
def test_lobby_and_host_panel(tmp_path: Path, name: str, language: str) -> None:
    bot = offline(tmp_path)
    match = make_widest_match(name, language)
    asked = tuple(Invitation(2**62 + 50 + number, None, LONGEST_NAME) for number in range(10))
    for pace in PACES:
        lobby = structs.replace(
            match, phase="lobby", pace=pace, private=True, invited=asked, capacity=len(match.seats) + 10,
            card_channel_id=2**62,
        )  # fmt: skip
        check_message(build_card(lobby, bot.say_to_all(lobby)))
        say = bot.say_to_all(lobby)
        check_message(build_lobby_panel(lobby, say, lobby.host_id, host=True, note="✓"))
        check_message(build_guests_page(lobby, say, shares=True, parts=True))
        for blocked in (None, (), tuple(range(2**62, 2**62 + 60))):
            check_message(build_seats_page(lobby, say, lobby.host_id, blocked=blocked))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list_playable())
def test_panels_of_managers(tmp_path: Path, name: str, language: str) -> None:
    bot = offline(tmp_path)
    match = make_widest_match(name, language)
    say = bot.say_to_all(match)
    for phase in ("running", "paused"):
        check_message(build_manage_panel(structs.replace(match, phase=phase), say))
    everything = Server(
        channels=tuple(2**62 + number for number in range(25)), games=bot.list_playable(), edit_boards=True
    )
    everything = msgspec.structs.replace(everything, edit_boards_in={5: False})
    for server in (Server(), everything):
        for page in SETTING_PAGES:
            check_message(build_settings_panel(bot, server, say, channel_id=5, page=page))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_forms_fit(tmp_path: Path, language: str) -> None:
    say = offline(tmp_path).texts.say(language)
    for label in ACTIONS.values():
        assert LEAST_LABEL <= len(say(label)) <= MOST_TITLE, "the title would be cut"
        reason: ui.TextInput[Form] = ui.TextInput(custom_id="reason", max_length=200)
        asked = {say(T("Why? Everybody will see your answer.")): reason}
        form = Form(say(label), Id("manage_now", 2**40, 9999, "skip.5"), asked)
        assert form.title == say(label)
        assert len(say(T("Why? Everybody will see your answer."))) <= MOST_TITLE
        assert form.to_components()


@pytest.mark.parametrize("missing", [*permissions.PERMISSIONS, None])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_doctor(tmp_path: Path, language: str, missing: str | None) -> None:
    say = offline(tmp_path).texts.say(language)
    allowed = SimpleNamespace(**{name: name != missing for name in permissions.PERMISSIONS})
    interaction = SimpleNamespace(app_permissions=allowed, channel_id=5)
    lines = describe_permissions(interaction, say)  # type: ignore[arg-type]
    crossed = [line for line in lines if line.startswith("❌")]
    assert len(crossed) == (missing is not None)
    assert missing is None or say(permissions.PERMISSIONS[missing]) in crossed[0]


def test_every_button_has_a_handler(tmp_path: Path) -> None:
    """Start a new process, because other tests may have imported modules that the bot does not."""
    program = (
        "import asyncio, pathlib, sys; "
        "from tests.support.wire.offline import offline; from client.commands.loading import load_cogs; "
        "from client.core.controls import list_actions; "
        "asyncio.run(load_cogs(offline(pathlib.Path(sys.argv[1])))); print(*list_actions())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=COGS.parent, capture_output=True, text=True, check=True
    )
    made = {
        name
        for folder in (COGS, COGS.parent / "client")
        for file in folder.rglob("*.py")
        for name in re.findall(r'\bId\(\s*"(\w+)"', file.read_text("utf-8"))
    }
    assert len(made) > 40
    assert made <= set(run.stdout.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_the_log(tmp_path: Path, language: str) -> None:
    bot = offline(tmp_path)
    match = make_widest_match("docker", language)
    kinds: tuple[Any, ...] = ("start", "pause", "resume", "undo", "replace", "place", "skip", "resign", "cancel")
    log = tuple(
        LogRow(number, kinds[number % len(kinds)], number % 2, "", "[]", None, 0, None, 1.8e9, note="W" * 200)
        for number in range(200)
    )
    for number in (-1, 0, 1, 5, 99):
        check_message(build_page(match, log, number, bot.say_to_all(match)))


SECRETIVE = [name for name in list_playable() if has_secrets(games.load(name))]


@pytest.mark.parametrize("name", SECRETIVE)
def test_two_worlds_give_one_report(name: str) -> None:
    """Compare the reports of two running matches that differ only in secrets of other seats."""
    choice = random.Random(7)
    compared = differing = 0
    for seed in range(12):
        seats = games.load(name).seats
        count = seats[seed % len(seats)]
        game, state, options = setup(name, count, seed)
        log: list[LogRow] = []
        for ply in range(40):
            to_act = game.to_act(state)
            if not to_act or NATURE in to_act:
                break
            seat = choice.choice(to_act)
            move = choice.choice(game.legal_moves(state, seat))
            state = game.apply(state, seat, move, Rng(bytes([seed]) * 32, "ply", ply))
            events = msgspec.json.encode(state.events).decode()
            log.append(LogRow(ply, "ply", seat, move.code, events, b"snapshot", None, 2**62 + seat, 1.8e9))
            match = make_running_match(game, state, count, options, language="en")
            viewer = ply % count
            other = game.reshuffle(state, viewer, Rng(bytes([ply]) * 32, "other", 0))
            elsewhere = structs.replace(
                make_running_match(game, other, count, options, language="en"), secret=b"x" * 32
            )
            hidden = tuple(
                row if row.user_id == 2**62 + viewer else structs.replace(row, code="another", snapshot=b"else")
                for row in log
            )
            mine = build_report(match, tuple(log), 2**62 + viewer)
            assert mine == build_report(
                structs.replace(elsewhere, seats=match.seats, state=other), hidden, 2**62 + viewer
            )
            assert match.secret.hex().encode() not in mine
            compared += 1
            differing += other != state
    assert compared > 50
    assert differing > 0, "the two worlds never differed"


def test_a_report_after_the_end_has_the_secret_and_all_moves() -> None:
    match = make_widest_match("dog_royal", "en")
    log = (LogRow(1, "ply", 0, "king", "[]", b"s", None, 5, 1.8e9),)
    over = structs.replace(match, phase="finished")
    told = json.loads(build_report(over, log, 999))
    assert told["secret"] == match.secret.hex()
    assert told["log"][0]["code"] == "king"
    assert "secret" not in json.loads(build_report(match, log, 999))
    assert json.loads(build_report(match, log, 999))["log"][0]["code"] == ""
