"""Say on a lobby card how its people play: their rating and what is at stake, and how fast they reply."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import discord
from discord import ui

from client.core.client import Client
from client.lobby.card import build_card
from client.lobby.invitation_buttons import retire_invitations
from client.messages.clocks import describe_duration
from games.text import N, Say, T, Text
from matches.machines.worker import WorkerFailed, WorkerStopped
from matches.match import Match
from matches.results.habits import Habits, make_entries, read_habits
from matches.results.ratings import Rating, Ratings

log = logging.getLogger(__name__)


async def make_card(client: Client, match: Match, say: Say | None = None) -> ui.LayoutView:
    """Build the card of a lobby with what may be known of its people; without that once the match has begun."""
    say = say or client.say_to_all(match)
    return build_card(match, say, people=await describe_people(client, match))


async def refresh_card(client: Client, match: Match, *, before: Match | None = None) -> None:
    """Update the lobby card without an interaction. `before`: the match as the card shows it."""
    await retire_invitations(client, before or match, match)
    row = match.row
    if row.card_id is None:
        return
    channel = client.get_partial_messageable(row.card_channel_id or row.channel_id, guild_id=row.guild_id)
    try:
        await channel.get_partial_message(row.card_id).edit(view=await make_card(client, match))
    except discord.HTTPException as error:
        log.info("match %s: the lobby card stays as it was: %s", row.id, error)


async def describe_people(client: Client, match: Match) -> Mapping[int, tuple[Text, ...]]:
    """Describe each person of a lobby in a line or two."""
    if match.row.phase != "lobby":
        return {}
    habits = await read_habits(client.referee, match)
    ratings = await _read_ratings(client) if match.row.rated else None
    found: dict[int, tuple[Text, ...]] = {}
    stakes = ratings.stakes(make_entries(match, now=client.referee.now())) if ratings is not None else {}
    for user_id in match.people:
        lines: list[Text] = []
        if ratings is not None:
            lines.append(describe_rating(ratings.find(user_id, match.row.game)))
        if (stake := stakes.get(user_id)) is not None:
            lines.append(T("first {first}, last {last}", first=f"{stake.first:+}", last=f"{stake.last:+}"))
        if (known := habits.get(user_id)) is not None:
            lines.append(describe_habits(known))
        found[user_id] = tuple(lines)
    return found


def describe_rating(rating: Rating) -> Text:
    """Write a rating as one number with its margin; newcomers' are provisional."""
    shown = f"{rating.number} ± {rating.margin}"
    return (
        T("Rating {rating} (provisional)", rating=shown) if rating.provisional else T("Rating {rating}", rating=shown)
    )


def describe_habits(habits: Habits) -> Text:
    """Say how many matches a person has finished, and how fast they reply."""
    percent = round(100 * habits.finished)
    if habits.reply is None:
        return N(
            "finished {percent} % of {count} match", "finished {percent} % of {count} matches", habits.matches,
            percent=percent,
        )  # fmt: skip
    return N(
        "half of the replies within {time}, finished {percent} % of {count} match",
        "half of the replies within {time}, finished {percent} % of {count} matches",
        habits.matches,
        time=describe_duration(habits.reply),
        percent=percent,
    )


async def _read_ratings(client: Client) -> Ratings | None:
    try:
        return await client.rating_book.read()
    except (WorkerFailed, WorkerStopped):
        log.exception("the ratings could not be computed; a lobby card is without them")
        return None
