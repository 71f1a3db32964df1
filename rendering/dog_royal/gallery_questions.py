"""Ask about DOG Royal's pictures, for the gallery."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Seat
from games.dog_royal import GAME
from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.events import Captured, FreeStarted, Jumped, Played
from games.dog_royal.moves import Jump, Move, Play, place_name
from games.dog_royal.state import State, count_pieces_in, rank_name
from games.dog_royal.words import names
from rendering.gallery.answers import Answers, join_items, list_by_seat, name_highest, name_seat


def public(view: State) -> Answers:
    """Ask ten questions about the public picture."""
    captured = [
        f"{name_seat(event.colour)} {_rank(event.rank)}" for event in view.events if isinstance(event, Captured)
    ]
    return (
        *_ask_always(view),
        ("Which round is it?", str(view.round)),
        ("What was the last move: which piece, from where, to where?", _describe_last(view)),
        ("Which piece was captured by it?", join_items(captured)),
        _ask_about_cards(view),
    )


def private(view: State, seat: Seat, moves: Sequence[Move]) -> Answers:
    """Ask ten questions about the picture of a seat with its own hand."""
    targets = {place_name(move.target) for move in moves if isinstance(move, (Play, Jump))}
    usable = {move.card for move in moves if isinstance(move, Play)}
    idle = [card for card in view.hands[seat] if card not in usable]
    return (
        *_ask_always(view),
        ("Which cards are in the hand?", join_items(_card(card) for card in view.hands[seat])),
        ("Whose arm points down?", name_seat(view.colours[seat])),
        ("Which of the cards cannot be played?", join_items(map(_card, idle)))
        if view.phase == "turn"
        else ("How many of the cards are numbers?", str(sum(card[0].isdigit() for card in view.hands[seat]))),
        ("Which spaces are marked as places to go to?", join_items(sorted(targets, key=_rank_place)))
        if targets
        else _ask_about_cards(view),
    )


def more(view: State, seat: Seat | None) -> Answers:
    """Ask further questions, for quizzes: about distances on the track, who leads, and the last move."""
    length = view.board.length
    track = sorted(
        (place, name_piece(view, colour, slot))
        for colour in view.colours
        for slot, place in enumerate(view.pieces[colour])
        if HOME < place < GOAL
    )
    inside = [count_pieces_in(view, colour) for colour in view.colours]
    asked = [("Who has most pieces in the goal, and how many?", name_highest(inside, colours=view.colours))]
    if len(track) > 1:
        for (start, piece), (end, other) in zip(track, (*track[1:], track[0]), strict=True):
            asked.append((f"How far forward is it from the {piece} to the {other}?", str((end - start) % length)))
    for start, piece in track[:2]:
        gates = [view.board.starts[colour] for colour in view.colours]
        far = min((gate - start) % length for gate in gates if gate != start)
        asked.append((f"How far forward is it from the {piece} to the next gate (start space)?", str(far)))
    last = _describe_last(view)
    if seat is not None and last != "none yet":
        asked.append(("What was the last move: which piece, from where, to where?", last))
    return tuple(asked)


def name_piece(view: State, colour: int, slot: int) -> str:
    """Name a piece: "red king"."""
    return f"{name_seat(colour)} {_rank(rank_name(view, slot))}"


def _ask_always(view: State) -> Answers:
    outcome, colours = GAME.outcome(view), view.colours
    if outcome:
        turn = " and ".join(name_seat(colours[seat]) for seat in outcome.winners)
    else:
        acting = GAME.to_act(view)
        everybody = len(acting) == len(colours)
        turn = "everybody's" if everybody else " and ".join(name_seat(colours[seat]) for seat in acting)
    home = [sum(place == HOME for place in view.pieces[colour]) for colour in colours]
    piece, there = _choose_piece(view)
    return (
        ("Who has won?" if outcome else "Whose turn is it?", turn),
        ("How many cards are left in the deck?", str(len(view.deck))),
        ("Which card would = repeat?", _card(view.last) if view.last else "none"),
        (
            "How many pieces has each colour in its goal?",
            list_by_seat([count_pieces_in(view, colour) for colour in colours], colours=colours),
        ),
        ("How many pieces has each colour at home?", list_by_seat(home, colours=colours)),
        (f"Where is the {piece}?", there),
    )


def _ask_about_cards(view: State) -> tuple[str, str]:
    return "How many cards does each seat hold?", list_by_seat([len(hand) for hand in view.hands], colours=view.colours)


def _choose_piece(view: State) -> tuple[str, str]:
    """Choose a piece on the track, or else the first one, and say where it is."""
    standing = [(colour, slot) for colour in view.colours for slot in range(len(view.pieces[colour]))]
    colour, slot = next((at for at in standing if HOME < view.pieces[at[0]][at[1]] < GOAL), standing[0])
    place = view.pieces[colour][slot]
    return name_piece(view, colour, slot), _place(place)


def _place(place: Place) -> str:
    return "at home" if place == HOME else place_name(place)


def _describe_last(view: State) -> str:
    for event in view.events:
        match event:
            case Played(rank=rank, source=source):
                return f"{name_seat(event.colour)} {_rank(rank)} from {_place(source)} to {_place(event.target)}"
            case Jumped(colour=colour, source=source, target=target):
                return f"{name_seat(colour)} citizen from {_place(source)} to {_place(target)}"
            case FreeStarted(colour=colour, rank=rank, place=place):
                return f"{name_seat(colour)} {_rank(rank)} from home to {_place(place)}"
    return "none yet"


def _rank(rank: str) -> str:
    return names.RANK[rank].id.lower()


def _card(card: str) -> str:
    return "copy" if card == "=" else card


def _rank_place(place: str) -> tuple[bool, int]:
    return place.startswith("g"), int(place.removeprefix("g"))
