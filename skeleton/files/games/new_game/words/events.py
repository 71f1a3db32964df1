"""One sentence for each event."""

from __future__ import annotations

from games.new_game.events import AnyEvent, Played, Taken
from games.new_game.state import State
from games.new_game.words.names import card_name
from games.text import Player, T, Text


def event(view: State, event: AnyEvent) -> Text:
    """Describe an event in one sentence."""
    match event:
        case Played(seat, card):
            return T("{player} plays the {card}.", player=Player(seat), card=card_name(card))
        case Taken(seat, card):
            return T("{player} takes the trick with the {card}.", player=Player(seat), card=card_name(card))
