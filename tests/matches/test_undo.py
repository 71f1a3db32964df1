"""Test undo: a free undo crosses no revelation, an agreed one may, and nothing is drawn twice."""

# ruff: noqa: E731 - a lambda is the change that the next line requests

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from games.core import NATURE
from games.rng import NO_CHANCE, ChanceRefused, Rng
from matches import play
from matches.archive.verify import verify
from matches.clocks import absence
from matches.clocks.pauses import pause, replace_player
from matches.match import Match, drop_undone, pack, unpack
from matches.play import resign
from matches.votes import undo
from matches.votes.undo import Undo
from tests.support.laws.playouts import GAMES, law
from tests.support.matches.house import ANNA, BEN, CHIARA, House
from tests.support.matches.in_memory import PEOPLE, InMemoryMatch, asks
from tests.support.numbers import times

FINISHED = times(1000, usual=12)
"""Matches per game, played to their end with every possible event."""

KINDS = {"undo", "pause", "resume", "replace", "place"}
"""The kinds of log rows that these matches must have, beside plies."""


def play_match(game: str, number: int, plies: int) -> InMemoryMatch:
    """Play a match for some random plies, or to just before its end."""
    local, drawn = InMemoryMatch(game, number), random.Random(f"{game} {number} {plies}")
    for _ in range(plies):
        before = (local.match, list(local.log))
        local.ply(drawn)
        if local.match.phase != "running":
            local.match, local.log = before
            break
    return local


def bytes_of(state: Any) -> bytes:
    return msgspec.json.encode(state)


def position(match: Match, row_seq: int, log: list[Any]) -> Any:
    row = next(row for row in log if row.seq == row_seq)
    return unpack(match.game, row.snapshot)


@pytest.mark.parametrize("game", GAMES)
@law
@given(number=st.integers(0, 11), plies=st.integers(0, 90))
def test_a_free_undo_crosses_neither_chance_nor_anothers_move(game: str, number: int, plies: int) -> None:
    local = play_match(game, number, plies)
    match = local.match
    newest = next((row for row in reversed(local.log) if row.kind == "ply"), None)
    for user in PEOPLE[: match.capacity]:
        found = local.free_undo(user)
        if found is None:
            continue
        assert not match.game.has_private_hands
        assert newest is not None
        assert found.plies[-1].seq == newest.seq, "only the newest ply can be taken back alone"
        states = [unpack(match.game, row.snapshot or b"") for row in (found.to, *found.plies)]
        for index, row in enumerate(found.plies):
            before, seat = states[index], row.seat
            assert (row.user_id, seat) == (user, found.plies[0].seat)
            assert seat is not None
            again = match.game.apply(before, seat, match.game.parse(before, seat, row.code), NO_CHANCE)
            assert again == states[index + 1], "an undone ply must need no chance"
            assert not any(event.reveals for event in again.events)
            assert index == 0 or match.game.continues_turn(states[index - 1], before), "an undo takes back one turn"
        undone = undo.rewind_to(match, found.to, user_id=user, now=local.now).match
        assert bytes_of(undone.state) == bytes_of(states[0])
        assert undone.seq == match.seq + 1
        assert user in {holder.user_id for holder in undone.awaited} or found.plies[0].seat in match.game.may_revise(
            match.state
        )


def _crosses(local: InMemoryMatch) -> Undo | None:
    """Find the free undo that would be offered if chance did not matter."""
    kept = undo._reveals
    try:
        undo._reveals = lambda *_: False
        return next(filter(None, (local.free_undo(user) for user in PEOPLE)), None)
    finally:
        undo._reveals = kept


@pytest.mark.mutant
def test_an_undo_that_ignores_chance_is_noticed() -> None:
    """Mutant: the law above without chance."""
    crossing = 0
    for number in range(6):
        for plies in range(3, 40, 4):
            local = play_match("docker", number, plies)
            found = _crosses(local)
            for ply, before in zip(found.plies, (found.to, *found.plies), strict=False) if found else ():
                state = unpack(local.match.game, before.snapshot or b"")
                try:
                    move = local.match.game.parse(state, ply.seat or 0, ply.code)
                    local.match.game.apply(state, ply.seat or 0, move, NO_CHANCE)
                except ChanceRefused:
                    crossing += 1
    assert crossing > 5


