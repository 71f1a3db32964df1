"""The rules of Docker as a `games.core.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from games.core import ENDLESS, Game, Outcome, Seat
from games.docker import legality, moves, notation, play, standin
from games.docker.check import check
from games.docker.editing import DockerEditor
from games.docker.options import Options
from games.docker.state import Move, State
from games.docker.strong import search
from games.levels import LEVELS

if TYPE_CHECKING:
    from games.rng import Rng


class DockerGame(Game[State, Move, Options]):
    """The rules; the package's docstring describes the game and its notation."""

    name: ClassVar[str] = "docker"
    command: ClassVar[str] = "docker"
    seats: ClassVar[range] = range(2, 5)
    version: ClassVar[int] = 1
    ply_limit: ClassVar[int] = ENDLESS
    levels = LEVELS
    playouts: ClassVar[int] = 2
    state_type = State
    options_type = Options
    editor = DockerEditor()
    presets: Mapping[str, Options] = {
        "standard": Options(),
        "english": Options(pieces2=3),
        "french": Options(entry="any", revisit="no_reverse", reroll="none"),
        "italian": Options(entry="any"),
    }

    explain_refusal = staticmethod(legality.explain_refusal)
    list_wishes = staticmethod(legality.list_wishes)

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        return play.setup(seats, options, rng)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.over else (state.to_move,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        return () if state.over or seat != state.to_move else moves.list_steps(state, seat, state.die)

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        return play.apply(state, move, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Rank the players still in the game first, then the eliminated ones, the last one eliminated first."""
        if not state.over:
            return None
        rest = tuple(seat for seat in range(state.players) if seat not in state.out)
        return Outcome((rest, *((seat,) for seat in reversed(state.out))))

    def notate(self, state: State) -> str:
        return notation.notate(state)

    def read(self, text: str) -> State:
        return notation.read(text)

    def check(self, state: State) -> None:
        check(state)

    def choose(self, view: State, seat: Seat, rng: Rng) -> Move:
        return standin.choose(view, seat, rng)

    def choose_easy(self, view: State, seat: Seat, rng: Rng) -> Move:
        return standin.choose_easy(view, seat, rng)

    def choose_strong(self, view: State, seat: Seat, rng: Rng) -> Move:
        return search.choose(view, seat, rng)

    def colours(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        return moves.assign_colours(seats, options.pieces2)
