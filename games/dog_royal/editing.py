"""Correct a position of DOG Royal: pieces, and whose turn it is. Cards stay where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.core import Editor, IllegalMove
from games.dog_royal.components.boards import ABSENT, GOAL, GOALS, HOME, Place
from games.dog_royal.moves import place_name
from games.dog_royal.play import pass_turn
from games.dog_royal.scoring import find_winners
from games.dog_royal.state import BASE_RANK, RANKS, State, rank_name
from games.editing import list_turns, read_turn
from games.rng import Rng


class DogRoyalEditor(Editor[State]):
    """Moves pieces to free places. The player who is next then decides, drops out or discards as their hand allows."""

    def list_edits(self, view: State) -> Sequence[str]:
        if view.phase != "turn":
            return ()
        found = dict.fromkeys(
            f"{colour}{rank_name(view, slot)}@{place_name(place)}>{place_name(target)}"
            for colour, row in enumerate(view.pieces)
            for slot, place in enumerate(row)
            if place != ABSENT
            for target in _list_targets(view, colour, place)
        )
        holding = [seat for seat, hand in enumerate(view.hands) if hand and seat != view.turn]
        return [*found, *list_turns(holding)]

    def edit(self, state: State, code: str) -> State:
        if (seat := read_turn(code)) is not None:
            return replace(state, turn=seat)
        colour, rank, source, target = read_edit(code)
        row = [*state.pieces[colour]]
        row[row.index(source) if rank == BASE_RANK else RANKS.index(rank)] = target
        if rank == BASE_RANK:
            row.sort()
        pieces = [*state.pieces]
        pieces[colour] = tuple(row)
        return replace(state, pieces=tuple(pieces))

    def go_on(self, state: State, rng: Rng) -> State:
        if find_winners(state) is not None:
            raise IllegalMove("", "dead_end")
        return pass_turn(replace(state, turn=(state.turn - 1) % state.seats, turns=state.turns - 1), rng, [])


def _list_targets(view: State, colour: int, source: Place) -> Iterator[Place]:
    """List the places to which a piece can be put: home, and the free spaces of the track and of its goal."""
    taken = {place for row in view.pieces for place in row if place < GOAL}
    if source != HOME:
        yield HOME
    yield from (place for place in range(view.board.length) if place not in taken)
    yield from (place for place in range(GOAL + 1, GOAL + GOALS + 1) if place not in view.pieces[colour])


def read_edit(code: str) -> tuple[int, str, Place, Place]:
    """Read the colour, the rank and the two places of a change."""
    piece, _, places = code.partition("@")
    source, target = map(_read_place, places.split(">"))
    return int(piece[0]), piece[1], source, target


def _read_place(name: str) -> Place:
    return HOME if name == "h" else GOAL + int(name[1:]) if name.startswith("g") else int(name)
