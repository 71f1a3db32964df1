"""Check before an upgrade that this version can continue every open match.

    python -m matches.archive.check FILE     a copy of the database, which is migrated to this version's schema

Exit code 0: it can continue all of them; 1: it cannot, and one problem per line is printed. `python -m data check`
makes the copy and calls this.
"""

from __future__ import annotations

import asyncio
import sys
import zlib
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct, structs

import games
from data import LogRow, MatchRow, SeatRow, Store, StoreError, Transaction
from games.core import NATURE, GameError
from matches.archive.verify import verify
from matches.keeping.mapping import make_match, read_options
from matches.match import unpack


class Report(Struct, frozen=True):
    """`checked`: the number of open matches; `problems`: a sentence for each that cannot continue."""

    checked: int
    problems: tuple[str, ...]


async def check(store: Store) -> Report:
    """Load every open match as a running Slowboat would, and replay it from its start."""
    problems: list[str] = []
    ids = await store.transaction(lambda tx: tx.list_open_match_ids())
    for match_id in ids:
        row, seats, log = await store.transaction(partial(_read_match, match_id))
        if problem := _find_problem(row, seats, log):
            problems.append(f"match {match_id} ({row.game}, channel {row.channel_id}): {problem}")
    return Report(len(ids), tuple(problems))


def _read_match(match_id: int, tx: Transaction) -> tuple[MatchRow, tuple[SeatRow, ...], tuple[LogRow, ...]]:
    row = tx.read_match(match_id)
    if row is None:
        raise StoreError(f"Match {match_id} has vanished from the copy while it was read.")
    return row, tx.read_seats(match_id), tx.read_log(match_id)


def _find_problem(row: MatchRow, seats: tuple[SeatRow, ...], log: tuple[LogRow, ...]) -> str | None:
    """Explain why a match cannot go on; None if it can."""
    try:
        game = games.load(row.game)
    except KeyError:
        return "this version does not have the game; add its folder again, or cancel the match"
    if row.phase != "lobby" and games.find(row.game, row.rules_version) is None:
        return (
            f"it began under version {row.rules_version} of the rules, these are version {game.version}; before you "
            "update, let it end, or cancel it"
        )
    try:
        read_options(row)
        match = make_match(row, seats)
        game = match.game
        if row.phase == "lobby":
            return None
        position = next((entry.snapshot for entry in log if entry.seq == row.head), None)
        if position is None:
            return f"its position {row.head} is not in the log; restore a backup"
        match = structs.replace(match, state=unpack(game, position))
        for seat in game.to_act(match.state):
            if seat != NATURE and not game.legal_moves(match.state, seat):
                return f"seat {seat} is to move and has no legal move"
        if not game.to_act(match.state):
            return "nobody is to move, although it is not over"
        verdict = verify(match, log)
    except (GameError, ValueError, LookupError, TypeError, zlib.error, msgspec.MsgspecError) as error:
        return f"its position cannot be read ({error}); restore a backup, or run the version that wrote it"
    if verdict.differs is not None:
        return f"replayed from its start it differs at position {verdict.differs}: the rules have changed"
    return None


async def _report(path: Path) -> Report:
    store = await Store.open(path)
    try:
        return await check(store)
    finally:
        await store.close()


def main(path: Path) -> int:
    """Check the file, print the result and return the exit code."""
    try:
        report = asyncio.run(_report(path))
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for problem in report.problems:
        sys.stderr.write(f"{problem}\n")
    if report.problems:
        sys.stderr.write(
            f"{len(report.problems)} of {report.checked} open matches cannot continue with this version.\n"
        )
        return 1
    sys.stdout.write(f"This version can continue all open matches ({report.checked}).\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
