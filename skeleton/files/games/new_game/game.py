"""New Game's rules as a `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.core import Game, Outcome, Seat
from games.new_game import hidden, moves, notation, play, standin
from games.new_game.options import Options
from games.new_game.state import Play, State
from games.rng import Rng


class NewGame(Game[State, Play, Options]):
    """The rules of New Game, each method by a call of the modules beside this one."""

    name: ClassVar[str] = "new_game"
    command: ClassVar[str] = "newgame"
    seats: ClassVar[range] = range(2, 5)
    version: ClassVar[int] = 1
    ply_limit: ClassVar[int] = 4 * 7  # most seats times most cards in a hand
    state_type = State
    options_type = Options
    has_private_knowledge: ClassVar[bool] = True
    has_private_hands: ClassVar[bool] = True
    presets: Mapping[str, Options] = {"standard": Options(), "quick": Options(hand=3)}

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return play.setup(seats, options, rng)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.hands[state.turn] else ()

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Play]:
        return moves.legal_moves(state, seat)

    def apply(self, state: State, seat: Seat, move: Play, rng: Rng) -> State:
        return play.apply(state, seat, move)

    def outcome(self, state: State) -> Outcome | None:
        return play.outcome(state)

    def view(self, state: State, seat: Seat | None) -> State:
        return hidden.view(state, seat)

    def reshuffle(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return hidden.reshuffle(state, seat, rng)

    def choose(self, view: State, seat: Seat, rng: Rng) -> Play:
        return standin.choose(view, seat)

    def notate(self, state: State) -> str:
        return notation.notate(state)

    def read(self, text: str) -> State:
        return notation.read(text)

    def check(self, state: State) -> None:
        notation.check(state)
