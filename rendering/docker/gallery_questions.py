"""Ask about Docker's pictures, for the gallery."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Seat
from games.docker import GAME
from games.docker.events import Moved
from games.docker.state import COLOURS, ENTRIES, SQUARES, Move, State
from rendering.gallery.answers import Answers, join_items, list_by_seat, name_seat


def public(view: State) -> Answers:
    """Ask ten questions about the public picture."""
    empty = sum(not stack for stack in view.squares)
    return (*_ask_always(view), _ask_about_last(view), ("How many squares are empty?", str(empty)))


def private(view: State, seat: Seat, moves: Sequence[Move]) -> Answers:
    """Ask ten questions about a seat's picture: about its moves, or about the last move once the game is over."""
    if not moves:
        return public(view)
    sources = sorted({move.source or "reserve" for move in moves})
    targets = sorted({move.target for move in moves}, key=SQUARES.index)
    return (
        *_ask_always(view),
        ("Which squares are marked as places to move to?", join_items(targets)),
        ("From where may be moved: which squares, or the reserve?", join_items(sources)),
    )


def more(view: State, seat: Seat | None) -> Answers:
    """Ask further questions, for quizzes: about stacks, the last move, and whose picture it is."""
    tops = [stack[-1] for stack in view.squares if stack]
    stacks = [place for place, stack in enumerate(view.squares) if len(stack) > 1]
    asked = [
        (f"On how many stacks is {_cube(letter)} on top?", str(tops.count(letter)))
        for letter in COLOURS
        if letter in tops
    ]
    for place in stacks[:2]:
        asked.append((f"How high is the stack on {SQUARES[place]}?", str(len(view.squares[place]))))
        asked.append((f"Which cube lies at the bottom of {SQUARES[place]}?", _cube(view.squares[place][0])))
    if seat is None:
        return tuple(asked)
    own = GAME.colours(view.players, view.options)[seat]
    asked.append(("Which colour or colours are yours?", " and ".join(map(name_seat, own))))
    last = _ask_about_last(view)
    return (*asked, last) if last[1] != "none yet" and not view.over else tuple(asked)


def _ask_always(view: State) -> Answers:
    outcome = GAME.outcome(view)
    teams = GAME.colours(view.players, view.options)
    shown = [colour for seat in (outcome.winners if outcome else (view.to_move,)) for colour in teams[seat]]
    turn = " and ".join(map(name_seat, shown))
    heights = [len(stack) for stack in view.squares]
    highest = [square for square, height in zip(SQUARES, heights, strict=True) if height == max(heights) > 0]
    tops = [f"{square} {_cube(stack[-1])}" for square, stack in zip(SQUARES, view.squares, strict=True) if stack]
    entry = SQUARES[ENTRIES[2]]
    there = max((square for square in SQUARES if view.squares[SQUARES.index(square)]), default="", key=SQUARES.index)
    return (
        ("Who has won?" if outcome else "Whose turn is it?", turn),
        ("What does the large die show?", str(view.die)),
        ("Which turn is it?", str(view.turns + (0 if view.over else 1))),
        ("Who is out?", join_items(name_seat(seat) for seat in sorted(view.out))),
        (
            "Which stacks are the highest, and how high?",
            f"{join_items(highest)}: {max(heights)}" if highest else "none",
        ),
        (
            f"What stands on {there}, from the ground up?",
            join_items(map(_cube, view.squares[SQUARES.index(there)])),
        )
        if there
        else (f"Which colour comes in at {entry}?", name_seat(ENTRIES.index(SQUARES.index(entry)))),
        ("How many cubes has each colour in reserve?", list_by_seat(view.reserves)),
        ("Which cube is on top, square by square?", join_items(tops)),
    )


def _ask_about_last(view: State) -> tuple[str, str]:
    asked = "What was the last move: which cube, from where, to where?"
    for event in view.events:
        if isinstance(event, Moved):
            source = "the reserve" if event.source is None else SQUARES[event.source]
            return asked, f"{name_seat(event.colour)} from {source} to {SQUARES[event.target]}"
    return asked, "none yet"


def _cube(letter: str) -> str:
    return name_seat(COLOURS.index(letter))
