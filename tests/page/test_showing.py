"""The page shows markdown, mentions, timestamps, pictures with alt texts, and its own texts in four languages."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from sandbox.page import api
from sandbox.page.fault_panel import FaultPanel
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.page.showbot import ShowBot
from tests.support.browser import OpenPage

pytestmark = pytest.mark.long

STATIC = Path(api.STATIC)

# Markdown and its tree, written as HTML-like tags by `outline` below.
MARKDOWN = (
    ("plain", "<paragraph>plain"),
    ("**b** *i* _i_ __u__ ~~s~~", "<paragraph><strong>b</> <em>i</> <em>i</> <underline>u</> <strike>s"),
    ("***both***", "<paragraph><strong><em>both"),
    ("snake_case_name 2*3*4", "<paragraph>snake_case_name 2<em>3</>4"),
    (r"\*not\*", "<paragraph>*not*"),
    ("`a *b*` ``c`d``", "<paragraph><code>a *b*</> <code>c`d"),
    ("||x **y**||", "<paragraph><spoiler>x <strong>y"),
    ("# A\n## B\ntext", "<heading 1>A</><heading 2>B</><paragraph>text"),
    ("#no heading", "<paragraph>#no heading"),
    ("-# small", "<subtext>small"),
    ("> a\n> b\nc", "<quote><paragraph>a<break>b</></><paragraph>c"),
    (">>> a\nb", "<quote><paragraph>a<break>b"),
    ("- a\n  - b\n- c", "<list><item>a<list><item>b</></></><item>c"),
    ("3. x\n4. y", "<list 3><item>x</><item>y"),
    ("a\n```py\nx = 1\n```\nb", "<paragraph>a</><codeblock>x = 1</><paragraph>b"),
    (
        "[t](https://e.org/a_(b)) https://e.org/x.",
        "<paragraph><link https://e.org/a_(b>t</>) <link https://e.org/x>https://e.org/x</>.",
    ),
    ("[x](javascript:alert(1))", "<paragraph>[x](javascript:alert(1))"),
    ("<@1> <@!2> <@&3> <#4> </a b:5>", "<paragraph><user 1></> <user 2></> <role 3></> <channel 4></> <command a b>"),
    ("<t:60:R> <t:60>", "<paragraph><time 60:R></> <time 60:f>"),
    ("<b>no html</b>", "<paragraph><b>no html</b>"),
    ("a **b", "<paragraph>a **b"),
)

OUTLINE = """
async (source) => {
  const {parse} = await import('/static/markdown.js');
  const all = nodes => nodes.map(show).join('');
  const show = n => {
    if (n.type === 'text') return n.text;
    if (n.type === 'break') return '<break>';
    if (n.type === 'code' || n.type === 'codeblock') return `<${n.type}>${n.text}</>`;
    if (n.type === 'list') {
      const items = n.items.map(i => `<item>${all(i)}</>`).join('');
      return `<list${n.ordered ? ' ' + n.start : ''}>${items}</>`;
    }
    const about = n.level ?? n.url ?? (n.type === 'command' ? n.name : n.id) ?? (n.style && `${n.seconds}:${n.style}`);
    return `<${n.type}${about === undefined ? '' : ' ' + about}>${all(n.children || [])}</>`;
  };
  return all(parse(source));
}
"""


@pytest.mark.browser
async def test_markdown(sandbox: Sandbox, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    for source, expected in MARKDOWN:
        outline = await page.tab.evaluate(OUTLINE, source)
        assert re.sub(r"(</>)+$", "", outline) == expected, source


@pytest.mark.browser
async def test_mentions_name_people_and_channels_and_fill_the_text_box(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    world = sandbox.world
    anna, general = world.user_named("Anna"), world.channel_named("general")
    command = next(c["id"] for c in world.commands[None].values() if c["name"] == "ship")
    page = await open_page(sandbox, "Anna", "Ben")
    await page.say("Ben", f"<@{anna.id}> go to <#{general.id}> and type </ship build:{command}>")
    message = await page.sees("Anna", "@Anna go to #general and type /ship build")
    await expect(message).to_have_class(re.compile("pings"))
    await message.get_by_role("button", name="/ship build").click()
    await expect(page.column("Anna").locator(".command-name")).to_have_text("/ship build")
    await page.tab.keyboard.press("Escape")
    await message.get_by_role("button", name="#general").click()
    await expect(page.tab.locator(".channel.here")).to_contain_text("general")


@pytest.mark.browser
async def test_timestamps_are_in_the_readers_language_and_tick(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    """Let a time pass; the page's clock is set, because on a busy machine it takes seconds to show a message."""
    page = await open_page(sandbox, "Anna", "Ben")
    now = int(time.time())
    await page.tab.clock.set_fixed_time(now + 0.5)
    await page.say("Anna", f"<t:{now + 7}:R> <t:0:D>")
    await expect(page.last_message("Ben")).to_contain_text("1. Januar 1970")
    await expect(page.last_message("Ben")).to_contain_text("in 7 Sekunden")
    await expect(page.last_message("Anna")).to_contain_text("1 January 1970")
    await page.tab.clock.set_fixed_time(now + 8.5)
    await expect(page.last_message("Anna")).to_contain_text("1 second ago")


