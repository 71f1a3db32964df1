"""The list of `/turns`: sorted, in every language, within Discord's limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.days.inbox import MOST, Entry, build_inbox, rank_entry
from matches.match import Match

from .offline import LANGUAGES, LONGEST_NAME, check_message, make_running_match, offline, setup


def a_match() -> Match:
    game, state, options = setup("aquaretto", 5, 0)
    return make_running_match(game, state, 5, options, language="en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, MOST, MOST + 1, 100])
def test_a_long_list_fits_into_a_message(tmp_path: Path, language: str, count: int) -> None:
    bot = offline(tmp_path)
    match, say = a_match(), bot.texts.say(language)
    found = [Entry(match, (LONGEST_NAME,) * 4, number % 2 == 0, 1.8e9, 2**62) for number in range(count)]
    view = build_inbox(found, {match.row.id: say}, say)
    check_message(view)
    text = view.to_components()[0]["components"][0]["content"]
    shown = sum(line.startswith(("▶", "•")) for line in text.splitlines())
    assert shown == count or (10 <= shown <= MOST and str(count - shown) in text.splitlines()[-1])


def test_the_most_urgent_match_is_first_and_never_left_out() -> None:
    match = a_match()
    urgent, calm = Entry(match, (), True, 5.0, None), Entry(match, (), True, 9.0, None)
    timeless, theirs = Entry(match, (), True, None, None), Entry(match, (), False, 1.0, None)
    assert sorted([theirs, timeless, calm, urgent], key=rank_entry) == [urgent, calm, timeless, theirs]
