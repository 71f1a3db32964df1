"""Test the lobby: joining, leaving, seats, computer players and the start of a match."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import structs

from matches import sweep
from matches.errors import Stale, UserError
from matches.lobby import lobby
from matches.lobby.expiry import LOBBY_LASTS
from matches.match import Match
from tests.support.matches.house import ANNA, BEN, CHANNEL, CHIARA, DANA, GUILD, House, read_refusal
from tests.toy.game import Options as ToyOptions


def list_seated(match: Match) -> dict[int, int | None]:
    return {holder.seat: holder.user_id for holder in match.seats}


async def test_the_host_has_the_first_seat(at: House) -> None:
    match = await at.open("docker", 3)
    assert list_seated(match) == {0: ANNA}
    assert (match.phase, match.host_id, match.capacity) == ("lobby", ANNA, 3)
    assert await at.reread(match) == match
    assert await at.list_unposted() == (), "a lobby owes no board"


async def test_people_take_the_next_free_seat_or_the_one_they_want(at: House) -> None:
    match = await at.open("docker", 4)
    await at.do(match, lobby.join, BEN, seat=3, now=at.now)
    done = await at.do(match, lobby.join, CHIARA, now=at.now)
    assert list_seated(done.match) == {0: ANNA, 1: CHIARA, 3: BEN}
    done = await at.do(match, lobby.join, ANNA, seat=2, now=at.now)
    assert list_seated(done.match) == {1: CHIARA, 2: ANNA, 3: BEN}, "people may change seats"
    assert await at.reread(match) == done.match


async def test_joining_can_be_refused(at: House) -> None:
    match = await at.open("docker", 4)
    await at.do(match, lobby.join, BEN, now=at.now)
    before = await at.reread(match)
    assert "already" in await read_refusal(at.do(match, lobby.join, BEN, now=at.now))
    assert "taken" in await read_refusal(at.do(match, lobby.join, CHIARA, seat=1, now=at.now))
    assert "already" in await read_refusal(at.do(match, lobby.join, BEN, seat=1, now=at.now))
    assert await at.reread(match) == before


@pytest.mark.parametrize("seat", [-1, 4, 99])
async def test_seats_outside_the_match_are_refused(at: House, seat: int) -> None:
    match = await at.open("docker", 4)
    await read_refusal(at.do(match, lobby.join, BEN, seat=seat, now=at.now))
    assert list_seated(await at.reread(match)) == {0: ANNA}


async def test_a_full_lobby_begins_by_itself(at: House) -> None:
    match = await at.open("docker", 2)
    done = await at.do(match, lobby.join, BEN, now=at.now + 5)
    assert (done.match.phase, done.match.seq, done.match.head, done.match.started_at) == ("running", 0, 0, at.now + 5)
    assert [(entry.seq, entry.kind) for entry in await at.log(match)] == [(0, "start")]
    (board,) = await at.list_unposted()
    assert (board.id, board.seq, board.channel_id) == (done.outbox_id, 0, CHANNEL)
    timers = await at.store.transaction(lambda tx: tx.read_due_timers(float("inf"), limit=9))
    assert "lobby" not in {timer.kind for _, timer in timers}
    assert await at.reread(match) == done.match


async def test_a_player_may_leave_and_the_next_becomes_host(at: House) -> None:
    match = await at.open("docker", 4)
    assert "no seat" in await read_refusal(at.do(match, lobby.leave, BEN, now=at.now))
    await at.do(match, lobby.join, BEN, now=at.now)
    await at.do(match, lobby.join, CHIARA, now=at.now)
    done = await at.do(match, lobby.leave, ANNA, now=at.now)
    assert list_seated(done.match) == {1: BEN, 2: CHIARA}
    assert done.match.host_id == BEN, "another person becomes host"
    await at.do(match, lobby.leave, CHIARA, now=at.now)
    assert (await at.reread(match)).host_id == BEN


async def test_a_lobby_without_people_is_closed(at: House) -> None:
    match = await at.open("docker", 4)
    await at.do(match, lobby.add_computer, ANNA, now=at.now)
    done = await at.do(match, lobby.leave, ANNA, now=at.now)
    assert done.match.phase == "cancelled"
    assert done.outbox_id is None
    await at.open("docker", 2, host=BEN)
    await read_refusal(at.do(match, lobby.join, CHIARA, now=at.now), Stale)


async def test_the_host_adds_computer_players(at: House) -> None:
    match = await at.open("docker", 3)
    await at.do(match, lobby.join, BEN, seat=2, now=at.now)
    assert "Only" in await read_refusal(at.do(match, lobby.add_computer, BEN, now=at.now))
    done = await at.do(match, lobby.add_computer, ANNA, now=at.now)
    assert list_seated(done.match) == {0: ANNA, 1: None, 2: BEN}
    assert done.match.phase == "running"


async def test_managers_of_the_server_may_do_what_the_host_may(at: House) -> None:
    match = await at.open("docker", 3)
    manager = at.who(DANA, manages=True)
    await at.referee.change(match.id, manager, lambda m: lobby.add_computer(m, manager, now=at.now))
    manager = at.who(DANA, manages=True)
    done = await at.referee.change(match.id, manager, lambda m: lobby.start(m, manager, now=at.now))
    assert done.match.phase == "running"


async def test_the_host_shuffles_the_seats(at: House) -> None:
    match = await at.open("docker", 4)
    await at.do(match, lobby.join, BEN, now=at.now)
    await at.do(match, lobby.join, CHIARA, seat=3, now=at.now)
    await read_refusal(at.do(match, lobby.shuffle, BEN, seed=bytes(32)))
    seen = set()
    for number in range(12):
        done = await at.do(match, lobby.shuffle, ANNA, seed=bytes([number] * 32))
        assert set(list_seated(done.match)) == {0, 1, 3}
        assert set(list_seated(done.match).values()) == {ANNA, BEN, CHIARA}
        assert done.match.host_id == ANNA
        assert await at.reread(match) == done.match
        seen.add(tuple(list_seated(done.match).values()))
    assert len(seen) > 2


async def test_the_host_begins_with_those_who_are_here(at: House) -> None:
    match = await at.open("docker", 4)
    said = await read_refusal(at.do(match, lobby.start, ANNA, now=at.now))
    assert "at least 2" in said
    await at.do(match, lobby.join, BEN, seat=3, now=at.now)
    await read_refusal(at.do(match, lobby.start, BEN, now=at.now))
    done = await at.do(match, lobby.start, ANNA, now=at.now)
    assert list_seated(done.match) == {0: ANNA, 1: BEN}, "seats move together"
    assert done.match.capacity == 2
    assert len(done.match.cast()) == 2
    assert await at.reread(match) == done.match


async def test_a_match_that_has_begun_cannot_be_joined(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    for work in (lobby.join, lobby.leave, lobby.add_computer, lobby.start):
        await read_refusal(at.do(match, work, ANNA, now=at.now), Stale)
    await read_refusal(at.do(match, lobby.shuffle, ANNA, seed=bytes(32)), Stale)
    assert await at.reread(match) == match


async def test_bad_numbers_and_options_are_refused_before_anybody_joins(at: House) -> None:
    for capacity in (0, 1, 5, 100):
        assert "2 to 4" in await read_refusal(at.open("docker", capacity))
    odd = ToyOptions(turns=1, swap=True)
    assert "swap" in await read_refusal(at.open("toy", 4, options=odd), translated=False)
    assert await at.referee.match_in(CHANNEL) is None
    await at.open("toy", None, options=odd), "fewer may play so"


async def test_options_that_do_not_fit_the_number_of_players_are_refused(at: House) -> None:
    match = await at.open("toy", None, options=ToyOptions(turns=1, swap=True))
    await at.do(match, lobby.join, BEN, now=at.now)
    await at.do(match, lobby.join, CHIARA, now=at.now)
    before = await at.reread(match)
    await read_refusal(at.do(match, lobby.join, DANA, now=at.now), translated=False)
    assert await at.reread(match) == before
    done = await at.do(match, lobby.start, ANNA, now=at.now)
    assert done.match.phase == "running"


async def test_a_channel_has_one_match(at: House) -> None:
    match = await at.open("docker", 2)
    assert "already" in await read_refusal(at.open("toy", 2, host=BEN))
    await at.open("docker", 2, channel=CHANNEL + 1)
    await at.do(match, lobby.cancel, ANNA, now=at.now)
    newer = await at.open("toy", 2, host=BEN)
    assert await at.referee.match_in(CHANNEL) == newer


async def test_only_one_of_two_who_open_at_once_succeeds(at: House) -> None:
    answers = await asyncio.gather(at.open("docker"), at.open("toy", host=BEN), return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["Match", "UserError"]


async def test_a_command_delivered_twice_opens_one_match(at: House) -> None:
    who = at.who(ANNA)
    made = await at.open("docker")
    await at.do(made, lobby.cancel, ANNA, now=at.now)
    again = structs.replace(made, channel_id=8)
    await at.referee.open(again, who)
    await read_refusal(at.referee.open(structs.replace(made), who), Stale)
    assert (await at.store.transaction(lambda tx: tx.find_match_in_channel(CHANNEL))).phase == "cancelled"  # type: ignore[union-attr]


async def test_a_lobby_closes_by_itself_once_its_time_is_over(at: House) -> None:
    match = await at.open("docker", 2)
    other = await at.open("docker", 2, channel=8)
    at.now += LOBBY_LASTS - 1
    assert await sweep.sweep(at.referee) == []
    await at.do(other, lobby.join, BEN, now=at.now)
    at.now += 1
    (done,) = await sweep.sweep(at.referee)
    closed = done.match
    assert (closed.id, closed.phase, closed.ended_at) == (match.id, "cancelled", at.now)
    assert await sweep.sweep(at.referee) == [], "a lobby is closed once"
    assert await at.reread(match) == closed
    assert (await at.reread(other)).phase == "running"


async def test_a_clock_that_jumps_back_closes_nothing_early(at: House) -> None:
    await at.open("docker", 2)
    at.now -= 10 * LOBBY_LASTS
    assert await sweep.sweep(at.referee) == []


async def test_more_than_a_hundred_lobbies_expire_in_one_sweep(at: House) -> None:
    for channel in range(120):
        await at.open("docker", 2, channel=channel)
    at.now += LOBBY_LASTS
    closed = await sweep.sweep(at.referee)
    assert len({done.match.id for done in closed}) == 120


async def test_only_the_host_cancels_a_lobby(at: House) -> None:
    match = await at.open("docker", 3)
    await at.do(match, lobby.join, BEN, now=at.now)
    assert "host" in await read_refusal(at.do(match, lobby.cancel, BEN, now=at.now))
    done = await at.do(match, lobby.cancel, ANNA, now=at.now)
    assert done.match.phase == "cancelled"
    assert done.outbox_id is None
    await read_refusal(at.do(match, lobby.cancel, ANNA, now=at.now), Stale)


async def test_cancelling_a_running_match_is_in_its_log_and_on_a_board(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    manager = at.who(DANA, manages=True)
    done = await at.referee.change(match.id, manager, lambda m: lobby.cancel(m, manager, now=at.now))
    assert (done.match.phase, done.match.seq, done.match.head) == ("cancelled", 1, 0)
    assert done.outbox_id is not None
    assert [(row.kind, row.user_id) for row in await at.log(match)] == [("start", None), ("cancel", DANA)]
    assert await at.reread(match) == done.match
    await read_refusal(at.play(done.match, 0, "anything", decision=0), Stale)


async def test_a_host_alone_cannot_end_a_match_that_has_begun(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    assert "others" in await read_refusal(at.do(match, lobby.cancel, ANNA, now=at.now))
    assert (await at.referee.match(match.id)).phase == "running"


async def test_an_unknown_match(at: House) -> None:
    await read_refusal(at.referee.match(404))
    with pytest.raises(UserError):
        await at.referee.change(404, at.who(ANNA), lambda m: lobby.record_card(m, 1))


async def test_managers_of_another_server_have_no_rights_here(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    stranger = structs.replace(at.who(DANA, manages=True), guild_id=GUILD + 1)
    await read_refusal(at.referee.change(match.id, stranger, lambda found: lobby.cancel(found, stranger, now=at.now)))
    assert (await at.referee.match(match.id)).phase == "running"
