"""Lobbies: terms, invitations, and the host's panel."""

from __future__ import annotations

import asyncio
import re

import pytest

from client.messages.custom_ids import Id
from data import Transaction
from data.errors import StoreFull
from games.rng import compute_commitment
from matches.clocks.pace import PACES
from matches.keeping.saving import MOST_PINGS
from matches.lobby.rivals import RIVALS, find_rival
from matches.machines.worker import WorkerFailed
from matches.people.preferences import Server
from sandbox.person.answer import Answer
from sandbox.person.person import Person, menus
from sandbox.person.slash import Refused
from tests.support.play.days import DAY, pass_time
from tests.support.play.servers import change_setting
from tests.support.play.table import (
    Table,
    add_computer,
    buttons,
    find_board,
    has_board,
    open_lobby,
    press_more,
    wait_for_rest,
    words,
)


async def host_panel(host: Person, card: Answer) -> Answer:
    return await host.click(card.message, "More")


async def seats_page(host: Person, card: Answer) -> Answer:
    return await press_more(host, card.message, "Seats …")


async def test_the_card_says_what_people_join(at: Table) -> None:
    anna = at.person("anna")
    shown = (await open_lobby(at, anna)).message
    card = words(shown)
    assert "Pace: " in card
    assert "🔒" not in card
    assert [*buttons(shown)] == ["Join", "Learn", "Show me", "More"], "the host's are in the panel"
    assert not menus(shown)
    assert len(card.splitlines()) <= 6, "the card is short enough for a phone"
    assert not re.search("[0-9a-f]{64}", card), "the seal is behind Fair play"
    (picture,) = shown.attachments
    assert picture.description == "A scene of Docker. Seats taken: ● Red and ◆ Green. Free: ▲ Yellow and ■ Blue."
    panel = words((await anna.click(shown, "More")).message)
    assert "After three days the others may let a stand-in move." in panel
    elsewhere = await open_lobby(at, anna.at("general"), pace="daily", absence="forfeit", private=True)
    assert "🔒 Private" in words(elsewhere.message)
    strict = words((await anna.at("general").click(elsewhere.message, "More")).message)
    assert "When somebody's time is up: " in strict
    assert "away for 14 days (/me)" in strict
    assert "At most three pings a turn" in strict
    assert MOST_PINGS == 3


async def test_the_pace_is_a_menu_of_the_panel(at: Table) -> None:
    anna = at.person("anna")
    card = await open_lobby(at, anna)
    panel = (await host_panel(anna, card)).message
    assert [*PACES, "due"] in [[option["value"] for option in options] for options in menus(panel).values()]
    await anna.choose(panel, "Pace: No hurry (no clock)", "daily")
    await anna.until(lambda: "One move a day" in words(card.message))
    assert (await at.referee.match(1)).pace == "daily"
    await anna.choose(panel, "Pace: One move a day", "relaxed")  # the menu says which pace is chosen
    assert (await at.referee.match(1)).pace == "relaxed"


async def test_the_host_starts_with_one_press_in_a_panel_that_is_renewed(at: Table) -> None:
    """The panel comes with the card, without a press, and follows what others do in the lobby."""
    anna, ben = at.person("anna"), at.person("ben")
    card = (await open_lobby(at, anna, players=3)).message
    panel = await anna.until(lambda: next((each for each in anna.messages() if "Cancel match" in buttons(each)), None))
    assert panel.ephemeral
    with pytest.raises(Refused, match="disabled"):
        await anna.click(panel, "Start")
    await ben.click(card, "Join")
    await anna.until(lambda: "Start" in buttons(panel))
    await anna.click(panel, "House rules …")
    await ben.click((await ben.click(card, "More")).message, "Leave")
    await wait_for_rest()
    assert "Stop clocks on weekends" in buttons(panel), "a page that the host has opened is left alone"
    await anna.click(panel, "Back")
    await ben.click(card, "Join")
    await anna.until(lambda: "(Ben)" in words(panel))
    await anna.click(panel, "Start")
    assert (await at.referee.match(1)).phase == "running"
    assert words(panel) == "The match has begun."


