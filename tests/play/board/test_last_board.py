"""The last board of a match is posted at once, and its film is added when it is drawn."""

from __future__ import annotations

import asyncio
import random
import re
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from client.board.postman import Postman
from client.core import bot
from client.pictures.films import Film, FilmWorker
from matches.delivery.outbox import RETRY_AFTER
from matches.machines.worker import WorkerFailed
from matches.match import Match
from sandbox.discord import posting
from sandbox.discord.components import walk
from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons, words
from tests.support.play.days import find_players, pass_time
from tests.support.play.ship import Stub, a_film, a_loading, next_board, to_first_loading
from tests.support.play.table import (
    Table,
    find_board,
    open_match,
    open_panel,
    resign,
    table,
    wait_for_boards,
    wait_for_rest,
    wait_until_put_off,
)
from tests.support.stores import add_board

THE_FILM = Film(b"GIF89a", "the-whole-match.gif", whole=True)


class Drawing:
    """A replacement of the workers that draw films of whole matches; a film is finished when `done` is set."""

    def __init__(self) -> None:
        self.asked, self.done = asyncio.Event(), asyncio.Event()

    async def draw_last_film(self, match: Match) -> list[Film]:
        if match.phase != "finished":
            return []
        self.asked.set()
        await self.done.wait()
        return [THE_FILM]


@pytest.fixture
async def drawing() -> Drawing:
    return Drawing()


