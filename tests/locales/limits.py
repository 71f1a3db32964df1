"""Find texts that are too long for a place, by language."""

from __future__ import annotations

from collections.abc import Iterable

from games.text import Text
from matches.texts import LANGUAGES, Texts

DESCRIPTION = 100
"""Characters of a slash command's, option's or choice's description or label."""


def list_too_long(texts: Iterable[Text], limit: int = DESCRIPTION) -> list[str]:
    """List the sentences longer than `limit`, with their language and length. Names of people are left out."""
    said = ((language, Texts().say(language)(text)) for text in texts for language in LANGUAGES)
    return [f"{language}, {len(sentence)}: {sentence}" for language, sentence in said if len(sentence) > limit]
