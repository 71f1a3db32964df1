"""Liar's Dice's rules as a `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.core import Game, Outcome, Seat
from games.rng import Rng
from slowboat_liars_dice import hidden, moves, notation, play, standin
from slowboat_liars_dice.options import Options
from slowboat_liars_dice.state import Move, State


class LiarsDice(Game[State, Move, Options]):
    """The rules of Liar's Dice, each method by a call of the modules beside this one."""

    name: ClassVar[str] = "liars_dice"
    command: ClassVar[str] = "liarsdice"
    seats: ClassVar[range] = range(2, 7)
    version: ClassVar[int] = 1
    ply_limit: ClassVar[int] = sum(6 * dice + 1 for dice in range(2, 31))  # all bids and a doubt, for each die lost
    state_type = State
    options_type = Options
    has_private_knowledge: ClassVar[bool] = True
    has_private_hands: ClassVar[bool] = True
    presets: Mapping[str, Options] = {
        "standard": Options(),
        "plain": Options(wild=False),
        "quick": Options(dice=3),
    }

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return play.setup(seats, options, rng)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.is_over else (state.turn,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        return moves.legal_moves(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        return play.apply(state, seat, move, rng)

    def outcome(self, state: State) -> Outcome | None:
        return play.outcome(state)

    def view(self, state: State, seat: Seat | None) -> State:
        return hidden.view(state, seat)

    def reshuffle(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return hidden.reshuffle(state, seat, rng)

    def choose(self, view: State, seat: Seat, rng: Rng) -> Move:
        return standin.choose(view, seat, rng)

    def notate(self, state: State) -> str:
        return notation.notate(state)

    def read(self, text: str) -> State:
        return notation.read(text)

    def check(self, state: State) -> None:
        notation.check(state)
