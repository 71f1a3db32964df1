"""The rules of Riff Raff (rules part A with the asynchronous design of B4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, permutations
from typing import cast

import msgspec
from msgspec.structs import replace

from games.core import HIDDEN, NATURE, BadOptions, Game, IllegalMove, Outcome, Seat
from games.riff_raff import descent, moves, notation, placing, ship, standin, turns
from games.riff_raff.catching import catch
from games.riff_raff.events import Announced, Chose, Lowered, RoundBegan
from games.riff_raff.film import Keyframes
from games.riff_raff.moves import (
    Aim,
    Announce,
    Grip,
    NameCaptain,
    Order,
    PlayCard,
    Pose,
    Reach,
    RiffRaffMove,
    Take,
)
from games.riff_raff.settled import KINDS, SECTORS, Fall, Settled, Void, read_nature
from games.riff_raff.state import DRAFT_PHASES, Card, Counts, Loading, Options, State
from games.rng import Rng

SETS = {2: 2, 3: 1, 4: 1}
"""Full sets of eight pieces per seat (A2)."""


class RiffRaff(Game[State, RiffRaffMove, Options]):
    """Cargo on a rocking ship."""

    name = "riff_raff"
    command = "riffraff"
    seats = range(2, 5)
    version = 1
    ply_limit = 1200
    """20 rounds of two turns with two loadings and every question, 600 plies; as many again for settles that failed."""
    state_type = State
    options_type = Options
    film_type = Keyframes
    slow = True
    presets = {  # noqa: RUF012 - read only
        "standard": Options(),
        "calm": Options(weather="calm"),
        "storm": Options(weather="storm"),
    }

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        """A2. The first captain matters only if the first round's highest card is tied."""
        if seats not in self.seats:
            raise BadOptions("seats", seats=seats)
        supply = cast("Counts", (SETS[seats],) * len(KINDS))
        return State(
            options=options,
            seats=seats,
            phase="select",
            round=1,
            captain=0 if options.first_captain == "host" else rng.below(seats),
            hands=(turns.ALL_CARDS,) * seats,
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

    def legal_moves(self, state: State, seat: Seat) -> Sequence[RiffRaffMove]:
        phase = state.phase
        if phase == "select":
            return [moves.CARDS[cast("int", card)] for card in state.hands[seat]] if 0 <= seat < state.seats else ()
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
            return placing.spots(state.cargo, state.yards, area, kind)
        return placing.poses(state.cargo, state.yards, area, kind, loading.spot)

    def apply(self, state: State, seat: Seat, move: RiffRaffMove, rng: Rng) -> State:
        match move:
            case PlayCard(card):
                chosen = (*state.chosen[:seat], card, *state.chosen[seat + 1 :])
                state = replace(state, chosen=chosen, events=(Chose(seat),))
                return state if None in chosen else turns.reveal(state)
            case NameCaptain(captain):
                return turns.crown(replace(state, events=()), captain, seat)
            case Order(seats):
                return turns.put_in_order(replace(state, events=()), seats)
            case Announce(count):
                announced = Announced(seat, count, state.area)
                return replace(state, phase="piece", announced=count, events=(announced,))
            case Settled():
                return turns.settle(state, move)
            case Void():
                return turns.give_back(state)
            case Reach(caught_in):
                result = cast("Settled", state.pending)
                return turns.book(state, result, catch(result.falls, caught_in))
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
                assert loading.kind is not None  # noqa: S101 - the hands are the last decision
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
        chosen, hands, pending = state.chosen, state.hands, state.pending
        if state.phase == "select":
            chosen = tuple(c if c is None or s == seat else HIDDEN for s, c in enumerate(chosen))
        if state.options.hide_played:
            hands = tuple(h if s == seat else _unknown(len(h)) for s, h in enumerate(hands))
        if pending is not None:
            pending = HIDDEN
        if chosen == state.chosen and hands == state.hands and pending == state.pending:
            return state
        return replace(state, chosen=chosen, hands=hands, pending=pending)

    def resample(self, view: State, seat: Seat, rng: Rng) -> State:
        hands: list[tuple[Card, ...]] = []
        for hand, top in zip(view.hands, view.shown, strict=True):
            if HIDDEN in hand:
                unknown = [card for card in range(1, 11) if card != top]
                hand = tuple(sorted(rng.shuffled(unknown)[: len(hand)]))
            hands.append(hand)
        chosen = tuple(rng.choice(h) if c == HIDDEN else c for h, c in zip(hands, view.chosen, strict=True))
        pending = view.pending
        if pending == HIDDEN:
            # Nothing but the heel is known: let the loaded piece fall there, and perhaps some cargo with it.
            heel = view.heel or "bow"
            bearing = 45 * SECTORS.index(heel)
            gone = tuple(piece.id for piece in view.cargo if rng.below(4) == 0)
            falls = tuple(Fall(n, 1.0 + i / 4, bearing, heel) for i, n in enumerate((view.serial, *gone)))
            left = tuple(piece for piece in view.cargo if piece.id not in gone)
            peak = 5.0 + 20.0 * rng.unit()
            pending = Settled(left, view.roll, view.pitch, falls, yards=view.yards, peak=peak, heel=heel)
        return replace(view, hands=tuple(hands), chosen=chosen, pending=pending)

    def choose(self, view: State, seat: Seat, rng: Rng) -> RiffRaffMove:
        return standin.choose(view, seat, self.legal_moves(view, seat), rng)

    def nature(self, state: State, rng: Rng) -> RiffRaffMove:
        from games.riff_raff.physics import settle  # the engine is loaded only where it is needed, in the worker

        return settle(state, rng)[0]

    def filmed_nature(self, state: State, rng: Rng) -> tuple[RiffRaffMove, bytes]:
        from games.riff_raff.physics import settle  # as above

        settled, keyframes = settle(state, rng)
        return settled, msgspec.json.encode(keyframes)

    def shows_film(self, view: State) -> bool:
        return view.phase != "catch"

    def offers_risk(self, view: State) -> bool:
        return view.options.risk_meter and view.phase == "settle"

    def risk(self, view: State, seat: Seat, codes: Sequence[str], rng: Rng, *, samples: int) -> float:
        from games.riff_raff.physics import risk  # as above

        return risk(view, seat, codes, rng, samples=samples)

    def nature_move(self, code: str) -> RiffRaffMove:
        try:
            return read_nature(code)
        except msgspec.DecodeError as error:
            raise IllegalMove(code, "not_natural") from error

    def void(self, state: State) -> RiffRaffMove:
        return Void()

    def continues_turn(self, before: State, after: State) -> bool:
        return before.phase in DRAFT_PHASES and after.phase in DRAFT_PHASES

    def needs_confirmation(self, state: State, seat: Seat, move: RiffRaffMove) -> bool:
        return not isinstance(move, PlayCard)

    def parse(self, state: State, seat: Seat, code: str) -> RiffRaffMove:
        """As everywhere; a refusal names the rule (A3 to A5, B4), and nature must account for every piece."""
        if seat == NATURE:
            move = self.nature_move(code)
            if isinstance(move, Settled):
                after = sorted((*(p.id for p in move.cargo), *(f.piece for f in move.falls)))
                if state.phase != "settle" or after != [*(p.id for p in state.cargo), state.serial]:
                    raise IllegalMove(code, "not_natural")
            return move
        try:
            return super().parse(state, seat, code)
        except IllegalMove:
            raise refusal(state, seat, code) from None

    def notate(self, state: State) -> str:
        return notation.write(state)

    def read(self, text: str) -> State:
        return notation.read(text, self.setup)


def _unknown(count: int) -> tuple[Card, ...]:
    hidden: Card = HIDDEN
    return (hidden,) * count


def refusal(state: State, seat: Seat, code: str) -> IllegalMove:
    """Why `code` is not legal for `seat`, as exactly as it can be told."""
    head, _, tail = code.partition("/")
    area, loading = state.area, state.loading
    if state.phase == "select" and head == "card":
        return IllegalMove(code, "card_not_in_hand", card=tail)
    if state.phase == "captain" and head == "captain":
        return IllegalMove(code, "not_tied")
    if state.phase == "order" and head == "order":
        return IllegalMove(code, "not_all_tied")
    if seat != state.seat or loading is None:
        return IllegalMove(code)
    if head == "load" and state.phase in ("announce", "piece"):
        reason = turns.may_load_two(state, seat, area) if tail == "2" and not state.loaded else ""
        return IllegalMove(code, reason or "announced_already", area=area)
    if state.loaded and state.phase == "piece" and code not in KINDS:
        return IllegalMove(code, "second_must_follow", area=area)
    if state.phase == "piece" and code in KINDS:
        held = state.supplies[seat][KINDS.index(code)]
        return IllegalMove(code, "no_spot" if held else "not_in_supply", kind=code, area=area)
    if state.phase == "spot" and head == "spot" and loading.kind:
        if tail not in ship.spots(area):
            return IllegalMove(code, "no_such_spot", spot=tail, area=area)
        return IllegalMove(code, _why_nowhere(state, area, loading, tail), spot=tail, area=area)
    if state.phase == "pose" and head == "pose" and loading.kind:
        pose, _, turn = tail.partition("@")
        if not turn.isdecimal() or int(turn) not in ship.TURNS:
            return IllegalMove(code, "no_such_turn", area=area)
        return IllegalMove(code, why_not(state, area, loading, pose, int(turn)), pose=pose, area=area)
    return IllegalMove(code)


def why_not(state: State, area: int, loading: Loading, pose: str, turn: int) -> str:
    """Why the piece of `loading` may not be put on its spot like this (`descent.judge`); empty if it may."""
    assert loading.kind is not None  # noqa: S101 - asked only with a piece in hand
    where = descent.Where(*ship.spot_point(area, loading.spot), turn)
    return descent.judge(state.cargo, state.yards, area, loading.kind, pose, where).reason


def _why_nowhere(state: State, area: int, loading: Loading, spot: str) -> str:
    """The reason that keeps the piece from most poses at a spot where none is legal."""
    assert loading.kind is not None  # noqa: S101 - as in `why_not`
    aimed = replace(loading, spot=spot)
    reasons = [why_not(state, area, aimed, pose.pose, pose.turn) for pose in moves.POSES[loading.kind]]
    return max(dict.fromkeys(reasons), key=reasons.count)
