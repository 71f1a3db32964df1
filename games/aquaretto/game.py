"""The rules of Aquaretto as a `games.core.Game`."""

from __future__ import annotations

from collections.abc import Sequence

from games.aquaretto import notation, play, standin
from games.aquaretto.check import check
from games.aquaretto.editing import AquarettoEditor
from games.aquaretto.legality import explain_refusal, list_wishes
from games.aquaretto.moves import Draw, Move, legal_moves
from games.aquaretto.options import Options
from games.aquaretto.state import State
from games.aquaretto.strong import search
from games.core import Game, Seat
from games.levels import LEVELS
from games.rng import Rng


class Aquaretto(Game[State, Move, Options]):
    """The rules; the package's docstring describes the game and its notation."""

    name = "aquaretto"
    command = "aquaretto"
    seats = range(2, 6)
    version = 1
    # Proof, for five seats, the largest case. A draw takes a tile off the piles for good and is followed by at most one
    # ply (which truck): 2 x 98. A taken truck carries at least one of those tiles: at most 98 takes. Each of the 88
    # animals is placed from a hand at most once: 88. Offspring (16) and coworkers (2 for each of 8 types: 16) are
    # placed once. Every money action pays at least one coin to the bank, and a match has at most 49: 5 at the start, 10
    # from coin tiles, and one for every third tile of a basin, at most 104 // 3 = 34, as tiles never leave a zoo.
    ply_limit = 2 * 98 + 98 + 88 + 16 + 16 + 49
    levels = LEVELS
    editor = AquarettoEditor()
    candidates = standin.Arrangements()

    setup = staticmethod(play.setup)
    to_act = staticmethod(play.to_act)
    legal_moves = staticmethod(legal_moves)
    outcome = staticmethod(play.outcome)
    notate = staticmethod(notation.notate)
    read = staticmethod(notation.read)
    check = staticmethod(check)
    choose = staticmethod(standin.choose)
    choose_easy = staticmethod(standin.choose_easy)
    sketch_chances = staticmethod(standin.sketch_chances)
    choose_strong = staticmethod(search.choose)
    explain_refusal = staticmethod(explain_refusal)
    list_wishes = staticmethod(list_wishes)
    may_be_decided = staticmethod(play.may_be_decided)

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        return play.apply(state, move)

    def draw_unseen(self, state: State, seat: Seat | None, places: Sequence[str], rng: Rng) -> tuple[str, ...]:
        """Draw tiles for the piles."""
        return rng.shuffle(notation.unseen_tiles(state))

    def continues_turn(self, before: State, after: State) -> bool:
        return before.turn == after.turn

    def needs_confirmation(self, state: State, seat: Seat, move: Move) -> bool:
        """Preview every move but a draw, which reveals a tile at once."""
        return not isinstance(move, Draw)
