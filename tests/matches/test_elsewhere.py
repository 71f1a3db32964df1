"""Test uploaded records: they are replayed by the rules, or refused with a reason."""

from __future__ import annotations

import pickle

import msgspec
import pytest
from msgspec import structs

import games
from games.core import NATURE
from games.record import EDITOR, MOST_LINES, Ply, Record, write
from games.rng import compute_commitment
from matches.archive.elsewhere import MOST_BYTES, Rebuilt, Refused, open_rebuilt, rebuild
from tests.support.laws.playouts import playout


def make_record(name: str) -> Record:
    return playout(name, 0).record


@pytest.mark.parametrize("name", games.own_names())
def test_a_record_gives_the_same_positions(name: str) -> None:
    played = playout(name, 0)
    text = write(played.record)
    assert len(text) < MOST_BYTES / 4, "records are far below the limit of size"
    made = rebuild(text.encode(), most_turns=1000)
    assert isinstance(made, Rebuilt)
    match = open_rebuilt(made)
    assert match.state == played.states[-1]
    assert made.plies == len(played.record.plies)
    assert match.outcome == match.game.outcome(played.states[-1])
    assert match.phase == "finished"
    assert sum(len(turn.rows) for turn in made.turns) == len(played.states)
    assert 1 < len(made.turns) <= len(played.states)


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


def test_a_result_of_nature_that_cannot_be_is_refused() -> None:
    """Refuse it in a record; drawing a piece 10^308 cm away would fail."""
    record = make_record("riff_raff")
    index = next(index for index, ply in enumerate(record.plies) if ply.seat == NATURE)
    ply = record.plies[index]
    settled = msgspec.json.decode(ply.code)
    settled["roll"] = 1e308
    far = structs.replace(ply, code=msgspec.json.encode(settled).decode())
    other = structs.replace(record, plies=(*record.plies[:index], far, *record.plies[index + 1 :]))
    assert rebuild(write(other).encode()) == Refused("illegal", ply.seq)


def test_files_that_are_no_records_are_refused() -> None:
    record = make_record("docker")
    assert rebuild(b"hello") == Refused("unreadable")
    assert rebuild(bytes(range(256))) == Refused("unreadable")
    assert rebuild(b"") == Refused("unreadable")
    assert rebuild(b"\n" * (MOST_LINES + 1)) == Refused("too long")
    assert rebuild(write(structs.replace(record, version=99)).encode()) == Refused("version")
    assert rebuild(write(structs.replace(record, secret=None)).encode()) == Refused("sealed")
    assert rebuild(write(record).replace("game docker", "game chess").encode()) == Refused("no game")


def test_a_record_that_breaks_off_is_shown_so_far() -> None:
    record = make_record("docker")
    made = rebuild(write(structs.replace(record, plies=record.plies[:5])).encode())
    assert isinstance(made, Rebuilt)
    assert (made.match.phase, made.match.outcome, made.plies) == ("cancelled", None, 5)


def test_a_few_turns_of_a_long_record_are_returned_and_none_to_check_it() -> None:
    """Return little of a record of many corrections, because the bot reads it on the event loop."""
    game = games.load("docker")
    record = Record("docker", game.version, 2, game.options_type(), "", bytes(32))
    plies = tuple(Ply(seq, EDITOR, f"next/{(seq + 1) % 2}") for seq in range(1, 1000))
    data = write(structs.replace(record, plies=plies)).encode()
    shown, checked = rebuild(data, most_turns=24), rebuild(data)
    assert isinstance(shown, Rebuilt)
    assert isinstance(checked, Rebuilt)
    assert [turn.number for turn in shown.turns][:: len(shown.turns) - 1] == [0, 999]
    assert len(shown.turns) == 24
    assert (checked.turns, checked.plies) == ((), 999)
    assert len(pickle.dumps(checked)) < 4000
