"""A person's record from result rows, and what others may see of it. `docs/statistics.md` has the table of rights."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from types import MappingProxyType

import msgspec
from msgspec import Struct

from data import DIRECT, FORMER, ResultRow
from games.feats import combine_feats
from matches.lobby.rivals import find_rival
from matches.referee import Referee
from matches.results.badges import Badge, list_badges
from matches.results.habits import list_replies
from matches.results.ratings import Rating, Ratings, has_finished

Names = Mapping[tuple[int, int], str]
"""Names of computer players, by match and seat."""


class Meeting(Struct, frozen=True):
    """How often a person was ahead of a computer player (`won`), and behind it (`lost`)."""

    name: str
    won: int
    lost: int


class Tally(Struct, frozen=True):
    """A person's record. `won`: includes wins with a partner and shared wins. `streak`: the present run of wins.

    `seat`: the seat played most. `partner`: the person they played with most, in `partner_matches`. `reply`: the median
    in seconds. `finished`: the share of matches played to the end. `partner`, `reply` and `finished` are None where
    they are not shown. `met`: the computer players, those who were ahead most often first; none where they are not
    shown. `feats`: what a game counts, by its key; empty for several games. `stepped_in`: seats taken over
    from others who had to stop.
    """

    matches: int = 0
    won: int = 0
    streak: int = 0
    longest: int = 0
    seat: int | None = None
    partner: int | None = None
    partner_matches: int = 0
    reply: float | None = None
    finished: float | None = None
    met: tuple[Meeting, ...] = ()
    feats: Mapping[str, int] = {}
    stepped_in: int = 0
    badges: tuple[Badge, ...] = ()


class HeadToHead(Struct, frozen=True):
    """Two people's matches against each other, by who finished ahead, and their matches as partners."""

    mine: int
    theirs: int
    level: int
    together: int


async def read_results_of(referee: Referee, user_id: int) -> list[ResultRow]:
    """Read every seat's result in the matches of a person, oldest first."""
    return await referee.store.transaction(lambda tx: tx.read_results_of(user_id))


async def read_rivals_of(referee: Referee, user_id: int) -> Names:
    """Read which characters played in the matches of a person, by match and seat; without computer players of earlier
    versions, who all had one name."""
    names = await referee.store.transaction(lambda tx: tx.read_machine_names(user_id))
    return {place: name for place, name in names.items() if find_rival(name) is not None}


def select_visible(
    rows: Iterable[ResultRow], *, viewer: int, subject: int, guild_id: int, game: str | None = None
) -> list[ResultRow]:
    """Select the results of a person's matches that the viewer may see: all of their own; of others, those in this
    server. Of a match that two servers share, only seats in the subject's own server."""
    rows = [row for row in rows if game is None or row.game == game]
    sides = {row.match_id: row.guild_id for row in rows if row.user_id == subject}
    return [
        row
        for row in rows
        if row.guild_id == sides.get(row.match_id, row.guild_id)
        and (viewer == subject or row.guild_id == guild_id != DIRECT)
    ]


def make_tally(rows: Iterable[ResultRow], user_id: int, *, own: bool, rivals: Names = MappingProxyType({})) -> Tally:
    """Make the record of a person from all seats of their matches, oldest first.

    `own`: it is the viewer's own record, so it includes partner, replies, the finished share and, by the names of
    `rivals`, the computer players.
    """
    matches = _group(rows)
    mine = [next(row for row in seats if row.user_id == user_id) for seats in matches]
    if not mine:
        return Tally()
    streak = longest = 0
    for row in mine:
        streak = streak + 1 if row.place == 1 else 0
        longest = max(longest, streak)
    partners = Counter(
        row.user_id
        for seats, own_row in zip(matches, mine, strict=True)
        for row in seats
        if row.team == own_row.team and row.user_id not in (None, FORMER, user_id)
    )
    partner, together = partners.most_common(1)[0] if partners and own else (None, 0)
    replies = list_replies(mine) if own else []
    return Tally(
        matches=len(mine),
        won=sum(row.place == 1 for row in mine),
        streak=streak,
        longest=longest,
        seat=Counter(row.seat for row in mine).most_common(1)[0][0],
        partner=partner,
        partner_matches=together,
        reply=median(replies) if replies else None,
        finished=sum(map(has_finished, mine)) / len(mine) if own else None,
        met=_count_meetings(zip(matches, mine, strict=True), rivals) if own else (),
        feats=_combine_feats(mine),
        stepped_in=sum(row.stepped_in for row in mine),
        badges=list_badges(matches, user_id),
    )


def _count_meetings(matches: Iterable[tuple[Sequence[ResultRow], ResultRow]], rivals: Names) -> tuple[Meeting, ...]:
    """Count a person's matches against each character. `matches`: all seats of each match, and the person's own."""
    won, lost = Counter[str](), Counter[str]()
    for seats, mine in matches:
        for row in seats:
            name = rivals.get((row.match_id, row.seat))
            if name is not None and row.team != mine.team:
                won[name] += mine.place < row.place
                lost[name] += mine.place > row.place
    met = (Meeting(name, won[name], lost[name]) for name in won)
    return tuple(sorted(met, key=lambda each: (-each.lost, each.won, each.name)))


def _combine_feats(mine: Sequence[ResultRow]) -> dict[str, int]:
    """Combine the feats of a person's matches of one game."""
    if len({row.game for row in mine}) != 1:
        return {}
    return combine_feats(mine[0].game, [msgspec.json.decode(row.feats or "{}") for row in mine])


def compare(rows: Iterable[ResultRow], one: int, other: int) -> HeadToHead:
    """Compare two people by the matches both played, from all seats of the matches of one of them."""
    counts: Counter[str] = Counter()
    for seats in _group(rows):
        mine = next((row for row in seats if row.user_id == one), None)
        theirs = next((row for row in seats if row.user_id == other), None)
        if mine is None or theirs is None:
            continue
        if mine.team == theirs.team:
            counts["together"] += 1
        elif mine.place == theirs.place:
            counts["level"] += 1
        else:
            counts["mine" if mine.place < theirs.place else "theirs"] += 1
    return HeadToHead(counts["mine"], counts["theirs"], counts["level"], counts["together"])


def _group(rows: Iterable[ResultRow]) -> list[Sequence[ResultRow]]:
    """Group results by match, in the order given."""
    found: dict[int, list[ResultRow]] = defaultdict(list)
    for row in rows:
        found[row.match_id].append(row)
    return list(found.values())


def list_best(ratings: Ratings, game: str, *, guild_id: int, limit: int) -> list[tuple[int, Rating]]:
    """List the people with the best ratings in a game within a server; provisional ratings come last."""
    found = [
        (user, rating) for (guild, name, user), rating in ratings.current.items() if (guild, name) == (guild_id, game)
    ]
    found = [(user, rating) for user, rating in found if rating.matches]
    return sorted(found, key=lambda each: (each[1].provisional, -each[1].mu, each[0]))[:limit]
