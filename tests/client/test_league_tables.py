"""Test the message that shows a league: its tables, what it says below them, and the buttons it has."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from client.core.bot import Slowboat
from client.leagues.tables import NOTES_SHOWN, build_tables, list_tables
from client.messages.custom_ids import Id
from games.text import T
from matches.leagues import ladder
from matches.leagues.league import Kind, League, Member, Note, Score, Season
from matches.leagues.season import correct, end_season, expel, settle, start_season
from rendering.cards.standings import Standings
from tests.client.notices import read_words
from tests.support.wire.offline import offline

NOW = 1_800_000_000.0


def make(kind: Kind, count: int) -> League:
    members = tuple(Member(1 + number, f"User {1 + number}") for number in range(count))
    return League("Harbour", "docker", "daily", "stand_in", 30, "en", members, kind=kind)


def begin(kind: Kind, count: int) -> League:
    return start_season(make(kind, count), NOW)


def season_of(league: League) -> Season:
    assert league.season is not None
    return league.season


@pytest.fixture
def bot(tmp_path: Path) -> Slowboat:
    """Make a client that draws nothing."""
    made = offline(tmp_path)

    async def draw(_table: Standings, name: str, _language: str) -> Any:
        return SimpleNamespace(data=b"png", name=name, alt="a table")

    made.painter.draw_standings = draw  # type: ignore[method-assign, assignment]
    return made


async def show(bot: Slowboat, league: League) -> tuple[str, list[str]]:
    """Return the words of a league's message, and the actions of its buttons."""
    view, _ = await build_tables(bot, league, rev=1)
    found = [str(each.custom_id) for each in view.walk_children() if getattr(each, "custom_id", None)]  # type: ignore[attr-defined]
    return read_words(view), [each.split(":")[1] for each in found]


@pytest.mark.parametrize("kind", ["divisions", "ladder", "cup"])
def test_a_name_without_a_visible_character_becomes_a_word(kind: Kind) -> None:
    league = make(kind, 4)
    named = (structs.replace(league.members[0], name="\u200b\u2060"), *league.members[1:])
    league = start_season(structs.replace(league, members=named), NOW)
    ((table, people),) = list_tables(league, season_of(league))
    shown = {user: line.name for user, line in zip(people, table.lines, strict=True)}
    assert shown[1] == T("without a name")
    assert shown[2] == "User 2"


def figures(table: Standings) -> list[tuple[int, str, tuple[str, ...], str]]:
    return [(line.place, line.name, tuple(map(str, line.figures)), line.zone) for line in table.lines]


def test_a_division_lists_points_wins_draws_and_losses_with_who_rises_and_falls() -> None:
    league = begin("divisions", 8)
    for fixture in season_of(league).fixtures:
        names = {fixture.first, fixture.second}
        result: Any = "draw" if names in ({1, 2}, {5, 6}) else "first" if fixture.first < fixture.second else "second"
        league = settle(league, fixture.number, result) if fixture.number < 12 else league
    (upper, people), (lower, others) = list_tables(league, season_of(league))
    assert figures(upper)[0] == (1, "User 1", ("7", "2", "1", "0"), ""), "nobody rises from the first division"
    assert figures(upper)[-1] == (4, "User 4", ("0", "0", "0", "3"), "down")
    assert [each[3] for each in figures(upper)] == ["", "", "", "down"]
    assert [each[3] for each in figures(lower)] == ["up", "", "", ""], "nobody falls out of the last division"
    assert [line.name for line in upper.lines] == [f"User {user}" for user in people]
    assert [line.name for line in lower.lines] == [f"User {user}" for user in others]


def test_each_picture_of_a_long_table_has_its_own_people() -> None:
    league = begin("ladder", 30)
    tables = list_tables(league, season_of(league))
    assert len(tables) > 1
    assert [user for _, people in tables for user in people] == list(range(1, 31))
    for table, people in tables:
        assert [line.name for line in table.lines] == [f"User {user}" for user in people]


def test_a_ladder_counts_challenges_won_and_lost() -> None:
    league = settle(ladder.challenge(begin("ladder", 3), 3, 1), 1, "second")
    league = settle(ladder.challenge(league, 2, 1), 2, "first")
    ((table, _),) = list_tables(league, season_of(league))
    assert [each[1:3] for each in figures(table)] == [
        ("User 3", ("1", "0")), ("User 1", ("1", "1")), ("User 2", ("0", "1")),
    ]  # fmt: skip


def test_people_who_came_equally_far_in_a_cup_share_a_place() -> None:
    league = settle(settle(begin("cup", 4), 1, "first"), 2, "first")
    ((table, _),) = list_tables(league, season_of(league))
    assert [(line.place, line.figures[0]) for line in table.lines] == [(1, "1"), (1, "1"), (3, "0"), (3, "0")]


