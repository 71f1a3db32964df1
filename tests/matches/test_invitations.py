"""Test invitations, settings of a lobby, and the rematch."""

from __future__ import annotations

from typing import Any

import pytest

from matches.clocks.pauses import end_without_result, pause
from matches.errors import Stale, UserError
from matches.lobby import invitations, lobby
from matches.lobby.invitations import change_settings, decline, hand_over, invite, make_rematch, remove
from matches.match import Invitation, Match
from matches.play import resign
from matches.referee import MACHINE, Request
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, read_refusal

NAMES = {BEN: "Ben", CHIARA: "Chiara", DANA: "Dana"}


async def invite_users(at: House, match: Match, *users: int, by: int = ANNA) -> Match:
    return (await at.do(match, invite, by, users={user: NAMES[user] for user in users})).match


async def join(at: House, match: Match, user: int, **facts: Any) -> Match:
    return (await at.do(match, lobby.join, user, now=at.now, **facts)).match


async def test_inviting_declining_and_accepting(at: House) -> None:
    match = await invite_users(at, await at.open("docker", 3), BEN, CHIARA)
    assert match.invited == (Invitation(BEN, None, "Ben"), Invitation(CHIARA, None, "Chiara"))
    assert (await invite_users(at, match, BEN)).invited == match.invited, "once"
    assert await read_refusal(invite_users(at, match, DANA)) == "All seats are taken or reserved."
    match = (await at.do(match, decline, CHIARA)).match
    assert "not invited" in await read_refusal(at.do(match, decline, CHIARA))
    match = await join(at, match, BEN)
    assert match.invited == ()
    assert (await invite_users(at, match, BEN)).invited == (), "players are not invited"
    assert await invite_users(at, match, DANA) != match
    match = await at.referee.match(match.id)
    match = await join(at, match, DANA)
    assert match.phase == "running"
    for work, facts in ((decline, {}), (invite, {"users": {9: "N"}}), (change_settings, {"private": True})):
        await read_refusal(at.do(match, work, ANNA, **facts), Stale)


async def test_no_more_people_are_invited_than_seats_are_free(at: House) -> None:
    match = await at.open("docker", 2)
    assert "only one seat" in await read_refusal(invite_users(at, match, BEN, CHIARA))
    match = await at.open("docker", 3, channel=8)
    assert "2 seats" in await read_refusal(invite_users(at, match, BEN, CHIARA, DANA))


async def test_a_promised_seat_is_not_given_to_others(at: House) -> None:
    match = await invite_users(at, await at.open("docker", 3), BEN)
    match = await join(at, match, DANA)
    refusals = [
        await read_refusal(join(at, match, CHIARA)),
        await read_refusal(join(at, match, CHIARA, seat=2)),
        await read_refusal(join(at, match, DANA, again=True)),
        await read_refusal(at.do(match, lobby.add_computer, ANNA, now=at.now)),
    ]
    assert refusals == ["All seats are taken or reserved."] * 4
    match = await join(at, match, DANA, seat=2)
    assert [holder.seat for holder in match.seats] == [0, 2], "a player who changes seats takes no promised seat"
    match = await join(at, match, BEN)
    assert match.phase == "running"
    assert match.people == (ANNA, BEN, DANA)


async def test_a_private_match_is_for_the_invited(at: House) -> None:
    match = await at.open("docker", 4, private=True)
    match = await invite_users(at, match, BEN)
    assert "only for people" in await read_refusal(join(at, match, CHIARA))
    match = await join(at, match, BEN)
    match = await join(at, match, BEN, again=True)
    assert match.seats_of(BEN) == (1, 2), "one person may take two seats"
    match = (await at.do(match, change_settings, ANNA, private=False)).match
    match = await join(at, match, CHIARA)
    assert match.phase == "running"
    assert match.invited == ()


async def test_blocked_people_cannot_join_even_if_invited(at: House) -> None:
    match = await invite_users(at, await at.open("docker", 3), BEN)
    assert "only for people" in await read_refusal(join(at, match, BEN, blocked=(BEN,)))
    assert (await join(at, match, CHIARA, blocked=(BEN,))).people == (ANNA, CHIARA)