@pytest.fixture
async def at(tmp_path: Path, drawing: Drawing, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setattr(FilmWorker, "draw_last_film", lambda _, match, **__: drawing.draw_last_film(match))
    async with table(tmp_path, films=True) as opened:
        yield opened


def files(message: Message) -> list[str]:
    return [file.filename for file in message.attachments]


async def over(at: Table) -> tuple[Person, Message]:
    """Let Anna resign. Returns her and her last board, without the film."""
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    await anna.until(lambda: "More" in buttons(find_board(anna)))
    resigning = asyncio.create_task(resign(anna))
    last = await anna.until(lambda: (now := find_board(anna)) and "Rematch" in buttons(now) and now)
    await resigning
    assert files(last) == ["docker-1-1.png"]
    return anna, last


async def count_due_films(at: Table) -> int:
    return len(await at.referee.store.transaction(lambda tx: tx.read_due_films(float("inf"), limit=9)))


async def test_the_last_board_does_not_wait_for_the_film(at: Table, drawing: Drawing) -> None:
    anna, last = await over(at)
    said, rang = words(last), len(anna.mentions())
    await drawing.asked.wait()
    drawing.done.set()
    await wait_for_boards(at)
    assert files(last) == [THE_FILM.name, "docker-1-1.png"]
    assert last.attachments[0].description == "Docker: the whole match as a film."
    assert words(last) == said
    assert {"Rematch", "Film"} <= buttons(last).keys()
    assert find_board(anna) is last, "no second message"
    assert len(anna.mentions()) == rang


async def test_a_film_interrupted_by_a_stop_is_added_after_the_restart(
    at: Table, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "FINISH_WITHIN", 0.1)
    _, last = await over(at)
    await drawing.asked.wait()
    await at.stop()
    assert files(last) == ["docker-1-1.png"]
    drawing.done.set()
    await at.start()
    at.sandbox.world.clock.advance(RETRY_AFTER[0] + 1)
    await at.bot[Postman].sweep()
    await wait_for_boards(at)
    assert files(last) == [THE_FILM.name, "docker-1-1.png"]


async def test_the_board_does_not_wait_for_a_film_that_cannot_be_drawn(
    at: Table, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "draw_last_film", _none)
    _, last = await over(at)
    await wait_for_boards(at)
    assert files(last) == ["docker-1-1.png"]


async def test_a_last_board_that_was_deleted_is_left_alone(
    at: Table, drawing: Drawing, caplog: pytest.LogCaptureFixture
) -> None:
    anna, last = await over(at)
    posting.delete(at.sandbox.world, last)
    drawing.done.set()
    await wait_for_boards(at)
    assert not any(THE_FILM.name in files(message) for message in anna.messages())
    assert [record.getMessage() for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


async def test_the_film_is_tried_again(at: Table, drawing: Drawing, monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry the film with the same delays as a board."""
    tried = asyncio.Semaphore(0)

    async def unreachable(*_: object) -> None:
        tried.release()
        raise OSError("no network")

    with monkeypatch.context() as broken:
        broken.setattr(at.bot[Postman]._messages, "edit", unreachable)
        _, last = await over(at)
        drawing.done.set()
        for again in range(1, 4):
            await tried.acquire()
            await wait_until_put_off(at, again)
            at.sandbox.world.clock.advance(RETRY_AFTER[again - 1] + 1)
            if again < 3:
                await at.bot[Postman].sweep()
    await at.bot[Postman].sweep()
    assert files(last) == [THE_FILM.name, "docker-1-1.png"]
    assert await count_due_films(at) == 0


async def test_a_film_that_keeps_failing_is_given_up(
    at: Table, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreachable(*_: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(at.bot[Postman]._messages, "edit", unreachable)
    _, last = await over(at)
    drawing.done.set()
    for tries, wait in enumerate(RETRY_AFTER, 1):
        await wait_until_put_off(at, tries)
        at.sandbox.world.clock.advance(wait + 1)
        at.referee.note_clock_change()
        await at.bot[Postman].sweep()
    assert await count_due_films(at) == 0
    assert files(last) == ["docker-1-1.png"]
    (newest,) = await at.referee.store.transaction(lambda tx: [tx.find_newest_board(1, before=9)])
    assert newest is not None, "the result is known all the same"
    assert newest.message_id == last.id


async def test_the_clip_of_the_last_loading_stays_on_the_last_board(
    at: Table, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last board keeps the clip of the last loading when its film is added."""
    anna = await to_first_loading(at)
    Stub(falls=True, film=a_film((1,))).rule(at)
    shown = find_board(anna)
    await anna.slash("riffraff move", a_loading(await at.referee.match(1), random.Random(3)))
    after = await next_board(anna, shown)
    await wait_for_boards(at)  # a film is marked as shown after its board has arrived
    assert [name for name in files(after) if name.endswith(".gif")]
    unseen = "UPDATE films SET shown = 0"  # the state after a loading that ends the match
    await at.referee.store.transaction(lambda tx: tx._db.execute(unseen))
    resigning = asyncio.create_task(resign(anna))
    last = await anna.until(lambda: (now := find_board(anna)) and "Rematch" in buttons(now) and now)
    await resigning
    picture = files(last)[-1]
    loading = picture.replace("png", "gif")
    assert files(last) == [loading, picture]
    with monkeypatch.context() as broken:
        broken.setattr(at.bot.films, "draw_all", _fail)
        drawing.done.set()
        await wait_until_put_off(at, 1)
    assert files(last) == [loading, picture], "the board keeps its clip"
    at.sandbox.world.clock.advance(RETRY_AFTER[0] + 1)
    await at.bot[Postman].sweep()
    assert files(last) == [loading, THE_FILM.name, picture]


async def _none(*_: object) -> list[Film]:
    return []


async def _fail(*_: object, **__: object) -> list[Film]:
    raise WorkerFailed("a test")


@pytest.mark.parametrize(
    "error", [WorkerFailed("tired"), zlib.error("of older rules"), LookupError("a mistake of ours")]
)
async def test_an_error_of_a_film_does_not_stop_the_sweep(
    at: Table, drawing: Drawing, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """An uncaught error would be repeated at every start, and no timer would run."""

    async def fails(*_: object, **__: object) -> Film:
        raise error

    monkeypatch.undo()
    monkeypatch.setattr(FilmWorker, "draw_match_film", fails)
    _, last = await over(at)
    if isinstance(error, zlib.error):
        await wait_for_boards(at)
    else:
        await wait_until_put_off(at, 1)
        at.sandbox.world.clock.advance(RETRY_AFTER[0] + 1)
        await at.bot[Postman].sweep(began=at.bot.began)
        await wait_until_put_off(at, 2)
    assert files(last) == ["docker-1-1.png"]


async def test_a_board_that_cannot_be_made_does_not_stop_the_sweep(
    at: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await wait_for_boards(at)
    match = await at.referee.match(1)
    owed = await at.referee.store.transaction(lambda tx: add_board(tx, match, match.seq + 1, 0.0))

    async def fails(*_: object, **__: object) -> None:
        raise LookupError("a mistake of ours")

    with monkeypatch.context() as broken:
        broken.setattr(at.bot[Postman]._messages, "find_board", fails)
        await at.bot[Postman].sweep(began=at.bot.began)
    row = await at.referee.store.transaction(lambda tx: tx.read_board(owed))
    assert row is not None
    assert row.attempts == 1
    (told,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert told.exc_info is not None, "the log contains the traceback"


async def test_nothing_is_stored_for_a_last_board(at: Table, drawing: Drawing) -> None:
    """Nothing needs to be stored for a last board, because no later board replaces it."""
    await over(at)
    drawing.done.set()
    await wait_for_boards(at)
    newest = await at.referee.store.transaction(lambda tx: tx.find_newest_board(1, before=9))
    assert newest is not None
    assert newest.bare is None


async def test_the_last_board_is_the_card_of_the_winners(tmp_path: Path) -> None:
    async with table(tmp_path, films=True) as at:
        await open_match(at, "docker new", ("anna", "ben"))
        anna = at.person("anna")
        person, _ = await find_players(at)
        await resign(person)
        await anna.until(lambda: "Rematch" in buttons(find_board(anna)))
        await wait_for_boards(at)
        last = find_board(anna)
        galleries = [part for _, part in walk(last.components) if part["type"] == 12]
        assert [len(each["items"]) for each in galleries] == [1, 1], "the film stands below the card"
        card = galleries[0]["items"][0]
        assert card["media"]["url"].split("?")[0].endswith(".png")
        alt = card["description"]
        assert alt.splitlines()[0] in ("Anna wins!", "Ben wins!")
        assert re.search(r"Docker\. \S+ \w+ has won\. ", alt) or "Docker. Winner: " in alt, alt
        assert "2. " in alt
        assert "turn in " in alt
        assert not re.search("[0-9a-f]{64}", words(last))


async def test_every_open_panel_becomes_a_personal_result(at: Table) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    mine, theirs = await open_panel(person), await open_panel(other)
    await resign(person)
    await person.until(lambda: "You finished in place 2." in words(mine))
    await other.until(lambda: "You have won!" in words(theirs))
    assert buttons(mine) == buttons(theirs) == {}
    assert mine.attachments == theirs.attachments == []


async def test_a_panel_too_old_to_edit_is_left_alone(at: Table, drawing: Drawing) -> None:
    drawing.done.set()
    await open_match(at, "docker new", ("anna", "ben"))
    person, other = await find_players(at)
    old = await open_panel(other)
    await pass_time(at, 20 * 60, step=20 * 60)
    await resign(person)
    await person.until(lambda: "Rematch" in buttons(find_board(person)))
    await wait_for_rest()
    assert "You have won!" not in words(old)
