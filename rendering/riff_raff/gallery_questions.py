"""Ask about Riff Raff's pictures, for the gallery."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Move, Seat
from games.riff_raff import GAME
from games.riff_raff.loading import ship
from games.riff_raff.loading.settled import KINDS
from games.riff_raff.moves import Aim
from games.riff_raff.state import State
from games.riff_raff.words import names
from rendering.gallery.answers import Answers, join_items, list_by_seat, name_seat

_LOWEST, _UPPER = (5, 6), range(7, 11)
"""The areas of the lowest yard, and of the upper yards, whose cargo cannot be mistaken for cargo on deck."""
_HARDLY = 4.0
"""Degrees of lean up to which it is hardly visible."""


def public(view: State) -> Answers:
    """Ask ten questions about the public picture."""
    left = [sum(supply) for supply in view.supplies]
    fewest = left.index(min(left))
    last, shown = view.last, [number or "none" for number in view.shown]
    order = [name_seat(seat) for seat in view.order]
    return (
        _ask_whose_turn(view),
        ("Which round is it?", str(view.round)),
        ("What was loaded last: by whom, what, on which area?", _describe_last_loading(view)),
        ("How many pieces fell overboard?", str(len(last.falls) if last else 0)),
        ("Who is captain?", name_seat(view.captain)),
        ("How many pieces has each seat left?", list_by_seat(left)),
        (f"Which pieces has {name_seat(fewest)} left?", _list_pieces(view.supplies[fewest])),
        ("By how many degrees does the ship lean, all in all?", f"{names.tilt(view.roll, view.pitch):.0f}"),
        ("On which areas of the upper yards (7 to 10) is cargo?", _list_areas_aloft(view)),
        ("In which order do the seats load?", join_items(order))
        if order
        else ("Which cards lie open?", join_items(f"{name_seat(seat)} {shown[seat]}" for seat in range(view.seats)))
        if any(view.shown) and view.phase != "select"
        else ("How many seats have still to choose?", str(sum(card is None for card in view.chosen))),
    )


def private(view: State, seat: Seat, moves: Sequence[Move]) -> Answers:
    """Ask ten questions about the private picture of a seat. Raises ValueError in a phase without questions."""
    if view.phase == "select":
        return (*_ask_about_ship(view), *_ask_about_hand(view, seat))
    if view.phase == "spot":
        return _ask_about_spots(view, [move.spot for move in moves if isinstance(move, Aim)])
    if view.phase in ("pose", "hands"):
        return (*_ask_about_loading(view), *_ask_about_rest(view, seat))
    if view.phase == "over":
        return (*_ask_about_ship(view), *_ask_about_rest(view, seat))
    raise ValueError(f"no questions about the phase {view.phase}")


def more(view: State, seat: Seat | None) -> Answers:
    """Ask further questions, for quizzes: about what fell, who leads, and what private pictures say of the others."""
    left = [sum(supply) for supply in view.supplies]
    asked = [("Who leads (fewest pieces left), and with how many?", _name_fewest(left))]
    if seat is None:
        fell = view.last.falls if view.last else ()
        kinds = join_items(sorted(names.KIND[one.kind].id for one in fell))
        return (*asked, ("Which kinds of pieces fell with the last loading?", kinds))
    asked.append(("Which colour is yours?", name_seat(seat)))
    asked.append(("How many pieces has each seat left?", list_by_seat(left)))
    if view.phase not in ("pose", "hands"):  # it is one of the ten there
        asked.append(("What was loaded last: by whom, what, on which area?", _describe_last_loading(view)))
    if view.order:
        asked.append(("In which order do the seats load?", join_items(map(name_seat, view.order))))
    return tuple(asked)


def _name_fewest(left: Sequence[int]) -> str:
    best = min(left)
    return f"{' and '.join(name_seat(seat) for seat, count in enumerate(left) if count == best)}, {best}"


def _ask_about_ship(view: State) -> Answers:
    used = {piece.area for piece in view.cargo}
    aloft = {piece.kind for piece in view.cargo if piece.area in _UPPER}
    kinds = [names.KIND[kind].id for kind in KINDS if kind in aloft]
    return (
        _ask_whose_turn(view),
        ("On which areas of the upper yards (7 to 10) is cargo?", _list_areas_aloft(view)),
        ("Which kinds of cargo are on the upper yards?", join_items(kinds)),
        ("Is there any cargo on the lowest yard (5 and 6)?", "yes" if used.intersection(_LOWEST) else "no"),
        ("Is there any cargo on deck?", "yes" if used.difference(_LOWEST, _UPPER) else "no"),
        ("Does the ship lean to port, to starboard, or hardly?", _name_lean(view.roll)),
    )


def _name_lean(roll: float) -> str:
    if abs(roll) < _HARDLY:
        return "hardly"
    return "to port" if roll > 0 else "to starboard"


def _ask_about_hand(view: State, seat: Seat) -> Answers:
    hand = [card for card in view.hands[seat] if isinstance(card, int)]
    return (
        ("Which cards are in the hand?", join_items(map(str, hand))),
        ("Which cards have been played?", join_items(str(card) for card in range(1, 11) if card not in hand)),
        ("Which is the highest card in the hand?", str(max(hand))),
        ("Has a card been chosen?", "no" if view.chosen[seat] is None else "yes"),
    )


def _ask_about_rest(view: State, seat: Seat) -> Answers:
    supply = view.supplies[seat]
    who = "the winner" if view.phase == "over" else name_seat(seat)
    return (
        (f"Which pieces has {who} left?", _list_pieces(supply)),
        (f"How many pieces has {who} left?", str(sum(supply))),
        (
            f"Which kinds has {who} used up?",
            join_items(names.KIND[kind].id for kind, count in zip(KINDS, supply, strict=True) if not count),
        ),
        (f"How many crates has {who} left?", str(supply[0])),
    )


def _ask_about_loading(view: State) -> Answers:
    loading = view.loading
    return (
        _ask_whose_turn(view),
        ("Which round is it?", str(view.round)),
        ("Is it the deck or a yard that is loaded?", "deck" if ship.is_deck(view.area) else "yard"),
        ("What is being loaded?", names.KIND[loading.kind].id if loading and loading.kind else "nothing"),
        ("Which spot is chosen?", loading.spot if loading and loading.spot else "none"),
        ("What was loaded last: by whom, what, on which area?", _describe_last_loading(view)),
    )


def _ask_about_spots(view: State, legal: Sequence[str]) -> Answers:
    area = view.area
    labels = ship.spots(area)
    columns, rows = sorted({spot[0] for spot in labels}), sorted({spot[1] for spot in labels})
    free = sorted({spot[0] for spot in legal})
    open_rows = sorted({spot[1] for spot in legal})
    here = [names.KIND[piece.kind].id for piece in view.cargo if piece.area == area]
    kind = view.loading.kind if view.loading else None
    return (
        _ask_whose_turn(view),
        ("Is it the deck or a yard that is loaded?", "deck" if ship.is_deck(area) else "yard"),
        ("Which area is it?", str(area)),
        ("What is being loaded?", names.KIND[kind].id if kind else "nothing"),
        ("Which columns are there?", f"{columns[0]} to {columns[-1]}"),
        ("Which rows are there?", f"{rows[0]} to {rows[-1]}"),
        ("Which columns have a spot that may be chosen (a large dot)?", join_items(free)),
        ("Which rows have one?", join_items(open_rows)),
        ("Which pieces are already there?", join_items(sorted(here))),
        ("Is a spot chosen already?", "yes" if view.loading and view.loading.spot else "no"),
    )


def _ask_whose_turn(view: State) -> tuple[str, str]:
    outcome = GAME.outcome(view)
    if outcome:
        return "Who has won?", " and ".join(map(name_seat, outcome.winners))
    match view.phase:
        case "select":
            return "What is to be decided?", "everybody chooses a card"
        case "captain" | "order":
            return "Who has to decide?", name_seat(view.captain)
        case "spot":
            return "What is to be decided?", "the spot"
    return "Who loads, and which area?", f"{name_seat(view.order[view.turn])}, area {view.area}"


def _describe_last_loading(view: State) -> str:
    last = view.last
    if last is None or last.loading.kind is None:
        return "nothing yet"
    return f"{name_seat(last.seat)}: {names.KIND[last.loading.kind].id}, area {last.area}"


def _list_pieces(supply: Sequence[int]) -> str:
    return join_items(f"{count} {names.KIND[kind].id}" for kind, count in zip(KINDS, supply, strict=True) if count)


def _list_areas_aloft(view: State) -> str:
    return join_items(str(area) for area in _UPPER if any(piece.area == area for piece in view.cargo))
