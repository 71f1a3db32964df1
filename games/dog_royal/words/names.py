"""Names of cards, pieces and places, as texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.components.cards import Card
from games.dog_royal.moves import place_name
from games.dog_royal.state import State, is_protected, rank_name
from games.text import Colour, Join, T, Text

RANK: Final = {"K": T("King"), "N": T("Knight"), "C": T("Citizen"), "J": T("Jester"), "p": T("Piece")}

SPECIAL_CARD: Final = {"magnet": T("magnet"), "swap": T("swap"), "=": T("copy (=)")}


def card_name(card: Card) -> Text:
    """Name a card; numbers are the same in every language."""
    return SPECIAL_CARD.get(card) or T("{card}", card=card)


def card_list(cards: Iterable[Card]) -> Join:
    """List cards; several of a kind are counted."""
    return Join(tuple(_count_card(card, count) for card, count in Counter(cards).items()))


def _count_card(card: Card, count: int) -> Text:
    return card_name(card) if count == 1 else T("{count} × {card}", count=count, card=card_name(card))


def name_played_card(card: Card, effective: Card) -> Text:
    """Name a card that is played, a copy with the card it copies."""
    return T("= as {card}", card=card_name(effective)) if card == "=" and effective else card_name(card)


def piece_name(colour: int, rank: str) -> Text:
    """Name a piece with its colour."""
    return T("{colour} {rank}", colour=Colour(colour), rank=RANK[rank])


def place_label(place: Place) -> Text:
    """Name a place; goal spaces are g1 to g4 as in the picture."""
    if place == HOME:
        return T("home")
    return T("goal {place}", place=place_name(place)) if place > GOAL else T("{place}", place=str(place))


def piece_list(view: State, colour: int) -> Join:
    """List the pieces of a colour with their places."""
    items = []
    for slot, place in enumerate(view.pieces[colour]):
        if place < HOME:
            continue
        piece, where = RANK[rank_name(view, slot)], place_label(place)
        if is_protected(view, colour, place):
            items.append(T("{piece} {place} (protected)", piece=piece, place=where))
        else:
            items.append(T("{piece} {place}", piece=piece, place=where))
    return Join(tuple(items))
