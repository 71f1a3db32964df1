"""Why a move, a card or an option is refused: the rule, and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.text import T, Text

REFUSALS: Final[Mapping[str, Text]] = {
    "no_copy": T("A copy repeats the last card of this round, and none has been played yet."),
    "alone": T("A magnet needs another piece on the track, and there is none."),
    "directly_behind": T("Your pieces stand right behind others: the magnet would move nothing."),
    "no_swap": T("A swap needs a piece of yours and one of another colour, both on the track and unprotected."),
    "nobody_out": T("None of your pieces is on the track. Only a start card (1/11 or 13) brings one out."),
    "start_taken": T("Your own piece occupies your start space, and none of your pieces can move with this card."),
    "king_only": T("Your king moves at most seven spaces, and no other piece can use this card."),
    "blocked": T("All ways are blocked: by a protected piece, a higher rank or your own pieces in the goal."),
    "start_occupied": T("Your own piece stands on your start space. Move it away first."),
    "goal_taken": T("Pieces never pass each other in the goal, and the way in is not free."),
    "protected": T("A piece on its own start space is protected: it cannot be captured."),
    "protected_way": T("A piece on its own start space is protected: your piece cannot pass it."),
    "swap_protected": T("A piece on its own start space is protected: it cannot be swapped."),
    "higher_rank": T("With this card your piece cannot pass a piece of higher rank."),
    "king_safe": T("Only a king captures a king, except on your own start space."),
    "king_walk": T("Your king moves at most seven spaces."),
    "over": T("The game is over. Thanks for playing!"),
    "not_your_turn": T("It is not your turn yet."),
    "must_play": T("You must play if you can. Pick one of your legal plays."),
    "not_in_hand": T("That card is not in your hand. Open your hand to see your cards."),
    "not_with_this_card": T("This card cannot do that here. Open your hand to see what it can do."),
    "not_legal": T("That is not possible now. Open your hand to see your legal plays."),
    "seats": T("DOG Royal is for two to six players."),
}
