"""Riff Raff: `/riffraff`, with `card` and `load` in one line."""

from __future__ import annotations

from client.commands.game_cog import GameCog, Ply
from client.commands.translator import named
from client.core.bot import Slowboat
from games.riff_raff.loading.settled import KINDS
from games.text import T

CARD = Ply(named("card"), ("card/",))
COUNT = Ply(named("count"), ("load/",), required=False)
PIECE = Ply(named("piece"), KINDS, required=False)
SPOT = Ply(named("spot"), ("spot/",), required=False)
POSE = Ply(named("pose"), ("pose/",), required=False)
HANDS = Ply(named("hands"), ("both", "one"), required=False)


class RiffRaff(GameCog):
    def __init__(self, bot: Slowboat) -> None:
        super().__init__(bot, "riff_raff")
        self.line_command(named("card"), T("Choose your card for this round"), CARD)
        self.line_command(
            named("load"), T("Load a piece; you are asked for anything you leave out"), COUNT, PIECE, SPOT, POSE, HANDS
        )


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(RiffRaff(bot))
