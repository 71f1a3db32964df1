"""Deal the cards, apply moves and count the tricks."""

from __future__ import annotations

from msgspec.structs import replace

from games.core import BadOptions, Outcome, Seat
from games.new_game.events import Played, Taken
from games.new_game.options import Options
from games.new_game.state import CARDS, Play, State
from games.rng import Rng


def setup(seats: int, options: Options, rng: Rng) -> State:
    """Deal the hands. Raises BadOptions."""
    if not 2 <= seats <= 4:
        raise BadOptions("seats", seats=seats)
    cards, count = rng.shuffle(CARDS), options.hand
    return State(
        hands=tuple(tuple(sorted(cards[count * seat : count * (seat + 1)])) for seat in range(seats)),
        deck=cards[count * seats :],
        played=(),
        table=("",) * seats,
        turn=0,
        tricks=(0,) * seats,
    )


def apply(state: State, seat: Seat, move: Play) -> State:
    """Put the card on the table; the last card of a trick decides who takes it."""
    table = tuple(move.card if other == seat else card for other, card in enumerate(state.table))
    after = replace(
        state,
        hands=tuple(
            tuple(card for card in hand if other != seat or card != move.card) for other, hand in enumerate(state.hands)
        ),
        table=table,
        turn=(seat + 1) % len(state.hands),
        events=(Played(seat, move.card),),
    )
    if not all(table):
        return after
    winner = table.index(max(table))
    return replace(
        after,
        played=(*state.played, *table),
        table=("",) * len(table),
        turn=winner,
        tricks=tuple(count + (other == winner) for other, count in enumerate(state.tricks)),
        events=(*after.events, Taken(winner, table[winner])),
    )


def outcome(state: State) -> Outcome | None:
    """Rank the seats by tricks once all hands are empty; equal numbers share a place."""
    if any(state.hands) or any(state.table):
        return None
    places = sorted(set(state.tricks), reverse=True)
    ranking = tuple(tuple(seat for seat, count in enumerate(state.tricks) if count == place) for place in places)
    return Outcome(ranking, state.tricks)
