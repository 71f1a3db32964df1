"""People act in the page: commands, buttons, menus, forms; private answers stay private; threads; refusals."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from sandbox.discord import guilds
from sandbox.server import Sandbox
from tests.page.showbot import ShowBot
from tests.support.browser import OpenPage

pytestmark = pytest.mark.browser


async def test_a_command_is_typed_with_the_keyboard_alone(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    keys = page.tab.keyboard
    for _ in range(40):
        await keys.press("Tab")
        if await page.text_box("Anna").evaluate("box => box === document.activeElement"):
            break
    else:
        pytest.fail("Tab never reached the text box")
    await keys.type("/sh")
    offered = page.suggestions("Anna")
    await expect(offered).to_have_count(2)  # /ship build and /show
    await expect(offered.nth(0)).to_have_attribute("aria-selected", "true")
    await keys.press("ArrowDown")
    await expect(offered.nth(1)).to_have_attribute("aria-selected", "true")
    await keys.press("ArrowUp")
    await keys.press("Tab")
    await keys.type("c7")
    await expect(offered).to_have_count(1)
    await expect(offered).to_contain_text("Berth c7")
    await keys.press("Enter")
    await keys.type("99")
    await keys.press("Enter")
    refused = page.column("Anna").get_by_role("alert")
    await expect(refused).to_contain_text("crew")
    assert bot.built == []
    await keys.press("Backspace")
    await keys.press("Tab")
    await keys.type("mas")
    await keys.press("Enter")
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await keys.type("capt")
    await keys.press("Enter")
    await keys.type("ben")
    await keys.press("Enter")
    await keys.press("Enter")
    await page.sees("Anna", "A ship at c7 with a crew of 9")
    assert bot.built == [{"berth": "c7", "crew": 9, "masts": 2, "captain": "Ben", "painted": False}]
    await expect(page.text_box("Anna")).to_be_focused()


async def test_enter_before_the_suggestions_arrive_takes_the_first_that_fits(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Anna")
    await page.text_box("Anna").focus()
    await page.tab.keyboard.type("/ship build ")
    await expect(page.suggestions("Anna")).to_have_count(25)
    await page.tab.keyboard.type("berth e9")
    await page.tab.keyboard.press("Enter")
    await expect(page.column("Anna").locator('[data-option="crew"]')).to_be_focused()
    await page.tab.keyboard.type("2")
    await page.tab.keyboard.press("Enter")
    await page.sees("Anna", "A ship at e9")


async def test_escape_and_backspace_lead_out_of_a_command(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    keys = page.tab.keyboard
    await page.text_box("Anna").focus()
    await keys.type("/ship build ")
    pills = page.column("Anna").locator(".pill")
    await expect(pills).to_have_count(2)
    await keys.press("Escape")
    await expect(page.suggestions("Anna")).to_have_count(0)
    await keys.press("Backspace")
    await expect(page.text_box("Anna")).to_have_value("/ship build")
    await keys.type(" ")
    await expect(pills).to_have_count(2)
    await keys.press("Escape")
    await keys.press("Escape")
    await expect(page.text_box("Anna")).to_have_value("")
    await expect(page.text_box("Anna")).to_be_focused()


async def test_the_helper_fills_in_choices_people_and_flags(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Ben")
    options = {"berth": "Berth a1", "crew": "3", "masts": "One", "captain": "Anna", "painted": "Ja"}
    await page.slash("Ben", "/ship build", options)
    await page.sees("Ben", "A ship at a1")
    assert bot.built == [{"berth": "a1", "crew": 3, "masts": 1, "captain": "Anna", "painted": True}]


async def test_plain_text_is_said_and_seen_by_everybody(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    await page.say("Anna", "Ahoy **there**")
    message = await page.sees("Ben", "Ahoy there")
    await expect(message.locator("strong", has_text="there")).to_have_count(1)
    await expect(page.text_box("Anna")).to_have_value("")


async def test_buttons_answer_spin_fail_and_stay_disabled(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    await expect(page.tab.locator(".help")).to_have_count(1)
    await page.slash("Anna", "/show")
    await page.press("Ben", "Count")
    await page.sees("Anna", "count 1")
    await expect(page.tab.locator(".help")).to_have_count(0)  # the hint for newcomers disappears
    await expect(page.button("Anna", "Never")).to_be_disabled()
    await page.press("Anna", "Slow")
    await expect(page.button("Anna", "Slow")).to_have_attribute("aria-busy", "true")
    await expect(page.button("Ben", "Slow")).to_have_attribute("aria-busy", "false")
    await page.press("Anna", "Slow")  # a second press while it spins does nothing
    bot.go_on.set()
    await page.sees("Ben", "slowly done")
    await expect(page.button("Anna", "Slow")).to_have_attribute("aria-busy", "false")
    await expect(page.messages("Ben").filter(has_text="slowly done")).to_have_count(1)
    await page.press("Anna", "Silence")
    await expect(page.button("Anna", "Silence")).to_have_attribute("aria-busy", "true")
    sandbox.world.clock.advance(3.1)
    await expect(page.column("Anna").locator(".failure")).to_have_text("This interaction failed")
    await expect(page.column("Ben").locator(".failure")).to_have_count(0)
    await expect(page.button("Anna", "Silence")).to_have_attribute("aria-busy", "false")


async def test_menus_take_one_many_and_people(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.slash("Anna", "/show")
    await page.choose("Anna", "Barge", menu="Pick a piece")
    await page.sees("Anna", "piece b")
    await page.choose("Anna", "A", "C", "E", menu="Two or three")
    await page.sees("Anna", "letters ACE")
    await page.choose("Anna", "Chiara", menu="Pick a person")
    await page.sees("Anna", "person Chiara")


async def test_a_menu_by_keyboard_refuses_too_few_and_too_many(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Anna")
    keys = page.tab.keyboard
    await page.slash("Anna", "/show")
    face = page.column("Anna").locator(".select-face", has_text="Two or three")
    await face.focus()
    await keys.press("ArrowDown")
    await keys.press("Space")
    await keys.press("Tab")  # one is too few: nothing is sent
    await expect(face).to_contain_text("Two or three")
    await face.focus()
    await keys.press("Enter")
    for _ in range(4):
        await keys.press("Space")
        await keys.press("ArrowDown")
    await expect(page.column("Anna").locator(".listbox [aria-selected=true]")).to_have_count(3)
    await keys.press("Tab")
    await page.sees("Anna", "letters ABC")


async def test_a_form_says_what_is_missing_and_arrives(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    await page.slash("Anna", "/show")
    await page.press("Anna", "Form")
    form = page.modal("Anna")
    await expect(form.get_by_label("Ship's name")).to_be_focused()
    await expect(page.modal("Ben")).to_have_count(0)
    await form.locator("button[type=submit]").click()
    await expect(form.locator(".problem")).to_have_count(3)
    await page.fill("Anna", {"Ship's name": "Marie"})
    await page.choose("Anna", "Rope", "Salt")
    await form.get_by_label("Low").check()
    await page.submit("Anna")
    await page.sees("Ben", "Marie carries Rope and Salt at Low tide")
    await page.press("Anna", "Form")
    await expect(form.get_by_label("Ship's name")).to_be_focused()
    await page.tab.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await expect(page.button("Anna", "Form")).to_be_focused()


async def test_a_private_answer_is_seen_by_its_person_only(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    await page.slash("Anna", "/show")
    await page.press("Ben", "Whisper")
    message = await page.sees("Ben", "psst Ben")
    await expect(message).to_contain_text("Nur du kannst das sehen")
    await page.say("Ben", "all hands")
    await page.sees("Anna", "all hands")
    await page.does_not_see("Anna", "psst Ben")
    await page.dismiss("Ben")
    await expect(page.messages("Ben").filter(has_text="psst Ben")).to_have_count(0)
    await page.tab.reload()
    await page.sees("Ben", "all hands")
    await page.does_not_see("Ben", "psst Ben")


async def test_thinking_until_there_is_an_answer(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    await page.slash("Anna", "/think")
    await page.sees("Anna", "Slowboat is thinking…")
    bot.go_on.set()
    await page.sees("Anna", "thought")
    await page.does_not_see("Anna", "is thinking")
    await page.does_not_see("Ben", "thought")


async def test_a_thread_appears_can_be_visited_and_locked(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.slash("Anna", "/thread")
    await page.go("Night watch")
    await page.sees("Anna", "Welcome aboard")
    await page.say("Anna", "Aye")
    await page.sees("Anna", "Aye")
    guilds.set_archived(sandbox.world, sandbox.world.channel_named("Night watch"), archived=True, locked=True)
    await expect(page.text_box("Anna")).to_be_disabled()
    await page.go("games")
    await page.does_not_see("Anna", "Welcome aboard")


async def test_a_refusal_is_shown_beside_the_text_box(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.say("Anna", "/nonsense")
    await expect(page.column("Anna").get_by_role("alert")).to_have_text(re.compile("no such command"))
    refusal = {"status": 403, "json": {"message": "Not in this harbour."}}
    await page.tab.route("**/page/api/say", lambda route: route.fulfill(**refusal))
    await page.say("Anna", "hello")
    await expect(page.column("Anna").get_by_role("alert")).to_contain_text("Not in this harbour.")
    await expect(page.text_box("Anna")).to_have_value("hello")


async def test_people_channel_and_theme_survive_a_reload(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.tab.locator('[data-action="add-person"]').click()
    await page.column("Anna").locator(".act-as select").select_option(label="Chiara")
    await page.go("general")
    await page.tab.locator("[data-action=theme]").click()  # auto -> light
    await page.tab.locator("[data-action=theme]").click()  # light -> dark
    await page.tab.locator('[data-action="got-help"]').click()
    await page.tab.reload()
    await expect(page.column("Chiara")).to_be_visible()
    await expect(page.tab.locator(".column")).to_have_count(2)
    await expect(page.tab.locator(".channel.here")).to_contain_text("general")
    await expect(page.tab.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(page.tab.locator(".help")).to_have_count(0)


async def test_a_lost_connection_is_taken_up_again(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Anna")
    await page.context.set_offline(True)
    sandbox.page.close()
    await expect(page.column("Anna").locator(".offline")).to_be_visible()
    sandbox.person("Ben").say("while you were away")
    await page.context.set_offline(False)
    await page.sees("Anna", "while you were away")


async def test_a_fault_is_ordered_and_shown_until_it_has_happened(
    sandbox: Sandbox, bot: ShowBot, open_page: OpenPage
) -> None:
    page = await open_page(sandbox, "Anna", "Ben")
    cloud = page.tab.get_by_role("button", name="Faults and time")
    panel = page.tab.get_by_role("dialog", name="What should happen?")
    await expect(panel).to_have_count(0)
    await cloud.focus()
    await page.tab.keyboard.press("Enter")
    await expect(panel).to_be_focused()
    twice = panel.get_by_role("button", name="Deliver the next click twice.")
    await twice.click()
    await expect(twice).to_have_class(re.compile("active"))
    await expect(panel.get_by_role("status")).to_have_text("✓ Deliver the next click twice.")
    await page.slash("Ben", "/show")
    await expect(twice).not_to_have_class(re.compile("active"))
    await panel.get_by_label("Let time jump ahead. seconds").fill("100")
    before = sandbox.world.now()
    await panel.get_by_role("button", name="Let time jump ahead.").click()
    await expect(panel.get_by_role("status")).to_have_text("✓ Let time jump ahead.")
    assert 100 <= sandbox.world.now() - before < 120
    await panel.get_by_role("button", name="Invite the bot again.").click()
    await expect(panel.get_by_role("alert")).to_have_text("The bot is in this server.")
    await page.tab.keyboard.press("Escape")
    await expect(panel).to_have_count(0)
    await expect(cloud).to_be_focused()


async def test_the_fault_panel_is_in_the_persons_language(sandbox: Sandbox, bot: ShowBot, open_page: OpenPage) -> None:
    page = await open_page(sandbox, "Ben")
    await page.tab.get_by_role("button", name="Störungen und Zeit").click()
    panel = page.tab.get_by_role("dialog", name="Was soll geschehen?")
    await expect(panel.get_by_role("group", name="Klicks")).to_contain_text("Stellt den nächsten Klick zweimal zu.")
