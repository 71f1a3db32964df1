"""Sentences as data: what a game wants said, before anyone decides in which language.

A `Text` names an English sentence (its gettext message id) and its arguments. Games and pictures build texts;
only `matches.texts` looks them up. `T` and `N` are the markers the message extractor knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Union

from msgspec import Struct


class Player(Struct, frozen=True, tag=True):
    """Argument of a text: the person in a seat, shown as glyph, colour and, where known, name."""

    seat: int


class Colour(Struct, frozen=True, tag=True):
    """Argument of a text: one of the six seat colours (0..5), shown as glyph and name, never as colour alone."""

    index: int


class Channel(Struct, frozen=True, tag=True):
    """Argument of a text: a Discord channel, shown as a link to it."""

    id: int


class Moment(Struct, frozen=True, tag=True):
    """Argument of a text: a time in Unix seconds, shown by each reader's own Discord as "in 3 hours" or, with `style`
    "f", as date and time in their time zone. For messages only: a picture cannot show it."""

    at: float
    style: Literal["R", "f"] = "R"


class Join(Struct, frozen=True, tag=True):
    """Argument of a text: a list in the reader's language, "A, B and C"."""

    items: tuple[Arg, ...]


class Text(Struct, frozen=True, tag=True):
    """A sentence: `id` is the English wording with `{name}` placeholders, `args` fill them.

    With `plural`, `count` decides between the two wordings by the rules of the reader's language and is itself
    available as `{count}`.
    """

    id: str
    args: tuple[tuple[str, Arg], ...] = ()
    plural: str = ""
    count: int = 0


Arg = Union[str, int, float, Text, Player, Colour, Channel, Moment, Join]  # noqa: UP007 - forward references

Say = Callable[[Text], str]
"""Turns a text into a sentence for one reader; a float is shown with one decimal, as their language writes it."""


def T(id: str, /, **args: Arg) -> Text:  # noqa: N802, A002 - a marker, as short as gettext's own
    """A sentence without a number in it."""
    return Text(id, tuple(args.items()))


def N(id: str, plural: str, count: int, /, **args: Arg) -> Text:  # noqa: N802, A002 - see T
    """A sentence that counts: `id` for one, `plural` for many; `{count}` is filled in."""
    return Text(id, tuple(args.items()), plural, count)
