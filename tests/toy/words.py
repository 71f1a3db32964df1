"""The toy game's words. They are in no catalogue, so every language shows them in English."""

from __future__ import annotations

from typing import Any

from games.core import HIDDEN, GameError, Seat
from games.text import Join, N, Player, T, Text
from games.wording import RulesPage
from tests.toy.game import Aim, Calmed, Drew, Gave, Gust, Move, Pick, Picked, Played, Scored, State, Swapped

TITLE = T("Toy")
PITCH = T("A little of everything, for tests.")

CARDS = {"c": T("coin"), "d": T("draw"), "r": T("roll"), "k": T("kite"), HIDDEN: T("hidden card")}
PRESETS = {"standard": T("Standard"), "quick": T("Quick")}
_REFUSALS = {
    "not_legal": "You cannot play {code} now.",
    "turn_is_complete": "Your turn is complete; confirm it before {code}.",
    "not_before_confirming": "Confirm first, then you may play {code}.",
    "seats": "{seats} cannot play.",
    "too_short_to_swap": "With {turns} turn each four players cannot swap.",
}


def event(view: State, event: Any) -> Text | None:
    match event:
        case Gave(seat):
            return T("{who} has chosen a card.", who=Player(seat))
        case Swapped():
            return T("The cards are swapped.")
        case Picked():
            return None
        case Played(seat, card, target):
            return T("{who} plays {card} on {whom}.", who=Player(seat), card=CARDS[card], whom=Player(target))
        case Drew(seat):
            return T("{who} draws a card.", who=Player(seat))
        case Scored(seat, points):
            return N("{who} scores {count} point.", "{who} scores {count} points.", points, who=Player(seat))
        case Calmed():
            return T("The wind dies down; the turn starts again.")
    raise TypeError(event)


def menu(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    if isinstance(move, Aim):
        return (T("on {whom}", whom=Player(move.target)),)
    if isinstance(move, Gust):
        return (T("wind {strength}", strength=move.code),)
    return (T("play {card}" if isinstance(move, Pick) else "give {card}", card=CARDS[move.card]),)


def prompt(view: State, seat: Seat) -> Text:
    if view.given:
        return T("Choose a card for your neighbour.")
    return T("Whom do you play {card} on?", card=CARDS[view.card]) if view.card else T("Choose a card to play.")


def warnings(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    if isinstance(move, Aim) and move.target != seat and view.card != "d":
        return (T("That helps {whom}, not you.", whom=Player(move.target)),)
    return ()


def status(view: State) -> Text:
    if not view.left:
        return T("The match is over. {scores}", scores=_scores(view))
    if view.given:
        return T("Everybody chooses a card to swap.")
    return T("{who} is to play. {scores}", who=Player(view.turn), scores=_scores(view))


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    return (
        *(
            T("{who} holds {cards}.", who=Player(s), cards=Join(tuple(CARDS[card] for card in hand)))
            for s, hand in enumerate(view.hands)
            if hand
        ),
        *(T("{who} gives {card}.", who=Player(s), card=CARDS[card]) for s, card in enumerate(view.given) if card),
        N("{count} card in the deck.", "{count} cards in the deck.", len(view.deck)),
        N("{count} card played.", "{count} cards played.", len(view.discard)),
        N("{count} turn left.", "{count} turns left.", view.left),
        T("In play: {card}.", card=CARDS[view.card]) if view.card else T("No card is in play."),
        *((T("It is played on {whom}.", whom=Player(view.target)),) if view.target is not None else ()),
        T("The die has {sides} sides.", sides=view.sides),
        status(view),
    )


def refusal(error: GameError) -> Text:
    wording = _REFUSALS[error.reason]
    return T(wording, **{name: fact for name, fact in error.facts.items() if f"{{{name}}}" in wording})


def rules() -> tuple[RulesPage, ...]:
    return (RulesPage(T("Toy"), (T("Pick a card, then whom it is played on."),), "hands=cd/kr deck=rrc left=4"),)


def _scores(view: State) -> Join:
    return Join(tuple(T("{who} {points}", who=Player(s), points=score) for s, score in enumerate(view.scores)))