async def test_a_season_says_how_many_matches_are_decided_and_a_cup_who_meets(bot: Slowboat) -> None:
    league = begin("cup", 4)
    words, _ = await show(bot, league)
    assert "Season 1" in words
    assert "0 of 2 matches decided" in words
    assert "Round 1: #1 <@1> – <@4> · #2 <@2> – <@3>" in words
    league = settle(settle(league, 1, "first"), 2, "first")
    words, _ = await show(bot, league)
    assert "2 of 3 matches decided" in words
    assert "Round 2: #3 <@1> – <@2>" in words
    over = settle(league, 3, "first")
    words, _ = await show(bot, over)
    assert "The cup goes to: <@1>" in words
    assert "it is over" in words


@pytest.mark.parametrize(
    ("kind", "before", "during", "after"),
    [
        ("divisions", [], ["league_predict"], []),
        ("cup", [], ["league_predict"], []),
        ("ladder", [], ["league_challenge", "league_predict"], []),
    ],
)
async def test_buttons_are_those_that_work_now(
    bot: Slowboat, kind: Kind, before: list[str], during: list[str], after: list[str]
) -> None:
    always = ["league_join", "league_leave"]
    running = begin(kind, 4)
    for league, more in ((make(kind, 4), before), (running, during), (end_season(running), after)):
        _, actions = await show(bot, league)
        assert sorted(actions) == sorted((*always, *more))
    assert Id(actions[0]).match == 0


async def test_it_says_how_many_people_have_joined_the_next_season(bot: Slowboat) -> None:
    """People whose data was deleted stay in the list of members until then, but do not play."""
    league = make("divisions", 4)
    gone = structs.replace(league, members=(*league.members, Member(-1, "")))
    assert "4 people play in the next season." in (await show(bot, gone))[0]
    assert "4 people play in the next season." in (await show(bot, begin("divisions", 4)))[0]
    assert "next season" not in (await show(bot, begin("ladder", 4)))[0], "on a ladder, they play at once"
    assert "next season" in (await show(bot, end_season(begin("ladder", 4))))[0]


async def test_the_newest_corrections_are_named_with_their_reasons(bot: Slowboat) -> None:
    league = begin("divisions", 4)
    for number in range(1, NOTES_SHOWN + 2):
        league = correct(league, number, "draw", by=99, reason=f"reason {number}", now=NOW)
    words, _ = await show(bot, league)
    assert "reason 1" not in words
    assert all(f"#{number} was corrected: reason {number} · <@99>" in words for number in (2, 3, 4))
    words, _ = await show(bot, expel(league, 2, by=99, reason="Left the server", now=NOW))
    assert "<@2> · removed: Left the server · <@99>" in words
    forgotten = structs.replace(league, trail=(Note(NOW, -3, 5, "", "draw", ""),))
    words, _ = await show(bot, forgotten)
    assert "#5 was corrected. · former player" in words


async def test_former_players_are_named_so_and_never_mentioned(bot: Slowboat) -> None:
    league = begin("ladder", 3)
    season = structs.replace(season_of(league), divisions=((1, -1, 3),))
    members = (Member(1, "User 1"), Member(-1, ""), Member(3, "User 3"))
    words, _ = await show(bot, structs.replace(league, season=season, members=members))
    assert "<@-1>" not in words
    cup = begin("cup", 4)
    season = season_of(cup)
    gone = tuple(structs.replace(each, second=-1) if each.second == 4 else each for each in season.fixtures)
    words, _ = await show(bot, structs.replace(cup, season=structs.replace(season, fixtures=gone)))
    assert "<@1> – former player" in words


async def test_the_best_guessers_are_listed_with_right_and_all_guesses(bot: Slowboat) -> None:
    league = begin("divisions", 4)
    assert "Right predictions" not in (await show(bot, league))[0]
    scores = tuple(Score(user, 9 - user, 9) for user in range(1, 8))
    words, _ = await show(bot, structs.replace(league, season=structs.replace(season_of(league), scores=scores)))
    assert "Right predictions: <@1> 8/9 · <@2> 7/9 · <@3> 6/9 · <@4> 5/9 · <@5> 4/9" in words
    assert "<@6> 3/9" not in words


@pytest.mark.parametrize("kind", ["divisions", "ladder", "cup"])
async def test_the_terms_stand_above_the_button_that_joins(bot: Slowboat, kind: Kind) -> None:
    """They are told before the first season, in it and after it."""
    made = begin(kind, 4)
    for league in (make(kind, 0), made, end_season(made)):
        words, actions = await show(bot, league)
        terms = f"Terms: a season lasts at most {league.days} days, and its matches have no pauses."
        assert terms in words
        assert "When your time is up: A stand-in makes the move." in words
        assert "league_join" in actions
