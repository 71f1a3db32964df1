"""Test held turns: nothing is rolled or drawn until they take effect, and the seal proves that."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from data import Grace, LogRow
from games.rng import Rng
from matches import hold, play, sweep
from matches.archive.verify import verify
from matches.clocks.liveliness import ENOUGH, is_lively
from matches.clocks.pauses import pause, replace_player, resume
from matches.errors import Stale, UserError
from matches.lobby import invitations, lobby
from matches.match import Match
from matches.play import resign
from matches.referee import MACHINE
from matches.votes import undo
from tests.support.matches.house import ANNA, BEN, CHIARA, House, a_turn

PEOPLE = (ANNA, BEN)


async def begin(at: House, game: str, grace: Grace, *people: int, **facts: Any) -> Match:
    """Start a match with this option."""
    people = people or PEOPLE
    match = await at.open(game, len(people), host=people[0], **facts)
    await at.do(match, invitations.change_settings, people[0], grace=grace)
    for user_id in people[1:]:
        match = (await at.do(match, lobby.join, user_id, now=at.now)).match
    assert match.grace == grace
    return match


async def hold_a_turn(at: House, match: Match) -> Match:
    """Confirm a turn of the awaited player, which is held."""
    match = await at.referee.match(match.id)
    seat = match.awaited[0].seat
    done = await at.play(match, seat, *a_turn(match, seat))
    assert done.match.held is not None
    assert done.outbox_id is not None, "a board shows the held turn"
    return done.match


async def read_log(at: House, match: Match) -> tuple[LogRow, ...]:
    return await at.store.transaction(lambda tx: tx.read_log(match.id))


async def free_undo(at: House, match: Match, user_id: int) -> undo.Undo | None:
    match = await at.referee.match(match.id)
    return undo.find_free_undo(match, user_id, await read_log(at, match))


async def test_by_default_nothing_is_held(at: House) -> None:
    match = await at.running("docker", *PEOPLE)
    assert match.grace == "off"
    assert (await at.play_any_turn(match)).match.held is None


@pytest.mark.parametrize("game", ["docker", "riff_raff"])
async def test_a_held_turn_changes_no_position(at: House, game: str) -> None:
    match = await begin(at, game, "minute")
    while True:
        before = await at.referee.match(match.id)
        seat = before.awaited[0].seat
        after = (await at.play(before, seat, *a_turn(before, seat))).match
        if after.held is not None:
            break
    assert after.state == before.state
    assert (after.head, after.seq) == (before.head, before.seq + 1)
    assert not after.to_act
    assert not after.waits_for_machine
    row = (await read_log(at, after))[-1]
    assert (row.kind, row.seat, row.snapshot) == ("hold", seat, None)
    assert row.code.split() == list(after.held.codes)


async def test_a_held_turn_takes_effect_after_a_minute(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "minute"))
    held = match.held
    assert held is not None
    at.now += 59
    assert await sweep.sweep(at.referee) == []
    at.now += 1
    (done,) = await sweep.sweep(at.referee)
    assert done.match.held is None
    assert done.outbox_id is not None
    assert done.match.awaited[0].seat != held.seat
    row = (await read_log(at, match))[-1]
    assert (row.kind, row.code, row.at, row.user_id) == ("ply", held.codes[-1], held.at, held.user_id)


async def test_the_next_player_releases_a_held_turn(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "play", ANNA, BEN, CHIARA))
    held = match.held
    assert held is not None
    (following,) = held.awaits
    assert [holder.seat for holder in match.awaited] == [following], "the next player is pinged"
    users = {holder.user_id for holder in match.seats}
    assert {user for user in users if user and hold.may_release(match, user)} == {match.holder(following).user_id}
    at.now += 3 * 3600
    assert all(done.match.held for done in await sweep.sweep(at.referee))
    done = await at.referee.change(match.id, MACHINE, lambda current: play.release(current, now=at.now))
    assert done.match.held is None
    assert done.match.head == done.match.seq
    with pytest.raises(Stale):
        await at.referee.change(match.id, MACHINE, lambda current: play.release(current, now=at.now))


async def test_a_held_turn_takes_effect_after_half_a_day_at_the_latest(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "play"))
    at.now += hold.LONGEST
    await sweep.sweep(at.referee)
    assert (await at.referee.match(match.id)).held is None


@pytest.mark.parametrize("grace", ["minute", "play"])
async def test_a_held_turn_is_taken_back_by_its_player_alone(at: House, grace: Grace) -> None:
    match = await begin(at, "docker", grace)
    seat = match.awaited[0].seat
    mine = match.holder(seat).user_id
    assert mine is not None
    bank = match.clocks[seat]
    at.now += 600
    held = await hold_a_turn(at, match)
    other = next(user for user in PEOPLE if user != mine)
    assert await free_undo(at, held, other) is None
    found = await free_undo(at, held, mine)
    assert found is not None
    at.now += 30
    done = await at.referee.change(
        match.id, at.who(mine), lambda current: undo.rewind_to(current, found.to, user_id=mine, now=at.now)
    )
    assert done.match.held is None
    assert [holder.seat for holder in done.match.awaited] == [seat]
    clock = done.match.clocks[seat]
    assert clock.left == pytest.approx(bank.left - 600, abs=1.0), "the time used counts, and no increment is added"
    assert await sweep.sweep(at.referee) == [], "the timer of the hold is deleted"
    again = await hold_a_turn(at, done.match)
    assert again.held is not None


async def test_a_held_turn_cannot_be_confirmed_or_followed(at: House) -> None:
    match = await begin(at, "docker", "play")
    seat, decision = match.awaited[0].seat, match.decisions[match.awaited[0].seat]
    codes = a_turn(match, seat)
    held = await hold_a_turn(at, match)
    with pytest.raises(UserError):
        await at.play(held, seat, *codes, decision=decision)
    (following,) = held.held.awaits  # type: ignore[union-attr]
    with pytest.raises(UserError):
        await at.play(held, following, *codes)


@pytest.mark.parametrize("game", ["docker", "dog_royal", "riff_raff"])
async def test_the_seal_proves_a_match_with_holds(at: House, game: str) -> None:
    """Take back every third held turn once; a replay from the secret shows no difference."""
    match = await begin(at, game, "play", *((ANNA, BEN, CHIARA, 4) if game == "dog_royal" else PEOPLE))
    held = back = 0
    for _ in range(60):
        match = await at.referee.match(match.id)
        if match.phase != "running":
            break
        if match.held is not None:
            held += 1
            mine = match.held.user_id
            found = await free_undo(at, match, mine or 0)
            assert found is not None
            if held % 3 == 0:
                back += 1
                await at.referee.change(
                    match.id,
                    MACHINE,
                    lambda now, to=found.to, mine=mine: undo.rewind_to(now, to, user_id=mine, now=at.now),
                )
                continue
            done = await at.referee.change(match.id, MACHINE, lambda current: play.release(current, now=at.now))
            await at.machines.run(done)
            continue
        await at.machines.run(await at.play_any_turn(match, choose=held))
    assert held > 3
    assert back > 0
    match, log = await at.referee.match(match.id), await read_log(at, match)
    verdict = verify(match, log)
    assert verdict.differs is None
    assert verdict.plies > 5


async def test_replacing_the_held_move_is_detected(at: House) -> None:
    match = await begin(at, "docker", "minute")
    for _ in range(4):
        match = await hold_a_turn(at, match)
        match = (await at.referee.change(match.id, MACHINE, lambda now: play.release(now, now=at.now))).match
    log = await read_log(at, match)
    assert verify(match, log).differs is None
    index = next(index for index, row in enumerate(log) if row.kind == "hold" and index > 3)
    forged = (*log[:index], structs.replace(log[index], code="in/R>B3 A1>A2"), *log[index + 1 :])
    assert verify(match, forged).differs == log[index + 1].seq


async def test_a_hold_does_not_depend_on_the_coming_chance(at: House) -> None:
    """Compare two secrets: a hold pings the same people."""
    match = await begin(at, "docker", "play", ANNA, BEN, CHIARA)
    for _ in range(20):
        match = await at.referee.match(match.id)
        if match.phase != "running":
            break
        seat = match.awaited[0].seat
        codes = a_turn(match, seat)
        other = structs.replace(match, secret=bytes(range(32)))
        plans = [hold.plan_hold(each, seat, codes, user_id=ANNA, now=at.now) for each in (match, other)]
        assert plans[0] == plans[1]
        match = await hold_a_turn(at, match)
        match = (await at.referee.change(match.id, MACHINE, lambda now: play.release(now, now=at.now))).match


async def test_the_guess_does_not_know_other_hands(at: House) -> None:
    """Compare two deals of the other hands: a hold pings the same people."""
    match = await begin(at, "dog_royal", "play", ANNA, BEN, CHIARA, 4)
    asked = 0
    for turn in range(40):
        match = await at.referee.match(match.id)
        seat = match.awaited[0].seat
        codes = a_turn(match, seat, choose=turn)
        if match.to_act == (seat,):
            asked += 1
            state = match.game.reshuffle(match.state, seat, Rng(bytes(32), "other", turn))
            other = structs.replace(match, state=state)
            assert hold.guess_next(match, seat, codes) == hold.guess_next(other, seat, codes)
        match = (await at.play(match, seat, *codes)).match
        if match.held is not None:
            await at.referee.change(match.id, MACHINE, lambda now: play.release(now, now=at.now))
    assert asked > 10


async def test_a_simultaneous_choice_is_not_held(at: House) -> None:
    match = await begin(at, "riff_raff", "play")
    assert len(match.to_act) == 2
    first = (await at.play_any_turn(match)).match
    assert len(first.to_act) == 1, "the first choice can still be changed"
    assert (await at.play_any_turn(first)).match.held is None
    exchange = await begin(at, "dog_royal", "play", ANNA, BEN, CHIARA, 4, channel=9)
    for _ in range(4):
        exchange = (await at.play_any_turn(exchange)).match
        assert exchange.held is None


async def test_a_turn_of_one_person_on_both_sides_is_not_held(at: House) -> None:
    match = await at.open("docker", 2, host=ANNA)
    await at.do(match, invitations.change_settings, ANNA, grace="play")
    match = (await at.do(match, lobby.join, ANNA, again=True, now=at.now)).match
    assert (await at.play_any_turn(match)).match.held is None


async def test_a_pause_keeps_a_held_turn(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "minute"))
    await at.referee.change(match.id, MACHINE, lambda now: pause(now, "consent", now=at.now))
    at.now += 3600
    assert await sweep.sweep(at.referee) == []
    done = await at.referee.change(match.id, MACHINE, lambda now: resume(now, now=at.now))
    assert done.match.held is not None
    await sweep.sweep(at.referee)
    assert (await at.referee.match(match.id)).held is None


async def test_a_hold_ends_when_its_player_resigns(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "play", ANNA, BEN, CHIARA))
    held = match.held
    assert held is not None
    assert held.user_id is not None
    done = await at.do(match, resign, held.user_id, now=at.now)
    assert done.match.held is None
    assert done.match.waits_for_machine, "a computer player makes this turn"
    await at.machines.run(done)
    match = await at.referee.match(match.id)
    assert verify(match, await read_log(at, match)).differs is None


async def test_a_hold_ends_when_its_seat_changes_hands(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "play", ANNA, BEN, CHIARA))
    seat = match.held.seat  # type: ignore[union-attr]
    done = await at.referee.change(match.id, MACHINE, lambda now: replace_player(now, seat, 9, "Ina", now=at.now))
    assert done.match.held is None
    assert [(holder.seat, holder.user_id) for holder in done.match.awaited] == [(seat, 9)]


async def test_a_hold_ends_when_the_awaited_player_resigns(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "play", ANNA, BEN, CHIARA))
    (following,) = match.held.awaits  # type: ignore[union-attr]
    user_id = match.holder(following).user_id
    assert user_id is not None
    done = await at.do(match, resign, user_id, now=at.now)
    assert not done.match.to_act
    at.now += 61
    await sweep.sweep(at.referee)
    assert (await at.referee.match(match.id)).held is None, "the held turn has taken effect"


async def test_the_next_players_clock_runs_meanwhile(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "play", pace="live"))
    (following,) = match.held.awaits  # type: ignore[union-attr]
    at.now += 11 * 60
    for _ in range(3):
        await sweep.sweep(at.referee)
    now = await at.referee.match(match.id)
    assert now.held is None
    assert now.holder(following).stand_in, "the deadline released the held turn and then counted as missed"


async def test_held_turns_count_for_playing_live(at: House) -> None:
    """A turn counts once it takes effect, by the time it was confirmed; one that was taken back does not."""
    match = await hold_a_turn(at, await begin(at, "docker", "minute", pace="daily"))
    mine = match.held.user_id if match.held is not None else None
    assert mine is not None
    found = await free_undo(at, match, mine)
    assert found is not None
    await at.referee.change(
        match.id, at.who(mine), lambda current: undo.rewind_to(current, found.to, user_id=mine, now=at.now)
    )
    confirmed: list[float] = []
    for _ in range(2 * ENOUGH):
        assert not is_lively(await at.referee.match(match.id), at.now)
        confirmed.append(at.now)
        await hold_a_turn(at, match)
        at.now += 61
        await at.machines.run((await sweep.sweep(at.referee))[0])
    match = await at.referee.match(match.id)
    assert is_lively(match, at.now)
    assert sorted(when for turns in match.live.turns.values() for when in turns) == confirmed


async def test_an_unknown_rule_for_holds_is_refused(at: House) -> None:
    match = await at.open("docker", 2, host=ANNA)
    with pytest.raises(UserError):
        await at.do(match, invitations.change_settings, ANNA, grace="year")
    assert (await at.referee.match(match.id)).grace == "off"


async def test_a_turn_after_which_its_player_goes_on_is_not_held(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """They could not act while it is held."""
    match = await begin(at, "docker", "minute")
    seat, user = match.awaited[0].seat, match.awaited[0].user_id
    turn = a_turn(match, seat)
    assert hold.plan_hold(match, seat, turn, user_id=user, now=at.now) is not None
    monkeypatch.setattr(hold, "guess_next", lambda *_: (seat, 1 - seat))
    assert hold.plan_hold(match, seat, turn, user_id=user, now=at.now) is None


async def test_a_held_turn_is_not_taken_back_in_a_pause(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "minute"))
    user = match.held.user_id if match.held is not None and match.held.user_id is not None else 0
    assert await free_undo(at, match, user) is not None
    await at.referee.change(match.id, MACHINE, lambda now: pause(now, "consent", now=at.now))
    assert await free_undo(at, match, user) is None


async def test_a_hold_stays_when_another_seat_changes_hands(at: House) -> None:
    match = await hold_a_turn(at, await begin(at, "docker", "minute", ANNA, BEN, CHIARA))
    seat = next(holder.seat for holder in match.seats if match.held is not None and holder.seat != match.held.seat)
    done = await at.referee.change(match.id, MACHINE, lambda now: replace_player(now, seat, 9, "Ina", now=at.now))
    assert done.match.held == match.held
