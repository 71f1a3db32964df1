"""Name the changes that correct a position of DOG Royal."""

from __future__ import annotations

from typing import Final

from games.dog_royal.components.boards import GOAL, HOME
from games.dog_royal.rounds.editing import read_edit
from games.dog_royal.words.names import RANK, place_label
from games.editing import name_turn, read_turn
from games.text import Colour, T, Text

_GROUP: Final = 16
"""Spaces of the track that are listed together."""


def edit(code: str) -> tuple[Text, ...]:
    if (seat := read_turn(code)) is not None:
        return name_turn(seat)
    colour, rank, source, target = read_edit(code)
    piece = T("{rank}, {place}", rank=RANK[rank], place=place_label(source))
    where = T("to {place}", place=place_label(target))
    if target == HOME or target > GOAL:
        return T("{colour}", colour=Colour(colour)), piece, T("home or goal:"), where
    first = target - target % _GROUP
    group = T("{first} to {last}:", first=first, last=first + _GROUP - 1)
    return T("{colour}", colour=Colour(colour)), piece, group, where
