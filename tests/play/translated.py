"""Translate the slash commands once for all bots of a process: each start asks for the same 24,000 translations.

`tests/client/offline.py` translates them afresh for the tests that look at translations.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any
from unittest import mock

from discord import app_commands

_KNOWN: dict[str, dict[str, Any]] = {}
"""The payloads of commands for Discord, by their untranslated form."""


@contextlib.contextmanager
def translate_once() -> Iterator[None]:
    """Keep the translated form of each command that is registered."""
    with contextlib.ExitStack() as stack:
        for kind in (app_commands.Command, app_commands.Group):
            stack.enter_context(mock.patch.object(kind, "get_translated_payload", _kept(kind.get_translated_payload)))
        yield


def _kept(translate: Any) -> Any:
    async def get_translated_payload(command: Any, tree: Any, translator: Any) -> dict[str, Any]:
        if command.parent is not None:
            return dict(await translate(command, tree, translator))
        key = json.dumps(command.to_dict(tree), default=str)
        if key not in _KNOWN:
            _KNOWN[key] = await translate(command, tree, translator)
        return _KNOWN[key]

    return get_translated_payload
