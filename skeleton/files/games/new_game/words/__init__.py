"""New Game in words: each sentence that players see, in English; `just texts` collects them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from games.core import GameError, Seat
from games.new_game.play import outcome
from games.new_game.state import Card, Play, Played, State, Taken
from games.new_game.words.guide import rules as rules
from games.text import Join, N, Player, T, Text

TITLE = T("New Game")
PITCH = T("Play a card from your hand: the highest takes the trick, and most tricks win.")


def command_texts() -> Mapping[str, Text]:
    return {"hand": T("How many cards each player is dealt")}


def option_name(option: str) -> Text:
    return {"hand": T("Cards in hand")}[option]


def option_value(option: str, value: Any) -> Text:
    return {"hand": N("{count} card", "{count} cards", value)}[option]


def preset(preset: str) -> Text:
    return {"standard": T("Standard"), "quick": T("A quick match")}[preset]


def event(view: State, event: Played | Taken) -> Text:
    match event:
        case Played(seat, card):
            return T("{player} plays the {card}.", player=Player(seat), card=_number(card))
        case Taken(seat, card):
            return T("{player} takes the trick with the {card}.", player=Player(seat), card=_number(card))


def menu(view: State, seat: Seat, move: Play) -> tuple[Text, ...]:
    return (T("Play the {card}", card=_number(move.card)),)


def prompt(view: State, seat: Seat) -> Text:
    if any(view.table):
        return T("Choose a card. To take the trick it must be higher than {card}.", card=_number(max(view.table)))
    return T("You lead this trick. Choose a card.")


def warnings(view: State, seat: Seat, move: Play) -> tuple[Text, ...]:
    if move.card < max(view.table):
        return (T("This card cannot take the trick: the {card} is higher.", card=_number(max(view.table))),)
    return ()


def status(view: State) -> Text:
    """Whose turn it is, the last move and the score, for the picture's alternative text."""
    told = [_turn(view), *(event(view, each) for each in view.events), *_score(view)]
    return reduce(lambda first, second: T("{first} {second}", first=first, second=second), told)


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Everything the picture shows, line by line."""
    told = [_turn(view), *_score(view)]
    for other, card in enumerate(view.table):
        if card:
            told.append(T("On the table, from {player}: {card}.", player=Player(other), card=_number(card)))
    if seat is not None and view.hands[seat]:
        told.append(T("Your hand: {cards}.", cards=_numbers(view.hands[seat])))
    for other, hand in enumerate(view.hands):
        if other != seat and hand:
            told.append(
                N("{player} holds {count} card.", "{player} holds {count} cards.", len(hand), player=Player(other))
            )
    if view.played:
        told.append(T("Played earlier: {cards}.", cards=_numbers(view.played)))
    return tuple(told)


def refusal(error: GameError) -> Text:
    """Say why a request is refused: the rule, and what to do instead."""
    code = str(error.facts.get("code", ""))
    match error.reason:
        case "seats":
            return T("Two to four can play.")
        case "turn_is_complete" | "not_before_confirming":
            return T("You have chosen a card already. Confirm it, or change your choice.")
        case _:
            return T("{move} is not possible now: play one card of your hand, in your turn.", move=code)


def _turn(view: State) -> Text:
    ended = outcome(view)
    if ended is None:
        return T("{player} is to play.", player=Player(view.turn))
    return T("The game is over. Most tricks: {players}.", players=Join(tuple(map(Player, ended.winners))))


def _score(view: State) -> list[Text]:
    return [
        N("{player} has {count} trick.", "{player} has {count} tricks.", count, player=Player(seat))
        for seat, count in enumerate(view.tricks)
    ]


def _number(card: Card) -> str:
    """A card as people say it: `07` is 7."""
    return card.lstrip("0")


def _numbers(cards: tuple[Card, ...]) -> Join:
    return Join(tuple(map(_number, cards)))
