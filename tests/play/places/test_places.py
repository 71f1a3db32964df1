"""When channels close or servers leave, matches pause with stopped clocks and resume where they can."""

from __future__ import annotations

import pytest

from client.places.losing import close_deleted
from matches.clocks import clocks
from sandbox.discord import guilds
from sandbox.discord.model import Overwrite
from sandbox.discord.permissions import Permission
from sandbox.person.answer import Answer
from sandbox.person.person import Person, Refused
from sandbox.storage.seed import BOT_PERMISSIONS, deny_bot
from tests.support.play.days import DAY, HOUR, find_players, list_reminders, pass_time
from tests.support.play.table import (
    Table,
    buttons,
    find_board,
    has_board,
    is_board,
    open_match,
    press_here,
    press_more,
    take_turn,
    words,
)
from tests.support.play.threads import forgive_edits_in, rests

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures


async def test_a_match_pauses_without_any_permission_it_needs(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    anna = at.person("anna")
    for bit in (Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.ATTACH_FILES):
        deny_bot(at.sandbox.world, "games", int(bit))
        await anna.until(lambda: rests(at))
        before = (await at.referee.match(1)).head
        await pass_time(at, DAY)
        assert (await at.referee.match(1)).head == before, f"{bit!r}: the clocks stand still"
        deny_bot(at.sandbox.world, "games", 0)
        await anna.until(lambda: not rests(at))
        await anna.until(lambda: "The match goes on." in words(find_board(anna)))
        person, _ = await find_players(at)
        await take_turn(person)


async def test_a_pause_for_a_lost_channel_costs_nobody_time(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    person, _ = await find_players(at)
    await pass_time(at, 3 * HOUR)
    before = await read_time_left(at)
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES))
    await person.until(lambda: rests(at))
    await pass_time(at, 5 * DAY, step=DAY)
    deny_bot(at.sandbox.world, "games", 0)
    await person.until(lambda: not rests(at))
    assert await read_time_left(at) == pytest.approx(before, abs=5)


async def test_presses_on_a_paused_match_change_nothing_and_say_why(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    person, _ = await find_players(at)
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES))
    await person.until(lambda: rests(at))
    panel = await person.click(shown, "Play")
    assert "rest" in panel.text or "paused" in panel.text, panel.text
    assert (await at.referee.match(1)).head == 0


