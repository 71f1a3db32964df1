"""Helpers for the tests of DOG Royal: play games and check invariants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.dog_royal import GAME
from games.dog_royal.components.boards import ABSENT, GOAL
from games.dog_royal.components.cards import COPIES
from games.dog_royal.events import Drew
from games.dog_royal.moves import Jump, Move, place_name
from games.dog_royal.options import Options
from games.dog_royal.state import BASE_RANK, RANKS, State, count_pieces_per_colour
from games.rng import Rng

OPTIONS = (
    *(
        Options(mode=mode, **extra)
        for mode in ("base", "royal")
        for extra in (
            {},
            {"short": "two_out"},
            {"short": "three_pieces", "solo": True},
            {"three_on_six": True, "magnet_zero": True},
            {"draw_optional": True, "plus4_green": False, "jester_in_goal": True},
            {"round_limit": 5, "king_exception_any_arrival": False, "talk": "open"},
        )
    ),
)
"""Option sets that together use every option in both modes."""


def dice(seed: int, purpose: str = "test") -> Rng:
    return Rng(seed.to_bytes(32, "big"), purpose, 0)


def check_invariants(state: State) -> None:
    """Assert S26: all cards and all pieces are there, each piece on its own space."""
    cards = Counter(state.deck)
    cards.update(state.discard)
    for hand in state.hands:
        cards.update(hand)
    if state.phase == "exchange":
        cards.update(card for card in state.given if card)
    assert cards == COPIES
    for colour, row in enumerate(state.pieces):
        assert len(row) == (4 if colour in state.colours else 0)
        assert row.count(ABSENT) == (4 - count_pieces_per_colour(state.options) if row else 0)
        inside = [place for place in row if place > GOAL]
        assert len(set(inside)) == len(inside)
    track = [place for row in state.pieces for place in row if 0 <= place < GOAL]
    assert len(set(track)) == len(track)
    assert all(place < state.board.length for place in track)


def playout(seats: int, options: Options, seed: int) -> Iterator[tuple[State, int, Move | None]]:
    """Yield the states of a random game, each with the seat and the move that led to it. Some exchanges are revised."""
    rng, chance = dice(seed, "choice"), dice(seed, "chance")
    state = GAME.setup(seats, options, chance)
    yield state, -1, None
    while GAME.outcome(state) is None:
        free = GAME.to_act(state)
        if (again := GAME.may_revise(state)) and not rng.below(8):
            free = again
        seat = rng.choice(free)
        move = rng.choice(GAME.legal_moves(state, seat))
        state = GAME.apply(state, seat, move, chance)
        yield state, seat, move


def some_states(count: int, *, every: int = 37) -> Iterator[tuple[State, int]]:
    """Yield numbered states from random games with all numbers of seats and all option sets."""
    number = 0
    seed = 0
    while number < count:
        options = OPTIONS[seed % len(OPTIONS)]
        for ply, (state, _, _) in enumerate(playout(2 + seed % 5, options, seed)):
            if ply % every == seed % every or (ply < 12 and ply % 2):
                yield state, number
                number += 1
                if number == count:
                    return
            if ply > 400:
                break
        seed += 1


def play(state: State, *codes: str, seed: int = 1) -> State:
    """Apply codes written as in a record: `0 give/7`."""
    rng = dice(seed)
    for ply in codes:
        seat, code = ply.split()
        state = GAME.apply(state, int(seat), GAME.parse(state, int(seat), code), rng)
    return state


def codes(state: State, seat: int) -> list[str]:
    return [move.code for move in GAME.legal_moves(state, seat)]


def results(state: State, seat: int) -> list[str]:
    """List all legal results in the notation of the rules' table 12.1, including a citizen's jump."""
    found = []
    for move in GAME.legal_moves(state, seat):
        after = GAME.apply(state, seat, move, dice(0))
        drawn = any(isinstance(event, Drew) for event in after.events)
        ends = [after]
        if after.phase == "jump":
            jumps = [follow for follow in GAME.legal_moves(after, seat) if isinstance(follow, Jump)]
            assert len(jumps) == 1
            ends.append(GAME.apply(after, seat, jumps[0], dice(0)))
        found += [_change(state, end) + (" +1" if drawn else "") for end in ends]
    return found


def _change(before: State, after: State) -> str:
    """Describe the changes on the board, by colour."""
    changes = []
    for colour, (old, new) in enumerate(zip(before.pieces, after.pieces, strict=True)):
        if before.royal:
            moved = [(RANKS[k], a, b) for k, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        else:
            gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
            moved = [(BASE_RANK, a, b) for a, b in zip(gone.elements(), come.elements(), strict=True)]
        changes += [f"{colour}{rank}:{place_name(a)}>{place_name(b)}" for rank, a, b in moved]
    return " ".join(changes)
