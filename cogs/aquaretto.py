"""Aquaretto: `/aquaretto`, with a one-line form of every action."""

from __future__ import annotations

from client.commands.translator import translate_name
from client.core.bot import Slowboat
from cogs.game import GameCog, Ply
from games.text import T

TRUCK = Ply(translate_name("truck"), ("take/",))
TILES = tuple(
    Ply(name, required=False) for name in (translate_name("tile1"), translate_name("tile2"), translate_name("tile3"))
)
CELL = Ply(translate_name("cell"), ("move@",))
SELLER = Ply(translate_name("seller"), ("buy/",))
EXPANSION = Ply(translate_name("expansion"), ("large@", "small@"))
JOB = Ply(translate_name("job"), ("shift/",))


class Aquaretto(GameCog):
    def __init__(self, bot: Slowboat) -> None:
        super().__init__(bot, "aquaretto")
        line = self.add_line_command
        line(translate_name("draw"), T("Draw a tile, then choose the truck it goes on"), first="draw")
        line(translate_name("take"), T("Take a truck and place its animals"), TRUCK, *TILES)
        line(translate_name("place"), T("For 1 coin: move the top animal of your depot into your zoo"), CELL)
        line(translate_name("buy"), T("For 2 coins: buy the top animal of another depot"), SELLER)
        line(translate_name("discard"), T("For 2 coins: discard the top animal of your depot"), first="discard")
        line(translate_name("expand"), T("Build a large (2 coins) or small (1 coin) expansion"), EXPANSION)
        line(translate_name("reassign"), T("For 1 coin: give a coworker another job or cell"), JOB)


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Aquaretto(bot))
