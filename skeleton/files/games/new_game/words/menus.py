"""Menus for moves: the labels of a move, the question it answers, and warnings before it is confirmed."""

from __future__ import annotations

from games.core import Seat
from games.new_game.state import Play, State
from games.new_game.words.names import card_name
from games.text import T, Text


def menu(view: State, seat: Seat, move: Play) -> tuple[Text, ...]:
    """Name a move by one label: its card."""
    return (T("Play the {card}", card=card_name(move.card)),)


def prompt(view: State, seat: Seat) -> Text:
    """Ask for a card, naming the one to beat."""
    if any(view.table):
        return T("Choose a card. To take the trick it must be higher than {card}.", card=card_name(max(view.table)))
    return T("You lead this trick. Choose a card.")


def warnings(view: State, seat: Seat, move: Play) -> tuple[Text, ...]:
    """Point out that a card is too low for the trick."""
    if move.card < max(view.table):
        return (T("This card cannot take the trick: the {card} is higher.", card=card_name(max(view.table))),)
    return ()
