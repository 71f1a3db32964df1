"""Why something cannot be done in Riff Raff, naming the rule and saying what to do instead."""

from __future__ import annotations

from games.core import GameError
from games.riff_raff.words import names
from games.text import T, Text


def refusal(error: GameError) -> Text:
    """One friendly sentence or two."""
    known = _REASONS.get(error.reason)
    if known is not None:
        return known
    area = error.facts.get("area")
    where = names.PLACE[area] if area in names.PLACE else T("nothing")
    if error.reason == "no_such_spot":
        return T("This area has no such spot ({place}). Type a letter and a number, such as E2.", place=where)
    if error.reason == "no_spot":
        return T("There is no room for that piece here ({place}). Take another one.", place=where)
    return T("That is not possible now. Choose from the menu.")


_REASONS = {
    "seats": T("Riff Raff is for two, three or four players."),
    "card_not_in_hand": T("You do not hold that card. Every card can be played once: choose one from your hand."),
    "not_tied": T("Only players who share the highest card can become captain. Choose one of them."),
    "not_all_tied": T("The order has to name every tied player once, and nobody else."),
    "deck": T("On deck only one piece is loaded at a time; two are for the yards, areas 5 to 10."),
    "area_empty": T("Two may be loaded only where a piece lay when your turn began. Load one."),
    "one_piece_left": T("You need at least two pieces to announce two. Load one."),
    "announced_already": T("What was announced is binding: go on with the loading."),
    "second_must_follow": T("You announced two and the first held: the second has to follow on the same area."),
    "not_in_supply": T("You have no such piece left. Take one from your supply."),
    "crosses_border": T("There it would stick out into a neighbouring area. Move it outwards or turn it."),
    "no_room": T("There is no free height for it: something is in the way. Take another spot or another pose."),
    "touches_nothing": T("There it would meet nothing of this area. Move it inwards."),
    "touches_other": T("There it would first meet something outside this area. Take another spot."),
    "no_hold": T("The hook finds no hold there. Hang it in the middle row, straight across the yard."),
    "no_pose": T("It cannot be put like that here. Hanging is for the sailor on the yards; else choose from the menu."),
    "no_such_turn": T("Pieces are turned in steps of 15 degrees, from 0 to 345."),
    "not_natural": T("This result does not account for every piece."),
    "turn_is_complete": T("Everything about this loading is decided. Confirm it, or take something back."),
    "not_before_confirming": T("Confirm first: what follows shows you something new."),
}
