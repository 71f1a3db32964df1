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
    if not 2 <= len(dice) <= 6:
        raise BadNotation(f"{parts['dice']!r} is not the dice of two to six seats")
    seats = range(len(dice))
    if parts["wild"] not in ("yes", "no"):
        raise BadNotation(f"wild={parts['wild']!r} is neither yes nor no")
    wild = parts["wild"] == "yes"
    turn = _read_seat(parts["turn"], seats)
    out = () if parts["out"] == "-" else tuple(_read_seat(word, seats) for word in parts["out"].split(","))
    if sorted(out) != [seat for seat in seats if not dice[seat]] or len(out) == len(dice) or not dice[turn]:
        raise BadNotation(f"{text!r}: exactly the seats without dice are out, and somebody with dice is to bid")
    bid, bidder = None, -1
    if parts["bid"] != "-":
        found = _BID.fullmatch(parts["bid"])
        if not found or (wild and found[2] == WILD) or int(found[1]) > sum(map(len, dice)):
            raise BadNotation(f"bid={parts['bid']!r} is not a bid such as 3x4@0")
        bid, bidder = Bid(int(found[1]), found[2]), _read_seat(found[3], seats)
        if bidder == turn or not dice[bidder]:
            raise BadNotation(f"{text!r}: the bid is another seat's, which has dice")
    return State(dice, bid, bidder, turn, wild, out)


def _read_hand(text: str) -> tuple[Face, ...]:
    hand = () if text == "-" else tuple(text)
    if not text or len(hand) > 5 or any(face not in FACES and face != HIDDEN for face in hand):
        raise BadNotation(f"{text!r} is not up to five dice such as 135")
    return tuple(sorted(hand))


def _read_seat(text: str, seats: range) -> int:
    if len(text) != 1 or not text.isascii() or not text.isdigit() or int(text) not in seats:
        raise BadNotation(f"{text!r} is not a seat")
    return int(text)
