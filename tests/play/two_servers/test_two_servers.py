"""A match in two servers, through the real client: the link, both boards, what each side learns, and the end."""

from __future__ import annotations

import pytest
from msgspec import structs

from client.board.repairs import repair_messages
from matches.match import Guest
from matches.people.servers import change_server
from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons
from tests.support.play.asking import ask
from tests.support.play.days import pass_time
from tests.support.play.light import light
from tests.support.play.table import (
    Table,
    find_board,
    has_board,
    open_settings,
    press_for_message,
    press_more,
    wait_for_boards,
    wait_for_rest,
    words,
)
from tests.support.play.two_servers import SIDES, TwoServers, find_button

__all__ = ["light"]

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures


@pytest.fixture
def two(at: Table) -> TwoServers:
    return TwoServers(at)


def find_vote(person: Person) -> Message:
    return next(each for each in reversed(person.messages()) if find_button(each, "agree") and not each.ephemeral)


async def test_a_match_is_played_in_two_servers(two: TwoServers) -> None:
    """Each side has its own card, board and language, and the pings of its own people."""
    match = await two.start(names=True)
    assert [holder.guest for holder in match.seats] == [0, 0, 1, 1]
    assert "Ben), it is your turn" in two.board("home")
    assert "Ben" in two.board("guest"), "both servers have agreed to show names"
    assert "du bist dran" not in two.board("guest"), "nobody there is to move"
    ben, chiara = two.person("ben"), two.person("chiara")
    assert f"<@{ben.user.id}>" in two.board("home")
    assert f"<@{ben.user.id}>" not in two.board("guest")
    await two.take_turn()
    assert "Chiara), du bist dran" in two.board("guest")
    assert [ping.channel.name for ping in chiara.pings()] == ["pier"]
    seq = (await two.match()).seq
    await two.take_turn()
    assert (await two.match()).seq > seq, "a press in the guest channel moves"
    for side in ("home", "guest"):
        assert "Dana" in two.board(side)
    inbox = (await two.person("dana").slash("turns")).text
    assert str(two.quay.id) in inbox, "the link leads to the channel of one's own side"


async def test_a_restart_and_reminders_reach_the_own_side(two: TwoServers) -> None:
    await two.start()
    await two.take_turn()
    await two.at.restart()
    chiara = two.person("chiara")
    before = len(chiara.pings())
    more = (await chiara.click(find_board(chiara), find_button(find_board(chiara), "more"))).message
    await chiara.click(more, find_button(more, "ask_remind"))
    assert find_button(more, "less"), "the page opens from the other server, too"
    match = await two.match()
    assert match.awaited[0].user_id == chiara.user.id
    await pass_time(two.at, 30 * 3600.0)
    reminders = [ping.channel.name for ping in chiara.pings()[before:]]
    assert reminders
    assert set(reminders) == {"pier"}


async def test_members_link_only_where_the_settings_let_them(two: TwoServers) -> None:
    _, code = await two.offer()
    chiara = two.person("chiara")
    assert "Only somebody who manages the server" in (await chiara.slash("lobbies", {"code": code})).text
    panel = await open_settings(two.manager("guest"), "People and puzzles")
    await two.manager("guest").click(panel, "Let everybody share tables")
    assert "everybody may share one" in words(panel)
    for wrong in ("1-ZZZZZZ", "77-AAAAAA", "nonsense"):
        assert "wrong or has expired" in (await chiara.slash("lobbies", {"code": wrong})).text
    asked = await chiara.slash("lobbies", {"code": code})
    assert "Names: none" in asked.text
    await pass_time(two.at, 3601.0)
    await chiara.click(asked.message, "Agree, without names")
    assert not (await two.match()).is_shared, "the hour is over"
    await chiara.slash("docker new")
    assert "wrong or has expired" in (await chiara.slash("lobbies", {"code": code})).text, "whatever the channel shows"
    elsewhere = await two.person("anna").slash("lobbies", {"code": code})
    assert "Only somebody who manages the server" in elsewhere.text


async def test_nothing_of_the_people_of_the_other_side_is_sent(two: TwoServers) -> None:
    """Two worlds: without consent, no byte sent to a server has a name or an id of somebody on the other side."""
    world = two.at.sandbox.world
    await two.start()
    for name in ("chiara", "anna"):
        person = two.person(name)
        for command in ("board", "log", "replay", "fair_play", "report", "stats", "lobbies", "turns", "status", "away"):
            await ask(person, command)
        await person.slash("board", {"text": True})
        board = find_board(person)
        for action in ("words", "rules", "more"):
            opened = (await person.click(board, find_button(board, action))).message
        for custom_id in list(buttons(opened).values()):
            again = (await person.click(board, find_button(board, "more"))).message
            await person.click(again, custom_id)
    for _ in range(4):
        await two.take_turn()
    anna = two.person("anna")
    more = (await anna.click(find_board(anna), "More")).message
    await anna.click(more, "Pause …")
    await anna.click(more, "1 day")
    await wait_for_rest()
    await two.person("chiara").click(vote := find_vote(two.person("chiara")), find_button(vote, "agree"))
    await anna.slash("turns", {"here": 1})
    await two.manager("guest").slash("server", {"show": "manage"})
    await wait_for_rest()
    assert anna.channel.guild is not None
    for guild_id, side in ((anna.channel.guild.id, "home"), (two.quay.id, "guest")):
        sent = "\n".join(two.list_sent(guild_id))
        assert len(sent) > 10_000
        for name, own in SIDES.items():
            user = world.user_named(name)
            if own == side:
                assert user.name in sent, "names of the own side are sent and found"
            else:
                assert user.name not in sent, f"{name} is named in {side}"
                assert str(user.id) not in sent, f"the id of {name} is sent to {side}"


