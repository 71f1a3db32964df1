"""What is left of a board when the next one comes: the same, whether it is remembered or has to be looked up."""

from __future__ import annotations

import random
from typing import Any

from cogs._parts import without_controls

from .days import whose
from .table import Table, board, decide, open_match


def told(payload: Any) -> Any:
    """A payload without the numbers Discord gives its components, and without what only says "as usual"."""
    if isinstance(payload, dict):
        return {key: told(value) for key, value in payload.items() if key != "id" and value not in (None, [], False)}
    return [told(each) for each in payload] if isinstance(payload, list) else payload


async def test_a_remembered_board_loses_its_buttons_like_one_that_is_looked_up(at_table: Table) -> None:
    at = at_table
    await open_match(at, "docker new", ("anna", "ben"))
    for turn in range(3):
        person, _ = await whose(at)
        before = board(person)
        assert "custom_id" in str(before.components), "while it is the newest it has its buttons"
        await decide(at, person, random.Random(turn))
        await person.until(lambda person=person, before=before: board(person) is not before)
        await person.until(lambda before=before: "custom_id" not in str(before.components))
        assert "it is your turn" not in str(before.components)
        kept = at.bot.postman._shown._kept[1]
        assert told(kept.bare.to_components()) == told(without_controls(kept.message).to_components())
