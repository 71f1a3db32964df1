"""Read and write positions. The package's docstring describes the notation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from msgspec.structs import replace

from games.aquaretto import constants
from games.aquaretto.check import SUPPLY, check, count_seen_tiles, slots_for
from games.aquaretto.state import NOBODY, State, Truck, Zoo
from games.aquaretto.zoo.geometry import BIT, LARGE, SMALL, label
from games.aquaretto.zoo.layout import CASHIER, JOBS, KEEPER, MANAGER, TRAINER
from games.aquaretto.zoo.tiles import PILE_COUNT, TYPE, TYPES, pile_tiles
from games.core import HIDDEN, LONGEST_NUMBER, BadNotation, Seat

_MOST = SUPPLY.total()


def unseen_tiles(state: State) -> tuple[str, ...]:
    """List the tiles of both piles together, sorted by kind: all tiles that are not in another place."""
    left = Counter(pile_tiles(state.removed))
    left.subtract(count_seen_tiles(state))
    return tuple(tile for tile, count in left.items() if tile in PILE_COUNT for _ in range(count))


def notate(state: State) -> str:
    """Write the position as one line."""
    parts = [
        f"act=P{state.active + 1}",
        f"round={state.round}",
        f"turn={state.turn}",
        *(word for word, flag in (("last", state.last_round), ("over", state.over)) if flag),
        *(f"T{i + 1}={_write_truck(truck)}" for i, truck in enumerate(state.trucks)),
        *(f"P{i + 1}={_write_zoo(zoo)}" for i, zoo in enumerate(state.zoos)),
        *(
            f"{key}={','.join(things)}"
            for key, things in (("out", state.removed), ("hand", state.hand), ("pending", state.pending))
            if things
        ),
        *([f"drawn={state.drawn}"] if state.drawn else []),
        *([f"box={_write_runs(state.box)}"] if state.box else []),
        *([f"cashed={state.cashed}"] if state.cashed else []),
        f"pile={_write_runs(state.pile)}",
        f"reserve={_write_runs(state.reserve)}",
    ]
    return " ".join(parts)


def _write_truck(truck: Truck) -> str:
    taker = f">P{truck.taker + 1}" if truck.taker != NOBODY else ""
    return f"{truck.slots}{taker}:{','.join(truck.tiles)}"


def _write_zoo(zoo: Zoo) -> str:
    items = [
        f"coins:{zoo.coins}",
        *zoo.boards,
        *(f"{tile}@{cell}" for cell, tile in zoo.tiles),
        *(CASHIER for _ in range(zoo.cashiers)),
        *(KEEPER for _ in range(zoo.keepers)),
        *(MANAGER for _ in range(zoo.managers)),
        *(f"{TRAINER}@{cell}" for cell in zoo.trainers),
        *([f"depot:{','.join(zoo.depot)}"] if zoo.depot else []),
    ]
    return ";".join(items)


def _write_runs(tiles: Iterable[str]) -> str:
    """Write tiles separated by commas, with `DOL*3` for three in a row."""
    runs = ((tile, len(list(run))) for tile, run in groupby(tiles))
    return ",".join(tile if count == 1 else f"{tile}*{count}" for tile, count in runs)


def read(text: str) -> State:
    """Read the position that a line describes. Raises BadNotation, quoting the offending part."""
    fields: dict[str, str] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        if key in fields:
            raise BadNotation(f"{key!r} twice in {text!r}")
        if not re.fullmatch(r"[PT][1-5]|act|round|turn|last|over|out|hand|pending|drawn|box|cashed|pile|reserve", key):
            raise BadNotation(f"unknown field {word!r}")
        fields[key] = value
    seats = _count_seats(fields)
    slots = slots_for(seats)
    if unknown := [key for key in fields if key[0] == "T" and int(key[1]) > len(slots)]:
        raise BadNotation(f"with {seats} seats there is no truck {unknown[0]!r}")
    removed = _split(fields, "out")
    if unknown := [type_ for type_ in removed if type_ not in TYPES]:
        raise BadNotation(f"no animal type: {unknown[0]!r}")
    state = State(
        zoos=tuple(_read_zoo(fields.get(f"P{i + 1}", "")) for i in range(seats)),
        trucks=tuple(_read_truck(fields.get(f"T{i + 1}", ""), number) for i, number in enumerate(slots)),
        removed=tuple(type_ for type_ in TYPES if type_ in removed),
        pile=_read_runs(fields.get("pile", ""), hidden=True),
        reserve=_read_runs(fields.get("reserve", ""), hidden=True),
        active=_read_seat(fields.get("act", "P1")),
        round=_read_number(fields.get("round", "1")),
        turn=_read_number(fields.get("turn", "1")),
        last_round="last" in fields,
        drawn=_read_tile(fields["drawn"]) if "drawn" in fields else "",
        hand=tuple(_read_tile(tile) for tile in _split(fields, "hand")),
        pending=_split(fields, "pending"),
        box=_read_runs(fields.get("box", "")),
        cashed=_read_number(fields.get("cashed", "0")),
        over="over" in fields,
    )
    state = _fill_piles(state, "pile" in fields, "reserve" in fields)
    check(state)
    return state


def _count_seats(fields: dict[str, str]) -> int:
    """Count the seats up to the last one that has a zoo, is to move or has taken a truck; at least two.

    Labels such as P5 in other places are cells.
    """
    zoos = [key for key in fields if key[0] == "P"]
    takers = [seat for key, truck in fields.items() if key[0] == "T" for seat in re.findall(r"^\d>(P[1-5]):", truck)]
    named = [seat for seat in (*zoos, *takers, fields.get("act", "")) if re.fullmatch(r"P[1-5]", seat)]
    return max([2, *(int(seat[1:]) for seat in named)])


def _fill_piles(state: State, pile_given: bool, reserve_given: bool) -> State:
    """Fill missing piles with the remaining tiles, sorted by kind; the reserve gets the last 15."""
    left = Counter(unseen_tiles(state))
    left.subtract(tile for tile in (*state.pile, *state.reserve) if tile != HIDDEN)
    rest = tuple(left.elements())
    cut = len(rest) if reserve_given else max(0, len(rest) - constants.RESERVE)
    return replace(
        state,
        pile=state.pile if pile_given else rest[:cut],
        reserve=state.reserve if reserve_given else rest[cut:],
    )


def _split(fields: dict[str, str], key: str) -> tuple[str, ...]:
    return tuple(fields[key].split(",")) if fields.get(key) else ()


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise BadNotation(f"no number: {text!r}")
    return int(text)


def _read_seat(text: str) -> Seat:
    if not re.fullmatch(r"P[1-5]", text):
        raise BadNotation(f"no seat: {text!r}")
    return int(text[1:]) - 1


def _read_tile(text: str) -> str:
    if text not in SUPPLY:
        raise BadNotation(f"no tile: {text!r}")
    return text


def _read_runs(text: str, *, hidden: bool = False) -> tuple[str, ...]:
    """Read tiles separated by commas, with `DOL*3` for three in a row; if `hidden`, some may be `?`."""
    tiles: list[str] = []
    for run in filter(None, text.split(",")):
        tile, _, count = run.partition("*")
        number = _read_number(count or "1")
        if number > _MOST:
            raise BadNotation(f"{run!r}: there are not so many tiles")
        tiles += [tile if hidden and tile == HIDDEN else _read_tile(tile)] * number
    return tuple(tiles)


def _read_truck(text: str, slots: int) -> Truck:
    if not text:
        return Truck(slots)
    match = re.fullmatch(r"([1-3])(?:>(P[1-5]))?:(.*)", text)
    if not match:
        raise BadNotation(f"no truck: {text!r}")
    return Truck(int(match[1]), _read_runs(match[3]), _read_seat(match[2]) if match[2] else NOBODY)


def _read_zoo(text: str) -> Zoo:
    coins = 1
    depot: tuple[str, ...] = ()
    tiles: list[tuple[str, str]] = []
    boards: list[str] = []
    trainers: list[str] = []
    jobs = Counter[str]()
    for item in filter(None, text.split(";")):
        name, _, place = item.partition("@")
        key, colon, value = item.partition(":")
        if colon and key == "coins":
            coins = _read_number(value)
        elif colon and key == "depot":
            depot = tuple(_read_tile(tile) for tile in value.split(","))
        elif item in JOBS:
            jobs[item] += 1
        elif name in (LARGE, SMALL):
            boards.append(_read_board(item))
        elif name == TRAINER:
            trainers.append(_read_cell(place))
        elif name in TYPE:
            tiles.append((_read_cell(place), name))
        else:
            raise BadNotation(f"nothing in a zoo: {item!r}")
    return Zoo(coins, tuple(tiles), depot, tuple(boards), jobs[CASHIER], jobs[KEEPER], jobs[MANAGER], tuple(trainers))


def _read_cell(text: str) -> str:
    """Read a cell: its label, or its columns and rows from the corner as in the rules, `(2,2)` for K11."""
    if match := re.fullmatch(r"\((-?\d{1,2}),(-?\d{1,2})\)", text, re.ASCII):
        x, y = int(match[1]), int(match[2])
        text = label(x, y) if -8 <= x <= 12 and -8 <= y <= 12 else text
    if text not in BIT:
        raise BadNotation(f"no cell: {text!r}")
    return text


def _read_board(text: str) -> str:
    kind, _, place = text.partition("@")
    anchor, slash, missing = place.partition("/")
    return f"{kind}@{_read_cell(anchor)}{slash}{missing}"
