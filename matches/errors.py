"""Errors shown to the person who caused them."""

from __future__ import annotations

from collections.abc import Collection

from data import StoreError
from data.errors import StoreUnwritable
from games.text import T, Text

__all__ = [
    "Stale",
    "StoreError",
    "StoreUnwritable",
    "Unplayable",
    "UserError",
    "channel_taken",
    "done_already",
    "make_no_seat_error",
    "make_old_button_error",
    "unknown_match",
]


class UserError(Exception):
    """The request was refused and nothing has changed; `text` says why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


class Stale(UserError):
    """The match has changed since the button was made; callers show the current position."""

    def __init__(self, text: Text = T("The match has moved on.")) -> None:  # noqa: B008 - texts cannot change
        super().__init__(text)


class Unplayable(UserError):
    """The match cannot go on with this version: its game or its rules are missing.

    Its host and its players (`people`), or somebody who manages the server, may end it.
    """

    def __init__(self, text: Text, match_id: int, people: Collection[int]) -> None:
        super().__init__(text)
        self.match_id = match_id
        self.people = people


def make_old_button_error() -> UserError:
    """Make the error for a button or menu whose custom_id this version does not know."""
    return UserError(T("This button is from another version of me. Use /board to see how things stand."))


def make_no_seat_error() -> UserError:
    """Make the error for somebody who does not play in the match."""
    return UserError(T("You have no seat in this match. Look at it with /board."))


def unknown_match() -> UserError:
    """Make the error for a match that does not exist, or that the person may not see."""
    return UserError(T("I don't know this match. It may have been played with another Slowboat."))


def done_already() -> Stale:
    """Make the error for an interaction that has already taken effect."""
    return Stale(T("That has been done already. Here is how things stand."))


def channel_taken() -> UserError:
    """Make the error for a second open match in a channel."""
    return UserError(T("There is already a match in this channel. Finish or cancel it, or open yours in a thread."))


def missing_game(match_id: int = 0, people: Collection[int] = ()) -> Unplayable:
    """Build the error for a match whose game is not installed; 0: for a league."""
    return Unplayable(
        T(
            "The game of this match is not installed here just now. Nothing is lost: the match goes on when the "
            "game is back. To play something else here, one of its players, or somebody who manages the server, can "
            "end it: /board shows them a button."
        ),
        match_id,
        people,
    )


def missing_rules(match_id: int, people: Collection[int]) -> Unplayable:
    """Build the error for a match in progress whose version of the rules is not installed."""
    return Unplayable(
        T(
            "This match began under rules that this version of me does not have. Nothing is lost: the match goes on "
            "with a version that has them. To play something else here, one of its players, or somebody who manages "
            "the server, can end it: /board shows them a button."
        ),
        match_id,
        people,
    )
