"""DOG Royal: `/dog`, with `/dog play` and `/dog exchange` as typed commands."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from client.commands.translator import translate_name, translate_text
from client.core.bot import Slowboat
from client.typed_moves import Typed
from cogs.game import GameCog
from games.text import T

GIVE = "give/"
"""The prefix of an exchange's codes."""


class DogRoyal(GameCog):
    def __init__(self, bot: Slowboat) -> None:
        super().__init__(bot, "dog_royal")
        self.group.add_command(self._make_play_command())
        self.group.add_command(self._make_exchange_command())

    async def suggest_cards(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Autocomplete the cards this person can play now, each once."""
        playable: dict[str, None] = {}
        for choice in await self.suggest_moves(interaction, "", most=None):
            card, slash, result = choice.value.partition("/")
            if slash and ":" in result:
                playable.setdefault(card)
        return [app_commands.Choice(name=card, value=card) for card in playable if typed.casefold() in card.casefold()]

    def _make_play_command(self) -> app_commands.Command[Any, ..., Any]:
        texts = self.bot.texts

        async def play(interaction: discord.Interaction, card: str, move: str) -> None:
            offered = {choice.value.casefold(): choice.value for choice in await self.suggest_cards(interaction, "")}
            card = offered.get(card.strip().casefold(), card)
            code = move if move.startswith(f"{card}/") else f"{card}/{move}"
            await self.make_move(interaction, Typed(code, move, (f"{card}/",), skip=1))

        async def complete_card(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            return await self.suggest_cards(interaction, current)

        async def complete_move(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            card = str(interaction.namespace.card or "")
            return await self.suggest_moves(interaction, current, starting=f"{card}/", skip=1) if card else []

        app_commands.describe(
            card=translate_text(T("The card"), texts), move=translate_text(T("What to do with the card"), texts)
        )(play)
        app_commands.rename(card=translate_name("card"), move=translate_name("move"))(play)
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=translate_name("play"), description=translate_text(T("Play a card"), texts), callback=play
        )
        command.autocomplete("card")(complete_card)
        command.autocomplete("move")(complete_move)
        return command

    def _make_exchange_command(self) -> app_commands.Command[Any, ..., Any]:
        texts = self.bot.texts

        async def exchange(interaction: discord.Interaction, card: str) -> None:
            await self.make_move(interaction, Typed(card if card.startswith(GIVE) else GIVE + card, card, (GIVE,)))

        async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            return await self.suggest_moves(interaction, current, starting=GIVE)

        app_commands.describe(
            card=translate_text(T("The card you pass; you may change it until all have chosen"), texts)
        )(exchange)
        app_commands.rename(card=translate_name("card"))(exchange)
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=translate_name("exchange"),
            description=translate_text(T("Choose the card you pass"), texts),
            callback=exchange,
        )
        command.autocomplete("card")(complete)
        return command


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(DogRoyal(bot))
