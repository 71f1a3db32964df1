"""One sentence for each event."""

from __future__ import annotations

from games.text import Player, T, Text
from slowboat_liars_dice.events import AnyEvent, Lifted, Lost, Made
from slowboat_liars_dice.state import State
from slowboat_liars_dice.words.names import bid_text


def event(view: State, event: AnyEvent) -> Text:
    """Describe an event in one sentence."""
    match event:
        case Made(seat, count, face):
            return T("{player} bids {bid}.", player=Player(seat), bid=bid_text(count, face))
        case Lifted(seat, bidder, count, face, found):
            return T(
                "{player} doubts the bid of {bidder}, {bid}: there are {found}.",
                player=Player(seat),
                bidder=Player(bidder),
                bid=bid_text(count, face),
                found=found,
            )
        case Lost(seat, 0):
            return T("{player} loses the last die and is out.", player=Player(seat))
        case Lost(seat):
            return T("{player} loses a die.", player=Player(seat))
