"""New Game in words. `just texts new_game` collects the sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Seat
from games.new_game import GAME
from games.new_game.state import Play, Played, State, Taken
from games.text import Join, N, Player, T, Text
from games.wording import RulesPage, tell_turn

TITLE: Final = T("New Game")
PITCH: Final = T("Play a card from your hand: the highest takes the trick, and most tricks win.")
PRESETS: Final = {"standard": T("Standard"), "quick": T("A quick match")}
REFUSALS: Final = {"not_legal": T("That is not possible now: play one card of your hand, in your turn.")}


def event(view: State, event: Played | Taken) -> Text:
    """Describe an event in one sentence."""
    match event:
        case Played(seat, card):
            return T("{player} plays the {card}.", player=Player(seat), card=card)
        case Taken(seat, card):
            return T("{player} takes the trick with the {card}.", player=Player(seat), card=card)


def menu(view: State, seat: Seat, move: Play) -> tuple[Text, ...]:
    """Name a move by one label: its card."""
    return (T("Play the {card}", card=move.card),)


def prompt(view: State, seat: Seat) -> Text:
    """Ask for a card, naming the one to beat."""
    if view.table:
        return T("Choose a card. To take the trick it must be higher than {card}.", card=max(view.table))
    return T("You lead this trick. Choose a card.")


def warnings(view: State, seat: Seat, move: Play) -> tuple[Text, ...]:
    """Point out that a card is too low for the trick."""
    highest = max(view.table, default=0)
    if move.card < highest:
        return (T("This card cannot take the trick: the {card} is higher.", card=highest),)
    return ()


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Describe everything the picture shows, line by line: first whose turn it is, or how the game ended."""
    told = [tell_turn(GAME, view)]
    for other, count in enumerate(view.tricks):
        told.append(N("{player} has {count} trick.", "{player} has {count} tricks.", count, player=Player(other)))
    for other, card in view.trick.items() if view.table else ():
        told.append(T("On the table, from {player}: {card}.", player=Player(other), card=card))
    if seat is not None and view.hands[seat]:
        told.append(T("Your hand: {cards}.", cards=Join(view.hands[seat])))
    for other, hand in enumerate(view.hands):
        if other != seat and hand:
            told.append(
                N("{player} holds {count} card.", "{player} holds {count} cards.", len(hand), player=Player(other))
            )
    if view.played:
        told.append(T("Played earlier: {cards}.", cards=Join(view.played)))
    return tuple(told)


def rules() -> Sequence[RulesPage]:
    """Return the pages of `/rules`, each with a position to look at."""
    return (
        RulesPage(
            T("How to play"),
            (
                T("The cards are numbered 1 to 40. Each player is dealt a hand that nobody else sees."),
                T("In turn, each of you plays one card. The highest card takes the trick, and its player leads next."),
            ),
            position="hands=[[5,17],[2,33],[9]] table=[28] turn=0",
        ),
        RulesPage(
            T("The end"),
            (
                T("When all cards have been played, the player with the most tricks wins. A tie is shared."),
                T("Hint: some cards stay in the deck, so nobody knows for sure whether a card is the highest left."),
            ),
            position="hands=[[],[],[]] played=[5,33,28,17,2,21] turn=2 taken=[1,2]",
        ),
    )