async def test_a_match_whose_channel_is_deleted_goes_on_with_move_here(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna, dana = at.person("anna"), at.person("dana")
    person, _ = await find_players(at)
    games = anna.channel
    at.sandbox.world.clock.advance(HOUR)
    guilds.delete_channel(at.sandbox.world, games)
    general = anna.at("general")
    await general.until(lambda: rests(at))
    offered = await general.autocomplete("turns", {"here": ""}, focused="here")
    assert [choice["value"] for choice in offered] == ["1"]
    assert "Docker" in offered[0]["name"]
    assert await dana.at("general").autocomplete("turns", {"here": ""}, focused="here") == []
    assert "Only the players" in (await dana.at("general").slash("turns", {"here": 1})).text
    moved = await general.slash("turns", {"here": 1})
    assert f"goes on in <#{general.channel.id}>" in moved.text
    await general.until(lambda: has_board(general))
    await take_turn(person.at("general"))
    await forgive_edits_in(at, games)
    assert "is already in this channel" in (await general.slash("turns", {"here": 1})).text


async def test_a_running_match_moves_to_a_free_channel(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    anna, general = at.person("anna"), at.person("anna", "general")
    other = await at.person("dana").at("general").slash("docker new", {"players": 2})
    assert "already a match in this channel" in (await general.slash("turns", {"here": 1})).text
    sure = await press_more(at.person("dana"), other.message, "Cancel match")
    await at.person("dana").click(sure.message, "Yes, cancel it")
    await general.slash("turns", {"here": 1})
    there = await general.until(lambda: next(filter(is_board, general.messages()), None))
    assert "The match goes on here." in words(there)
    await anna.until(lambda: "Play" not in buttons(shown))
    person, _ = await find_players(at)
    panel = await person.click(shown, next(iter(buttons(shown)), "")) if buttons(shown) else None
    assert panel is None or not panel.failed
    await take_turn(person.at("general"))
    again = await anna.slash("docker new", {"players": 2})
    assert not again.ephemeral, "the old channel is free"


async def elsewhere(person: Person, channel: str) -> Answer:
    """Press *More* on the board and *Another channel …*, and choose the channel."""
    more = await person.click(find_board(person), "More")
    page = await press_here(person, more.message, "Another channel …")
    return await person.choose(page.message, "Choose a channel", [channel])


async def test_a_match_is_moved_by_a_menu(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    anna, dana = at.person("anna"), at.person("dana")
    general = anna.at("general")
    other = await dana.at("general").slash("docker new", {"players": 2})
    assert "already a match in this channel" in (await elsewhere(anna, "general")).text
    sure = await press_more(dana, other.message, "Cancel match")
    await dana.click(sure.message, "Yes, cancel it")
    assert "This match is already in this channel" in (await elsewhere(anna, "games")).text
    moved = await elsewhere(anna, "general")
    assert f"goes on in <#{general.channel.id}>" in words(moved.message)
    there = await general.until(lambda: next(filter(is_board, general.messages()), None))
    assert "The match goes on here." in words(there)
    await anna.until(lambda: "Play" not in buttons(shown))
    person, _ = await find_players(at)
    await take_turn(person.at("general"))


async def test_a_match_that_has_lost_its_channel_says_what_to_do(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES))
    await anna.until(lambda: rests(at))
    assert "under /turns you can continue it in another channel" in (await anna.at("general").slash("turns")).text
    more = await anna.click(find_board(anna), "More")
    page = await press_here(anna, more.message, "Another channel …")
    assert "The match is paused because I can no longer post in its channel." in words(page.message)
    await anna.choose(page.message, "Choose a channel", ["general"])
    assert not rests(at)
    general = anna.at("general")
    there = await general.until(lambda: next(filter(is_board, general.messages()), None))
    assert "The match goes on." in words(there)
    person, _ = await find_players(at)
    await take_turn(person.at("general"))


async def test_a_match_moves_only_where_its_player_may_write(at: Table) -> None:
    world = at.sandbox.world
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    general = world.channel_named("general")
    assert general.guild is not None
    for bit in (Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES):
        guilds.overwrite(world, general, Overwrite(general.guild.id, 0, 0, int(bit)))
        guilds.overwrite(world, general, Overwrite(world.bot.id, 1, int(bit), 0))
        if bit == Permission.VIEW_CHANNEL:
            with pytest.raises(Refused):  # Discord does not offer channels a person may not see
                await elsewhere(anna, "general")
        else:
            assert "You or I cannot write in that channel" in (await elsewhere(anna, "general")).text
    guilds.overwrite(world, general, Overwrite(general.guild.id, 0, 0, 0))
    deny_bot(world, "general", int(Permission.ATTACH_FILES))
    assert "Attach Files" in (await elsewhere(anna, "general")).text
    assert (await at.referee.match(1)).channel_id == anna.channel.id
    dana = at.person("dana")
    more = await anna.click(find_board(anna), "More")
    page = await press_here(anna, more.message, "Another channel …")
    page.message.visible_to = dana.user.id
    deny_bot(world, "general", 0)
    assert "Only the players" in (await dana.choose(page.message, "Choose a channel", ["general"])).text


async def test_a_match_stays_in_its_server(at: Table) -> None:
    from sandbox.storage.seed import add_guild

    add_guild(at.sandbox.world, "Quay", channels=("pier",))
    await open_match(at, "docker new", ("anna", "ben"))
    pier = at.person("anna", "pier")
    assert await pier.autocomplete("turns", {"here": ""}, focused="here") == []
    assert "I don't know this match" in (await pier.slash("turns", {"here": 1})).text
    assert (await at.referee.match(1)).channel_id == at.person("anna").channel.id


async def test_move_here_needs_its_permissions(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    deny_bot(at.sandbox.world, "general", int(Permission.ATTACH_FILES))
    assert "Attach Files" in (await at.person("anna", "general").slash("turns", {"here": 1})).text
    assert (await at.referee.match(1)).channel_id == at.person("anna").channel.id


async def test_a_match_waits_while_the_bot_is_not_in_the_server(at: Table) -> None:
    world = at.sandbox.world
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    anna = at.person("anna")
    guild = anna.channel.guild
    assert guild is not None
    guilds.kick_bot(world, guild)
    await anna.until(lambda: rests(at))
    assert (await at.referee.store.transaction(lambda tx: tx.read_guild(guild.id))).left_at is not None
    await pass_time(at, 3 * DAY, step=DAY)
    assert (await at.referee.match(1)).head == 0
    guilds.invite_bot(world, guild, bits=BOT_PERMISSIONS)
    await anna.until(lambda: "The match goes on." in words(find_board(anna)))
    assert (await at.referee.store.transaction(lambda tx: tx.read_guild(guild.id))).left_at is None
    person, _ = await find_players(at)
    await take_turn(person)


async def test_an_outage_of_the_server_posts_no_message(at: Table) -> None:
    world = at.sandbox.world
    shown = await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    anna = at.person("anna")
    guild = anna.channel.guild
    assert guild is not None
    before = await read_time_left(at)
    called = len(world.pings)
    for _ in range(3):
        guilds.set_available(world, guild, available=False)
        await anna.until(lambda: rests(at))
        await pass_time(at, 2 * DAY, step=DAY)
        guilds.set_available(world, guild, available=True)
        await anna.until(lambda: not rests(at))
    assert await read_time_left(at) == pytest.approx(before, abs=5)
    assert find_board(anna) is shown, "no new board and no ping"
    assert len(world.pings) == called
    person, _ = await find_players(at)
    await take_turn(person)


async def test_permissions_taken_while_the_bot_was_offline_are_noticed_at_the_start(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    await at.stop()
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES))
    await at.start()
    await anna.until(lambda: rests(at))
    await at.stop()
    deny_bot(at.sandbox.world, "games", 0)
    await at.start()
    match_id = (await at.referee.match(1)).id
    await anna.until(lambda: not rests(at, match_id))
    person, _ = await find_players(at)
    await take_turn(person)


async def test_a_channel_deleted_while_the_bot_was_offline_is_noticed(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    general = at.person("anna", "general")
    games = at.person("anna").channel
    await at.stop()
    guilds.delete_channel(at.sandbox.world, games)
    await at.start()
    for _ in range(20):
        at.sandbox.world.clock.advance(HOUR)
        at.referee._alive_at = at.referee.now()
        await at.bot.sweep()
    await general.until(lambda: rests(at))
    head = (await at.referee.match(1)).head
    for _ in range(3):
        at.sandbox.world.clock.advance(DAY)
        await at.bot.sweep()
    assert (await at.referee.match(1)).head == head, "nobody loses more turns there"
    await general.slash("turns", {"here": 1})
    await general.until(lambda: has_board(general))


async def test_an_open_vote_and_a_reminder_survive_a_pause(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    person, other = await find_players(at)
    await pass_time(at, 5 * HOUR)
    assert list_reminders(person)
    more = await other.click(find_board(other), "More")
    asked = await press_here(other, more.message, "End without a result …")
    await other.click(asked.message, "Propose it")
    vote = await person.until(lambda: next((m for m in person.messages() if "Agree" in buttons(m)), None))
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES))
    await person.until(lambda: rests(at))
    deny_bot(at.sandbox.world, "games", 0)
    await person.until(lambda: not rests(at))
    await person.click(vote, "Agree")
    await person.until(lambda: "cancelled" in words(find_board(person)))
    assert (await at.referee.match(1)).phase == "cancelled"
    await pass_time(at, HOUR)
    assert list_reminders(person) == []


async def test_a_match_paused_by_agreement_stays_paused_when_its_channel_returns(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    from matches.clocks import pauses
    from matches.referee import MACHINE

    now = at.referee.now()
    await at.referee.change(
        1, MACHINE, lambda match: pauses.pause(match, "consent", now=now, resume_at=now + DAY, board=False)
    )
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES))
    deny_bot(at.sandbox.world, "games", 0)
    await pass_time(at, HOUR)
    assert (await at.referee.match(1)).paused_for == "consent"
    await pass_time(at, DAY)
    assert (await at.referee.match(1)).phase == "running"


async def read_time_left(at: Table) -> float:
    """Return the seconds the seat to move has left."""
    match = await at.referee.match(1)
    (seat,) = (holder.seat for holder in match.awaited)
    at_ = clocks.compute_deadline(match.clocks[seat], at.referee.outages)
    assert at_ is not None
    return at_ - at.referee.now()


async def test_the_loss_of_a_lobby_may_be_reported_twice(at: Table) -> None:
    """Discord reports a deleted channel and each thread in it, and both may stand in a match's row."""
    await at.person("anna").slash("docker new", {"players": 2})
    row = await at.referee.match(1)
    for _ in range(2):
        await close_deleted(at.bot, row)
    assert (await at.referee.match(1)).phase == "cancelled"
