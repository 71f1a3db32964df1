"""Search by plain sampling, without any knowledge of a game, to compare the levels with.

Each playout begins in a world that the seat cannot tell from the real one; only the oracle's begin in the real one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import Any, Final

from msgspec import Struct, field

from games.core import AnyGame, Move, Seat
from games.rng import Rng

LONGEST: Final = 400
"""Plies after which a playout is stopped and counts as no win."""

EXPLORATION: Final = 0.7
"""Weight of uncertainty when a tree search chooses a move to look at, as usual for results between 0 and 1."""


def choose_flat(game: AnyGame, state: Any, seat: Seat, rng: Rng, playouts: int) -> Any:
    """Choose the move that wins most random playouts, the same number for each move."""
    moves = _list_moves(game, state, seat)
    worlds = (game.guess(state, seat, rng) for _ in range(max(1, playouts // len(moves))))
    return _choose_by_wins(game, moves, seat, worlds, rng)


def choose_knowing_all(game: AnyGame, state: Any, seat: Seat, rng: Rng, playouts: int) -> Any:
    """Choose the move that wins most matches if normal players go on, in the real position with all its secrets."""
    return _choose_by_wins(game, _list_moves(game, state, seat), seat, [state] * playouts, rng, normal=True)


def _choose_by_wins(
    game: AnyGame, moves: Sequence[Move], seat: Seat, worlds: Iterable[Any], rng: Rng, *, normal: bool = False
) -> Move:
    """Play on once after each move in each world. Returns the move with most wins."""
    if len(moves) == 1:
        return moves[0]
    wins = [0.0] * len(moves)
    for world in worlds:
        for index, move in enumerate(moves):
            wins[index] += _play_out(game, game.apply(world, seat, move, rng), rng, normal=normal).get(seat, 0.0)
    return moves[max(range(len(moves)), key=wins.__getitem__)]


class Node(Struct):
    """The results after a sequence of moves. `mover`: who made the last one; `seen`: how often that one was legal."""

    mover: Seat
    visits: int = 0
    wins: float = 0.0
    seen: int = 0
    children: dict[str, Node] = field(default_factory=dict)

    def rate(self) -> float:
        """Rate a visited node by the upper end of a confidence interval, for the one who chooses it."""
        return self.wins / self.visits + EXPLORATION * sqrt(log(self.seen) / self.visits)


def choose_by_tree(game: AnyGame, state: Any, seat: Seat, rng: Rng, playouts: int) -> Any:
    """Choose by information set Monte-Carlo tree search with a single observer.

    All worlds share one tree; in each of them only the moves that are legal there are looked at. Dice are part of the
    worlds, not of the tree.
    """
    moves = _list_moves(game, state, seat)
    if len(moves) == 1:
        return moves[0]
    root = Node(seat)
    for _ in range(playouts):
        _grow(game, root, game.guess(state, seat, rng), rng)
    return max(moves, key=lambda move: root.children[move.code].visits if move.code in root.children else 0)


def _grow(game: AnyGame, root: Node, world: Any, rng: Rng) -> None:
    """Go down the tree, add one node to it, play to the end at random, and count the result in all nodes passed."""
    path, node, is_new = [root], root, False
    while not is_new and (owing := game.to_act(world)):
        moves = game.legal_moves(world, owing[0])
        for move in moves:
            node.children.setdefault(move.code, Node(owing[0])).seen += 1
        children = {move.code: node.children[move.code] for move in moves}
        new = [move for move in moves if not children[move.code].visits]
        is_new = bool(new)
        move = rng.choice(new) if new else max(moves, key=lambda move: children[move.code].rate())
        node = children[move.code]
        path.append(node)
        world = game.apply(world, owing[0], move, rng)
    shares = _play_out(game, world, rng)
    for node in path:
        node.visits += 1
        node.wins += shares.get(node.mover, 0.0)


def _list_moves(game: AnyGame, state: Any, seat: Seat) -> list[Move]:
    """List the legal moves. Raises ValueError for a game with physics, whose playouts would take hours."""
    if game.nature is not None:
        raise ValueError(f"{game.name} has physics, which is too slow for plain sampling")
    return list(game.legal_moves(state, seat))


def _play_out(game: AnyGame, state: Any, rng: Rng, *, normal: bool = False) -> dict[Seat, float]:
    """Play at random, or as normal players, to the end. Returns the winners' shares; none if it takes too long."""
    for _ in range(LONGEST):
        if (outcome := game.outcome(state)) is not None:
            return dict.fromkeys(outcome.winners, 1 / len(outcome.winners))
        seat = game.to_act(state)[0]
        move = game.choose(game.view(state, seat), seat, rng) if normal else rng.choice(game.legal_moves(state, seat))
        state = game.apply(state, seat, move, rng)
    return {}
