"""Pings notify exactly the awaited people, also where boards are edited in place."""

from __future__ import annotations

import random

from matches.people.preferences import Server
from sandbox.discord.model import MessageFlag
from tests.support.play.days import find_players, pass_time
from tests.support.play.servers import change_setting
from tests.support.play.table import Table, buttons, decide, find_board, open_match


async def test_an_edited_board_is_silent_and_its_ping_reaches_one_person(at: Table) -> None:
    world = at.sandbox.world
    await change_setting(at, Server(edit_boards=True))
    await open_match(at, "docker new", ("anna", "ben", "chiara"), {"preset": "Standard"})
    await pass_time(at, 600, step=600)
    anna = at.person("anna")
    only = find_board(anna)
    for turn in range(4):
        person, _ = await find_players(at)
        before, picture = len(world.pings), only.attachments[0].filename
        await decide(at, person, random.Random(turn))
        await person.until(lambda picture=picture: only.attachments[0].filename != picture)
        called, _ = await find_players(at)
        await person.until(lambda before=before: len(world.pings) > before)
        (ping,) = world.pings[before:]
        assert ping.message is not only, "an edit pings nobody"
        assert ping.users == (called.user.id,), "one of three people is pinged"
        assert ping.message.mentions == [called.user.id]
        assert not ping.message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS
        assert find_board(anna) is only
        await pass_time(at, 200, step=200)


async def test_people_who_are_present_are_not_pinged(at: Table) -> None:
    """Edit boards while both people are present: nothing is posted."""
    await change_setting(at, Server(edit_boards=True))
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    only, shown, pinged = find_board(anna), len(public(at)), len(at.sandbox.world.pings)
    for turn in range(4):
        person, other = await find_players(at)
        await other.slash("turns")
        picture = only.attachments[0].filename
        await decide(at, person, random.Random(turn))
        await person.until(lambda picture=picture: only.attachments[0].filename != picture)
    assert len(public(at)) == shown
    assert len(at.sandbox.world.pings) == pinged


async def test_a_board_is_silent_unless_it_pings_somebody(at: Table) -> None:
    """Keep other boards silent, so that people who are notified of every message hear only of turns."""
    await open_match(at, "docker new", ("anna", "ben"))
    anna, kinds = at.person("anna"), set()
    for turn in range(6):
        person, other = await find_players(at)
        if turn % 2:
            await other.slash("turns")  # people who are present need no ping
        else:
            await pass_time(at, 1200, step=600)
        before = find_board(anna)
        await decide(at, person, random.Random(turn))
        await anna.until(lambda before=before: find_board(anna) is not before)
        called, silent = (
            bool(find_board(anna).mentions),
            bool(find_board(anna).flags & MessageFlag.SUPPRESS_NOTIFICATIONS),
        )
        assert silent is not called
        kinds.add(called)
    assert kinds == {True, False}


def public(at: Table) -> list[object]:
    return [message for message in at.person("anna").messages() if not message.ephemeral]


async def test_a_match_that_moves_has_a_board_in_its_new_place(at: Table) -> None:
    """Post a board in the new place, although the last board is young and the newest message of the old place."""
    await change_setting(at, Server(edit_boards=True))
    old = await open_match(at, "docker new", ("anna", "ben"))
    general, before = at.person("anna", "general"), [file.filename for file in old.attachments]
    await general.slash("turns", {"here": 1})
    await general.until(lambda: any(message.attachments for message in general.messages()))
    await at.person("anna").until(lambda: "Play" not in buttons(old))
    assert [file.filename for file in old.attachments] == before
