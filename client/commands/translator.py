"""Translate the names and descriptions of slash commands."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from games.text import Text
from matches.texts import Texts

EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""Where commands work that need no server."""


def translate_name(word: str) -> app_commands.locale_str:
    """Name a command or an option; translated in the context "command" of the catalogues."""
    return app_commands.locale_str(word, name=True)


def translate_text(text: Text, texts: Texts) -> app_commands.locale_str:
    """Describe a command or label a choice."""
    return app_commands.locale_str(texts.say("en")(text), text=text)


class Translator(app_commands.Translator):
    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - the same translation serves everywhere
    ) -> str | None:
        language = self._texts.language(str(locale))
        if language == "en":
            return None
        text = string.extras.get("text")
        if isinstance(text, Text):
            return self._texts.say(language)(text)
        if string.extras.get("name"):
            return self._texts.name(language, string.message)
        return None
