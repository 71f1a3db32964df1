"""Remind players of what has happened since their last turn, when they come back after hours."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from client.messages.log_text import describe_log
from games.core import Seat
from games.text import Say, T
from matches.directory import read_log
from matches.match import Match
from matches.referee import Referee
from matches.rows import LogRow

AWAY: Final = 6 * 3600.0
"""Seconds without a look at a match after which a panel begins with a recap."""
MOST_LINES: Final = 5
_LOOK_BACK: Final = 80
"""Log rows that are read at most."""
_MOST_LOOKS: Final = 10_000


class Looks:
    """Remember when people last looked at their matches. A restart forgets it, which costs one more recap."""

    def __init__(self) -> None:
        self._at: OrderedDict[tuple[int, int], float] = OrderedDict()

    def note(self, match_id: int, user_id: int, now: float) -> bool:
        """Record a look. Returns whether the one before was long ago, or is not known."""
        before = self._at.pop((match_id, user_id), None)
        self._at[match_id, user_id] = now
        if len(self._at) > _MOST_LOOKS:
            self._at.popitem(last=False)
        return before is None or now - before > AWAY


async def build_recap(referee: Referee, match: Match, seat: Seat, say: Say) -> str:
    """Describe what the others have done since the seat's last turn, in at most `MOST_LINES` lines.

    Returns "" if that turn is less than `AWAY` seconds ago, or if only one turn followed it: the board tells that one.
    """
    log = await read_log(referee, match.row.id, after=match.row.seq - _LOOK_BACK)
    mine = next((index for index in reversed(range(len(log))) if is_turn_of(seat, log[index])), None)
    if mine is None or referee.now() - log[mine].at <= AWAY:
        return ""
    since = log[mine + 1 :]
    if count_turns(since) < 2:
        return ""
    told = [sentence.removeprefix("-# ") for sentence in describe_log(match, since, say)]
    lines = ["**" + say(T("Since your last turn:")) + "**", *(["-# …"] if len(told) > MOST_LINES else [])]
    return "\n".join((*lines, *(f"-# {sentence}" for sentence in told[-MOST_LINES:])))


def is_turn_of(seat: Seat, row: LogRow) -> bool:
    """Tell whether a person made this ply in the seat; a stand-in's is news to them."""
    return row.kind == "ply" and row.seat == seat and row.made_by == "person"


def count_turns(log: Sequence[LogRow]) -> int:
    """Count turns: plies in a row of one seat are one turn. Nature's do not count."""
    return sum(1 for _ in groupby(row.seat for row in log if row.kind == "ply" and (row.seat or 0) >= 0))
