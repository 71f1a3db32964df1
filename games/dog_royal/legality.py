"""List the moves that a player might wish to make, and find the reason why a move is not legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import HIDDEN, IllegalMove
from games.dog_royal.choices import legal_moves, legal_plays, occupant
from games.dog_royal.components.boards import GOAL, GOALS, HOME, Place
from games.dog_royal.components.cards import BACKWARD, KING_WALKS, START, STEPS, Card
from games.dog_royal.moves import Move, Play, place_name
from games.dog_royal.state import KING, KNIGHT, RANKS, State, find_acting_colour, is_protected, rank_name


def explain_refusal(state: State, seat: int, code: str) -> IllegalMove:
    """Find the reason why `code` is not among the legal moves of `seat`."""
    found = find_obstacles(state, seat, code) if state.phase == "turn" and seat == state.turn else None
    reason, about = found or (_find_reason(state, seat, code), ())
    return IllegalMove(code, reason, about=about)


def _find_reason(state: State, seat: int, code: str) -> str:
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


def find_obstacle(state: State, seat: int, card: Card) -> str:
    """Find the reason why `seat` cannot play `card` in this position; "" if it can.

    The reasons: `no_copy`, `alone`, `directly_behind`, `no_swap`, `nobody_out`, `start_taken`, `king_only`, `blocked`.
    """
    if legal_plays(state, seat, hand=(card,)):
        return ""
    effective = state.last if card == "=" else card
    if not effective:
        return "no_copy"
    own = state.pieces[find_acting_colour(state, seat)]
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


def list_wishes(view: State, seat: int) -> Sequence[Move]:
    """List the plays a seat might wish for: each card with each piece and target that the card allows by itself."""
    if view.phase != "turn":
        return legal_moves(view, seat)
    colour = find_acting_colour(view, seat)
    pieces = dict.fromkeys((rank_name(view, slot), place) for slot, place in enumerate(view.pieces[colour]))
    found: list[Move] = []
    for card in dict.fromkeys(view.hands[seat]):
        effective = view.last if card == "=" else card
        if card == HIDDEN or not effective:
            continue
        for rank, place in pieces:
            targets = _list_targets(view, colour, place, effective)
            found += [Play(card, rank, place, target) for target in dict.fromkeys(targets)]
    return found


def _list_targets(view: State, colour: int, place: Place, card: Card) -> Iterator[Place]:
    """Yield the places to which a card would take a piece of the colour if nothing were in the way."""
    board = view.board
    if place == HOME:
        if card in START:
            yield board.starts[colour]
        return
    if place > GOAL:
        yield from (place + n for n in STEPS.get(card, ()) if place + n <= GOAL + GOALS)
        return
    if place < 0:
        return
    entry = (board.starts[colour] - place) % board.length
    for n in STEPS.get(card, ()):
        yield (place + n) % board.length
        if 0 < entry < n <= entry + GOALS:
            yield GOAL + n - entry
    if card == str(BACKWARD):
        yield (place - BACKWARD) % board.length
    if card == "swap":
        others = [row for other, row in enumerate(view.pieces) if other != colour]
        yield from sorted(other for row in others for other in row if 0 <= other < GOAL)
    if card == "magnet":
        ahead = [n for n in range(1, board.length) if occupant(view, (place + n) % board.length)]
        yield from ((place + n - 1) % board.length for n in ahead[:1])


def find_obstacles(state: State, seat: int, code: str) -> tuple[str, tuple[str, ...]] | None:
    """Find the rule that a play of a card in hand breaks, and the places it is about; None for other codes.

    The reasons: `start_occupied`, `goal_taken`, `protected`, `protected_way`,
    `higher_rank`, `king_safe`, `king_walk`, `swap_protected`, `directly_behind`.
    """
    play = next((move for move in list_wishes(state, seat) if move.code == code), None)
    if not isinstance(play, Play):
        return None
    colour = find_acting_colour(state, seat)
    here, there = name_spot(colour, play.source), name_spot(colour, play.target)
    if play.source == HOME:
        return "start_occupied", (there,)
    card = state.last if play.card == "=" else play.card
    if card in ("swap", "magnet"):
        return _judge_special(state, card, play, here, there)
    if play.source > GOAL:
        return "goal_taken", (here, *_list_between(state, colour, play.source + 1, play.target))
    return _judge_walk(state, colour, play, card)


def name_spot(colour: int, place: Place) -> str:
    """Name a place for pictures: a track space by its number, home and goal with the colour they belong to."""
    return place_name(place) if 0 <= place < GOAL else f"{colour}:{place_name(place)}"


def _list_between(state: State, colour: int, first: Place, last: Place) -> list[str]:
    """Name the goal spaces from first to last that a piece of the colour occupies."""
    return [name_spot(colour, place) for place in range(first, last + 1) if place in state.pieces[colour]]


def _judge_special(state: State, card: Card, play: Play, here: str, there: str) -> tuple[str, tuple[str, ...]]:
    """Explain why a swap or a magnet cannot move a piece."""
    if card == "magnet":
        return "directly_behind", (here,)
    owners = [colour for colour, row in enumerate(state.pieces) for place in row if place == play.source]
    guarded = any(is_protected(state, colour, play.source) for colour in owners)
    return "swap_protected", (here if guarded else there,)


def _judge_walk(state: State, colour: int, play: Play, card: Card) -> tuple[str, tuple[str, ...]] | None:
    """Find the first thing in the way of a walk on the track."""
    board, here = state.board, name_spot(colour, play.source)
    backward = card == str(BACKWARD) and play.target == (play.source - BACKWARD) % board.length
    entry = (board.starts[colour] - play.source) % board.length
    enters = play.target > GOAL
    walked = entry if enters else BACKWARD if backward else (play.target - play.source) % board.length
    slot = RANKS.index(play.rank) if state.royal else -1
    if (
        state.royal
        and slot == KING
        and not backward
        and (entry + play.target - GOAL if enters else walked) > KING_WALKS
    ):
        return "king_walk", (here,)
    green = backward or card == "10" or (card == "4" and state.options.plus4_green)
    for n in range(1, walked + (1 if enters else 0)):
        space = (play.source + (-n if backward else n)) % board.length
        found = occupant(state, space)
        if found is None:
            continue
        if is_protected(state, found[0], space) and not (state.royal and slot == KNIGHT):
            return "protected_way", (here, name_spot(colour, space))
        if state.royal and not green and slot > found[1]:
            return "higher_rank", (here, name_spot(colour, space))
    if enters:
        return "goal_taken", (here, *_list_between(state, colour, GOAL + 1, play.target))
    found = occupant(state, play.target)
    if found is None:
        return None
    if is_protected(state, found[0], play.target):
        return "protected", (here, name_spot(colour, play.target))
    return "king_safe", (here, name_spot(colour, play.target))
