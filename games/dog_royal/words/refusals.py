"""Why a move, a card or an option is refused: the rule, and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core import GameError
from games.text import T, Text

_REASON: Final[Mapping[str, Text]] = {
    "no_copy": T("A copy needs a card played earlier in this round, and there is none yet."),
    "alone": T("A magnet needs another piece on the track, and there is none."),
    "directly_behind": T("Your pieces stand right behind others: the magnet would move nothing."),
    "no_swap": T("A swap needs a piece of yours and one of another colour, both on the track and unprotected."),
    "nobody_out": T("None of your pieces is out yet; only a start card (1/11 or 13) brings one in."),
    "start_taken": T("Your start space is taken by a piece of your own, and nobody can walk with this card."),
    "king_only": T("Your king walks at most seven spaces, and no other piece can use this card."),
    "blocked": T("Every way is blocked: by a protected piece, a higher rank or your own pieces in the goal."),
    "over": T("The game is over. Thanks for playing!"),
    "not_your_turn": T("It is not your turn yet. You will be called when it is."),
    "must_play": T("Passing is not allowed: whoever can play a card must play one. Pick one of your legal plays."),
    "not_in_hand": T("You do not hold that card. Open your hand to see what you have."),
    "not_with_this_card": T("This card cannot do that here. Open your hand to see what it can do."),
    "not_legal": T("That cannot be done now. Open your hand to see what can."),
    "seats": T("DOG Royal is for two to six people."),
}


def refusal(error: GameError) -> Text:
    """Explain a refusal: the rule it breaks, and what to do instead."""
    return _REASON.get(error.reason, _REASON["not_legal"])
