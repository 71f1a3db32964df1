"""DOG Royal: `/dog`, with `/dog play` and `/dog exchange` as typed commands."""

from __future__ import annotations

from discord import app_commands

import games
from client.commands.declare import option
from client.core.bot import Slowboat
from client.core.visit import Visit
from client.typed_moves import Typed, make_move, suggest_moves
from cogs.game import GameCog
from games.text import T

GAME = games.load("dog_royal")

GIVE = "give/"
"""The prefix of an exchange's codes."""


async def suggest_cards(visit: Visit, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete the cards this person can play now, each once."""
    playable: dict[str, None] = {}
    for choice in await suggest_moves(visit, GAME, "", most=None):
        card, slash, result = choice.value.partition("/")
        if slash and ":" in result:
            playable.setdefault(card)
    return [app_commands.Choice(name=card, value=card) for card in playable if typed.casefold() in card.casefold()]


async def suggest_uses(visit: Visit, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete what the chosen card can do."""
    card = str(visit.interaction.namespace.card or "")
    return await suggest_moves(visit, GAME, typed, starting=f"{card}/", skip=1) if card else []


async def suggest_gifts(visit: Visit, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete the cards this person can pass."""
    return await suggest_moves(visit, GAME, typed, starting=GIVE)


@option("card", T("The card"), suggest=suggest_cards)
@option("move", T("What to do with the card"), suggest=suggest_uses)
async def play(visit: Visit, card: str, move: str) -> None:
    offered = {choice.value.casefold(): choice.value for choice in await suggest_cards(visit, "")}
    card = offered.get(card.strip().casefold(), card)
    code = move if move.startswith(f"{card}/") else f"{card}/{move}"
    await make_move(visit, GAME, [Typed(code, move, (f"{card}/",), skip=1)])


@option("card", T("The card you pass; you may change it until all have chosen"), suggest=suggest_gifts)
async def exchange(visit: Visit, card: str) -> None:
    code = card if card.startswith(GIVE) else GIVE + card
    await make_move(visit, GAME, [Typed(code, card, (GIVE,))])


class DogRoyal(GameCog):
    def __init__(self, bot: Slowboat) -> None:
        super().__init__(bot, "dog_royal")
        self.add_command("play", T("Play a card"), play)
        self.add_command("exchange", T("Choose the card you pass"), exchange)


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(DogRoyal(bot))
