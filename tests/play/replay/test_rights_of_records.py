"""Test the table of rights in docs/statistics.md: which parts of a record its owner and others see."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from client.stats import _make_card
from data import DIRECT, ResultRow
from matches.results.ratings import compute_ratings
from matches.results.records import find_records
from matches.results.statistics import compare, list_best, make_tally, select_visible
from tests.support.matches.rows import GUILD, a_result

ANNA, BEN, CHIARA = 1, 2, 3
ELSEWHERE: Final = GUILD + 1
NOWHERE: Final = GUILD + 2
"""A server in which nobody has played."""

PAGE = Path(__file__).resolve().parents[3] / "docs" / "statistics.md"


def _a_match(number: int, guild: int, rated: int) -> list[ResultRow]:
    """Make a match that Anna and Chiara win together against Ben and a computer player."""
    seats = ((ANNA, 1, 0), (BEN, 2, 1), (CHIARA, 1, 0), (None, 2, 1))
    return [
        a_result(
            match_id=number,
            seat=seat,
            user_id=user,
            place=place,
            team=team,
            guild_id=guild,
            rated=rated,
            finished_at=float(number),
            feats='{"tower": 3}',
            stepped_in=int(user == ANNA),
        )
        for seat, (user, place, team) in enumerate(seats)
    ]


ROWS = [
    *_a_match(1, GUILD, 1),
    *_a_match(2, GUILD, 1),
    *_a_match(3, ELSEWHERE, 1),
    *_a_match(4, DIRECT, 0),
]


def look(viewer: int, guild: int) -> dict[str, object]:
    """Collect the facts that a viewer sees of Anna in a server, by the beginning of their row in the table."""
    own, ratings = viewer == ANNA, compute_ratings(row for row in ROWS if row.rated)
    seen = select_visible(ROWS, viewer=viewer, subject=ANNA, guild_id=guild)
    rivals = {(row.match_id, row.seat): "Gale" for row in ROWS if row.user_id is None}
    record = make_tally(seen, ANNA, own=own, rivals=rivals)
    game = _make_card(record, ratings, ANNA, "docker", own=own, guild_id=guild)
    every = _make_card(record, ratings, ANNA, None, own=own, guild_id=guild)
    rivalry = None if own else compare(seen, viewer, ANNA)
    done = [(row.user_id or 0, row.match_id, row.feats, row.finished_at) for row in ROWS if row.guild_id == guild]
    return {
        "matches and wins": (record.matches, record.won, record.streak, record.feats, record.badges) if seen else (),
        "being the holder": any(each.user_id == ANNA for each in find_records("docker", done)),
        "seats taken over": record.stepped_in,
        "rating in a game": game.rating,
        "rating over all": (every.rating, every.curve, game.curve) if every.rating or game.curve else (),
        "favourite partner": [each for each in (record.partner, record.finished, record.reply) if each is not None],
        "matches against each computer": record.met,
        "how often two": rivalry is not None and bool(rivalry.theirs),
    }


def read_table() -> dict[str, list[str]]:
    """Read the table: for each row, the rights of the person, of others in the same server, and of others elsewhere."""
    lines = PAGE.read_text(encoding="utf-8").split("| of a person |")[1].split("\n\n")[0].splitlines()[2:]
    return {
        name.strip(): [cell.strip() for cell in cells] for name, *cells in (each[1:-1].split("|") for each in lines)
    }


@pytest.mark.parametrize(("column", "viewer", "guild"), [(0, ANNA, GUILD), (1, BEN, GUILD), (2, BEN, NOWHERE)])
def test_everybody_sees_what_the_table_says(column: int, viewer: int, guild: int) -> None:
    seen = look(viewer, guild)
    table = read_table()
    assert len(table) == len(seen)
    for name, cells in table.items():
        (shown,) = [value for start, value in seen.items() if name.startswith(start)]
        allowed = cells[column] != "" and not cells[column].startswith("no")
        assert bool(shown) is allowed, f"{name}: {cells[column]!r}, but {shown!r}"


def test_the_numbers_are_those_of_the_servers_that_the_table_names() -> None:
    """One's own record counts every server and direct messages; others see that of their server alone."""
    assert look(ANNA, GUILD)["seats taken over"] == 4
    assert look(BEN, GUILD)["seats taken over"] == 2
    assert look(BEN, ELSEWHERE)["seats taken over"] == 1
    assert look(BEN, DIRECT)["seats taken over"] == 0
    assert list_best(compute_ratings(ROWS[:8]), "docker", guild_id=NOWHERE, limit=9) == []
