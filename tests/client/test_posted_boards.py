"""Test how boards are sent, edited in place and found again, with one request each."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui
from msgspec import structs

from client.board.board import Bare, Board
from client.board.board_messages import (
    EDITABLE_FOR,
    BoardMessages,
    Sent,
    decode_bare,
    encode_bare,
)
from client.board.pings import Pings
from client.core.bot import Slowboat
from client.messages.parts import Media
from client.pictures.painter import make_board_name
from data import OutboxRow
from matches.delivery.outbox import OwedBoard
from matches.keeping.ping_keys import key_of_turn
from matches.match import Live, Match
from matches.people.preferences import Server
from tests.client.notices import Channels, connect, fail
from tests.support.matches.house import ANNA, BEN, House, house

US, SOMEBODY = 11, 12
SHOWN = (Media("film.gif", "A film"), Media("board.png", "A board"))


def make_id(at: float, number: int = 1) -> int:
    """Make an id that Discord would have created at this time."""
    return (int((at - 1_420_070_400) * 1000) << 22) + number


def view(*lines: str) -> ui.LayoutView:
    made = ui.LayoutView()
    for each in lines or ("board",):
        made.add_item(ui.TextDisplay(each))
    return made


def make_message(number: int, *files: str, author: int = US, ephemeral: bool = False) -> Any:
    return SimpleNamespace(
        id=number,
        author=SimpleNamespace(id=author),
        attachments=[SimpleNamespace(id=900 + index, filename=name) for index, name in enumerate(files)],
        components=[],
        reactions=[],
        flags=SimpleNamespace(ephemeral=ephemeral),
    )


class Place:
    """A channel with messages, newest first. `fails`: errors of its requests, by their names."""

    def __init__(self, *messages: Any) -> None:
        self.messages = list(messages)
        self.fails: dict[str, Exception] = {}
        self.made: list[tuple[str, dict[str, Any]]] = []

    async def _note(self, name: str, **facts: Any) -> Any:
        self.made.append((name, facts))
        if name in self.fails:
            raise self.fails[name]
        return make_message(777, "new.png")

    async def history(self, *, limit: int) -> AsyncIterator[Any]:
        await self._note("history")
        for each in self.messages[:limit]:
            yield each

    async def fetch_message(self, number: int) -> Any:
        await self._note("fetch")
        return next(each for each in self.messages if each.id == number)

    async def send(self, **facts: Any) -> Any:
        return await self._note("send", **facts)

    def get_partial_message(self, number: int) -> Any:
        async def edit(**facts: Any) -> Any:
            return await self._note("edit", number=number, **facts)

        return SimpleNamespace(edit=edit)

    def list_made(self) -> list[str]:
        return [name for name, _ in self.made]


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, quick=True) as found:
        found.now = 1_800_000_000.0
        yield found


@pytest.fixture
def place() -> Place:
    return Place()


@pytest.fixture
def bot(at: House, tmp_path: Path, place: Place, monkeypatch: pytest.MonkeyPatch) -> Slowboat:
    made = connect(at, tmp_path, Channels())
    monkeypatch.setattr(type(made), "user", property(lambda _: SimpleNamespace(id=US)))
    monkeypatch.setattr(made, "get_partial_messageable", lambda *_, **__: place)
    return made


async def post(at: House) -> tuple[Match, OutboxRow]:
    """Start a match. Returns its first board, posted just now."""
    match = await at.running("docker", ANNA, BEN)
    (row,) = await at.list_unposted()
    return match, structs.replace(row, message_id=make_id(at.now))


@pytest.mark.parametrize("why", ["last", "below a ping of ours", "below another message", "too old", "cannot be read"])
async def test_a_board_is_edited_in_place_if_it_is_the_last_message(
    at: House, bot: Slowboat, place: Place, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    match, row = await post(at)
    (seat,) = match.to_act
    board, number = make_message(row.message_id or 0, "old.png"), row.message_id or 0
    place.messages = [board]
    if why == "below a ping of ours":
        await bot.ping_log.count(match, key_of_turn(match, seat))
        await bot.ping_log.note_message(match, key_of_turn(match, seat), number + 1)
        place.messages = [make_message(number + 1), board]
    elif why == "below another message":
        place.messages = [make_message(number + 1), board]
    elif why == "too old":
        at.now += EDITABLE_FOR + 1
    elif why == "cannot be read":
        place.fails["history"] = fail(discord.Forbidden, 403)
        place.fails["fetch"] = fail(discord.Forbidden, 403)
    looked: list[int] = []

    async def delete_answered() -> None:
        looked.append(len(place.made))

    monkeypatch.setattr(bot[Pings], "delete_answered", delete_answered)
    sent = await BoardMessages(bot).replace(row, view(), [])
    assert looked == ([] if why == "too old" else [0]), "the ping for the turn just made is deleted first"
    assert (sent == Sent(777, (900,))) is (why in ("last", "below a ping of ours"))
    assert ("edit" in place.list_made()) is (sent is not None)


@pytest.mark.parametrize(
    ("shown", "files", "is_found"),
    [(("new.png",), ("new.png",), True), (("old.png",), ("new.png",), False), (("old.png",), (), False)],
)
async def test_after_a_lost_answer_an_edit_is_recognised_by_its_files(
    at: House, bot: Slowboat, place: Place, shown: tuple[str, ...], files: tuple[str, ...], is_found: bool
) -> None:
    _, row = await post(at)
    place.messages = [make_message(row.message_id or 0, *shown)]
    place.fails["edit"] = aiohttp.ServerDisconnectedError()
    made = [discord.File(io.BytesIO(b"png"), name) for name in files]
    sent = await BoardMessages(bot).replace(row, view(), made)
    assert (sent is not None) is is_found


@pytest.mark.parametrize(
    ("status", "code", "is_missing"), [(404, 10008, True), (404, 10003, False), (403, 50001, False), (0, 0, False)]
)
async def test_only_a_deleted_message_is_missing(
    at: House, bot: Slowboat, place: Place, status: int, code: int, is_missing: bool
) -> None:
    """A channel that is gone or closed is no reason to post its board again."""
    _, row = await post(at)
    place.messages = [make_message(row.message_id or 0)]
    if status:
        error = fail(discord.NotFound if status == 404 else discord.Forbidden, status)
        error.code = code
        place.fails["fetch"] = error
    assert await BoardMessages(bot).is_missing(row) is is_missing


@pytest.mark.parametrize(
    ("error", "is_done"),
    [
        (None, True),
        (fail(discord.NotFound, 404), True),
        (fail(discord.DiscordServerError, 503), False),
        (aiohttp.ClientError(), False),
    ],
)
async def test_new_words_keep_the_files_and_are_tried_again_only_if_that_may_help(
    at: House, bot: Slowboat, place: Place, error: Exception | None, is_done: bool
) -> None:
    match = await at.running("docker", ANNA, BEN)
    (row,) = await at.list_unposted()
    owed = await bot.outbox.read_board(row.id)
    assert owed is not None
    await bot.outbox.mark_posted(
        match, owed, 501, bare=encode_bare(Bare("old", SHOWN, None, kept=(31, 32))), now=at.now
    )
    found = await bot.outbox.read_newest(match)
    assert found is not None
    if error is not None:
        place.fails["edit"] = error
    board = Board(view("new"), Bare("new", SHOWN, None))
    assert await BoardMessages(bot).reword(found[0], lambda _: board) is is_done
    ((name, facts),) = place.made
    assert name == "edit"
    assert [each.to_dict() for each in facts["attachments"]] == [
        {"id": "31", "filename": "film.gif"},
        {"id": "32", "filename": "board.png"},
    ]
    after = await bot.outbox.read_newest(match)
    assert after is not None
    bare = decode_bare(after[0].bare or "")
    assert (bare.kept, bare.words) == ((31, 32), "old" if error else "new")


# Sending


def make_owed(row: OutboxRow, previous: OutboxRow | None = None, server: Server | None = None) -> OwedBoard:
    return OwedBoard(row, previous, (), (), (), (), server or Server(), is_guessed=False)


def make_board() -> Board:
    return Board(view(), Bare("", (), None), [discord.File(io.BytesIO(b"png"), "board.png")])


def make_sending(bot: Slowboat) -> tuple[BoardMessages, list[int]]:
    """Return a sender that notes which boards it would replace, and replaces none."""
    boards, asked = BoardMessages(bot), list[int]()

    async def replace(row: OutboxRow, _view: Any, files: Any) -> None:
        asked.append(row.id)
        for each in files:
            each.fp.read()

    boards.replace = replace  # type: ignore[method-assign, assignment]
    return boards, asked


@pytest.mark.parametrize("why", ["server", "channel", "thread", "live", "demo", "nothing", "moved"])
async def test_boards_are_edited_where_somebody_wants_it_or_a_new_one_would_flood_the_channel(
    at: House, bot: Slowboat, place: Place, why: str
) -> None:
    match, row = await post(at)
    before, server = structs.replace(row, id=99), Server()
    if why == "server":
        server = Server(edit_boards=True)
    elif why == "channel":
        server = Server(edit_boards_in={7: True})
    elif why == "thread":
        server = Server(edit_boards_in={5: True})
        match = structs.replace(match, card_channel_id=5)
    elif why == "live":
        live = Live(until=at.now + 60)
        match = structs.replace(match, live=live)
    elif why == "demo":
        computers = tuple(structs.replace(each, user_id=None) for each in match.seats)
        match = structs.replace(match, demo=True, seats=computers)
    elif why == "moved":
        server, before = Server(edit_boards=True), structs.replace(before, channel_id=8)
    sending, asked = make_sending(bot)
    await sending.send_board(match, make_owed(row, before, server), make_board(), pinged=(0,))
    assert asked == ([] if why in ("nothing", "moved") else [99])
    ((name, facts),) = place.made
    assert name == "send"
    assert facts["files"][0].fp.read() == b"png", "the whole picture is sent, although an edit has read it"


@pytest.mark.parametrize("pinged", [(), (0,)])
async def test_only_boards_that_ping_somebody_make_a_sound(
    at: House, bot: Slowboat, place: Place, pinged: tuple[int, ...]
) -> None:
    match, row = await post(at)
    sending, _ = make_sending(bot)
    await sending.send_board(match, make_owed(row), make_board(), pinged=pinged)
    assert place.made[-1][1]["silent"] is not bool(pinged)


@pytest.mark.parametrize("is_there", [False, True])
async def test_a_board_of_an_earlier_attempt_is_found_by_its_picture(
    at: House, bot: Slowboat, place: Place, is_there: bool
) -> None:
    match, row = await post(at)
    name = make_board_name(match, row.seq)
    place.messages = [make_message(6, name, author=SOMEBODY), *([make_message(4, name)] if is_there else [])]
    found = await make_sending(bot)[0].find_board(match, row)
    assert (found.message_id if found else None) == (4 if is_there else None)
