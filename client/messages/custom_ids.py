"""Encode in the custom_id of buttons and menus everything needed to handle a press, also after a restart.

The form is `sb:<action>:<match>:<decision>:<rest>`. The decision is the seq at which the seat's decision was opened
(-1: none). It shows whether a button is from an earlier position. A simultaneous choice of another seat does not make
the button stale.
"""

from __future__ import annotations

import re

from msgspec import Struct

_PREFIX = "sb"
_NUMBER = re.compile(r"-?[0-9]{1,18}")
"""An integer that fits into the store."""

MAX_LENGTH = 100


class Id(Struct, frozen=True):
    """A decoded custom_id."""

    action: str
    match: int = 0
    decision: int = -1
    rest: str = ""

    def __str__(self) -> str:
        text = f"{_PREFIX}:{self.action}:{self.match}:{self.decision}:{self.rest}"
        if len(text) > MAX_LENGTH:
            raise ValueError(f"custom_id of {len(text)} characters: {text}")
        return text


def parse(custom_id: str) -> Id | None:
    """Decode a custom_id. Returns None for anything not written by this bot."""
    parts = custom_id.split(":", 4)
    if len(parts) != 5 or parts[0] != _PREFIX:
        return None
    _, action, match, decision, rest = parts
    numbers = _NUMBER.fullmatch(match), _NUMBER.fullmatch(decision)
    return Id(action, int(match), int(decision), rest) if all(numbers) else None
