"""Translate the names and descriptions of slash commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from games.text import Text
from matches.texts import Texts


def translate_name(word: str) -> app_commands.locale_str:
    """Mark the name of a command or option for translation, in the context "command" of the catalogues."""
    return app_commands.locale_str(word, name=True)


def translate_text(text: Text, texts: Texts) -> app_commands.locale_str:
    """Mark the description of a command, or the label of a choice, for translation."""
    return app_commands.locale_str(texts.say("en")(text), text=text)


def list_choices(labels: Mapping[Any, Text], texts: Texts) -> list[app_commands.Choice[Any]]:
    """List the choices of an option. `labels`: what people read, by the value of each choice."""
    return [app_commands.Choice(name=translate_text(label, texts), value=value) for value, label in labels.items()]


class Translator(app_commands.Translator):
    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._languages = {locale: texts.language(locale.value) for locale in discord.Locale}
        """By locale, because discord.py asks for each word in all of them."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - the same translation serves everywhere
    ) -> str | None:
        language = self._languages[locale]
        if language == "en":
            return None
        text = string.extras.get("text")
        if isinstance(text, Text):
            return self._texts.say(language)(text)
        if string.extras.get("name"):
            return self._texts.name(language, string.message)
        return None
