"""The rules of Docker as a `games.core.Game`."""

from __future__ import annotations

from collections.abc import Mapping

from games.core import ENDLESS, Game, Seat
from games.docker import legality, moves, notation, play, standin
from games.docker.check import check
from games.docker.editing import DockerEditor
from games.docker.options import Options
from games.docker.state import Move, State
from games.docker.strong import search
from games.levels import LEVELS
from games.rng import Rng


class DockerGame(Game[State, Move, Options]):
    """The rules; the package's docstring describes the game and its notation."""

    name = "docker"
    command = "docker"
    seats = range(2, 5)
    version = 1
    ply_limit = ENDLESS
    levels = LEVELS
    playouts = 2
    editor = DockerEditor()
    presets: Mapping[str, Options] = {
        "standard": Options(),
        "english": Options(pieces2=3),
        "french": Options(entry="any", revisit="no_reverse", reroll="none"),
        "italian": Options(entry="any"),
    }

    setup = staticmethod(play.setup)
    to_act = staticmethod(play.to_act)
    legal_moves = staticmethod(moves.legal_moves)
    outcome = staticmethod(play.outcome)
    notate = staticmethod(notation.notate)
    read = staticmethod(notation.read)
    check = staticmethod(check)
    choose = staticmethod(standin.choose)
    choose_easy = staticmethod(standin.choose_easy)
    sketch_chances = staticmethod(standin.sketch_chances)
    choose_strong = staticmethod(search.choose)
    list_wishes = staticmethod(legality.list_wishes)
    explain_refusal = staticmethod(legality.explain_refusal)

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        return play.apply(state, move, rng)

    def colours(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        return moves.assign_colours(seats, options.pieces2)
