"""A league in two servers, without Discord: the offer, what each side sees, results, the end of the link, privacy."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import pytest
from msgspec import structs

from matches import two_servers as linking
from matches.errors import Stale, UserError
from matches.leagues import keeping, ladder, sharing
from matches.leagues.keeping import Kept, follow, found_league, link_league, list_unopened, require_kept, start_match
from matches.leagues.league import Guess, Kind, League, Member, Score, Season
from matches.leagues.season import correct, enrol, expel, find_fixture, settle, start_season, withdraw
from matches.leagues.sharing import HIDDEN, accept, find_user, offer, part, seen_from
from matches.match import Guest, Side
from matches.people import privacy
from matches.play import resign
from tests.support.matches.house import CHANNEL, GUILD, START, House
from tests.support.matches.two_servers import CHANNEL_THERE, LETTERS, THERE, change

BASE = 555_000_111_000
"""Ids of people begin here, so that other numbers are not mistaken for ids."""

HOME, AWAY = (BASE + 1, BASE + 2, BASE + 3), (BASE + 4, BASE + 5)
MANAGER = BASE + 9
PLACE = (THERE, CHANNEL_THERE, 77)


def share(kind: Kind = "divisions", *, names: bool = False) -> League:
    """Share a league of three people with two of another server, before its first season."""
    league = League("L", "docker", "daily", "stand_in", 30, "en", kind=kind)
    for user in HOME:
        league = enrol(league, Member(user, f"User {user}"))
    league = accept(offer(league, code=LETTERS, names=names, now=START), LETTERS, names=names, language="de", now=START)
    for user in AWAY:
        league = enrol(league, Member(user, f"User {user}", guest=True))
    return league


def begin(kind: Kind = "divisions", *, names: bool = False) -> League:
    league = start_season(share(kind, names=names), START)
    return ladder.challenge(league, AWAY[0], HOME[0]) if kind == "ladder" else league


def season_of(league: League) -> Season:
    assert league.season is not None
    return league.season


def list_traces(league: League, users: tuple[int, ...]) -> list[int]:
    """List the people whose id or name is anywhere in a league."""
    text = msgspec.json.encode(structs.replace(league, guest=None)).decode()
    return [user for user in users if str(user) in text]


def test_names_need_the_consent_of_both() -> None:
    for offered, agreed in ((True, False), (False, True), (True, True)):
        league = offer(League("L", "docker", "daily", "stand_in", 30, "en"), code=LETTERS, names=offered, now=START)
        assert not league.is_shared
        linked = accept(league, LETTERS, names=agreed, language="fr", now=START)
        assert linked.is_shared
        assert linked.guest == Guest(names=offered and agreed, language="fr")


def test_a_code_counts_once_for_an_hour() -> None:
    league = offer(share_nothing(), code=LETTERS, names=True, now=START)
    for letters, later in (("ABCDEG", 0.0), ("", 0.0), (LETTERS, linking.CODE_LASTS)):
        with pytest.raises(UserError, match="wrong or has expired"):
            accept(league, letters, names=True, language="de", now=START + later)
    linked = accept(league, LETTERS, names=True, language="de", now=START)
    for letters in (LETTERS, ""):
        with pytest.raises(UserError, match="wrong or has expired"):
            accept(linked, letters, names=True, language="de", now=START)
    with pytest.raises(UserError, match="shared with another server already"):
        offer(linked, code=LETTERS, names=True, now=START)
    with pytest.raises(Stale):
        offer(part(linked, PLACE), code=LETTERS, names=True, now=START)
    with pytest.raises(Stale):
        part(share_nothing(), PLACE)


def share_nothing() -> League:
    return League("L", "docker", "daily", "stand_in", 30, "en")


@pytest.mark.parametrize("kind", ["divisions", "ladder", "cup"])
@pytest.mark.parametrize("names", [False, True])
def test_each_side_sees_no_id_of_the_other_one_and_the_same_places(kind: Kind, names: bool) -> None:
    """Results, removals, corrections and predictions included."""
    league = begin(kind, names=names)
    league = settle(league, 1, "second")
    league = correct(league, 1, "first", by=MANAGER, reason="x", now=START)
    scores = (Score(HOME[2], 1, 1), Score(AWAY[1], 1, 1, guest=True))
    guesses = (Guess(HOME[2], 2, -1, "first"), Guess(AWAY[1], 2, -1, "first", guest=True))
    league = structs.replace(league, season=structs.replace(season_of(league), scores=scores, guesses=guesses))
    league = expel(league, AWAY[0], by=MANAGER, reason="x", now=START)
    league = withdraw(league, HOME[1])
    sides: tuple[tuple[Side, tuple[int, ...], tuple[int, ...]], ...] = (
        ("home", (*HOME, MANAGER), AWAY),
        ("guest", AWAY, (*HOME, MANAGER)),
    )
    for side, own, other in sides:
        shown = seen_from(league, side)
        ids = msgspec.json.encode(shown).decode().replace("User 555", "")
        assert [user for user in other if f":{user}" in ids or f"[{user}" in ids or f",{user}" in ids] == []
        assert list_traces(shown, own) == list(own)
        assert bool(list_traces(shown, tuple(user for user in other if user != MANAGER))) == names
        assert [find_user(league, each.user) for each in shown.members] == [each.user for each in league.members]
        assert shown.language == ("de" if side == "guest" else "en")
        if kind == "divisions":
            lines = season_of(shown).compute_division(0), season_of(league).compute_division(0)
            assert [line.points for line in lines[0]] == [line.points for line in lines[1]]
        if kind == "ladder":
            order = [find_user(league, user) for user in ladder.compute_order(shown)]
            assert tuple(order) == ladder.compute_order(league)
    assert seen_from(begin_alone(), "home") == begin_alone()


def begin_alone() -> League:
    members = tuple(Member(user, f"User {user}") for user in (*HOME, *AWAY))
    return start_season(structs.replace(share_nothing(), members=members), START)


def test_everybody_has_a_number_of_their_own() -> None:
    """Also somebody who leaves and returns, while the season still names them."""
    league = begin()
    league = enrol(withdraw(league, AWAY[0]), Member(AWAY[0], "x", guest=True))
    league = enrol(league, Member(BASE + 6, "x"))
    numbers = [each.number for each in league.members]
    assert len(set(numbers)) == len(numbers) == 6
    assert 0 not in numbers
    assert find_user(league, HIDDEN + 99) == 0


@pytest.mark.parametrize("kind", ["divisions", "ladder", "cup"])
def test_the_end_of_the_link_leaves_former_players_and_decides_their_matches(kind: Kind) -> None:
    league = begin(kind)
    before = {each.number: each for each in season_of(league).fixtures}
    parted = part(league, PLACE)
    assert list_traces(parted, AWAY) == []
    assert parted.guest == Guest(language="de", parted=PLACE)
    assert [each.user for each in parted.members] == list(HOME)
    for each in season_of(parted).fixtures:
        was = before.get(each.number)
        if was is None:
            continue  # the next round of a cup
        gone = [user in AWAY for user in (was.first, was.second)]
        expected = {(True, True): "void", (True, False): "second", (False, True): "first", (False, False): ""}
        assert each.result == expected[gone[0], gone[1]]
        assert [user < 0 for user in (each.first, each.second)] == gone
    people = {user for each in season_of(parted).divisions for user in each}
    assert len(people) == 5, "two former players stay two"
    again = offer(sharing.forget_parted(parted), code=LETTERS, names=True, now=START)
    linked = accept(again, LETTERS, names=True, language="it", now=START)
    assert linked.is_shared, "it can be shared with another server afterwards"


async def store(at: House, league: League) -> Kept:
    """Store a league and link it with the other server."""
    await found_league(at.referee, GUILD, CHANNEL, structs.replace(league, guest=None))
    await keeping.change_league(
        at.referee, CHANNEL, lambda found: offer(found, code=LETTERS, names=False, now=at.referee.now())
    )
    kept = await require_kept(at.referee, CHANNEL)
    await link_league(at.referee, kept, LETTERS, guild_id=THERE, channel_id=CHANNEL_THERE, names=False, language="de")
    return await require_kept(at.referee, CHANNEL)


async def test_a_league_is_found_from_both_channels_and_run_from_one(at: House) -> None:
    await store(at, share())
    kept = await require_kept(at.referee, CHANNEL_THERE)
    assert kept == await require_kept(at.referee, CHANNEL)
    assert [kept.side_of(channel) for channel in (CHANNEL, CHANNEL_THERE)] == ["home", "guest"]
    assert [face.channel_id for face in kept.faces] == [CHANNEL, CHANNEL_THERE]
    with pytest.raises(UserError, match="belongs to the other server"):
        await keeping.change_league(at.referee, CHANNEL_THERE, lambda found: found, manage=True)
    with pytest.raises(UserError, match="has a league already"):
        await found_league(at.referee, THERE, CHANNEL_THERE, share_nothing())


async def open_fixture(at: House, is_wanted: Callable[[set[int]], bool]) -> tuple[int, int]:
    """Open and start the match of a fixture in both servers. Returns the numbers of fixture and match."""
    await store(at, share())
    await keeping.change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))
    kept = await require_kept(at.referee, CHANNEL)
    fixture = next(each for each in list_unopened(kept.league) if is_wanted({each.first, each.second}))
    match = await keeping.open_match(at.referee, kept, fixture, 5001, 5002)
    await start_match(at.referee, match.id)
    return fixture.number, match.id


def is_between(people: set[int]) -> bool:
    return len(people & set(HOME)) == 1


async def test_a_match_between_the_servers_has_two_channels_and_counts(at: House) -> None:
    number, match_id = await open_fixture(at, is_between)
    match = await at.referee.match(match_id)
    assert (match.guild_id, match.channel_id, match.guest_guild_id, match.guest_channel_id) == (
        GUILD,
        5001,
        THERE,
        5002,
    )
    assert [holder.guest for holder in match.seats] == [holder.user_id in AWAY for holder in match.seats]
    assert match.guest == Guest(language="de")
    await at.do(match, resign, match.seats[0].user_id or 0, now=at.now)
    kept = await follow(at.referee, CHANNEL, at.now)
    assert kept is not None
    assert find_fixture(kept.league, number).result == "second"


async def test_a_match_whose_own_link_has_ended_counts_for_nobody(at: House) -> None:
    """A computer player has taken the seat of the guest."""
    number, match_id = await open_fixture(at, is_between)
    match = await at.referee.match(match_id)
    parted = await change(at, match, lambda found: linking.part(found, now=at.now))
    (left,) = parted.match.people
    await at.do(parted.match, resign, left, now=at.now)
    kept = await follow(at.referee, CHANNEL, at.now)
    assert kept is not None
    assert find_fixture(kept.league, number).result == "void"


async def test_a_copy_says_from_which_side_one_plays_and_a_forgotten_guest_is_gone(at: House) -> None:
    await open_fixture(at, is_between)
    for user, guest in ((AWAY[0], True), (HOME[0], False)):
        (copy,) = json.loads(await privacy.export(at.referee, user))["leagues"]
        assert (copy["names"], copy["guest"]) == ([f"User {user}"], guest)
    await privacy.forget(at.referee, AWAY[0])
    kept = await require_kept(at.referee, CHANNEL)
    assert list_traces(kept.league, (AWAY[0],)) == []
    assert list_traces(seen_from(kept.league, "home"), AWAY) == []
    await keeping.part_league(at.referee, CHANNEL_THERE)
    parted = (await require_kept(at.referee, CHANNEL)).league
    assert list_traces(parted, AWAY) == []
    assert len({user for people in season_of(parted).divisions for user in people}) == 5, "nobody is two people"
