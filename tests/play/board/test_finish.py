"""Details that players notice: no sentence twice, boards as each channel wants them, threads that are archived, the
bot's state in words."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import get_args

import pytest

from client.core.bot import Slowboat
from client.core.people import make_board_look
from client.server.settings import PALETTES
from matches.match import Match
from matches.people.preferences import Palette, Server, read_server
from matches.sweep import Ages
from rendering import Look
from sandbox.person.person import menus
from tests.support.play.days import HOUR, find_players, pass_time
from tests.support.play.pictures import measure_light
from tests.support.play.table import (
    Table,
    buttons,
    decide,
    find_board,
    open_match,
    open_settings,
    play_out,
    press_for_message,
    resign,
    take_turn,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.threads import in_thread


@pytest.mark.parametrize(
    ("command", "plies"), [("docker new", 10), ("dog new", 10), ("aquaretto new", 10), ("riffraff new", 4)]
)
async def test_the_position_in_words_says_nothing_twice(at: Table, command: str, plies: int) -> None:
    await open_match(at, command, ("anna", "ben"))
    choice = random.Random(7)
    for _ in range(plies // 2):
        seq = (await at.referee.match(1)).seq
        match = await play_out(at, seed=choice.randrange(99), until=_stop_after(seq + 2))
        for person in (at.person("anna"), at.person("ben")):
            told = (await person.click(find_board(person), "Position in words")).text
            sentences = [each.strip() for line in told.split("\n") for each in line.split(". ") if len(each) > 20]
            assert len({each.rstrip(".") for each in sentences}) == len(sentences), told
        if match.phase != "running":
            return


def _stop_after(seq: int) -> Callable[[Match], bool]:
    return lambda match: match.seq >= seq


async def test_a_channel_has_boards_of_its_own_kind(at: Table) -> None:
    master, anna = at.person("harbourmaster"), at.person("anna")
    panel = await open_settings(master, "Boards")
    await master.click(panel, "Edit boards in this channel")
    await master.until(lambda: "✓ Edit boards in this channel" in buttons(panel))
    assert "Boards in this channel: edited" in words(panel).replace("*", "")
    guild = master.channel.guild
    assert guild is not None
    kept = await read_server(at.referee, guild.id)
    assert kept == Server(edit_boards_in={master.channel.id: True})
    only = await open_match(at, "docker new", ("anna", "ben"))
    await pass_time(at, 600, step=600)
    person, _ = await find_players(at)
    picture = only.attachments[0].filename
    await decide(at, person, random.Random(1))
    await anna.until(lambda: only.attachments[0].filename != picture)
    await wait_for_boards(at)
    assert find_board(anna) is only
    await master.click(panel, "✓ Edit boards in this channel")
    await master.until(lambda: "Edit boards in this channel" in buttons(panel))
    assert await read_server(at.referee, guild.id) == Server()
    person, _ = await find_players(at)
    await decide(at, person, random.Random(2))
    await anna.until(lambda: find_board(anna) is not only)


async def test_a_channel_has_boards_in_its_own_palette(at: Table) -> None:
    master, anna = at.person("harbourmaster"), at.person("anna")
    guild = master.channel.guild
    assert guild is not None
    light = await open_match(at, "docker new", ("anna", "ben"))
    panel = await open_settings(master, "Boards")
    menu = next(menu for menu, options in menus(panel).items() if options[0]["value"] == "light")
    await master.choose(panel, menu, "dark_patterns")
    await master.until(lambda: "dark, colours with patterns" in words(panel))
    assert await read_server(at.referee, guild.id) == Server(palettes={master.channel.id: "dark_patterns"})
    await pass_time(at, 600, step=600)
    person, _ = await find_players(at)
    await decide(at, person, random.Random(1))
    await anna.until(lambda: find_board(anna) is not light)
    await wait_for_boards(at)
    assert (
        measure_light(light.attachments[0].content) > 150 > 90 > measure_light(find_board(anna).attachments[0].content)
    )
    await master.choose(panel, menu, "light")
    await master.until(lambda: "dark, colours" not in words(panel))
    assert await read_server(at.referee, guild.id) == Server()


def test_the_palette_of_a_thread_is_that_of_its_channel_unless_it_has_its_own() -> None:
    server = Server(palettes={5: "dark", 7: "light_contrast"})
    assert (server.palette(1, None), server.palette(1, 5), server.palette(7, 5)) == ("light", "dark", "light_contrast")
    looks = {palette: make_board_look(palette) for palette in get_args(Palette)}
    assert looks == {
        "light": Look(),
        "dark": Look(theme="dark"),
        "light_contrast": Look(contrast=True),
        "dark_contrast": Look(theme="dark", contrast=True),
        "light_patterns": Look(patterns=True),
        "dark_patterns": Look(theme="dark", patterns=True),
    }
    assert set(PALETTES) == set(looks)


async def test_a_thread_follows_its_channel(at: Table) -> None:
    server = Server(edit_boards=True, edit_boards_in={5: False, 7: True})
    assert server.edits_boards(1, None)
    assert not server.edits_boards(1, 5)
    assert server.edits_boards(7, 5)


async def test_the_thread_of_a_finished_match_is_archived_and_its_buttons_work(at: Table) -> None:
    thread, anna = await in_thread(at)
    await resign((await find_players(at))[0].at(thread))
    await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
    await wait_for_boards(at)
    await anna.until(lambda: thread.auto_archive_minutes == 60)
    assert not thread.archived
    await pass_time(at, 2 * HOUR, step=HOUR)
    assert thread.archived
    assert not thread.locked
    await press_for_message(anna, find_board(anna), "Rematch")
    ben = at.person("ben").at(thread)
    invitation = await ben.until(lambda: next((each for each in ben.messages() if "Accept" in buttons(each)), None))
    await ben.click(invitation, "Accept")
    await anna.until(lambda: "Play" in buttons(find_board(anna)))
    await pass_time(at, 2 * HOUR, step=HOUR)
    await anna.until(lambda: not thread.archived and thread.auto_archive_minutes == 7 * 24 * 60)
    match = await at.referee.match_in(thread.id)
    assert match is not None
    assert match.phase == "running"


async def test_a_thread_opened_by_people_is_not_archived(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await resign((await find_players(at))[0])
    await wait_for_boards(at)
    await wait_for_rest()
    edited = [each for each in at.sandbox.rest.log if each.method == "PATCH" and each.template.endswith("{channel_id}")]
    assert edited == []


async def test_status_says_what_works_and_what_waits(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    mine, theirs = await find_players(at)
    told = (await mine.slash("help", {"show": "status"})).text
    assert "Everything works." in told
    assert "You are in one open match. One is waiting for you." in told
    assert "None is waiting for you." in (await theirs.slash("help", {"show": "status"})).text
    idle = (await at.person("dana").slash("help", {"show": "status"})).text
    assert idle.endswith("You are in no open match.")

    async def read_late(*_: object) -> Ages:
        return Ages(600.0, 0.0)

    monkeypatch.setattr(sys.modules["client.help.about"], "read_ages", read_late)
    monkeypatch.setattr(Slowboat, "shards_down", lambda _: frozenset({0}))
    told = (await mine.slash("help", {"show": "status"})).text
    assert "Something is slow" in told
    assert "Boards are 10 minutes late." in told
    assert "cannot reach some servers" in told
    assert await take_turn(mine)
