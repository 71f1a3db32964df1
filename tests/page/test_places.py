"""Days, places and people: time moves on, servers, direct messages, the panel's switches, menus of people."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from playwright.async_api import expect

from sandbox.discord import guilds
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.page.showbot import ShowBot
from tests.support.accessibility import findings
from tests.support.browser import OpenPage, Page
from tests.support.small_bot import eventually

pytestmark = pytest.mark.browser

DAY = 86_400


async def open_faults(page: Page) -> Any:
    await page.tab.locator("[data-action=faults]").click()
    return page.tab.locator(".fault-panel")


async def test_a_deadline_is_watched_passing(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.say("Anna", f"Decide <t:{int(sandbox.now()) + 2 * DAY + 1800}:R>")
    await expect(page.last_message("Anna")).to_contain_text("in 2 days")
    panel = await open_faults(page)
    before = await panel.locator(".clock").inner_text()
    await panel.locator("[data-kind=day]").click()
    await expect(page.last_message("Anna")).to_contain_text("in 1 day")
    await expect(panel.locator(".clock")).not_to_have_text(before)
    await panel.locator("[data-kind=day]").click()
    await expect(page.last_message("Anna")).to_contain_text(re.compile("in (29|30) minutes"))
    assert "/" in await page.last_message("Anna").locator("header time").inner_text(), (
        "the message is no longer from today"
    )
    await panel.locator("[data-kind=hour]").click()
    await expect(page.last_message("Anna")).to_contain_text(re.compile("(29|30) minutes ago"))
    await page.tab.reload()
    await expect(page.last_message("Anna")).to_contain_text(re.compile("(29|30) minutes ago"))


async def test_servers_and_direct_messages_are_visited(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    await expect(page.tab.locator(".guild", has_text="Lighthouse")).to_contain_text("The bot is not in this server.")
    await page.go("lounge")
    await page.say("Ben", "Nobody here?")
    await page.sees("Anna", "Nobody here?")
    await page.text_box("Ben").fill("/")
    await expect(page.suggestions("Ben")).to_have_text("Diesen Befehl gibt es hier nicht.")
    await page.text_box("Ben").fill("")
    await page.slash("Anna", "/show")  # she has installed the bot for herself
    await page.sees("Ben", "The show")
    await page.go("Slowboat")
    await expect(page.tab.locator("h1")).to_have_text("@Slowboat")
    await page.slash("Ben", "/show")
    await page.sees("Ben", "The show")
    await page.does_not_see("Anna", "The show")
    await page.say("Anna", "My own")
    await page.sees("Anna", "My own")
    await page.does_not_see("Ben", "My own")
    await page.tab.reload()
    await page.sees("Anna", "My own")
    await page.sees("Ben", "The show")
    assert await findings(page) == []
    await page.go("games")
    sandbox.person("Ben").direct().say("unread")
    await expect(page.tab.locator(".channel.fresh")).to_contain_text("Slowboat")


async def test_a_thread_is_archived_locked_and_deleted_in_the_panel(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Anna")
    await page.slash("Anna", "/thread")
    await page.go("Night watch")
    panel = await open_faults(page)
    row = page.tab.locator(".channel", has_text="Night watch")
    await panel.get_by_role("button", name="The thread is archived.").click()
    await expect(row).to_have_class(re.compile("archived"))
    await panel.get_by_role("button", name="The thread is locked.").click()
    await expect(page.text_box("Anna")).to_be_disabled()
    await panel.get_by_role("button", name="The thread is locked.").click()
    await expect(page.text_box("Anna")).to_be_enabled()
    await page.say("Anna", "awake")
    await expect(row).not_to_have_class(re.compile("archived"))
    await panel.get_by_role("button", name="Delete it.").click()
    await expect(row).to_have_count(0)
    await expect(page.tab.locator(".channel.here")).to_contain_text("games")


async def test_the_bot_is_muted_and_people_leave_in_the_panel(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    panel = await open_faults(page)
    mute = panel.get_by_role("button", name="The bot may not write in it.")
    await mute.click()
    await expect(mute).to_have_class(re.compile("active"))
    with pytest.raises(discord.Forbidden):
        await bot.get_channel(seed.GAMES_ID).send("no")
    await panel.get_by_label("This person").last.select_option(label="Ben")
    gone = panel.get_by_role("button", name="Is not in this server.")
    await gone.click()
    await expect(page.column("Ben").get_by_role("alert")).to_contain_text("Du siehst diesen Kanal nicht.")
    await expect(gone).to_have_class(re.compile("active"))
    await gone.click()
    await expect(page.column("Ben").get_by_role("alert")).to_have_count(0)
    await panel.get_by_role("button", name="Deletes the account.").click()
    await expect(page.column("Ben")).to_have_count(0)
    assert await findings(page) == []


async def test_a_menu_of_people_is_searched(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    chosen = []
    view = discord.ui.View(timeout=None)
    select: Any = discord.ui.UserSelect(placeholder="Whom?", max_values=2)

    async def callback(interaction: discord.Interaction) -> None:
        chosen.append([m.display_name for m in select.values])
        await interaction.response.send_message(f"invited {len(select.values)}", ephemeral=True)

    select.callback = callback
    view.add_item(select)
    page = await open_page(sandbox, "Anna")
    await bot.get_channel(seed.GAMES_ID).send("Invite", view=view)
    await page.sees("Anna", "Invite")
    face = page.column("Anna").locator(".select-face", has_text="Whom?")
    await face.click()
    search = page.column("Anna").get_by_role("combobox", name="Search")
    await expect(search).to_be_focused()
    offered = page.column("Anna").get_by_role("listbox").get_by_role("option")
    await expect(offered).to_have_count(6)
    await page.tab.keyboard.type("dan")
    await expect(offered).to_have_count(1)
    assert await findings(page) == []
    await page.tab.keyboard.press("Enter")
    await search.fill("nobody")
    await expect(offered).to_have_text("No matches.")
    await search.fill("")
    await page.tab.keyboard.press("ArrowDown")
    await page.tab.keyboard.press("ArrowDown")
    await expect(offered.nth(2)).to_have_class(re.compile("active"))
    await offered.nth(2).click()
    await page.tab.keyboard.press("Enter")
    await page.sees("Anna", "invited 2")
    assert [sorted(names) for names in chosen] == [["Ben", "Dana"]]
    await page.choose("Anna", "Ben", "Chiara", menu="Dana")  # Ben no longer, Chiara instead
    await eventually(lambda: len(chosen) == 2)
    assert sorted(chosen[1]) == ["Chiara", "Dana"]


async def test_a_link_to_a_message_is_followed_in_the_page(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna", channel="general")
    target = await bot.get_channel(seed.GAMES_ID).send("The board")
    for number in range(40):
        sandbox.person("Ben", "games").say(f"chatter {number}")
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Board", url=target.jump_url))
    await bot.get_channel(seed.GENERAL_ID).send(f"[elsewhere]({target.jump_url})", view=view)
    for click in (
        page.column("Anna").get_by_role("link", name="Board"),
        page.column("Anna").get_by_role("link", name="elsewhere"),
    ):
        await click.click()
        await expect(page.tab.locator(".channel.here")).to_contain_text("games")
        board = await page.sees("Anna", "The board")
        await expect(board).to_be_in_viewport()
        await expect(board).to_have_class(re.compile("aimed"))
        await page.go("general")
    place = sandbox.person("Anna").direct()
    mine = place.say("mine")
    await bot.get_channel(seed.GENERAL_ID).send(f"https://discord.com/channels/@me/{place.channel.id}/{mine.id}")
    await page.column("Anna").get_by_role("link", name="https://discord.com/channels/").click()
    await page.sees("Anna", "mine")
    await expect(page.tab.locator("h1")).to_have_text("@Slowboat")


async def test_a_deleted_channel_leads_elsewhere(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna", channel="general")
    guilds.delete_channel(sandbox.world, sandbox.world.channels[seed.GENERAL_ID])
    await expect(page.tab.locator(".channel.here")).to_contain_text("games")


async def test_unsent_text_stays_in_its_channel(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.text_box("Anna").fill("for the games")
    await page.go("general")
    await expect(page.text_box("Anna")).to_have_value("")
    await page.text_box("Anna").press_sequentially("/ship build ")
    pills = page.column("Anna").locator(".pill")
    await expect(pills).to_have_count(2)
    await page.go("games")
    await expect(pills).to_have_count(0)
    await expect(page.text_box("Anna")).to_have_value("for the games")
    await page.go("general")
    await expect(pills).to_have_count(2)


async def test_the_quote_of_an_answered_message_has_single_full_stops(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    channel = sandbox.person("Anna").channel
    page = await open_page(sandbox, "Anna")
    board = await bot.fetch_channel(channel.id)
    view = discord.ui.LayoutView()
    for words in ("It is Anna's turn.", "Red leads", "Really?"):
        view.add_item(discord.ui.TextDisplay(words))
    shown = await board.send(view=view)
    await board.send("Go on!", reference=shown)
    quote = page.last_message("Anna").locator(".reply-text")
    await expect(quote).to_have_text("It is Anna's turn. Red leads. Really?")


async def test_a_sandbox_that_was_out_of_reach_is_forgotten_once_it_answers(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    await page.slash("Anna", "/show")
    await page.sees("Ben", "The show")
    await page.tab.route("**/page/api/component", lambda route: route.abort())
    await page.press("Ben", "Slow")
    failure = page.column("Ben").locator(".failure")
    await expect(failure).to_have_text("Die Sandbox antwortet nicht. Läuft sie noch?")
    await page.tab.unroute("**/page/api/component")
    await page.go("general")
    await page.go("games")
    await page.sees("Ben", "The show")
    await expect(failure).to_have_count(0)
