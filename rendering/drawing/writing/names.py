"""Reduce people's names, and sentences, to the characters that the faces of the pictures have."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from games.colours import GLYPHS
from rendering.drawing.writing.direction import needs_order
from rendering.drawing.writing.scripts import FIRST_NOTO, find_face

_MOST_MARKS: Final = 3
"""The most marks kept on one letter, such as vowel and tone. Further ones are ornaments and would reach into other
lines."""

_JOINERS: Final = "\u200c\u200d"
"""Invisible characters that join or separate letters in Persian and Indic scripts."""


def make_writable(name: str, /) -> str:
    """Return a name as pictures can show it, or "" if it has a letter that is in no face.

    Ornate letters become plain. Emoji, other signs the faces lack, piled up marks and invisible characters are left
    out. A name with letters that run from right to left is isolated, so that the words around it keep their order.
    """
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(character)
        if character in _JOINERS:
            kept += character if kept and _is_shaped(kept[-1]) else ""
        elif kind[0] == "M":
            if _is_shaped(character) and kept and find_face(kept[-1]) == find_face(character):
                kept.append(character)
        elif kind[0] != "C":
            plain = character if find_face(character) is not None else unicodedata.normalize("NFKC", character)
            if all(find_face(each) is not None for each in plain):
                kept.append(plain)
            elif any(unicodedata.category(each)[0] in "LN" for each in plain):
                return ""
    words = " ".join(_thin_out("".join(kept)).split())
    if not any(map(str.isalnum, words)):
        return ""
    return f"\u2068{words}\u2069" if needs_order(words) else words


def drop_missing(words: str, /) -> str:
    """Leave out symbols that no face has, such as that of a female animal, each with the space before it."""

    def keep(found: re.Match[str]) -> str:
        symbol = found[1]
        missing = symbol not in GLYPHS and unicodedata.category(symbol) == "So" and find_face(symbol) is None
        return "" if missing else found[0]

    return re.sub(r" ?([^\w\s])", keep, words)


def _is_shaped(character: str) -> bool:
    """Whether a character belongs to a script whose face sets marks on its letters and joins them."""
    return (find_face(character) or 0) >= FIRST_NOTO


def _thin_out(words: str) -> str:
    """Drop the marks of a letter beyond the first few."""
    kept, marks = "", 0
    for character in words:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        kept += character if marks <= _MOST_MARKS else ""
    return kept
