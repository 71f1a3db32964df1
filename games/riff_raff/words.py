"""Riff Raff in words: its events, moves, options and refusals as texts. Gets views, never states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core import Seat
from games.riff_raff import geometry, names, ship, standin
from games.riff_raff.guide import rules as rules
from games.riff_raff.moves import Aim, Announce, Grip, NameCaptain, Order, PlayCard, Pose, Reach, Take
from games.riff_raff.refusals import refusal as refusal
from games.riff_raff.report import position as position
from games.riff_raff.report import status as status
from games.riff_raff.settled import Settled
from games.riff_raff.state import Loading, State
from games.riff_raff.telling import event as event
from games.text import N, Player, T, Text

TITLE = T("Riff Raff")
PITCH = T("Load your cargo on a rocking ship. What falls is yours again. Empty your hold first!")

_ALARMING = 12.0
"""Degrees of tilt by the static rule from which a careful friend says something."""


def command_texts() -> Mapping[str, Text]:
    return {
        "weather": T("How heavy the cargo is: the heavier, the wilder the ship"),
        "catch_rule": T("What becomes of the piece you have just loaded if it is all you catch"),
        "catch_mode": T("How falling cargo can be caught"),
        "lazy_order": T("Whether the captain may wait with the order of tied players"),
        "hide_played": T("Whether only the last card of every player stays visible"),
        "two_player_passes": T("How often two players play through their ten cards"),
        "loose_yards": T("Whether the yards give way a little towards their heavier end"),
        "first_captain": T("Who is captain before the first cards are shown"),
        "risk_meter": T("Whether you may ask how often a loading would hold"),
        "card": T("The card you choose for this round"),
        "count": T("How many pieces you announce, where you may choose"),
        "piece": T("The piece you take from your supply"),
        "spot": T("Where you put it: a letter and a number, such as E2"),
        "pose": T("How it lies or hangs, and how far it is turned"),
        "hands": T("Both hands, or one while the other waits to catch"),
    }


def option_name(option: str) -> Text:
    return {
        "weather": T("Weather"),
        "catch_rule": T("Catching only your own piece"),
        "catch_mode": T("Catching"),
        "lazy_order": T("Order of tied players"),
        "hide_played": T("Played cards"),
        "two_player_passes": T("Passes with two players"),
        "loose_yards": T("Yards"),
        "first_captain": T("First captain"),
        "risk_meter": T("Risk meter"),
    }[option]


def option_value(option: str, value: Any) -> Text:
    if option == "two_player_passes":
        return N("{count} time through the cards", "{count} times through the cards", value)
    return {
        ("weather", "calm"): T("calm: cargo at 60 %"),
        ("weather", "standard"): T("fresh breeze: cargo at 80 %"),
        ("weather", "storm"): T("storm: cargo at full weight"),
        ("catch_rule", "2013"): T("you take it back (rules of 2013)"),
        ("catch_rule", "2012"): T("it leaves the game (rules of 2012)"),
        ("catch_mode", "hands"): T("both hands catch what they reach"),
        ("catch_mode", "sector"): T("a free hand waits in one sector"),
        ("catch_mode", "late"): T("the placing hands may catch late, too"),
        ("catch_mode", "reaction"): T("a free hand, stretched out when she heels"),
        ("catch_mode", "none"): T("nobody catches"),
        ("lazy_order", False): T("at once after the cards are shown"),
        ("lazy_order", True): T("when their turn comes"),
        ("hide_played", False): T("all visible"),
        ("hide_played", True): T("only the last one"),
        ("loose_yards", False): T("firm"),
        ("loose_yards", True): T("loose"),
        ("first_captain", "random"): T("drawn by lot"),
        ("first_captain", "host"): T("the host"),
        ("risk_meter", False): T("off"),
        ("risk_meter", True): T("on"),
    }[option, value]


def preset(preset: str) -> Text:
    return {"standard": T("Fresh breeze"), "calm": T("Calm sea"), "storm": T("Storm")}[preset]


def menu(view: State, seat: Seat, move: Any) -> tuple[Text, ...]:
    match move:
        case PlayCard(card):
            return (T("Card {card}: {place}", card=card, place=names.PLACE[card]),)
        case NameCaptain(captain):
            return (T("Captain: {player}", player=Player(captain)),)
        case Order(seats):
            return (T("In this order: {players}", players=names.players(seats)),)
        case Announce(count):
            return (N("Load {count} piece", "Load {count} pieces", count),)
        case Take(kind):
            return (T("{kind} ({grams} g)", kind=names.piece(kind), grams=round(standin.mass(view, kind))),)
        case Aim(spot):
            return names.column(view.area, spot), names.spot(view.area, spot)
        case Pose(pose, turn):
            return names.POSE[pose], names.turned(turn)
        case Grip():
            return (names.grip(view.options.catch_mode, move),)
        case Reach(sector):
            return (T("Stretch out your hand: {sector}", sector=names.SECTOR[sector]),)
        case Settled():
            return (T("the ship comes to rest"),)
    return (T("the ship could not be worked out"),)


def prompt(view: State, seat: Seat) -> Text:
    area = names.area(view.area) if view.area else T("nothing")
    match view.phase:
        case "select" if view.chosen[seat] is not None:
            return T("You may change your card until all have chosen.")
        case "select":
            return T("Choose a card: its number is the area you will load.")
        case "captain":
            return T("The highest cards are tied. Who shall be captain?")
        case "order":
            return T("You are captain: in which order shall the tied players load?")
        case "announce":
            return T("Area {area}: how many pieces will you load? That is binding.", area=area)
        case "piece" if view.loaded:
            return T("Area {area}: which is your second piece?", area=area)
        case "piece":
            return T("Area {area}: which piece do you load?", area=area)
        case "spot":
            return T("Area {area}: where do you put it?", area=area)
        case "pose":
            return T("How shall it lie or hang, and how far turned?")
        case "hands":
            return T("With both hands or with one?")
        case "catch":
            return T("She heels! Where do you stretch out your hand?")
        case "settle":
            return T("The ship is rocking.")
    return T("The game is over.")


def warnings(view: State, seat: Seat, move: Any) -> tuple[Text, ...]:
    """The static rule of B2 and the edge of the ship; never the physics, which nobody may try out beforehand."""
    out = []
    loading = view.loading
    if isinstance(move, Announce) and move.count == 2:
        out.append(T("Two is binding: if the first holds, the second has to follow on the same area."))
    if loading is None or loading.kind is None:
        return tuple(out)
    spot = move.spot if isinstance(move, Aim) else loading.spot
    if isinstance(move, Aim | Grip) and spot:
        x, y = ship.spot_point(view.area, spot)
        grams = standin.mass(view, loading.kind)
        tilt = standin.trim(view).plus(grams, x, y, ship.surface(view.area) + 1.0).tilt()
        if tilt > _ALARMING:
            out.append(T("By balance alone she would lean about {degrees}° at rest.", degrees=round(tilt)))
    if isinstance(move, Pose) and not _over_area(view, loading, move):
        out.append(T("Its middle lies beyond the edge: it will hardly stay."))
    return tuple(out)


def _over_area(view: State, loading: Loading, move: Pose) -> bool:
    """Whether the centre of mass is above the area's surface."""
    assert loading.kind is not None  # noqa: S101 - a pose is chosen after the piece
    x, y = ship.spot_point(view.area, loading.spot)
    outline = geometry.standard_shape(loading.kind, move.pose, move.turn)
    x, y = x + outline.origin[0], y + outline.origin[1]
    if outline.hangs:
        return True
    if ship.is_deck(view.area):
        return any(x0 < x < x1 and abs(y) < half for x0, x1, half in ship.HULL)
    return abs(x) < ship.YARD_WIDTH / 2 and abs(y) < ship.YARDS[ship.level(view.area)][1] / 2
