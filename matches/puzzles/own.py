"""Puzzles from finished matches of a server that allows it: found in a worker, and shown before the stock."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec

import games
from data import LogRow, Transaction
from games.core import AnyGame, BadNotation, Seat
from games.rng import Rng
from matches.machines.worker import Worker, WorkerErred
from matches.match import Match, drop_undone, unpack
from matches.people.preferences import Server
from matches.puzzles.keeping import find_day
from matches.puzzles.posting import find_zone
from matches.puzzles.puzzle import Puzzle
from matches.puzzles.search import OutOfTime, make_puzzle
from matches.referee import Referee

log = logging.getLogger(__name__)

MOST_CPU: Final = 10.0
"""Seconds of CPU for one match."""

LAST: Final = 0.4
"""The part of a match, at its end, from which positions are taken: before it, a single move decides little."""

MOST_TRIED: Final = 12
"""Positions of a match that are tried; one of them at most becomes a puzzle."""


def suits(game: AnyGame) -> bool:
    """Whether puzzles can be made of a game: it needs a strong player, which must agree, and must have no physics."""
    return "strong" in game.levels and game.nature is None


async def search_next(referee: Referee, worker: Worker) -> bool:
    """Look for a puzzle in one finished match of a server that allows this.

    Returns False if none is left, or if another process is searching.

    Each match is searched once. Raises WorkerFailed or WorkerStopped; then the match is tried again.
    """
    async with referee.processes.hold("search", 0) as mine:
        return mine and await _search_next(referee, worker)


async def _search_next(referee: Referee, worker: Worker) -> bool:
    def find(tx: Transaction) -> tuple[int, str] | None:
        for guild_id, settings in tx.list_guilds_with("own_puzzles"):
            if (match_id := tx.find_match_without_puzzle(guild_id)) is not None:
                return match_id, find_zone(msgspec.json.decode(settings, type=Server))
        return None

    found = await referee.store.transaction(find)
    if found is None:
        return False
    match_id, zone = found
    match = await referee.match(match_id)
    is_current = match.game is games.load(match.game_name)
    puzzle = await _search(referee, worker, match) if suits(match.game) and is_current else None
    text = None if puzzle is None else msgspec.json.encode(puzzle).decode()
    day = find_day(referee.now(), zone)
    await referee.store.transaction(lambda tx: tx.put_match_puzzle(match, day, text))
    log.info("match %s: %s puzzle found", match_id, "no" if puzzle is None else "a")
    return True


async def _search(referee: Referee, worker: Worker, match: Match) -> Puzzle | None:
    rows: Sequence[LogRow] = drop_undone(await referee.store.transaction(lambda tx: tx.read_log(match.id)))
    snapshots = [each.snapshot for each in rows if each.kind in ("start", "ply") and each.snapshot is not None]
    tail = tuple(snapshots[int(len(snapshots) * (1 - LAST)) :])
    try:
        return await worker.call(
            find_puzzle, match.game_name, tail, match.options, match.capacity, match.secret, MOST_CPU
        )
    except WorkerErred as error:  # such as a match of older rules
        log.info("match %s cannot be searched for puzzles: %s", match.id, error)
        return None


def find_puzzle(
    name: str, snapshots: Sequence[bytes], options: Any, seats: int, secret: bytes, most_cpu: float
) -> Puzzle | None:
    """Find a puzzle among positions of a match, in the worker. Raises msgspec.ValidationError for older rules."""
    game, ends = games.load(name), time.process_time() + most_cpu
    for number in Rng(secret, "puzzles/places", 0).shuffle(range(len(snapshots)))[:MOST_TRIED]:
        state = unpack(game, snapshots[number])
        owing: tuple[Seat, ...] = game.to_act(state)
        if len(owing) != 1:
            continue
        try:
            found = make_puzzle(
                game, state, owing[0], options, secret, seats=seats, most_cpu=ends - time.process_time()
            )
        except OutOfTime:
            return None
        if found is not None:
            return found
    return None


async def claim_own(referee: Referee, guild_id: int, day: int, allowed: Sequence[str]) -> Puzzle | None:
    """Find the own puzzle of a server for a day, and mark it as shown; None if there is none left.

    A puzzle whose rules have changed since is left out.
    """
    text = await referee.store.transaction(lambda tx: tx.claim_match_puzzle(guild_id, day))
    if text is None:
        return None
    puzzle = msgspec.json.decode(text, type=Puzzle)
    if puzzle.game not in allowed:
        return None
    try:
        view = puzzle.read_view()
        legal = {move.code for move in puzzle.load_game().legal_moves(view, puzzle.seat)}
    except (BadNotation, msgspec.ValidationError):
        return None
    return puzzle if {answer.code for answer in puzzle.answers} <= legal else None