async def test_invitations_ping_once_and_are_answered(at: Table) -> None:
    anna, ben, chiara, dana = (at.person(name) for name in ("anna", "ben", "chiara", "dana"))
    card = await open_lobby(at, anna, players=4, private=True)
    panel = await host_panel(anna, card)
    assert panel.ephemeral
    await anna.choose(panel.message, "Invite people", ["ben", "chiara"])
    await chiara.until(chiara.pings)
    (asked,) = ben.pings()
    assert chiara.pings() == [asked]
    assert dana.pings() == []
    assert "invites you to a match of Docker" in words(asked)
    assert words(card.message).count("invited") == 2
    assert "You are not invited" in (await dana.click(asked, "Decline")).text
    assert "Join" not in buttons(card.message), "not everybody may join"
    assert "only for people its host has invited" in (await dana.click(asked, "Accept")).text
    assert "You have joined the match." in (await ben.click(asked, "Accept")).text
    assert "You have a seat already" in (await ben.click(asked, "Accept")).text
    shown = [*asked.components]
    assert "You have declined." in (await chiara.click(asked, "Decline")).text
    await anna.until(lambda: not buttons(asked))
    assert "✓ Accepted by ▲ Yellow (Ben)." in words(asked)
    asked.components = shown  # an outdated screen may still show the buttons
    assert "You are not invited" in (await chiara.click(asked, "Decline")).text
    match = await at.referee.match(1)
    assert [holder.name for holder in match.seats] == ["Anna", "Ben"]
    await anna.until(lambda: "invited" not in words(card.message))
    await anna.choose(panel.message, "Invite people", ["ben", "dana"])
    await dana.until(dana.pings)
    assert len(ben.pings()) == 1, "players are not invited"
    await anna.choose(panel.message, "Invite people", ["dana"])
    assert len(dana.pings()) == 1, "somebody invited already is not pinged again"


async def test_bots_and_too_many_people_cannot_be_invited(at: Table) -> None:
    anna = at.person("anna")
    card = await open_lobby(at, anna)
    panel = await host_panel(anna, card)
    refused = await anna.choose(panel.message, "Invite people", ["slowboat"])
    assert "use the menu of computer players" in refused.text
    refused = await anna.choose(panel.message, "Invite people", ["ben", "chiara"])
    assert "only one seat left" in refused.text
    assert at.sandbox.world.pings == []
    await anna.choose(panel.message, "Invite people", ["ben"])
    await anna.until(lambda: "invited" in words(card.message))
    assert "Join" not in buttons(card.message)
    assert [*buttons((await at.person("dana").click(card.message, "More")).message)] == ["Rules", "Fair play"]


async def test_the_host_changes_the_terms(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna, players=3)
    panel = await host_panel(anna, card)
    await anna.choose(panel.message, "Pace: No hurry (no clock)", "daily")
    await anna.until(lambda: "One move a day" in words(card.message))
    assert "away for 14 days" in words(panel.message)
    await anna.click(panel.message, "House rules …")
    await anna.choose(panel.message, f"{Id('absence', 1)}.0", ["forfeit"])
    await anna.click(panel.message, "Stop clocks on weekends")
    await anna.until(lambda: "Clocks stop on Saturdays and Sundays." in words(card.message))
    await anna.click(panel.message, "Back")
    await anna.click(panel.message, "Who may join …")
    assert "Everybody who sees the card may join." in words(panel.message)
    await anna.click(panel.message, "Make it private")
    assert "✓ Done." in words(panel.message)
    await anna.until(lambda: "🔒" in words(card.message))
    row = await at.referee.match(1)
    assert (row.pace, row.absence, row.private) == ("daily", "forfeit", 1)
    assert "Join" not in buttons(card.message)
    await anna.click(panel.message, "Who may join …")
    await anna.click(panel.message, "Open it to everybody")
    await anna.until(lambda: "🔒" not in words(card.message))
    await ben.click(card.message, "Join")
    assert len((await at.referee.match(1)).seats) == 2


async def test_only_the_host_has_the_panel(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna, players=3)
    await ben.click(card.message, "Join")
    shown = (await ben.click(card.message, "More")).message
    assert [*buttons(shown)] == ["Leave", "Take another seat", "Rules", "Fair play"]
    assert len(menus(shown)) == 1, "the menu offers only free seats"
    shown.components = [
        *(await anna.click(card.message, "More")).message.components
    ]  # a program may press what it is not shown
    refused = await ben.choose(shown, "Add computer players", "start.easy")
    assert "Only the host, " in refused.text
    for label in ("Start", "House rules …", "Seats …", "Who may join …"):
        assert "Only the host, " in (await ben.click(shown, label)).text, label
    for page, label in (("Seats …", "Shuffle seats"), ("Who may join …", "Make it private")):
        shown.components = [*(await press_more(anna, card.message, page)).message.components]
        assert "Only the host, " in (await ben.click(shown, label)).text, label
    shown.components = [*(await anna.click(card.message, "More")).message.components]
    asked = await ben.click(shown, "Cancel match")
    assert "Only the host can do this" in asked.text
    mine = (await anna.click(card.message, "More")).message
    shown.components = [*(await anna.click(mine, "Cancel match")).message.components]
    assert "Only the host can do this" in (await ben.click(shown, "Yes, cancel it")).text
    assert (await at.referee.match(1)).phase == "lobby"


