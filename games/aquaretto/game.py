"""The rules of Aquaretto as a `games.core.Game`."""

from __future__ import annotations

from typing import ClassVar

from games.aquaretto import constants, hidden, notation, play, standin
from games.aquaretto.check import check, slots_for
from games.aquaretto.editing import AquarettoEditor
from games.aquaretto.legality import explain_refusal, list_wishes
from games.aquaretto.moves import Draw, Load, Move, legal_moves
from games.aquaretto.options import Options
from games.aquaretto.state import State, Truck, Zoo
from games.aquaretto.strong import search
from games.aquaretto.zoo.layout import lines
from games.aquaretto.zoo.tiles import FISH_TYPES, TYPES, pile_tiles
from games.core import BadOptions, Game, Outcome, Seat
from games.levels import LEVELS
from games.rng import Rng


class Aquaretto(Game[State, Move, Options]):
    """The rules; the package's docstring describes the game and its notation."""

    name: ClassVar[str] = "aquaretto"
    command: ClassVar[str] = "aquaretto"
    seats: ClassVar[range] = range(2, 6)
    version: ClassVar[int] = 1
    # Proof, for five seats, the largest case. A draw takes a tile off the piles for good and is followed by at most one
    # ply (which truck): 2 x 98. A taken truck carries at least one of those tiles: at most 98 takes. Each of the 88
    # animals is placed from a hand at most once: 88. Offspring (16) and coworkers (2 for each of 8 types: 16) are
    # placed once. Every money action pays at least one coin to the bank, and a match has at most 49: 5 at the start, 10
    # from coin tiles, and one for every third tile of a basin, at most 104 // 3 = 34, as tiles never leave a zoo.
    ply_limit: ClassVar[int] = 2 * 98 + 98 + 88 + 16 + 16 + 49
    levels = LEVELS
    state_type = State
    options_type = Options
    editor = AquarettoEditor()
    candidates = standin.Arrangements()

    explain_refusal = staticmethod(explain_refusal)
    list_wishes = staticmethod(list_wishes)
    may_be_decided = staticmethod(play.may_be_decided)

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        """Create the first position (sections 4 and 13) with random types left out, piles and first player."""
        if seats not in self.seats:
            raise BadOptions("seats", seats=seats)
        named = options.named
        count = constants.REMOVED_TYPES[seats]
        if twice := [type_ for type_ in named if named.count(type_) > 1]:
            raise BadOptions("left_out_twice", type=twice[0])
        if len(named) > count:
            raise BadOptions("too_many_left_out", seats=seats, most=count)
        others = rng.shuffle([type_ for type_ in FISH_TYPES if type_ not in named])
        out = (*named, *others[: count - len(named)])
        removed = tuple(type_ for type_ in TYPES if type_ in out)
        tiles = rng.shuffle(pile_tiles(removed))
        return State(
            zoos=(Zoo(),) * seats,
            trucks=tuple(Truck(slots) for slots in slots_for(seats)),
            removed=removed,
            pile=tiles[constants.RESERVE :],
            reserve=tiles[: constants.RESERVE],
            active=rng.below(seats),
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.over else (state.active,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return legal_moves(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        return play.apply(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Rank by points, then by coins; seats equal in both share their place (section 11.1)."""
        if not state.over:
            return None
        points = tuple(lines(zoo).total for zoo in state.zoos)
        keys = [(points[seat], zoo.coins) for seat, zoo in enumerate(state.zoos)]
        ranking = tuple(
            tuple(seat for seat, other in enumerate(keys) if other == key) for key in sorted(set(keys), reverse=True)
        )
        return Outcome(ranking, points)

    def view(self, state: State, seat: Seat | None) -> State:
        return hidden.view(state)

    def reshuffle(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return hidden.reshuffle(state, rng)

    def choose(self, view: State, seat: Seat, rng: Rng) -> Move:
        return standin.choose(view, seat, rng)

    def choose_easy(self, view: State, seat: Seat, rng: Rng) -> Move:
        return standin.choose_easy(view, seat, rng)

    def choose_strong(self, view: State, seat: Seat, rng: Rng) -> Move:
        return search.choose(view, seat, rng)

    def continues_turn(self, before: State, after: State) -> bool:
        return before.turn == after.turn

    def needs_confirmation(self, state: State, seat: Seat, move: Move) -> bool:
        """Preview every move except two: a draw, which reveals a tile at once, and the choice of its truck."""
        return not isinstance(move, Draw | Load)

    def notate(self, state: State) -> str:
        return notation.notate(state)

    def read(self, text: str) -> State:
        return notation.read(text)

    def check(self, state: State) -> None:
        check(state)
