"""Describe the people of a lobby for its card: rating, stakes, and how fast they reply."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from msgspec import structs

from client.core.client import Client
from client.messages.clocks import describe_duration
from games.text import N, T, Text
from matches.machines.worker import WorkerFailed, WorkerStopped
from matches.match import Holder, Match
from matches.results.habits import Habits, make_entries, read_habits
from matches.results.ratings import Rating, Ratings, Stake

log = logging.getLogger(__name__)


People = Mapping[int, Sequence[Text]]
"""The lines about people on the card, by id."""


async def describe_people(client: Client, match: Match) -> People:
    """Describe each person of a lobby in a line or two."""
    if match.phase != "lobby":
        return {}
    habits = await read_habits(client.referee, match)
    ratings = await _read_ratings(client) if match.rated else None
    found: dict[int, tuple[Text, ...]] = {}
    stakes = ratings.stakes(make_entries(match, now=client.referee.now())) if ratings is not None else {}
    for user_id in match.people:
        rated = _describe_stake(ratings, match, user_id, stakes.get(user_id)) if ratings is not None else []
        known = habits.get(user_id)
        found[user_id] = (*rated, *([describe_habits(known)] if known is not None else []))
    return found


async def describe_own_stake(client: Client, match: Match, user_id: int, name: str) -> Sequence[Text]:
    """Describe what a rated match would change for a person who has not joined it; nothing if no seat is free."""
    free = next((seat for seat in range(match.capacity) if seat not in {holder.seat for holder in match.seats}), None)
    if not match.rated or free is None or user_id in match.people:
        return ()
    ratings = await _read_ratings(client)
    if ratings is None:
        return ()
    joined = structs.replace(match, seats=(*match.seats, Holder(free, user_id, name)))
    stakes = ratings.stakes(make_entries(joined, now=client.referee.now()))
    return _describe_stake(ratings, match, user_id, stakes.get(user_id))


def _describe_stake(ratings: Ratings, match: Match, user_id: int, stake: Stake | None) -> list[Text]:
    """Describe a person's rating and what the match can change, if others have joined."""
    lines = [describe_rating(ratings.find(user_id, match.game_name))]
    if stake is not None:
        lines.append(T("{first} for first place, {last} for last", first=f"{stake.first:+}", last=f"{stake.last:+}"))
    return lines


def describe_rating(rating: Rating) -> Text:
    """Write a rating as a number with its margin, and whether it is provisional."""
    shown = f"{rating.number} ± {rating.margin}"
    return (
        T("Rating {rating} (provisional)", rating=shown) if rating.provisional else T("Rating {rating}", rating=shown)
    )


def describe_habits(habits: Habits) -> Text:
    """Say how many matches a person has finished, and how fast they reply."""
    percent = round(100 * habits.finished)
    if habits.reply is None:
        return N(
            "finished {percent}% of {count} match", "finished {percent}% of {count} matches", habits.matches,
            percent=percent,
        )  # fmt: skip
    return N(
        "usually replies within {time}, finished {percent}% of {count} match",
        "usually replies within {time}, finished {percent}% of {count} matches",
        habits.matches,
        time=describe_duration(habits.reply),
        percent=percent,
    )


async def _read_ratings(client: Client) -> Ratings | None:
    try:
        return await client.rating_book.read()
    except (WorkerFailed, WorkerStopped):
        log.exception("could not compute the ratings; a lobby card shows none")
        return None
