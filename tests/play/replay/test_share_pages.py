"""Shared matches of every game: whole, small, without an error or a request, in markup that every browser reads."""

from __future__ import annotations

from pathlib import Path

import html5lib  # type: ignore[import-untyped]
import pytest
from playwright.async_api import Browser, Page, expect

import games
from client.replay import share
from client.replay.share import LARGEST
from matches.texts import LANGUAGES
from tests.support.numbers import FULL, patience
from tests.support.play.share_pages import MATCHES, share_match


def check_markup(page: bytes) -> None:
    """Parse the page by the HTML standard, as browsers do. Raises for the errors of a strict parser."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree = parser.parse(page.decode())
    assert parser.errors == []
    (root,) = tree.iter("html")
    assert root.get("lang")
    ids = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(ids) == len(set(ids)), "no id twice"
    for tag, attribute in (("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src")):
        assert not [each for each in tree.iter(tag) if each.get(attribute)], "nothing is loaded"
    for button in tree.iter("button"):
        assert button.get("aria-label") or "".join(button.itertext()).strip(), "every button has a name"


def test_a_fault_in_the_markup_is_found() -> None:
    good = b'<!doctype html><html lang="en"><head><title>t</title></head><body><button>b</button></body></html>'
    check_markup(good)
    for bad in (
        good.replace(b"</button>", b""),
        good.replace(b"<button>", b'<img src="x"><button>'),
        good.replace(b">b<", b"><"),
        good.replace(b' lang="en"', b""),
    ):
        with pytest.raises((AssertionError, html5lib.html5parser.ParseError)):
            check_markup(bad)


def listen(tab: Page) -> tuple[list[str], list[str]]:
    """Collect the errors and the requests of a tab."""
    heard: list[str] = []
    asked: list[str] = []
    tab.on("pageerror", lambda error: heard.append(str(error)))
    tab.on("console", lambda line: heard.append(line.text))
    tab.on("request", lambda request: asked.append(request.url))
    return heard, asked


HURRY = """async (delay) => {
  const press = (key, times) => {
    for (let n = 0; n < times; n += 1) document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  };
  press("ArrowRight", 6);
  await new Promise((resolve) => setTimeout(resolve, delay));
  press("ArrowLeft", 4);
}"""


async def check_hurry(tab: Page) -> None:
    """Press keys faster than pictures are drawn, forward and back: in the end the picture is that of the step."""
    picture, moves = tab.get_by_role("img"), tab.get_by_role("list").get_by_role("button")
    pictures = set()
    for delay in (-1, 0, 1, 2, 4, 8, 16):
        await tab.reload()
        await expect(moves.first).to_have_attribute("aria-current", "step")
        if delay < 0:
            await moves.nth(2).click()
        else:
            await tab.evaluate(HURRY, delay)
        await expect(moves.nth(2)).to_have_attribute("aria-current", "step")
        pictures.add(await picture.evaluate("each => each.toDataURL()"))
    assert len(pictures) == 1


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.timeout(patience(300))
@pytest.mark.parametrize("game", games.own_names())
async def test_whole_matches_replay_offline_without_an_error(
    game: str, shared_browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not FULL:  # a few pictures are enough to open the page; drawing all of them takes seconds
        monkeypatch.setattr(share, "_SIZES", ((True, 12),))
    for number in range(MATCHES):
        page = await share_match(game, number, LANGUAGES[number % len(LANGUAGES)])
        assert len(page) <= LARGEST < 2_000_000
        check_markup(page)
        path = tmp_path / f"{game}-{number}.html"
        path.write_bytes(page)
        context = await shared_browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
        tab = await context.new_page()
        heard, asked = listen(tab)
        await tab.goto(path.as_uri())
        picture, moves = tab.get_by_role("img"), tab.get_by_role("list").get_by_role("button")
        count = await moves.count()
        assert count == page.decode().count("<li ") > 5
        shown = set()
        steps = [("Home", 0), *(("ArrowRight", step) for step in range(1, min(count, 12))), ("End", count - 1)]
        for key, step in steps:
            await tab.keyboard.press(key)
            await expect(moves.nth(step)).to_have_attribute("aria-current", "step")
            shown.add(await picture.get_attribute("aria-label"))
        assert len(shown) > len(steps) // 2, "positions in words go along with the pictures"
        if number == 0:
            await check_hurry(tab)
        assert heard == []
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
        await context.close()
