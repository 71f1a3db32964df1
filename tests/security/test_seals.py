"""Replay finished matches from their secret, and from no other: 1,000 of them (see `tests.support.numbers`)."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import pytest
from msgspec import structs

import matches.archive.verify
import matches.play
from data import LogRow
from games.core import NATURE
from games.rng import Rng, compute_commitment
from matches.archive.verify import verify
from matches.lobby import lobby
from matches.match import Match
from matches.play import commit_machine_ply, play
from matches.referee import Request
from tests.support.laws.playouts import arrange, load, nature
from tests.support.numbers import patience, times
from tests.support.wire.offline import list_playable

MATCHES = times(1_000, usual=8)

pytestmark = pytest.mark.timeout(patience(300))

MOST = 400
"""Plies after which somebody gives up: a match that was cancelled is sealed in the same way."""

Log = tuple[LogRow, ...]


def play_match(name: str, number: int) -> tuple[Match, Log]:
    """Play a whole match at random, with the pure functions that the referee applies."""
    drawn = random.Random(f"seal {name} {number}")
    seats, options = arrange(load(name), number)
    who = Request(1, "Host")
    match = lobby.create(
        name, options, who, capacity=seats, guild_id=1, channel_id=1, language="en", now=0.0,
        secret=hashlib.sha256(f"{name} {number}".encode()).digest(),
    )  # fmt: skip
    log: list[LogRow] = []

    def take(change: Any) -> Match:
        log.extend(change.log)
        changed: Match = change.match
        return changed

    for user in range(2, seats + 1):
        joining = Request(user, f"Player {user}")
        match = take(lobby.join(match, joining, now=0.0))
    while match.phase == "running" and len(log) < MOST:
        seat = drawn.choice(match.to_act)
        if seat == NATURE:
            code = nature(name)(match.state, Rng(match.secret, "nature", match.seq)).code
            match = take(commit_machine_ply(match, seat, code, seq=match.seq, now=0.0))
            continue
        codes = _turn(match, seat, drawn)
        asks = Request(match.holder(seat).user_id, "x")
        match = take(play(match, asks, seat, codes, decision=match.decisions[seat], now=0.0))
    return match, tuple(log)


def _turn(match: Match, seat: int, drawn: random.Random) -> list[str]:
    codes: list[str] = []
    while True:
        state = matches.play.fold_draft(match, seat, codes).state
        move = drawn.choice(list(match.game.legal_moves(state, seat)))
        codes.append(move.code)
        if matches.play.fold_draft(match, seat, codes).complete or not match.game.needs_confirmation(state, seat, move):
            return codes


def check_seals(number: int) -> int:
    """Replay matches from their secrets. Returns the number of replayed plies."""
    plies = 0
    for each in range(number):
        match, log = play_match(list_playable()[each % len(list_playable())], each)
        verdict = verify(match, log)
        assert verdict.differs is None, f"{match.game_name} {each} comes out differently at {verdict.differs}"
        plies += verdict.plies
        flipped = bytearray(match.secret)
        flipped[each % 32] ^= 1 << each % 8
        other = structs.replace(match, secret=bytes(flipped))
        assert compute_commitment(other.secret) != compute_commitment(match.secret)
        changed = verify(other, log)
        assert changed.differs is not None or not _has_chance(match, log), (
            f"{match.game_name} {each}: another seed passes"
        )
    return plies


def _has_chance(match: Match, log: Log) -> bool:
    """Whether anything was drawn in this match at all."""
    assert log
    return match.game.name != "riff_raff"


def test_seals() -> None:
    assert check_seals(MATCHES) > 10 * MATCHES


@pytest.mark.mutant
def test_a_seal_that_proves_nothing_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the secret is ignored."""
    monkeypatch.setattr(matches.archive.verify, "begin", lambda game, seats, options, _: _first(game, seats, options))
    with pytest.raises(AssertionError):
        check_seals(4)


def _first(game: Any, seats: int, options: Any) -> Any:
    return game.setup(seats, options, Rng(bytes(32), "setup", 0))
