"""The daily puzzle, as people meet it: asked, answered and explained in private, and posted where a server wishes."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from client.puzzles.daily import Today, find_today
from sandbox.discord.model import Message
from sandbox.discord.permissions import Permission
from sandbox.person.person import Person
from sandbox.storage.seed import deny_bot
from tests.support.play.days import DAY, HOUR, pass_time
from tests.support.play.posts import list_posts
from tests.support.play.table import Table, buttons, open_match, open_settings, words

POST = "Post a puzzle here every day"


async def read_today(at: Table, person: Person) -> Today:
    return await find_today(at.bot, person.channel.guild.id if person.channel.guild is not None else 0)


def find_answer(today: Today, message: Message, *, right: bool) -> str:
    """Find the button of the right answer, or of the first wrong one."""
    number = next(index for index, answer in enumerate(today.puzzle.answers) if (answer == today.puzzle.best) is right)
    return next(each for each in buttons(message).values() if each.endswith(f":{today.puzzle.key}.{number}"))


async def solve(at: Table, person: Person, *, right: bool = True) -> Message:
    """Open the puzzle and answer it. Returns the explanation."""
    message = (await person.slash("puzzle")).message
    return (await person.click(message, find_answer(await read_today(at, person), message, right=right))).message


async def test_the_first_answer_counts_and_is_explained(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    asked = (await anna.slash("puzzle")).message
    today = await read_today(at, anna)
    assert asked.visible_to == anna.user.id
    assert "Puzzle of the day" in words(asked)
    assert "Which move is best?" in words(asked)
    assert len(buttons(asked)) == len(today.puzzle.answers) + 2
    assert str(round(100 * today.puzzle.best.chance)) + " %" not in words(asked), "nothing is given away"
    other = (await ben.slash("puzzle")).message
    assert words(other) == words(asked), "everybody has the same one"
    twice = (await anna.slash("puzzle")).message
    wrong, right = (find_answer(today, asked, right=each) for each in (False, True))
    await at.restart()
    told = (await anna.click(asked, wrong)).message
    assert "✗ Another move is better" in words(told)
    assert told.attachments[0].content != other.attachments[0].content, "the best move is shown"
    again = (await anna.click(twice, right)).message
    assert "✗ Another move is better" in words(again), "a second answer changes nothing"
    assert "✗ Another move is better" in words((await anna.slash("puzzle")).message)
    good = (await ben.click(other, right)).message
    assert "✓ Right" in words(good)
    assert words(good).count("%** · ") == len(today.puzzle.answers)
    assert good.attachments[0].filename == f"{today.puzzle.game}-puzzle.png"


async def test_the_next_day_has_another_puzzle_and_days_in_a_row_are_counted(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    old = (await anna.slash("puzzle")).message
    stale = find_answer(await read_today(at, anna), old, right=True)
    await solve(at, anna)
    await solve(at, ben, right=False)
    await pass_time(at, DAY, step=6 * HOUR)
    new = (await anna.click(old, stale)).message
    assert "That puzzle is over." in words(new)
    assert stale not in buttons(new).values()
    assert "You have solved the puzzle 2 days in a row." in words(await solve(at, anna))
    told = await solve(at, ben)
    assert "in a row" not in words(told)
    ladder = (await ben.click(told, "Standings")).message
    assert ladder.visible_to == ben.user.id
    rows = words(ladder).splitlines()[1:]
    assert rows == [f"1. <@{anna.user.id}> · 2 of 2 answers right", f"2. <@{ben.user.id}> · 1 of 2 answers right"]
    await pass_time(at, 2 * DAY, step=6 * HOUR)
    assert "in a row" not in words(await solve(at, anna)), "a day was missed"


async def test_a_result_is_shown_without_the_solution_and_leads_to_a_game(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    told = await solve(at, anna)
    await anna.click(told, "Show it to everybody")
    shown = ben.messages()[-1]
    assert "Anna has solved the puzzle of the day" in words(shown)
    assert not shown.attachments
    asked = (await ben.click(shown, "Solve it")).message
    assert find_answer(await read_today(at, ben), asked, right=True), "Ben is asked, too"
    await anna.click(told, "Play yourself")
    await ben.until(lambda: "Join" in buttons(ben.messages()[-1]))


async def test_the_puzzle_can_be_read_without_its_picture(at: Table) -> None:
    anna = at.person("anna")
    asked = (await anna.slash("puzzle")).message
    told = words((await anna.click(asked, "Position in words")).message)
    assert told.count("\n") >= 2
    alt = asked.attachments[0].description or ""
    assert alt.splitlines()[0] in told


async def test_puzzles_in_direct_messages_have_a_ladder_of_their_own(at: Table) -> None:
    anna, ben = at.person("anna").direct(), at.person("ben").direct()
    for person in (anna, ben):
        asked = (await person.slash("puzzle")).message
        today = await find_today(at.bot, 0)
        told = (await person.click(asked, find_answer(today, asked, right=True))).message
        assert "✓ Right" in words(told)
        ladder = words((await person.click(told, "Standings")).message)
        assert ladder.splitlines()[1:] == [f"1. <@{person.user.id}> · 1 of 1 answer right"], "only their own"
    assert "Which move is best?" in words((await at.person("anna").slash("puzzle")).message), "servers count separately"


async def test_a_server_that_wishes_it_gets_one_post_a_day(at: Table) -> None:
    owner, anna = at.person("harbourmaster"), at.person("anna")
    await pass_time(at, DAY, step=6 * HOUR)
    assert list_posts(anna) == [], "off by default"
    panel = await open_settings(owner, "People and puzzles")
    assert "Daily puzzle: **only with /puzzle**" in words(panel)
    panel = (await owner.click(panel, POST)).message
    assert f"every morning in <#{owner.channel.id}>" in words(panel)
    await pass_time(at, DAY, step=2 * HOUR)
    (post,) = list_posts(anna)
    assert "is to move. Which move is best?" in words(post)
    assert "<@" not in words(post), "nobody is pinged"
    await at.restart()
    await pass_time(at, HOUR / 2)
    assert len(list_posts(anna)) == 1, "not twice after a restart"
    asked = (await anna.click(post, "Solve it")).message
    assert asked.visible_to == anna.user.id
    told = (await anna.click(asked, find_answer(await read_today(at, anna), asked, right=True))).message
    assert "✓ Right" in words(told)
    await pass_time(at, DAY, step=2 * HOUR)
    assert len(list_posts(anna)) == 2
    await owner.click((await open_settings(owner, "People and puzzles")), "✓ Post a puzzle here every day")
    await pass_time(at, 2 * DAY, step=6 * HOUR)
    assert len(list_posts(anna)) == 2


async def test_posts_wait_after_many_refusals(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord bans bots that ignore refusals. A post that waits is not lost."""
    owner, anna = at.person("harbourmaster"), at.person("anna")
    await owner.click((await open_settings(owner, "People and puzzles")), POST)
    with monkeypatch.context() as patch:
        patch.setattr("client.board.postman.BUDGET", 0)
        await pass_time(at, DAY, step=2 * HOUR)
        assert list_posts(anna) == []
    await pass_time(at, HOUR / 2)
    assert len(list_posts(anna)) == 1


