"""The rules of Riff Raff (rules part A with the asynchronous design of B4)."""

from __future__ import annotations

from collections.abc import Mapping

from games.core import Game, Seat
from games.levels import LEVELS, overlook_some
from games.riff_raff import chances, hidden, legality, notation, play, standin
from games.riff_raff.check import check
from games.riff_raff.editing import RiffRaffEditor
from games.riff_raff.moves import (
    Move,
    PlayCard,
)
from games.riff_raff.nature import ShipNature
from games.riff_raff.options import Options
from games.riff_raff.state import DRAFT_PHASES, State, ends_selection
from games.riff_raff.strong import search
from games.rng import Rng


class RiffRaff(Game[State, Move, Options]):
    """Cargo on a rocking ship."""

    name = "riff_raff"
    command = "riffraff"
    seats = range(2, 5)
    version = 1
    ply_limit = 1200
    """600 plies for 20 rounds of two turns, each with two loadings and all their decisions; as many again for failed
    settles."""
    editor = RiffRaffEditor()
    has_private_hands = False  # without `hide_played` they follow from the cards played
    slow = True
    levels = LEVELS
    nature = ShipNature()
    candidates = chances.GaugedCandidates()
    presets: Mapping[str, Options] = {
        "standard": Options(),
        "calm": Options(weather="calm"),
        "storm": Options(weather="storm"),
    }

    setup = staticmethod(play.setup)
    to_act = staticmethod(play.to_act)
    may_revise = staticmethod(play.may_revise)
    legal_moves = staticmethod(legality.legal_moves)
    apply = staticmethod(play.apply)
    outcome = staticmethod(play.outcome)
    view = staticmethod(hidden.view)
    reshuffle = staticmethod(hidden.reshuffle)
    notate = staticmethod(notation.notate)
    read = staticmethod(notation.read)
    check = staticmethod(check)
    list_wishes = staticmethod(legality.list_wishes)
    explain_refusal = staticmethod(legality.explain_refusal)
    estimate_chances = staticmethod(chances.estimate_chances)
    sketch_chances = staticmethod(chances.estimate_chances)

    def choose(self, view: State, seat: Seat, rng: Rng) -> Move:
        return standin.choose(view, seat, self.legal_moves(view, seat), rng)

    def choose_easy(self, view: State, seat: Seat, rng: Rng) -> Move:
        seen = overlook_some(self.legal_moves(view, seat), rng, seen=standin.SEEN)
        return standin.choose(view, seat, seen, rng)

    def choose_strong(self, view: State, seat: Seat, rng: Rng) -> Move:
        return search.choose(view, seat, rng) or self.choose(view, seat, rng)

    def continues_turn(self, before: State, after: State) -> bool:
        return before.phase in DRAFT_PHASES and after.phase in DRAFT_PHASES

    def needs_confirmation(self, state: State, seat: Seat, move: Move) -> bool:
        # A card may be changed until everybody has chosen, so only the last choice is final at once.
        return not isinstance(move, PlayCard) or ends_selection(state, seat)
