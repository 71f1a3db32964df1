"""Menus for moves: the labels of a move, the question it answers, and warnings before it is confirmed."""

from __future__ import annotations

from games.core import Seat
from games.text import N, T, Text
from slowboat_liars_dice.standin import chance
from slowboat_liars_dice.state import Bid, Move, State
from slowboat_liars_dice.words.names import bid_text


def menu(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Name a move: a bid by two labels, its count and its face."""
    if isinstance(move, Bid):
        return N("{count} die", "{count} dice", move.count), T("showing {face}", face=move.face)
    return (T("Doubt the bid"),)


def prompt(view: State, seat: Seat) -> Text:
    """Ask for a bid, naming the last one."""
    if view.bid is None:
        return T("You begin: bid a number of dice and a face.")
    bid = bid_text(view.bid.count, view.bid.face)
    return T("The bid is {bid}. Raise it, or doubt it.", bid=bid)


def warnings(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Warn of one's own bid if it is almost certainly too high. Other unlikely bids are fair bluffs."""
    if isinstance(move, Bid) and chance(view, seat, move) < 0.02:
        return (T("With the dice you see, this bid is almost certainly too high."),)
    return ()
