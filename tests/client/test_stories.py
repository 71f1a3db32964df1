"""Boards tell the story first: a shout, the player's own move, and a count of what is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

import games
from client.board.board import rebuild_board
from client.messages.log_text import END_ROOM, Said, count_rest, find_most, fit_story, tell_story
from client.messages.parts import fit_lines
from data import LogRow
from data.rows import Phase
from games.aquaretto.events import Took
from games.docker.events import Eliminated
from games.record import Record
from matches.match import Match, events_of, pack
from matches.texts import LANGUAGES, Texts
from tests.support.laws.playouts import playout
from tests.support.wire.offline import list_playable, make_running_match

SAY = Texts().say("en")
ROOM = 8
PHONE, HEADING = 36, 28


@pytest.mark.parametrize("count", range(1, 40))
@pytest.mark.parametrize("length", [10, 60])
def test_a_long_story_keeps_the_first_line_and_counts_what_it_leaves_out(count: int, length: int) -> None:
    lines = [f"{number:02} ".ljust(length, "x") for number in range(count)]
    shown = fit_story(list(map(Said, lines)), SAY, room=ROOM, most=find_most(ROOM))
    assert shown[0] == lines[0], "one's own move stays"
    assert shown[-1] == lines[-1], "the newest line stays"
    assert measure(shown) <= ROOM
    counted = [line for line in shown if line.startswith("-# …")]
    left = len(lines) - (len(shown) - len(counted))
    assert bool(counted) == bool(left)
    if left:
        assert str(left) in counted[0] or "one more" in counted[0]


def measure(lines: Iterable[str]) -> float:
    """Measure the height of lines on a phone; small print is lower, and has more letters in a line."""
    return sum(0.8 * -(-len(each) // 46) if each.startswith("-# ") else -(-len(each) // PHONE) for each in lines)


@given(matters=st.lists(st.booleans(), min_size=1, max_size=16), length=st.integers(1, 90))
def test_what_matters_is_told_however_little_room_there_is(matters: list[bool], length: int) -> None:
    """Tell lines of which some matter: what may be left out goes first, and everything stays in order."""
    lines = [Said(f"line {n}: ".ljust(length, "x"), f"brief {n}." * matter) for n, matter in enumerate(matters)]
    told = "\n".join(fit_story(lines, SAY, room=ROOM, most=find_most(ROOM)))
    places = [max(told.find(line.text), told.find(line.brief) if line.brief else -1) for line in lines]
    kept = [place for place in places if place >= 0]
    assert kept == sorted(kept)
    assert all(place >= 0 for place, matter in zip(places, matters, strict=True) if matter)
    assert places[0] >= 0
    left = len(lines) - len(kept)
    assert ("one more" in told, f"{left} more" in told) == (left == 1, left > 1)
    if any(line.text not in told for line, matter in zip(lines, matters, strict=True) if matter):
        assert left == len(lines) - sum([True, *matters[1:]]), "nothing that matters is shortened for what does not"


def test_no_line_is_dropped_without_a_word() -> None:
    lines = [f"line {number}" for number in range(30)]
    shown = count_rest(lines, 24, SAY)
    assert shown[0] == "-# … and 7 more before"
    assert shown[1:] == lines[7:]
    assert count_rest(lines[:24], 24, SAY) == lines[:24]


def read_log(name: str, number: int, language: str) -> tuple[Match, list[LogRow]]:
    """Return a playout as a running match, with its log."""
    game, played = games.load(name), playout(name, number)
    record: Record = played.record
    rows = []
    for seq, (ply, state) in enumerate(zip(record.plies, played.states[1:], strict=True)):
        events = msgspec.json.encode(state.events).decode()
        rows.append(LogRow(seq, "ply", ply.seat, ply.code, events, pack(state), None, None, 0.0))
    match = make_running_match(game, played.states[-1], record.seats, record.options, language=language)
    return structs.replace(match, head=-2), rows


@pytest.mark.parametrize("name", list_playable())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_of_every_board_fits_on_a_phone(name: str, language: str) -> None:
    """Tell whole playouts in bits of one, five and twelve plies, as boards do."""
    for number in range(2):
        match, rows = read_log(name, number, language)
        say = Texts().say(language, match.cast())
        for size in (1, 5, 12):
            for start in range(0, len(rows), size):
                tale = tell_story(match, rows[start : start + size], say)
                assert measure(tale.lines) <= max(find_most(ROOM), measure(tale.lines[:1]) + 1), tale.lines
                assert len(tale.shout) <= 3 * HEADING + len(max((each.name for each in match.seats), key=len)), (
                    tale.shout
                )


def test_a_board_with_a_high_picture_tells_less() -> None:
    """A square picture takes the place of some lines."""
    match, rows = read_log("dog_royal", 0, "en")
    say = Texts().say("en", match.cast())
    shortened = 0
    for start in range(0, len(rows), 4):
        part = rows[start : start + 4]
        words = rebuild_board(match, (), 1, "", part, say).bare.words
        less = tell_story(match, part, say, room=match.words.STORY_ROOM)
        assert all(line in words for line in less.rest), words
        shortened += less.lines != tell_story(match, part, say).lines
    assert shortened > 5


@pytest.mark.parametrize(("size", "room"), [(8, ROOM), (8, 5), (4, 5)])
def test_no_truck_goes_untold(size: int, room: int) -> None:
    for number in range(4):
        match, rows = read_log("aquaretto", number, "en")
        say = Texts().say("en", match.cast())
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            tale = tell_story(match, part, say, room=room)
            trucks = sum(isinstance(each, Took) for row in part for each in events_of(match.game, row))
            assert "\n".join(tale.lines).count("takes truck") == trucks, tale.lines


@pytest.mark.parametrize(("size", "room"), [(8, ROOM), (40, ROOM), (40, END_ROOM)])
def test_everybody_who_is_out_is_named_with_the_roll(size: int, room: int) -> None:
    named = 0
    for number in range(8):
        match, rows = read_log("docker", number, "en")
        say = Texts().say("en", match.cast())
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            told = "\n".join(tell_story(match, part, say, room=room).lines)
            out = [each for row in part for each in events_of(match.game, row) if isinstance(each, Eliminated)]
            rolls = re.findall(r"(?:no move for|out on) a (\d)", told)
            assert rolls == [str(each.die) for each in out], told
            named += len(out)
    assert named > 8


@pytest.mark.parametrize("phase", ["running", "finished"])
def test_what_is_shouted_is_not_said_again(phase: Phase) -> None:
    match, rows = read_log("dog_royal", 0, "en")
    match = structs.replace(match, phase=phase, outcome=match.game.outcome(match.state))
    told = tell_story(match, rows[-1:], SAY)
    assert told.shout in told.lines, "who reads only the lines misses nothing"
    assert rebuild_board(match, (), 1, "", rows[-1:], SAY).bare.words.count(told.shout) == 1
    assert told.shout not in "\n".join(tell_story(match, rows[-1:], SAY, room=1).rest), "not as small print either"


def test_an_undone_turn_is_not_told() -> None:
    match, rows = read_log("docker", 0, "en")
    undo = LogRow(3, "undo", 0, "", "[]", None, 1, None, 0.0)
    told = tell_story(match, [*rows[:3], undo], SAY).lines
    assert told[:2] == tell_story(match, rows[:2], SAY).lines[:2]
    assert told[-1].endswith("has taken back a turn. The match continues from the position before it.")


@pytest.mark.parametrize("most", [12, 20, 40, 200])
def test_text_that_is_too_long_shows_where_it_was_cut(most: int) -> None:
    lines = ["first", *(f"line {number}" for number in range(8)), "last"]
    fitted = fit_lines(lines, most)
    assert len(fitted) <= most
    assert fitted.startswith("first")
    assert ("…" in fitted) is (fitted != "\n".join(lines))
