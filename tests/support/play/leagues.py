"""Manage a league by the buttons and forms of `/league`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.person.answer import Answer
from sandbox.person.person import Person

BUTTONS = {
    "new": "New …",
    "start": "Start the next season",
    "end": "End the season …",
    "correct": "Correct a result …",
    "remove": "Remove a person …",
}


async def manage_league(person: Person, what: str, fields: Mapping[str, Any] | None = None) -> Answer:
    """Press the button of a change, and fill in its form."""
    panel = (await person.slash("league")).message
    pressed = await person.click(panel, BUTTONS[what])
    if what == "end":
        return await person.click(pressed.message, "Yes, end it")
    if fields is None:
        return pressed
    return await person.submit(pressed, {name: str(value) for name, value in fields.items()})
