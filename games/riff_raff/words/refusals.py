"""Why a move or an option is refused: the rule, and what to do instead. The reasons are found in `legality`."""

from __future__ import annotations

from games.core import GameError
from games.riff_raff.words import names
from games.text import T, Text


def refusal(error: GameError) -> Text:
    """Explain a refusal: the rule it breaks, and what to do instead."""
    known = REFUSALS.get(error.reason)
    if known is not None:
        return known
    area = error.facts.get("area")
    where = names.PLACE[area] if area in names.PLACE else T("nothing")
    if error.reason == "no_such_spot":
        return T("There is no such spot in this area ({place}). Type a letter and a number, such as E2.", place=where)
    if error.reason == "no_spot":
        return T("There is no room for that piece in this area ({place}). Choose another piece.", place=where)
    return T("That is not possible now. Choose from the menu.")


REFUSALS = {
    "seats": T("Riff Raff is for two, three or four players."),
    "card_not_in_hand": T("That card is not in your hand. Choose another."),
    "not_tied": T("Only players who share the highest card can become captain. Choose one of them."),
    "not_all_tied": T("Name every tied player exactly once, and nobody else."),
    "deck": T("On deck you load only one piece. Two are allowed on the yards, areas 5 to 10."),
    "area_empty": T("You may load two pieces only on an area that held a piece when your turn began. Load one."),
    "one_piece_left": T("You need at least two pieces to announce two. Load one."),
    "announced_already": T("Your announcement is binding. Go on loading."),
    "second_must_follow": T("You announced two pieces and the first held. Load the second on the same area."),
    "not_in_supply": T("You have no such piece left. Choose one from your supply."),
    "crosses_border": T("The piece would reach into a neighbouring area. Move it outwards or turn it."),
    "no_room": T("Something is in the way. Choose another spot or another pose."),
    "touches_nothing": T("The piece would not touch this area. Move it inwards."),
    "touches_other": T("The piece would first touch something outside this area. Choose another spot."),
    "no_hold": T("The hook finds no hold there. Hang the sailor on the middle row, straight across the yard."),
    "no_pose": T("This pose is not possible here. Only the sailor can hang, and only on a yard. Choose from the menu."),
    "no_such_turn": T("Pieces are turned in steps of 15 degrees, from 0 to 345."),
    "not_natural": T("This result does not account for every piece."),
    "turn_is_complete": T("This loading is complete. Confirm it, or undo the last step."),
    "not_before_confirming": T("Confirm first: the next step reveals something new."),
}
