"""The words and buttons of a seat that the channel plays by vote, and those of the people around a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from client.messages.clocks import describe_duration
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import button
from games.text import Moment, N, Player, Say, T, Text
from matches.clocks import clocks
from matches.clocks.clocks import Outages
from matches.clocks.pace import HOUR
from matches.clocks.voting import HOURS, QUORUMS, Terms
from matches.guesses import Agreement, find_turn, may_guess, may_predict
from matches.leagues.league import Score
from matches.loadings import has_loadings
from matches.match import Holder, Match
from matches.rows import BallotRow
from matches.votes.crowd import find_vote

_GUESSERS_SHOWN: Final = 5
"""People named with their right guesses."""

TIES: Final = T(
    "A turn is decided step by step. At each step, only votes that match the steps decided so far count. In a "
    "tie, the option that got its first vote earlier wins."
)

_SECRET: Final = T("Nobody sees the votes of others until the vote is closed. Players of this match cannot vote.")

_SEEN: Final = T(
    "Everybody in this channel without a seat may vote. Those who open the vote see the cards of this seat."
)


def describe_crowd(match: Match, say: Say) -> list[str]:
    """List what people should know before they join a match in which a channel plays; nothing for other matches."""
    terms = next((holder.crowd for holder in match.seats if holder.crowd is not None), None)
    if terms is None:
        return []
    lines = ["🗳 " + say(T("The channel plays a seat: {terms}. Not rated.", terms=describe_terms(terms)))]
    return [*lines, *(["-# " + say(_SEEN)] if match.game.has_private_hands else [])]


def describe_terms(terms: Terms) -> Text:
    """Describe how long a vote lasts, and how many votes it needs."""
    lasts = describe_duration(terms.hours * HOUR)
    return N(
        "{time} for each vote, at least {count} vote",
        "{time} for each vote, at least {count} votes",
        terms.quorum,
        time=lasts,
    )


def explain_crowd(match: Match) -> tuple[Text, ...]:
    """Explain to the host how a channel plays a seat."""
    told = T(
        "Everybody in this channel without a seat may vote on the moves of one seat. A vote ends at its deadline, or "
        "as soon as everybody who voted last time has voted again. With too few votes, a stand-in moves."
    )
    return (told, TIES, _SEEN if match.game.has_private_hands else _SECRET)


def list_terms(say: Say) -> Menu:
    """List the terms that the host may choose."""
    offered = [Terms(hours, quorum) for hours in HOURS for quorum in QUORUMS]
    return Menu("", tuple(Option(say(describe_terms(each)), f"{each.hours}.{each.quorum}") for each in offered))


def describe_vote(match: Match, say: Say, outages: Outages) -> list[str]:
    """Describe the open vote below the board; nothing if there is none."""
    vote = find_vote(match)
    if vote is None or vote.crowd is None:
        return []
    called = say(T("{player}: everybody here without a seat may vote on the next move.", player=Player(vote.seat)))
    needed = N(
        "Votes count until {when}. At least {count} vote is needed; otherwise a stand-in moves.",
        "Votes count until {when}. At least {count} votes are needed; otherwise a stand-in moves.",
        vote.crowd.quorum,
        when=Moment(_find_end(match, vote, outages)),
    )
    return [f"**{called}**", f"-# {say(needed)}", f"-# {say(TIES)}"]


def make_vote_button(match: Match, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make the button of the open vote; none if there is none."""
    if find_vote(match) is None:
        return []
    return [button(say(T("Vote")), Id("vote", match.id), style=discord.ButtonStyle.primary)]


def make_guess_button(match: Match, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make the button by which spectators predict whether the next loading holds; none where nobody can guess."""
    if not may_guess(match) or not has_loadings(match.game):
        return []
    return [button(say(T("Does it hold?")), Id("predict", match.id))]


def make_audience_buttons(match: Match, user_id: int, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons by which somebody who is not to move says what they expect."""
    found = []
    if find_turn(match, user_id) is not None:
        found.append(button(say(T("What would you do?")), Id("would", match.id)))
    if may_predict(match, user_id):
        found.append(button(say(T("Predict …")), Id("predict", match.id)))
    return found


def make_learn_button(
    match: Match, say: Say, *, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> list[ui.Button[ui.LayoutView]]:
    """Make the button that opens the lesson of a match's game; none without a lesson."""
    if match.words.lesson() is None:
        return []
    return [button(say(T("Learn")), Id("learn", rest=match.game_name), style=style)]


def describe_agreements(agreements: Sequence[Agreement], say: Say) -> list[str]:
    """Tell how many people would have played the same as the players did."""
    same = (
        T(
            "Would have done the same as {player}: {agree} of {count}.",
            player=Player(each.seat),
            agree=each.agree,
            count=each.count,
        )
        for each in agreements
    )
    return [f"-# 👥 {say(each)}" for each in same]


def describe_scores(scores: Sequence[Score], say: Say) -> list[str]:
    """Name those who have guessed right most often, in one line; nothing without scores. `scores`: the best first."""
    if not scores:
        return []
    names = {each.user: f"<@{each.user}>" if each.user > 0 else say(T("former player")) for each in scores}
    told = " · ".join(f"{names[each.user]} {each.right}/{each.made}" for each in scores[:_GUESSERS_SHOWN])
    return ["-# " + say(T("Right predictions:")) + f" {told}"]


def describe_ballot(match: Match, ballot: BallotRow, say: Say, outages: Outages) -> str:
    """Tell somebody whether they have voted, and until when they may."""
    vote = find_vote(match)
    until = Moment(_find_end(match, vote, outages) if vote is not None else 0.0)
    if ballot.choice is None:
        return "-# " + say(T("You are voting on the channel's move. Votes count until {when}.", when=until))
    return "✓ " + say(T("You have voted, and can change your vote until {when}.", when=until))


def _find_end(match: Match, vote: Holder, outages: Outages) -> float:
    clock = match.clocks.get(vote.seat)
    return (clocks.compute_deadline(clock, outages) if clock is not None else None) or 0.0
