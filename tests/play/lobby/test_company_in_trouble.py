"""Looking for other players and for substitutes when games are missing, cards cannot be posted, or answers fail."""

from __future__ import annotations

import pytest

from matches.looking import list_queue
from matches.match import Match
from matches.rows import LookingRow
from sandbox.person.person import Person, buttons
from tests.support.play.table import Table, find_board, open_match, press_here, wait_for_rest, words
from tests.support.play.troubles import answer_route

__all__ = ["answer_route"]


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.core.retries.DELAYS", (0.0, 0.0))


def _guild(person: Person) -> int:
    assert person.channel.guild is not None
    return person.channel.guild.id


async def _list_waiting(at: Table, person: Person) -> set[int]:
    return {row.user_id for row in await list_queue(at.referee, _guild(person))}


@pytest.mark.parametrize("language", ["en-GB", "de", "fr", "it"])
async def test_a_queue_for_a_missing_game_hides_nothing_else(at: Table, language: str) -> None:
    """The package of a game was removed while somebody waits for it, and a match of it is open."""
    anna, ben = at.person("anna"), at.person("ben")
    anna.user.locale = language
    now = at.referee.now()
    gone = LookingRow(_guild(anna), anna.user.id, "hive", "daily", "", "Anna", now, now + 99)
    other = LookingRow(_guild(anna), ben.user.id, "hive", "daily", "", "Ben", now, now + 99)
    for row in (gone, other):
        await at.referee.store.transaction(lambda tx, row=row: tx.put_looking(row))
    await ben.slash("lobbies", {"game": "docker", "pace": "daily"})
    match = await open_in(at, ben)
    await at.referee.store.transaction(
        lambda tx: tx._db.execute("UPDATE matches SET game = 'hive' WHERE id = ?", (match.id,))
    )
    at.referee.forget((match.id,))
    seen = await anna.slash("lobbies")
    assert "Docker" in seen.text
    assert "hive" not in seen.text
    mine = await anna.slash("lobbies")
    assert "reference" not in mine.text.casefold()
    assert mine.message.components


async def open_in(at: Table, person: Person) -> Match:
    await person.slash("docker new", {"players": 3})
    await wait_for_rest()
    match = await at.referee.match_in(person.channel.id)
    assert match is not None
    return match


async def test_people_keep_their_places_if_the_card_cannot_be_drawn(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await anna.slash("lobbies", {"game": "docker", "pace": "daily"})

    async def fail(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr("client.lobby.opening.draw_card", fail)
        await ben.slash("lobbies", {"game": "docker", "pace": "daily"})
        await wait_for_rest()
    assert (await at.referee.match(1)).phase == "cancelled"
    assert await _list_waiting(at, anna) == {anna.user.id, ben.user.id}


@pytest.mark.parametrize("route", ["POST /webhooks", "PATCH /webhooks", "POST /channels", "PATCH /channels"])
async def test_people_keep_their_places_if_the_lobby_cannot_be_shown(at: Table, route: str) -> None:
    """One transaction opens the lobby and takes its group out of the queue. If the card cannot be shown, both are
    undone."""
    anna, ben = at.person("anna"), at.person("ben")
    await anna.slash("lobbies", {"game": "docker", "pace": "daily"})
    at.sandbox.faults.order(route, refuse=True, cut=True, count=9)
    await ben.slash("lobbies", {"game": "docker", "pace": "daily"})
    await wait_for_rest()
    at.sandbox.faults.clear()
    found = [await at.referee.match(number) for number in range(1, 3) if await _exists(at, number)]
    in_lobby = {user for match in found if match.phase == "lobby" for user in match.people}
    waiting = await _list_waiting(at, anna)
    assert anna.user.id in in_lobby | waiting, "a waiting person has lost their place"
    assert not in_lobby & waiting


async def _exists(at: Table, number: int) -> bool:
    return await at.referee.store.transaction(lambda tx: tx.read_match(number)) is not None


async def test_a_lobby_opens_although_the_answer_fails(at: Table, answer_route: str) -> None:
    """The private answer to the person who completes a group fails; the lobby opens and its card is posted all the
    same."""
    anna, ben = at.person("anna"), at.person("ben")
    await anna.slash("lobbies", {"game": "docker", "pace": "daily"})
    at.sandbox.faults.order(answer_route, refuse=True, cut=True, count=3)
    await ben.slash("lobbies", {"game": "docker", "pace": "daily"})
    await wait_for_rest()
    at.sandbox.faults.clear()
    match = await at.referee.match(1)
    assert (match.phase, set(match.people)) == ("lobby", {anna.user.id, ben.user.id})
    card = [each for each in anna.messages() if "Join" in buttons(each)]
    call = [each for each in anna.messages() if "enough of you are waiting" in words(each)]
    assert [len(card), len(call)] == [1, 1]
    assert not card[0].ephemeral
    assert not call[0].ephemeral
    assert not await _list_waiting(at, anna)


async def test_joining_the_queue_is_reported_although_the_answer_failed(at: Table, answer_route: str) -> None:
    anna = at.person("anna")
    at.sandbox.faults.order(answer_route, refuse=True, cut=True, count=3)
    answer = await anna.slash("lobbies", {"game": "docker", "pace": "daily"})
    assert await _list_waiting(at, anna) == {anna.user.id}
    assert "This was saved" in answer.text


async def test_the_offer_of_a_seat_is_taken_by_one_of_two(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    anna, chiara, dana = (at.person(name) for name in ("anna", "chiara", "dana"))
    more = await anna.click(find_board(anna), "More")
    await press_here(anna, more.message, "Find a substitute …")
    await anna.click(more.message, "Look for one")
    (offer,) = [message for message in chiara.messages() if "Step in" in buttons(message)]
    both = [person.click(offer, "Step in") for person in (chiara, dana)]
    for answer in both:
        await answer
    await wait_for_rest()
    people = (await at.referee.match(1)).people
    assert len({chiara.user.id, dana.user.id} & set(people)) == 1
    await anna.until(lambda: "has stepped in" in words(offer))
    assert sum("not offered any more" in answer.text for answer in both) == 1
