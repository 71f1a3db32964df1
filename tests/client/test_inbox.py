"""The list of `/turns`: sorted, in every language, within Discord's limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from client.inbox import MOST, Entry, build_inbox, describe_entry, list_entries, rank_entry
from matches.change import Change
from matches.match import Match
from matches.texts import Texts
from tests.client.notices import Channels, connect
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, house
from tests.support.matches.two_servers import share_match
from tests.support.wire.offline import LANGUAGES, LONGEST_NAME, check_message, make_running_match, offline, setup


def a_match() -> Match:
    game, state, options = setup("aquaretto", 5, 0)
    return make_running_match(game, state, 5, options, language="en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, MOST, MOST + 1, 100])
def test_a_long_list_fits_into_a_message(tmp_path: Path, language: str, count: int) -> None:
    bot = offline(tmp_path)
    match, say = a_match(), bot.texts.say(language)
    found = [Entry(match, (LONGEST_NAME,) * 4, number % 2 == 0, 1.8e9, 2**62) for number in range(count)]
    view = build_inbox(found, {match.id: say}, say)
    check_message(view)
    text = view.to_components()[0]["components"][0]["content"]
    shown = sum(line.startswith(("▶", "•")) for line in text.splitlines())
    assert shown == count or (10 <= shown <= MOST and str(count - shown) in text.splitlines()[-1])


def test_the_most_urgent_match_is_first_and_never_left_out() -> None:
    match = a_match()
    urgent, calm = Entry(match, (), True, 5.0, None), Entry(match, (), True, 9.0, None)
    timeless, theirs = Entry(match, (), True, None, None), Entry(match, (), False, 1.0, None)
    assert sorted([theirs, timeless, calm, urgent], key=rank_entry) == [urgent, calm, timeless, theirs]


def describe(match: Match, **facts: Any) -> str:
    entry = structs.replace(Entry(match, ("Ben",), False, None, 55), **facts)
    return describe_entry(entry, Texts().say("en"))


def change(match: Match, **row: Any) -> Match:
    return structs.replace(match, **row)


def test_a_link_leads_to_the_board_or_to_the_card_of_a_lobby() -> None:
    match = change(a_match(), guild_id=70, channel_id=8, card_channel_id=7)
    assert "(https://discord.com/channels/70/8/55)" in describe(match)
    assert "(https://discord.com/channels/70/7/55)" in describe(change(match, phase="lobby"))
    assert "(https://discord.com/channels/70/8/55)" in describe(change(match, phase="lobby", card_channel_id=None))


@pytest.mark.parametrize(
    ("row", "mine", "said"),
    [
        ({"phase": "lobby"}, False, "waiting for players"),
        ({"phase": "paused", "paused_for": "consent"}, False, "paused"),
        ({"phase": "paused", "paused_for": "place"}, False, "under /turns you can"),
        ({"phase": "paused", "paused_for": "place", "guild_id": 0}, False, "allow direct messages from me"),
        ({}, True, "**your turn**"),
        ({}, False, "waiting for others"),
    ],
)
def test_each_match_says_how_it_stands(row: dict[str, Any], mine: bool, said: str) -> None:
    told = describe(change(a_match(), **row), mine=mine)
    assert said in told
    assert told.startswith("▶" if mine else "•")
    assert ("<t:99:R>" in describe(change(a_match(), **row), mine=mine, until=99.5)) is True


def test_many_names_are_cut() -> None:
    told = describe(a_match(), others=("A" * 60, "B" * 60)).split(" · ")[1]
    assert told == "A" * 60 + ", " + "B" * 38 + "…"
    assert describe(a_match(), others=("A" * 98, "B")).split(" · ")[1] == "A" * 98 + "…", "no comma at the end"


async def test_the_deadline_is_that_of_the_most_urgent_seat(tmp_path: Path) -> None:
    async with house(tmp_path, quick=True) as at:
        bot = connect(at, tmp_path, Channels())
        match = await at.running("dog_royal", ANNA, BEN, CHIARA, DANA, pace="daily")
        seats = tuple(structs.replace(holder, user_id=ANNA) if holder.seat == 2 else holder for holder in match.seats)
        match = (
            await at.referee.change(match.id, at.who(ANNA), lambda now: Change(structs.replace(now, seats=seats)))
        ).match
        found = dict(match.clocks)
        found[2] = structs.replace(found[2], left=found[2].left / 2)
        row = structs.replace(match, clocks=found)
        await at.referee.change(match.id, at.who(ANNA), lambda _: Change(row))
        await at.running("docker", ANNA, BEN, channel=9)
        entries = await list_entries(bot, ANNA)
        strict = next(each for each in entries if each.match.game_name == "dog_royal")
        assert strict.until == at.now + found[2].left
        assert strict.others == ("User 2", "User 4"), "oneself is left out"
        assert next(each for each in entries if each.match.game_name == "docker").until is None, "no hurry"


async def test_people_of_another_server_stay_unnamed_where_the_servers_agreed_so(tmp_path: Path) -> None:
    async with house(tmp_path, quick=True) as at:
        bot, match = connect(at, tmp_path, Channels()), await share_match(at)
        (entry,) = await list_entries(bot, ANNA)
        assert entry.others == ("User 2",)
        assert entry.match.channel_id == match.channel_id
        (entry,) = await list_entries(bot, CHIARA)
        assert entry.others == ("User 4",)
        assert entry.match.channel_id == match.guest_channel_id, "where she plays"
