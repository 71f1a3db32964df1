"""Names of pieces, poses, areas, spots and directions, as texts."""

from __future__ import annotations

from functools import reduce
from math import acos, atan2, cos, degrees, radians

from games.core import Seat
from games.riff_raff.loading import geometry, ship
from games.riff_raff.loading.catching import find_sector
from games.riff_raff.loading.settled import Kind, Piece, Sector
from games.riff_raff.moves import Grip
from games.text import Arg, Join, N, Player, T, Text

KIND: dict[Kind, Text] = {
    "crate": T("crate"),
    "chest": T("chest"),
    "bottle": T("bottle"),
    "boat": T("boat"),
    "barrel": T("barrel"),
    "sailor": T("sailor"),
    "plank": T("plank"),
    "rat": T("rat"),
}


def find_kind(code: str) -> Text:
    """Name the kind with this code."""
    return next(name for kind, name in KIND.items() if kind == code)


SECTOR: dict[Sector, Text] = {
    "bow": T("bow"),
    "port-bow": T("port bow"),
    "port": T("port"),
    "port-stern": T("port stern"),
    "stern": T("stern"),
    "starboard-stern": T("starboard stern"),
    "starboard": T("starboard"),
    "starboard-bow": T("starboard bow"),
}

POSE: dict[str, Text] = {
    "flat": T("flat"),
    "side": T("on its side"),
    "end": T("on end"),
    "stand": T("standing"),
    "lie": T("lying down"),
    "keel": T("keel down"),
    "upturned": T("keel up"),
    "hang": T("hanging by its hook"),
    "edge": T("on edge"),
    "lean": T("leaning on its end"),
    "belly": T("on its belly"),
}

PLACE: dict[int, Text] = {
    1: T("deck, bow, port"),
    2: T("deck, bow, starboard"),
    3: T("deck, stern, port"),
    4: T("deck, stern, starboard"),
    5: T("lowest yard, port"),
    6: T("lowest yard, starboard"),
    7: T("middle yard, port"),
    8: T("middle yard, starboard"),
    9: T("top yard, port"),
    10: T("top yard, starboard"),
}

_HEAVY, _LIGHT = 12.0, 7.0
"""Grams at full weight from which a piece is heavy, and below which it is light."""

_LEANS = ((3.0, T("a touch")), (7.0, T("a little")), (12.0, T("clearly")), (20.0, T("steeply")))
"""Degrees below which each description of a lean applies."""

_STEP = 0.5
"""Centimetres between two spots: the unit in which places on board are described."""

ROW = (T("fore edge"), T("middle"), T("aft edge"))
"""The rows of a yard."""


def area(number: int) -> Text:
    """Name an area by its number and place."""
    return T("{number} ({place})", number=number, place=PLACE[number])


def kinds(counts: tuple[int, ...]) -> Join:
    """List the pieces of a supply: "crate, chest, 2 × rat"."""
    out: list[Text] = []
    for kind, count in zip(KIND, counts, strict=True):
        if count:
            out.append(KIND[kind] if count == 1 else T("{count} × {kind}", count=count, kind=KIND[kind]))
    return Join(tuple(out) or (T("nothing"),))


def tilt(roll: float, pitch: float) -> float:
    """Compute the total tilt in degrees."""
    return degrees(acos(min(1.0, cos(radians(roll)) * cos(radians(pitch)))))


def lean(roll: float, pitch: float) -> Text:
    """Describe how far the ship leans, and in which direction."""
    amount = tilt(roll, pitch)
    if amount < 0.5:
        return T("almost level")
    return lean_towards(amount, find_sector(degrees(atan2(roll, pitch)) % 360))


def lean_towards(amount: float, sector: Sector) -> Text:
    """Describe a lean of `amount` degrees and its direction."""
    return T("leaning {how_far} towards {sector}", how_far=how_far(amount), sector=SECTOR[sector])


def how_far(amount: float) -> Text:
    """Describe in words how far something leans; `amount` in degrees."""
    return next((word for limit, word in _LEANS if abs(amount) < limit), T("so far that everything slides"))


