"""Proposed loadings, and small changes to a loading, in words."""

from __future__ import annotations

from typing import Final

from games.candidates import Candidate
from games.core import Seat
from games.riff_raff.loading import ship
from games.riff_raff.loading.candidates import read_loading
from games.riff_raff.state import State
from games.riff_raff.words import names
from games.text import N, T, Text

_IDEAS: Final = {
    "steady": T("steady"),
    "heavy": T("your heaviest"),
    "light": T("your lightest"),
    "outboard": T("far out"),
    "on_top": T("on top of others"),
    "leaning": T("at an odd angle"),
    "other": T("variant"),
}
_CHANGES: Final = {
    "outward": T("Further out"),
    "inward": T("Closer to the mast"),
    "turn": T("Turn it a little"),
    "quarter": T("Turn it by a quarter"),
    "pose": T("Put it down another way"),
    "one_hand": T("One hand only"),
    "both": T("Both hands"),
}
_ROWS_ON_DECK: Final = {"row_up": T("Towards the rail"), "row_down": T("Towards the middle")}
_ROWS_ON_YARD: Final = {"row_up": T("Further aft"), "row_down": T("Further forward")}


def candidate(view: State, seat: Seat, candidate: Candidate) -> tuple[Text, ...]:
    """Name a proposed loading in two labels, short and in full; a change of a loading in one."""
    rows = _ROWS_ON_DECK if ship.is_deck(view.area) else _ROWS_ON_YARD
    if change := _CHANGES.get(candidate.idea) or rows.get(candidate.idea):
        return (change,)
    laid = read_loading(candidate.codes)
    kind, pose, idea = names.piece(laid.kind), names.POSE[laid.pose.pose], _IDEAS[candidate.idea]
    full = T(
        "{kind}, {pose} ({idea}): {chance}", kind=kind, pose=pose, idea=idea, chance=chance(candidate.holds or 0.0)
    )
    return kind, full


def chance(holds: float) -> Text:
    """Describe an estimated chance."""
    count = round(10 * holds)
    if count == 0:
        return T("will hardly hold")
    return (
        N("holds about {count} time in 10", "holds about {count} times in 10", count) if count < 10 else T("will hold")
    )
