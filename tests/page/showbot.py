"""A small bot that shows every kind of component once, for the page's tests."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from sandbox.client import point_discord_py_at
from sandbox.server import Sandbox

BERTHS = tuple(f"{file}{rank}" for file in "abcde" for rank in range(1, 10))


def picture(colour: str) -> io.BytesIO:
    """Draw a PNG of one colour, 600 x 450."""
    file = io.BytesIO()
    Image.new("RGB", (600, 450), colour).save(file, "PNG")
    file.seek(0)
    return file


class Form(ui.Modal, title="Harbour form"):
    """Every simple kind of field."""

    name: ui.Label[Any] = ui.Label(
        text="Ship's name", description="As on the stern", component=ui.TextInput(min_length=2)
    )
    cargo: ui.Label[Any] = ui.Label(
        text="Cargo",
        component=ui.Select(
            options=[discord.SelectOption(label=each) for each in ("Tea", "Rope", "Salt")], max_values=2
        ),
    )
    tide: ui.Label[Any] = ui.Label(
        text="Tide", component=ui.RadioGroup(options=[discord.RadioGroupOption(label=each) for each in ("High", "Low")])
    )
    notes: ui.Label[Any] = ui.Label(
        text="Notes", component=ui.TextInput(style=discord.TextStyle.paragraph, required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, load, time = (field.component for field in (self.name, self.cargo, self.tide))
        assert isinstance(name, ui.TextInput)
        assert isinstance(load, ui.Select)
        assert isinstance(time, ui.RadioGroup)
        ship, cargo, tide = name.value, load.values, time.value
        await interaction.response.send_message(f"{ship} carries {' and '.join(cargo)} at {tide} tide")


class Buttons(ui.ActionRow[Any]):
    """A counter, a private answer, a form, silence, and something that takes a moment."""

    def __init__(self, bot: ShowBot) -> None:
        super().__init__()
        self.bot = bot

    @ui.button(label="Count", style=discord.ButtonStyle.primary)
    async def count(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        self.bot.count += 1
        await interaction.response.send_message(f"count {self.bot.count}")

    @ui.button(label="Whisper", style=discord.ButtonStyle.success, emoji="⚓")
    async def whisper(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_message(f"psst {interaction.user.display_name}", ephemeral=True)

    @ui.button(label="Form", style=discord.ButtonStyle.secondary)
    async def form(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())

    @ui.button(label="Silence", style=discord.ButtonStyle.danger)
    async def silence(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        """Do not answer: the interaction fails after three seconds."""

    @ui.button(label="Never", disabled=True)
    async def never(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        """Do nothing: this button is disabled."""


class Slow(ui.ActionRow[Any]):
    """A button whose answer waits for the test."""

    def __init__(self, bot: ShowBot) -> None:
        super().__init__()
        self.bot = bot
        self.add_item(ui.Button(style=discord.ButtonStyle.link, label="Elsewhere", url="https://example.org/"))

    @ui.button(label="Slow", style=discord.ButtonStyle.primary)
    async def slow(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await self.bot.go_on.wait()
        await interaction.response.send_message("slowly done")


class Menu(ui.ActionRow[Any]):
    """Says what was chosen."""

    @ui.select(
        placeholder="Two or three",
        min_values=2,
        max_values=3,
        options=[discord.SelectOption(label=each) for each in "ABCDE"],
    )
    async def letters(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
        await interaction.response.send_message(f"letters {''.join(sorted(select.values))}")


class Single(ui.ActionRow[Any]):
    """One choice, with notes and emoji."""

    @ui.select(
        placeholder="Pick a piece",
        options=[
            discord.SelectOption(label="Crane", value="c", description="lifts three", emoji="🏗️"),
            discord.SelectOption(label="Barge", value="b", description="carries four"),
        ],
    )
    async def piece(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
        await interaction.response.send_message(f"piece {select.values[0]}")


class Someone(ui.ActionRow[Any]):
    """A person."""

    @ui.select(cls=ui.UserSelect, placeholder="Pick a person")
    async def person(self, interaction: discord.Interaction, select: ui.UserSelect[Any]) -> None:
        await interaction.response.send_message(f"person {select.values[0].display_name}")


class Show(ui.LayoutView):
    """Everything Components V2 has, in one container."""

    def __init__(self, bot: ShowBot, user: discord.abc.User) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://sea.png", description="The sea, all of one colour"),
            discord.MediaGalleryItem("attachment://sand.png", description="The sand beside it"),
        )
        text: ui.TextDisplay[Any] = ui.TextDisplay(
            f"## The show\n{user.mention}, **bold**, *italic*, ||secret||, [a link](https://example.org/), <t:0:D>\n"
            "- one\n- two\n> quoted\n-# a small note"
        )
        thumbnail: ui.Thumbnail[Any] = ui.Thumbnail("attachment://sand.png", description="Sand")
        self.add_item(
            ui.Container(
                ui.Section(text, accessory=thumbnail),
                ui.Separator(),
                gallery,
                ui.File("attachment://log.txt"),
                Single(),
                Menu(),
                Someone(),
                Buttons(bot),
                Slow(bot),
                accent_colour=0x1B998B,
            )
        )


class ShowBot(discord.Client):
    """`/show`, `/ship build` with all kinds of options, `/think`, `/thread`."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0)
        self.tree = app_commands.CommandTree(self)
        self.count = 0
        self.go_on = asyncio.Event()
        self.built: list[dict[str, object]] = []
        self._add_commands()

    def get_channel(self, number: int, /) -> Any:
        """Return a channel of any kind, so that tests need no casts."""
        return super().get_channel(number)

    async def fetch_channel(self, number: int, /) -> Any:
        """Fetch a channel of any kind, so that tests need no casts."""
        return await super().fetch_channel(number)

    def _add_commands(self) -> None:
        ship = app_commands.Group(name="ship", description="Ships")

        @ship.command(name="build", description="Build a ship")
        @app_commands.describe(
            berth="Where it lies", masts="How many masts", captain="Who commands", painted="With paint?"
        )
        @app_commands.choices(masts=[app_commands.Choice(name=n, value=v) for n, v in (("One", 1), ("Two", 2))])
        async def build(
            interaction: discord.Interaction,
            berth: str,
            crew: app_commands.Range[int, 1, 9],
            masts: int = 1,
            captain: discord.Member | None = None,
            painted: bool = False,
        ) -> None:
            name = captain and captain.display_name
            self.built.append({"berth": berth, "crew": crew, "masts": masts, "captain": name, "painted": painted})
            await interaction.response.send_message(f"A ship at {berth} with a crew of {crew}")

        @build.autocomplete("berth")
        async def berths(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"Berth {m}", value=m) for m in BERTHS if current.lower() in f"berth {m}"][
                :25
            ]

        @self.tree.command(description="Show every kind of component")
        async def show(interaction: discord.Interaction) -> None:
            files = [
                discord.File(picture("#7cc6c9"), "sea.png"),
                discord.File(picture("#f0dfc0"), "sand.png"),
                discord.File(io.BytesIO(b"a log"), "log.txt"),
            ]
            await interaction.response.send_message(view=Show(self, interaction.user), files=files)

        @self.tree.command(description="Think, then answer in private")
        async def think(interaction: discord.Interaction) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await self.go_on.wait()
            await interaction.followup.send("thought", ephemeral=True)

        @self.tree.command(description="Open a thread")
        async def thread(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("opening")
            assert isinstance(interaction.channel, discord.TextChannel)
            opened = await interaction.channel.create_thread(name="Night watch", type=discord.ChannelType.public_thread)
            await opened.send("Welcome aboard")

        self.tree.add_command(ship)


@asynccontextmanager
async def log_in(bot: ShowBot, sandbox: Sandbox) -> AsyncIterator[ShowBot]:
    """Log the bot in to `sandbox`, with its commands synced."""
    with point_discord_py_at(sandbox):
        await bot.login(sandbox.token)
        running = asyncio.create_task(bot.connect())
        await bot.wait_until_ready()
        await bot.tree.sync()
        try:
            yield bot
        finally:
            await bot.close()
            await running
