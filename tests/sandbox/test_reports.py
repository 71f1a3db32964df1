"""What reports of strangers say that Discord does, although its documentation does not; `EVIDENCE.md` lists them."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.discord.composing import clean_name
from sandbox.payloads import messages as payloads
from sandbox.server import Sandbox
from sandbox.storage import seed
from tests.support.small_bot import Bot, Call, Start, eventually, make_bot

MESSAGES = f"/channels/{seed.GAMES_ID}/messages"


class Shout(discord.ui.View):
    """A button whose press is answered for everybody."""

    @discord.ui.button(label="Shout", custom_id="shout")
    async def shout(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send("hello, all", wait=True)


async def test_a_nonce_whose_message_was_deleted_makes_no_new_one(call: Call) -> None:
    body = {"content": "once", "nonce": "7", "enforce_nonce": True}
    _, first, _ = await call("POST", MESSAGES, body)
    assert (await call("DELETE", f"{MESSAGES}/{first['id']}"))[0] == 204
    status, error, _ = await call("POST", MESSAGES, body)
    assert (status, error["code"]) == (404, 10008)


@pytest.mark.parametrize("who", ["person", "bot"])
async def test_the_first_follow_up_after_thinking_was_removed(sandbox: Sandbox, start: Start, who: str) -> None:
    dismissed = asyncio.Event()
    outcome: list[str | int] = []

    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await dismissed.wait()
        if who == "bot":
            await interaction.delete_original_response()
        try:
            outcome.append((await interaction.followup.send("late", wait=True)).content)
        except discord.NotFound as error:
            outcome.append(error.code)

    await start(make_bot(slow))
    anna = sandbox.person("Anna")
    await anna.slash("go").acknowledgement()
    if who == "person":
        anna.dismiss(anna.last())
    dismissed.set()
    await eventually(lambda: outcome)
    assert outcome == [10008 if who == "person" else "late"]


async def test_an_edit_with_a_mention_adds_people_to_a_private_thread(sandbox: Sandbox, call: Call) -> None:
    world, ben = sandbox.world, sandbox.world.user_named("Ben")
    _, thread, _ = await call("POST", f"/channels/{seed.GAMES_ID}/threads", {"name": "t"})
    members, path = world.channels[int(thread["id"])].members, f"/channels/{thread['id']}/messages"
    _, message, _ = await call("POST", path, {"content": "hello"})
    pings = len(world.pings)
    body: Any = {"content": f"hello <@{ben.id}>", "allowed_mentions": {"parse": []}}
    await call("PATCH", f"{path}/{message['id']}", body)
    assert ben.id not in members
    await call("PATCH", f"{path}/{message['id']}", {**body, "allowed_mentions": {"parse": ["users"]}})
    assert ben.id in members
    assert len(world.pings) == pings


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("board-7.png", "board-7.png"),
        ("_VnitHEEnz2LbpDa.mp4", "VnitHEEnz2LbpDa.mp4"),
        ("hello (world).png", "hello_world.png"),
        ("画像.png", "png"),
        ("..", "unknown"),
    ],
)
async def test_names_of_files_are_cleaned(sandbox: Sandbox, start: Start, given: str, kept: str) -> None:
    assert clean_name(given) == kept
    bot = await start(Bot())
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{given}")))
    sent = await bot.get_channel(seed.GAMES_ID).send(view=view, file=discord.File(io.BytesIO(b"x"), given))
    assert sent.components[0].items[0].media.url.rpartition("/")[2] == kept


async def test_a_new_file_in_an_edit_replaces_those_that_are_not_listed(call: Call) -> None:
    def form(name: str) -> aiohttp.FormData:
        made = aiohttp.FormData(quote_fields=False)
        made.add_field("payload_json", "{}")
        made.add_field("files[0]", io.BytesIO(b"x"), filename=name)
        return made

    _, sent, _ = await call("POST", MESSAGES, data=form("old.txt"))
    path = f"{MESSAGES}/{sent['id']}"
    assert [file["filename"] for file in (await call("PATCH", path, {"content": "words"}))[1]["attachments"]] == [
        "old.txt"
    ]
    assert [file["filename"] for file in (await call("PATCH", path, data=form("new.txt")))[1]["attachments"]] == [
        "new.txt"
    ]


async def test_a_conversation_with_a_bot_is_not_opened(sandbox: Sandbox, call: Call) -> None:
    status, error, _ = await call("POST", "/users/@me/channels", {"recipient_id": str(sandbox.world.bot.id)})
    assert (status, error["code"]) == (400, 50007)


async def test_texts_that_are_too_long_in_bytes_fail(call: Call) -> None:
    def body(*texts: str) -> Any:
        return {"flags": 1 << 15, "components": [{"type": 10, "content": text} for text in texts]}

    four = "\N{CJK UNIFIED IDEOGRAPH-20000}"
    assert len(four.encode()) == 4
    assert (await call("POST", MESSAGES, body(four * 2539 + "ab")))[0] == 200
    assert (await call("POST", MESSAGES, body(four * 2539 + "abc")))[0] == 500
    assert (await call("POST", MESSAGES, body(four * 2536, "ab")))[0] == 200
    assert (await call("POST", MESSAGES, body(four * 2536, "abc")))[0] == 500


async def test_others_see_a_follow_up_of_a_private_press_as_a_reply_to_a_lost_message(
    sandbox: Sandbox, start: Start
) -> None:
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", view=Shout(), ephemeral=True)

    await start(make_bot(whisper))
    anna, ben = sandbox.person("Anna"), sandbox.person("Ben")
    private = (await anna.slash("go")).message
    followed = (await anna.click(private, "Shout")).message
    shown = {person: payloads.message(sandbox.world, followed, viewer=person.user.id) for person in (anna, ben)}
    for seen in shown.values():
        assert (seen["type"], seen["message_reference"]["message_id"]) == (19, str(private.id))
    assert shown[anna]["referenced_message"]["content"] == "psst"
    assert shown[ben]["referenced_message"] is None
