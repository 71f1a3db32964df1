"""Test the queue of people who look for other players, and substitutes in running matches."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from data import LookingRow
from matches.clocks import absence
from matches.clocks.pace import DAY
from matches.clocks.pauses import pause
from matches.errors import Stale, UserError
from matches.keeping.saving import BOARD_GRACE
from matches.lobby import invitations, lobby
from matches.looking import (
    choose_language,
    compute_end,
    find_group,
    join_queue,
    leave_queue,
    list_elsewhere,
    list_queue,
    put_back,
    seat_group,
    take_out,
)
from matches.match import Match, Proposal
from matches.people import privacy
from matches.people.preferences import Person, write_person
from matches.people.servers import change_server, claim_role_ping
from matches.play import resign
from matches.referee import MACHINE
from matches.substitutes import ask_to_step_in, is_seeking, seek, step_in
from matches.votes import proposals
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, GUILD, House


def _make_row(user: int, at: House, *, pace: str = "daily", language: str = "", game: str = "docker") -> LookingRow:
    return LookingRow(GUILD, user, game, pace, language, f"User {user}", at.now, compute_end(pace, at.now))


def _users(group: tuple[LookingRow, ...]) -> list[int]:
    return [row.user_id for row in group]


async def test_people_who_look_for_the_same_game_meet(at: House) -> None:
    assert _users(await join_queue(at.referee, _make_row(ANNA, at), 4)) == [ANNA]
    assert _users(await join_queue(at.referee, _make_row(BEN, at, pace="live"), 4)) == [BEN]
    assert _users(await join_queue(at.referee, _make_row(CHIARA, at, game="aquaretto"), 4)) == [CHIARA]
    at.restart()
    assert _users(await join_queue(at.referee, _make_row(DANA, at), 4)) == [DANA, ANNA]


async def test_languages_must_agree_within_the_whole_group(at: House) -> None:
    rows = [_make_row(ANNA, at, language="de"), _make_row(BEN, at, language="fr"), _make_row(CHIARA, at)]
    assert _users(find_group(_make_row(DANA, at), rows, most=4)) == [DANA, ANNA, CHIARA]
    assert _users(find_group(_make_row(DANA, at, language="fr"), rows, most=4)) == [DANA, BEN, CHIARA]
    assert _users(find_group(_make_row(DANA, at), rows, most=2)) == [DANA, ANNA]


async def test_people_meet_at_once_only_if_they_are_awake_together(at: House) -> None:
    """Quiet hours of nine hours leave two people on opposite sides of the world six hours in common."""
    zones = {ANNA: "Europe/Zurich", BEN: "Pacific/Auckland", CHIARA: "Europe/Rome"}
    for user, zone in zones.items():
        await write_person(at.referee, user, Person(zone=zone, quiet=(22, 7)))
    assert _users(await join_queue(at.referee, _make_row(ANNA, at), 4)) == [ANNA]
    assert _users(await join_queue(at.referee, _make_row(BEN, at), 4)) == [BEN]
    assert _users(await join_queue(at.referee, _make_row(CHIARA, at), 4)) == [CHIARA, ANNA]
    assert _users(await join_queue(at.referee, _make_row(DANA, at), 4)) == [DANA, ANNA, CHIARA], "no quiet hours"
    for user in (BEN, ANNA):
        await leave_queue(at.referee, GUILD, user)
        live = _make_row(user, at, pace="live")
        group = await join_queue(at.referee, live, 4)
    assert _users(group) == [ANNA, BEN], "they are both awake now"
    await leave_queue(at.referee, GUILD, ANNA)
    at.now += DAY
    assert _users(await join_queue(at.referee, _make_row(BEN, at), 2)) == [BEN, CHIARA], "she has waited for a day"


async def test_blocked_and_busy_people_do_not_meet(at: House) -> None:
    await at.store.transaction(lambda tx: tx.block(GUILD, ANNA, BEN))
    for user in (ANNA, CHIARA):
        await join_queue(at.referee, _make_row(user, at), 4)
    assert _users(await join_queue(at.referee, _make_row(BEN, at), 4)) == [BEN, CHIARA]
    for number in range(25):
        await at.open("docker", host=CHIARA, channel=1000 + number)
    assert _users(await join_queue(at.referee, _make_row(DANA, at), 4)) == [DANA, ANNA]


ISLAND = 71
"""Another server."""


async def _allow(at: House, *guilds: int) -> None:
    for guild in guilds:
        await change_server(at.referee, guild, lambda server: structs.replace(server, looks_across=True))


@pytest.mark.parametrize("allowed", [(), (GUILD,), (ISLAND,), (GUILD, ISLAND)])
async def test_people_of_two_servers_meet_only_where_both_allow_it(at: House, allowed: tuple[int, ...]) -> None:
    await _allow(at, *allowed)
    waits = structs.replace(_make_row(ANNA, at), guild_id=ISLAND)
    await join_queue(at.referee, waits, 4)
    mine = _make_row(BEN, at)
    met = [BEN, ANNA] if len(allowed) == 2 else [BEN]
    assert _users(tuple(await list_elsewhere(at.referee, mine))) == met[1:]
    assert _users(await join_queue(at.referee, mine, 4, members={ANNA})) == met
    assert _users(await join_queue(at.referee, mine, 4)) == [BEN], "Anna is not a member of this server"


async def test_people_from_another_server_are_treated_like_the_others(at: House) -> None:
    """Game, pace and language must agree; nobody is seated twice, or although blocked or gone; one transaction does it
    all."""
    await _allow(at, GUILD, ISLAND)
    for row in (
        _make_row(ANNA, at),
        _make_row(BEN, at),
        _make_row(CHIARA, at, pace="live"),
        _make_row(DANA, at, game="aquaretto"),
        _make_row(5, at, language="fr"),
        _make_row(6, at),
    ):
        await join_queue(at.referee, structs.replace(row, guild_id=ISLAND), 4)
    await at.store.transaction(lambda tx: tx.block(ISLAND, BEN, 7))
    await join_queue(at.referee, _make_row(ANNA, at), 4)
    mine = _make_row(7, at, language="de")
    everybody = {ANNA, BEN, CHIARA, DANA, 5}
    group = await join_queue(at.referee, mine, 4, members=everybody)
    assert [(row.user_id, row.guild_id) for row in group] == [(7, GUILD), (ANNA, GUILD)]
    await leave_queue(at.referee, GUILD, ANNA)
    group = await join_queue(at.referee, mine, 4, members=everybody)
    assert [(row.user_id, row.guild_id) for row in group] == [(7, GUILD), (ANNA, ISLAND)]
    made = await at.open("docker", None, host=7, channel=99)
    await at.do(made, lobby.cancel, 7, now=at.now)
    opened = await at.referee.open(seat_group(made, group), at.who(7), also=take_out(group, []))
    assert [holder.user_id for holder in opened.seats] == [7, ANNA]
    assert ANNA not in _users(tuple(await list_queue(at.referee, ISLAND)))
    await at.store.transaction(lambda tx: tx.put_guild(structs.replace(tx.read_guild(ISLAND), left_at=at.now)))
    assert await list_elsewhere(at.referee, mine) == [], "a server without the bot"


async def test_waiting_ends_by_itself_and_on_request(at: House) -> None:
    await join_queue(at.referee, _make_row(ANNA, at, pace="live"), 4)
    await join_queue(at.referee, _make_row(BEN, at), 4)
    assert len(await list_queue(at.referee, GUILD)) == 2
    at.now += DAY
    assert [row.user_id for row in await list_queue(at.referee, GUILD)] == [BEN]
    await privacy.purge(at.referee)
    assert len(await at.store.transaction(lambda tx: tx.list_looking(GUILD, 0.0))) == 1
    assert await leave_queue(at.referee, GUILD, BEN) == 1
    assert await list_queue(at.referee, GUILD) == []


async def test_a_lobby_and_the_queue_change_together(at: House) -> None:
    """Two simultaneous presses open one lobby. If a lobby cannot be opened, everybody stays in the queue."""
    await join_queue(at.referee, _make_row(ANNA, at), 4)
    group = await join_queue(at.referee, _make_row(BEN, at), 4)
    made = await at.open("docker", None, host=BEN, channel=99)
    await at.do(made, lobby.cancel, BEN, now=at.now)
    opened = await at.referee.open(seat_group(made, group), at.who(BEN), also=take_out(group, []))
    assert [holder.user_id for holder in opened.seats] == [BEN, ANNA]
    assert opened.host_id == BEN
    assert await list_queue(at.referee, GUILD) == []
    due = opened.created_at + BOARD_GRACE
    edits = await at.store.transaction(lambda tx: tx.read_due_edits(due, limit=9))
    assert "offer" in [row.what for row in edits], "if the bot stops now, those who waited are pinged later"
    await join_queue(at.referee, _make_row(CHIARA, at), 4)
    stale = (_make_row(CHIARA, at), *group)
    await at.do(opened, lobby.cancel, BEN, now=at.now)
    with pytest.raises(Stale, match="stopped looking"):
        await at.referee.open(seat_group(made, stale), at.who(CHIARA), also=take_out(stale, []))
    assert [row.user_id for row in await list_queue(at.referee, GUILD)] == [CHIARA]
    found = await at.referee.match_in(99)
    assert found is not None
    assert found.phase == "cancelled", "the second lobby was not opened"


async def test_a_role_is_pinged_once_a_day(at: House) -> None:
    asked = []
    for _ in range(9):
        asked.append(await claim_role_ping(at.referee, GUILD, at.now))
        at.now += DAY / 4
    assert asked == [True, False, False, False, True, False, False, False, True]


async def test_a_substitute_takes_the_seat_and_gets_credit(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    assert not is_seeking(match, ANNA)
    with pytest.raises(Stale, match="not offered"):
        await at.do(match, step_in, CHIARA, seat=0, now=at.now)
    await at.do(match, seek, ANNA, wanted=True)
    at.restart()
    match = await at.referee.match(match.id)
    assert is_seeking(match, ANNA), "the credit survives a restart"
    await at.machines.run(await at.play_any_turn(match))
    with pytest.raises(UserError, match="already"):
        await at.do(match, step_in, BEN, seat=0, now=at.now)
    with pytest.raises(UserError, match="only for people"):
        await at.do(match, step_in, CHIARA, seat=0, blocked=(CHIARA,), now=at.now)
    taken = (await at.do(match, step_in, CHIARA, seat=0, now=at.now)).match
    assert (taken.holder(0).user_id, taken.holder(0).seeks, taken.holder(0).stepped_in) == (CHIARA, 0, 1)
    with pytest.raises(Stale, match="not offered"):
        await at.do(match, step_in, DANA, seat=0, now=at.now)
    ended = (await at.do(taken, resign, BEN, now=at.now)).match
    results = await at.store.transaction(lambda tx: tx.read_results(ended.id))
    assert [(row.user_id, row.stepped_in) for row in results] == [(CHIARA, 1), (BEN, 0)]


async def test_an_offer_can_be_taken_back(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    with pytest.raises(UserError, match="no seat"):
        await at.do(match, seek, CHIARA, wanted=True)
    await at.do(match, seek, ANNA, wanted=True)
    await at.do(match, seek, ANNA, wanted=False)
    with pytest.raises(Stale, match="not offered"):
        await at.do(match, step_in, CHIARA, seat=0, now=at.now)


async def test_only_a_seat_that_somebody_still_plays_is_offered(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    for user in (ANNA, CHIARA):
        match = (await at.do(match, seek, user, wanted=True)).match
    assert [is_seeking(match, user) for user in (ANNA, BEN, CHIARA)] == [True, False, True]
    with pytest.raises(Stale, match="already"):
        await at.do(match, seek, ANNA, wanted=True)
    with pytest.raises(Stale, match="not offered"):
        await at.do(match, step_in, DANA, seat=9, now=at.now)
    match = (await at.do(match, resign, ANNA, now=at.now)).match
    with pytest.raises(Stale, match="not offered"):
        await at.do(match, step_in, DANA, seat=0, now=at.now)
    over = (await at.do(match, resign, BEN, now=at.now)).match
    assert over.phase == "finished"
    with pytest.raises(Stale, match="not offered"):
        await at.do(over, step_in, DANA, seat=2, now=at.now)
    with pytest.raises(Stale, match="over"):
        await at.do(over, seek, CHIARA, wanted=False)


async def test_seats_are_offered_in_a_paused_match_too(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    await at.referee.change(match.id, MACHINE, lambda found: pause(found, "consent", now=at.now))
    match = (await at.do(match, seek, ANNA, wanted=True)).match
    taken = (await at.do(match, step_in, DANA, seat=0, now=at.now)).match
    assert (taken.holder(0).user_id, taken.holder(0).name, taken.phase) == (DANA, f"User {DANA}", "paused")


async def test_a_substitute_takes_all_seats_on_offer_one_by_one(at: House) -> None:
    """Somebody who plays two seats offers both."""
    match = await at.running("docker", ANNA, BEN, CHIARA)
    twice = tuple(structs.replace(holder, user_id=ANNA) if holder.seat == 2 else holder for holder in match.seats)
    match = structs.replace(match, seats=twice)
    offered = seek(match, at.who(ANNA), wanted=True).match
    assert [holder.seeks for holder in offered.seats] == [1, 0, 1]


async def test_nobody_can_step_in_where_nobody_else_looks_on(at: House) -> None:
    """In direct messages there is no channel to tell, and a table of two servers has no seats for others."""
    match = await at.running("docker", ANNA, BEN)
    direct = structs.replace(match, guild_id=0)
    shared = structs.replace(match, guest_guild_id=ISLAND, guest_channel_id=8)
    for where, said in ((direct, "direct messages"), (shared, "Two servers")):
        with pytest.raises(UserError, match=said):
            seek(where, at.who(ANNA), wanted=True)


async def _begin_for_invited(at: House, **facts: Any) -> Match:
    """Begin a match for invited people: Anna, Ben and Chiara."""
    match = await at.open("docker", 3, private=True, **facts)
    await at.do(match, invitations.invite, ANNA, users={BEN: "Ben", CHIARA: "Chiara"})
    for user in (BEN, CHIARA):
        match = (await at.do(match, lobby.join, user, now=at.now)).match
    assert match.phase == "running"
    return match


async def test_nobody_steps_into_a_match_for_invited_people_unless_its_players_agree(at: House) -> None:
    match = await _begin_for_invited(at)
    with pytest.raises(Stale, match="not offered"):
        await at.do(match, ask_to_step_in, DANA, seat=0, now=at.now)
    await at.do(match, seek, ANNA, wanted=True)
    with pytest.raises(UserError, match="only for people"):
        await at.do(match, step_in, DANA, seat=0, now=at.now)
    with pytest.raises(UserError, match="only for people"):
        await at.do(match, ask_to_step_in, DANA, seat=0, blocked=(DANA,), now=at.now)
    match = (await at.do(match, ask_to_step_in, DANA, seat=0, now=at.now)).match
    proposal = match.proposal
    assert proposal is not None
    for user in (ANNA, BEN, CHIARA):
        assert match.holder(0).user_id == ANNA
        match = (await at.do(match, proposals.agree, user, number=proposal.number, log=(), now=at.now)).match
    assert (match.holder(0).user_id, match.holder(0).seeks, match.holder(0).stepped_in) == (DANA, 0, 1)
    assert match.holder(0).name == f"User {DANA}"


@pytest.mark.parametrize("silent", [False, True], ids=["a player agrees later", "nobody answers"])
async def test_absent_players_let_nobody_into_a_match_for_invited_people(at: House, silent: bool) -> None:
    """In other matches a person may take over an absent player's seat even if nobody answers."""
    match = await _begin_for_invited(at, pace="daily", absence="nothing")
    await at.referee.record_alive()
    (late,) = match.awaited
    for holder in match.seats:
        if holder.seat != late.seat:
            await at.referee.change(
                match.id, MACHINE, lambda found, seat=holder.seat: absence.stand_in(found, seat, for_good=True)
            )
    await at.pass_time(DAY + 1)
    made = Proposal("substitute", DANA, late.seat, 0, at.now + proposals.OPEN_FOR, name="Dana")
    match = (await at.do(match, lambda found, _: proposals.propose(found, made, (), now=at.now), DANA)).match
    proposal = match.proposal
    assert proposal is not None, "nobody is present, and yet somebody must agree"
    if silent:
        await at.pass_time(proposals.OPEN_FOR + 1)
        match = await at.referee.match(match.id)
        assert (match.holder(late.seat).user_id, match.proposal) == (late.user_id, None)
        return
    assert set(proposals.list_missing(match, proposal)) == {ANNA, BEN, CHIARA}
    other = next(user for user in (ANNA, BEN) if user != late.user_id)
    match = (await at.do(match, proposals.agree, other, number=proposal.number, log=(), now=at.now)).match
    assert match.holder(late.seat).user_id == DANA


