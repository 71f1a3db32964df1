"""Test that requests in any order, at once and repeated, leave a match consistent."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import NATURE
from matches.archive.verify import verify
from matches.errors import UserError
from matches.lobby import lobby
from matches.match import Match
from matches.play import play, resign
from matches.referee import Done, Request
from tests.support.matches.house import ANNA, BEN, CHIARA, House, a_turn, house
from tests.support.numbers import times
from tests.toy.game import Options as ToyOptions

people = st.sampled_from([ANNA, BEN, CHIARA])
action = st.one_of(
    st.tuples(st.sampled_from(["join", "leave", "computer", "shuffle", "start"]), people, st.integers(-1, 3)),
    st.tuples(st.sampled_from(["play", "play", "play", "stale"]), people, st.integers(0, 4)),
    st.tuples(st.sampled_from(["resign"]), people, st.integers(0, 0)),
)
instant = st.tuples(st.lists(action, min_size=1, max_size=4), st.booleans())
"""Simultaneous requests, and whether each is delivered twice."""


@settings(max_examples=times(100, usual=25), deadline=None, derandomize=True)
@given(st.lists(instant, min_size=4, max_size=25), st.booleans())
def test_any_interleaving(instants: list[Any], swap: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_play_instants(Path(folder), instants, ToyOptions(turns=2, swap=swap)))


async def _play_instants(folder: Path, instants: list[Any], options: ToyOptions) -> None:
    async with house(folder, durable=False) as at:
        match = await at.open("toy", 3, options=options)
        for actions, twice in instants:
            before = await at.reread(match)
            asked = [(kind, number, at.who(user)) for kind, user, number in actions]
            times = 2 if twice else 1
            answers = await asyncio.gather(
                *(_ask(at, before, *each) for each in asked for _ in range(times)), return_exceptions=True
            )
            for index in range(0, len(answers), times):
                assert sum(isinstance(answer, Done) for answer in answers[index : index + times]) <= 1
            assert all(isinstance(answer, Done | UserError) for answer in answers), answers
            await _holds(at, before)
            await at.machines.run(Done(await at.referee.match(match.id)))
            await _holds(at, before)


async def _ask(at: House, seen: Match, kind: str, number: int, who: Request) -> Done:
    """Send a request of a person who sees the match as it was before."""
    now = at.now
    seat = seen.seat_to_play(who.user_id or 0) or 0
    decision = seen.decisions.get(seat, -1)
    codes: tuple[str, ...] = ()
    if kind in ("play", "stale") and seen.phase == "running" and decision >= 0:
        codes = tuple(a_turn(seen, seat, choose=number))
        decision -= kind == "stale"

    def work(match: Match) -> Any:
        match kind, number:
            case "join", -1:
                return lobby.join(match, who, now=now)
            case "join", _:
                return lobby.join(match, who, seat=number, now=now)
            case "leave", _:
                return lobby.leave(match, who, now=now)
            case "computer", _:
                return lobby.add_computer(match, who, now=now)
            case "shuffle", _:
                return lobby.shuffle(match, who, seed=bytes([number + 1] * 32))
            case "start", _:
                return lobby.start(match, who, now=now)
            case "resign", _:
                return resign(match, who, now=now)
            case _:
                return play(match, who, seat, codes, decision=decision, now=now)

    return await at.referee.change(seen.id, who, work)


async def _holds(at: House, before: Match) -> None:
    """Assert the invariants of a match."""
    match = await at.referee.match(before.id)
    assert match == await at.reread(match), "memory and file agree"
    assert match.seq >= before.seq, "seq only ever grows"
    taken = [seat.seat for seat in match.seats]
    users = [seat.user_id for seat in match.seats if seat.user_id is not None]
    assert taken == sorted(set(taken))
    assert set(taken) <= set(range(match.capacity))
    assert len(users) == len(set(users))
    log = await at.log(match)
    assert [entry.seq for entry in log] == list(range(match.seq + 1)), "one row for each seq, none missing"
    if match.phase == "lobby":
        assert users
        assert match.host_id in users
    if match.state is None:
        assert match.phase in ("lobby", "cancelled")
        return
    assert len(taken) == match.capacity, "a match that has begun has no empty seat"
    assert verify(match, log).differs is None
    game = match.game
    if match.phase == "running":
        deciding = {*game.to_act(match.state), *game.may_revise(match.state)} - {NATURE}
        assert set(match.decisions) == deciding
        assert all(0 <= at_seq <= match.seq for at_seq in match.decisions.values())
        assert bool(match.waits_for_machine) == match.waits_for_machine
        assert game.outcome(match.state) is None
    else:
        assert dict(match.decisions) == {}
        assert not match.waits_for_machine
        assert match.outcome is not None
    boards = [board.seq for board in await at.list_unposted()]
    assert len(boards) == len(set(boards))
    assert match.waits_for_machine or not boards or match.phase == "running" or boards[-1] == match.seq
