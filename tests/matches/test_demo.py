"""Test demonstrations: lively at first, then a turn a minute; no results, no pings, seats to take over, and an end."""

from __future__ import annotations

import pytest

import games
from games.story import Story
from games.text import T
from matches.lobby import demonstration, lobby
from matches.machines import demo
from matches.match import Match
from matches.results.filling import fill_in_results
from tests.support.matches.house import ANNA, BEN, CHANNEL, GUILD, House, read_refusal

SWEEP_EVERY = 5.0
"""Seconds between two moves of the bot's machines."""


async def begin(at: House, game: str = "docker", seats: int = 3) -> Match:
    """Start a demonstration that Anna hosts, and make its first turn."""
    who = at.who(ANNA)
    made = demonstration.create(
        game, who, level="normal", seats=seats, guild_id=GUILD, channel_id=CHANNEL, language="en",
        secret=bytes(32), now=at.now,
    )  # fmt: skip
    match = await at.referee.open(made, who)
    begun = await at.do(match, lobby.start, ANNA, now=at.now)
    return (await at.machines.run(begun)).match


async def count_results(at: House, match: Match) -> int:
    return len(await at.store.transaction(lambda tx: tx.read_results(match.id)))


@pytest.mark.parametrize("game", games.own_names())
async def test_the_first_minute_is_lively(at: House, game: str) -> None:
    """In the first minute, with sweeps as often as the bot's, there is something to see at least every 20 seconds; the
    whole channel is told no more than one change in each sweep."""
    match = await begin(at, game, games.load(game).seats[-1])
    boards, since = 0, 0.0
    for _ in range(int(60 / SWEEP_EVERY)):
        done = await at.pass_time(SWEEP_EVERY)
        shown = [each for each in done if each.outbox_id is not None]
        assert len(shown) <= 1
        since = 0.0 if shown else since + SWEEP_EVERY
        assert since <= 20
        boards += len(shown)
    assert boards >= 4
    await at.pass_time(demo.LIVELY_FOR)
    seq = (await at.referee.match(match.id)).seq
    await at.pass_time(SWEEP_EVERY)
    await at.pass_time(SWEEP_EVERY)
    assert (await at.referee.match(match.id)).seq == seq, "then it calms down"


async def test_what_all_choose_in_secret_is_chosen_at_once(at: House) -> None:
    """Riff Raff's cards are not worth watching one by one."""
    match = await begin(at, "riff_raff", 4)
    assert match.state.phase != "select"


async def test_a_moment_is_shown_longer(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await begin(at)
    assert match.move_at == at.now + demo.QUICK
    monkeypatch.setattr(type(match.words), "story", lambda *_: Story((), T("Oh!")))
    (done,) = await at.pass_time(demo.QUICK)
    assert done.match.move_at == at.now + demo.QUICK + demo.LINGER


async def test_later_computer_players_make_a_turn_a_minute(at: House) -> None:
    match = await begin(at)
    assert match.seq == 1, "the first turn is made at once"
    await at.pass_time(demo.LIVELY_FOR)
    match = await at.referee.match(match.id)
    seq = match.seq
    await at.pass_time(demo.MOVE_EVERY - 1)
    assert (await at.referee.match(match.id)).seq == seq
    (done,) = await at.pass_time(1)
    assert done.match.seq == seq + 1
    assert done.outbox_id is not None, "each turn has its board"
    assert not done.pings
    at.restart()
    await at.sweep()
    assert (await at.referee.match(match.id)).seq == seq + 1, "a restart does not hasten the next turn"


async def test_the_plies_of_a_turn_follow_at_once(at: House) -> None:
    match = await begin(at, "aquaretto", 2)
    for _ in range(12):
        await at.pass_time(demo.MOVE_EVERY)
        match = await at.referee.match(match.id)
        assert match.state.turn == (await at.reread(match)).state.turn
        assert not match.state.hand, "a whole truck is placed at once"


async def test_a_demonstration_ends_by_itself_without_a_result(at: House) -> None:
    match = await begin(at)
    for _ in range(300):
        if match.phase != "running":
            break
        await at.pass_time(demo.MOVE_EVERY)
        match = await at.referee.match(match.id)
    assert match.phase == "finished"
    assert match.outcome is not None
    assert await count_results(at, match) == 0
    assert await fill_in_results(at.referee) == 0
    assert await count_results(at, match) == 0


async def test_a_demonstration_does_not_last_for_ever(at: House) -> None:
    match = await begin(at, "dog_royal", 4)
    await at.pass_time(demo.LONGEST - 60)
    assert (await at.referee.match(match.id)).phase == "running"
    await at.pass_time(60)
    assert (await at.referee.match(match.id)).phase == "cancelled"


async def test_anybody_may_take_a_seat_and_play_on_at_once(at: House) -> None:
    match = await begin(at)
    seat = match.to_act[0]
    other = next(each for each in range(3) if each != seat)
    done = await at.do(match, demonstration.take_over, BEN, seat=seat, now=at.now)
    assert [holder.user_id for holder in done.match.awaited] == [BEN]
    assert "seat is taken" in await read_refusal(at.do(match, demonstration.take_over, ANNA, seat=seat, now=at.now))
    assert "plays in this match" in await read_refusal(
        at.do(match, demonstration.take_over, BEN, seat=other, now=at.now)
    )
    done = await at.machines.run(await at.play_any_turn(done.match))
    assert done.match.phase != "running" or [holder.user_id for holder in done.match.awaited] == [BEN], (
        "the match does not wait for anybody else"
    )
    over = await at.until_over(done.match)
    assert over.phase == "finished"
    assert await count_results(at, over) == 0


async def test_seats_of_ordinary_matches_are_not_free_to_take(at: House) -> None:
    match = await at.open("docker", 2)
    match = (await at.do(match, lobby.add_computer, ANNA, now=at.now)).match
    assert "only in demonstrations" in await read_refusal(
        at.do(match, demonstration.take_over, BEN, seat=1, now=at.now)
    )


async def test_its_host_may_stop_it_and_others_may_not(at: House) -> None:
    match = await begin(at)
    assert "started the demonstration" in await read_refusal(at.do(match, demonstration.stop, BEN, now=at.now))
    done = await at.do(match, demonstration.stop, ANNA, now=at.now)
    assert done.match.phase == "cancelled"
    again = await begin(at)
    who = at.who(BEN, manages=True)
    done = await at.referee.change(again.id, who, lambda now: demonstration.stop(now, who, now=at.now))
    assert done.match.phase == "cancelled"


async def test_a_demonstration_is_not_stopped_while_people_play(at: House) -> None:
    match = await begin(at)
    await at.do(match, demonstration.take_over, BEN, seat=match.to_act[0], now=at.now)
    assert "People are playing here" in await read_refusal(at.do(match, demonstration.stop, ANNA, now=at.now))


async def test_a_channel_has_one_demonstration_at_the_strongest_level(at: House) -> None:
    await begin(at)
    assert "already a match" in await read_refusal(begin(at))
    made = demonstration.create(
        "docker", at.who(ANNA), level=None, seats=None, guild_id=GUILD, channel_id=9, language="en",
        secret=bytes(32), now=at.now,
    )  # fmt: skip
    assert [holder.level for holder in made.seats] == ["strong"] * 4
