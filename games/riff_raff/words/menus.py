"""The labels of moves and corrections with their signs, the questions they answer, and warnings before a move."""

from __future__ import annotations

from typing import Any

from games.core import Seat
from games.editing import name_turn, read_turn
from games.riff_raff import standin
from games.riff_raff.editing import OFF
from games.riff_raff.loading import geometry, ship
from games.riff_raff.loading.settled import Settled
from games.riff_raff.moves import Aim, Announce, Grip, NameCaptain, Order, PlayCard, Pose, Reach, Take
from games.riff_raff.state import Loading, State, ends_selection
from games.riff_raff.words import names
from games.text import N, Player, T, Text

STEEP, SLIDING = 12.0, 20.0
"""Tilts at rest, in degrees, from which to warn and from which everything slides."""


def name(view: State, seat: Seat, move: Any) -> tuple[Text, ...]:
    """Name a move so that it is clear without its menu: name the area of a card, which its short button leaves out."""
    if isinstance(move, PlayCard):
        return (T("Card {card}: {place}", card=move.card, place=names.PLACE[move.card]),)
    return menu(view, seat, move)


def menu(view: State, seat: Seat, move: Any) -> tuple[Text, ...]:
    """Name a move by a path of labels, from the general to the particular."""
    match move:
        case PlayCard(card):
            return (T("Card {card}", card=card),)
        case NameCaptain(captain):
            return (T("Captain: {player}", player=Player(captain)),)
        case Order(seats):
            return (T("In this order: {players}", players=names.order(seats)),)
        case Announce(count):
            return (N("Load {count} piece", "Load {count} pieces", count),)
        case Take(kind):
            return (T("{kind} ({weight})", kind=names.piece(kind), weight=names.weight(kind)),)
        case Aim(spot):
            return names.column(spot), names.spot(view.area, spot)
        case Pose(pose, turn):
            return names.POSE[pose], names.turn(turn)
        case Grip():
            return (names.grip(view.options.catch_mode, move),)
        case Reach(sector):
            return (T("Reach out: {sector}", sector=names.SECTOR[sector]),)
        case Settled():
            return (T("the ship comes to rest"),)
    return (T("the loading could not be calculated"),)


def prompt(view: State, seat: Seat) -> Text:
    """Ask the seat for its decision."""
    area = names.area(view.area) if view.area else T("nothing")
    match view.phase:
        case "select" if view.chosen[seat] is not None:
            return T("You can change your card until everybody has chosen.")
        case "select":
            return T("Choose a card: its number is the area you will load.")
        case "captain":
            return T("The highest card is tied. Who becomes captain?")
        case "order":
            return T("You are captain. In which order do the tied players load?")
        case "announce":
            return T("Area {area}: how many pieces do you announce? Your answer is binding.", area=area)
        case "piece" if view.loaded:
            return T("Area {area}: which piece do you load second?", area=area)
        case "piece":
            return T("Area {area}: which piece do you load?", area=area)
        case "spot":
            return T("Area {area}: where do you put the piece?", area=area)
        case "pose":
            return T("How does the piece lie or hang, and how far is it turned?")
        case "hands":
            return T("Do you load with both hands or with one?")
        case "catch":
            return T("The ship heels! Where do you reach out?")
        case "settle":
            return T("The ship is rocking.")
    return T("The game is over.")


def warnings(view: State, seat: Seat, move: Any) -> tuple[Text, ...]:
    """Warn of a binding announcement, of the lean at rest (B2) and of the edge, without physics."""
    if isinstance(move, PlayCard) and ends_selection(view, seat):
        return (T("Everybody else has chosen: this is final."),)
    out = []
    loading = view.loading
    if isinstance(move, Announce) and move.count == 2:
        out.append(T("If you announce two pieces and the first holds, you must load the second on the same area."))
    if loading is None or loading.kind is None:
        return tuple(out)
    spot = move.spot if isinstance(move, Aim) else loading.spot
    if isinstance(move, Aim | Grip) and spot:
        x, y = ship.spot_point(view.area, spot)
        grams = standin.mass(view, loading.kind)
        tilt = standin.trim(view).plus(grams, x, y, ship.surface(view.area) + 1.0).tilt()
        if tilt > SLIDING:
            out.append(T("Judging by weight alone, the ship will lean so steeply that everything slides."))
        elif tilt > STEEP:
            out.append(T("Judging by weight alone, the ship will lean steeply."))
    if isinstance(move, Pose) and not _is_over_area(view, loading, move):
        out.append(T("The centre of the piece is beyond the edge: it will probably fall."))
    return tuple(out)


def _is_over_area(view: State, loading: Loading, move: Pose) -> bool:
    """Whether the centre of mass is above the area's surface."""
    assert loading.kind is not None  # noqa: S101 - a pose is chosen after the piece
    x, y = ship.spot_point(view.area, loading.spot)
    outline = geometry.standard_shape(loading.kind, move.pose, move.turn)
    x, y = x + outline.origin[0], y + outline.origin[1]
    if outline.hangs:
        return True
    if ship.is_deck(view.area):
        return abs(y) < ship.measure_half_width(x)
    return abs(x) < ship.YARD_WIDTH / 2 and abs(y) < ship.YARDS[ship.level(view.area)][1] / 2


def edit(code: str) -> tuple[Text, ...]:
    """Name a change that corrects a position."""
    if (seat := read_turn(code)) is not None:
        return name_turn(seat)
    what, *rest = code.split("/")
    if what == OFF:
        kind, _, area = rest[0].partition("@")
        piece = T("{kind} {id} on area {area}", kind=names.find_kind(kind), id=int(rest[1]), area=int(area))
        return T("Off the ship:"), piece, T("to the supply of {player}", player=Player(int(rest[2])))
    owner = T("from the supply of {player}", player=Player(int(rest[1])))
    return T("Aboard:"), names.find_kind(rest[0]), owner, T("to area {area}", area=int(rest[2]))


def name_card_sign(card: int, /) -> str:
    """Name the sign of a card."""
    return f"card/{card}"


def name_seat_sign(seat: Seat, /) -> str:
    """Name the sign of a seat: its token."""
    return f"seat/{seat}"


def signs(view: State, seat: Seat, move: Any) -> tuple[str, ...]:
    """Name the card of a move, the piece it takes, or the player it names first."""
    match move:
        case PlayCard(card):
            return (name_card_sign(card),)
        case Take(kind):
            return (kind,)
        case NameCaptain(captain):
            return (name_seat_sign(captain),)
        case Order(seats):
            return (name_seat_sign(seats[0]),)
        case _:
            return ()
