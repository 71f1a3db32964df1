"""*Position in words*: complete, and nothing is said twice."""

from __future__ import annotations

import pytest

from .table import Table, find_board, open_match


@pytest.mark.parametrize("command", ["docker new", "dog new", "aquaretto new", "riffraff new"])
async def test_no_line_repeats_the_summary(at_table: Table, command: str) -> None:
    await open_match(at_table, command, ["anna", "ben"])
    for name in ("anna", "ben"):
        person = at_table.person(name)
        told = (await person.click(find_board(person), "Position in words")).text
        _, summary, *lines = told.splitlines()
        assert len(lines) > 2
        assert not [line for line in lines if line in summary]
