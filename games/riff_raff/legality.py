"""Reasons why a code is not a legal move (rules A3 to A5, B4)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core import IllegalMove, Seat
from games.riff_raff import moves, play
from games.riff_raff.loading import descent, ship
from games.riff_raff.loading.settled import KINDS
from games.riff_raff.state import Loading, State


def explain_refusal(state: State, seat: Seat, code: str) -> IllegalMove:
    """Find the rule that makes `code` illegal for `seat`; `words.refusals` puts it into words."""
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
        reason = play.find_reason_against_two(state, seat, area) if tail == "2" and not state.loaded else ""
        return IllegalMove(code, reason or "announced_already", area=area)
    if state.loaded and state.phase == "piece" and code not in KINDS:
        return IllegalMove(code, "second_must_follow", area=area)
    if state.phase == "piece" and code in KINDS:
        held = state.supplies[seat][KINDS.index(code)]
        return IllegalMove(code, "no_spot" if held else "not_in_supply", kind=code, area=area)
    if state.phase == "spot" and head == "spot" and loading.kind:
        if tail not in ship.spots(area):
            return IllegalMove(code, "no_such_spot", spot=tail, area=area)
        return IllegalMove(code, _find_main_reason(state, area, loading, tail), spot=tail, area=area)
    if state.phase == "pose" and head == "pose" and loading.kind:
        pose, _, turn = tail.partition("@")
        if not turn.isdecimal() or int(turn) not in ship.TURNS:
            return IllegalMove(code, "no_such_turn", area=area)
        return IllegalMove(code, _find_reason(state, area, loading, pose, int(turn)), pose=pose, area=area)
    return IllegalMove(code)


def _find_reason(state: State, area: int, loading: Loading, pose: str, turn: int) -> str:
    """Find the reason why the piece of `loading` cannot be loaded in this pose; empty if it can."""
    assert loading.kind is not None  # noqa: S101 - asked only with a piece in hand
    where = descent.Where(*ship.spot_point(area, loading.spot), turn)
    return descent.judge(state.cargo, state.yards, area, loading.kind, pose, where).reason


def _find_main_reason(state: State, area: int, loading: Loading, spot: str) -> str:
    """Find the reason that rules out most poses at a spot without a legal one."""
    assert loading.kind is not None  # noqa: S101 - as in `_find_reason`
    aimed = replace(loading, spot=spot)
    reasons = [_find_reason(state, area, aimed, pose.pose, pose.turn) for pose in moves.POSES[loading.kind]]
    return max(dict.fromkeys(reasons), key=reasons.count)
