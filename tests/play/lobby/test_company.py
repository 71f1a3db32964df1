"""Look for other players, list the lobbies a person can join, and find substitutes, through the real client."""

from __future__ import annotations

from msgspec import structs

from matches.looking import list_queue
from matches.people import preferences
from matches.people.servers import change_server
from sandbox.discord import guilds, members
from sandbox.discord.model import Message, Overwrite
from sandbox.person.person import Person, buttons
from sandbox.storage.seed import add_guild
from tests.support.play.table import (
    Table,
    find_board,
    has_board,
    open_match,
    open_settings,
    press_here,
    wait_for_boards,
    wait_for_rest,
    words,
)

VIEW_CHANNEL = 1 << 10


def _all_words(person: Person) -> str:
    return "\n".join(words(message) for message in person.messages() if not message.ephemeral)


def _calls(person: Person, role: int) -> list[Message]:
    """List the messages that ping a role."""
    return [message for message in person.messages() if f"<@&{role}>" in words(message)]


async def test_a_lobby_opens_when_enough_people_wait(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    assert "You are looking" not in (await anna.slash("lobbies")).text
    alone = await anna.slash("lobbies", {"game": "docker", "pace": "daily"})
    assert alone.ephemeral
    assert "nobody else is waiting yet" in alone.text
    seen = await ben.slash("lobbies")
    assert "1 person is waiting" in seen.text
    await at.restart()
    met = await ben.click(seen.message, "Join the queue: Docker · One move a day")
    await ben.until(lambda: "a lobby is open, and you are its host" in words(met.message))
    await ben.until(lambda: "enough of you are waiting for Docker" in _all_words(ben))
    assert len(anna.pings()) == 1, "everybody who waited is pinged once"
    match = await at.referee.match(1)
    assert [holder.user_id for holder in match.seats] == [ben.user.id, anna.user.id]
    assert match.pace == "daily"
    assert match.card_channel_id == ben.channel.id, "the match has a thread of its own"
    assert "You are looking" not in (await anna.slash("lobbies")).text
    chiara = at.person("chiara")
    assert "seats are free" in (await chiara.slash("lobbies")).text
    assert "seats are free" not in (await anna.slash("lobbies")).text, "a member of the lobby is not offered its seats"


async def test_a_listed_lobby_is_joined_from_another_channel(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben").at("general")
    await anna.slash("docker new", {"players": 3})
    listed = await ben.slash("lobbies")
    assert f"<@{anna.user.id}> · 2 seats are free." in listed.text
    assert "You have joined the match." in (await ben.click(listed.message, "Join Docker · Anna")).text
    assert [holder.name for holder in (await at.referee.match(1)).seats] == ["Anna", "Ben"]
    assert "Join Docker · Anna" not in buttons((await ben.slash("lobbies")).message)
    chiara = at.person("chiara").at("general")
    outdated = await chiara.slash("lobbies")
    await at.person("dana").click(next(each for each in anna.messages() if "Join" in buttons(each)), "Join")
    await chiara.click(outdated.message, "Join Docker · Anna")
    assert len((await at.referee.match(1)).seats) == 3, "the match has begun without Chiara"


async def test_people_on_opposite_sides_of_the_world_are_told_that_they_wait_for_a_day(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    for person, zone in ((anna, "Europe/Zurich"), (ben, "Pacific/Auckland")):
        asleep = preferences.Person(zone=zone, quiet=(22, 7))
        await at.bot.preferences.change(person.user.id, lambda _, asleep=asleep: asleep)
        told = await person.slash("lobbies", {"game": "docker", "pace": "daily"})
        assert "few waking hours in common with you are matched with you only after a day" in told.text
        assert "a lobby is open" not in told.text
    assert "few waking hours" not in (await at.person("chiara").slash("lobbies", {"game": "aquaretto"})).text


async def test_a_person_stops_looking(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    mine = await anna.slash("lobbies", {"game": "docker"})
    await anna.click(mine.message, "Stop looking")
    assert "Nothing just now" in (await ben.slash("lobbies")).text


async def test_the_role_is_pinged_once(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    guild = anna.channel.guild
    assert guild is not None
    role = next(number for number in guild.roles if number != guild.id)
    await change_server(at.referee, guild.id, lambda server: structs.replace(server, looking_role=role))
    await anna.slash("lobbies", {"game": "docker", "pace": "daily"})
    await ben.until(lambda: _calls(ben, role))
    (called,) = _calls(ben, role)
    await anna.slash("lobbies", {"game": "aquaretto", "pace": "daily"})
    met = await ben.click(called, "I am looking, too")
    await ben.until(lambda: "a lobby is open" in words(met.message))
    assert len(_calls(ben, role)) == 1


async def test_people_of_two_servers_meet_where_all_are_members(at: Table) -> None:
    """The lobby opens where the last person asked, without people who are no members there or do not see the
    channel."""
    world = at.sandbox.world
    quay = add_guild(world, "Quay", channels=("pier",))
    anna, ben, chiara = (at.person(name, "pier") for name in ("anna", "ben", "chiara"))
    dana, master = at.person("dana"), at.person("harbourmaster")
    here = dana.channel.guild
    assert here is not None
    await wait_for_rest()
    await change_server(at.referee, quay.id, lambda server: structs.replace(server, looks_across=True))
    panel = await open_settings(master, "People and puzzles")
    await master.click(panel, "Look across servers")
    assert "also across other servers" in words(panel)
    for person, language in ((ben, "fr"), (chiara, "it")):  # they do not find each other
        told = await person.slash("lobbies", {"game": "docker", "pace": "daily", "language": language})
        assert "You are also matched with people from other servers that allow this" in told.text
    members.leave(world, here, ben.user)
    guilds.overwrite(world, dana.channel, Overwrite(chiara.user.id, 1, 0, VIEW_CHANNEL))
    alone = await dana.slash("lobbies", {"game": "docker", "pace": "daily"})
    assert "nobody else is waiting yet" in alone.text
    await dana.click(alone.message, "Stop looking")  # the next one to ask in the other server would find her there
    await at.restart()
    await anna.slash("lobbies", {"game": "docker", "pace": "daily", "language": "de"})
    met = await dana.slash("lobbies", {"game": "docker", "pace": "daily"})
    await dana.until(lambda: "a lobby is open, and you are its host" in words(met.message))
    match = await at.referee.match(1)
    assert [holder.user_id for holder in match.seats] == [dana.user.id, anna.user.id]
    assert match.guild_id == here.id
    assert len(anna.pings()) == 1
    assert {row.user_id for row in await list_queue(at.referee, quay.id)} == {ben.user.id, chiara.user.id}


async def test_a_player_finds_a_substitute(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna, chiara = at.person("anna"), at.person("chiara")
    more = await anna.click(find_board(anna), "More")
    await press_here(anna, more.message, "Find a substitute …")
    await anna.click(more.message, "Look for one")
    (offer,) = [message for message in chiara.messages() if "Step in" in buttons(message)]
    assert "is looking for a substitute" in words(offer)
    assert "is looking for a substitute" in (await chiara.slash("lobbies")).text
    await at.restart()
    await chiara.click(offer, "Step in")
    await chiara.until(lambda: "has stepped in. Thank you!" in words(offer))
    assert chiara.user.id in (await at.referee.match(1)).people
    assert anna.user.id not in (await at.referee.match(1)).people


async def test_the_players_of_a_match_for_invited_people_choose_the_substitute(at: Table) -> None:
    anna, ben, chiara = (at.person(name) for name in ("anna", "ben", "chiara"))
    card = (await anna.slash("docker new", {"players": 2})).message
    panel = (await anna.click(card, "More")).message
    await anna.click(panel, "Who may join …")
    await anna.click(panel, "Make it private")
    await anna.choose(panel, "Invite people", ["ben"])
    await ben.until(ben.pings)
    await ben.click(ben.pings()[0], "Accept")
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    more = await anna.click(find_board(anna), "More")
    await press_here(anna, more.message, "Find a substitute …")
    assert "its players decide" in words(more.message)
    await anna.click(more.message, "Look for one")
    (offer,) = [message for message in chiara.messages() if "Step in" in buttons(message)]
    assert "its players decide" in words(offer)
    asked = await chiara.click(offer, "Step in")
    await wait_for_rest()
    (told,) = [each for each in asked.messages if "once all of them have agreed" in words(each)]
    assert told.ephemeral
    assert "Step in" in buttons(offer), "the offer stands until they have agreed"
    vote = next(each for each in reversed(anna.messages()) if "Agree" in buttons(each))
    assert "Chiara would like to take over" in words(vote)
    assert not vote.ephemeral
    for person in (anna, ben):
        assert chiara.user.id not in (await at.referee.match(1)).people
        await person.click(vote, "Agree")
    assert set((await at.referee.match(1)).people) == {ben.user.id, chiara.user.id}
    assert "not offered any more" in (await at.person("dana").click(offer, "Step in")).text
