"""A suggestion is understood by its name, too: Discord's client sometimes sends the name instead of the value, for
instance if the channel was changed while typing (discord/discord-api-docs#7206, #4595)."""

from __future__ import annotations

from typing import Any

import pytest

from matches.match import Match
from sandbox.discord import guilds
from sandbox.person.person import Person
from tests.support.play.days import find_players
from tests.support.play.table import Table, list_awaited, open_match, play_out, wait_for_boards, wait_for_rest

pytestmark = pytest.mark.usefixtures("blank_pictures")


async def offer(person: Person, command: str, given: dict[str, Any], option: str) -> dict[str, Any]:
    """Return the first suggestion for an option."""
    found = (await person.autocomplete(command, {option: "", **given}, focused=option))[0]
    assert found["name"] != found["value"]
    return found


async def test_a_move_is_made_by_its_name_in_the_language_of_the_person(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    english = await offer(person, "docker move", {}, "move")
    for each in (person, other):
        await each.choose((await each.slash("me")).message, "Language: as in your Discord", "de")
    german = await offer(person, "docker move", {}, "move")
    assert german["value"] == english["value"]
    assert german["name"] != english["name"]
    answer = await person.slash("docker move", {"move": german["name"]})
    await wait_for_rest()
    assert (await at.referee.match(1)).seq == 1, answer.text


async def test_cards_and_moves_of_dog_royal_are_read_by_name(at: Table) -> None:
    await open_match(at, "dog new", ("anna", "ben"))
    for name in ("anna", "ben"):
        person = at.person(name)
        offered = await offer(person, "dog move", {}, "move")
        await person.slash("dog move", {"move": offered["name"]})
    match = await play_out(at, seed=1, until=may_play)
    person = at.person(match.awaited[0].name.lower())
    move = await offer(person, "dog move", {}, "move")
    answer = await person.slash("dog move", {"move": f" {move['name'].upper()}"})
    assert (await at.referee.match(1)).seq > match.seq, answer.text


def may_play(match: Match) -> bool:
    """Tell whether a single seat may play a card that is named by a word."""
    seats = match.to_act
    codes = [move.code for seat in seats for move in match.game.legal_moves(match.state, seat)]
    return len(seats) == 1 and any(":" in code and code.partition("/")[0].isalpha() for code in codes)


async def test_each_option_of_a_line_is_read_by_its_name_after_the_names_before_it(at: Table) -> None:
    await open_match(at, "aquaretto new", ("anna", "ben"))
    match = await play_out(at, seed=2, until=may_take)
    person = at.person(match.awaited[0].name.lower())
    truck = await offer(person, "aquaretto move", {"move": "take/"}, "move")
    tile = await offer(person, "aquaretto move", {"move": truck["value"]}, "then")
    assert await offer(person, "aquaretto move", {"move": truck["name"]}, "then") == tile
    await person.slash("aquaretto move", {"move": truck["name"], "then": tile["name"]})
    draft = await at.referee.draft(await at.referee.match(1), match.awaited[0].seat)
    moved = (await at.referee.match(1)).seq > match.seq
    assert moved or draft[:2] == (truck["value"], tile["value"])


def may_take(match: Match) -> bool:
    """Tell whether the first truck that can be taken has animals."""
    (seat,) = match.to_act
    trucks = [move.truck for move in match.game.legal_moves(match.state, seat) if move.code.startswith("take/")]
    return bool(trucks) and any(tile != "COIN" for tile in match.state.trucks[trucks[0]].tiles)


async def test_a_card_of_riff_raff_is_read_by_its_name(at: Table) -> None:
    await open_match(at, "riffraff new", ("anna", "ben"))
    (first, *_) = list_awaited(at)
    card = await offer(first, "riffraff move", {}, "move")
    assert f"✓ {card['name']}" in (await first.slash("riffraff move", {"move": card["name"]})).text


async def test_a_match_is_moved_by_its_name(at: Table) -> None:
    world = at.sandbox.world
    for channel in ("games", "general"):
        card = (await at.person("anna", channel).slash("docker new", {"players": 2})).message
        await at.person("ben", channel).click(card, "Join")
        await wait_for_boards(at)
    guild = at.person("anna").channel.guild
    assert guild is not None
    pier = at.person("anna").at(guilds.create_channel(world, guild, "pier"))
    offered = await pier.autocomplete("turns", {"here": ""}, focused="here")
    assert len({choice["name"] for choice in offered}) == 2, "two matches of the same game with the same people"
    for typed in ("Docker", "chess", "9" * 30, "-1"):
        refused = await pier.slash("turns", {"here": typed})
        assert "I don't know this match" in refused.text
    for choice in offered:
        answer = await pier.slash("turns", {"here": choice["name"]})
        assert f"<#{pier.channel.id}>" in answer.text
        assert (await at.referee.match(int(choice["value"]))).channel_id == pier.channel.id
        pier = at.person("anna").at(guilds.create_channel(world, guild, "quay"))
