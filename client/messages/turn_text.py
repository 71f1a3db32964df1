"""Describe a turn in words: its plies, and until when it can be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from client.messages.menus import join_labels
from games.core import Seat
from games.text import Join, Moment, Player, Say, T, Text
from matches.match import Match
from matches.play import fold_draft


def describe_plies(match: Match, seat: Seat, codes: Sequence[str], say: Say) -> list[str]:
    """Describe the plies of a draft, one line each."""
    lines = []
    for number, code in enumerate(codes):
        before = fold_draft(match, seat, codes[:number]).state
        move = match.game.parse(before, seat, code)
        lines.append(join_labels(list(map(say, match.words.menu(match.game.view(before, seat), seat, move)))))
    return lines


def describe_held(match: Match) -> Text:
    """Explain until when the held turn can be taken back."""
    held = match.held
    if held is None:
        raise ValueError("no turn is held")
    mover, when = Player(held.seat), Moment(held.until)
    if match.to_act:
        others = Join(tuple(map(Player, match.to_act)))
        return T(
            "{mover} can take this back until {others} presses Play, or at the latest {when}. Then chance follows.",
            mover=mover,
            others=others,
            when=when,
        )
    return T("{mover} can take this back. Chance follows {when}.", mover=mover, when=when)
