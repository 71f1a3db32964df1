"""Why something a person asked for is not done, in words for that person."""

from __future__ import annotations

from games.text import T, Text


class Trouble(Exception):
    """Nothing has changed; `text` says what is wrong and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


class Stale(Trouble):
    """The match has moved on since the button was made; the caller shows how things stand now."""


def unknown_match() -> Trouble:
    """What somebody is told of a match that does not exist, and of one that is none of their business."""
    return Trouble(T("I don't know this match. It may have been played with another Slowboat."))
