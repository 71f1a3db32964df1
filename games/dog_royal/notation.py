"""Read and write positions. The package's docstring describes the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

import msgspec

from games.core import HIDDEN, LONGEST_NUMBER, BadNotation
from games.dog_royal.check import check
from games.dog_royal.components.boards import ABSENT, BOARDS, GOAL, GOALS, HOME, Place, arms, seating
from games.dog_royal.components.cards import COPIES, FULL_DECK, Card, hand_of
from games.dog_royal.moves import place_name
from games.dog_royal.options import Options
from games.dog_royal.state import BASE_RANK, RANKS, State

_NUMBERS: Final = ("round", "dealer", "turn", "turns")
_OPTIONS: Final = {field.name: field for field in msgspec.structs.fields(Options) if field.name != "mode"}


def notate(state: State) -> str:
    """Write a position, without its events, as one line."""
    words = [f"{state.options.mode}/{state.seats}"]
    for name, field in _OPTIONS.items():
        value = getattr(state.options, name)
        if value != field.default:
            words.append(f"{name}={_format_value(value)}")
    for colour, row in enumerate(state.pieces):
        for slot, place in enumerate(row):
            if place != ABSENT:
                rank = RANKS[slot] if state.royal else BASE_RANK
                words.append(f"{colour}{rank}@{place_name(place)}")
    words.append(f"phase={state.phase}")
    words += [f"{name}={getattr(state, name)}" for name in _NUMBERS]
    if state.last:
        words.append(f"last={state.last}")
    if state.arrived >= 0:
        words.append(f"arrived={state.arrived}")
    if state.drawn:
        words.append(f"drawn={state.drawer}:{state.drawn}")
    if state.dropped:
        words.append(f"dropped={','.join(map(str, state.dropped))}")
    if any(state.given):
        words.append(f"given={','.join(card or '-' for card in state.given)}")
    words += [f"hand{seat}={_format_cards(hand)}" for seat, hand in enumerate(state.hands)]
    words += [f"discard={_format_cards(state.discard)}", f"deck={_format_cards(state.deck)}"]
    return " ".join(words)


def _format_value(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _format_cards(cards: tuple[Card, ...]) -> str:
    """Write cards: `5,5,13`, three or more of a kind in a row as `3*5`, none as `-`."""
    groups = [(card, len(list(run))) for card, run in groupby(cards)]
    return ",".join(f"{n}*{card}" if n > 2 else ",".join([card] * n) for card, n in groups) or "-"


def read(text: str) -> State:
    """Read a position from one line; parts left out have the defaults of the package's docstring.

    Raises BadNotation.
    """
    head, *rest = text.split() or [""]
    mode, _, seats_text = head.partition("/")
    if mode not in ("base", "royal") or seats_text not in ("2", "3", "4", "5", "6"):
        raise BadNotation(f"{head!r}: a position starts with base/2 … royal/6")
    seats = int(seats_text)
    men = [word for word in rest if "@" in word]
    values: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        if word not in men:
            if not equals or key in values:
                raise BadNotation(f"{word!r}: neither a piece (1N@16) nor a new key=value")
            values[key] = value
    options = _read_options(mode, {key: values.pop(key) for key in _OPTIONS if key in values})
    colours = seating(seats, three_on_six=options.three_on_six)
    pieces = _read_pieces(men, options, colours, arms(seats, three_on_six=options.three_on_six))
    numbers = {key: _read_number(f"{key}={values[key]}", values.pop(key)) for key in _NUMBERS if key in values}
    phase = values.pop("phase", "turn")
    turn = numbers.get("turn", -1 if phase == "over" else 0)
    dealer = numbers.get("dealer", (turn - 1) % seats)
    hands = tuple(hand_of(_read_cards(values.pop(f"hand{seat}", "-"))) for seat in range(seats))
    given_text = values.pop("given", ",".join("-" * seats))
    given = tuple("" if card == "-" else _read_card(card) for card in given_text.split(","))
    discard = _read_cards(values.pop("discard", "-"))
    used = [card for hand in hands for card in hand] + list(discard)
    used += [card for card in given if card] if phase == "exchange" else []
    deck_text = values.pop("deck", None)
    deck = _list_remaining_cards(used) if deck_text is None else _read_cards(deck_text)
    drawer, _, drawn = values.pop("drawn", "-1:").partition(":")
    last, arrived, dropped = values.pop("last", ""), values.pop("arrived", "-1"), values.pop("dropped", "")
    if values:
        raise BadNotation(f"{next(iter(values))!r}: unknown key")
    fields = {
        "options": options,
        "colours": colours,
        "pieces": pieces,
        "phase": phase,
        "round": numbers.get("round", 1),
        "dealer": dealer,
        "turn": turn,
        "turns": numbers.get("turns", 1),
        "deck": deck,
        "discard": discard,
        "hands": hands,
        "given": given,
        "last": _read_card(last) if last else "",
        "dropped": tuple(_read_number(f"dropped={dropped}", seat) for seat in dropped.split(",") if seat),
        "drawer": _read_number(f"drawn={drawer}:{drawn}", drawer),
        "drawn": _read_card(drawn) if drawn else "",
        "arrived": _read_number(f"arrived={arrived}", arrived),
    }
    try:
        state = msgspec.convert(fields, State, from_attributes=True)
    except msgspec.ValidationError as error:
        raise BadNotation(str(error)) from error
    check(state)
    return state


def _read_options(mode: str, values: dict[str, str]) -> Options:
    read_as = {"yes": True, "no": False}
    fields: dict[str, Any] = {"mode": mode}
    for key, value in values.items():
        fields[key] = read_as.get(value, value) if isinstance(_OPTIONS[key].default, bool) else value
    try:
        return msgspec.convert(fields, Options, strict=False)
    except msgspec.ValidationError as error:
        raise BadNotation(f"{values}: {error}") from error


def _read_number(word: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER):
        raise BadNotation(f"{word!r}: expected a whole number")
    return int(text)


def _read_pieces(
    words: list[str], options: Options, colours: tuple[int, ...], sides: int
) -> tuple[tuple[Place, ...], ...]:
    """Read words such as `1N@16`. In Royal the rank names the slot; in the base game the pieces are sorted."""
    ranks = RANKS if options.mode == "royal" else BASE_RANK
    rows: dict[int, list[Place]] = {colour: [] for colour in colours}
    slots: dict[int, list[Place]] = {colour: [ABSENT] * 4 for colour in colours}
    for word in words:
        who, _, where = word.partition("@")
        if len(who) != 2 or not who[0].isdecimal() or int(who[0]) not in rows or who[1] not in ranks:
            raise BadNotation(f"{word!r}: a piece is a colour of {colours} and one of {ranks}")
        colour, place = int(who[0]), _read_place(word, where, BOARDS[sides].length)
        rows[colour].append(place)
        slots[colour][ranks.index(who[1])] = place
        if len(rows[colour]) > 4 or (options.mode == "royal" and len(rows[colour]) > 4 - slots[colour].count(ABSENT)):
            raise BadNotation(f"{word!r}: one piece too many")
    if options.mode == "base":
        slots = {colour: [ABSENT] * (4 - len(row)) + sorted(row) for colour, row in rows.items()}
    return tuple(tuple(slots[colour]) if colour in slots else () for colour in range(sides))


def _read_place(word: str, text: str, length: int) -> Place:
    if text == "h":
        return HOME
    if len(text) == 2 and text[0] == "g" and text[1] in "1234"[:GOALS]:
        return GOAL + int(text[1])
    if text.isascii() and text.isdecimal() and len(text) <= 3 and int(text) < length:
        return int(text)
    raise BadNotation(f"{word!r}: a place is h, g1 … g{GOALS} or 0 … {length - 1}")


def _read_card(text: str) -> Card:
    if text not in COPIES and text != HIDDEN:
        raise BadNotation(f"{text!r}: the cards are {', '.join(COPIES)}")
    return text


def _read_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by commas: `3*5` is three fives, `-` none."""
    return tuple(_expand_cards(text)) if text != "-" else ()


def _expand_cards(text: str) -> Iterator[Card]:
    for word in text.split(","):
        count, star, card = word.partition("*")
        number = _read_number(word, count) if star else 1
        if number > len(FULL_DECK):
            raise BadNotation(f"{word!r}: there are {len(FULL_DECK)} cards")
        yield from [_read_card(card if star else word)] * number


def _list_remaining_cards(used: list[Card]) -> tuple[Card, ...]:
    """Return the deck of a position that does not give it: all unused cards in the order of `FULL_DECK`."""
    left = Counter(FULL_DECK)
    left.subtract(card for card in used if card != HIDDEN)
    for card, count in left.items():
        if count < 0:
            raise BadNotation(f"{card!r}: there are only {COPIES[card]}")
    return tuple(left.elements())
