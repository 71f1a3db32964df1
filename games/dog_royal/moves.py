"""The moves, and how the legal plays of a hand are found (rules, sections 5, 6 and 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Union

from msgspec import Struct

from games.dog_royal.components.boards import BOARDS, GOAL, GOALS, HOME, RINGS, Place
from games.dog_royal.components.cards import BACKWARD, BETWEEN, KING_BITS, START, STEP_BITS, STEPS, WALK_BITS, Card
from games.dog_royal.options import Options
from games.dog_royal.state import BASE_RANK, JESTER, KING, RANKS

LAPSES: Final = 2
"""The most steps that a jester may waste (8.8)."""


def place_name(place: Place) -> str:
    """Name a place in notation: `h`, `g1` .. `g4`, or the number of the track space."""
    if place == HOME:
        return "h"
    return f"g{place - GOAL}" if place > GOAL else str(place)


class Give(Struct, frozen=True, tag=True, gc=False):
    """Choose the card to pass in the exchange."""

    card: Card

    @property
    def code(self) -> str:
        return f"give/{self.card}"


class Start(Struct, frozen=True, tag=True, gc=False):
    """Set a piece on the track without a card (Royal, round 1)."""

    rank: str

    @property
    def code(self) -> str:
        return f"start/{self.rank}"


class Play(Struct, frozen=True, tag=True, gc=False):
    """Play `card` (a copy as "=") and move one piece of the acting colour. In a swap `target` is the place of the other
    piece."""

    card: Card
    rank: str
    source: Place
    target: Place

    @property
    def code(self) -> str:
        return f"{self.card}/{self.rank}:{place_name(self.source)}>{place_name(self.target)}"


class Take(Struct, frozen=True, tag=True, gc=False):
    """Draw the card of a special space (option `draw_optional`)."""

    @property
    def code(self) -> str:
        return "draw"


class Decline(Struct, frozen=True, tag=True, gc=False):
    """Decline the card of a special space, and with it the citizen's jump (8.7).

    With `keeps_jump` the citizen may jump nevertheless, written `no`: a rule of releases up to 0.2. Such a move is no
    longer legal, but their logs must replay.
    """

    keeps_jump: bool = False

    @property
    def code(self) -> str:
        return "no" if self.keeps_jump else "decline"


class Jump(Struct, frozen=True, tag=True, gc=False):
    """Jump with the citizen to the special space `target`."""

    target: Place

    @property
    def code(self) -> str:
        return f"jump/{self.target}"


class Stay(Struct, frozen=True, tag=True, gc=False):
    """Leave the citizen where it is."""

    @property
    def code(self) -> str:
        return "stay"


class Drop(Struct, frozen=True, tag=True, gc=False):
    """Discard a card because none can be played (section 9)."""

    card: Card

    @property
    def code(self) -> str:
        return f"drop/{self.card}"


Move = Union[Give, Start, Play, Take, Decline, Jump, Stay, Drop]  # noqa: UP007 - a run-time alias

Pieces = tuple[tuple[Place, ...], ...]


def list_all_plays(
    options: Options, pieces: Pieces, *, colour: int, hand: tuple[Card, ...], last: Card
) -> tuple[Play, ...]:
    """List the legal plays of a hand for the pieces of `colour`, by card, piece and target.

    Identical cards and identical pieces count once. Different plays may still have the same result.
    """
    found: list[Play] = []
    position = _Position(options, pieces, colour)
    own, start, length = position.own, position.start, position.length
    walkers = position.list_walkers()
    for card in dict.fromkeys(hand):
        effective = last if card == "=" else card
        if effective in START and HOME in own and start not in own:
            ranks = dict.fromkeys(rank for rank, place in zip(position.ranks, own, strict=True) if place == HOME)
            found += [Play(card, rank, HOME, start) for rank in ranks]
        if effective in STEPS:
            steps, bits = STEPS[effective], STEP_BITS[effective]
            back = effective == "4"
            green = effective == "10" or (back and options.plus4_green)
            for piece in position.list_walkers(green=True) if green else walkers:
                if piece.steps & bits:
                    rank, place = piece.rank, piece.place
                    if piece.goal:
                        found += [Play(card, rank, place, target) for target in piece.list_targets(steps, length)]
                    else:
                        for n in steps:
                            if piece.track >> n & 1:
                                found.append(Play(card, rank, place, (place + n) % length))
                if back and position.may_go_back(piece):
                    found.append(Play(card, piece.rank, piece.place, (piece.place - BACKWARD) % length))
        elif effective == "magnet":
            found += [Play(card, piece.rank, piece.place, target) for piece, target in position.list_pulls(walkers)]
        elif effective == "swap":
            targets = position.list_swaps()
            for piece in walkers:
                rank, place = piece.rank, piece.place
                if place < GOAL and place != start:
                    found += [Play(card, rank, place, target) for target in targets]
    return tuple(found)


class _Walker(Struct, gc=False):
    """A piece on the track or in the goal, and how far it may go with blue (or with green) number cards.

    Steps are bits: bit n of `track` is set if it may go n spaces along the track, bit n of `goal` if n steps end on the
    goal space n - `entry`, bit n of `steps` if a card of n may be played. `lapses`: steps it may waste in the goal.
    """

    slot: int
    rank: str
    place: Place
    steps: int = 0
    track: int = 0
    goal: int = 0
    entry: int = 0
    lapses: int = 0

    def enter(self, goal: int, entry: int, *, lapses: bool) -> None:
        """Add the steps into the goal, or further in."""
        self.goal, self.entry = goal, entry
        self.lapses = LAPSES if lapses else 0
        for lapse in range(self.lapses + 1):
            self.steps |= goal << lapse

    def list_targets(self, steps: tuple[int, ...], length: int) -> Iterable[Place]:
        """List the places to which a number card may take the piece (5.3, 5.4, 8.8)."""
        targets: list[Place] = []
        for n in steps:
            if self.track >> n & 1:
                targets.append((self.place + n) % length)
            least = max(n - self.lapses, 1)
            targets += [GOAL + m - self.entry for m in range(n, least - 1, -1) if self.goal >> m & 1]
        return dict.fromkeys(targets)


class _Position:
    """A position prepared for listing the plays of one colour. Sets of pieces on the track are rings."""

    __slots__ = ("guarded", "kings", "length", "obstacles", "occupied", "options", "own", "ranks", "royal", "start")

    def __init__(self, options: Options, pieces: Pieces, colour: int) -> None:
        board, rings = BOARDS[len(pieces)], RINGS[len(pieces)]
        self.options = options
        self.royal = options.mode == "royal"
        self.ranks = RANKS if self.royal else BASE_RANK * 4
        self.length = board.length
        self.start = board.starts[colour]
        self.own = pieces[colour]
        guarded = kings = knights = citizens = jesters = 0
        for row, start in zip(pieces, board.starts, strict=True):
            if row:
                king, knight, citizen, jester = row
                kings |= rings[king]
                knights |= rings[knight]
                citizens |= rings[citizen]
                jesters |= rings[jester]
                if start in row:
                    guarded |= rings[start]
        self.guarded = guarded  # pieces on their own start spaces are protected (5.2)
        self.kings = kings
        self.occupied = kings | knights | citizens | jesters
        # By slot: the pieces it cannot pass with blue cards, those it cannot pass with green cards, those it may not
        # capture, and the steps it may go (5.5, 5.6, 8.3, 8.5).
        self.obstacles = ((guarded, guarded, guarded, WALK_BITS),) * 4
        if self.royal:
            secure = guarded | kings & ~rings[self.start]
            self.obstacles = (
                (guarded, guarded, guarded, KING_BITS),
                (kings, 0, secure, WALK_BITS),
                (guarded | kings | knights, guarded, secure, WALK_BITS),
                (guarded | kings | knights | citizens, guarded, secure, WALK_BITS),
            )

    def list_walkers(self, *, green: bool = False) -> list[_Walker]:
        """List the pieces that blue number cards (or `green` ones) might move, by slot."""
        found, own, ranks = list[_Walker](), self.own, self.ranks
        for slot, place in enumerate(own):
            if place < 0 or place == GOAL + GOALS or (place > GOAL and place + 1 in own):
                continue
            piece = _Walker(slot, ranks[slot], place)
            jester = slot == JESTER and self.royal
            if place > GOAL:
                lapses = jester and self.options.jester_in_goal
                piece.enter((2 << _count_free(own, place)) - 2, GOAL - place, lapses=lapses)
            else:
                blue_stop, green_stop, secure, walks = self.obstacles[slot]
                ahead = (green_stop if green else blue_stop) >> place & WALK_BITS
                reach = (ahead & -ahead) * 2 - 1 & walks  # as far as the nearest obstacle; without one, all steps
                piece.steps = piece.track = reach & ~(secure >> place)
                entry = (self.start - place) % self.length
                if entry and reach >> entry + 1 & 1:
                    piece.enter((2 << _count_free(own, GOAL)) - 2 << entry & walks, entry, lapses=jester)
            found.append(piece)
        return found

    def may_go_back(self, piece: _Walker) -> bool:
        """Tell whether a piece may go backward (6.4)."""
        if piece.place > GOAL:
            return False
        _, stop, secure, _ = self.obstacles[piece.slot]
        if self.royal and piece.slot != KING and not self.options.king_exception_any_arrival:
            secure |= self.kings
        target = piece.place + self.length - BACKWARD
        return not (secure >> target & 1 or stop >> target & BETWEEN)

    def list_pulls(self, walkers: Iterable[_Walker]) -> Iterator[tuple[_Walker, Place]]:
        """Yield the pieces a magnet may pull, each with its target (6.5).

        With `magnet_zero` one piece that stays where it is stands for all of them.
        """
        may_idle = self.options.magnet_zero
        for piece in walkers:
            ahead = self.occupied >> piece.place + 1 & (1 << self.length - 1) - 1
            if piece.place > GOAL or not ahead:
                continue
            gap = (ahead & -ahead).bit_length() - 1
            if not gap:
                if not may_idle:
                    continue
                may_idle = False
            yield piece, (piece.place + gap) % self.length

    def list_swaps(self) -> list[Place]:
        """List the places of the pieces that a swap may fetch (6.6)."""
        others = self.occupied & ~self.guarded & (1 << self.length) - 1
        for place in self.own:
            if 0 <= place < GOAL:
                others &= ~(1 << place)
        found = []
        while others:
            found.append((others & -others).bit_length() - 1)
            others &= others - 1
        return found


def _count_free(own: tuple[Place, ...], place: Place) -> int:
    """Count the free goal spaces beyond a goal space, or beyond the entrance `GOAL`."""
    free = 0
    while place + free < GOAL + GOALS and place + free + 1 not in own:
        free += 1
    return free
