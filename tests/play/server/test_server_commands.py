"""The pages of `/server`, and that only server managers may use them."""

from __future__ import annotations

import pytest
from msgspec import structs

import games
from client.server.management import ACTIONS
from client.server.settings import SETTING_PAGES
from matches.people.preferences import Server, read_server
from matches.people.servers import change_server
from sandbox.discord import guilds
from sandbox.discord.components import walk
from sandbox.discord.model import Message, Overwrite
from sandbox.discord.permissions import Permission
from sandbox.person.person import Person, Refused
from sandbox.storage.seed import deny_bot
from tests.support.play.asking import ask
from tests.support.play.days import DAY, find_players, pass_time
from tests.support.play.table import Table, buttons, find_board, list_menus, open_match, take_turn, words

MASTER = "harbourmaster"


async def panel_of(at: Table, command: str) -> tuple[Person, Message]:
    master = at.person(MASTER)
    return master, (await ask(master, command)).message


async def wishes(at: Table) -> Server:
    guild = at.person(MASTER).channel.guild
    assert guild is not None
    return await read_server(at.referee, guild.id)


async def manage(at: Table, chosen: str, reason: str, seat: int | None = None) -> Person:
    """Do something to the match as the server's owner."""
    master, panel = await panel_of(at, "manage")
    assert panel.ephemeral
    label = ACTIONS[chosen].id
    asked = master.click(panel, label) if seat is None else master.choose(panel, label, [str(seat)])
    await asked
    assert asked.modal is not None
    done = await master.submit(asked, {"reason": reason})
    assert "Done." in done.text, done.text
    return master


async def test_every_setting_takes_effect(at: Table) -> None:
    master, panel = await panel_of(at, "settings")
    assert panel.ephemeral
    general = master.at("general").channel
    for menu, values in (
        ("Allowed games", ["docker", "aquaretto"]),
        ("Channels for matches (none chosen: all)", [str(general.id)]),
        ("Default pace", ["daily"]),
        ("When somebody's time is up", ["skip"]),
        ("Open matches per person", ["3"]),
        ("Open matches in total", ["50"]),
    ):
        await master.choose(panel, menu, values)
    assert f"<#{general.id}>" in words(panel)
    await master.click(panel, "Boards")
    await master.choose(panel, "Language of boards", ["fr"])
    await master.click(panel, "Edit boards in place")
    await master.until(lambda: "✓ Edit boards in place" in buttons(panel))
    expected = Server("daily", "skip", ("aquaretto", "docker"), (general.id,), 3, 50, "fr", edit_boards=True)
    assert await wishes(at) == expected
    await at.restart()
    await master.click(panel, "Matches")
    await master.choose(panel, "Channels for matches (none chosen: all)", [])
    await master.choose(panel, "Allowed games", [*at.bot.list_playable()])
    await master.click(panel, "Boards")
    await master.choose(panel, "Language of boards", ["-"])
    await master.click(panel, "✓ Edit boards in place")
    await master.until(lambda: "Edit boards in place" in buttons(panel))
    assert await wishes(at) == Server("daily", "skip", per_person=3, in_all=50)
    opened = await at.person("anna").slash("docker new", {"players": 2})
    assert "One move a day" in words(opened.message), "a new match has the server's pace"


async def test_only_managers_see_and_press_the_panels(at: Table) -> None:
    anna = at.person("anna")
    await open_match(at, "docker new", ("anna", "ben"))
    for command in ("settings", "manage"):
        with pytest.raises(Refused):
            ask(anna, command)
    shown = find_board(anna)
    for custom_id in ("sb:set:0:-1:edit_boards", "sb:manage:1:-1:end", "sb:manage:1:-1:skip.0"):
        row = {"type": 2, "style": 2, "label": custom_id, "custom_id": custom_id, "id": 900}
        shown.components[0]["components"].append({"type": 1, "id": 901, "components": [row]})
        answer = await anna.click(shown, custom_id)
        shown.components[0]["components"].pop()
        assert "Only somebody who manages the server" in answer.text, custom_id
        assert answer.modal is None
    assert await wishes(at) == Server()
    assert (await at.referee.match(1)).phase == "running"


