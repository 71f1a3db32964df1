"""Test who the next player is, how often they are told, and when the daily digest is due."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from matches.delivery.pings import PingLog, find_next_up
from matches.keeping.ping_keys import key_of_next_up
from matches.lobby import lobby
from matches.people.digests import find_next_digest, list_due_digests, switch_digest
from matches.people.preferences import Person, write_person
from matches.play import resign
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House


async def test_the_next_person_in_the_order_of_the_seats(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    first = match.awaited[0].seat
    assert find_next_up(match) == (first + 1) % 3
    user = match.holder((first + 1) % 3).user_id or 0
    match = (await at.do(match, resign, user, now=at.now)).match
    assert find_next_up(match) is None, "two people know who is next"


async def test_computer_players_are_passed_over(at: House) -> None:
    match = await at.open("docker", 4)
    await at.do(match, lobby.join, BEN, now=at.now)
    await at.do(match, lobby.add_computer, ANNA, now=at.now)
    match = (await at.do(match, lobby.join, DANA, now=at.now)).match
    for _ in range(8):
        match = await at.referee.match(match.id)
        order = {ANNA: BEN, BEN: DANA, DANA: ANNA}
        found = find_next_up(match)
        assert found is not None
        assert match.holder(found).user_id == order[match.awaited[0].user_id or 0]
        await at.machines.run(await at.play_any_turn(match))


async def test_nobody_is_told_if_the_next_player_is_obvious_uncertain_or_due_soon(at: House) -> None:
    assert find_next_up(await at.running("docker", ANNA, BEN)) is None
    assert find_next_up(await at.running("docker", ANNA, BEN, CHIARA, pace="live", channel=8)) is None
    assert find_next_up(await at.running("dog_royal", ANNA, BEN, CHIARA, DANA, channel=9)) is None, (
        "everybody exchanges cards at once"
    )


async def test_a_turn_has_one_ping_whose_message_is_deleted_afterwards(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    seat = find_next_up(match)
    assert seat is not None
    pings = PingLog(at.referee)
    assert await pings.claim_next_up(match, seat)
    assert not await pings.claim_next_up(match, seat)
    at.restart()
    assert not await PingLog(at.referee).claim_next_up(match, seat)
    key = key_of_next_up(match, seat)
    assert [(row.seat, row.decision) for row in await pings.read(match.id)] == [key]
    await at.play_any_turn(match)
    assert await pings.read(match.id) == ()
    answered = await pings.read_answered(limit=9)
    assert [(row.seat, row.decision) for row in answered] == [key], "its message is deleted"


async def test_the_digest_is_due_in_the_morning_and_not_in_quiet_hours(at: House) -> None:
    tokyo = ZoneInfo("Asia/Tokyo")
    for quiet, hour in (((0, 0), 8), ((22, 7), 8), ((23, 9), 9), ((6, 10), 10)):
        person = Person(zone="Asia/Tokyo", quiet=quiet)
        due = datetime.fromtimestamp(find_next_digest(person, at.now), tokyo)
        assert (due.hour, due.minute) == (hour, 0)
        assert find_next_digest(person, due.timestamp()) > due.timestamp(), "there is one a day"


async def test_only_those_who_wish_it_get_a_digest(at: House) -> None:
    person = switch_digest(Person(language="de"), "de", at.now)
    assert switch_digest(person, "de", at.now).digest is None
    await write_person(at.referee, ANNA, person)
    await write_person(at.referee, BEN, Person(language="de"))
    assert await list_due_digests(at.referee) == []
    at.now += 86_400
    assert await list_due_digests(at.referee) == [ANNA]


async def test_a_digest_is_due_at_its_very_time(at: House) -> None:
    person = switch_digest(Person(), "en", at.now)
    await write_person(at.referee, ANNA, person)
    assert person.digest is not None
    at.now = person.digest.due_at - 1
    assert await list_due_digests(at.referee) == []
    at.now += 1
    assert await list_due_digests(at.referee) == [ANNA]
