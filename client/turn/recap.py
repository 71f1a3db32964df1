"""Recap for a player who comes back after hours: what has happened since their last turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from discord import ui
from msgspec import Struct

from client.core.client import Client
from client.messages.custom_ids import Id
from client.messages.log_text import tell_story
from client.messages.parts import button
from games.core import Seat
from games.text import Say, T
from matches.directory import read_log
from matches.match import Match
from matches.rows import LogRow

AWAY: Final = 6 * 3600.0
"""Seconds without a look at a match after which a panel begins with a recap."""
ROOM: Final = 6
"""Lines on a phone that a recap takes."""
_LOOK_BACK: Final = 80
"""The most log rows that are read."""
_MOST_LOOKS: Final = 10_000


class Recap(Struct, frozen=True):
    """What happened while a player was away: lines for the panel, and the ply at which their replay begins.

    If nothing happened, `since` is None and `note` is empty.
    """

    note: str = ""
    since: int | None = None


class Recaps:
    """Build recaps for people who have not looked at a match for long.

    The time of their last look is kept in memory only, so one recap too many may be shown after a restart.
    """

    def __init__(self, bot: Client) -> None:
        self._referee = bot.referee
        self._looks: OrderedDict[tuple[int, int], float] = OrderedDict()
        """When people last looked at their matches, by match and user."""

    def note_look(self, match_id: int, user_id: int) -> bool:
        """Record that a person looks at a match. Returns whether their last look is unknown or long ago."""
        now = self._referee.now()
        before = self._looks.pop((match_id, user_id), None)
        self._looks[match_id, user_id] = now
        if len(self._looks) > _MOST_LOOKS:
            self._looks.popitem(last=False)
        return before is None or now - before > AWAY

    async def build(self, match: Match, user_id: int, say: Say) -> Recap:
        """Describe what the others have done since the person's last turn, in few lines.

        Returns an empty recap if they have looked at the match or moved within the last `AWAY` seconds, or if only one
        turn followed theirs, which the board shows.
        """
        seat = match.seat_to_play(user_id)
        if seat is None or not self.note_look(match.id, user_id):
            return Recap()
        log = await read_log(self._referee, match.id, after=match.seq - _LOOK_BACK)
        mine = next((index for index in reversed(range(len(log))) if is_turn_of(seat, log[index])), None)
        if mine is None or self._referee.now() - log[mine].at <= AWAY:
            return Recap()
        since = log[mine + 1 :]
        if count_turns(since) < 2:
            return Recap()
        told = [sentence.removeprefix("-# ") for sentence in tell_story(match, since, say, room=ROOM).lines]
        lines = ["**" + say(T("Since your last turn:")) + "**", *(f"-# {sentence}" for sentence in told)]
        note = "\n".join(lines)
        return Recap(note, next(row.seq for row in since if row.kind == "ply"))


def make_replay_button(match: Match, recap: Recap, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Build the button that shows a recap's moves one by one; none for an empty recap."""
    if recap.since is None:
        return []
    return [button(say(T("Step through the moves")), Id("replay", match.id, rest=str(recap.since)))]


def is_turn_of(seat: Seat, row: LogRow) -> bool:
    """Tell whether a person made this ply in the seat themselves: a stand-in's plies are news to them."""
    return row.kind == "ply" and row.seat == seat and row.made_by == "person"


def count_turns(log: Sequence[LogRow]) -> int:
    """Count turns: consecutive plies of one seat are one turn. Plies of nature do not count."""
    return sum(1 for _ in groupby(row.seat for row in log if row.kind == "ply" and (row.seat or 0) >= 0))
