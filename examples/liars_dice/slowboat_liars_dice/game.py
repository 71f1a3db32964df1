"""The rules of Liar's Dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from typing import Final

from msgspec.structs import replace

from games.core import HIDDEN, Game, Outcome, Seat, require
from games.rng import Rng
from slowboat_liars_dice.state import (
    FACES,
    WILD,
    Bid,
    Doubt,
    Face,
    Lifted,
    Lost,
    Made,
    Move,
    Options,
    State,
    count_dice,
)

JUMP: Final = 5
"""The most dice by which a bid may exceed the last one."""
BELIEVED: Final = 0.4
"""Chance below which the computer player doubts a bid, unless its own best bid is the better choice."""
TEMPTING: Final = 0.1
"""The most by which its own bid may be less likely than the best one, so that bids reveal less."""


class LiarsDice(Game[State, Move, Options]):
    """The rules; the package's docstring describes the game."""

    name = "liars_dice"
    command = "liarsdice"
    seats = range(2, 7)
    ply_limit = sum(6 * dice + 1 for dice in range(2, 31))  # all bids and a doubt, for each die lost
    presets: Mapping[str, Options] = {"standard": Options(), "plain": Options(wild=False), "quick": Options(dice=3)}

    def setup(self, seats: int, options: Options, rng: Rng) -> State:
        """Roll everybody's dice."""
        return State(roll([options.dice] * seats, rng), wild=options.wild)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.is_over else (state.turn,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """List the doubt of the last bid first, then the higher bids in ascending order."""
        if state.is_over or seat != state.turn:
            return ()
        least = (state.bid.count, state.bid.face) if state.bid else (1, "")
        most = min(state.total, (state.bid.count if state.bid else 0) + JUMP)
        pairs = ((count, face) for count in range(least[0], most + 1) for face in FACES)
        bids = tuple(Bid(*pair) for pair in pairs if pair > least and not (state.wild and pair[1] == WILD))
        return (Doubt(), *bids) if state.bid else bids

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> State:
        """Record the bid; or lift the cups, take a die from the loser, and roll for the next round."""
        if isinstance(move, Bid):
            made = Made(seat, move.count, move.face)
            return replace(state, bid=move, bidder=seat, turn=state.find_next(seat), events=(made,))
        bid = state.bid
        assert bid is not None  # noqa: S101 - there is no doubt without a bid
        found = count_dice(state.dice, bid.face, wild=state.wild)
        loser = seat if found >= bid.count else state.bidder
        counts = [len(hand) - (other == loser) for other, hand in enumerate(state.dice)]
        events = (
            Lifted(seat, state.bidder, bid.count, bid.face, found, state.dice),
            Lost(loser, counts[loser]),
        )
        out = state.out if counts[loser] else (*state.out, loser)
        after = State(roll(counts, rng), turn=loser, wild=state.wild, out=out, events=events)
        return after if counts[loser] else replace(after, turn=after.find_next(loser))

    def outcome(self, state: State) -> Outcome | None:
        """Rank the last one with dice before the others, and those who went out later before the earlier ones."""
        if not state.is_over:
            return None
        winner = next(seat for seat, hand in enumerate(state.dice) if hand)
        return Outcome(((winner,), *((seat,) for seat in reversed(state.out))))

    def draw_unseen(self, state: State, seat: Seat | None, places: Sequence[str], rng: Rng) -> Sequence[Face]:
        """Roll the dice that the seat cannot see."""
        return [rng.choice(FACES) for _ in places]

    def choose(self, view: State, seat: Seat, rng: Rng) -> Move:
        """Doubt a bid that is hard to believe, and otherwise raise to one of the likeliest bids."""
        bids = {move: rate(view, seat, move) for move in self.legal_moves(view, seat) if isinstance(move, Bid)}
        best = max(bids.values(), default=0.0)
        if view.bid is not None:
            believed = rate(view, seat, view.bid)
            if not bids or (believed < BELIEVED and 1 - believed > best):
                return Doubt()
        return rng.choice([bid for bid, likelihood in bids.items() if likelihood >= best - TEMPTING][:3])

    def check(self, state: State) -> None:
        """Refuse unknown dice, and a bid that nobody can make."""
        super().check(state)
        dice, bid, seats = state.dice, state.bid, range(len(state.dice))
        for hand in dice:
            good = len(hand) <= 5 and {*hand} <= {*FACES, HIDDEN} and list(hand) == sorted(hand)
            require(good, f"{''.join(hand)[:20]!r} is not up to five dice such as 135")
        out = sorted(state.out) == [seat for seat in seats if not dice[seat]] and len(state.out) < len(dice)
        require(out, f"out={state.out[:9]}: exactly the seats without dice are out")
        require(bool(dice[state.turn]), f"turn={state.turn}: somebody with dice is to bid")
        require((bid is None) == (state.bidder == -1), f"bidder={state.bidder}: a bid has a bidder")
        if bid is not None:
            possible = bid.face in FACES and not (state.wild and bid.face == WILD) and 1 <= bid.count <= state.total
            require(possible, f"bid={bid.count}x{bid.face[:9]} is not possible with these dice")
            other = state.bidder != state.turn and bool(dice[state.bidder])
            require(other, f"bidder={state.bidder}: the bid is another seat's, which has dice")


def roll(counts: Sequence[int], rng: Rng) -> tuple[tuple[Face, ...], ...]:
    """Roll the given number of dice for each seat, each seat's in ascending order."""
    return tuple(tuple(sorted(rng.choice(FACES) for _ in range(count))) for count in counts)


def rate(view: State, seat: Seat, bid: Bid) -> float:
    """Estimate how likely a bid is true, from 0 to 1, if the dice of the others were rolled at random."""
    own = view.dice[seat]
    missing = bid.count - count_dice([own], bid.face, wild=view.wild)
    return compute_chance(missing, view.total - len(own), wild=view.wild)


@cache
def compute_chance(count: int, dice: int, *, wild: bool) -> float:
    """Compute the probability that at least `count` of `dice` dice show a certain face or a wild one."""
    hit = (2 if wild else 1) / 6
    return sum(comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(max(0, count), dice + 1))
