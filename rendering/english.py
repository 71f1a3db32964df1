"""Say texts in English, for pictures that are drawn without catalogues: samples, the gallery, warming up."""

from __future__ import annotations

from games.colours import COLOURS
from games.text import Arg, Colour, Join, Text


def say(text: Text, /) -> str:
    """Say a text in English. Seats are named by their colours."""
    values = {name: _say_argument(arg) for name, arg in text.args}
    values |= {"count": str(text.count)} if text.plural else {}
    return (text.plural if text.plural and text.count != 1 else text.id).format(**values)


def _say_argument(arg: Arg) -> str:
    match arg:
        case Text():
            return say(arg)
        case Colour(index):
            return f"{COLOURS[index].glyph} {say(COLOURS[index].name)}"
        case Join(items):
            said = [_say_argument(item) for item in items]
            return " and ".join([", ".join(said[:-1]), said[-1]] if said[1:] else said)
    return str(arg)
