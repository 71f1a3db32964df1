"""List the legal moves, and find the reason why a code is none of them (rules A3 to A5, B4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import cast

from msgspec.structs import replace

from games.core import HIDDEN, NATURE, IllegalMove, Seat
from games.riff_raff import moves, play
from games.riff_raff.loading import descent, placing, ship
from games.riff_raff.loading.settled import KINDS, Piece
from games.riff_raff.state import Loading, State


def legal_moves(state: State, seat: Seat) -> Sequence[moves.Move]:
    """List the moves of a seat in menu order."""
    phase = state.phase
    if phase == "select":
        hand = state.hands[seat] if 0 <= seat < state.seats else ()
        return [moves.CARDS[card] for card in hand if card != HIDDEN]
    if seat == NATURE or seat not in play.to_act(state):
        return ()
    if phase == "captain":
        return [moves.CAPTAINS[candidate] for candidate in state.tied[0]]
    if phase == "order":
        return [moves.Order(seats) for seats in permutations(state.tied[0])]
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


def explain_refusal(state: State, seat: Seat, code: str) -> IllegalMove:
    """Find the rule that makes `code` illegal for `seat`; `words.refusals` puts it into words."""
    head, _, tail = code.partition("/")
    area, loading = state.area, state.loading
    if state.phase == "select" and head == "card":
        return IllegalMove(code, "card_not_in_hand", about=(code,), card=tail)
    if state.phase == "captain" and head == "captain":
        return IllegalMove(code, "not_tied")
    if state.phase == "order" and head == "order":
        return IllegalMove(code, "not_all_tied")
    if seat != state.seat or loading is None:
        return IllegalMove(code)
    if head == "load" and state.phase in ("announce", "piece"):
        reason = play.find_reason_against_two(state, seat, area) if tail == "2" and not state.loaded else ""
        return IllegalMove(code, reason or "announced_already", area=area)
    if state.loaded and state.phase == "piece" and code not in KINDS:
        return IllegalMove(code, "second_must_follow", area=area)
    if state.phase == "piece" and code in KINDS:
        held = state.supplies[seat][KINDS.index(code)]
        return IllegalMove(code, "no_spot" if held else "not_in_supply", about=(f"kind/{code}",), kind=code, area=area)
    if state.phase == "spot" and head == "spot" and loading.kind:
        if tail not in ship.spots(area):
            return IllegalMove(code, "no_such_spot", spot=tail, area=area)
        reason, worst = _find_main_reason(state, area, loading, tail)
        about = (code, *_find_obstacles(state, area, replace(loading, spot=tail), worst, reason))
        return IllegalMove(code, reason, about=about, spot=tail, area=area)
    if state.phase == "pose" and head == "pose" and loading.kind:
        pose, _, turn = tail.partition("@")
        if len(turn) > 3 or not turn.isdecimal() or int(turn) not in ship.TURNS:
            return IllegalMove(code, "no_such_turn", area=area)
        wanted = moves.Pose(pose, int(turn))
        reason = _find_reason(state, area, loading, wanted)
        about = (f"spot/{loading.spot}", *_find_obstacles(state, area, loading, wanted, reason))
        return IllegalMove(code, reason, about=about, pose=pose, area=area)
    return IllegalMove(code)


def list_wishes(view: State, seat: Seat) -> Sequence[moves.Move]:
    """List what the seat might wish to do now: any card, player, number, piece, spot or pose."""
    loading = view.loading
    match view.phase:
        case "select":
            return tuple(moves.CARDS.values())
        case "captain":
            return moves.CAPTAINS[: view.seats]
        case "announce":
            return moves.ANNOUNCE_ONE_OR_TWO
        case "piece":
            return moves.TAKES
        case "spot":
            return tuple(moves.aims(view.area).values())
        case "pose" if loading is not None and loading.kind is not None:
            return moves.POSES[loading.kind]
        case _:
            return legal_moves(view, seat)


def _find_reason(
    state: State, area: int, loading: Loading, pose: moves.Pose, *, cargo: tuple[Piece, ...] | None = None
) -> str:
    """Find the reason why the piece of `loading` cannot be loaded in this pose; empty if it can.

    `cargo`: what lies on the ship, if it is not what the state says.
    """
    assert loading.kind is not None  # noqa: S101 - asked only with a piece in hand
    where = descent.Where(*ship.spot_point(area, loading.spot), pose.turn)
    lying = state.cargo if cargo is None else cargo
    return descent.judge(lying, state.yards, area, loading.kind, pose.pose, where).reason


def _find_main_reason(state: State, area: int, loading: Loading, spot: str) -> tuple[str, moves.Pose]:
    """For a spot without a legal pose, find the most common reason, and a pose to which it applies."""
    assert loading.kind is not None  # noqa: S101 - as in `_find_reason`
    aimed = replace(loading, spot=spot)
    ruled_out: dict[str, list[moves.Pose]] = {}
    for pose in moves.POSES[loading.kind]:
        ruled_out.setdefault(_find_reason(state, area, aimed, pose), []).append(pose)
    reason = max(ruled_out, key=lambda one: len(ruled_out[one]))
    return reason, ruled_out[reason][0]


def _find_obstacles(state: State, area: int, loading: Loading, pose: moves.Pose, reason: str) -> tuple[str, ...]:
    """Name the pieces aboard that, each by itself, would be in the way of a piece in this pose."""
    if _find_reason(state, area, loading, pose, cargo=()) == reason:
        return ()
    return tuple(
        f"piece/{piece.id}"
        for piece in state.cargo
        if _find_reason(state, area, loading, pose, cargo=(piece,)) == reason
    )
