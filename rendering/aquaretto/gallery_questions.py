"""Ask about Aquaretto's pictures, for the gallery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.aquaretto import GAME
from games.aquaretto import events as e
from games.aquaretto.moves import Move, Place
from games.aquaretto.state import NOBODY, State, Zoo
from games.aquaretto.words.names import ANIMAL
from games.aquaretto.zoo.layout import lines
from games.aquaretto.zoo.tiles import ATTRIBUTE, BABY, COIN, FEMALE, FISH, FLASH, MALE, PLAIN, TYPE
from games.core import Seat
from rendering.gallery.answers import Answers, join_items, list_by_seat, name_highest, name_seat


def public(view: State) -> Answers:
    """Ask ten questions about the public picture."""
    points = [lines(zoo).total for zoo in view.zoos]
    return (
        *_ask_always(view),
        ("What was just done: who, what, where?", _describe_last(view)),
        ("Who leads, with how many points?", name_highest(points)),
        ("How many points has each seat?", list_by_seat(points)),
        ("How many coins has each seat?", list_by_seat([zoo.coins for zoo in view.zoos])),
        ("How many tiles lie in each depot?", list_by_seat([len(zoo.depot) for zoo in view.zoos])),
    )


def private(view: State, seat: Seat, moves: Sequence[Move]) -> Answers:
    """Ask ten questions about a seat's own zoo."""
    zoo = view.zoos[seat]
    basins = Counter(TYPE[tile] for _, tile in zoo.tiles)
    asked = [
        *_ask_always(view),
        ("Whose zoo is it?", name_seat(seat)),
        ("How many coins and how many points has it?", f"{zoo.coins} and {lines(zoo).total}"),
        ("Which animals live there, and how many of each?", _format_counts(basins)),
        ("How many tiles lie in the depot?", str(len(zoo.depot))),
    ]
    if view.hand:
        waiting = Counter(TYPE[tile] for tile in view.hand)
        cells = {move.cell for move in moves if isinstance(move, Place)} - {"depot"}
        asked[-1] = ("Which animals wait to be placed?", _format_counts(waiting))
        asked.append(("How many cells are marked as places for them?", str(len(cells))))
    else:
        asked.append(("How many coworkers work there?", str(_count_coworkers(zoo))))
    return tuple(asked)


def more(view: State, seat: Seat | None) -> Answers:
    """Ask further questions, for quizzes: about the signs on tiles, who leads, and the last move."""
    shown = max(range(len(view.zoos)), key=lambda each: len(view.zoos[each].tiles)) if seat is None else seat
    zoo, where = view.zoos[shown], f"in {name_seat(shown)}'s zoo"
    signs = Counter(ATTRIBUTE[tile] for _, tile in zoo.tiles)
    asked = [
        (f"How many males and how many females live {where}?", f"{signs[MALE]} and {signs[FEMALE]}"),
        (f"How many animals {where} have a fish, and how many a flash?", f"{signs[FISH]} and {signs[FLASH]}"),
        (f"How many babies live {where}?", str(signs[BABY])),
        (f"How many animals live {where}?", str(len(zoo.tiles))),
    ]
    for number, truck in enumerate(view.trucks, 1):
        if truck.tiles and truck.taker == NOBODY:
            load = join_items(_name_animal(tile) + _SIGNS[ATTRIBUTE.get(tile, PLAIN)] for tile in truck.tiles)
            asked.append((f"What lies on truck {number}, with the sign of each tile?", load))
    if seat is not None:
        points = [lines(each).total for each in view.zoos]
        asked.append(("Who leads, with how many points?", name_highest(points)))
        if (last := _describe_last(view)) != "nothing yet":
            asked.append(("What was just done: who, what, where?", last))
    return tuple(asked)


_SIGNS = {PLAIN: "", MALE: " male", FEMALE: " female", FISH: " fish", FLASH: " flash", BABY: " baby"}


def _ask_always(view: State) -> Answers:
    outcome = GAME.outcome(view)
    seats = outcome.winners if outcome else (view.active,)
    taken = [
        f"{number} by {name_seat(truck.taker)}" for number, truck in enumerate(view.trucks, 1) if truck.taker != NOBODY
    ]
    carried = Counter(TYPE.get(tile, COIN) for truck in view.trucks for tile in truck.tiles)
    left = len(view.pile or view.reserve)
    waiting = sum(truck.taker == NOBODY for truck in view.trucks)
    return (
        ("Who has won?" if outcome else "Whose turn is it?", " and ".join(map(name_seat, seats))),
        ("Which round is it?", "the last" if view.last_round and not view.over else str(view.round)),
        (f"How many tiles are left in the {'pile' if view.pile else 'red pile'}?", str(left)),
        ("Which trucks are taken, and by whom?", join_items(taken)),
        ("What lies on the trucks, all together?", _format_counts(carried))
        if carried
        else ("How many empty trucks stand there?", str(waiting)),
    )


def _describe_last(view: State) -> str:
    for event in view.events:
        match event:
            case e.Loaded(seat, tile, truck):
                return f"{name_seat(seat)}: {_name_animal(tile)} onto truck {truck + 1}"
            case e.Took(seat, truck, _, _):
                return f"{name_seat(seat)} takes truck {truck + 1}"
            case e.Placed(seat, tile, cell):
                return f"{name_seat(seat)}: {_name_animal(tile)} onto {cell}"
            case e.Depot(seat, tile):
                return f"{name_seat(seat)}: {_name_animal(tile)} into the depot"
            case e.Moved(seat, tile, cell) | e.Bought(seat, _, tile, cell):
                return f"{name_seat(seat)}: {_name_animal(tile)} from a depot onto {cell}"
            case e.Discarded(seat, tile):
                return f"{name_seat(seat)} discards: {_name_animal(tile)}"
            case e.Expanded(seat, board):
                return f"{name_seat(seat)} builds an expansion at {board.partition('@')[2]}"
    return "nothing yet"


def _name_animal(tile: str) -> str:
    return "coin" if tile == COIN else ANIMAL[TYPE[tile]].id.lower()


def _format_counts(types: Counter[str]) -> str:
    return join_items(f"{count} {_name_animal(type_)}" for type_, count in sorted(types.items()))


def _count_coworkers(zoo: Zoo) -> int:
    return zoo.cashiers + zoo.keepers + zoo.managers + len(zoo.trainers)
