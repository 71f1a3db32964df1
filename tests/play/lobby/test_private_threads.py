"""Private threads: Discord accepts answers there from a bot that is not a member, but not the bot's own messages."""

from __future__ import annotations

from tests.support.play.days import HOUR, find_players, pass_time
from tests.support.play.table import Table, find_board, take_turn, wait_for_boards, words
from tests.support.play.threads import begin, private_thread, rests


async def test_a_match_is_not_opened_where_the_bot_is_not_a_member(at: Table) -> None:
    _, anna, ben = private_thread(at)
    refused = await anna.slash("docker new", {"players": 2})
    assert refused.ephemeral
    assert "I am not a member of this private thread" in refused.text
    assert "Write @ and my name here" in refused.text
    assert await at.referee.match_in(anna.channel.id) is None
    anna.say(f"<@{at.sandbox.world.bot.id}>")
    await begin(at, anna, ben)
    person, _ = await find_players(at)
    await take_turn(person.at(anna.channel))


async def test_a_match_pauses_while_the_bot_is_removed_and_resumes_afterwards(at: Table) -> None:
    thread, anna, ben = private_thread(at)
    anna.add_to_thread(at.sandbox.world.bot)
    await begin(at, anna, ben)
    shown = find_board(anna)
    for again in range(2):
        anna.remove_from_thread(at.sandbox.world.bot)
        await anna.until(lambda: rests(at))
        if again:
            await at.restart()
        head = (await at.referee.match(1)).head
        await pass_time(at, 20 * HOUR)
        assert (await at.referee.match(1)).head == head, "nobody loses a turn"
        panel = await anna.click(shown, "Play")
        assert "In a private thread, write @ and my name" in panel.text
        anna.add_to_thread(at.sandbox.world.bot)
        await anna.until(lambda: not rests(at))
        await anna.until(lambda: "The match goes on." in words(find_board(anna)))
        await wait_for_boards(at)
        shown = find_board(anna)
    person, _ = await find_players(at)
    await take_turn(person.at(thread))


async def test_changed_roles_do_not_resume_a_match_whose_thread_the_bot_was_removed_from(at: Table) -> None:
    thread, anna, ben = private_thread(at)
    anna.add_to_thread(at.sandbox.world.bot)
    await begin(at, anna, ben)
    anna.remove_from_thread(at.sandbox.world.bot)
    await anna.until(lambda: rests(at))
    assert thread.guild is not None
    guild = at.bot.get_guild(thread.guild.id)
    assert guild is not None
    at.bot.dispatch("member_update", guild.me, guild.me)
    await at.bot.sweep()
    assert rests(at)


async def test_a_match_is_not_moved_where_the_bot_is_not_a_member(at: Table) -> None:
    opened = await at.person("anna").slash("docker new", {"players": 2})
    await at.person("ben").click(opened.message, "Join")
    await wait_for_boards(at)
    _, anna, _ = private_thread(at)
    refused = await anna.slash("turns", {"here": 1})
    assert "I am not a member of this private thread" in refused.text
    assert not rests(at)