async def test_somebody_without_a_seat_can_join_in_the_panel(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna, players=3)
    shown = (await ben.click(card.message, "More")).message
    assert [*buttons(shown)] == ["Join", "Rules", "Fair play"]
    await ben.click(shown, "Join")
    assert [*buttons(shown)] == ["Leave", "Take another seat", "Rules", "Fair play"]
    await anna.until(lambda: "(Ben)" in words(card.message))
    await ben.click(shown, "Leave")
    assert [*buttons(shown)] == ["Join", "Rules", "Fair play"]


async def test_the_host_removes_and_blocks_people_and_hands_over(at: Table) -> None:
    anna, ben, chiara = (at.person(name) for name in ("anna", "ben", "chiara"))
    card = await open_lobby(at, anna, players=4)
    for person in (ben, chiara):
        await person.click(card.message, "Join")
    panel = await seats_page(anna, card)
    await anna.choose(panel.message, "Remove somebody", [str(ben.user.id)])
    assert [holder.name for holder in (await at.referee.match(1)).seats] == ["Anna", "Chiara"]
    await ben.click(card.message, "Join")
    assert len((await at.referee.match(1)).seats) == 3, "a removed person may join again"
    panel = await seats_page(anna, card)
    await anna.choose(panel.message, "Remove and block somebody", [str(ben.user.id)])
    assert "only for people its host has invited" in (await ben.click(card.message, "Join")).text
    other = await open_lobby(at, anna.at("general"), players=4)
    assert "only for people" in (await ben.at("general").click(other.message, "Join")).text, (
        "a block holds in later lobbies"
    )
    panel = await seats_page(anna, card)
    seen = [*panel.message.components]
    await anna.choose(panel.message, "Make somebody else the host", [str(chiara.user.id)])
    assert (await at.referee.match(1)).host_id == chiara.user.id
    await chiara.until(lambda: "Chiara) · host" in words(card.message))
    assert "Shuffle seats" not in buttons(panel.message)
    panel.message.components = seen
    assert "can do this" in (await anna.click(panel.message, "Shuffle seats")).text, "a stale panel is refused"
    panel = await seats_page(chiara, card)
    await chiara.choose(panel.message, "Remove somebody", [str(anna.user.id)])
    assert [holder.name for holder in (await at.referee.match(1)).seats] == ["Chiara"]