async def test_posts_go_on_once_a_channel_is_open_again(at: Table) -> None:
    owner = at.person("harbourmaster")
    panel = await open_settings(owner, "People and puzzles")
    await owner.click(panel, POST)
    deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES))
    before = len(at.sandbox.rest.refused)
    await pass_time(at, 3 * DAY, step=6 * HOUR)
    assert len(at.sandbox.rest.refused) - before == 3, "one is tried a day"
    assert "Daily puzzle: **only with /puzzle**" not in words(await open_settings(owner, "People and puzzles"))
    deny_bot(at.sandbox.world, "games", 0)
    await pass_time(at, DAY, step=6 * HOUR)
    assert len(list_posts(at.person("anna"))) == 1
    at.sandbox.rest.refused.clear()


async def test_a_server_can_have_puzzles_from_its_own_matches(at: Table) -> None:
    owner, anna = at.person("harbourmaster"), at.person("anna")
    await open_match(at, "docker new", ("anna", "ben"))
    match, today = await at.referee.match(1), await read_today(at, anna)
    found = structs.replace(today.puzzle, playouts=7)
    text = msgspec.json.encode(found).decode()
    await at.referee.store.transaction(lambda tx: tx.put_match_puzzle(match, today.day - 1, text))
    assert (await read_today(at, anna)).puzzle == today.puzzle, "off by default"
    panel = await open_settings(owner, "People and puzzles")
    assert "Puzzles from finished matches here: **no**" in words(panel)
    panel = (await owner.click(panel, "Puzzles from our matches")).message
    assert "Puzzles from finished matches here: **yes, without names**" in words(panel)
    assert "7 times" in words(await solve(at, anna))
    assert (await read_today(at, anna)).puzzle == found, "all day"
    await pass_time(at, DAY, step=6 * HOUR)
    assert (await read_today(at, anna)).puzzle != found
