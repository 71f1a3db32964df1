"""Roll the dice, apply bids and doubts, and find the winner."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.core import BadOptions, Outcome, Seat
from games.rng import Rng
from slowboat_liars_dice.events import Lifted, Lost, Made
from slowboat_liars_dice.options import Options
from slowboat_liars_dice.state import FACES, WILD, Bid, Doubt, Face, Move, State


def setup(seats: int, options: Options, rng: Rng) -> State:
    """Roll everybody's dice. Raises BadOptions."""
    if not 2 <= seats <= 6:
        raise BadOptions("seats", seats=seats)
    return State(dice=roll([options.dice] * seats, rng), bid=None, bidder=-1, turn=0, wild=options.wild, out=())


def roll(counts: Sequence[int], rng: Rng) -> tuple[tuple[Face, ...], ...]:
    """Roll the given number of dice for each seat, each seat's in ascending order."""
    return tuple(tuple(sorted(rng.choice(FACES) for _ in range(count))) for count in counts)


def apply(state: State, seat: Seat, move: Move, rng: Rng) -> State:
    """Record the bid; or lift the cups, take a die from the loser, and roll for the next round."""
    match move:
        case Bid(count, face):
            made = Made(seat, count, face)
            return replace(state, bid=move, bidder=seat, turn=_next_with_dice(state, seat), events=(made,))
        case Doubt():
            return _lift(state, seat, rng)


def count_dice(dice: Sequence[Sequence[Face]], face: Face, *, wild: bool) -> int:
    """Count the dice that show a face, wild ones included."""
    return sum(shown == face or (wild and shown == WILD) for hand in dice for shown in hand)


def outcome(state: State) -> Outcome | None:
    """Rank the seats: the last one with dice has won; the others follow, beginning with the last to go out."""
    if not state.is_over:
        return None
    winner = next(seat for seat, hand in enumerate(state.dice) if hand)
    return Outcome(((winner,), *((seat,) for seat in reversed(state.out))))


def _lift(state: State, seat: Seat, rng: Rng) -> State:
    bid = state.bid
    if bid is None:
        raise ValueError("there is no bid to doubt")
    found = count_dice(state.dice, bid.face, wild=state.wild)
    loser = seat if found >= bid.count else state.bidder
    counts = [len(hand) - (other == loser) for other, hand in enumerate(state.dice)]
    out = state.out if counts[loser] else (*state.out, loser)
    after = replace(
        state,
        dice=roll(counts, rng),
        bid=None,
        bidder=-1,
        out=out,
        events=(
            Lifted(seat, state.bidder, bid.count, bid.face, found, state.dice),
            Lost(loser, counts[loser]),
        ),
    )
    return replace(after, turn=loser if counts[loser] else _next_with_dice(after, loser))


def _next_with_dice(state: State, seat: Seat) -> Seat:
    seats = len(state.dice)
    return next(other % seats for other in range(seat + 1, seat + seats) if state.dice[other % seats])