async def test_removing_and_blocking_somebody_is_one_write(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk fail between the two: neither has happened."""
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna, players=3)
    await ben.click(card.message, "Join")
    panel = await seats_page(anna, card)

    def fail(*_: object) -> None:
        raise StoreFull(at.folder, "disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(Transaction, "block", fail)
        told = await anna.choose(panel.message, "Remove and block somebody", [str(ben.user.id)])
        assert "I cannot save anything" in told.text
    at.referee.cache.clear()
    match = await at.referee.match(1)
    assert [holder.name for holder in match.seats] == ["Anna", "Ben"]
    await anna.choose(panel.message, "Remove and block somebody", [str(ben.user.id)])
    assert [holder.name for holder in (await at.referee.match(1)).seats] == ["Anna"]
    blocked = await at.referee.store.transaction(lambda tx: tx.list_blocked(match.guild_id, anna.user.id))
    assert blocked == (ben.user.id,)


async def test_a_host_takes_a_block_back(at: Table) -> None:
    anna, ben, chiara, dana = (at.person(name) for name in ("anna", "ben", "chiara", "dana"))
    card = await open_lobby(at, anna, players=4)
    panel = await seats_page(anna, card)
    assert "Unblock somebody" not in str(panel.message.components), (
        "the menu of blocked people is hidden if there are none"
    )
    for person in (ben, chiara):
        await person.click(card.message, "Join")
        panel = await seats_page(anna, card)
        await anna.choose(panel.message, "Remove and block somebody", [str(person.user.id)])
    panel = await seats_page(anna, card)
    assert f"Blocked from your matches in this server: <@{ben.user.id}> <@{chiara.user.id}>" in words(panel.message)
    assert "You have not blocked this person" in (await choose_again(anna, panel, "dana")).text
    await choose_again(anna, panel, "ben")
    panel = await seats_page(anna, card)
    assert f"this server: <@{chiara.user.id}>" in words(panel.message)
    await ben.click(card.message, "Join")
    await anna.until(lambda: "Ben)" in words(card.message))
    assert "only for people its host has invited" in (await chiara.click(card.message, "Join")).text
    await at.restart()
    panel = await host_panel(anna, card)
    await anna.choose(panel.message, "Invite people", ["chiara"])
    await chiara.until(chiara.pings)
    panel = await seats_page(anna, card)
    assert "Blocked" not in words(panel.message), "an invited person may join again"
    assert "You have joined the match." in (await chiara.click(chiara.pings()[0], "Accept")).text
    assert [holder.name for holder in (await at.referee.match(1)).seats] == ["Anna", "Ben", "Chiara"]
    assert "You have a seat already" in (await ben.click(card.message, "Join")).text
    await dana.click(card.message, "Join")


async def test_only_the_host_sees_the_people_they_blocked(at: Table) -> None:
    """Hide it from managers of the server, who have the host's panel without this part, and from the next host."""
    anna, ben, chiara = (at.person(name) for name in ("anna", "ben", "chiara"))
    card = await open_lobby(at, ben, players=4)
    for person in (anna, chiara):
        await person.click(card.message, "Join")
    panel = await seats_page(ben, card)
    await ben.choose(panel.message, "Remove and block somebody", [str(chiara.user.id)])
    panel = await seats_page(ben, card)
    owners = await seats_page(at.person("harbourmaster"), card)
    assert f"<@{chiara.user.id}>" in words(panel.message)
    assert str(chiara.user.id) not in words(owners.message)
    assert "Remove somebody" in str(owners.message.components)
    for label in ("Remove and block somebody", "Unblock somebody"):
        assert label in str(panel.message.components) + str((await seats_page(ben, card)).message.components)
        assert label not in str(owners.message.components)
    stale = await seats_page(ben, card)
    await ben.choose(panel.message, "Make somebody else the host", [str(anna.user.id)])
    assert "can do this" in (await choose_again(ben, stale, "chiara")).text
    owners = await seats_page(anna, card)
    assert str(chiara.user.id) not in words(owners.message)


async def choose_again(host: Person, panel: Answer, name: str) -> Answer:
    return await host.choose(panel.message, "Unblock somebody", [name])


async def test_invitations_lose_their_buttons_when_nobody_is_left_to_answer(at: Table) -> None:
    anna, ben, chiara, dana = (at.person(name) for name in ("anna", "ben", "chiara", "dana"))
    card = await open_lobby(at, anna, players=4)
    panel = await host_panel(anna, card)
    await anna.choose(panel.message, "Invite people", ["ben", "chiara"])
    await chiara.until(chiara.pings)
    await anna.choose(panel.message, "Invite people", ["dana"])
    await dana.until(dana.pings)
    first, second = ben.pings()[0], dana.pings()[0]
    await ben.click(first, "Decline")
    await chiara.click(first, "Accept")
    assert set(buttons(first)) == set(buttons(second)) == {"Accept", "Decline"}, "Dana has not answered"
    await at.restart()
    pinged = len(at.sandbox.world.pings)
    await dana.click(card.message, "Join")
    await anna.until(lambda: not buttons(first) and not buttons(second))
    assert "invites you to a match of Docker" in words(first)
    assert "Join" in buttons(card.message), "the lobby is still open"
    await anna.choose(panel.message, "Invite people", ["ben"])
    await ben.until(lambda: len(ben.pings()) == 2)
    third = ben.pings()[1]
    panel = await seats_page(anna, card)
    await anna.choose(panel.message, "Remove somebody", [str(ben.user.id)])
    await anna.until(lambda: not buttons(third))
    assert len(at.sandbox.world.pings) == pinged + 1, "the edits ping nobody"


@pytest.mark.parametrize("how", ["start", "call off", "expire"])
async def test_invitations_to_a_lobby_that_is_over_lose_their_buttons(at: Table, how: str) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna, players=4)
    await at.person("chiara").click(card.message, "Join")
    panel = await host_panel(anna, card)
    await anna.choose(panel.message, "Invite people", ["ben"])
    await ben.until(ben.pings)
    (asked,) = ben.pings()
    if how == "start":
        await press_more(anna, card.message, "Start")
    elif how == "call off":
        sure = await press_more(anna, card.message, "Cancel match")
        await anna.click(sure.message, "Yes, cancel it")
    else:
        await pass_time(at, 2 * DAY + 60, step=DAY)
    await anna.until(lambda: not buttons(asked))


