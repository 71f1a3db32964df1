"""What may be decided now, and why a card cannot be played."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import HIDDEN
from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.components.cards import KING_WALKS, START, STEPS, Card, hand_of
from games.dog_royal.moves import AnyMove, Drop, Give, Jump, Play, Start, Stay, Take, list_plays
from games.dog_royal.state import CITIZEN, KING, RANKS, State, acting_colour


def legal_plays(state: State, seat: int, *, hand: tuple[Card, ...] | None = None) -> tuple[Play, ...]:
    """Every legal play of the seat's hand, or of another hand in its place."""
    return list_plays(
        state.options,
        state.pieces,
        colour=acting_colour(state, seat),
        hand=state.hands[seat] if hand is None else hand,
        last=state.last,
    )


def occupant(state: State, place: Place) -> tuple[int, int] | None:
    """Colour and slot of the piece on a track space."""
    for colour, row in enumerate(state.pieces):
        if place in row:
            return colour, row.index(place)
    return None


def jump_target(state: State, space: Place) -> Place | None:
    """The next free special space clockwise from `space`, if a citizen stands there (8.7)."""
    if not (state.royal and any(row and row[CITIZEN] == space for row in state.pieces)):
        return None
    specials = state.board.specials
    here = specials.index(space)
    onward = specials[here + 1 :] + specials[:here]
    return next((other for other in onward if occupant(state, other) is None), None)


def legal_moves(state: State, seat: int) -> Sequence[AnyMove]:
    """What `seat` may do now, in the order a menu shows it."""
    if state.phase == "exchange":
        cards = (*state.hands[seat], state.given[seat]) if state.given[seat] else state.hands[seat]
        return tuple(Give(card) for card in dict.fromkeys(hand_of(cards)) if card != HIDDEN)
    if seat != state.turn:
        return ()
    match state.phase:
        case "turn":
            return legal_plays(state, seat)
        case "start":
            row = state.pieces[state.colours[seat]]
            return tuple(Start(RANKS[slot]) for slot, place in enumerate(row) if place == HOME)
        case "draw":
            return (Take(True), Take(False))
        case "jump":
            target = jump_target(state, state.arrived)
            return (Stay(),) if target is None else (Jump(target), Stay())
        case "discard" | "discard_again":
            return tuple(Drop(card) for card in dict.fromkeys(state.hands[seat]) if card != HIDDEN)
        case _:
            return ()


def find_obstacle(state: State, seat: int, card: Card) -> str:
    """The reason why `seat` can do nothing with `card` in this position; "" where it can.

    `no_copy`, `alone`, `directly_behind`, `no_swap`, `nobody_out`, `start_taken`, `king_only`, `blocked`.
    """
    if legal_plays(state, seat, hand=(card,)):
        return ""
    effective = state.last if card == "=" else card
    if not effective:
        return "no_copy"
    own = state.pieces[acting_colour(state, seat)]
    tracked = [slot for slot, place in enumerate(own) if 0 <= place < GOAL]
    king_only = state.royal and tracked == [KING] and effective in STEPS and min(STEPS[effective]) > KING_WALKS
    if effective in START and HOME in own and not king_only:
        return "start_taken"
    if not tracked and not (effective in STEPS and any(place > GOAL for place in own)):
        return "nobody_out"
    if effective == "swap":
        return "no_swap"
    if effective == "magnet":
        pieces_out = sum(0 <= place < GOAL for row in state.pieces for place in row)
        return "alone" if pieces_out == 1 else "directly_behind"
    if king_only:
        return "king_only"
    return "blocked"


def explain_refusal(state: State, seat: int, code: str) -> str:
    """The reason why `code` is not among the legal moves of `seat`, for `IllegalMove`."""
    kind, slash, _ = code.rpartition("/")
    if state.phase == "over":
        return "over"
    if not legal_moves(state, seat):
        return "not_your_turn"
    if code in ("pass", "no") and state.phase in ("turn", "discard", "discard_again"):
        return "must_play"
    if state.phase == "turn" and slash and kind in state.hands[seat]:
        return find_obstacle(state, seat, kind) or "not_with_this_card"
    if state.phase == "turn" and slash and kind not in ("give", "start", "jump", "drop"):
        return "not_in_hand"
    if kind in ("give", "drop") and any(move.code.startswith(f"{kind}/") for move in legal_moves(state, seat)):
        return "not_in_hand"
    return "not_legal"
