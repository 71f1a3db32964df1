"""Server settings limit matches, games and channels."""

from __future__ import annotations

from matches.people.preferences import Server
from tests.support.play.servers import change_setting
from tests.support.play.table import Table, open_lobby, press_more


async def test_the_limits_of_a_server_are_kept(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    games, general = anna, anna.at("general")
    await change_setting(at, Server(per_person=1))
    card = await open_lobby(at, games)
    assert "You are in one open match" in (await open_lobby(at, general)).text
    theirs = await open_lobby(at, ben.at("general"))
    assert "You are in one open match" in (await general.click(theirs.message, "Join")).text
    await change_setting(at, Server(in_all=2))
    third = await at.person("dana").slash("docker new", {"players": 2, "thread": True})
    assert "This server allows 2 open matches" in third.text
    await change_setting(at, Server(games=("aquaretto",)))
    await anna.click((await press_more(anna, card.message, "Cancel match")).message, "Yes, cancel it")
    assert "Docker is switched off in this server" in (await open_lobby(at, games)).text
    await change_setting(at, Server(channels=(general.channel.id,)))
    refused = await open_lobby(at, games)
    assert f"matches are played in <#{general.channel.id}>" in refused.text
    assert (await at.referee.match(1)).phase == "cancelled"
    assert await at.referee.match_in(games.channel.id) == await at.referee.match(1), "a refused request opens nothing"


async def test_the_limit_for_each_person_counts_this_server_only(at: Table) -> None:
    from sandbox.storage.seed import add_guild

    add_guild(at.sandbox.world, "Quay", channels=("pier",))
    for guild in ("Harbour", "Quay"):
        await change_setting(at, Server(per_person=1), guild)
    await open_lobby(at, at.person("anna"))
    elsewhere = await open_lobby(at, at.person("anna", "pier"))
    assert not elsewhere.ephemeral
    assert len(await at.referee.store.transaction(lambda tx: tx.list_open_matches_of(at.person("anna").user.id))) == 2
