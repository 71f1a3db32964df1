"""Write the alt texts of boards: like the pictures by colours, without names."""

from __future__ import annotations

from typing import Any

from games.text import Say, T, Text
from matches.machines.demo import is_demo
from matches.match import Held, Match
from matches.texts import Texts
from rendering.drawing.frame import name_seat, say_won


def describe_ending(match: Match) -> Text | None:
    """Name how the match ended if the position does not show it: it was cancelled, or all but one resigned."""
    if match.phase == "cancelled":
        return T("The demonstration is over") if is_demo(match) else T("The match was cancelled")
    outcome = match.outcome
    if outcome is None or match.game.outcome(match.state) is not None:
        return None
    cast = match.cast(names=False)
    return say_won([colour for seat in outcome.winners for colour in cast[seat].colours])


def describe_wait(match: Match, held: Held) -> Text:
    """Say whose turn is held, in place of whose turn it is."""
    return T("Not final yet: {player}", player=name_seat(match.cast(names=False)[held.seat].colours))


def describe_public_board(match: Match, texts: Texts) -> str:
    """Write the alt text of the newest public board, by colours and without names like the picture."""
    held = match.held if match.phase == "running" else None
    ended = describe_ending(match) if held is None else describe_wait(match, held)
    return describe_picture(match, match.view(None), ended, texts.say(match.language, match.cast(names=False)))


def describe_picture(match: Match, view: Any, ended: Text | None, say: Say) -> str:
    """Write the alt text of a board that shows `view`. `ended`: how the match ended, if the picture says so."""
    facts = {"game": match.words.TITLE, "status": match.words.status(view)}
    return say(T("{game}. {verdict}. {status}", verdict=ended, **facts) if ended else T("{game}. {status}", **facts))
