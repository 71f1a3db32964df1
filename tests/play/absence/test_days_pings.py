"""Pings over days: boards, reminders, quiet hours, absences, and people who leave."""

from __future__ import annotations

import random

import pytest

from data import GuildRow
from matches.keeping.saving import MOST_PINGS
from sandbox.discord import members
from sandbox.discord.components import walk
from sandbox.discord.model import Message
from sandbox.person.person import buttons, menus
from tests.support.play import table
from tests.support.play.days import (
    DAY,
    HOUR,
    find_players,
    list_boards,
    list_public,
    list_reminders,
    pass_time,
    read_match,
    read_pings,
    wait_for_board_with,
)
from tests.support.play.table import (
    Table,
    decide,
    find_board,
    list_awaited,
    open_match,
    take_turn,
    wait_for_boards,
    wait_for_new_board,
    words,
)


async def test_one_ping_by_the_board_two_reminders_and_then_a_stand_in(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    first, other = await find_players(at)
    assert "Time limit: <t:" in words(shown)
    assert first.pings() == [], "a person who has just pressed a button needs no ping"
    await pass_time(at, 600, step=600)
    shown = await take_turn(first)
    assert [ping.id for ping in other.pings()] == [shown.id], "the board pings once"
    assert list_awaited(at)[0].user is other.user
    await wait_for_boards(at)
    assert [row.count for row in (await read_pings(at)).values()] == [1], "the ping of the board counts"
    await pass_time(at, 3.5 * HOUR)
    assert list_reminders(other) == []
    await pass_time(at, HOUR)
    (reminder,) = list_reminders(other)
    assert "it is your turn" in words(reminder)
    assert "Time limit: <t:" in words(reminder)
    assert "Move on without" not in " ".join(buttons(reminder))
    await pass_time(at, 3 * HOUR)
    (second,) = list_reminders(other)
    assert second.id != reminder.id
    assert reminder.deleted, "a reminder replaces the previous one"
    assert "Remind me later" in buttons(reminder)
    assert "Remind me later" not in buttons(second), "no ping is left to be put off"
    assert "This is the last reminder" in words(second)
    more = (await other.click(find_board(other), "More")).message
    await other.click(more, "Remind me …").acknowledgement()
    await other.until(lambda: "there will be no more" in " ".join(map(words, other.messages())))
    assert len(other.pings()) == MOST_PINGS
    await pass_time(at, HOUR)
    shown = await wait_for_board_with(first, "A stand-in moved for ")
    assert list_reminders(other) == [], "the decision is over"
    assert len(other.pings()) == MOST_PINGS
    assert first.pings()[-1].id == shown.id


async def test_a_second_missed_turn_leaves_the_stand_in_until_the_player_is_back(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    absent, other = await find_players(at)
    for _ in range(2):
        await pass_time(at, 9 * HOUR)
        if (await find_players(at))[0].user is other.user:
            await take_turn(other)
    shown = await wait_for_board_with(other, "A stand-in plays for ")
    assert "Take the seat of" in " ".join(buttons(shown))
    called = len(absent.pings())
    for _ in range(2):
        await take_turn(other)
    assert len(absent.pings()) == called, "a player with a stand-in is not pinged"
    panel = (await absent.click(find_board(absent), "Play")).message
    assert "A stand-in is playing for you" in words(panel)
    await at.restart()
    answer = await absent.click(panel, "I'm back")
    assert "Welcome back!" in answer.text
    await absent.until(lambda: "A stand-in plays for" not in words(find_board(absent)))
    assert "I'm back" not in buttons(find_board(absent))
    match = await read_match(at)
    assert [holder.stand_in for holder in match.seats] == [None, None]
    await take_turn(other)
    assert (await find_players(at))[0].user is absent.user, "the player is asked again"


async def test_a_reminder_can_be_put_off_and_the_last_one_offers_to_move_on(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk", "absence": "skip"})
    absent, other = await find_players(at)
    await pass_time(at, 4 * HOUR + 60)
    (reminder,) = list_reminders(absent)
    assert "is for" in (await other.click(reminder, "Remind me later")).text
    await at.restart()
    assert "remind you <t:" in (await absent.click(reminder, "Remind me later")).text
    await pass_time(at, 2 * HOUR)
    assert [m.id for m in list_reminders(absent)] == [reminder.id]
    await pass_time(at, 1.1 * HOUR, step=0.55 * HOUR)
    (second,) = list_reminders(absent)
    assert second.id != reminder.id
    await pass_time(at, HOUR)
    (last,) = list_reminders(absent)
    assert "Move on without" not in " ".join(buttons(second))
    move_on = next(label for label in buttons(last) if label.startswith("Move on without"))
    assert "The others may now go on without you" in words(last)
    stranger = at.person("dana")
    assert "players of this match" in (await stranger.click(last, move_on)).text
    old = find_board(other)
    one, two = other.click(last, move_on), other.click(last, move_on)
    await one
    await two
    shown = await wait_for_new_board(other, old)
    assert "A stand-in moved for" in words(shown)
    assert (await read_match(at)).seq == 1
    await pass_time(at, 60, step=60)
    assert list_reminders(absent) == []
    assert len(absent.pings()) <= MOST_PINGS


async def test_quiet_hours_delay_the_ping(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "daily"})
    first, other = await find_players(at)
    now = at.sandbox.world.now()
    hour = int(now % DAY // HOUR)
    page = (await other.slash("me", {"zone": "Africa/Abidjan"})).message  # UTC without summer time
    for menu, value in (("Quiet hours begin at", hour), ("Quiet hours end at", (hour + 5) % 24)):
        await other.choose(page, menu, str(value))
    assert f"{hour}:00–{(hour + 5) % 24}:00" in words(page)
    await pass_time(at, 600, step=600)
    shown = await take_turn(first)
    assert f"<@{other.user.id}>" in words(shown), "the board names the player without a ping"
    await pass_time(at, 3 * HOUR)
    assert other.pings() == []
    await pass_time(at, 3 * HOUR)
    assert [ping.id for ping in other.pings()] == [m.id for m in list_reminders(other)] != []
    assert at.sandbox.world.now() % DAY // HOUR != hour


async def test_away_stops_the_clock_and_the_pings(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    first, other = await find_players(at)
    offered = await first.autocomplete("me", {"away": "3"}, focused="away")
    assert offered[0]["value"] == "3"
    page = (await first.slash("me", {"away": offered[0]["value"]})).message
    assert "used: 3 days, left: 11 days" in words(page)
    await first.until(lambda: "(away until <t:" in words(find_board(first)))
    await pass_time(at, 3 * DAY - HOUR, step=6 * HOUR)
    assert (await read_match(at)).seq == 0, "an away player gets no stand-in"
    assert first.pings() == []
    await pass_time(at, 8.7 * HOUR, step=HOUR / 2)
    assert len(first.pings()) == 2, "once the player is back, the clock runs and reminds"
    await pass_time(at, HOUR)
    assert "A stand-in moved for" in words(await wait_for_board_with(other, "A stand-in moved for"))
    page = (await first.slash("me", {"away": "2"})).message
    assert "used: 5 days, left: 9 days" in words(page)
    await at.restart()
    answer = await first.click(page, "I'm back")
    assert "Welcome back!" in answer.text
    page = (await first.slash("me", {"show": "away"})).message
    assert "left: 11 days" in words(page) or "left: 10 days" in words(page), "the unused time is given back"
    refused = await first.slash("me", {"away": "the 35th of May"})
    assert "I cannot read this. Write for how long, such as “2 weeks”" in refused.text
    refused = await first.slash("me", {"away": "10 minutes"})
    assert "You can be away for an hour or more." in refused.text
    page = (await first.slash("me", {"away": "1 Woche"})).message
    assert "used: 10 days" in words(page) or "used: 11 days" in words(page)


async def test_the_first_board_pings_once_too(at: Table) -> None:
    anna, called = at.person("anna"), 0
    for channel in ("games", "general"):
        opened = await anna.at(channel).slash("docker new", {"players": 2})
        await pass_time(at, 600, step=600)
        await at.person("ben", channel).click(opened.message, "Join")
        shown = await anna.until(lambda channel=channel: next(reversed(list_boards(anna.at(channel))), None))
        called += f"<@{anna.user.id}>" in words(shown)
        await wait_for_boards(at)
        assert [m.id for m in list_public(anna.at(channel))] == [opened.message.id, shown.id]
        assert len(anna.pings()) == called
    assert called, "the secrets of this test let Anna begin at least once"


@pytest.mark.parametrize("how", ["leaves", "deletes the account"])
async def test_somebody_who_has_left_gets_a_stand_in_and_no_ping(at: Table, how: str) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"), {"pace": "daily"})
    gone, other = await find_players(at)
    assert other.channel.guild is not None
    if how == "leaves":
        members.leave(at.sandbox.world, other.channel.guild, gone.user)
    else:
        members.delete_account(at.sandbox.world, gone.user)
    await pass_time(at, 13 * HOUR)
    shown = await wait_for_new_board(other, shown)
    assert "A stand-in moved for" in words(shown)
    assert "A stand-in plays for" in words(shown)
    assert gone.pings() == []
    assert (await read_match(at)).holder(0).stand_in == "until_back" or (await read_match(at)).holder(
        1
    ).stand_in == "until_back"


async def test_a_restart_loses_no_reminder_and_repeats_none(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk"})
    first, _ = await find_players(at)
    await pass_time(at, 4 * HOUR + 600)
    (reminder,) = list_reminders(first)
    await at.restart()
    await at.bot.sweep()
    assert [m.id for m in list_reminders(first)] == [reminder.id]
    assert [row.count for row in (await read_pings(at)).values()] == [1]
    await take_turn(first)
    await at.restart()
    await at.bot.sweep()
    assert list_reminders(first) == []


async def test_a_move_costs_two_requests_under_the_global_limit(at: Table) -> None:
    """One posts the board, one takes the buttons from the old one; requests of interactions do not count."""
    await open_match(at, "docker new", ("anna", "ben"))
    for pause in (0.0, 2_000.0):
        await pass_time(at, pause, step=pause or 1)
        person, _ = await find_players(at)
        before = len(at.sandbox.rest.log)
        old = list_boards(person)[-1]
        await take_turn(person)
        await person.until(lambda old=old: "Play" not in buttons(old))
        made = [each for each in list(at.sandbox.rest.log)[before:] if "/channels/" in each.template]
        assert [each.method for each in made] == ["POST", "PATCH"], made


async def test_a_move_made_from_elsewhere_is_shown_where_the_match_is(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    first, _ = await find_players(at)
    away = first.at("general")
    inbox = (await away.slash("turns")).message
    panel = (await away.click(inbox, "Play the next one")).message
    menu, options = next(iter(table.list_menus(panel).items()))
    await table.choose(away, panel, menu, options[0]["value"])
    await away.click(panel, "Confirm")
    assert await wait_for_new_board(first, shown)
    assert list_boards(away) == []


async def test_boards_are_edited_where_the_server_wants_it(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    guild = at.person("anna").channel.guild
    assert guild is not None

    wishes = GuildRow(guild.id, settings='{"edit_boards":true}')
    await at.referee.store.transaction(lambda tx: tx.put_guild(wishes))
    await pass_time(at, 600, step=600)
    first, other = await find_players(at)
    (only,) = list_boards(first)
    for turn in range(3):
        person, _ = await find_players(at)
        picture = only.attachments[0].filename
        await decide(at, person, random.Random(1))
        await person.until(lambda picture=picture: only.attachments[0].filename != picture)
        assert list_boards(person) == [only], f"turn {turn}: edited in place"
        await pass_time(at, 200, step=200)
    assert other.pings(), "an edit pings nobody, so a message does"
    assert "it is your turn" in words(other.pings()[0])
    assert other.pings()[0].deleted, "the ping is deleted when the turn is over"
    first.say("What a move!")
    person, _ = await find_players(at)
    await decide(at, person, random.Random(1))
    await person.until(lambda: len(list_boards(person)) == 2)
    await pass_time(at, 2 * HOUR)
    person, _ = await find_players(at)
    await decide(at, person, random.Random(1))
    await person.until(lambda: len(list_boards(person)) == 3)


def list_placeholders(shown: Message) -> list[str]:
    """List what the menus of a message say before anything is chosen."""
    return [part["placeholder"] for _, part in walk(shown.components) if "placeholder" in part]


async def test_me_changes_language_and_pictures(at: Table) -> None:
    shown = await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    plain = (await anna.click(shown, "Play")).message.attachments[0].content
    page = (await anna.slash("me")).message
    assert "Language: as in your Discord" in list_placeholders(page)
    await anna.click(page, "Pictures and colours …")
    await anna.click(page, "Dark pictures")
    assert "dark, normal contrast" in words(page)
    await anna.click(page, "Back")
    assert (await anna.click(shown, "Play")).message.attachments[0].content != plain
    menu = next(custom_id for custom_id in menus(page) if "me_language" in custom_id)
    await anna.choose(page, menu, "fr")
    assert "Tes réglages" in words(page)
    assert "Hafen" not in (await anna.slash("help")).text
    await at.restart()
    again = (await anna.slash("me")).message
    assert list_placeholders(again)[0].endswith("Français"), "preferences survive a restart"
    zones = await anna.autocomplete("me", {"zone": "zurich"}, focused="zone")
    assert [zone["value"] for zone in zones] == ["Europe/Zurich"]
    refused = await anna.slash("me", {"zone": "Atlantis"})
    assert "Europe/Zurich" in refused.text


async def test_after_three_pings_the_board_itself_offers_to_move_on(at: Table) -> None:
    """Offer it on the board, because there is no fourth ping."""
    await open_match(at, "docker new", ("anna", "ben"), {"pace": "brisk", "absence": "skip"})
    first, other = await find_players(at)
    await pass_time(at, 600, step=600)
    shown = await take_turn(first)
    await pass_time(at, 9 * HOUR)
    assert len(other.pings()) == MOST_PINGS, "the board and two reminders"
    move_on = next(label for label in buttons(shown) if label.startswith("Move on without"))
    more = await first.click(shown, "More")
    assert move_on in buttons(more.message)
    answer = await other.click(shown, "Play")
    assert "your turn" in words(answer.message) or buttons(answer.message), "the late player may still move"
    await first.click(shown, move_on)
    await wait_for_board_with(first, "A stand-in moved for ")