@pytest.mark.browser
async def test_pictures_have_alt_texts_and_open_large(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.slash("Anna", "/show")
    await page.sees("Anna", "The show")
    sea = page.column("Anna").get_by_role("img", name="The sea, all of one colour")
    await expect(sea).to_be_visible()
    assert await sea.evaluate("img => img.decode().then(() => img.naturalWidth)") == 600
    await page.column("Anna").get_by_role("button", name=re.compile("^Enlarge: The sea")).click()
    dialog = page.tab.locator("dialog.zoom")
    await expect(dialog.locator(".zoom-caption")).to_have_text("The sea, all of one colour")
    await page.tab.keyboard.press("ArrowRight")
    await expect(dialog.locator(".zoom-caption")).to_have_text("The sand beside it")
    await page.tab.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(page.column("Anna").get_by_role("button", name=re.compile("^Enlarge: The sea"))).to_be_focused()
    download = page.column("Anna").get_by_role("link", name="log.txt", exact=True)
    response = await page.context.request.get(f"{sandbox.url}{await download.get_attribute('href')}")
    assert await response.body() == b"a log"


@pytest.mark.browser
async def test_a_spoiler_hides_until_it_is_asked_for(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.say("Anna", "it is ||the cook||")
    spoiler = page.last_message("Anna").get_by_role("button", name="Spoiler: show it")
    await spoiler.click()
    await expect(spoiler).to_have_count(0)
    await expect(page.last_message("Anna")).to_contain_text("the cook")


def test_the_pages_words_are_complete_in_every_language() -> None:
    tables = re.split(r"^  (\w\w): \{$", (STATIC / "words.js").read_text("utf-8"), flags=re.MULTILINE)[1:]
    languages = dict(zip(tables[::2], tables[1::2], strict=True))
    keys = {code: set(re.findall(r'^    "(.+?)": "', table, re.MULTILINE)) for code, table in languages.items()}
    assert set(keys) == {"de", "fr", "it"}
    sources = [p.read_text("utf-8") for p in (*STATIC.glob("*.js"), *STATIC.glob("components/*/*.js"))]
    used = {word for text in sources for word in re.findall(r'(?:\bsay|\bwords)\("([^"]+)"', text)}
    assert len(used) > 50
    nobody: Any = None
    for fault in FaultPanel(seed.build_harbour(), nobody, nobody, nobody).known.values():
        used |= {fault.sentence, fault.group} - {""}
    for code in keys:
        assert used - keys[code] == set(), code
        assert keys[code] == keys["de"], code


@pytest.mark.browser
async def test_numbers_of_options_agree_with_their_words(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Dana")
    await page.text_box("Dana").press_sequentially("/ship")
    await expect(page.suggestions("Dana").filter(has_text="2 obligatoires")).to_have_count(1)


def test_placeholders_of_the_pages_words_match() -> None:
    text = (STATIC / "words.js").read_text("utf-8")
    for english, other in re.findall(r'^    "(.+?)": "(.*)",$', text, re.MULTILINE):
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", other)), english


def test_every_vendored_library_brings_its_licence() -> None:
    vendor = STATIC / "vendor"
    table = (vendor / "README.md").read_text("utf-8")
    for library in vendor.glob("*.js"):
        row = next(line for line in table.splitlines() if f"| `{library.name}`" in line)
        licence = re.search(r"`([\w-]+\.LICENSE)`", row)
        assert licence, row
        assert (vendor / licence[1]).is_file()
        assert "sourceMappingURL" not in library.read_text("utf-8")
