"""Positions as text; the package's docstring describes the notation."""

from __future__ import annotations

import re
from typing import Final

from games.core import HIDDEN, BadNotation
from slowboat_liars_dice.state import FACES, WILD, Bid, Face, State

_PARTS: Final = {"dice": "11/11", "bid": "-", "turn": "0", "wild": "yes", "out": "-"}
_BID: Final = re.compile(r"([1-9][0-9]?)x([1-6])@([0-5])", re.ASCII)


def notate(state: State) -> str:
    """Write the position as one line; everything but the events."""
    dice = "/".join("".join(hand) or "-" for hand in state.dice)
    bid = f"{state.bid.count}x{state.bid.face}@{state.bidder}" if state.bid else "-"
    out = ",".join(map(str, state.out)) or "-"
    return f"dice={dice} bid={bid} turn={state.turn} wild={'yes' if state.wild else 'no'} out={out}"


def read(text: str) -> State:
    """Read a position that `notate` wrote. Raises BadNotation."""
    parts = dict(_PARTS)
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key not in _PARTS:
            raise BadNotation(f"{word!r} is not one of {', '.join(_PARTS)}")
        parts[key] = value
    dice = tuple(map(_read_hand, parts["dice"].split("/")))
    if parts["wild"] not in ("yes", "no"):
        raise BadNotation(f"wild={parts['wild']!r} is neither yes nor no")
    out = () if parts["out"] == "-" else tuple(map(_read_seat, parts["out"].split(",")))
    bid, bidder = None, -1
    if parts["bid"] != "-":
        found = _BID.fullmatch(parts["bid"])
        if not found:
            raise BadNotation(f"bid={parts['bid']!r} is not a bid such as 3x4@0")
        bid, bidder = Bid(int(found[1]), found[2]), _read_seat(found[3])
    state = State(dice, bid, bidder, _read_seat(parts["turn"]), parts["wild"] == "yes", out)
    check(state)
    return state


def check(state: State) -> None:
    """Refuse an impossible position: other seats, unknown dice, or a bid that nobody can make. Raises BadNotation."""
    dice, seats = state.dice, range(len(state.dice))
    if not 2 <= len(seats) <= 6 or state.turn not in seats:
        raise BadNotation(f"turn {state.turn} of {len(seats)} seats: there are two to six")
    for hand in dice:
        if len(hand) > 5 or not set(hand) <= {*FACES, HIDDEN} or list(hand) != sorted(hand):
            raise BadNotation(f"{''.join(hand)[:20]!r} is not up to five dice such as 135")
    if sorted(state.out) != [seat for seat in seats if not dice[seat]] or len(state.out) == len(dice):
        raise BadNotation(f"out={state.out[:9]}: exactly the seats without dice are out")
    if not dice[state.turn]:
        raise BadNotation(f"turn={state.turn}: somebody with dice is to bid")
    bid, bidder = state.bid, state.bidder
    if bid is None:
        if bidder != -1:
            raise BadNotation(f"seat {bidder} has bid nothing")
        return
    if bid.face not in FACES or (state.wild and bid.face == WILD) or not 1 <= bid.count <= state.total:
        raise BadNotation(f"bid={bid.count}x{bid.face[:9]} is not possible with these dice")
    if bidder not in seats or bidder == state.turn or not dice[bidder]:
        raise BadNotation(f"bid=…@{bidder}: the bid is another seat's, which has dice")


def _read_hand(text: str) -> tuple[Face, ...]:
    if not text:
        raise BadNotation("'' is not up to five dice such as 135")
    return () if text == "-" else tuple(sorted(text))


def _read_seat(text: str) -> int:
    if len(text) != 1 or not text.isascii() or not text.isdigit():
        raise BadNotation(f"{text!r} is not a seat")
    return int(text)
