"""The moves, and how the legal plays of a hand are found (rules, sections 5, 6 and 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Union

from msgspec import Struct

from games.dog_royal.components.boards import BOARDS, GOAL, GOALS, HOME, Place
from games.dog_royal.components.cards import BACKWARD, KING_WALKS, START, STEPS, Card
from games.dog_royal.options import Options
from games.dog_royal.state import BASE_RANK, JESTER, KING, KNIGHT, RANKS

FAR: Final = 999
"""A distance beyond the reach of any card: nothing is in the way."""
LONGEST: Final = 13
"""The most steps of any number card."""


def place_name(place: Place) -> str:
    """Name a place in notation: `h`, `g1` .. `g4`, or the number of the track space."""
    if place == HOME:
        return "h"
    return f"g{place - GOAL}" if place > GOAL else str(place)


class Give(Struct, frozen=True, tag=True):
    """Choose the card to pass in the exchange."""

    card: Card

    @property
    def code(self) -> str:
        return f"give/{self.card}"


class Start(Struct, frozen=True, tag=True):
    """Set a piece on the track without a card (Royal, round 1)."""

    rank: str

    @property
    def code(self) -> str:
        return f"start/{self.rank}"


class Play(Struct, frozen=True, tag=True):
    """Play `card` (a copy as "=") and move one piece of the acting colour. In a swap `target` is the place of the other
    piece."""

    card: Card
    rank: str
    source: Place
    target: Place

    @property
    def code(self) -> str:
        return f"{self.card}/{self.rank}:{place_name(self.source)}>{place_name(self.target)}"


class Take(Struct, frozen=True, tag=True):
    """Draw the card of a special space (option `draw_optional`)."""

    @property
    def code(self) -> str:
        return "draw"


class Decline(Struct, frozen=True, tag=True):
    """Decline the card of a special space, and with it the citizen's jump (8.7).

    With `keeps_jump` the citizen may jump nevertheless, written `no`: a rule of releases up to 0.2. Such a move is no
    longer legal, but their logs must replay.
    """

    keeps_jump: bool = False

    @property
    def code(self) -> str:
        return "no" if self.keeps_jump else "decline"


class Jump(Struct, frozen=True, tag=True):
    """Jump with the citizen to the special space `target`."""

    target: Place

    @property
    def code(self) -> str:
        return f"jump/{self.target}"


class Stay(Struct, frozen=True, tag=True):
    """Leave the citizen where it is."""

    @property
    def code(self) -> str:
        return "stay"


class Drop(Struct, frozen=True, tag=True):
    """Discard a card because none can be played (section 9)."""

    card: Card

    @property
    def code(self) -> str:
        return f"drop/{self.card}"


AnyMove = Union[Give, Start, Play, Take, Decline, Jump, Stay, Drop]  # noqa: UP007 - a run-time alias

Pieces = tuple[tuple[Place, ...], ...]


def list_all_plays(
    options: Options, pieces: Pieces, *, colour: int, hand: tuple[Card, ...], last: Card
) -> tuple[Play, ...]:
    """List the legal plays of a hand for the pieces of `colour`, by card, piece and target.

    Identical cards and identical pieces count once. Different plays may still have the same result.
    """
    found: list[Play] = []
    position = _Position(options, pieces, colour)
    for card in dict.fromkeys(hand):
        effective = last if card == "=" else card
        if effective in START and position.may_start:
            slots = range(4) if options.mode == "royal" else (position.own.index(HOME),)
            start = position.start
            found.extend(Play(card, position.ranks[s], HOME, start) for s in slots if position.own[s] == HOME)
        if effective in STEPS:
            for piece in position.walkers:
                found.extend(
                    Play(card, piece.rank, piece.place, target) for target in position.list_walks(piece, effective)
                )
        elif effective == "magnet":
            found.extend(Play(card, piece.rank, piece.place, target) for piece, target in position.list_pulls())
        elif effective == "swap":
            found.extend(Play(card, piece.rank, piece.place, target) for piece, target in position.list_swaps())
    return tuple(found)


class _Walker(Struct):
    """A piece of the colour that moves, on the track or in the goal, and the obstacles near it.

    On the track, `blue` and `green` are the distances to the first piece ahead that a card of that colour may not pass;
    `back` is the distance backward, for green cards. `ahead`: the distance to the next piece of any kind. `entry`: the
    distance to its start space. In the goal, `blue` is the number of free spaces further in.
    """

    slot: int
    rank: str
    place: Place
    entry: int
    blue: int = FAR
    green: int = FAR
    back: int = FAR
    ahead: int = FAR


class _Position:
    """A position prepared for generating the plays of one colour."""

    __slots__ = (
        "colour",
        "depth",
        "length",
        "may_start",
        "occupied",
        "options",
        "own",
        "ranks",
        "start",
        "starts",
        "walkers",
    )

    def __init__(self, options: Options, pieces: Pieces, colour: int) -> None:
        board = BOARDS[len(pieces)]
        own = pieces[colour]
        start = board.starts[colour]
        self.options = options
        self.colour = colour
        self.own = own
        self.starts = board.starts
        self.start = start
        self.length = board.length
        self.ranks = RANKS if options.mode == "royal" else BASE_RANK * 4
        self.may_start = HOME in own and start not in own
        self.occupied: dict[Place, tuple[int, int, bool]] = {}  # place: (colour, slot, protected)
        for other, row in enumerate(pieces):
            other_start = board.starts[other]
            for slot, place in enumerate(row):
                if 0 <= place < GOAL:
                    self.occupied[place] = (other, slot, place == other_start)
        inside = [place - GOAL for place in own if place > GOAL]
        self.depth = min(inside, default=GOALS + 1) - 1
        """Number of free goal spaces, counted from the entrance."""
        self.walkers = []
        for slot, place in enumerate(own):
            if place > GOAL:
                k = place - GOAL
                free = min((q for q in inside if q > k), default=GOALS + 1) - 1 - k
                self.walkers.append(_Walker(slot, self.ranks[slot], place, 0, free, free))
            elif place >= 0:
                piece = _Walker(slot, self.ranks[slot], place, (start - place) % self.length)
                self._look_around(piece)
                self.walkers.append(piece)

    def _look_around(self, piece: _Walker) -> None:
        """Measure the distances of a piece on the track (5.5)."""
        length, here, slot = self.length, piece.place, piece.slot
        royal = self.options.mode == "royal"
        ahead = blue = green = back = FAR
        for place, (_, other, protected) in self.occupied.items():
            distance = (place - here) % length
            if not distance:
                continue
            if distance < ahead:
                ahead = distance
            # Slots run from the highest rank to the lowest: a larger slot is a lower rank.
            shut = protected and not (royal and slot == KNIGHT)  # for all cards
            if distance < LONGEST:
                if shut and distance < green:
                    green = distance
                if distance < blue and (shut or (royal and slot > other)):
                    blue = distance
            elif shut and length - distance < back:
                back = length - distance
        piece.ahead, piece.blue, piece.green, piece.back = ahead, blue, green, back

    def may_land(self, piece: _Walker, target: Place, *, backward: bool = False) -> bool:
        """Tell whether a piece may end a walk on a track space (5.6, 8.5)."""
        there = self.occupied.get(target)
        if there is None:
            return True
        _, slot, protected = there
        if protected:
            return False
        if self.options.mode == "base" or slot != KING or piece.slot == KING:
            return True
        return target == self.start and (not backward or self.options.king_exception_any_arrival)

    def list_walks(self, piece: _Walker, card: Card) -> list[Place]:
        """List the places to which a number card may take a piece (5.3, 5.4, 8.8)."""
        options = self.options
        royal = options.mode == "royal"
        lapses = 2 if royal and piece.slot == JESTER else 0
        targets: list[Place] = []
        if piece.place > GOAL:
            lapses = lapses if options.jester_in_goal else 0
            for n in STEPS[card]:
                targets += [piece.place + m for m in range(n, max(n - lapses, 1) - 1, -1) if m <= piece.blue]
        else:
            green = card == "10" or (card == "4" and options.plus4_green)
            reach = piece.green if green else piece.blue
            entry = piece.entry
            for n in STEPS[card]:
                if royal and piece.slot == KING and n > KING_WALKS:
                    continue
                if n <= reach:
                    target = (piece.place + n) % self.length
                    if self.may_land(piece, target):
                        targets.append(target)
                if 0 < entry < n and entry < reach:
                    targets += [GOAL + m - entry for m in range(n, n - lapses - 1, -1) if 0 < m - entry <= self.depth]
            if card == "4" and piece.back >= BACKWARD:
                target = (piece.place - BACKWARD) % self.length
                if self.may_land(piece, target, backward=True):
                    targets.append(target)
        return list(dict.fromkeys(targets)) if lapses else targets

    def list_pulls(self) -> Iterator[tuple[_Walker, Place]]:
        """Yield the pieces a magnet may pull, each with its target (6.5).

        With `magnet_zero` one piece that stays where it is stands for all of them.
        """
        may_idle = self.options.magnet_zero
        for piece in self.walkers:
            if piece.place > GOAL or piece.ahead == FAR:
                continue
            if piece.ahead == 1:
                if not may_idle:
                    continue
                may_idle = False
            yield piece, (piece.place + piece.ahead - 1) % self.length

    def list_swaps(self) -> Iterator[tuple[_Walker, Place]]:
        """Yield the pieces a swap may move, each with its target (6.6)."""
        others = sorted(
            place for place, (colour, _, protected) in self.occupied.items() if not protected and colour != self.colour
        )
        for piece in self.walkers:
            if piece.place < GOAL and piece.place != self.start:
                yield from ((piece, target) for target in others)
