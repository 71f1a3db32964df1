"""The transitions of a match (rules A3). Every function returns the state at the next decision."""

from __future__ import annotations

from itertools import groupby
from typing import cast

from msgspec.structs import replace

from games.core import NATURE, IllegalMove, Outcome, Seat
from games.riff_raff.check import SETS
from games.riff_raff.events import (
    Announced,
    AnyEvent,
    Captained,
    Chose,
    Ended,
    Fell,
    Heels,
    Lowered,
    Moved,
    Ordered,
    Passed,
    Rested,
    Revealed,
    RoundBegan,
    Supplied,
    TakenBack,
    Voided,
)
from games.riff_raff.loading import placing
from games.riff_raff.loading.catching import catch
from games.riff_raff.loading.settled import KINDS, Kind, Settled, Void
from games.riff_raff.moves import Aim, Announce, Grip, Move, NameCaptain, Order, PlayCard, Pose, Reach, Take
from games.riff_raff.options import Options
from games.riff_raff.state import Aftermath, Card, Counts, Loading, State
from games.rng import Rng

ALL_CARDS: tuple[Card, ...] = tuple(range(1, 11))
FRESH = Loading()
_INDEX = {kind: index for index, kind in enumerate(KINDS)}


def setup(seats: int, options: Options, rng: Rng) -> State:
    """Create the first position (A2). The first captain matters only if the first round's highest card is tied."""
    supply = cast("Counts", (SETS[seats],) * len(KINDS))
    return State(
        options=options,
        seats=seats,
        phase="select",
        round=1,
        captain=0 if options.first_captain == "host" else rng.below(seats),
        hands=(ALL_CARDS,) * seats,
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


def to_act(state: State) -> tuple[Seat, ...]:
    """List the seats that are to decide; nature while the ship settles."""
    phase = state.phase
    if phase == "select":
        return tuple(seat for seat, card in enumerate(state.chosen) if card is None)
    if phase in ("captain", "order"):
        return (state.captain,)
    if phase == "settle":
        return (NATURE,)
    return () if phase == "over" else (state.order[state.turn],)


def may_revise(state: State) -> tuple[Seat, ...]:
    """List the seats that have chosen a card, until the reveal."""
    if state.phase != "select":
        return ()
    return tuple(seat for seat, card in enumerate(state.chosen) if card is not None)


def apply(state: State, seat: Seat, move: Move, rng: Rng) -> State:
    """Apply a move of a seat or of nature."""
    match move:
        case PlayCard(card):
            chosen = (*state.chosen[:seat], card, *state.chosen[seat + 1 :])
            state = replace(state, chosen=chosen, events=(Chose(seat),))
            return state if None in chosen else reveal(state)
        case NameCaptain(captain):
            return crown(replace(state, events=()), captain, seat)
        case Order(seats):
            return put_in_order(replace(state, events=()), seats)
        case Announce(count):
            announced = Announced(seat, count, state.area)
            return replace(state, phase="piece", announced=count, events=(announced,))
        case Settled():
            return settle(state, move)
        case Void():
            return repeat_loading(state)
        case Reach(caught_in):
            result = cast("Settled", state.pending)
            return apply_result(state, result, catch(result.falls, caught_in))
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


def outcome(state: State) -> Outcome | None:
    """Rank the seats by the pieces they have left."""
    if state.phase != "over":
        return None
    return Outcome(Outcome.by_score([-sum(supply) for supply in state.supplies]).ranking)


def add_kinds(counts: Counts, kinds: tuple[Kind, ...], sign: int = 1) -> Counts:
    """Add one piece for each kind to the counts; with `sign` -1 remove it."""
    out = list(counts)
    for kind in kinds:
        out[_INDEX[kind]] += sign
    return cast("Counts", tuple(out))


def kinds_of(counts: Counts) -> tuple[Kind, ...]:
    """List the kinds of which there is at least one piece."""
    return tuple(kind for kind, count in zip(KINDS, counts, strict=True) if count)


def reveal(state: State) -> State:
    """Reveal the chosen cards; the highest makes a captain, or the old captain decides a tie (A3)."""
    cards = cast("tuple[int, ...]", state.chosen)
    falling = sorted(range(state.seats), key=lambda seat: -cards[seat])
    groups = tuple(tuple(group) for _, group in groupby(falling, key=cards.__getitem__))
    state = replace(
        state,
        hands=tuple(tuple(c for c in hand if c != card) for hand, card in zip(state.hands, cards, strict=True)),
        chosen=(None,) * state.seats,
        shown=cards,
        tied=groups,
        order=(),
        turn=0,
        events=(*state.events, Revealed(state.round, cards)),
    )
    if len(groups[0]) > 1:
        return replace(state, phase="captain")
    return crown(state, groups[0][0], None)


def crown(state: State, seat: int, by: int | None) -> State:
    """Make `seat` captain, who goes first; the seats tied with it are ordered next."""
    rest = tuple(other for other in state.tied[0] if other != seat)
    return _line_up(
        replace(
            state,
            captain=seat,
            tied=((seat,), *((rest,) if rest else ()), *state.tied[1:]),
            events=(*state.events, Captained(seat, by)),
        )
    )


def put_in_order(state: State, seats: tuple[int, ...]) -> State:
    """Put the first tied group in the captain's order."""
    return _line_up(
        replace(
            state,
            order=state.order + seats,
            tied=state.tied[1:],
            events=(*state.events, Ordered(state.captain, seats)),
        )
    )


def _line_up(state: State) -> State:
    """Extend the order up to the next tie; then ask the captain, or begin the next turn."""
    order, tied = state.order, state.tied
    while tied and not (state.options.lazy_order and state.turn < len(order)):
        if len(tied[0]) > 1:
            return replace(state, phase="order", order=order, tied=tied)
        order, tied = order + tied[0], tied[1:]
    return begin_turn(replace(state, order=order, tied=tied))


def find_reason_against_two(state: State, seat: int, area: int) -> str:
    """Find the reason against two pieces (A4): `deck`, `area_empty`, `one_piece_left`; empty if two are allowed."""
    if area <= 4:
        return "deck"
    if not any(piece.area == area for piece in state.cargo):
        return "area_empty"
    return "" if sum(state.supplies[seat]) >= 2 else "one_piece_left"


def _can_load(state: State, seat: int, area: int) -> bool:
    """Whether the seat has a piece that fits somewhere on the area."""
    return any(placing.fits(state.cargo, state.yards, area, kind) for kind in kinds_of(state.supplies[seat]))


def begin_turn(state: State) -> State:
    """Begin the turn of the next seat; a seat that cannot load anything passes (A9)."""
    if state.turn == len(state.order):
        return _line_up(state) if state.tied else _end_round(state)
    seat = state.order[state.turn]
    area = state.shown[seat] or 0
    if not _can_load(state, seat, area):
        return begin_turn(replace(state, turn=state.turn + 1, events=(*state.events, Passed(seat, area))))
    return begin_loading(replace(state, loaded=0))


def begin_loading(state: State) -> State:
    """Begin a loading: ask for the announcement if there is none yet, otherwise for the piece."""
    seat = state.order[state.turn]
    announced = state.announced if state.loaded else 0
    if not announced and find_reason_against_two(state, seat, state.shown[seat] or 0):
        announced = 1
    return replace(state, phase="piece" if announced else "announce", announced=announced, loading=FRESH)


def repeat_loading(state: State) -> State:
    """Begin the same loading again, after the physics failed."""
    return begin_loading(replace(state, events=(Voided(state.order[state.turn]),)))


def settle(state: State, result: Settled) -> State:
    """Apply nature's result. With `catch_mode` reaction, a free hand may still catch before the result is shown."""
    loading = state.loading
    assert loading is not None  # noqa: S101 - nature moves only after a loading
    if result.falls and state.options.catch_mode == "reaction" and loading.hands == "one":
        heel = result.heel or result.falls[0].sector
        event = Heels(state.order[state.turn], heel)
        return replace(state, phase="catch", pending=result, heel=heel, events=(event,))
    return apply_result(state, result, result.caught)


def apply_result(state: State, result: Settled, caught: tuple[int, ...]) -> State:
    """Apply the result of a loading (A6): supplies, cargo and events; then go on."""
    seat, area, loading = state.order[state.turn], state.area, state.loading
    assert loading is not None and loading.kind is not None  # noqa: S101, PT018 - as in `settle`
    loaded = state.serial
    kinds: dict[int, Kind] = {piece.id: piece.kind for piece in state.cargo}
    areas = {piece.id: piece.area for piece in state.cargo} | {loaded: area}
    kinds[loaded] = loading.kind
    given_back = caught == (loaded,) and state.options.catch_rule == "2013"
    gone = () if given_back else caught
    falls = tuple(
        Fell(seat, f.piece, kinds[f.piece], f.sector, f.time, f.bearing, f.piece in caught, f.piece in gone)
        for f in result.falls
    )
    moved = tuple(Moved(p.id, p.kind, areas[p.id], p.area) for p in result.cargo if p.area != areas[p.id])
    before = state.supplies[seat]
    after = add_kinds(add_kinds(before, (loading.kind,), -1), tuple(f.kind for f in falls if not f.out))
    events: tuple[AnyEvent, ...] = (
        Rested(seat, result.roll, result.pitch, result.peak, result.seconds),
        *moved,
        *falls,
        Supplied(seat, sum(before), sum(after), len(gone)),
    )
    state = replace(
        state,
        supplies=(*state.supplies[:seat], after, *state.supplies[seat + 1 :]),
        out=add_kinds(state.out, tuple(f.kind for f in falls if f.out)),
        cargo=result.cargo,
        serial=loaded + 1,
        roll=result.roll,
        pitch=result.pitch,
        yards=result.yards,
        heel=None,
        pending=None,
        last=Aftermath(seat, area, loaded, loading, falls, result.peak),
        events=events,
    )
    if falls or state.loaded + 1 == state.announced:
        return _end_turn(state, seat)
    if not _can_load(state, seat, area):
        return _end_turn(replace(state, events=(*events, Passed(seat, area))), seat)
    return begin_loading(replace(state, loaded=state.loaded + 1))


def _end_turn(state: State, seat: int) -> State:
    """End the turn, and the game if the seat has nothing left to load."""
    if not any(state.supplies[seat]):
        return _end(state, seat)
    return begin_turn(replace(state, turn=state.turn + 1, announced=0, loaded=0, loading=None))


def _end_round(state: State) -> State:
    """Begin the next round; end the game when the cards have run out."""
    events = state.events
    hands, shown = state.hands, state.shown
    if not hands[0]:
        if state.seats > 2 or state.round >= 10 * state.options.two_player_passes:
            return _end(state, None)
        hands, shown = (ALL_CARDS,) * state.seats, (None,) * state.seats
        events = (*events, TakenBack())
    number = state.round + 1
    return replace(
        state,
        phase="select",
        round=number,
        hands=hands,
        shown=shown,
        order=(),
        turn=0,
        announced=0,
        loaded=0,
        loading=None,
        events=(*events, RoundBegan(number)),
    )


def _end(state: State, emptied: int | None) -> State:
    """End the game: a seat with an empty supply wins alone; otherwise the seats with the fewest pieces win (A7)."""
    left = [sum(supply) for supply in state.supplies]
    winners = (emptied,) if emptied is not None else tuple(s for s in range(state.seats) if left[s] == min(left))
    return replace(
        state,
        phase="over",
        tied=(),
        loading=None,
        announced=0,
        loaded=0,
        emptied=emptied,
        events=(*state.events, Ended(winners, emptied is not None)),
    )
