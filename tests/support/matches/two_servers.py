"""Matches shared by two servers."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from matches import two_servers as linking
from matches.change import Change
from matches.lobby import lobby
from matches.match import Match
from matches.referee import MACHINE, Done, Request
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, GUILD, House

THERE, CHANNEL_THERE = 71, 8


LETTERS = "ABCDEF"


def who(at: House, user_id: int, *, guild: int = GUILD, manages: bool = False) -> Request:
    return structs.replace(at.who(user_id, manages=manages), guild_id=guild)


async def change(at: House, match: Match, work: Callable[[Match], Change], by: Request = MACHINE) -> Done:
    return await at.referee.change(match.id, by, work)


async def link(
    at: House, match: Match, *, names: bool = False, agreed: bool = True, channel: int = CHANNEL_THERE
) -> Match:
    """Offer a lobby with or without names, and accept it in the other server."""
    host, other = who(at, ANNA, manages=True), who(at, CHIARA, guild=THERE, manages=True)
    offered = await change(at, match, lambda found: linking.offer(found, host, code=LETTERS, names=names, now=at.now))
    number, letters = linking.read_code(f" {linking.write_code(offered.match).lower()} ")
    assert number == match.id

    def accept(found: Match) -> Change:
        return linking.accept(found, other, letters, channel_id=channel, names=agreed, language="de", now=at.now)

    return (await change(at, match, accept, other)).match


async def share_match(at: House, *, names: bool = False, game: str = "docker") -> Match:
    """Start a match of Anna and Ben at home with Chiara and Dana in the other server."""
    match = await link(at, await at.open(game, 4), names=names)
    for user, guild in ((BEN, GUILD), (CHIARA, THERE), (DANA, THERE)):
        by = who(at, user, guild=guild)
        match = (await change(at, match, lambda found, by=by: lobby.join(found, by, now=at.now), by)).match
    assert match.phase == "running"
    return match
