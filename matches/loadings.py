"""Loadings, which physics decides: whether they have held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from data import LogRow
from games.core import NATURE, AnyGame
from games.feats import find_feats
from matches.match import events_of


def has_loadings(game: AnyGame) -> bool:
    """Whether physics decides loadings in a game, and something may fall."""
    return game.nature is not None and bool(find_feats(game.name).moments)


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
