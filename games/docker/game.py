"""The rules of Docker as a `games.core.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from games.core import ENDLESS, Game, Outcome, Seat
from games.docker import legality, moves, notation, play, standin
from games.docker.check import check
from games.docker.editing import DockerEditor
from games.docker.options import Options
from games.docker.state import Docker, Step
from games.docker.strong import search
from games.levels import LEVELS

if TYPE_CHECKING:
    from games.rng import Rng


class DockerGame(Game[Docker, Step, Options]):
    """The rules; the package's docstring describes the game and its notation."""

    name: ClassVar[str] = "docker"
    command: ClassVar[str] = "docker"
    seats: ClassVar[range] = range(2, 5)
    version: ClassVar[int] = 1
    ply_limit: ClassVar[int] = ENDLESS
    levels = LEVELS
    playouts: ClassVar[int] = 2
    state_type = Docker
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

    def setup(self, seats: int, options: Options, rng: Rng) -> Docker:
        return play.setup(seats, options, rng)

    def to_act(self, state: Docker) -> tuple[Seat, ...]:
        return () if state.over else (state.to_move,)

    def legal_moves(self, state: Docker, seat: Seat) -> Sequence[Step]:
        return () if state.over or seat != state.to_move else moves.list_steps(state, seat, state.die)

    def apply(self, state: Docker, seat: Seat, move: Step, rng: Rng) -> Docker:
        return play.apply(state, move, rng)

    def outcome(self, state: Docker) -> Outcome | None:
        """Rank the players still in the game first, then the eliminated ones, the last one eliminated first."""
        if not state.over:
            return None
        rest = tuple(seat for seat in range(state.players) if seat not in state.out)
        return Outcome((rest, *((seat,) for seat in reversed(state.out))))

    def notate(self, state: Docker) -> str:
        return notation.notate(state)

    def read(self, text: str) -> Docker:
        return notation.read(text)

    def check(self, state: Docker) -> None:
        check(state)

    def choose(self, view: Docker, seat: Seat, rng: Rng) -> Step:
        return standin.choose(view, seat, rng)

    def choose_easy(self, view: Docker, seat: Seat, rng: Rng) -> Step:
        return standin.choose_easy(view, seat, rng)

    def choose_strong(self, view: Docker, seat: Seat, rng: Rng) -> Step:
        return search.choose(view, seat, rng)

    def colours(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        return moves.assign_colours(seats, options.pieces2)
