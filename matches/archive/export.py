"""Export a person's finished matches: a table of their results, and each match as a record."""

from __future__ import annotations

import asyncio
import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Final

import msgspec
from msgspec import Struct

import games
from data import LogRow, ResultRow, Transaction
from games.record import EDITOR, Ply, Record, write
from games.rng import compute_commitment
from matches.keeping.mapping import make_match
from matches.match import Match, drop_undone
from matches.referee import Referee

MOST_RECORDS: Final = 300
"""Newest matches exported as records; the table has all of them."""

_AT_ONCE: Final = 20
"""Matches read in one transaction."""

_COLUMNS: Final = (
    "match", "server", "game", "started", "finished", "pace", "seats", "seat", "place", "score", "partners", "rated",
    "resigned", "moves", "own_moves", "median_reply_seconds",
)  # fmt: skip


class Export(Struct, frozen=True):
    """A ZIP archive with `results.csv` and records, its number of matches, and its number of records."""

    archive: bytes
    matches: int
    records: int


async def export_matches(referee: Referee, user_id: int) -> Export:
    """Export the finished matches of a person. Nobody else is named: seats have numbers."""
    rows = await referee.store.transaction(lambda tx: tx.read_results_of(user_id))
    ids = list(dict.fromkeys(row.match_id for row in rows))
    records: dict[str, str] = {}
    newest = ids[-MOST_RECORDS:]
    for first in range(0, len(newest), _AT_ONCE):
        some = newest[first : first + _AT_ONCE]
        read = await referee.store.transaction(lambda tx, some=some: _read_matches(tx, some))  # type: ignore[misc]
        records |= await asyncio.to_thread(_write_records, read)
    table = write_table(rows, user_id)
    archive = await asyncio.to_thread(_pack, {"results.csv": table, **records})
    return Export(archive, len(ids), len(records))


def _write_records(matches: Iterable[tuple[Match, tuple[LogRow, ...]]]) -> dict[str, str]:
    """Write the records of matches, by file name."""
    return {f"records/{match.id}-{match.game_name}.txt": write(make_record(match, log)) for match, log in matches}


def make_record(match: Match, log: Sequence[LogRow]) -> Record:
    """Make the record of a finished match, whose secret is public. Undone plies are left out."""
    plies = tuple(
        Ply(row.seq, EDITOR if row.kind == "undo" or row.seat is None else row.seat, row.code)
        for row in drop_undone(log)
        if row.kind in ("ply", "undo")
    )
    version, seats, secret = match.rules_version, match.capacity, match.secret
    return Record(match.game_name, version, seats, match.options, compute_commitment(secret), secret, plies)


def write_table(rows: Iterable[ResultRow], user_id: int) -> str:
    """Write the results of a person's seats as CSV, oldest first. `rows`: the results of all seats of their matches."""
    rows = tuple(rows)
    sizes: dict[int, int] = {}
    for row in rows:
        sizes[row.match_id] = sizes.get(row.match_id, 0) + 1
    teams: dict[tuple[int, int], int] = {}
    for row in rows:
        teams[row.match_id, row.team] = teams.get((row.match_id, row.team), 0) + 1
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        if row.user_id != user_id:
            continue
        replies = msgspec.json.decode(row.replies, type=list[int])
        writer.writerow(
            (
                row.match_id,
                row.guild_id,
                row.game,
                _write_time(row.started_at),
                _write_time(row.finished_at),
                row.pace,
                sizes[row.match_id],
                row.seat + 1,
                row.place,
                "" if row.score is None else row.score,
                teams[row.match_id, row.team] - 1,
                row.rated,
                row.resigned,
                row.plies,
                row.own_plies,
                median(replies) if replies else "",
            )
        )
    return out.getvalue()


def _read_matches(tx: Transaction, match_ids: Iterable[int]) -> list[tuple[Match, tuple[LogRow, ...]]]:
    """Read finished matches of installed games with their logs."""
    found = [row for match_id in match_ids if (row := tx.read_match(match_id)) is not None]
    return [
        (make_match(row), tx.read_log(row.id)) for row in found if row.phase == "finished" and row.game in games.names()
    ]


def _write_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _pack(files: dict[str, str]) -> bytes:
    """Pack texts into a ZIP archive. The same texts make the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
