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
    "heavy": T("your heaviest"),
    "light": T("your lightest"),
    "outboard": T("far out"),
    "on_top": T("on top of others"),
    "leaning": T("at an odd angle"),
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
    """Name a proposed loading and its chance; a change of a loading by one label."""
    rows = _ROWS_ON_DECK if ship.is_deck(view.area) else _ROWS_ON_YARD
    if change := _CHANGES.get(candidate.idea) or rows.get(candidate.idea):
        return (change,)
    laid = read_loading(candidate.codes)
    kind, pose, idea = names.piece(laid.kind), names.POSE[laid.pose.pose], _IDEAS.get(candidate.idea)
    known = {"kind": kind, "pose": pose}
    name = T("{kind}, {pose} ({idea})", **known, idea=idea) if idea else T("{kind}, {pose}", **known)
    return name, _odds(candidate.holds or 0.0)


def _odds(holds: float) -> Text:
    """Head a list of loadings that have about this chance."""
    count = round(10 * holds)
    if count == 0:
        return T("Will hardly hold:")
    return T("Will hold:") if count == 10 else T("Holds {count}/10:", count=count)


def chance(holds: float) -> Text:
    """Describe an estimated chance."""
    count = round(10 * holds)
    if count == 0:
        return T("will hardly hold")
    return (
        N("holds about {count} time in 10", "holds about {count} times in 10", count) if count < 10 else T("will hold")
    )
