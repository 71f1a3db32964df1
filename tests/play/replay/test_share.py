"""*Share*: a finished match as one file that any browser replays without a network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from client.replay import share
from client.replay.share import LARGEST, remove_markup
from sandbox.person.person import Person
from tests.support.browser import browser
from tests.support.play.table import Table, buttons, find_board, open_match, play_out, resign, share_match

__all__ = ["browser"]

pytestmark = pytest.mark.long


async def finish_match(at: Table) -> Person:
    """Play some moves, and let Ben resign. Returns Anna, who has won."""
    await open_match(at, "docker new", ["anna", "ben"])
    await play_out(at, seed=3, until=lambda match: match.seq >= 8)
    await resign(at.person("ben"))
    anna = at.person("anna")
    await anna.until(lambda: "Share" in buttons(find_board(anna)))
    return anna


async def test_a_finished_match_is_shared_as_a_small_page(at: Table) -> None:
    message, page = await share_match(await finish_match(at))
    assert message.ephemeral
    assert len(page) <= LARGEST
    text = page.decode()
    assert text.count("<li ") > 5, "the page lists every move"
    assert 'class="words">Docker. ' in text, "the page describes every position"
    assert "<t:" not in text
    assert "**" not in text
    assert not re.findall(r"https?://", text), "the page makes no requests"


@pytest.mark.browser
async def test_the_page_is_played_by_keyboard_without_a_network(at: Table, browser: Browser, tmp_path: Path) -> None:
    _, page = await share_match(await finish_match(at))
    path = tmp_path / "match.html"
    path.write_bytes(page)
    tab = await browser.new_page(viewport={"width": 390, "height": 844})
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    await tab.context.set_offline(True)
    await tab.goto(path.as_uri())
    picture = tab.get_by_role("img")
    first = await picture.get_attribute("aria-label")
    drawn = await picture.evaluate("each => each.toDataURL()")
    await tab.keyboard.press("ArrowRight")
    await expect(picture).not_to_have_attribute("aria-label", first or "")
    assert await picture.evaluate("each => each.toDataURL()") != drawn
    await tab.keyboard.press("End")
    moves = tab.get_by_role("list").get_by_role("button")
    await expect(moves.last).to_have_attribute("aria-current", "step")
    at_end = await picture.evaluate("each => each.toDataURL()")
    await tab.keyboard.press("Home")
    await expect(moves.first).to_have_attribute("aria-current", "step")
    assert await picture.evaluate("each => each.toDataURL()") == drawn, "back at the start the picture is the same"
    await moves.last.click()
    await expect(moves.last).to_have_attribute("aria-current", "step")
    assert await picture.evaluate("each => each.toDataURL()") == at_end
    assert await tab.evaluate("() => document.documentElement.scrollWidth") == 390
    assert errors == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


async def test_a_long_match_gets_smaller_pictures_and_then_fewer_moves(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "LARGEST", 40_000)
    monkeypatch.setattr(share, "_SIZES", ((False, 240), (True, 240), (True, 5)))
    message, page = await share_match(await finish_match(at))
    assert page.decode().count("<li ") == 5
    assert "leaves out some moves" in str(message.components)


async def test_names_cannot_break_out_of_the_page(at: Table) -> None:
    at.person("ben").user.name = '</script><img src="x">'
    _, page = await share_match(await finish_match(at))
    assert b"<img" not in page
    assert "‹img".encode() in page, "the name is there, without its markup"


@pytest.mark.parametrize(
    ("line", "plain"), [("### Docker", "Docker"), ("-# by a stand-in", "by a stand-in"), ("**A draw**", "A draw")]
)
def test_markup_is_removed(line: str, plain: str) -> None:
    assert remove_markup(line) == plain