async def test_one_person_may_take_two_seats(at: Table) -> None:
    anna = at.person("anna")
    card = await open_lobby(at, anna)
    await press_more(anna, card.message, "Seats …", "Take another seat")
    match = await at.referee.match(1)
    assert [holder.user_id for holder in match.seats] == [anna.user.id] * 2
    assert match.phase == "running"
    await anna.until(lambda: has_board(anna))
    await anna.until(lambda: "Take another seat" not in buttons(card.message))


async def test_a_press_on_a_stale_card_brings_it_up_to_date(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna)
    old = [*card.message.components]
    await ben.click(card.message, "Join")
    await anna.until(lambda: "Join" not in buttons(card.message))
    card.message.components = old
    answer = await at.person("dana").click(card.message, "Join")
    await answer.until(lambda: "already begun or was cancelled" in answer.text)
    assert "Join" not in buttons(card.message)


async def test_the_card_that_board_shows_works_like_the_first(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna, players=3)
    private = await ben.slash("board")
    assert private.ephemeral
    await ben.click(private.message, "Join")
    await anna.until(lambda: "Ben)" in words(card.message))
    assert "Ben)" in words(private.message)


async def test_two_clicks_at_once_have_one_effect(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna, players=4)
    one, two = ben.click(card.message, "Join"), ben.click(card.message, "Join")
    await asyncio.gather(one.acknowledgement(), two.acknowledgement())
    await anna.until(lambda: "Ben" in words(card.message))
    assert len((await at.referee.match(1)).seats) == 2
    panel = await host_panel(anna, card)
    first = anna.choose(panel.message, "Invite people", ["chiara"])
    second = anna.choose(panel.message, "Invite people", ["chiara"])
    await first
    await second
    await anna.until(lambda: "invited" in words(card.message))
    await anna.until(at.person("chiara").pings)
    await asyncio.sleep(0.2)
    assert len(at.person("chiara").pings()) == 1


async def test_a_restart_between_any_two_clicks(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna, pace="daily")
    await at.restart()
    panel = await host_panel(anna, card)
    await at.restart()
    await anna.choose(panel.message, "Invite people", ["ben"])
    await ben.until(ben.pings)
    await at.restart()
    await ben.click(ben.pings()[0], "Accept")
    await anna.until(lambda: has_board(anna))
    assert (await at.referee.match(1)).phase == "running"


