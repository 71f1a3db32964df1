"""Test that people get the seat of the colour they like, where it is free."""

from __future__ import annotations

import pytest

import games
from matches.lobby import lobby
from matches.match import Match
from matches.people.preferences import Person
from tests.support.laws.playouts import GAMES
from tests.support.matches.house import ANNA, BEN, CHANNEL, CHIARA, GUILD, House


async def open_lobby(at: House, game: str, capacity: int, *liked: int) -> Match:
    made = lobby.create(
        game, games.load(game).options_type(), at.who(ANNA), capacity=capacity, guild_id=GUILD, channel_id=CHANNEL,
        language="en", secret=bytes(32), now=at.now, liked=liked,
    )  # fmt: skip
    return await at.referee.open(made, at.who(ANNA))


def colour_of(match: Match, user: int) -> int:
    (seat,) = match.seats_of(user)
    return match.game.colours(match.capacity, match.options)[seat][0]


@pytest.mark.parametrize("game", GAMES)
async def test_everybody_gets_their_colour(at: House, game: str) -> None:
    count = games.load(game).seats[-1]
    colours = [each[0] for each in games.load(game).colours(count, games.load(game).options_type())]
    match = await open_lobby(at, game, count, colours[1])
    assert colour_of(match, ANNA) == colours[1]
    match = (await at.do(match, lobby.join, BEN, liked=(colours[-1],), now=at.now)).match
    assert colour_of(match, BEN) == colours[-1]


async def test_a_colour_that_is_taken_or_missing_gives_another_seat(at: House) -> None:
    match = await open_lobby(at, "docker", 4, 99)
    assert match.seats_of(ANNA) == (0,)
    taken = colour_of(match, ANNA)
    match = (await at.do(match, lobby.join, BEN, liked=(taken,), now=at.now)).match
    assert match.seats_of(BEN) == (1,)
    wanted = match.game.colours(4, match.options)[2][0]
    match = (await at.do(match, lobby.join, CHIARA, seat=3, liked=(wanted,), now=at.now)).match
    assert match.seats_of(CHIARA) == (3,), "a chosen seat takes precedence over the colour"


@pytest.mark.parametrize("game", GAMES)
async def test_where_the_colour_is_taken_the_sign_decides(at: House, game: str) -> None:
    rules = games.load(game)
    count = rules.seats[-1]
    colours = [each[0] for each in rules.colours(count, rules.options_type())]
    match = await open_lobby(at, game, count, colours[2])
    match = (await at.do(match, lobby.join, BEN, liked=(colours[2], colours[-1]), now=at.now)).match
    assert colour_of(match, BEN) == colours[-1]
    match = (await at.do(match, lobby.join, CHIARA, liked=(colours[1], colours[2]), now=at.now)).match
    assert colour_of(match, CHIARA) == colours[1], "the colour comes first"
    assert Person(colour=4, sign=1).liked == (4, 1)
    assert Person(sign=0).liked == (0,)
