"""A minimal bot as a peer: plain discord.py, the same four requests for a move, always the same picture.

`python -m bench.bare` reads its order as `bench.boat` does. It has no rules, no database and draws nothing.
"""

from __future__ import annotations

import discord
from discord import app_commands, ui

import games
from bench.boat import Order, main
from client.messages.parts import layout, picture, rows, text
from games.rng import Rng
from rendering import renderer
from rendering.english import say
from sandbox.client import Address, point_discord_py_at


class Bare(discord.Client):
    """Answer `/docker move` in private, post a board and remove the buttons of the previous one."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._tree = app_commands.CommandTree(self)
        self._newest: dict[int, discord.WebhookMessage] = {}
        self._png = _draw_board()

    async def setup_hook(self) -> None:
        group = app_commands.Group(name="docker", description="Docker")

        @group.command(name="move", description="Move")
        async def move(interaction: discord.Interaction, move: str) -> None:
            await self._move(interaction, move)

        self._tree.add_command(group)
        await self._tree.sync()

    async def on_ready(self) -> None:
        print("ready", flush=True)

    async def _move(self, interaction: discord.Interaction, move: str) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(view=layout(text(f"✓ {move}")))
        told, (shown, file) = text(f"### Docker\n{move}"), picture(self._png, "board.png", "")
        buttons = [ui.Button[ui.LayoutView](label=each, custom_id=each) for each in ("Play", "Words", "Rules", "More")]
        place = interaction.channel_id or 0
        before = self._newest.get(place)
        self._newest[place] = await interaction.followup.send(
            view=layout(told, shown, *rows(buttons)), file=file, wait=True
        )
        if before is not None:
            await before.edit(view=layout(told, shown))


def _draw_board() -> bytes:
    """Draw one picture of the normal size."""
    game = games.load("docker")
    state = game.setup(2, game.options_type(), Rng(bytes(32), "setup", 0))
    return renderer("docker").draw(game.view(state, None), say=say).encode()


async def _run_bare_bot(order: Order) -> None:
    with point_discord_py_at(Address(order["url"], order["gateway"])):
        async with Bare() as client:
            await client.start(order["token"])


if __name__ == "__main__":
    main(_run_bare_bot)