@pytest.mark.parametrize("game", GAMES)
@law
@given(number=st.integers(0, 11), plies=st.integers(0, 60), user=st.sampled_from(PEOPLE))
def test_an_agreed_undo_takes_back_the_newest_turn_and_all_after_it(
    game: str, number: int, plies: int, user: int
) -> None:
    local = play_match(game, number, plies)
    rows = undo.list_positions(local.log)
    found = undo.find_agreed_undo(local.match, user, local.log)
    mine = [row for row in rows if row.user_id == user and row.kind == "ply"]
    if found is None:
        assert not mine
        return
    assert found.plies == rows[rows.index(found.to) + 1 :], "an undo takes back all later plies"
    assert found.plies[0].user_id == user
    assert mine[-1] in found.plies
    last = undo.find_last_turn(local.match, local.log)
    assert last is not None
    assert last.plies[0].user_id is not None, "a turn begins with a person's plies"
    if local.match.game.to_act(local.match.state) != (NATURE,):
        assert last.plies == rows[rows.index(last.to) + 1 :]


@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_with_everything_verify_and_draw_nothing_twice(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_with: list[tuple[bytes, str, int]] = []

    class Noted(Rng):
        def __init__(self, secret: bytes, purpose: str, seq: int) -> None:
            super().__init__(secret, purpose, seq)
            drawn_with.append((secret, purpose, seq))

    monkeypatch.setattr(play, "Rng", Noted)
    kinds, number = set[str](), 0
    while number < FINISHED or not kinds >= KINDS:
        assert number < 10 * FINISHED, kinds  # games that end soon may need some more matches
        drawn_with.clear()
        local, drawn = InMemoryMatch(game, number), random.Random(f"{game} {number} whole")
        while local.match.phase in ("running", "paused"):
            local.do_something(drawn)
        assert local.match.phase == "finished"
        assert len(drawn_with) == len(set(drawn_with)), "a key was used twice"
        assert [row.seq for row in local.log] == list(range(len(local.log)))
        verdict = verify(local.match, local.log)
        assert verdict.differs is None
        assert bytes_of(position(local.match, local.match.head, local.log)) == bytes_of(local.match.state)
        kinds |= {row.kind for row in local.log}
        number += 1


@pytest.mark.mutant
def test_a_seq_that_does_not_grow_draws_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: an undo that also restores the seq."""
    local = play_match("docker", 0, 10)
    found = undo.find_last_turn(local.match, local.log)
    assert found is not None
    keys: list[int] = []
    honest = undo.rewind_to

    def restore_the_seq(match: Match, to: Any, **facts: Any) -> Any:
        change = honest(match, to, **facts)
        return structs.replace(change, match=structs.replace(change.match, seq=to.seq), log=())

    monkeypatch.setattr(undo, "rewind_to", restore_the_seq)
    keys = [row.seq for row in local.log if row.kind == "ply"]
    local.match = undo.rewind_to(local.match, found.to, user_id=None, now=local.now).match
    local.match = play._commit_plies(
        local.match, local.match.awaited[0].seat,
        [local.match.game.legal_moves(local.match.state, local.match.awaited[0].seat)[0].code],
        user_id=1, made_by="person", now=local.now,
    ).match  # fmt: skip
    assert local.match.seq in keys


async def test_an_undo_within_a_turn_deletes_nothing(at: House) -> None:
    match = await at.running("aquaretto", ANNA, BEN, secret=bytes([5] * 32))
    taken_back = 0
    for number in range(40):
        match = await at.referee.match(match.id)
        if match.phase != "running":
            break
        before, seat = match, match.awaited[0].seat
        user = match.holder(seat).user_id or 0
        match = (await at.machines.run(await at.play_any_turn(match, choose=number))).match
        found = undo.find_free_undo(match, user, await at.log(match))
        if found is None or match.phase != "running":
            continue
        taken_back += 1
        work = lambda m, to=found.to, who=user: undo.rewind_to(m, to, user_id=who, now=at.now)
        done = await at.referee.change(match.id, at.who(user), work)
        assert pack(done.match.state) == pack(before.state)
        assert done.outbox_id is not None
        assert done.match.decisions[seat] == done.match.seq, "earlier buttons are stale"
        assert await at.reread(match) == done.match
        rows = [row.seq for row in drop_undone(await at.log(match)) if row.snapshot]
        assert rows[-1] == found.to.seq == done.match.head
        match = (await at.machines.run(await at.play_any_turn(done.match, choose=number + 1))).match
    assert taken_back > 3
    match = await at.until_over(match)
    assert verify(match, await at.log(match)).differs is None


async def test_undoing_twice_goes_on_from_the_earlier_position(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    states = [match.state]
    for number in range(6):
        match = (await at.play_any_turn(match, choose=number)).match
        states.append(match.state)
    for expected in reversed(states[:-1]):
        found = undo.find_last_turn(match, await at.log(match))
        assert found is not None
        work = lambda m, to=found.to: undo.rewind_to(m, to, user_id=None, now=at.now, note="why")
        match = (await at.referee.change(match.id, at.who(ANNA, manages=True), work)).match
        assert match.state == expected
    assert undo.find_last_turn(match, await at.log(match)) is None
    assert {row.note for row in await at.log(match) if row.kind == "undo"} == {"why"}


def test_an_undo_is_found_in_the_newest_rows_of_the_log() -> None:
    local = play_match("aquaretto", 1, 60)
    for user in PEOPLE[: local.match.capacity]:
        for least in (3, 10, 40):
            window = local.log[-least:]
            for of_log in (undo.find_free_undo, undo.find_agreed_undo):
                whole, found = of_log(local.match, user, local.log), of_log(local.match, user, window)
                if whole is None or len(whole.plies) + 2 <= least:
                    assert found == whole
    assert undo.find_free_undo(local.match, ANNA, []) is None
    assert undo.find_last_turn(local.match, local.log[:1]) is None


def test_an_undo_ends_the_proposers_stand_in_and_drops_drafts() -> None:
    local = play_match("aquaretto", 1, 20)
    match = local.match
    seats = tuple(structs.replace(holder, stand_in="until_back") for holder in match.seats)
    to = undo.list_positions(local.log)[-2]
    change = undo.rewind_to(structs.replace(match, seats=seats), to, user_id=ANNA, now=local.now)
    assert [holder.stand_in for holder in change.match.seats] == [
        None if holder.user_id == ANNA else "until_back" for holder in seats
    ]
    assert set(change.drop_drafts) == {holder.seat for holder in seats}


def test_some_turns_cannot_be_taken_back() -> None:
    for plies in range(30, 80):
        local = play_match("aquaretto", 1, plies)
        user = next((user for user in PEOPLE if local.free_undo(user)), None)
        if user is not None:
            break
    assert user is not None
    match, seat = local.match, next(holder.seat for holder in local.match.seats if holder.user_id == user)
    assert local.free_undo(99) is None
    for change in (
        pause(match, "consent", now=local.now),
        resign(match, asks(user), now=local.now),
        replace_player(match, seat, CHIARA + 90, "Somebody", now=local.now),
    ):
        after = change.match
        assert undo.find_free_undo(after, user, [*local.log, *change.log]) is None
    with pytest.raises(ValueError, match="no position"):
        undo.rewind_to(match, structs.replace(local.log[-1], snapshot=None), user_id=user, now=local.now)


def test_games_with_private_hands_have_no_free_undo() -> None:
    for plies in range(25):
        assert not any(play_match("dog_royal", 0, plies).free_undo(user) for user in PEOPLE)


def test_a_stand_ins_move_is_its_players_to_take_back() -> None:
    for plies in range(20, 60):
        local = play_match("aquaretto", 0, plies)
        holder = local.match.awaited[0]
        local.take(absence.stand_in(local.match, holder.seat, missed=True))
        local.settle()
        found = local.free_undo(holder.user_id or 0)
        if found is not None and local.match.phase == "running":
            break
    else:
        raise AssertionError("no stand-in's move could be taken back")
    assert {row.made_by for row in found.plies} == {"stand_in"}
    others = [each.user_id or 0 for each in local.match.seats if each.seat != holder.seat]
    assert [local.free_undo(user) for user in others] == [None] * len(others)
    before = local.match
    local.ply(random.Random(1))
    assert local.free_undo(holder.user_id or 0) is None or before.awaited[0].seat == holder.seat, "somebody has acted"
