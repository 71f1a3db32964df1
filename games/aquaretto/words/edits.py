"""Name the changes that correct a position of Aquaretto."""

from __future__ import annotations

from games.aquaretto.words.names import tile_name
from games.aquaretto.zoo.editing import COINS, DEPOT, read_owner, read_tile
from games.editing import name_turn, read_turn
from games.text import N, Player, T, Text


def edit(code: str) -> tuple[Text, ...]:
    if (seat := read_turn(code)) is not None:
        return name_turn(seat)
    whose, change = read_owner(code)
    if whose is not None and change.startswith(COINS):
        count = int(change.partition("/")[2])
        return T("{player}", player=Player(whose)), T("Coins:"), N("1 coin", "{count} coins", count)
    tile, source, target = read_tile(change)
    if whose is None:
        moved = T("{tile} of truck {number}", tile=tile_name(tile), number=source)
        return T("Trucks"), moved, T("to truck {number}", number=target)
    place = T("depot") if source == DEPOT else T("{cell}", cell=source)
    animal = T("{tile}, {place}", tile=tile_name(tile), place=place)
    where = T("to the depot") if target == DEPOT else T("to {cell}", cell=target)
    return T("{player}", player=Player(whose)), animal, where
