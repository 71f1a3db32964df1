"""Positions as text, and what a position must be; the package's docstring describes the notation."""

from __future__ import annotations

from collections.abc import Iterable

from games.core import HIDDEN, LONGEST_NUMBER, BadNotation
from games.new_game.state import CARDS, Card, State

_PARTS = ("hands", "deck", "played", "table", "turn", "tricks")


def notate(state: State) -> str:
    """Write the position as one line; everything but the events."""
    hands = "/".join(map(_write_cards, state.hands))
    table = "/".join(card or "-" for card in state.table)
    tricks = "/".join(map(str, state.tricks))
    return (
        f"hands={hands} deck={_write_cards(state.deck)} played={_write_cards(state.played)} table={table} "
        f"turn={state.turn} tricks={tricks}"
    )


def read(text: str) -> State:
    """Read a position that `notate` wrote. Raises BadNotation."""
    parts: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key not in _PARTS or key in parts:
            raise BadNotation(f"{word!r} is not one of {', '.join(_PARTS)}, each at most once")
        parts[key] = value
    hands = tuple(map(_read_cards, parts.get("hands", "-/-").split("/")))
    none = "/".join("-" * len(hands))
    table = tuple("".join(_read_cards(card)) for card in parts.get("table", none).split("/"))
    played = _read_cards(parts.get("played", "-"))
    used = [card for cards in (*hands, played, table) for card in cards if card not in ("", HIDDEN)]
    deck = _read_cards(parts["deck"]) if "deck" in parts else tuple(card for card in CARDS if card not in used)
    tricks = tuple(_read_number(count, len(CARDS)) for count in parts.get("tricks", none.replace("-", "0")).split("/"))
    state = State(hands, deck, played, table, _read_number(parts.get("turn", "0"), len(hands) - 1), tricks)
    check(state)
    return state


def check(state: State) -> None:
    """Refuse an impossible position: other seats, unknown cards, or a card twice. Raises BadNotation."""
    seats = len(state.hands)
    if not 2 <= seats <= 4 or not seats == len(state.table) == len(state.tricks) or state.turn not in range(seats):
        raise BadNotation(f"turn {state.turn} of {seats} seats: there are two to four seats everywhere")
    on_table = [card for card in state.table if card]
    cards = [*state.deck, *state.played, *on_table, *(card for hand in state.hands for card in hand)]
    known = [card for card in cards if card != HIDDEN]
    if len(set(known)) < len(known) or not set(known) <= set(CARDS) or len(cards) > len(CARDS):
        raise BadNotation(f"{len(cards)} cards: one is unknown, or there twice")
    if HIDDEN in on_table or any(list(hand) != sorted(hand) for hand in state.hands):
        raise BadNotation("a card on the table is hidden, or a hand is not in order")
    if not all(0 <= count <= len(CARDS) for count in state.tricks):
        raise BadNotation(f"tricks {state.tricks}: at most {len(CARDS)}")
    if any(state.hands) and (not state.hands[state.turn] or state.table[state.turn]):
        raise BadNotation(f"seat {state.turn} has no card to play, or has played one")


def _write_cards(cards: Iterable[Card]) -> str:
    return ",".join(cards) or "-"


def _read_cards(text: str) -> tuple[Card, ...]:
    cards = () if text == "-" else tuple(text.split(","))
    for card in cards:
        if card not in CARDS and card != HIDDEN:
            raise BadNotation(f"{card!r} is not a card from {CARDS[0]} to {CARDS[-1]}")
    return cards


def _read_number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER and int(text) <= most):
        raise BadNotation(f"{text!r} is not a number up to {most}")
    return int(text)