async def test_a_lobby_with_invitations_closes_by_itself(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = await open_lobby(at, anna)
    panel = await host_panel(anna, card)
    await anna.choose(panel.message, "Invite people", ["ben"])
    await ben.until(ben.pings)
    await pass_time(at, 2 * DAY + 60, step=DAY)
    assert (await at.referee.match(1)).phase == "cancelled"
    assert "cancelled" in words(card.message)
    refused = await anna.click(panel.message, "Who may join …")
    assert "already begun or was cancelled" in refused.text


@pytest.mark.parametrize(("name", "locale"), [("ben", "de"), ("chiara", "it"), ("dana", "fr")])
async def test_no_english_is_left(at: Table, name: str, locale: str) -> None:
    person = at.person(name)
    person.user.locale = locale
    guild = person.channel.guild
    assert guild is not None
    await change_setting(at, Server(language=locale))
    english = {"the", "your", "you", "match", "player", "seat", "with", "and", "for", "is", "when", "everybody"}
    card = await open_lobby(at, person, pace="daily", private=True, players=4)
    panel = await person.click(card.message, list(buttons(card.message))[-1])
    invite = next(iter(menus(panel.message)), None)
    seen = [words(card.message), words(panel.message), *buttons(card.message), *buttons(panel.message)]
    for text in seen:
        left = english & {word.strip(".,:;()*").casefold() for word in text.split()}
        assert not left, f"{left} in {text!r}"
    assert invite is None or invite != "Invite people"


async def test_hostile_names_have_no_effect_in_the_lobby(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    ben.user.name = "@everyone **x** [a](http://b.c) <@1>"[:32]
    card = await open_lobby(at, anna, players=4)
    panel = await host_panel(anna, card)
    await anna.choose(panel.message, "Invite people", [str(ben.user.id)])
    await ben.until(ben.pings)
    panel = await host_panel(anna, card)
    await ben.click(ben.pings()[0], "Accept")
    await host_panel(anna, card)
    assert "@everyone" not in words(card.message)
    assert [ping.users for ping in at.sandbox.world.pings] == [(ben.user.id,)]


@pytest.mark.parametrize(("command", "joined", "seats"), [("docker new", (), 2), ("dog new", ("ben",), 3)])
async def test_one_press_starts_a_match_against_the_computer(
    at: Table, command: str, joined: tuple[str, ...], seats: int
) -> None:
    anna = at.person("anna")
    card = (await anna.slash(command, {})).message
    for name in joined:
        await at.person(name).click(card, "Join")
    await add_computer(anna, card, "easy", start=True)
    match = await at.referee.match(1)
    assert (match.phase, len(match.seats)) == ("running", seats)
    (machine,) = [holder for holder in match.seats if holder.user_id is None]
    assert (machine.name in {rival.name for rival in RIVALS}, machine.level) == (True, "easy")
    await anna.until(lambda: not buttons(card))
    assert "The match has begun." in words(card)
    await anna.until(lambda: [f for f in card.attachments if "All seats are taken" in (f.description or "")])


async def test_the_card_and_the_board_name_the_level(at: Table) -> None:
    anna = at.person("anna")
    card = (await anna.slash("dog new", {"players": 3})).message
    await add_computer(anna, card, "easy")
    await anna.until(lambda: "(computer player, easy)" in words(card))
    name = next(holder.name for holder in (await at.referee.match(1)).seats if holder.user_id is None)
    rival = find_rival(name)
    assert rival is not None
    assert f"({name}, easy) · {rival.manner.id} (computer player, easy)" in words(card)
    await add_computer(anna, card, "normal")
    await anna.until(lambda: has_board(anna))
    assert f"({name}, easy)" in (find_board(anna).attachments[0].description or "") + words(find_board(anna))


async def test_the_picture_of_a_lobby_shows_who_has_joined(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = (await open_lobby(at, anna, players=3)).message
    (before,) = card.attachments
    await ben.click(card, "Join")
    (after,) = card.attachments
    assert "Free: ▲ Yellow" in (before.description or "")
    assert "Free: ▲ Yellow" not in (after.description or "")


async def test_a_lobby_whose_picture_fails_is_open_all_the_same(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise WorkerFailed("no picture")

    monkeypatch.setattr(at.bot.painter, "draw_lobby", fail)
    anna = at.person("anna")
    card = (await open_lobby(at, anna)).message
    assert card.attachments == []
    await at.person("ben").click(card, "Join")
    assert (await at.referee.match(1)).phase == "running"


async def test_fair_play_shows_the_seal(at: Table) -> None:
    anna = at.person("anna")
    card = (await open_lobby(at, anna)).message
    match = await at.referee.match(1)
    shown = await press_more(anna, card, "House rules …", "Fair play")
    assert compute_commitment(match.secret) in shown.text
    assert match.secret.hex() not in shown.text


async def test_a_second_match_is_opened_in_a_thread_with_one_press(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await open_lobby(at, anna)
    refused = await open_lobby(at, ben, "dog new", players=4)
    assert refused.ephemeral
    assert "already a match" in refused.text
    seen = [*refused.message.components]
    await ben.click(refused.message, "Open the match in a thread")
    await ben.until(lambda: "<#" in words(refused.message))
    match = await at.referee.match(2)
    assert (match.game.name, match.capacity, match.host_id) == ("dog_royal", 4, ben.user.id)
    assert match.card_channel_id == ben.channel.id
    assert f"<#{match.channel_id}>" in words(refused.message)
    card = next(m for m in ben.messages() if m.id == match.card_id)
    assert "Join" in buttons(card)
    refused.message.components = seen
    assert "too old" in (await ben.click(refused.message, "Open the match in a thread")).text
    assert len(await at.referee.store.transaction(lambda tx: tx.list_open_matches_of(ben.user.id))) == 1
