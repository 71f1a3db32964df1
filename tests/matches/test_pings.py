"""Test whom a board pings: each awaited person once per decision, in their own server, at a time that suits them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import structs

from data import LogRow, PingRow
from matches.clocks import absence
from matches.clocks.pace import DAY, HOUR
from matches.clocks.pauses import pause, replace_player, resume
from matches.delivery.pings import Pinged, PingLog, choose_pinged, count_pings, find_next_up
from matches.errors import UserError
from matches.keeping.saving import MOST_PINGS
from matches.match import Match
from matches.referee import MACHINE
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House
from tests.support.matches.two_servers import share_match


def choose(match: Match, **facts: Any) -> Pinged:
    """Choose whom the next board of a match pings; nothing stands against it unless `facts` say so."""
    usual: dict[str, Any] = {
        "since": -1, "news": (), "pings": (), "now": match.created_at, "quiet": {}, "is_here": lambda _: False,
    }  # fmt: skip
    return choose_pinged(match, **{**usual, **facts})


async def list_news(at: House, match: Match, after: int) -> Sequence[LogRow]:
    return [row for row in await at.log(match) if row.seq > after]


async def test_a_decision_is_announced_by_its_first_board_only(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    opened = match.decisions[seat]
    assert choose(match, since=opened - 1) == Pinged((seat,))
    assert choose(match, since=opened) == Pinged()
    assert choose(match, is_here=lambda user: user == match.holder(seat).user_id) == Pinged(), "they are looking at it"
    assert choose(match, is_here=lambda user: user != match.holder(seat).user_id) == Pinged((seat,))


async def test_a_match_that_goes_on_after_a_pause_pings_again(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    before = match.seq
    await at.referee.change(match.id, MACHINE, lambda found: pause(found, "consent", now=at.now))
    match = (await at.referee.change(match.id, MACHINE, lambda found: resume(found, now=at.now))).match
    assert choose(match, since=before, news=await list_news(at, match, before)) == Pinged(match.to_act)


async def test_a_new_player_is_pinged_and_nobody_else(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN, CHIARA, DANA)
    assert choose(match).now == (0, 1, 2, 3), "everybody exchanges cards at once"
    before = match.seq
    done = await at.referee.change(match.id, at.who(5), lambda found: replace_player(found, 2, 5, "Eva", now=at.now))
    assert choose(done.match, since=before, news=await list_news(at, match, before)) == Pinged((2,))


async def test_a_decision_has_three_pings_at_most(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    (seat,) = match.to_act
    log, counted = PingLog(at.referee), []
    for _ in range(MOST_PINGS):
        counted.append(await log.count_left(match, seat))
        await log.require_left(match, seat)
        assert choose(match, pings=await log.read(match.id)) == Pinged((seat,))
        await at.store.transaction(lambda tx: count_pings(tx, match, (seat,)))
    assert counted == [3, 2, 1]
    assert choose(match, pings=await log.read(match.id)) == Pinged()
    with pytest.raises(UserError, match="no more"):
        await log.require_left(match, seat)
    older = [PingRow(match.id, 0, seat, match.decisions[seat] - 1, MOST_PINGS, 0)]
    assert choose(match, pings=older) == Pinged((seat,)), "those of an earlier turn do not count"
    await log.uncount(match, seat)
    assert await log.count_left(match, seat) == 1, "a ping that Discord refused"


@pytest.mark.parametrize(
    ("away", "quiet", "later"), [(DAY, None, DAY), (None, HOUR, HOUR), (DAY, HOUR, DAY), (HOUR, DAY, DAY)]
)
async def test_a_ping_waits_for_the_end_of_an_absence_and_of_quiet_hours(
    at: House, away: float | None, quiet: float | None, later: float
) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    (holder,) = match.awaited
    user = holder.user_id or 0
    if away is not None:
        until = at.now + away
        change = await at.referee.change(
            match.id,
            MACHINE,
            lambda found: absence.announce_absence(found, user, until, now=at.now, outages=()),
        )
        match = change.match
    quiet_until = {user: None if quiet is None else at.now + quiet}
    found = choose(match, now=at.now, quiet=quiet_until)
    assert found == Pinged((), ((holder.seat, at.now + later),))
    assert choose(match, now=at.now + 2 * DAY) == Pinged((holder.seat,)), "an absence that is over"


async def test_each_server_pings_its_own_people(at: House) -> None:
    match = await share_match(at, game="dog_royal")
    home, there = match.faces
    assert [holder.guest for holder in match.awaited] == [0, 0, 1, 1]
    assert choose(home).now == (0, 1)
    assert choose(there).now == (2, 3)


async def test_who_is_next_is_somebody_who_plays_themselves(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, DANA)
    first = match.awaited[0].seat
    after, second_after = (first + 1) % 4, (first + 2) % 4
    assert find_next_up(match) == after
    done = await at.referee.change(match.id, MACHINE, lambda found: absence.stand_in(found, after, for_good=True))
    assert find_next_up(done.match) == second_after, "a stand-in needs no ping"


async def test_a_person_who_is_next_after_themselves_is_not_told(at: House) -> None:
    """One person may hold several seats, such as two that follow each other."""
    match = await at.running("docker", ANNA, BEN, CHIARA, DANA)
    first = match.awaited[0]
    seats = tuple(
        structs.replace(holder, user_id=first.user_id) if holder.seat == (first.seat + 1) % 4 else holder
        for holder in match.seats
    )
    assert find_next_up(structs.replace(match, seats=seats)) is None
