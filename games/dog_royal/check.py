"""Refuse impossible positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from games.core import HIDDEN, BadNotation
from games.dog_royal.components.boards import ABSENT, GOAL, GOALS, HOME, Place, arms, seating
from games.dog_royal.components.cards import COPIES, FULL_DECK, Card, hand_of
from games.dog_royal.moves import place_name
from games.dog_royal.state import CITIZEN, TURN_LIMIT, State, find_acting_colour, rank_name

_MOST_ROUNDS = TURN_LIMIT
"""Every round has at least one turn."""


def check(state: State) -> None:
    """Check seats, pieces and cards; pieces and cards may be missing. Raises BadNotation."""
    seats, three_on_six = len(state.colours), state.options.three_on_six
    if not 2 <= seats <= 6 or state.colours != seating(seats, three_on_six=three_on_six):
        raise BadNotation(f"colours {state.colours[:9]}: not those of two to six seats")
    by_seat = (len(state.hands), len(state.given), len(state.pieces))
    if by_seat != (seats, seats, arms(seats, three_on_six=three_on_six)):
        raise BadNotation(f"{by_seat} hands, given cards and colours: not those of {seats} seats")
    _check_pieces(state)
    _check_cards(state)
    _check_decision(state)


def _check_pieces(state: State) -> None:
    places = {*range(state.board.length), *range(GOAL + 1, GOAL + GOALS + 1)}
    taken: set[tuple[int, Place]] = set()
    for colour, row in enumerate(state.pieces):
        if len(row) != 4 * (colour in state.colours):
            raise BadNotation(f"{len(row)} pieces of colour {colour}: four of each that is played, none of others")
        if not state.royal and list(row) != sorted(row):
            raise BadNotation(f"pieces of colour {colour} on {row}: not in order")
        for slot, place in enumerate(row):
            if place in (HOME, ABSENT):
                continue
            space = (colour if place > GOAL else -1, place)
            if place not in places or space in taken:
                piece = f"{colour}{rank_name(state, slot)}@{place_name(place)}"
                raise BadNotation(f"{piece!r}: there is no such space, or it is taken")
            taken.add(space)


def _list_cards(state: State) -> Iterator[Card]:
    """List all cards, each once: after the exchange the cards passed are in hands."""
    passed = (card for card in state.given if card) if state.phase == "exchange" else ()
    return chain(state.deck, state.discard, *state.hands, passed)


def _check_cards(state: State) -> None:
    """Check that no card occurs more often than it exists, wherever it is noted."""
    count = Counter(_list_cards(state))
    noted = [card for card in (*state.given, state.last, state.drawn) if card]
    if unknown := (set(count) | set(noted)) - {*COPIES, HIDDEN}:
        raise BadNotation(f"{min(unknown)!r} is no card")
    if many := [card for card, copies in COPIES.items() if count[card] > copies]:
        raise BadNotation(f"{many[0]!r}: there are only {COPIES[many[0]]}")
    if count.total() > len(FULL_DECK):
        raise BadNotation(f"{count.total()} cards: there are {len(FULL_DECK)}")
    if state.last == "=":
        raise BadNotation("'last==': a copy counts as the card that it copies")
    if any(hand != hand_of(hand) for hand in state.hands):
        raise BadNotation("a hand is not in order")


def _check_decision(state: State) -> None:
    """Check who is to decide what."""
    seats, phase = range(state.seats), state.phase
    if state.dealer not in seats or not set(state.dropped) <= set(seats) or len(state.dropped) > len(seats):
        raise BadNotation(f"dealer {state.dealer}, dropped {state.dropped[:9]}: there are seats 0 to {seats[-1]}")
    nobody = state.turn == -1 and phase in ("exchange", "over")
    if not nobody and (state.turn not in seats or phase == "over"):
        raise BadNotation(f"turn={state.turn} in phase={phase}")
    if not 0 <= state.round <= _MOST_ROUNDS or not 0 <= state.turns <= TURN_LIMIT:
        raise BadNotation(f"round={state.round} turns={state.turns}: too many")
    if state.drawer not in (-1, *seats) or (state.drawer >= 0) != bool(state.drawn):
        raise BadNotation(f"drawn={state.drawer}:{state.drawn}: not a seat and its card")
    if phase in ("draw", "jump"):
        row = state.pieces[find_acting_colour(state, state.turn)]
        if state.arrived not in state.board.specials or state.arrived not in row or not state.royal:
            raise BadNotation(f"arrived={state.arrived}: no special space with a piece of the seat to move")
        if phase == "jump" and row[CITIZEN] != state.arrived:
            raise BadNotation(f"arrived={state.arrived}: only a citizen jumps")
    elif state.arrived != -1:
        raise BadNotation(f"arrived={state.arrived} in phase={phase}")
