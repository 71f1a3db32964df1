"""Matches in which a channel plays a seat by vote."""

from __future__ import annotations

from games.core import Seat
from matches.clocks.voting import Terms
from matches.lobby import lobby
from matches.match import Match
from matches.votes import ballots, crowd
from matches.votes.ballots import open_ballot
from tests.support.matches.house import House

TERMS = Terms(6, 2)


async def begin(at: House, *people: int, game: str = "docker", terms: Terms = TERMS) -> Match:
    """Begin a match in which a channel plays the last seat."""
    match = await at.open(game, len(people) + 1, host=people[0])
    for user in people[1:]:
        match = (await at.do(match, lobby.join, user, now=at.now)).match
    match = (await at.do(match, lobby.seat_crowd, people[0], terms=terms, now=at.now)).match
    assert match.phase == "running"
    return match


async def until_vote(at: House, match: Match) -> tuple[Match, Seat]:
    """Play until the channel is to move."""
    for number in range(20):
        match = await at.referee.match(match.id)
        if (vote := crowd.find_vote(match)) is not None:
            return match, vote.seat
        await at.machines.run(await at.play_any_turn(match, choose=number))
    raise AssertionError("the channel is never to move")


async def vote_for(at: House, match: Match, user: int, codes: tuple[str, ...]) -> Match:
    """Open the vote as a person of the channel, and vote."""
    vote = crowd.find_vote(match)
    assert vote is not None
    await open_ballot(at.referee, match, at.who(user))
    done = await ballots.cast(at.referee, match, at.who(user), vote.seat, codes)
    return (await at.machines.run(done)).match