def spot(number: int, label: str) -> Text:
    """Name a spot by its distance from the mast and its row."""
    across = int(label[1])
    centre = N("one step from the centre line", "{count} steps from the centre line", across)
    return N(
        "{spot}: one step from the mast, {row}",
        "{spot}: {count} steps from the mast, {row}",
        ord(label[0]) - ord("A") + 1,
        spot=label,
        row=centre if ship.is_deck(number) else ROW[across - 1],
    )


def column(label: str) -> Text:
    """Name the column of a spot, for its tab; the spots' own names give the distance."""
    return T("{letter}:", letter=label[0])


def pose_of(piece: Piece) -> Text:
    """Name the pose that is closest to how a piece lies."""
    rows = geometry.compute_matrix((piece.qw, piece.qx, piece.qy, piece.qz))

    def upright(pose: str) -> float:
        up = geometry.compute_matrix(ship.POSES[piece.kind][pose])[2]  # the axis that points up in the pose
        return sum(a * b for a, b in zip(rows[2], up, strict=True))

    best = max((pose for pose in ship.POSES[piece.kind] if pose != "lean"), key=upright)
    return POSE[best] if upright(best) > 0.7 else T("askew")


def piece_on_board(piece: Piece) -> Text:
    """Describe a piece on board: its pose, and the place of its centre in steps from mast and surface."""
    offset = piece.x, piece.y, piece.z - ship.surface(piece.area)
    along, across, up = (round(at / _STEP) for at in offset)
    return T(
        "{kind} {id}, {pose} ({along}, {across}, {up})",
        kind=KIND[piece.kind],
        id=piece.id,
        pose=pose_of(piece),
        along=_say_along(along),
        across=_say_across(across),
        up=N("{count} step up", "{count} steps up", max(0, up)),
    )


def _say_along(steps: int) -> Text:
    if not steps:
        return T("beside the mast")
    if steps > 0:
        return N("{count} step forward", "{count} steps forward", steps)
    return N("{count} step aft", "{count} steps aft", -steps)


def _say_across(steps: int) -> Text:
    if not steps:
        return T("on the centre line")
    if steps > 0:
        return N("{count} step to port", "{count} steps to port", steps)
    return N("{count} step to starboard", "{count} steps to starboard", -steps)


def piece(kind: Kind | None) -> Text:
    """Name a kind of piece; "nothing" for None."""
    return KIND[kind] if kind else T("nothing")


def players(seats: tuple[Seat, ...]) -> Join:
    """List players."""
    return Join(tuple(map(Player, seats)))


def order(seats: tuple[Seat, ...]) -> Arg:
    """List players in the order in which they load."""
    players: list[Arg] = [Player(seat) for seat in seats]
    return reduce(lambda before, player: T("{before}, then {player}", before=before, player=player), players)


def turn(angle: int) -> Text:
    """Name the turn of a piece by the part of the ship to which it points, and further steps of 15 degrees."""
    sector, steps = SECTOR[find_sector(angle - angle % 45)], angle % 45 // 15
    if angle in (0, 180):
        return T("lengthwise, towards the {sector}", sector=sector)
    if angle in (90, 270):
        return T("crosswise, towards {sector}", sector=sector)
    if not steps:
        return T("slantwise, towards the {sector}", sector=sector)
    return N("slantwise, one step past {sector}", "slantwise, {count} steps past {sector}", steps, sector=sector)


def weight(kind: Kind) -> Text:
    """Name the weight of a kind of piece relative to the others."""
    mass = ship.MASSES[kind]
    return T("heavy") if mass >= _HEAVY else T("of little weight") if mass < _LIGHT else T("of medium weight")


def grip(mode: str, move: Grip) -> Text:
    """Name the hands of a loading in a match with this `catch_mode`."""
    if move.hands == "both":
        return T("both hands, steady; little time to catch") if mode in ("hands", "late") else T("both hands, steady")
    if move.sector is not None:
        return T("one hand; the other waits: {sector}", sector=SECTOR[move.sector])
    return T("one hand; the other is free to catch") if mode == "reaction" else T("one hand")