async def test_the_host_removes_people_and_invitations(at: House) -> None:
    match = await invite_users(at, await at.open("docker", 4), CHIARA)
    match = await join(at, match, BEN)
    assert "Only" in await read_refusal(at.do(match, remove, BEN, user_id=ANNA))
    assert "host cannot" in await read_refusal(at.do(match, remove, ANNA, user_id=ANNA))
    match = (await at.do(match, remove, ANNA, user_id=BEN)).match
    match = (await at.do(match, remove, ANNA, user_id=CHIARA)).match
    assert match.people == (ANNA,)
    assert match.invited == ()


async def test_the_host_hands_the_match_over(at: House) -> None:
    match = await join(at, await at.open("docker", 3), BEN)
    assert "has a seat" in await read_refusal(at.do(match, hand_over, ANNA, user_id=DANA))
    match = (await at.do(match, hand_over, ANNA, user_id=BEN)).match
    assert match.host_id == BEN
    await read_refusal(at.do(match, change_settings, ANNA, pace="daily"))
    match = (await at.do(match, remove, BEN, user_id=ANNA)).match
    assert match.people == (BEN,)


async def test_the_host_changes_the_settings(at: House) -> None:
    match = await at.open("docker", 2)
    match = (await at.do(match, change_settings, ANNA, pace="bank")).match
    match = (await at.do(match, change_settings, ANNA, absence="forfeit", private=True)).match
    assert (match.pace, match.absence, match.private) == ("bank", "forfeit", 1)
    for wrong in ({"pace": "yesterday"}, {"absence": "shouting"}):
        assert "another version" in await read_refusal(at.do(match, change_settings, ANNA, **wrong))
    await read_refusal(at.do(match, change_settings, BEN, private=False))
    manager = at.who(DANA, manages=True)
    done = await at.referee.change(match.id, manager, lambda m: change_settings(m, manager, private=False))
    assert done.match.private is False


def make_again(match: Match, user: int, now: float) -> Match:
    return make_rematch(match, Request(user, "x", 1), secret=bytes([9] * 32), now=now)


async def test_a_rematch_moves_everybody_one_seat_further(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, pace="daily", absence="skip")
    with pytest.raises(Stale):
        make_again(match, ANNA, at.now)
    match = await at.until_over(match)
    with pytest.raises(UserError, match="has played"):
        make_again(match, DANA, at.now)
    at.now += 5
    opened = await at.referee.open(make_again(match, BEN, at.now), at.who(BEN))
    assert (opened.phase, opened.host_id, opened.rematch_of, opened.seq, opened.clocks) == (
        "lobby",
        BEN,
        match.id,
        -1,
        {},
    )
    assert (opened.pace, opened.absence, opened.options, opened.created_at) == ("daily", "skip", match.options, at.now)
    assert opened.secret != match.secret
    assert [(seat.seat, seat.user_id) for seat in opened.seats] == [(2, BEN)]
    assert [(found.user, found.seat) for found in opened.invited] == [(CHIARA, 0), (ANNA, 1)]
    assert "reserved for" in await read_refusal(join(at, opened, DANA, seat=0))
    assert "taken or reserved" in await read_refusal(join(at, opened, DANA))
    opened = await join(at, opened, ANNA)
    assert opened.holder(1).user_id == ANNA, "Anna gets the seat kept for her"
    opened = (await at.do(opened, decline, CHIARA)).match
    opened = await join(at, opened, DANA)
    assert opened.phase == "running"
    assert opened.people == (DANA, ANNA, BEN)


async def test_a_rematch_keeps_computer_players_and_forgets_an_earlier_pause(at: House) -> None:
    match = await at.open("docker", 2)
    done = await at.do(match, lobby.add_computer, ANNA, now=at.now)
    match = (await at.machines.run(done)).match
    await at.referee.change(match.id, MACHINE, lambda m: pause(m, "place", now=at.now, resume_at=at.now + 9))
    match = (await at.referee.change(match.id, MACHINE, lambda m: end_without_result(m, now=at.now))).match
    opened = make_again(match, ANNA, at.now)
    assert (opened.paused_for, opened.resume_at) == (None, None)
    assert [holder.user_id for holder in opened.seats] == [None, ANNA]
    opened = await at.referee.open(opened, at.who(ANNA))
    assert (await at.do(opened, lobby.start, ANNA, now=at.now)).match.phase == "running"


async def test_players_who_resigned_may_ask_for_a_rematch(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    match = (await at.do(match, resign, ANNA, now=at.now)).match
    opened = make_again(match, ANNA, at.now)
    assert all(not holder.resigned for holder in opened.seats)
    assert invitations.accept(opened, Request(BEN)).invited == ()
