"""Read and write positions. The package's docstring describes the notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn

import msgspec

from games.core import LONGEST_NUMBER, BadNotation
from games.docker.check import check
from games.docker.moves import assign_colours, list_letters
from games.docker.options import Options
from games.docker.state import COLOURS, CUBES, SQUARES, State

_DEFAULTS: Final = msgspec.to_builtins(Options())
_NOTHING: Final = ("", "-", "empty")


def notate(state: State) -> str:
    """Write a position, without its events, as one line."""
    stacks = " ".join(f"{name}={stack}" for name, stack in zip(SQUARES, state.squares, strict=True) if stack)
    reserve = " ".join(f"{letter}{n}" for letter, n in zip(COLOURS, state.reserves, strict=True) if n)
    failed = "".join(f" {value}" for value in state.failed_rolls)
    parts = [
        stacks or "empty",
        f"res {reserve or '-'}",
        f"move {list_letters(state, state.to_move)[0]} die {state.die}" + (f" after{failed}" if failed else ""),
        f"seats {state.players}",
    ]
    if state.out:
        parts.append("out " + " ".join(list_letters(state, seat)[0] for seat in state.out))
    if state.turns:
        parts.append(f"turns {state.turns}")
    if state.over:
        parts.append("over")
    differing = [
        f"{name}={int(value) if isinstance(value, bool) else value}"
        for name, value in msgspec.to_builtins(state.options).items()
        if value != _DEFAULTS[name]
    ]
    if differing:
        parts.append(" ".join(differing))
    return " / ".join(parts)


def read(text: str) -> State:
    """Read a position from one line. Raises BadNotation, quoting the part it cannot read."""
    board, *parts = (part.strip() for part in text.split("/"))
    sections: dict[str, list[str]] = {}
    settings: dict[str, Any] = {}
    for part in parts:
        words = part.split()
        if words and words[0] in ("res", "move", "seats", "out", "turns", "over"):
            if words[0] in sections:
                _refuse(part, "is there twice")
            sections[words[0]] = words[1:]
        else:
            settings.update(_read_setting(word) for word in words)
    try:
        # not strict: numbers and booleans are written as words here
        options = msgspec.convert(settings, Options, strict=False)
    except msgspec.ValidationError as error:
        raise BadNotation(f"options {settings}: {error}") from error
    players = _read_number(" ".join(sections.get("seats", ["4"])), 2, 4)
    colours = assign_colours(players, options.pieces2)

    def seat(letter: str) -> int:
        for index, owned in enumerate(colours):
            if letter in [COLOURS[colour] for colour in owned]:
                return index
        _refuse(letter, "is nobody's colour")

    move = dict(_split_pairs(sections.get("move", [])))
    out = tuple(seat(letter) for letter in sections.get("out", ()) if letter not in _NOTHING)
    state = State(
        options=options,
        players=players,
        squares=_read_stacks(board),
        reserves=_read_reserves(sections.get("res", [])),
        to_move=seat(" ".join(move["move"])) if "move" in move else 0,
        die=_read_number(" ".join(move.get("die", ["1"])), 1, 6),
        failed_rolls=tuple(_read_number(value, 1, 6) for value in move.get("after", ())),
        out=out,
        turns=_read_number(" ".join(sections.get("turns", ["0"])), 0, 1 << 31),
        over="over" in sections,
    )
    check(state)
    return state


def _read_stacks(text: str) -> tuple[str, ...]:
    squares = [""] * len(SQUARES)
    for word in [] if text in _NOTHING else text.split():
        name, _, stack = word.partition("=")
        if name not in SQUARES or not stack or any(letter not in COLOURS for letter in stack):
            _refuse(word, "is not a stack such as B2=GR")
        if squares[SQUARES.index(name)]:
            _refuse(word, "is there twice")
        squares[SQUARES.index(name)] = stack
    return tuple(squares)


def _read_reserves(words: Sequence[str]) -> tuple[int, ...]:
    reserves = [0] * len(COLOURS)
    for word in words:
        if word in _NOTHING:
            continue
        if word[0] not in COLOURS:
            _refuse(word, "is not a reserve such as R2")
        reserves[COLOURS.index(word[0])] = _read_number(word[1:], 0, CUBES)
    return tuple(reserves)


def _split_pairs(words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Split `R die 4 after 1 1` into the words after `move` (implied), `die` and `after`."""
    key, values = "move", list[str]()
    for word in words:
        if word in ("die", "after"):
            yield key, values
            key, values = word, []
        else:
            values.append(word)
    if values or key != "move":
        yield key, values


def _read_setting(word: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals or name not in _DEFAULTS:
        _refuse(word, "is neither an option nor a part of a position")
    return name, int(value) if value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER else value


def _read_number(word: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER and least <= int(word) <= most):
        _refuse(word, f"is not a number from {least} to {most}")
    return int(word)


def _refuse(part: str, why: str) -> NoReturn:
    raise BadNotation(f"{part!r} {why}")
