"""The computer players as persons: a dozen characters, each with a level, a manner and a few lines of theirs.

They play no better for it. One person meets the same character again, in the same game at the same level.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import Final

from msgspec import Struct

from games.levels import NORMAL, Level
from games.text import T, Text
from matches.match import Match


class Rival(Struct, frozen=True):
    """A character. `manner`: what they are like, for the lobby. `won`, `lost`: what they say at the end."""

    name: str
    level: Level
    manner: Text
    won: Text
    lost: Text


RIVALS: Final = (
    Rival("Pip", "easy", T("a cabin boy on his first voyage"), T("Did I do that?"), T("I learnt something. I think.")),
    Rival(
        "Dot", "easy", T("a dreamer at the rail"), T("Oh! Was that the end?"), T("What a lovely evening, all the same.")
    ),
    Rival(
        "Otto", "easy", T("a cook who plays while the soup boils"), T("Soup for everybody!"), T("Now my soup is cold.")
    ),
    Rival("Fay", "easy", T("a musician who counts only to four"), T("And one, and two, and won!"), T("Encore!")),
    Rival("Juno", "normal", T("a cautious mate"), T("Slow and steady."), T("I should have waited one more turn.")),
    Rival("Bram", "normal", T("a gambler with a lucky coin"), T("Told you it was lucky."), T("Double or quits?")),
    Rival("Vera", "normal", T("a bookkeeper who forgets nothing"), T("As I had calculated."), T("That is noted.")),
    Rival(
        "Kito", "normal", T("a diver who goes in head first"), T("Deep breath, and through!"), T("Too deep, too soon.")
    ),
    Rival(
        "Gale",
        "strong",
        T("a captain who smells the wind"),
        T("Fair wind, fair game."),
        T("The wind has turned. Well played."),
    ),
    Rival(
        "Rook",
        "strong",
        T("a lighthouse keeper with time to think"),
        T("I saw it coming."),
        T("I did not see that coming."),
    ),
    Rival("Sable", "strong", T("a smuggler nobody has caught"), T("Nothing personal."), T("So it can be done.")),
    Rival(
        "Ines",
        "strong",
        T("a harbour master who bends no rule"),
        T("All in order."),
        T("Everything was in order. Congratulations."),
    ),
)


def name_rival(host_id: int, game: str, level: Level, taken: Collection[str]) -> str:
    """Choose who plays: the character this person meets in this game at this level, or the next one who is free."""
    same = [rival for rival in RIVALS if rival.level == level]
    first = zlib.crc32(f"{host_id} {game} {level}".encode()) % len(same)
    others = [rival for rival in RIVALS if rival.level != level]
    asked = [*same[first:], *same[:first], *others]
    return next((rival.name for rival in asked if rival.name not in taken), asked[0].name)


def replace_by_rival(match: Match) -> str:
    """Choose the character that takes over a seat of a match that has begun."""
    return name_rival(match.host_id, match.game_name, NORMAL, {holder.name for holder in match.seats})


def find_rival(name: str) -> Rival | None:
    """Find the character of this name; None for the computer player of older matches."""
    return next((rival for rival in RIVALS if rival.name == name), None)
