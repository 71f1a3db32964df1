"""Texts as data: sentences that are translated only where they are shown.

A `Text` holds an English sentence, which is its gettext message id, and its arguments. Games and pictures build texts;
only `matches.texts` translates them. The message extractor knows `T` and `N`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Literal, Union

from msgspec import Struct
from msgspec.structs import replace


class Player(Struct, frozen=True, tag=True):
    """Argument of a text: the player in a seat, shown by glyph, colour and, if known, name."""

    seat: int


class Colour(Struct, frozen=True, tag=True):
    """Argument of a text: one of the six seat colours (0..5), shown as glyph and name, never as colour alone."""

    index: int


class Channel(Struct, frozen=True, tag=True):
    """Argument of a text: a Discord channel, shown as a link."""

    id: int


class Moment(Struct, frozen=True, tag=True):
    """Argument of a text: a time in Unix seconds, for messages only.

    Discord shows it to each reader as "in 3 hours", or with `style` "f" as date and time in their time zone.
    """

    at: float
    style: Literal["R", "f"] = "R"


class Join(Struct, frozen=True, tag=True):
    """Argument of a text: a list in the reader's language, "A, B and C"."""

    items: tuple[Arg, ...]


class Text(Struct, frozen=True, tag=True):
    """A sentence: the English wording `id` with `{name}` placeholders, and the `args` that fill them.

    With `plural`, the reader's language chooses the wording for `count`, which also fills `{count}`.
    """

    id: str
    args: tuple[tuple[str, Arg], ...] = ()
    plural: str = ""
    count: int = 0


Arg = Union[str, int, float, Text, Player, Colour, Channel, Moment, Join]  # noqa: UP007 - forward references

Say = Callable[[Text], str]
"""Translates a text for one reader. A float is written with one decimal, as usual in the reader's language."""


def T(id: str, /, **args: Arg) -> Text:  # noqa: N802, A002 - as short as gettext's own markers
    """Build a text without plural forms."""
    return Text(id, tuple(args.items()))


def N(id: str, plural: str, count: int, /, **args: Arg) -> Text:  # noqa: N802, A002 - see T
    """Build a text with plural forms: `id` for one, `plural` for many; `{count}` is filled in."""
    return Text(id, tuple(args.items()), plural, count)


def hide_names(text: Text, colours: Sequence[int] = range(6)) -> Text:
    """Name players by colours alone, as pictures do. `colours`: of each seat, by default that of its number."""
    return replace(text, args=tuple((name, _hide(arg, colours)) for name, arg in text.args))


def _hide(arg: Arg, colours: Sequence[int]) -> Arg:
    match arg:
        case Player(seat):
            return Colour(colours[seat])
        case Join(items):
            return Join(tuple(_hide(each, colours) for each in items))
        case Text():
            return hide_names(arg, colours)
    return arg


def estimate_length(arg: Arg) -> int:
    """Estimate how many characters an argument of a text has in English, or a text; a name has twelve."""
    match arg:
        case Text():
            wording = arg.plural if arg.plural and arg.count != 1 else arg.id
            return len(wording) + sum(estimate_length(value) - len(name) - 2 for name, value in arg.args)
        case Join(items):
            return sum(estimate_length(item) + 2 for item in items)
        case str() | int() | float():
            return len(str(arg))
    return 12


def join_sentences(first: Text, *others: Text) -> Text:
    """Join sentences to a paragraph."""
    return reduce(lambda before, after: T("{first} {second}", first=before, second=after), others, first)
