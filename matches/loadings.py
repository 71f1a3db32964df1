"""Loadings, which physics decides, and what spectators guess about the next one: that it holds, or not.

A right guess counts in the standing of its match and nowhere else. Players cannot guess in their own matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from data import GuessRow, LogRow, Transaction
from games.core import NATURE, AnyGame
from games.feats import find_feats
from games.nature import require_nature
from games.text import T
from matches.errors import Stale, UserError
from matches.leagues.league import Score
from matches.match import Match, drop_undone, events_of
from matches.referee import Referee


def has_loadings(game: AnyGame) -> bool:
    """Whether physics decides loadings in a game, and something may fall."""
    return game.nature is not None and bool(find_feats(game.name).moments)


def may_guess(match: Match) -> bool:
    """Whether spectators can guess in a match now. Ids do not cross over to a second server, and nobody else is in
    direct messages."""
    return match.phase == "running" and has_loadings(match.game) and not match.is_shared and not match.is_direct


async def guess(referee: Referee, match: Match, user_id: int, *, holds: bool) -> Score | None:
    """Note what somebody guesses about the next loading, instead of an earlier guess. Returns their score so far; None
    before their first loading. Raises UserError or Stale."""
    if not may_guess(match):
        raise Stale(T("The match has moved on."))
    if user_id in match.people:
        raise UserError(T("You play in this match yourself; only spectators can predict."))

    def write(tx: Transaction) -> tuple[Score, ...]:
        log = drop_undone(tx.read_log(match.id))
        tx.put_guess(match, GuessRow(match.id, user_id, len(list_loadings(log)), int(holds)))
        return _score(match, tx.list_guesses(match.id), log)

    scores = await referee.store.transaction(write)
    return next((each for each in scores if each.user == user_id), None)


async def read_scores(referee: Referee, match: Match) -> tuple[Score, ...]:
    """Read how often each spectator has guessed right in a match, the best first."""
    if not has_loadings(match.game):
        return ()

    def read(tx: Transaction) -> tuple[Score, ...]:
        guesses = tx.list_guesses(match.id)
        return _score(match, guesses, drop_undone(tx.read_log(match.id))) if guesses else ()

    return await referee.store.transaction(read)


def _score(match: Match, guesses: Iterable[GuessRow], log: Sequence[LogRow]) -> tuple[Score, ...]:
    """Score the guesses that are decided. People who have taken a seat since have no score."""
    is_over = match.outcome is not None or require_nature(match.game.nature).may_show_clip(match.view(None))
    players = {holder.user_id for holder in match.seats}
    scores: dict[int, Score] = {}
    for each in guesses:
        answers = judge_loading(match.game, log, each.loading, is_over=is_over)
        if answers and each.user_id not in players:
            known = scores.get(each.user_id, Score(each.user_id))
            right = known.right + (("holds" if each.holds else "falls") in answers)
            scores[each.user_id] = Score(each.user_id, right, known.made + 1)
    return rank(scores.values())


def rank(scores: Iterable[Score]) -> tuple[Score, ...]:
    """Rank those who have guessed: by right guesses, then by fewer wrong ones."""
    return tuple(sorted(scores, key=lambda each: (-each.right, each.made)))


def judge_loading(
    game: AnyGame, log: Sequence[LogRow], number: int, *, is_over: bool
) -> tuple[Literal["holds", "falls"], ...] | None:
    """Find the right answer about a loading: whether it has held. Empty if it never happened, None while it is open.
    `is_over`: nothing of the newest loading is open any more."""
    loading = _list_rows_of_loading(log, number)
    if any(moment(events_of(game, each)) for each in loading for moment in find_feats(game.name).moments.values()):
        return ("falls",)
    if len(loading) > 1 or (loading and is_over):  # after nature's ply a player may still catch falling cargo
        return ("holds",)
    return () if is_over else None


def list_loadings(rows: Sequence[LogRow]) -> list[LogRow]:
    """List the rows in which nature has decided a loading."""
    return [row for row in rows if row.kind == "ply" and row.seat == NATURE]


def _list_rows_of_loading(rows: Sequence[LogRow], number: int) -> Sequence[LogRow]:
    """List the rows from a loading to the next one; none before it."""
    starts = [place for place, row in enumerate(rows) if row.kind == "ply" and row.seat == NATURE]
    return () if number >= len(starts) else rows[starts[number] : (*starts, len(rows))[number + 1]]
