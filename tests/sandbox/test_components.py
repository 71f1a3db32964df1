"""Menus, modals and Components V2 with the real discord.py."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from sandbox.discord import guilds
from sandbox.discord.model import Overwrite, ResponseType
from sandbox.discord.permissions import Permission
from sandbox.person.person import words
from sandbox.person.slash import Refused
from sandbox.server import Sandbox
from tests.support.small_bot import Start, make_bot, png


async def test_every_kind_of_menu(sandbox: Sandbox, start: Start) -> None:
    chosen = []

    class Menus(ui.View):
        @ui.select(custom_id="string", max_values=2, options=[discord.SelectOption(label=x) for x in "abc"])
        async def string(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
            chosen.append(select.values)
            await interaction.response.defer()

        @ui.select(cls=ui.UserSelect, custom_id="user")
        async def user(self, interaction: discord.Interaction, select: ui.UserSelect[Any]) -> None:
            chosen.append([u.display_name for u in select.values])
            await interaction.response.defer()

        @ui.select(cls=ui.RoleSelect, custom_id="role")
        async def role(self, interaction: discord.Interaction, select: ui.RoleSelect[Any]) -> None:
            chosen.append([r.name for r in select.values])
            await interaction.response.defer()

        @ui.select(cls=ui.MentionableSelect, custom_id="mentionable")
        async def mentionable(self, interaction: discord.Interaction, select: ui.MentionableSelect[Any]) -> None:
            chosen.append([type(m).__name__ for m in select.values])
            await interaction.response.defer()

        @ui.select(cls=ui.ChannelSelect, custom_id="channel")
        async def channel(self, interaction: discord.Interaction, select: ui.ChannelSelect[Any]) -> None:
            chosen.append([c.name for c in select.values])
            await interaction.response.defer()

    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("menus", view=Menus())

    await start(make_bot(show))
    anna = sandbox.person("Anna")
    message = (await anna.slash("go")).message
    picks = {"string": ["a", "c"], "user": "Ben", "role": "Slowboat", "mentionable": "Dana", "channel": "general"}
    for menu, values in picks.items():
        await anna.choose(message, menu, values).acknowledgement()
    assert chosen == [["a", "c"], ["Ben"], ["Slowboat"], ["Member"], ["general"]]
    with pytest.raises(Refused, match="1 to 2"):
        anna.choose(message, "string", ["a", "b", "c"])
    with pytest.raises(Refused, match="no choice"):
        anna.choose(message, "string", ["z"])


async def test_a_chosen_channel_must_be_visible_and_has_the_choosers_permissions(
    sandbox: Sandbox, start: Start
) -> None:
    held = []

    class Menu(ui.View):
        @ui.select(cls=ui.ChannelSelect, custom_id="channel")
        async def channel(self, interaction: discord.Interaction, select: ui.ChannelSelect[Any]) -> None:
            held.append(select.values[0].permissions)
            await interaction.response.defer()

    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("where", view=Menu())

    await start(make_bot(show))
    world, anna = sandbox.world, sandbox.person("Anna")
    general = next(channel for channel in world.channels.values() if channel.name == "general")
    message = (await anna.slash("go")).message
    guilds.overwrite(world, general, Overwrite(anna.user.id, 1, 0, int(Permission.SEND_MESSAGES)))
    await anna.choose(message, "channel", "general").acknowledgement()
    assert held[0].view_channel
    assert not held[0].send_messages
    guilds.overwrite(world, general, Overwrite(anna.user.id, 1, 0, int(Permission.VIEW_CHANNEL)))
    with pytest.raises(Refused, match="nothing here"):
        anna.choose(message, "channel", "general")


async def test_a_modal_with_labels_and_an_old_one(sandbox: Sandbox, start: Start) -> None:
    got: list[Any] = []

    class Labelled(ui.Modal, title="Tell me"):
        hint: ui.TextDisplay[Any] = ui.TextDisplay("Some *words*")
        name: ui.Label[Any] = ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=10))
        size: ui.Label[Any] = ui.Label(
            text="Size",
            component=ui.Select(custom_id="size", options=[discord.SelectOption(label=x) for x in ("small", "large")]),
        )

        async def on_submit(self, interaction: discord.Interaction) -> None:
            name: Any = self.name.component
            size: Any = self.size.component
            got.append((name.value, size.values))
            await interaction.response.send_message("thanks", ephemeral=True)

    class Old(ui.Modal, title="Old"):
        words: ui.TextInput[Any] = ui.TextInput(
            label="Words", custom_id="words", style=discord.TextStyle.long, required=False
        )

        async def on_submit(self, interaction: discord.Interaction) -> None:
            got.append(self.words.value)
            await interaction.response.edit_message(content="changed")

    class Open(ui.View):
        @ui.button(label="Old", custom_id="old")
        async def old(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
            await interaction.response.send_modal(Old())

    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Labelled())

    async def view(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("before", view=Open())

    bot = make_bot(show)
    bot.tree.command(name="view", description="View")(_command(view))
    await start(bot)
    anna = sandbox.person("Anna")
    opened = await anna.slash("go")
    assert opened.response is ResponseType.MODAL
    assert opened.modal is not None
    assert opened.modal["title"] == "Tell me"
    with pytest.raises(Refused, match="to 10 characters"):
        anna.submit(opened, {"name": "x" * 11, "size": "large"})
    with pytest.raises(Refused, match="somebody else"):
        sandbox.person("Ben").submit(opened, {"name": "x"})
    thanks = await anna.submit(opened, {"Name": "Ahoy", "size": "large"})
    assert thanks.ephemeral
    message = (await anna.slash("view")).message
    await anna.submit(await anna.click(message, "Old"), {"words": "many"})
    assert got == [("Ahoy", ["large"]), "many"]
    assert message.content == "changed"


def _command(callback: Any) -> Any:
    async def command(interaction: discord.Interaction) -> None:
        await callback(interaction)

    return command


async def test_components_v2_with_a_gallery_and_an_edit(sandbox: Sandbox, start: Start) -> None:
    class Board(ui.LayoutView):
        def __init__(self, name: str, text: str) -> None:
            super().__init__(timeout=None)
            row: ui.ActionRow[Any] = ui.ActionRow(ui.Button(label="Turn", custom_id="turn"))
            gallery: ui.MediaGallery[Any] = ui.MediaGallery(
                discord.MediaGalleryItem(f"attachment://{name}", description="alt text")
            )
            section: ui.Section[Any] = ui.Section("left", accessory=ui.Thumbnail(f"attachment://{name}"))
            self.add_item(
                ui.Container(ui.TextDisplay(text), section, ui.Separator(), gallery, row, accent_colour=0x123456)
            )

    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Board("a.png", "first"), file=discord.File(png(), "a.png"))

    async def turn(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            view = Board("b.png", "second")
            await interaction.response.edit_message(view=view, attachments=[discord.File(png(50), "b.png")])

    bot = make_bot(show)
    bot.on_interaction = turn  # what discord.py looks for
    await start(bot)
    anna = sandbox.person("Anna")
    message = (await anna.slash("go")).message
    assert words(message) == "first\nleft"
    assert [a.filename for a in message.attachments] == ["a.png"]
    seen = await bot.get_channel(message.channel.id).fetch_message(message.id)
    assert seen.attachments == []  # shown by the components
    await anna.click(message, "Turn")
    assert words(message) == "second\nleft"
    assert [a.filename for a in message.attachments] == ["b.png"]
    shown = next(c for c in message.components[0]["components"] if c["type"] == 12)["items"][0]
    assert shown["media"]["width"] == 50
    assert shown["description"] == "alt text"
