"""Test uploaded records: they are replayed by the rules, or refused with a reason."""

from __future__ import annotations

import pytest
from msgspec import structs

import games
from games.record import Record, write
from games.rng import compute_commitment
from matches.archive.elsewhere import MOST_BYTES, Rebuilt, Refused, open_rebuilt, rebuild
from matches.archive.history import split_into_turns
from tests.laws.playouts import playout


def make_record(name: str) -> Record:
    return playout(name, 0).record


@pytest.mark.parametrize("name", games.own_names())
def test_a_record_gives_the_same_positions(name: str) -> None:
    played = playout(name, 0)
    text = write(played.record)
    assert len(text) < MOST_BYTES / 4, "records are far below the limit of size"
    made = rebuild(text.encode())
    assert isinstance(made, Rebuilt)
    match = open_rebuilt(made)
    assert match.state == played.states[-1]
    assert len(made.log) == len(played.states)
    assert match.outcome == match.game.outcome(played.states[-1])
    assert match.row.phase == "finished"
    turns = split_into_turns(match.game, made.log)
    assert 1 < len(turns) <= len(made.log)


def test_a_record_that_was_tampered_with_is_refused() -> None:
    record = make_record("docker")
    assert record.secret is not None
    first = record.plies[0]
    other = structs.replace(record, plies=(structs.replace(first, code="nonsense"), *record.plies[1:]))
    assert rebuild(write(other).encode()) == Refused("illegal", first.seq)
    stolen = structs.replace(record, secret=bytes(32), commitment=compute_commitment(bytes(32)))
    refused = rebuild(write(stolen).encode())
    assert isinstance(refused, Refused), "with other dice some move is impossible"
    assert refused.why == "illegal"
    assert refused.seq > 0
    crowded = structs.replace(record, seats=9)
    assert rebuild(write(crowded).encode()) == Refused("illegal", 0)


def test_files_that_are_no_records_are_refused() -> None:
    record = make_record("docker")
    assert rebuild(b"hello") == Refused("unreadable")
    assert rebuild(bytes(range(256))) == Refused("unreadable")
    assert rebuild(b"") == Refused("unreadable")
    assert rebuild(write(structs.replace(record, version=99)).encode()) == Refused("version")
    assert rebuild(write(structs.replace(record, secret=None)).encode()) == Refused("sealed")
    assert rebuild(write(record).replace("game docker", "game chess").encode()) == Refused("no game")


def test_a_record_that_breaks_off_is_shown_so_far() -> None:
    record = make_record("docker")
    made = rebuild(write(structs.replace(record, plies=record.plies[:5])).encode())
    assert isinstance(made, Rebuilt)
    assert (made.row.phase, made.row.result, len(made.log)) == ("cancelled", None, 6)
