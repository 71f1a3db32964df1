"""Helpers for cases written as in the rules, with cells as (columns, rows)."""

from __future__ import annotations

import re

from games.aquaretto import GAME
from games.aquaretto.state import State, Zoo
from games.aquaretto.zoo.geometry import label
from games.aquaretto.zoo.layout import cells_in, layout, legal_mask
from games.rng import NO_CHANCE


def cell(text: str) -> str:
    """Convert a cell: `(2,2)` is K11."""
    x, y = text.strip("()").split(",")
    return label(int(x), int(y))


def code(text: str) -> str:
    """Replace every (2,2) in a move's code by its label."""
    return re.sub(r"\(-?\d+,-?\d+\)", lambda match: cell(match[0]), text)


def cells(text: str) -> list[str]:
    """List the labels of every (2,2) in a text, sorted."""
    return sorted(cell(found) for found in re.findall(r"\(-?\d+,-?\d+\)", text))


def codes(state: State) -> list[str]:
    """List the codes the active seat may choose from."""
    return [move.code for move in GAME.legal_moves(state, state.active)]


def play(state: State, plies: str) -> State:
    """Play several plies, each by the active seat."""
    for ply in plies.split():
        state = GAME.apply(state, state.active, GAME.parse(state, state.active, code(ply)), NO_CHANCE)
    return state


def legal_cells(zoo: Zoo, type_: str) -> list[str]:
    """Find the cells on which a tile of the type may be placed."""
    return cells_in(zoo, legal_mask(zoo, layout(zoo), type_))


def words_of(position: str) -> dict[str, str]:
    """Split a position as `notate` writes it into words by key; only the keys named in `position`."""
    keys = {word.partition("=")[0] for word in position.split()}
    found = dict(word.partition("=")[::2] for word in GAME.notate(GAME.read(position)).split())
    return {key: found.get(key, "") for key in keys}


def select_words(state: State, position: str) -> dict[str, str]:
    """Select the words of a state's notation under the keys that `position` names."""
    found = dict(word.partition("=")[::2] for word in GAME.notate(state).split())
    return {word.partition("=")[0]: found.get(word.partition("=")[0], "") for word in position.split()}
