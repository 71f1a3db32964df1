"""Positions as text; the notation is described in the package's docstring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast, get_args

import msgspec
from msgspec.structs import replace

from games.core import HIDDEN, LONGEST_NUMBER, BadNotation
from games.riff_raff.check import SETS, check
from games.riff_raff.loading import descent, placing, ship
from games.riff_raff.loading.settled import KINDS, SECTORS, Kind, Piece, Settled
from games.riff_raff.options import Options
from games.riff_raff.play import setup
from games.riff_raff.state import DRAFT_PHASES, Card, Counts, Loading, Phase, State
from games.rng import NO_CHANCE

V = TypeVar("V")

_INDEX = {kind: index for index, kind in enumerate(KINDS)}
_ALL = tuple(range(1, 11))


def notate(state: State) -> str:
    """Write the position as one line, without `last` and `events`."""
    options = msgspec.to_builtins(state.options)
    default = msgspec.to_builtins(Options())
    chosen_options = ",".join(f"{k}:{_write_flag(v)}" for k, v in options.items() if v != default[k])
    fields = {
        "seats": str(state.seats),
        "options": chosen_options,
        "phase": state.phase,
        "round": str(state.round),
        "captain": str(state.captain),
        "hands": ";".join("all" if hand == _ALL else _write_cards(hand) for hand in state.hands),
        "chosen": ";".join(_write_card(card) for card in state.chosen),
        "shown": ";".join(_write_card(card) for card in state.shown),
        "tied": ";".join(_write_cards(group) for group in state.tied),
        "order": _write_cards(state.order) if state.order else "",
        "turn": str(state.turn),
        "supplies": ";".join(_write_counts(supply) for supply in state.supplies),
        "out": _write_counts(state.out),
        "cargo": ";".join(_write_piece(piece) for piece in state.cargo),
        "serial": str(state.serial),
        "ship": f"{state.roll!r},{state.pitch!r}",
        "yards": ",".join(repr(lean) for lean in state.yards) if any(state.yards) else "",
        "announced": str(state.announced),
        "loaded": str(state.loaded),
        "loading": _write_loading(state.loading),
        "heel": state.heel or "",
        "pending": HIDDEN if state.pending == HIDDEN else state.pending.code if state.pending else "",
        "emptied": "" if state.emptied is None else str(state.emptied),
    }
    return " ".join(f"{key}={value}" for key, value in fields.items() if value)


def _write_flag(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _write_card(card: Card | None) -> str:
    return "-" if card is None else str(card)


def _write_cards(cards: tuple[Card, ...]) -> str:
    return ",".join(map(str, cards)) or "-"


def _write_counts(counts: Counts) -> str:
    held = [f"{kind}*{n}" if n > 1 else kind for kind, n in zip(KINDS, counts, strict=True) if n]
    return "+".join(held) or "none"


def _write_piece(p: Piece) -> str:
    numbers = ",".join(repr(v) for v in (p.x, p.y, p.z, p.qw, p.qx, p.qy, p.qz))
    return f"{p.id}:{p.kind}@{p.area}:{numbers}"


def _write_loading(loading: Loading | None) -> str:
    if loading is None:
        return ""
    pose = f"{loading.pose}@{loading.turn}" if loading.pose else "-"
    return "/".join((loading.kind or "-", loading.spot or "-", pose, loading.hands or "-", loading.sector or "-"))


def read(text: str) -> State:
    """Read the position that a line describes; missing words are as at the start of a match. Raises BadNotation."""
    fields: dict[str, str] = {}
    for token in text.split():
        key, mark, value = token.partition("=")
        if not mark or key not in _KEYS or key in fields:
            raise BadNotation(f"cannot read {token!r}")
        fields[key] = value
    options = _read("options", fields.get("options", ""), _read_options)
    seats = _read("seats", fields.get("seats", "4"), lambda text: _read_one_of(text, ("2", "3", "4"), int))
    state = replace(setup(seats, replace(options, first_captain="host"), NO_CHANCE), options=options, events=())
    reads: dict[str, Callable[[str], Any]] = {
        "phase": lambda text: _read_one_of(text, get_args(Phase), str),
        **dict.fromkeys(("round", "captain", "turn", "serial", "announced", "loaded", "emptied"), _read_number),
        "hands": lambda text: _read_each(text, seats, lambda hand: _ALL if hand == "all" else _read_cards(hand)),
        "chosen": lambda text: _read_each(text, seats, _read_card),
        "shown": lambda text: _read_each(text, seats, lambda card: None if card == "-" else _read_number(card)),
        "tied": lambda text: tuple(_read_cards(group) for group in text.split(";")),
        "order": _read_cards,
        "supplies": lambda text: _read_each(text, seats, _read_counts),
        "out": _read_counts,
        "yards": lambda text: _read_numbers(text, 3),
        "loading": _read_loading,
        "heel": lambda text: _read_one_of(text, SECTORS, str),
        "pending": lambda text: HIDDEN if text == HIDDEN else msgspec.json.decode(text, type=Settled),
    }
    changes = {key: _read(key, fields[key], reader) for key, reader in reads.items() if key in fields}
    if "ship" in fields:
        changes["roll"], changes["pitch"] = _read("ship", fields["ship"], lambda text: _read_numbers(text, 2))
    state = replace(state, **changes)
    if "hands" not in fields and state.phase != "select":
        state = replace(state, hands=tuple(tuple(c for c in _ALL if c != top) for top in state.shown))
    if state.phase in DRAFT_PHASES and state.loading is None:
        state = replace(state, loading=Loading())
    if "cargo" in fields:
        state = _read("cargo", fields["cargo"], lambda text: _add_cargo(state, text))
    if "supplies" not in fields:
        state = replace(state, supplies=_take_from_supplies(state))
    check(state)
    return state


_KEYS = frozenset(
    [
        "seats",
        "options",
        "phase",
        "round",
        "captain",
        "hands",
        "chosen",
        "shown",
        "tied",
        "order",
        "turn",
        "supplies",
        "out",
        "cargo",
        "serial",
        "ship",
        "yards",
        "announced",
        "loaded",
        "loading",
        "heel",
        "pending",
        "emptied",
    ]
)


def _read(key: str, text: str, reader: Callable[[str], V]) -> V:
    try:
        return reader(text)
    except (ValueError, IndexError, msgspec.DecodeError) as error:
        raise BadNotation(f"cannot read {key}={text!r}: {error}") from error


def _read_one_of(text: str, words: tuple[str, ...], make: Callable[[str], V]) -> V:
    if text not in words:
        raise ValueError(f"{text!r} is none of {', '.join(words)}")
    return make(text)


def _read_each(text: str, seats: int, reader: Callable[[str], V]) -> tuple[V, ...]:
    parts = text.split(";")
    if len(parts) != seats:
        raise ValueError(f"{len(parts)} entries for {seats} seats")
    return tuple(map(reader, parts))


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise ValueError(f"{text[:40]!r} is no number")
    return int(text)


def _read_numbers(text: str, count: int) -> tuple[float, ...]:
    numbers = tuple(map(float, text.split(",")))
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} numbers instead of {count}")
    return numbers


def _read_card(text: str) -> Any:
    return None if text == "-" else HIDDEN if text == HIDDEN else _read_number(text)


def _read_cards(text: str) -> tuple[Any, ...]:
    return () if text == "-" else tuple(map(_read_card, text.split(",")))


def _read_options(text: str) -> Options:
    values: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition(":")
        values[key] = {"yes": True, "no": False}.get(value, _read_number(value) if len(value) == 1 else value)
    return msgspec.convert(values, Options)


def _read_counts(text: str) -> Counts:
    out = [0] * len(KINDS)
    for part in text.split("+") if text != "none" else ():
        kind, _, count = part.partition("*")
        if kind == "set":
            out = [n + _read_number(count or "1") for n in out]
        elif kind in _INDEX:
            out[_INDEX[kind]] += _read_number(count or "1")
        else:
            raise ValueError(f"no kind {kind!r}")
    return cast("Counts", tuple(out))


def _take_from_supplies(state: State) -> tuple[Counts, ...]:
    """Take the pieces that are on board or out of the game from the fullest supplies."""
    supplies = [list(supply) for supply in state.supplies]
    gone = [_INDEX[piece.kind] for piece in state.cargo]
    for index in (*gone, *(index for index, count in enumerate(state.out) for _ in range(count))):
        max(reversed(supplies), key=lambda supply: (supply[index], sum(supply)))[index] -= 1
    return tuple(cast("Counts", tuple(supply)) for supply in supplies)


def _read_loading(text: str) -> Loading:
    kind, spot, pose, hands, sector = ("" if part == "-" else part for part in text.split("/"))
    name, _, turn = pose.partition("@")
    values = {"kind": kind or None, "spot": spot, "pose": name, "turn": _read_number(turn or "0")}
    return msgspec.convert({**values, "hands": hands, "sector": sector or None}, Loading)


def _add_cargo(state: State, text: str) -> State:
    """Read pieces in full, or short as `kind@area` or `kind@area/spot/pose@turn`; the short ones get the next ids."""
    cargo: tuple[Piece, ...] = ()
    parts = text.split(";")
    if len(parts) > len(KINDS) * SETS[state.seats] * state.seats:
        raise ValueError(f"{len(parts)} pieces: there are not so many")
    for part in parts:
        if ":" in part:
            number, name, numbers = part.split(":")
            kind, _, area = name.partition("@")
            values = (_read_number(number), kind, *_read_numbers(numbers, 7), _read_number(area))
            cargo += (msgspec.convert(values, Piece),)
            continue
        head, *where = part.split("/")
        kind, _, area = head.partition("@")
        if kind not in _INDEX or _read_number(area) not in ship.AREAS:
            raise ValueError(f"no piece {part!r}")
        cargo += (_lay_piece(state, cargo, kind, _read_number(area), where),)
    serial = max(state.serial, 1 + max(piece.id for piece in cargo))
    return replace(state, cargo=cargo, serial=serial)


def _lay_piece(state: State, cargo: tuple[Piece, ...], kind: Kind, area: int, where: list[str]) -> Piece:
    """Place a piece where it first touches something; without a spot, on the first one with room."""
    if where:
        spot, how = where
        pose, _, turn = how.partition("@")
    else:
        spot = placing.list_spots(cargo, state.yards, area, kind)[0].spot
        first = placing.list_poses(cargo, state.yards, area, kind, spot)[0]
        pose, turn = first.pose, str(first.turn)
    if pose not in ship.POSES[kind] or _read_number(turn) not in ship.TURNS:
        raise ValueError(f"{kind} has no pose {pose}@{turn}")
    at = descent.Where(*ship.spot_point(area, spot), _read_number(turn))
    return descent.lay(cargo, state.yards, area, (len(cargo) + 1, kind, pose), at)
