"""Describe a turn in words: its plies, and until when it can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from client.messages.menus import LABEL_LENGTH, Entry, join_labels
from games.core import Move, Seat
from games.text import Join, Moment, Player, Say, T, Text
from games.wording import Words
from matches.match import Match
from matches.play import fold_draft

BEING_COMPUTED: Final = T("The next move is being computed. Look again in a moment.")
"""What is said to a player while nature or a computer player is to move."""


def list_entries(words: Words, seat: Seat, view: Any, moves: Iterable[Move], say: Say) -> list[Entry]:
    """List moves as entries of a menu, with their signs in games that have signs."""
    return [
        Entry(tuple(map(say, words.menu(view, seat, move))), move.code, words.signs(view, seat, move)) for move in moves
    ]


def name_move(match: Match, seat: Seat, view: Any, move: Move, say: Say) -> str:
    """Name a move in one line that is clear without its menu."""
    return join_labels(list(map(say, match.words.name(view, seat, move))))


def name_choice(match: Match, seat: Seat, view: Any, move: Move, say: Say) -> str:
    """Name a move in one line, as its menu does."""
    path = match.words.menu(view, seat, move)
    return join_labels(list(map(say, path)))


def find_named(match: Match, seat: Seat, view: Any, moves: Iterable[Move], typed: str, say: Say) -> dict[str, str]:
    """Find the moves whose name or code contains the typed text. Returns their names by code."""
    found: dict[str, str] = {}
    for move in moves:
        label = name_choice(match, seat, view, move, say)
        if typed.casefold() in label.casefold() or typed.casefold() in move.code.casefold():
            found[move.code] = label[:LABEL_LENGTH]
    return found


def describe_plies(match: Match, seat: Seat, codes: Sequence[str], say: Say) -> list[str]:
    """Describe the plies of a draft, one line each."""
    lines = []
    for number, code in enumerate(codes):
        before = fold_draft(match, seat, codes[:number]).state
        move = match.game.parse(before, seat, code)
        lines.append(name_move(match, seat, match.game.view(before, seat), move, say))
    return lines


def join_plies(lines: Sequence[str], say: Say) -> str:
    """Join the plies of a turn into one line, with the semicolons of the reader's language."""
    return say(T("{before}; {ply}", before="", ply="")).join(lines)


def describe_turn(match: Match, seat: Seat, codes: Sequence[str], say: Say) -> str:
    """Describe the plies of a draft in one line."""
    return join_plies(describe_plies(match, seat, codes, say), say)


def describe_held(match: Match, reader: Seat | None = None) -> Text:
    """Explain until when the held turn can be taken back. `reader`: the seat of the only person who reads it."""
    held = match.held
    if held is None:
        raise ValueError("no turn is held")
    facts: dict[str, Any] = {"mover": Player(held.seat), "when": Moment(held.until)}
    if not match.to_act:
        if reader == held.seat:
            return T("You can take this back. Chance decides {when}.", **facts)
        return T("{mover} can take this back. Chance decides {when}.", **facts)
    facts["others"] = Join(tuple(map(Player, match.to_act)))
    if reader == held.seat:
        return T("You can take this back. Chance decides once {others} presses Play, at the latest {when}.", **facts)
    return T("{mover} can take this back. Chance decides once {others} presses Play, at the latest {when}.", **facts)