async def test_a_stand_in_moves_now(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    match = await at.referee.match(1)
    seat = match.awaited[0].seat
    await manage(at, "skip", "Is asleep", seat)
    now = await person.until(lambda: "A stand-in moved" in words(find_board(person)) and find_board(person))
    assert "Reason: Is asleep" in words(now)
    assert "At a server manager's request" in words(now)
    assert (await find_players(at))[0].user is other.user
    assert "Is asleep" in (await person.slash("match", {"show": "log"})).text
    await take_turn(other)


async def test_a_seat_goes_to_a_computer_player(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    seat = (await at.referee.match(1)).awaited[0].seat
    await manage(at, "replace", "Gone for good", seat)
    now = await other.until(lambda: "Gone for good" in words(find_board(other)) and find_board(other))
    match = await at.referee.match(1)
    assert match.holder(seat).user_id is None
    assert (await find_user_to_move(at)) == other.user.id, "the computer player has already moved"
    assert "plays this seat from now on" in words(now)
    assert "Gone for good" in (await person.slash("match", {"show": "log"})).text


async def test_a_manager_pauses_and_resumes_a_match(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    person, _ = await find_players(at)
    await manage(at, "pause", "Server holiday")
    now = await person.until(lambda: "has paused the match" in words(find_board(person)) and find_board(person))
    assert "Reason: Server holiday" in words(now)
    await pass_time(at, 3 * DAY, step=DAY)
    assert (await at.referee.match(1)).head == 0
    assert "Server holiday" in (await person.slash("match", {"show": "log"})).text
    _, panel = await panel_of(at, "manage")
    assert "Pause" not in buttons(panel)
    await manage(at, "resume", "Holiday is over")
    now = await person.until(lambda: "Holiday is over" in words(find_board(person)) and find_board(person))
    await take_turn(person)


async def test_a_manager_takes_back_the_last_turn(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, _ = await find_players(at)
    master, panel = await panel_of(at, "manage")
    asked = await master.click(panel, "Take back the last turn")
    refused = await master.submit(asked, {"reason": "x"})
    assert "nothing to take back" in refused.text
    await take_turn(person)
    await manage(at, "undo", "A misclick")
    now = await person.until(lambda: "A misclick" in words(find_board(person)) and find_board(person))
    assert "taken back" in words(now)
    assert (await find_players(at))[0].user is person.user
    await take_turn(person)


async def test_a_manager_ends_a_match(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    await manage(at, "end", "Broken off <@1> @everyone")
    now = await anna.until(lambda: "cancelled" in words(find_board(anna)) and find_board(anna))
    assert "Broken off" in words(now)
    assert "<@1>" not in words(now)
    assert all(now not in person.pings() for person in (anna, at.person("ben"), at.person("dana")))
    assert "Broken off" in (await anna.slash("match", {"show": "log"})).text
    with_nothing = await at.person(MASTER).slash("server", {"show": "manage"})
    assert "No match is being played" in with_nothing.text


async def test_an_action_on_a_match_that_has_moved_on_does_nothing(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, _ = await find_players(at)
    master, panel = await panel_of(at, "manage")
    asked = await master.click(panel, "Take back the last turn")
    await take_turn(person)
    refused = await master.submit(asked, {"reason": "late"})
    assert "moved on" in refused.text
    assert (await at.referee.match(1)).head == 1
    one = await master.click(panel, "End without a result")
    two = await master.click(panel, "End without a result")
    first, second = master.submit(one, {"reason": "a"}), master.submit(two, {"reason": "b"})
    await first
    await second
    assert sorted("Done." in each.text for each in (first, second)) == [False, True]


async def test_no_stand_in_moves_for_a_seat_nobody_waits_for(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    waiting = (await at.referee.match(1)).awaited[0].seat
    master, panel = await panel_of(at, "manage")
    asked = await master.choose(panel, ACTIONS["skip"].id, [str(1 - waiting)])
    refused = await master.submit(asked, {"reason": "x"})
    assert "Nobody is waiting for" in refused.text


@pytest.mark.parametrize(
    ("bit", "name"),
    [
        (Permission.VIEW_CHANNEL, "View Channel"),
        (Permission.SEND_MESSAGES, "Send Messages"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        (Permission.ATTACH_FILES, "Attach Files"),
        (Permission.READ_MESSAGE_HISTORY, "Read Message History"),
        (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads"),
    ],
)
async def test_the_doctor_names_what_is_missing(at: Table, bit: Permission, name: str) -> None:
    anna = at.person("anna")
    healthy = await anna.slash("help", {"show": "doctor"})
    assert "❌" not in healthy.text
    assert "all the permissions I need" in healthy.text
    deny_bot(at.sandbox.world, "games", int(bit))
    ill = (await anna.slash("help", {"show": "doctor"})).text
    crossed = [line for line in ill.splitlines() if "❌" in line]
    assert any(f"❌ {name} ·" in line for line in crossed)
    if bit is not Permission.VIEW_CHANNEL:
        assert len([line for line in crossed if line]) <= 3, crossed
    assert "Edit Channel → Permissions" in ill
    assert f"<#{anna.channel.id}>" in ill


async def test_the_doctor_goes_through_all_channels_and_repairs_what_it_may(at: Table) -> None:
    """Those who manage the server see every channel. With the right to change permissions, the bot gives itself what it
    lacks; without, nothing changes."""
    games_channel = at.person("anna").channel
    assert "Channels where" not in (await at.person("anna").slash("help", {"show": "doctor"})).text
    master = at.person(MASTER, "general")
    panel = (await ask(master, "doctor")).message
    assert "Nothing is missing in 2 channels." in words(panel)
    missing = f"❌ <#{games_channel.id}>: Send Messages and Attach Files"
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES | Permission.ATTACH_FILES))
    panel = (await ask(master, "doctor")).message
    assert missing in words(panel)
    assert "Nothing is missing in 1 channel." in words(panel)
    await master.click(panel, "Repair what I can")
    assert missing in words(panel), "it may not change permissions"
    denied = Overwrite(at.sandbox.world.bot.id, 1, int(Permission.MANAGE_ROLES), int(Permission.SEND_MESSAGES))
    guilds.overwrite(at.sandbox.world, games_channel, denied)
    await master.click(panel, "Repair what I can")
    assert "Nothing is missing in 2 channels." in words(panel)
    assert "Nothing is missing in 2 channels." in words((await ask(master, "doctor")).message)


async def test_the_doctor_forgets_channels_that_are_gone_and_looks_again(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna, master = at.person("anna"), at.person(MASTER, "general")
    guild = master.channel.guild
    assert guild is not None
    await change_server(at.referee, guild.id, lambda found: structs.replace(found, channels=(999, master.channel.id)))
    bot_guild = at.bot.get_guild(guild.id)
    assert bot_guild is not None
    at.bot.rests.note(("match", 1, guild.id), "", now=at.referee.now())
    panel = (await ask(master, "doctor")).message
    assert "Nothing is missing in 1 channel." in words(panel), "only where matches may be played"
    assert "A match is paused" in words(panel)
    await master.click(panel, "Repair what I can")
    assert (await wishes(at)).channels == (master.channel.id,)
    assert "A match is paused" not in words(panel), "it is running"
    assert find_board(anna)


@pytest.mark.parametrize("locale", ["de", "fr", "it"])
async def test_panels_are_in_the_language_of_their_person(at: Table, locale: str) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    master = at.person(MASTER)
    master.user.locale = locale
    english = {"the", "your", "match", "seat", "with", "and", "for", "which", "when", "all", "back", "how", "many"}
    titles = [at.bot.texts.say(locale)(games.words(name).TITLE) for name in games.names()]
    for command in ("settings", "manage", "doctor"):
        answer = await ask(master, command)
        for text in (answer.text, *buttons(answer.message), *list_menus(answer.message)):
            for title in titles:
                text = text.replace(title, "")
            left = english & {word.strip(".,:;()*").casefold() for word in text.split()}
            assert not left, f"{left} in {text!r}"
        if command == "manage":
            asked = await master.click(answer.message, next(iter(buttons(answer.message))))
            assert asked.modal is not None
            assert len(asked.modal["title"]) <= 45


async def find_user_to_move(at: Table) -> int | None:
    return (await at.referee.match(1)).awaited[0].user_id


async def test_the_pages_of_the_settings_have_each_setting_once(at: Table) -> None:
    """One page with all of them was two screens of a phone high."""
    master, panel = await panel_of(at, "settings")
    seen: list[str] = []
    for name, shown in SETTING_PAGES.values():
        await master.click(panel, name.id)
        ids = [str(part.get("custom_id")) for _, part in walk(panel.components)]
        found = [each.removeprefix("sb:set:0:-1:") for each in ids if each.startswith("sb:set:")]
        assert set(found) == shown
        seen += found
    assert len(seen) == len(set(seen)) == 17
