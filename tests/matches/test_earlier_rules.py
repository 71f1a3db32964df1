"""Matches that began under earlier rules are finished under them, beside new matches under the new rules.

No game has changed its rules yet: these tests give Docker a second version, which rolls the die differently.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

import games
import games.docker
from games import record
from games.core import BadNotation
from games.docker.state import State
from games.rng import Rng
from matches.archive.check import check
from matches.archive.elsewhere import Refused, rebuild
from matches.archive.verify import verify
from matches.coaching.analyst import Analyst
from matches.errors import Stale, Unplayable
from matches.keeping.unplayable import end_unplayable
from matches.lobby import lobby
from matches.machines.computing import choose
from matches.match import Match
from tests.released import VERSIONS, matches
from tests.support.laws.playouts import GAMES
from tests.support.matches.house import ANNA, BEN, CHIARA, House, house, read_refusal
from tests.support.matches.second_rules import upgrade


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, quick=True) as opened:
        yield opened


@pytest.fixture(autouse=True)
def forget_rules() -> Iterator[None]:
    """Load the real rules again after each test."""
    yield
    games.load.cache_clear()


@pytest.mark.parametrize("version", VERSIONS)
def test_golden_matches_end_the_same_after_an_upgrade(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade(monkeypatch)
    recorded = [match for match in matches.read(version) if match.game == "docker"]
    assert recorded
    for match in recorded:
        played = match.to_record()
        for now, then in zip(record.replay(played), match.positions, strict=True):
            assert now == msgspec.json.decode(then, type=State)
        other = record.replay(structs.replace(played, version=2, plies=played.plies[:1]))
        assert other[-1] != msgspec.json.decode(match.positions[1], type=State), "the new rules differ"


async def test_a_match_in_progress_ends_under_the_rules_it_began_with(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await at.running("docker", ANNA, BEN)
    waiting = await at.open("docker", channel=8)
    await at.play_any_turn(match)
    upgrade(monkeypatch)
    at.restart()
    assert (await check(at.store)).problems == ()
    match = await at.until_over(match)
    assert (match.rules_version, match.game.version) == (1, 1)
    assert verify(match, await at.log(match)).differs is None
    new = await at.running("docker", ANNA, BEN, channel=9)
    begun = (await at.do(await at.referee.match(waiting.id), lobby.join, BEN, now=at.now)).match
    for other in (new, begun):
        assert (other.rules_version, other.game.version) == (2, 2), "a lobby has no rules yet"
    other = await at.until_over(new)
    assert verify(other, await at.log(other)).differs is None
    as_old = structs.replace(other, rules_version=1)
    assert verify(as_old, await at.log(other)).differs is not None
    refused = await read_refusal(_analyse(at, match))
    assert refused == "This match was played with earlier rules, which are no longer analysed."


async def _analyse(at: House, match: Match) -> None:
    Analyst(at.referee).begin(match)


async def test_without_the_earlier_rules_a_match_waits_for_a_version_that_has_them(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await at.running("docker", ANNA, BEN)
    over = await at.until_over(await at.running("docker", ANNA, BEN, channel=8))
    upgrade(monkeypatch, keep=False)
    at.restart()
    refused = await read_refusal(at.referee.match(match.id), Unplayable)
    assert refused.startswith("This match began under rules that")
    (problem,) = (await check(at.store)).problems
    assert "version 1 of the rules" in problem
    assert "already a match" in await read_refusal(at.open("docker")), "its place is kept"
    assert (await at.referee.match(over.id)).game.version == 2, "finished matches can still be viewed"


async def test_a_player_or_a_manager_ends_a_match_whose_rules_are_missing(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [await at.running("docker", ANNA, BEN, channel=channel) for channel in (7, 8)]
    upgrade(monkeypatch, keep=False)
    at.restart()
    with pytest.raises(Unplayable) as caught:
        await at.referee.match(found[0].id)
    assert (caught.value.match_id, caught.value.people) == (found[0].id, {ANNA, BEN})
    assert "/board shows them a button" in await read_refusal(at.referee.match_in(7), Unplayable)
    for match, who in zip(found, (at.who(BEN), at.who(CHIARA, manages=True)), strict=True):
        number = match.id
        refused = await read_refusal(end_unplayable(at.referee, number, at.who(CHIARA)))
        assert refused == "Only its players can do this, or somebody who manages the server."
        done = await end_unplayable(at.referee, number, who)
        assert (done.match.phase, done.outbox_id is not None) == ("cancelled", True)
        assert await read_refusal(end_unplayable(at.referee, number, at.who(ANNA)), Stale) == "This match is over."
        assert (await at.log(match))[-1].kind == "cancel"
        over = await at.referee.match(number)
        assert (over.phase, over.to_act, over.rev) == ("cancelled", (), match.rev + 1)
        assert not [each for each in await at.store.transaction(lambda tx: tx.read_due_timers(1e12, limit=99))
                    if each[0] == number]  # fmt: skip
    begun = await at.running("docker", ANNA, BEN)
    assert begun.game.version == 2
    refused = await read_refusal(end_unplayable(at.referee, begun.id, at.who(ANNA)), Stale)
    assert refused == "This match can go on: its rules are here again."
    assert (await check(at.store)).problems == ()


def test_records_and_workers_use_the_version_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = next(match for match in matches.read("0.1.0") if match.game == "docker").to_record()
    upgrade(monkeypatch, keep=False)
    with pytest.raises(BadNotation, match="recorded under version 1 of docker, these are 2"):
        record.replay(recorded)
    assert rebuild(record.write(recorded).encode()) == Refused("version")
    with pytest.raises(KeyError, match="version 1 of the rules"):
        choose("docker", 1, None, 0, Rng(bytes(32), "x", 0))


@pytest.mark.parametrize("name", GAMES)
def test_earlier_rules_share_the_types_of_the_current_ones(name: str) -> None:
    game = games.load(name)
    assert len({each.version for each in (game, *game.earlier)}) == 1 + len(game.earlier)
    for each in game.earlier:
        assert each.name == name
        assert 1 <= each.version < game.version
        assert (each.state_type, each.options_type) == (game.state_type, game.options_type)
        assert any(match.rules == each.version for version in VERSIONS for match in matches.read(version)), (
            "record matches of these rules first"
        )
