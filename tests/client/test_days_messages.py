"""Boards, reminders and votes fit Discord's limits in every language, and state the right times."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import discord
import pytest
from msgspec import json, structs
from PIL import Image, ImageChops

from client.absence.absence import read_until, suggest_dates
from client.board.board import build_board
from client.me.me import build_picture_settings, build_settings
from client.me.zones import suggest_zones
from client.messages.clocks import describe_duration, find_shortest_time
from client.messages.log_text import describe_edits, describe_log
from client.messages.parts import layout, rows, text
from client.pictures.painter import Painter
from client.reminders import build_reminder
from client.votes.answers import describe_proposal, make_answer_buttons
from data import Absence, LogRow
from games.text import Player, Say, T, Text
from matches.match import Clock, Match, Proposal, ProposalKind
from matches.people.preferences import Person
from matches.texts import Texts
from tests.support.wire.offline import LANGUAGES, check_message, make_running_match, setup

NOW = 1.8e9
HOUR, DAY = 3600.0, 86400.0
KINDS: tuple[ProposalKind, ...] = ("undo", "pause", "resume", "end", "substitute")


def seat_six(language: str) -> Match:
    """Seat six people with long names in a game for six."""
    game, state, options = setup("dog_royal", 6, 1)
    return make_running_match(game, state, 6, options, language=language)


def start_clock(match: Match, *, left: float, pace: str = "daily", absence: Absence = "stand_in") -> Match:
    """Start the clocks of the awaited players."""
    found = {holder.seat: Clock(left, NOW) for holder in match.awaited}
    return structs.replace(match, pace=pace, absence=absence, clocks=found)


def say_in(match: Match, language: str) -> Say:
    return Texts().say(language, match.cast())


async def render_board(match: Match, language: str, *log: LogRow) -> str:
    """Return the words of the board, which Discord must accept."""
    say = say_in(match, language)
    drawn = await Painter(Texts()).draw_public_board(
        match, seq=match.seq, clock=find_shortest_time(match, now=NOW, outages=())
    )
    found = build_board(match, drawn, log, say, now=NOW)
    view, files = found.view, found.files
    check_message(view, *files)
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_boards_with_everything_at_once_fit(language: str) -> None:
    match = start_clock(seat_six(language), left=DAY)
    absent = tuple(
        structs.replace(holder, stand_in="until_back" if holder.seat else None, away_until=NOW + DAY)
        for holder in match.seats
    )
    told = await render_board(structs.replace(match, seats=absent), language)
    assert told.count(f"<t:{int(NOW + DAY)}:f>") == 1, "the awaited player is away"
    for why in ("consent", "place", "owner"):
        ready = Proposal("resume", match.seats[0].user_id or 0, 0, 1, NOW + DAY)
        paused = structs.replace(match, phase="paused", paused_for=why, resume_at=NOW + DAY, proposal=ready)
        pause = LogRow(9999, "pause", None, "", "[]", None, None, None, NOW, note="R" * 200)
        assert "R" * 200 in await render_board(paused, language, pause)


@pytest.mark.parametrize("language", LANGUAGES)
def test_reminders_votes_and_settings_fit(language: str) -> None:
    match = start_clock(seat_six(language), left=DAY, absence="skip")
    say = say_in(match, language)
    seat = match.awaited[0].seat
    for now in (NOW, NOW + 2 * DAY):
        check_message(build_reminder(match, seat, say, now=now, outages=()))
    for kind in KINDS:
        user = match.seats[0].user_id or 0
        proposal = Proposal(
            kind, user, 0, int(NOW * 1000), NOW + DAY, resume_at=NOW + DAY, name="W" * 32, agreed=(2**62 + 1,)
        )
        lines = describe_proposal(match, proposal, say, undone=["x" * 150] * 24)
        check_message(layout(text(*lines), *rows(make_answer_buttons(match, proposal, say))))
    for person in (Person(), Person(language, "America/Argentina/ComodRivadavia", (22, 7), "dark", True, True)):
        check_message(build_settings(person, say, now=NOW, proposed="America/Argentina/Buenos_Aires"))
        check_message(build_settings(person, say, now=NOW, night=(22, 10)))
        check_message(build_picture_settings(person, say))


async def test_a_match_without_a_clock_shows_none() -> None:
    language = "en"
    relaxed = start_clock(seat_six(language), left=DAY, pace="relaxed")
    assert "Time limit" not in await render_board(relaxed, language)
    assert find_shortest_time(relaxed, now=NOW, outages=()) is None
    assert "Time limit" in await render_board(start_clock(seat_six(language), left=DAY), language)


async def test_the_clock_is_in_the_strip_of_the_picture_and_nowhere_else() -> None:
    match = start_clock(seat_six("en"), left=DAY)
    drawn = []
    for clock in (None, find_shortest_time(match, now=NOW, outages=())):
        png = (await Painter(Texts()).draw_public_board(match, seq=1, clock=clock)).data
        with Image.open(io.BytesIO(png)) as picture:
            drawn.append(picture.convert("RGB"))
    changed = ImageChops.difference(*drawn).getbbox()
    assert changed is not None, "the time left is not drawn"
    assert changed[3] <= 84, "the clock changes more than the strip on top"


def test_undone_turns_are_not_described() -> None:
    game, state, options = setup("docker", 2, 1)
    match = make_running_match(game, state, 2, options, language="en")
    say = say_in(match, "en")
    rolled = json.encode([{"type": "Rolled", "seat": 0, "value": 3}]).decode()
    plies = [LogRow(n, "ply", 0, "x", rolled, None, None, None, NOW) for n in (1, 2)]
    undo = LogRow(3, "undo", 0, "", "[]", None, 1, 2**62, NOW)
    assert len(describe_log(match, plies, say)) == 2
    told = describe_log(match, [*plies, undo], say)
    assert len(told) == 2
    assert told[0] == describe_log(match, plies[:1], say)[0]
    assert "taken back" in told[1]


@pytest.mark.parametrize(("code", "told"), [("next/1", "{} is to move"), ("1/coins/3", "{} 3 coins")])
def test_a_change_of_a_position_says_everything_in_one_line(code: str, told: str) -> None:
    """In a vote, labels that only make groups are left out."""
    game, state, options = setup("aquaretto", 2, 1)
    match = make_running_match(game, state, 2, options, language="en")
    say = say_in(match, "en")
    assert describe_edits(match, [code], say) == [told.format(say(T("{player}", player=Player(1))))]


def test_a_stand_ins_turn_is_marked_once() -> None:
    game, state, options = setup("docker", 2, 1)
    match = make_running_match(game, state, 2, options, language="en")
    rows_ = [LogRow(n, "ply", seat, "x", "[]", None, None, None, NOW, "stand_in") for n, seat in enumerate((0, 0, 1))]
    told = describe_log(match, rows_, say_in(match, "en"))
    assert len(told) == 2
    assert all("A stand-in moved for" in line for line in told)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (5, "1 min"),
        (3540, "59 min"),
        (3599, "1 h"),
        (DAY + HOUR, "25 h"),
        (2 * DAY - 1, "2 days"),
        (9.9 * DAY, "9 days"),
    ],
)
def test_time_left_is_short_and_rounded_down(seconds: float, said: str) -> None:
    assert Texts().say("en")(describe_duration(seconds)) == said
    for language in LANGUAGES:
        assert len(Texts().say(language)(describe_duration(seconds))) <= 9, "the picture has room for nine characters"


def test_the_clock_of_a_picture_is_the_shortest_of_present_players() -> None:
    match = start_clock(seat_six("en"), left=DAY)
    found: Text | None = find_shortest_time(match, now=NOW + HOUR, outages=())
    assert found is not None
    assert Texts().say("en")(found) == "23 h"
    assert find_shortest_time(match, now=NOW + 2 * DAY, outages=()) is None, "there is no clock to show"
    away = tuple(structs.replace(holder, away_until=NOW + DAY) for holder in match.seats)
    assert find_shortest_time(structs.replace(match, seats=away), now=NOW, outages=()) is None


DAY_OF_NOW = datetime.fromtimestamp(NOW, UTC)


@pytest.mark.parametrize(
    ("typed", "zone", "days"),
    [
        ("3", "UTC", 3.0),
        ("10 days", "UTC", 10.0),
        ("2027-01-20", "UTC", None),
        ("20.1.", "UTC", None),
        ("20/01/2027", "UTC", None),
    ],
)
def test_a_date_for_away_is_read(typed: str, zone: str, days: float | None) -> None:
    until = read_until(typed, NOW, zone)
    assert until is not None
    if days is not None:
        assert until == NOW + days * DAY
    else:
        assert datetime.fromtimestamp(until, UTC) == datetime(2027, 1, 20, tzinfo=UTC)


def test_a_day_begins_where_the_person_lives() -> None:
    assert read_until("2027-01-20", NOW, "UTC") == (read_until("2027-01-20", NOW, "Pacific/Auckland") or 0) + 13 * HOUR


@pytest.mark.parametrize(
    "typed", ["", "0", "99", "2020-01-01", "2027-02-30", "31.2.", "2031-01-01", "1e9", "²", "15.1.2027"]
)
def test_invalid_dates_for_away_are_refused(typed: str) -> None:
    assert DAY_OF_NOW.date().isoformat() == "2027-01-15"
    assert read_until(typed, NOW, "UTC") is None


def test_suggested_dates_for_away_can_be_read() -> None:
    say = Texts().say("en")
    assert [choice.value for choice in suggest_dates("", NOW, "UTC", say, "en")][:3] == ["1", "2", "3"]
    assert suggest_dates("24.1.", NOW, "UTC", say, "en")[0].value == "2027-01-24"
    assert suggest_dates("23", NOW, "UTC", say, "en")[-1].value == "23"
    for typed in ("9" * 5000, "²", "0"):
        assert suggest_dates(typed, NOW, "UTC", say, "en") == []
    for language in LANGUAGES:
        for choice in suggest_dates("", NOW, "Asia/Kathmandu", Texts().say(language), language):
            assert read_until(choice.value, NOW, "Asia/Kathmandu")
            assert len(choice.name) <= 100


async def test_time_zones_are_found_by_city() -> None:
    assert [zone.value for zone in await suggest_zones("zurich", NOW)] == ["Europe/Zurich"]
    assert [zone.value for zone in await suggest_zones("new york", NOW)] == ["America/New_York"]
    assert len(await suggest_zones("", NOW)) == 25
    assert await suggest_zones("Atlantis", NOW) == []
