"""Reasons why a code is not a legal move (rules A3 to A5, B4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.core import IllegalMove, Seat
from games.riff_raff import moves, play
from games.riff_raff.loading import descent, ship
from games.riff_raff.loading.settled import KINDS, Piece
from games.riff_raff.state import Loading, State


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
            return ()


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
