"""The position in words: the alt text, and the complete position for players who do not see the picture."""

from __future__ import annotations

from functools import reduce

from games.core import Seat
from games.text import Join, N, Player, T, Text
from slowboat_liars_dice.play import outcome
from slowboat_liars_dice.state import State
from slowboat_liars_dice.words.events import event
from slowboat_liars_dice.words.names import bid_text


def status(view: State) -> Text:
    """Summarise the position: whose turn it is, the last move and the dice left."""
    told = [_turn(view), *(event(view, each) for each in view.events), *_counts(view)]
    return reduce(lambda first, second: T("{first} {second}", first=first, second=second), told)


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Describe everything the picture shows, line by line."""
    told = [_turn(view)]
    if view.bid is not None:
        bid = bid_text(view.bid.count, view.bid.face)
        told.append(T("The bid of {player} stands: {bid}.", player=Player(view.bidder), bid=bid))
    told += _counts(view)
    if seat is not None and view.dice[seat]:
        told.append(T("Your dice: {dice}.", dice=Join(view.dice[seat])))
    told.append(T("Ones count as every face.") if view.wild else T("Ones count as ones only."))
    if view.out:
        told.append(T("Out, in this order: {players}.", players=Join(tuple(map(Player, view.out)))))
    return tuple(told)


def _turn(view: State) -> Text:
    """Say whose turn it is, or how the game ended."""
    ended = outcome(view)
    if ended is None:
        return T("{player} is to bid or to doubt.", player=Player(view.turn))
    return T("The game is over: {player} has won.", player=Player(ended.winners[0]))


def _counts(view: State) -> list[Text]:
    """Say how many dice each player has."""
    return [
        N("{player} has {count} die.", "{player} has {count} dice.", len(hand), player=Player(seat))
        for seat, hand in enumerate(view.dice)
        if hand
    ]
