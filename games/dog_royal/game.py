"""The rules of DOG Royal as a `games.core.Game`."""

from __future__ import annotations

from collections.abc import Mapping

from games.core import Game, IllegalMove, Seat
from games.dog_royal import choices, dealing, hidden, legality, notation, play, scoring, standin
from games.dog_royal.check import check
from games.dog_royal.components.boards import seating
from games.dog_royal.editing import DogRoyalEditor
from games.dog_royal.moves import Drop, Give, Move, Play, Start
from games.dog_royal.options import Options
from games.dog_royal.state import TURN_LIMIT, State, ends_exchange
from games.dog_royal.strong import search
from games.levels import LEVELS


class DogRoyal(Game[State, Move, Options]):
    """The rules; the package's docstring describes the game and its notation."""

    name = "dog_royal"
    command = "dog"
    seats = range(2, 7)
    version = 1
    levels = LEVELS
    playouts = 6
    # A turn has at most four plies (discard, play, draw or decline, jump or stay). A round has at most one exchange ply
    # for each of its turns, and the last exchange may come after the last turn. Changed choices do not count.
    ply_limit = 5 * TURN_LIMIT + 6
    editor = DogRoyalEditor()
    presets: Mapping[str, Options] = {
        "royal": Options(),
        "base": Options(mode="base"),
        "royal_short": Options(short="three_pieces"),
        "base_short": Options(mode="base", short="three_pieces"),
    }

    setup = staticmethod(dealing.setup)
    legal_moves = staticmethod(choices.legal_moves)
    apply = staticmethod(play.apply)
    outcome = staticmethod(scoring.outcome)
    notate = staticmethod(notation.notate)
    read = staticmethod(notation.read)
    check = staticmethod(check)
    view = staticmethod(hidden.view)
    reshuffle = staticmethod(hidden.reshuffle)
    choose = staticmethod(standin.choose)
    choose_easy = staticmethod(standin.choose_easy)
    sketch_chances = staticmethod(scoring.sketch_chances)
    choose_strong = staticmethod(search.choose)
    explain_refusal = staticmethod(legality.explain_refusal)
    list_wishes = staticmethod(legality.list_wishes)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.phase == "exchange":
            return tuple(seat for seat, card in enumerate(state.given) if not card)
        return (state.turn,) if state.turn >= 0 else ()

    def may_revise(self, state: State) -> tuple[Seat, ...]:
        if state.phase == "exchange":
            return tuple(seat for seat, card in enumerate(state.given) if card)
        return ()

    def continues_turn(self, before: State, after: State) -> bool:
        return before.turn == after.turn >= 0 and before.turns == after.turns

    def needs_confirmation(self, state: State, seat: Seat, move: Move) -> bool:
        # A passed card may be changed until everybody has chosen, so only the last choice is final at once. The card of
        # a special space and the jump need none: the preview of the play has announced them.
        return isinstance(move, (Play, Start, Drop)) or (isinstance(move, Give) and ends_exchange(state, seat))

    def partner(self, seat: Seat, seats: int, options: Options) -> Seat | None:
        """Return the seat opposite, with four and six players who do not play alone (section 3)."""
        if options.solo or seats % 2 or seats < 4:
            return None
        return (seat + seats // 2) % seats

    def colours(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        return tuple((colour,) for colour in seating(seats, three_on_six=options.three_on_six))

    def parse(self, state: State, seat: Seat, code: str) -> Move:
        """Find a legal move, or one that stands only in logs of releases up to 0.2. Raises IllegalMove."""
        try:
            return super().parse(state, seat, code)
        except IllegalMove:
            for move in choices.list_former_moves(state, seat):
                if move.code == code:
                    return move
            raise
