"""Who knows the fields of a state, and what follows: what a view hides, and which positions cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec
from msgspec import Struct

_SEAT: Final = "a seat"

Seat = Annotated[int, _SEAT]
"""The number of a seat: 0, 1, …"""

HIDDEN: Final = "?"
"""Stands in a view for each thing that its seat may not know; tuples keep their length."""


class Known(Enum):
    """Who knows a field of the state: `hands: Annotated[tuple[tuple[Card, ...], ...], Known.OWN]`.

    A field without a mark is known to everybody. What a field hides is replaced by `HIDDEN`; "", None and empty tuples
    stay, and tuples keep their length.
    """

    NOBODY = "nobody"
    """No seat, as a deck."""
    OWN = "own"
    """Each seat knows its own item, as its hand or the card it has chosen. The field is a tuple by seat."""
    MEMORY = "memory"
    """The same, but of the other items not even the length is known: they are empty in a view."""
    SHOWN = "shown"
    """Everybody knows these cards: they are in no other place. An event tells when one comes here."""
    TOLD = "told"
    """Everybody is told, although no event says it: that the next seat has no legal play, for instance."""
    PARTLY = "partly"
    """The rules say who knows what: the game has a `view`."""


PRIVATE: Final = {Known.OWN, Known.MEMORY}
"""Marks of what a seat may know although the public does not."""

DEALT: Final = {Known.NOBODY, Known.OWN, Known.SHOWN}
"""Marks of the places of cards; what seats remember lies somewhere else."""


@cache
def list_fields(state_type: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """List the fields of a type of states, whose annotations take long to read."""
    return msgspec.structs.fields(state_type)


def read_marks(state_type: type[Struct]) -> dict[str, Known]:
    """Read the marks of the fields of a type of states."""
    fields = list_fields(state_type)
    return {field.name: mark for field in fields for mark in get_args(field.type) if isinstance(mark, Known)}


def list_things(value: Any) -> list[Any]:
    """List the things in a field, in their order."""
    found: list[Any] = []
    for each in value if isinstance(value, tuple) else (value,):
        if isinstance(each, tuple):
            found += list_things(each)
        elif each is not None and each != "":
            found.append(each)
    return found


def list_hidden(state: Any, marks: Mapping[str, Known], seat: int | None) -> list[str]:
    """List the places of things that the marks hide from `seat`, each by the name of its field."""
    found: list[str] = []
    for name, mark in marks.items():
        value = getattr(state, name)
        if mark is Known.OWN:
            value = tuple(item for owner, item in enumerate(value) if owner != seat)
        if mark in (Known.OWN, Known.NOBODY):
            found += [name] * len(list_things(value))
    return found


def list_seen(state: Any, marks: Mapping[str, Known], seat: int | None, name: str) -> list[Any]:
    """List the things that a seat sees in a field with cards: those of its own, or all that are shown."""
    value, mark = getattr(state, name), marks.get(name)
    if mark is Known.OWN and seat is not None:
        return list_things(value[seat : seat + 1])
    return list_things(value) if mark is Known.SHOWN else []


def replace_hidden(state: Any, marks: Mapping[str, Known], seat: int | None, drawn: Iterator[Any]) -> Any:
    """Replace each thing that the marks hide from `seat` (None: the public) by the next one drawn."""
    changed = {}
    for name, mark in marks.items():
        value = getattr(state, name)
        if mark is Known.NOBODY:
            changed[name] = _fill(value, drawn)
        elif mark in PRIVATE:
            empty = mark is Known.MEMORY
            changed[name] = tuple(
                item if owner == seat else () if empty else _sort(_fill(item, drawn))
                for owner, item in enumerate(value)
            )
    return msgspec.structs.replace(state, **changed) if changed else state


def _fill(value: Any, drawn: Iterator[Any]) -> Any:
    """Replace each thing in a field."""
    if isinstance(value, tuple):
        return tuple([_fill(each, drawn) for each in value])
    return value if value is None or value == "" else next(drawn)


def _sort(item: Any) -> Any:
    """Put a hand in order; another item has none."""
    return tuple(sorted(item)) if isinstance(item, tuple) else item


def find_faults(
    state: Any, marks: Mapping[str, Known], seats: range, decks: Mapping[str, Sequence[Any]]
) -> Iterator[str]:
    """Find what cannot be in a position, whatever the rules: a number of items or a `Seat` that does not fit `seats`,
    something hidden that everybody knows, a hand that is out of order or half hidden, too many or unknown cards.

    `decks`: the cards among which are those of a field, for the fields that hold cards.
    """
    by_seat = {name: len(getattr(state, name)) for name, mark in marks.items() if mark in PRIVATE}
    if len({*by_seat.values()}) > 1 or not {*by_seat.values()} <= {*seats}:
        yield f"items of {by_seat}: one for each of {seats[0]} to {seats[-1]} seats"
    count = max(by_seat.values(), default=seats[-1])
    state_type: type[Struct] = type(state)
    for field in list_fields(state_type):
        name, value, mark = field.name, getattr(state, field.name), marks.get(field.name)
        if name == "events":
            continue
        quoted = f"{name}={str(value)[:80]}"
        if value != field.default and any(not 0 <= seat < count for seat in _list_seats(field.type, value)):
            yield f"{quoted}: there are seats 0 to {count - 1}"
        if mark in (None, Known.SHOWN, Known.TOLD) and HIDDEN in list_things(value):
            yield f"{quoted}: everybody knows it, so nothing is {HIDDEN!r}"
        for hand in value if mark is Known.OWN and name in decks else ():
            shown = [thing for thing in list_things(hand) if thing != HIDDEN]
            if len(shown) not in (0, len(list_things(hand))) or shown != sorted(shown):
                yield f"{quoted}: {str(hand)[:40]} is not in ascending order, or half hidden"
    yield from _find_wrong_cards(state, marks, decks)


def _find_wrong_cards(state: Any, marks: Mapping[str, Known], decks: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """Find cards that are in a place more often than there are, or do not exist."""
    places: dict[tuple[Any, ...], Counter[Any]] = {}
    for name, deck in decks.items():
        things = list_things(getattr(state, name)) if marks.get(name) in DEALT else []
        if marks.get(name) is Known.SHOWN:  # beside a card there may be its place
            things = [thing for thing in things if thing in deck]
        places.setdefault(tuple(deck), Counter()).update(things)
    for cards, found in places.items():
        wrong = [*(Counter({card: n for card, n in found.items() if card != HIDDEN}) - Counter(cards))]
        if wrong:
            yield f"{wrong[0]!r:.40} is no card, or there are not so many"
        elif found.total() > len(cards):
            yield f"{found.total()} cards: there are {len(cards)}"


def _list_seats(kind: Any, value: Any) -> Iterator[int]:
    """List the seats in a value, which are those of the type `Seat`."""
    parts = get_args(kind)
    if get_origin(kind) is Annotated:
        if _SEAT in parts:
            yield value
        else:
            yield from _list_seats(parts[0], value)
    elif get_origin(kind) is tuple and isinstance(value, tuple):
        for each, part in zip(value, parts[:1] * len(value) if Ellipsis in parts else parts, strict=False):
            yield from _list_seats(part, each)
    elif isinstance(value, int) and not isinstance(value, bool):  # one of several types
        for part in parts:
            yield from _list_seats(part, value)
