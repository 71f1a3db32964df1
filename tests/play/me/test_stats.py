"""`/stats` and `/hall` through the real client: who sees what, sharing, and how long a large record takes."""

from __future__ import annotations

import time

import pytest

from data import Transaction
from matches.machines.worker import WorkerFailed
from matches.results.statistics import make_tally, read_results_of
from sandbox.discord import members
from tests.support.matches.rows import a_result
from tests.support.play.results import fill_results
from tests.support.play.table import Table, add_computer, has_board, open_lobby, resign, wait_for_boards, words


async def test_a_record_card_is_private_until_it_is_shared(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    nothing = await anna.slash("me", {"show": "stats"})
    assert nothing.ephemeral
    (file,) = nothing.message.attachments
    assert (file.description or "").startswith("Anna. all games: 0 matches, 0 won.")
    assert "Show it to everybody" not in nothing.text
    await fill_results(at, anna, ben, 7)
    answer = await anna.slash("me", {"show": "stats"})
    assert answer.ephemeral
    (file,) = answer.message.attachments
    assert (file.description or "").startswith("Anna. all games: 7 matches, 7 won. Rating 1")
    assert "Usual reply time: 1 min." in (file.description or "")
    public = [message for message in ben.messages() if not message.ephemeral]
    await anna.click(answer.message, "Show it to everybody")
    await ben.until(lambda: len([each for each in ben.messages() if not each.ephemeral]) > len(public))
    shared = [message for message in ben.messages() if not message.ephemeral][-1]
    assert "7 matches, 7 won" in (shared.attachments[0].description or "")


async def test_another_persons_record_shows_the_head_to_head(at: Table) -> None:
    anna, ben, chiara = (at.person(name) for name in ("anna", "ben", "chiara"))
    await fill_results(at, anna, ben, 6)
    every = (await ben.use_on(anna.user, "Stats")).message
    assert "Rating" not in (every.attachments[0].description or "")
    assert "Cubes covered" not in words(every)
    assert "There is no finished match" in (await ben.choose(every, "Which game?", "aquaretto")).text
    answer = await ben.choose(every, "Which game?", "docker")
    said = answer.message.attachments[0].description or ""
    assert "Docker: 6 matches, 6 won. Rating 1" in said
    assert "replies" not in said
    assert "Played to the end" not in said
    assert "you were ahead: 0 · they were ahead: 6 · tied: 0" in words(answer.message)
    assert "Tallest tower climbed: **3**\nCubes covered: **12**" in words(answer.message)
    typed = (await ben.slash("me", {"person": "Anna", "game": "docker"})).message
    assert typed.attachments[0].description == said
    stranger = await chiara.use_on(anna.user, "Stats")
    assert "You have not finished a match together here." in words(stranger.message)
    guild = anna.channel.guild
    assert guild is not None
    members.leave(at.sandbox.world, guild, anna.user)
    assert "This person is no longer in this server." in (await ben.choose(every, "Which game?", "docker")).text


async def test_a_record_names_the_computer_players(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = (await open_lobby(at, anna)).message
    await add_computer(anna, card, "strong", start=True)
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    match = await at.referee.match_in(anna.channel.id)
    assert match is not None
    (rival,) = (holder.name for holder in match.seats if holder.user_id is None)
    await resign(anna)
    shown = words((await anna.slash("me", {"show": "stats"})).message)
    assert f"Against computer players (won:lost): {rival} 0:1" in shown
    assert f"Toughest rival: {rival}, ahead 1 time" in shown
    assert rival not in words((await ben.use_on(anna.user, "Stats")).message), "they are for their player alone"


async def test_the_hall_lists_the_best(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    empty = (await anna.slash("me", {"show": "best", "game": "docker"})).message
    assert "Nobody has a rating in this game yet" in words(empty)
    await fill_results(at, anna, ben, 6)
    shown = words((await ben.slash("me", {"show": "best", "game": "docker"})).message)
    assert shown.index(f"1. <@{anna.user.id}>") < shown.index(f"2. <@{ben.user.id}>")
    assert "6 matches" in shown


async def test_the_hall_lists_records(at: Table) -> None:
    """Each names the first player to reach it. Other servers, other games and former players are left out."""
    anna, ben = at.person("anna"), at.person("ben")
    guild = anna.channel.guild.id if anna.channel.guild else 0

    def write(tx: Transaction) -> None:
        for number, (user, feats, where, game) in enumerate(
            [
                (anna.user.id, '{"tower": 3, "covered": 2}', guild, "docker"),
                (ben.user.id, '{"tower": 3, "covered": 9}', guild, "docker"),
                (0, '{"tower": 9}', guild, "docker"),
                (ben.user.id, '{"tower": 8}', guild + 1, "docker"),
                (ben.user.id, '{"covered": 99}', guild, "dog_royal"),
            ],
            1,
        ):
            row = a_result(match_id=number, user_id=user, guild_id=where, game=game, feats=feats, finished_at=number)
            tx.put_results(number, [row])

    await at.referee.store.transaction(write)
    shown = words((await ben.slash("me", {"show": "best", "game": "docker"})).message)
    assert f"Tallest tower climbed: **3** · <@{anna.user.id}> · <t:1:d>" in shown
    assert f"Cubes covered: **9** · <@{ben.user.id}>" in shown
    assert "Rolls saved" not in shown, "there is no such record yet"
    anna.user.locale = "fr"
    french = words((await anna.slash("me", {"show": "best", "game": "docker"})).message)
    assert "\u202f: **3** · " in french, "French has a space before a colon"


async def test_a_failed_worker_is_reported(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await fill_results(at, anna, ben, 2)

    async def fail(*_: object, **__: object) -> None:
        raise WorkerFailed

    monkeypatch.setattr(at.bot.painter, "draw_record", fail)
    assert "could not be drawn just now" in (await anna.slash("me", {"show": "stats"})).text
    monkeypatch.setattr(at.bot.rating_book, "read", fail)
    assert "could not be computed just now" in (await anna.slash("me", {"show": "stats"})).text


async def test_a_person_with_two_thousand_matches_waits_for_the_picture_alone(at: Table) -> None:
    """Allow a generous limit for busy machines; alone it takes 15 ms."""
    anna, ben = at.person("anna"), at.person("ben")
    await fill_results(at, anna, ben, 2000, rated=False)
    spent = []
    for _ in range(3):  # other threads of the bot may be at work just now
        began = time.process_time()
        record = make_tally(await read_results_of(at.referee, anna.user.id), anna.user.id, own=True)
        spent.append(time.process_time() - began)
        assert record.matches == 2000
    assert min(spent) < 0.5


async def test_export_sends_finished_matches_as_files(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    assert "no finished match" in (await anna.slash("me", {"show": "files"})).text
    await fill_results(at, anna, ben, 3)
    answer = await anna.slash("me", {"show": "files"})
    assert answer.ephemeral
    assert "3 in the table, the newest 0 also as records" in words(answer.message)
    assert [file.filename for file in answer.message.attachments] == ["slowboat-matches.zip"]
