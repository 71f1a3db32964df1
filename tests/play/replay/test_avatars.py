"""The card of the winners shows people's avatars, and ours where they have none or the CDN does not answer."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from PIL import Image

from client.core import avatars
from client.pictures.painter import Painter
from matches.match import Match
from rendering.cards.record_card import RecordCard
from sandbox.person.person import pictures
from sandbox.rest.cdn import draw_avatar
from tests.support.play.days import finish_match
from tests.support.play.table import Table, find_board, open_match, resign, wait_for_boards, wait_for_rest, words


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, bytes]]:
    """The avatars of each card that was drawn, by the name of their player."""
    found: list[dict[str, bytes]] = []
    draw = Painter.draw_winners

    async def draw_winners(self: Painter, match: Match, **how: Any) -> Any:
        names = {holder.user_id: holder.name for holder in match.seats}
        found.append({names[user_id]: data for user_id, data in how["avatars"].items()})
        return await draw(self, match, **how)

    monkeypatch.setattr(Painter, "draw_winners", draw_winners)
    return found


async def test_everybody_has_a_picture(at: Table, drawn: list[dict[str, bytes]]) -> None:
    anna = await finish_match(at, ("anna", "ben", "chiara"))
    await wait_for_boards(at)
    assert drawn[0].keys() == {"Anna", "Ben"}, "Chiara has none"
    with Image.open(io.BytesIO(drawn[0]["Anna"])) as own:
        assert own.size == (avatars.SIZE, avatars.SIZE)
    assert len(pictures(find_board(anna))) == 1


async def test_the_card_of_a_record_shows_its_person(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[RecordCard] = []
    draw = Painter.draw_record

    async def draw_record(self: Painter, card: RecordCard, *what: Any, **how: Any) -> Any:
        found.append(card)
        return await draw(self, card, *what, **how)

    monkeypatch.setattr(Painter, "draw_record", draw_record)
    anna = await finish_match(at)
    await anna.slash("me", {"show": "stats"})
    (card,) = found
    with Image.open(io.BytesIO(card.picture)) as own:
        assert own.size == (avatars.SIZE, avatars.SIZE)


async def test_a_restart_loses_nothing(at: Table, drawn: list[dict[str, bytes]]) -> None:
    await open_match(at, "docker new", ("anna", "ben"))
    await at.restart()
    await resign(at.person("anna"))
    await wait_for_boards(at)
    assert drawn[0].keys() == {"Anna", "Ben"}, "no event about Ben has arrived since the start"


async def test_a_forgotten_person_is_not_shown_again(at: Table, drawn: list[dict[str, bytes]]) -> None:
    anna = await finish_match(at)
    known = at.bot.avatars
    assert any(key[1] == anna.user.id for key in known._addresses)
    kept = len(known._pictures)
    assert kept == 2
    shown = await anna.slash("me", {"show": "privacy"})
    sure = await anna.click(shown.message, "Forget me")
    await anna.click(sure.message, "Yes, forget me")
    await anna.until(lambda: "Your data has been deleted" in words(sure.message))
    await wait_for_rest()
    assert not any(key[1] == anna.user.id for key in known._addresses)
    assert len(known._pictures) == 1


class Cdn:
    """A CDN that behaves badly, in place of the sandbox's."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.asked = 0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked += 1
        if self.how == "silent":
            await asyncio.Event().wait()
        if self.how == "large":
            return web.Response(body=bytes(avatars.MOST_BYTES + 1), content_type="image/png")
        if self.how == "away":
            if request.path == "/elsewhere":
                return web.Response(body=draw_avatar("A", "#aa0000", avatars.SIZE), content_type="image/png")
            raise web.HTTPFound("/elsewhere")
        if self.how == "broken":
            return web.Response(body=b"\x89PNG\r\n\x1a\nno picture", content_type="image/png")
        return web.Response(status=500)


@pytest.fixture
async def bad(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Cdn, str]]:
    """A bad CDN and its address."""
    cdn = Cdn(request.param)
    app = web.Application()
    app.router.add_get("/{path:.*}", cdn.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield cdn, f"http://{host}:{port}/avatar.png"
    await runner.cleanup()


@pytest.mark.parametrize("bad", ["silent", "large", "away", "error", "broken"], indirect=True)
async def test_a_bad_network_costs_the_avatar_and_not_the_card(
    at: Table, drawn: list[dict[str, bytes]], bad: tuple[Cdn, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cdn, address = bad
    monkeypatch.setattr(avatars, "TIME_LIMIT", 0.3)
    await open_match(at, "docker new", ("anna", "ben"))
    anna = at.person("anna")
    note = at.bot.avatars._note

    def note_bad(guild_id: int, user_id: int, avatar: Any) -> str:
        note(guild_id, user_id, avatar)
        at.bot.avatars._addresses[guild_id, user_id] = address
        return address

    monkeypatch.setattr(at.bot.avatars, "_note", note_bad)
    for person in (anna, at.person("ben")):
        await person.slash("help")
    async with asyncio.timeout(15):  # on a busy machine; without the limit it is half a minute
        await resign(anna)
        await wait_for_boards(at)
    assert cdn.asked
    guild_id, user_id = next(iter(at.bot.avatars._addresses))
    assert bool(await at.bot.avatars.fetch_person(guild_id, user_id)) == (cdn.how == "broken")
    assert drawn[0].keys() == ({"Anna", "Ben"} if cdn.how == "broken" else set())
    assert "Rematch" in str(find_board(anna).components)
    assert len(pictures(find_board(anna))) == 1
