"""Refuse impossible positions, and moves of nature that do not follow from a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot, isfinite
from typing import Final

from games.core import HIDDEN, BadNotation
from games.riff_raff.loading import descent, ship
from games.riff_raff.loading.catching import CAPACITY
from games.riff_raff.loading.settled import KINDS, Fall, Kind, Piece, Settled
from games.riff_raff.state import DRAFT_PHASES, TURN_PHASES, Aftermath, Loading, State

SETS: Final = {2: 2, 3: 1, 4: 1}
"""Full sets of eight pieces per seat (A2)."""

_FAR: Final = 25.0
"""The greatest distance of a piece from the mast, in cm: the lowest yard reaches 10, the longest piece has 8."""
_HIGH: Final = 45.0
_PEAK: Final = 180.0
_ROLL: Final = ship.STOP + 5.0
"""The most degrees at rest; the stop of the gimbal gives way a little."""
_YARD: Final = ship.YARD_PLAY + 2.0
_LONG: Final = 1000.0
"""The most seconds of a settle."""
_MOST_LOADED: Final = 9999
"""The highest number of a piece. A match has at most a thousand loadings."""


def check(state: State) -> None:
    """Check seats, cards, decisions, ship and pieces; pieces may be missing. Raises BadNotation."""
    if state.seats not in SETS:
        raise BadNotation(f"{state.seats} seats: there are two to four")
    _check_cards(state)
    _check_order(state)
    _check_supplies(state)
    _check_cargo(state.cargo, (state.roll, state.pitch), state.yards)
    if any(piece.id >= state.serial for piece in state.cargo) or not 1 <= state.serial <= _MOST_LOADED:
        raise BadNotation(f"serial={state.serial}: it is the number of the next piece, at most {_MOST_LOADED}")
    _check_turn(state)
    if state.last is not None:
        _check_aftermath(state, state.last)


def check_settled(state: State, settled: Settled) -> None:
    """Check that a result of nature keeps every piece and its kind. Raises BadNotation."""
    loading = state.loading
    kinds: dict[int, Kind] = {piece.id: piece.kind for piece in state.cargo}
    if loading is not None and loading.kind is not None:
        kinds[state.serial] = loading.kind
    fallen = [fall.piece for fall in settled.falls]
    if sorted((*(piece.id for piece in settled.cargo), *fallen)) != sorted(kinds):
        raise BadNotation("a piece is missing, or there twice")
    if wrong := [piece.id for piece in settled.cargo if piece.kind != kinds[piece.id]]:
        raise BadNotation(f"piece {wrong[0]} was a {kinds[wrong[0]]}")
    _check_cargo(settled.cargo, (settled.roll, settled.pitch), settled.yards)
    _check_falls(settled.falls)
    if not 0.0 <= settled.peak <= _PEAK or not 0.0 <= settled.seconds <= _LONG:
        raise BadNotation(f"peak {settled.peak} after {settled.seconds} seconds")
    if (settled.heel is None) == bool(settled.falls):
        raise BadNotation(f"heel={settled.heel}: towards the first fall, if there is one")
    mode, caught = state.options.catch_mode, settled.caught
    most = 0 if mode in ("none", "reaction") else len(fallen) if mode == "hands" else CAPACITY
    if len(set(caught)) < len(caught) or not set(caught) <= set(fallen) or len(caught) > most:
        raise BadNotation(f"caught {caught[:9]}: only what fell, and as many as the options allow")


def _check_numbers(numbers: Iterable[float], most: float, what: str) -> None:
    if wrong := [number for number in numbers if not -most <= number <= most]:
        raise BadNotation(f"{what}: {wrong[0]} is not between -{most} and {most}")


def _check_cargo(cargo: Sequence[Piece], lean: tuple[float, float], yards: tuple[float, float, float]) -> None:
    _check_numbers(lean, _ROLL, "ship")
    _check_numbers(yards, _YARD, "yards")
    if any(one.id >= other.id for one, other in pairwise(cargo)) or any(piece.id < 1 for piece in cargo):
        raise BadNotation("cargo: the numbers of the pieces do not grow")
    for piece in cargo:
        _check_numbers((piece.x, piece.y), _FAR, f"piece {piece.id}")
        _check_numbers((piece.z,), _HIGH, f"piece {piece.id}")
        turn = hypot(piece.qw, piece.qx, piece.qy, piece.qz)
        if piece.area not in ship.AREAS or not isfinite(turn) or abs(turn - 1) > 0.01:
            raise BadNotation(f"piece {piece.id}: on area {piece.area}, with a quaternion of length {turn}")


def _check_falls(falls: Sequence[Fall]) -> None:
    if any(one.time > other.time for one, other in pairwise(falls)):
        raise BadNotation("falls are not in order of time")
    for fall in falls:
        if not 0.0 <= fall.time <= _LONG or not 0 <= fall.bearing < 360:
            raise BadNotation(f"piece {fall.piece} fell after {fall.time} seconds, at bearing {fall.bearing}")


def _check_cards(state: State) -> None:
    by_seat = (len(state.hands), len(state.chosen), len(state.shown), len(state.supplies))
    if set(by_seat) != {state.seats}:
        raise BadNotation(f"{by_seat} hands, chosen and shown cards and supplies: not those of {state.seats} seats")
    for hand, chosen, shown in zip(state.hands, state.chosen, state.shown, strict=True):
        known = [card for card in hand if card != HIDDEN]
        cards = (*known, *(card for card in (chosen, shown) if card not in (None, HIDDEN)))
        if len(hand) > 10 or any(card not in range(1, 11) for card in cards):
            raise BadNotation(f"hand {hand[:11]}, chosen {chosen}, shown {shown}: a player has the cards 1 to 10")
        if known != sorted(set(known), key=int):
            raise BadNotation(f"hand {hand}: not in order")
        if chosen is not None and chosen not in hand and HIDDEN not in (chosen, *hand):
            raise BadNotation(f"chosen {chosen}: not in the hand")


def _check_order(state: State) -> None:
    seats, phase = range(state.seats), state.phase
    lined_up = [*state.order, *(seat for group in state.tied for seat in group)]
    if len(lined_up) > len(seats) or len(set(lined_up)) < len(lined_up) or not set(lined_up) <= set(seats):
        raise BadNotation(f"order {state.order[:9]}, tied {state.tied[:9]}: a seat is there twice, or does not exist")
    if not all(state.tied) or (phase in ("captain", "order") and not (state.tied and len(state.tied[0]) > 1)):
        raise BadNotation(f"tied {state.tied[:9]} in phase {phase}: nobody to choose from")
    if state.captain not in seats or state.emptied not in (None, *seats):
        raise BadNotation(f"captain {state.captain}, emptied {state.emptied}: there are seats 0 to {seats[-1]}")
    if not 1 <= state.round <= 10 * (2 if state.seats == 2 else 1):
        raise BadNotation(f"round={state.round}: too many")
    if not 0 <= state.turn <= len(state.order) or not 0 <= state.announced <= 2 or not 0 <= state.loaded <= 1:
        raise BadNotation(f"turn={state.turn} announced={state.announced} loaded={state.loaded}")
    if phase == "select" and any(not hand for hand in state.hands):
        raise BadNotation("nobody chooses from an empty hand")
    if phase != "select" and any(card is not None for card in state.chosen):
        raise BadNotation(f"chosen {state.chosen} in phase {phase}")


def _check_supplies(state: State) -> None:
    most = SETS[state.seats] * state.seats
    for number, kind in enumerate(KINDS):
        held = [supply[number] for supply in (*state.supplies, state.out)]
        if min(held) < 0 or sum(held) + sum(piece.kind == kind for piece in state.cargo) > most:
            raise BadNotation(f"{kind}: there are {most}")


def _check_turn(state: State) -> None:
    """Check the decisions about the loading of this turn, each of which follows the ones before it."""
    phase, loading = state.phase, state.loading
    if (phase == "catch") != (state.pending is not None) or (phase == "catch") != (state.heel is not None):
        raise BadNotation(f"heel and pending belong to phase catch, not {phase}")
    if phase not in TURN_PHASES:
        if loading is not None:
            raise BadNotation(f"a loading in phase {phase}")
        return
    if state.turn >= len(state.order) or not state.area or loading is None:
        raise BadNotation(f"phase {phase}: it is nobody's turn, or no card is shown")
    made = _count_decisions(loading)
    if made != {"announce": 0, "piece": 0, "spot": 1, "pose": 2, "hands": 3}.get(phase, 4):
        raise BadNotation(f"loading with {made} decisions in phase {phase}")
    _check_loading(loading, state.area, made)
    if made >= 3 and loading.kind is not None:
        where = descent.Where(*ship.spot_point(state.area, loading.spot), loading.turn)
        if reason := descent.judge(state.cargo, state.yards, state.area, loading.kind, loading.pose, where).reason:
            raise BadNotation(f"{loading.kind} {loading.pose}@{loading.turn} on {loading.spot}: {reason}")
    if loading.kind is not None and not state.supplies[state.order[state.turn]][KINDS.index(loading.kind)]:
        raise BadNotation(f"loading {loading.kind}: none in the supply")
    if phase in DRAFT_PHASES - {"announce"} and not state.announced:
        raise BadNotation(f"announced=0 in phase {phase}")
    if isinstance(state.pending, Settled):
        check_settled(state, state.pending)
        if not state.pending.falls:
            raise BadNotation("phase catch: nothing falls")


def _count_decisions(loading: Loading) -> int:
    """Count the decisions that are made: kind, spot, pose, hands."""
    made = [loading.kind is not None, bool(loading.spot), bool(loading.pose), bool(loading.hands)]
    return sum(made) if made == sorted(made, reverse=True) else -1


def _check_loading(loading: Loading, area: int, made: int) -> None:
    if made >= 2 and loading.spot not in ship.spots(area):
        raise BadNotation(f"area {area} has no spot {loading.spot!r}")
    known = loading.kind is not None and loading.pose in ship.POSES[loading.kind] and loading.turn in ship.TURNS
    if (made >= 3 and not known) or (made < 3 and loading.turn):
        raise BadNotation(f"{loading.kind} has no pose {loading.pose}@{loading.turn}")
    if loading.sector is not None and loading.hands != "one":
        raise BadNotation(f"a hand in {loading.sector}, but {loading.hands!r} hands place the piece")


def _check_aftermath(state: State, last: Aftermath) -> None:
    if last.seat not in range(state.seats) or last.area not in ship.AREAS or not 1 <= last.piece < state.serial:
        raise BadNotation(f"last: piece {last.piece} of seat {last.seat} on area {last.area}")
    if _count_decisions(last.loading) != 4 or not 0.0 <= last.peak <= _PEAK:
        raise BadNotation(f"last: not a whole loading, or a peak of {last.peak}")
    _check_loading(last.loading, last.area, 4)
    _check_falls([Fall(fall.piece, fall.time, fall.bearing, fall.sector) for fall in last.falls])
    if any(fall.seat != last.seat or not 1 <= fall.piece < state.serial for fall in last.falls):
        raise BadNotation("last: a piece fell that was not on board")
