"""List the legal moves of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.core import HIDDEN
from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.components.cards import Card
from games.dog_royal.dealing import list_gifts
from games.dog_royal.moves import (
    Decline,
    Drop,
    Jump,
    Move,
    Pieces,
    Play,
    Start,
    Stay,
    Take,
    list_all_plays,
)
from games.dog_royal.options import Options
from games.dog_royal.state import CITIZEN, RANKS, State, find_acting_colour


@lru_cache(maxsize=64)
def list_plays(options: Options, question: tuple[Pieces, int, tuple[Card, ...], Card]) -> tuple[Play, ...]:
    """List the legal plays of a hand, one for each result, by card, piece and target.

    `question`: all pieces, the colour that moves, the hand, and the card played last. Identical cards and identical
    pieces count once. The result is cached, because `apply` asks whether the next seat has a play, and then the menus
    ask for the same plays. The cache is small, so that it stays in the processor's caches.
    """
    pieces, colour, hand, last = question
    plays = list_all_plays(options, pieces, colour=colour, hand=hand, last=last)
    if options.mode == "royal":
        return plays
    # In the base game, capturing a piece of one's own colour always gives the same position: the piece takes the
    # place of the captured piece, which goes home. The first such play of a card and piece stands for all.
    found: list[Play] = []
    seen: set[tuple[Card, Place]] = set()
    for play in plays:
        if play.target != play.source and play.target < GOAL and play.target in pieces[colour]:
            if (play.card, play.source) in seen:
                continue
            seen.add((play.card, play.source))
        found.append(play)
    return tuple(found)


def legal_plays(state: State, seat: int, *, hand: tuple[Card, ...] | None = None) -> tuple[Play, ...]:
    """List the legal plays of the seat's hand, or of another `hand` in its place."""
    if hand is None:
        hand = state.hands[seat]
    return list_plays(state.options, (state.pieces, find_acting_colour(state, seat), hand, state.last))


def occupant(state: State, place: Place) -> tuple[int, int] | None:
    """Return colour and slot of the piece on a track space, or None."""
    for row in state.pieces:
        if place in row:
            return state.pieces.index(row), row.index(place)
    return None


def jump_target(state: State, space: Place) -> Place | None:
    """Return the next free special space clockwise from `space` if a citizen stands there, otherwise None (8.7)."""
    if not (state.royal and any(row and row[CITIZEN] == space for row in state.pieces)):
        return None
    specials = state.board.specials
    here = specials.index(space)
    onward = specials[here + 1 :] + specials[:here]
    return next((other for other in onward if occupant(state, other) is None), None)


def legal_moves(state: State, seat: int) -> Sequence[Move]:
    """List the legal moves of `seat` in menu order."""
    if state.phase == "exchange":
        return list_gifts(state, seat)
    if seat != state.turn:
        return ()
    match state.phase:
        case "turn":
            return legal_plays(state, seat)
        case "start":
            row = state.pieces[state.colours[seat]]
            return tuple(Start(RANKS[slot]) for slot, place in enumerate(row) if place == HOME)
        case "draw":
            return (Take(), Decline())
        case "jump":
            target = jump_target(state, state.arrived)
            return (Stay(),) if target is None else (Jump(target), Stay())
        case "discard" | "discard_again":
            return tuple(Drop(card) for card in dict.fromkeys(state.hands[seat]) if card != HIDDEN)
        case _:
            return ()


def list_former_moves(state: State, seat: int) -> Sequence[Move]:
    """List moves that are no longer legal but occur in logs of releases up to 0.2.

    Those releases listed several plays with the same result, and let a citizen jump without drawing.
    """
    if seat != state.turn:
        return ()
    if state.phase == "draw":
        return (Decline(keeps_jump=True),)
    if state.phase == "turn":
        return list_all_plays(
            state.options,
            state.pieces,
            colour=find_acting_colour(state, seat),
            hand=state.hands[seat],
            last=state.last,
        )
    return ()