async def test_matches_in_other_servers_do_not_keep_anybody_from_playing(at: House) -> None:
    for number in range(25):
        await at.open("docker", host=ANNA, channel=1000 + number, guild=ISLAND)
    await join_queue(at.referee, _make_row(ANNA, at), 4)
    assert _users(await join_queue(at.referee, _make_row(BEN, at), 4)) == [BEN, ANNA]


async def test_those_whose_time_in_the_queue_is_over_are_not_asked_along(at: House) -> None:
    await join_queue(at.referee, _make_row(ANNA, at, pace="live"), 4)
    at.now += DAY
    assert _users(await join_queue(at.referee, _make_row(BEN, at, pace="live"), 4)) == [BEN]
    assert len(await at.store.transaction(lambda tx: tx.list_looking(GUILD, 0.0))) == 1


async def test_a_group_is_put_back_only_if_its_lobby_is_closed(at: House) -> None:
    group = (_make_row(ANNA, at), _make_row(BEN, at, language="fr"))
    assert choose_language(group) == "fr", "the host has asked for none"
    match = await at.open("docker", None, channel=99)
    await put_back(at.referee, group, match.id)
    assert await list_queue(at.referee, GUILD) == [], "they sit in it"
    await at.do(match, lobby.cancel, ANNA, now=at.now)
    await put_back(at.referee, group, match.id)
    assert {row.user_id for row in await list_queue(at.referee, GUILD)} == {ANNA, BEN}
