"""Order the words of a line as they are drawn from left to right.

Arabic and Hebrew run from right to left, numbers and Latin words in them from left to right. This is the part of the
Unicode bidirectional algorithm (UAX #9) that names need: letters, numbers, the characters between them, and isolates.

python-bidi gives the same order, but is under the LGPL, which may not ship; Pillow's Raqm needs a library of the system
for it, and cannot take letters from several faces.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal, NamedTuple

from games.colours import GLYPHS

PLAIN: Final = str.maketrans({"\u202f": "\u00a0", "\u2068": None, "\u2069": None})
"""Replaces the narrow space, which the display face lacks, and drops the marks of text direction."""

_SPLIT: Final = re.compile(f"([{GLYPHS} ])")
"""Splits a line into parts that recur in other lines and are cached: its words, and its glyphs of seats."""

_RIGHT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""A letter of a script that is written from right to left, or one of its digits, which run from left to right."""

_OPEN: Final = "\u2066\u2067\u2068"
_CLOSE: Final = "\u2069"

_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")

_Way = Literal["left", "right", "figure", "number", "between"]
"""How a character runs: from left to right, from right to left, as its neighbours, or as a part of a number. A `figure`
(a European digit) after Latin letters runs as they do."""


class _Piece(NamedTuple):
    """A character, or the parts of an isolate in their order, which runs as its neighbours."""

    text: str
    way: _Way
    parts: tuple[str, ...] = ()


def needs_order(words: str, /) -> bool:
    """Whether words have letters or digits of a script that is written from right to left."""
    return _RIGHT.search(words) is not None


def runs_left(words: str, /) -> bool:
    """Whether words have letters that are written from right to left; digits alone never are."""
    return any(not letter.isdecimal() for letter in _RIGHT.findall(words))


@lru_cache(maxsize=4096)
def arrange(line: str, /) -> tuple[str, ...]:
    """Split a line into words, spaces and glyphs of seats, in their order from left to right.

    Each part is written in one direction: from right to left if it has such letters. Marks of direction are removed.
    """
    if not needs_order(line):
        return tuple(part for part in _SPLIT.split(line.translate(PLAIN)) if part)
    pieces, _ = _read(line, 0)
    return _order(pieces)


def _read(line: str, start: int) -> tuple[list[_Piece], int]:
    """Read characters and isolates up to the end of this isolate. Also returns the place of that end."""
    pieces: list[_Piece] = []
    place = start
    while place < len(line):
        character = line[place]
        place += 1
        if character in _OPEN:
            inner, place = _read(line, place)
            pieces.append(_Piece("", "between", _order(inner)))
        elif character == _CLOSE and start:
            break
        elif character != _CLOSE:
            character = character.translate(PLAIN)
            pieces.append(_Piece(character, _find_way(character, pieces)))
    return pieces, place


def _find_way(character: str, before: list[_Piece]) -> _Way:
    """Find the direction of a character. A mark has that of its letter."""
    kind = unicodedata.bidirectional(character)
    if kind == "NSM" and before:
        return before[-1].way
    return _WAYS.get(kind, "between") if character not in GLYPHS else "between"


_WAYS: Final[dict[str, _Way]] = {"L": "left", "R": "right", "AL": "right", "EN": "figure", "AN": "number"}


def _order(pieces: list[_Piece]) -> tuple[str, ...]:
    """Order the pieces of a line or of an isolate by the levels of UAX #9, and join them to parts."""
    strong = [piece.way for piece in pieces if piece.way in ("left", "right")]
    base = 1 if strong[:1] == ["right"] else 0
    found: list[tuple[int, str]] = []
    for level, group in groupby(zip(_find_levels(pieces, base), pieces, strict=True), key=lambda each: each[0]):
        text = ""
        for _, piece in group:
            if piece.parts:
                found += [(level, part) for part in _split(text, level)]
                # Reversed twice, an isolate keeps its own order.
                found += [(level, part) for part in (piece.parts[::-1] if level % 2 else piece.parts)]
                text = ""
            else:
                text += piece.text
        found += [(level, part) for part in _split(text, level)]
    for lowest in range(max((level for level, _ in found), default=0), 0, -1):
        found = _turn(found, lowest)
    return tuple(part for _, part in found)


def _turn(parts: list[tuple[int, str]], lowest: int) -> list[tuple[int, str]]:
    """Reverse each run of parts of at least this level."""
    turned: list[tuple[int, str]] = []
    for high, group in groupby(parts, key=lambda part: part[0] >= lowest):
        stretch = list(group)
        turned += stretch[::-1] if high else stretch
    return turned


def _split(text: str, level: int) -> list[str]:
    """Split text of one level into parts. On a level from right to left, parts without letters of that direction are
    reversed and mirrored here; HarfBuzz does so for the other parts."""
    parts = [part for part in _SPLIT.split(text) if part]
    if level % 2 == 0:
        return parts
    return [part if runs_left(part) else part[::-1].translate(_MIRRORED) for part in parts]


def _find_levels(pieces: list[_Piece], base: int) -> list[int]:
    """Find the level of each piece: odd ones run from right to left, and higher ones lie within lower ones."""
    outer: _Way = "right" if base else "left"
    ways, last = list[_Way](), outer
    for piece in pieces:
        last = piece.way if piece.way in ("left", "right") else last
        ways.append(piece.way if piece.way != "figure" else "left" if last == "left" else "number")
    for place in range(1, len(ways) - 1):  # a point or colon between two figures belongs to the number
        alone = ways[place] == "between" and pieces[place].text in (".", ",", ":", "/", "-", "+")
        if alone and ways[place - 1] == ways[place + 1] == "number":
            ways[place] = "number"
    _settle_brackets(pieces, ways, outer)
    levels: list[int] = []
    for way, group in groupby(range(len(ways)), key=lambda place: ways[place]):
        places = list(group)
        if way == "between":
            around = [ways[place] if 0 <= place < len(ways) else outer for place in (places[0] - 1, places[-1] + 1)]
            before, after = map(_find_strong, around)
            level = _find_level(before if before == after else outer, base)
        else:
            level = _find_level(way, base)
        levels += [level] * len(places)
    return levels


def _settle_brackets(pieces: list[_Piece], ways: list[_Way], outer: _Way) -> None:
    """Give both brackets of a pair one direction: that of the line if any letter inside has it, else that of the letter
    before the pair."""
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for place, piece in enumerate(pieces):
        if piece.text and piece.text in "([{":
            opened.append(place)
        elif piece.text and piece.text in ")]}":
            fits = [at for at in opened if pieces[at].text.translate(_MIRRORED) == piece.text]
            if fits:
                pairs.append((fits[-1], place))
                del opened[opened.index(fits[-1]) :]
    for first, last in sorted(pairs):
        inside = {_find_strong(way) for way in ways[first + 1 : last]} - {"between"}
        if inside:
            before = [_find_strong(way) for way in ways[:first] if way != "between"]
            ways[first] = ways[last] = outer if outer in inside else (before or [outer])[-1]


def _find_strong(way: _Way) -> _Way:
    """Return the direction that neighbours take over: numbers count as letters that run from right to left."""
    return "right" if way == "number" else way


def _find_level(way: _Way, base: int) -> int:
    return 2 if way == "number" else 1 if way == "right" else 2 * base
