"""The rules of Riff Raff (rules part A with the asynchronous design of B4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, permutations
from typing import cast

from msgspec.structs import replace

from games.core import HIDDEN, NATURE, BadOptions, Game, IllegalMove, Outcome, Seat
from games.levels import LEVELS, overlook_some
from games.riff_raff import chances, hidden, legality, moves, notation, play, standin
from games.riff_raff.check import SETS, check
from games.riff_raff.editing import RiffRaffEditor
from games.riff_raff.events import Announced, Chose, Lowered, RoundBegan
from games.riff_raff.loading import placing
from games.riff_raff.loading.catching import catch
from games.riff_raff.loading.settled import KINDS, Settled, Void
from games.riff_raff.moves import (
    Aim,
    Announce,
    Grip,
    Move,
    NameCaptain,
    Order,
    PlayCard,
    Pose,
    Reach,
    Take,
)
from games.riff_raff.nature import ShipNature
from games.riff_raff.options import Options
from games.riff_raff.state import DRAFT_PHASES, Counts, Loading, State
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
    state_type = State
    options_type = Options
    editor = RiffRaffEditor()
    has_private_knowledge = True
    slow = True
    levels = LEVELS
    nature = ShipNature()
    candidates = chances.GaugedCandidates()
    presets = {  # noqa: RUF012 - read only
        "standard": Options(),
        "calm": Options(weather="calm"),
        "storm": Options(weather="storm"),
    }

    explain_refusal = staticmethod(legality.explain_refusal)
    estimate_chances = staticmethod(chances.estimate_chances)

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        """Create the first position (A2). The first captain matters only if the first round's highest card is tied."""
        if seats not in self.seats:
            raise BadOptions("seats", seats=seats)
        supply = cast("Counts", (SETS[seats],) * len(KINDS))
        return State(
            options=options,
            seats=seats,
            phase="select",
            round=1,
            captain=0 if options.first_captain == "host" else rng.below(seats),
            hands=(play.ALL_CARDS,) * seats,
            chosen=(None,) * seats,
            shown=(None,) * seats,
            tied=(),
            order=(),
            turn=0,
            supplies=(supply,) * seats,
            out=(0,) * 8,
            cargo=(),
            serial=1,
            roll=0.0,
            pitch=0.0,
            yards=(0.0, 0.0, 0.0),
            announced=0,
            loaded=0,
            loading=None,
            heel=None,
            pending=None,
            last=None,
            emptied=None,
            events=(RoundBegan(1),),
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        phase = state.phase
        if phase == "select":
            return tuple(seat for seat, card in enumerate(state.chosen) if card is None)
        if phase in ("captain", "order"):
            return (state.captain,)
        if phase == "settle":
            return (NATURE,)
        return () if phase == "over" else (state.order[state.turn],)

    def may_revise(self, state: State) -> tuple[Seat, ...]:
        if state.phase != "select":
            return ()
        return tuple(seat for seat, card in enumerate(state.chosen) if card is not None)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        phase = state.phase
        if phase == "select":
            hand = state.hands[seat] if 0 <= seat < state.seats else ()
            return [moves.CARDS[card] for card in hand if card != HIDDEN]
        if seat == NATURE or seat not in self.to_act(state):
            return ()
        if phase == "captain":
            return [moves.CAPTAINS[candidate] for candidate in state.tied[0]]
        if phase == "order":
            return [Order(seats) for seats in permutations(state.tied[0])]
        if phase == "announce":
            return moves.ANNOUNCE_ONE_OR_TWO
        if phase == "hands":
            return moves.GRIPS_WITH_SECTOR if state.options.catch_mode in ("hands", "sector", "late") else moves.GRIPS
        if phase == "catch":
            return moves.REACHES
        area, loading = state.area, cast("Loading", state.loading)
        if phase == "piece":
            supply = state.supplies[seat]
            return [
                take
                for take, count in zip(moves.TAKES, supply, strict=True)
                if count and placing.fits(state.cargo, state.yards, area, take.kind)
            ]
        kind = loading.kind
        assert kind is not None  # noqa: S101 - the piece is chosen before its spot
        if phase == "spot":
            return placing.list_spots(state.cargo, state.yards, area, kind)
        return placing.list_poses(state.cargo, state.yards, area, kind, loading.spot)

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        match move:
            case PlayCard(card):
                chosen = (*state.chosen[:seat], card, *state.chosen[seat + 1 :])
                state = replace(state, chosen=chosen, events=(Chose(seat),))
                return state if None in chosen else play.reveal(state)
            case NameCaptain(captain):
                return play.crown(replace(state, events=()), captain, seat)
            case Order(seats):
                return play.put_in_order(replace(state, events=()), seats)
            case Announce(count):
                announced = Announced(seat, count, state.area)
                return replace(state, phase="piece", announced=count, events=(announced,))
            case Settled():
                return play.settle(state, move)
            case Void():
                return play.repeat_loading(state)
            case Reach(caught_in):
                result = cast("Settled", state.pending)
                return play.apply_result(state, result, catch(result.falls, caught_in))
        loading = cast("Loading", state.loading)
        match move:
            case Take(kind):
                return replace(state, phase="spot", loading=replace(loading, kind=kind), events=())
            case Aim(spot):
                return replace(state, phase="pose", loading=replace(loading, spot=spot), events=())
            case Pose(pose, turn):
                return replace(state, phase="hands", loading=replace(loading, pose=pose, turn=turn), events=())
            case Grip(hands, sector):
                loading = replace(loading, hands=hands, sector=sector)
                assert loading.kind is not None  # noqa: S101 - choosing the hands is the last decision
                what = (loading.kind, loading.spot, loading.pose, loading.turn)
                event = Lowered(seat, state.area, *what, hands, sector)
                return replace(state, phase="settle", loading=loading, events=(event,))
        raise IllegalMove(move.code)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        left = [sum(supply) for supply in state.supplies]
        best_first = sorted(range(state.seats), key=left.__getitem__)
        return Outcome(tuple(tuple(group) for _, group in groupby(best_first, key=left.__getitem__)))

    def view(self, state: State, seat: Seat | None) -> State:
        return hidden.view(state, seat)

    def reshuffle(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return hidden.reshuffle(state, seat, rng)

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
        return not isinstance(move, PlayCard)

    def list_wishes(self, view: State, seat: Seat) -> Sequence[Move]:
        return legality.list_wishes(view, seat) or self.legal_moves(view, seat)

    def notate(self, state: State) -> str:
        return notation.write(state)

    def read(self, text: str) -> State:
        return notation.read(text, self.setup)

    def check(self, state: State) -> None:
        check(state)
