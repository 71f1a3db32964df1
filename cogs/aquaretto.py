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
        line(named("draw"), T("Draw a tile; then choose the truck it goes on"), first="draw")
        line(named("take"), T("Take a truck and place its animals"), TRUCK, *TILES)
        line(named("place"), T("Pay 1: move the top of your depot into your zoo"), CELL)
        line(named("buy"), T("Pay 2: buy the top of somebody's depot"), SELLER)
        line(named("discard"), T("Pay 2: discard the top of your depot"), first="discard")
        line(named("expand"), T("Pay for a large (2) or small (1) expansion"), EXPANSION)
        line(named("reassign"), T("Pay 1: give one of your coworkers another job"), JOB)


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Aquaretto(bot))
