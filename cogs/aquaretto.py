"""Aquaretto: `/aquaretto`, with a one-line form of every action."""

from __future__ import annotations

from client.commands.game_cog import GameCog, Ply
from client.commands.translator import named
from client.core.bot import Slowboat
from games.text import T

TRUCK = Ply(named("truck"), ("take/",))
TILES = tuple(Ply(name, required=False) for name in (named("tile1"), named("tile2"), named("tile3")))
CELL = Ply(named("cell"), ("move@",))
SELLER = Ply(named("seller"), ("buy/",))
EXPANSION = Ply(named("expansion"), ("large@", "small@"))
JOB = Ply(named("job"), ("shift/",))


class Aquaretto(GameCog):
    def __init__(self, bot: Slowboat) -> None:
        super().__init__(bot, "aquaretto")
        line = self.line_command
        line(named("draw"), T("Draw a tile, then choose the truck it goes on"), first="draw")
        line(named("take"), T("Take a truck and place its animals"), TRUCK, *TILES)
        line(named("place"), T("For 1 coin: move the top animal of your depot into your zoo"), CELL)
        line(named("buy"), T("For 2 coins: buy the top animal of another depot"), SELLER)
        line(named("discard"), T("For 2 coins: discard the top animal of your depot"), first="discard")
        line(named("expand"), T("Build a large (2 coins) or small (1 coin) expansion"), EXPANSION)
        line(named("reassign"), T("For 1 coin: give a coworker another job or cell"), JOB)


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Aquaretto(bot))