async def test_both_sides_vote(two: TwoServers) -> None:
    await two.start()
    anna = two.person("anna")
    more = (await anna.click(find_board(anna), "More")).message
    await anna.click(more, "Pause …")
    await anna.click(more, "1 day")
    await wait_for_rest()
    here, there = find_vote(two.person("ben")), find_vote(two.person("chiara"))
    assert "Noch offen" not in words(here)
    for name in ("chiara", "dana"):
        await two.person(name).click(there, find_button(there, "agree"))
        await wait_for_rest()
    assert "Green" in words(here), "the answers from the other side are shown here"
    await two.person("ben").click(here, "Agree")
    assert (await two.match()).paused_for == "consent"
    await wait_for_boards(two.at)


async def test_a_manager_of_the_other_server_ends_it(two: TwoServers) -> None:
    await two.start()
    await two.take_turn()
    master, chiara = two.manager("guest"), two.person("chiara")
    panel = await master.slash("server", {"show": "manage"})
    assert list(buttons(panel.message)) == ["End the shared table"], "the other server manages nothing else"
    form = await master.click(panel.message, "End the shared table")
    await master.submit(form, {"reason": "Moving out"})
    await wait_for_boards(two.at)
    match = await two.match()
    assert not match.is_shared
    assert [holder.user_id is None for holder in match.seats] == [False, False, True, True]
    assert "no longer shared with the other server" in two.board("home")
    assert "Moving out" in two.board("home")
    await repair_messages(two.at.bot)
    await two.at.bot.errands.settle()
    await pass_time(two.at, 60.0)
    left = find_board(chiara)
    assert "nicht mehr mit diesem Server geteilt" in words(left)
    assert not buttons(left)
    assert (await two.match()).guest == Guest()
    await two.take_turn()


async def test_a_lobby_stops_being_shared(two: TwoServers) -> None:
    card, there = await two.link()
    await two.person("chiara").click(there, find_button(there, "join"))
    panel = (await two.manager("home").click(card, "More")).message
    await two.manager("home").click(panel, "Who may join …")
    await two.manager("home").click(panel, "End the shared table …")
    await two.manager("home").click(panel, "Yes, end it")
    await pass_time(two.at, 60.0)
    assert "Green" not in words(card)
    assert "nicht mehr mit diesem Server geteilt" in words(there)
    assert [holder.name for holder in (await two.match()).seats] == ["Anna"]
    assert "Another server" not in words(card)


async def test_a_manager_of_the_other_server_ends_it_in_the_lobby(two: TwoServers) -> None:
    await two.link()
    master = two.manager("guest")
    panel = await master.slash("server", {"show": "manage"})
    assert list(buttons(panel.message)) == ["End the shared table"]
    await master.submit(await master.click(panel.message, "End the shared table"), {"reason": "Not today"})
    assert not (await two.match()).is_shared
    assert (await two.match()).phase == "lobby"


async def test_the_host_removes_somebody_of_the_other_side_by_seat(two: TwoServers) -> None:
    card, there = await two.link()
    chiara = two.person("chiara")
    await chiara.click(there, find_button(there, "join"))
    await wait_for_rest()
    anna = two.person("anna")
    panel = (await press_more(anna, card, "Seats …")).message
    await anna.choose(panel, "Remove somebody", "seat.1")
    assert chiara.user.id not in (await two.match()).people


async def test_a_rematch_belongs_to_one_side(two: TwoServers) -> None:
    at = two.at
    _, there = await two.link(players=2)
    await two.person("chiara").click(there, find_button(there, "join"))
    chiara = two.person("chiara")
    await chiara.until(lambda: has_board(chiara))
    await wait_for_boards(at)
    more = (await chiara.click(find_board(chiara), find_button(find_board(chiara), "more"))).message
    asked = await chiara.click(more, find_button(more, "resign"))
    await chiara.click(asked.message, find_button(asked.message, "resign_now"))
    await wait_for_boards(at)
    assert (await two.match()).phase == "finished"
    again = find_board(chiara)
    await press_for_message(chiara, again, find_button(again, "rematch"))
    match = await at.referee.match(2)
    assert (match.guild_id, match.is_shared) == (two.quay.id, False)
    assert [holder.name for holder in match.seats] == ["Chiara"]
    assert "Anna" not in "\n".join(two.list_sent(two.quay.id))


async def test_the_settings_of_each_server_count(two: TwoServers) -> None:
    """One side edits its board in place while the other one gets new ones."""
    await two.start()
    await wait_for_rest()
    await change_server(two.at.referee, two.quay.id, lambda server: structs.replace(server, edit_boards=True))
    there, here = find_board(two.person("chiara")), find_board(two.person("anna"))
    await two.take_turn()
    assert find_board(two.person("chiara")) is there
    assert find_board(two.person("anna")) is not here
    assert not buttons(here), "the old board has no buttons"
