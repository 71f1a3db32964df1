"""Riff Raff: `/riffraff`, with `card` and `load` in one line."""

from __future__ import annotations

from client.commands.translator import translate_name
from client.core.bot import Slowboat
from cogs.game import GameCog, Ply
from games.riff_raff.loading.settled import KINDS
from games.text import T

CARD = Ply(translate_name("card"), ("card/",))
COUNT = Ply(translate_name("count"), ("load/",), required=False)
PIECE = Ply(translate_name("piece"), KINDS, required=False)
SPOT = Ply(translate_name("spot"), ("spot/",), required=False)
POSE = Ply(translate_name("pose"), ("pose/",), required=False)
HANDS = Ply(translate_name("hands"), ("both", "one"), required=False)


class RiffRaff(GameCog):
    def __init__(self, bot: Slowboat) -> None:
        super().__init__(bot, "riff_raff")
        self.add_line_command(translate_name("card"), T("Choose your card for this round"), CARD)
        self.add_line_command(
            translate_name("load"),
            T("Load a piece; you are asked for anything you leave out"),
            COUNT,
            PIECE,
            SPOT,
            POSE,
            HANDS,
        )


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(RiffRaff(bot))
