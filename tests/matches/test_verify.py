"""Test that a finished match verifies against its secret and that tampering is found."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from data import LogRow
from games.rng import compute_commitment
from matches.archive.verify import verify
from matches.match import Match, pack, unpack
from matches.play import resign
from tests.support.matches.house import ANNA, BEN, CHIARA, House

Log = tuple[LogRow, ...]


@pytest.fixture(params=["docker", "toy"])
async def finished(request: pytest.FixtureRequest, at: House) -> tuple[Match, Log]:
    """Play a whole match with computer moves, chance and, in the toy game, nature."""
    secret = bytes([3] * 32)
    match = await at.running(request.param, ANNA, BEN, CHIARA, secret=secret)
    done = await at.machines.run(await at.do(match, resign, CHIARA, now=at.now))
    for number in range(500):
        if done.match.phase != "running":
            break
        done = await at.machines.run(await at.play_any_turn(done.match, choose=number))
    assert done.match.phase == "finished"
    return done.match, await at.log(match)


def test_an_honest_match_verifies(finished: tuple[Match, Log]) -> None:
    match, log = finished
    verdict = verify(match, log)
    assert verdict.differs is None
    assert verdict.plies == sum(row.kind == "ply" for row in log) > 10
    assert verdict.commitment == compute_commitment(bytes([3] * 32))


def test_a_wrong_secret_is_detected(finished: tuple[Match, Log]) -> None:
    match, log = finished
    for number in range(4, 10):
        other = structs.replace(match, secret=bytes([number] * 32))
        verdict = verify(other, log)
        assert verdict.differs is not None
        assert verdict.commitment != compute_commitment(match.secret)


def test_every_changed_ply_is_found(finished: tuple[Match, Log]) -> None:
    match, log = finished
    for index, row in enumerate(log):
        if row.kind != "ply":
            continue
        for code in ("nonsense", "", _another(match, log, index)):
            changed = (*log[:index], structs.replace(row, code=code), *log[index + 1 :])
            if code != row.code:
                assert verify(match, changed).differs == row.seq


def test_every_changed_position_is_found(finished: tuple[Match, Log]) -> None:
    match, log = finished
    never: Any = _Never()
    other = pack(match.game.setup(3, match.options, never))
    for index, row in enumerate(log):
        if row.snapshot is None:
            continue
        for snapshot in (other, b"rubbish", row.snapshot[:-9]):
            changed = (*log[:index], structs.replace(row, snapshot=snapshot), *log[index + 1 :])
            assert verify(match, changed).differs == row.seq


def test_a_removed_or_inserted_ply_is_found(finished: tuple[Match, Log]) -> None:
    match, log = finished
    plies = [index for index, row in enumerate(log) if row.kind == "ply"]
    for index in plies[:-1]:
        assert verify(match, (*log[:index], *log[index + 1 :])).differs is not None
        twice = structs.replace(log[index], seq=log[index].seq + 1000)
        assert verify(match, (*log[: index + 1], twice, *log[index + 1 :])).differs is not None


def test_a_changed_seat_is_found(finished: tuple[Match, Log]) -> None:
    match, log = finished
    index = next(index for index, row in enumerate(log) if row.kind == "ply" and row.seat == 0)
    assert verify(match, (*log[:index], structs.replace(log[index], seat=1), *log[index + 1 :])).differs is not None


class _Never:
    """Chance that always returns 0, which leads to other positions."""

    def __getattr__(self, _: str) -> object:
        return lambda items=1: items if not isinstance(items, int) else 0


def _another(match: Match, log: Log, index: int) -> str:
    """Find another legal move in that position."""
    row = log[index]
    before = next(earlier.snapshot for earlier in reversed(log[:index]) if earlier.snapshot)
    moves = match.game.legal_moves(unpack(match.game, before), row.seat or 0)
    return next((move.code for move in moves if move.code != row.code), row.code)
