"""The position in words: the alt text, and the complete position for players who do not see the picture."""

from __future__ import annotations

from functools import reduce

from games.core import Seat
from games.new_game.play import outcome
from games.new_game.state import State
from games.new_game.words.events import event
from games.new_game.words.names import card_list, card_name
from games.text import Join, N, Player, T, Text


def status(view: State) -> Text:
    """Summarise the position: whose turn it is, the last move and the score."""
    told = [_turn(view), *(event(view, each) for each in view.events), *_score(view)]
    return reduce(lambda first, second: T("{first} {second}", first=first, second=second), told)


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Describe everything the picture shows, line by line."""
    told = [_turn(view), *_score(view)]
    for other, card in enumerate(view.table):
        if card:
            told.append(T("On the table, from {player}: {card}.", player=Player(other), card=card_name(card)))
    if seat is not None and view.hands[seat]:
        told.append(T("Your hand: {cards}.", cards=card_list(view.hands[seat])))
    for other, hand in enumerate(view.hands):
        if other != seat and hand:
            told.append(
                N("{player} holds {count} card.", "{player} holds {count} cards.", len(hand), player=Player(other))
            )
    if view.played:
        told.append(T("Played earlier: {cards}.", cards=card_list(view.played)))
    return tuple(told)


def _turn(view: State) -> Text:
    """Say whose turn it is, or how the game ended."""
    ended = outcome(view)
    if ended is None:
        return T("{player} is to play.", player=Player(view.turn))
    return T("The game is over. Most tricks: {players}.", players=Join(tuple(map(Player, ended.winners))))


def _score(view: State) -> list[Text]:
    """Say how many tricks each player has."""
    return [
        N("{player} has {count} trick.", "{player} has {count} tricks.", count, player=Player(seat))
        for seat, count in enumerate(view.tricks)
    ]
