"""Translate and check the slash commands once for all bots of a process: each start asks for the same 24,000
translations, and registers the same 200,000 characters.

`tests/support/wire/offline.py` translates them afresh for the tests that look at translations.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from typing import Any
from unittest import mock

import msgspec
from discord import app_commands

from sandbox.validate import Validator

_KNOWN: dict[str, dict[str, Any]] = {}
"""The payloads of commands for Discord, by their untranslated form."""

_VALID: dict[tuple[Any, ...], Any] = {}
"""What the sandbox has read from lists of commands without an error, by validator and digest."""


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


@contextlib.contextmanager
def check_commands_once() -> Iterator[None]:
    """Keep what validators of sandboxes read from a list of commands that they accept."""
    check = Validator.check_request

    def check_request(validator: Validator, method: str, path: str, body: Any, *rest: Any, **options: Any) -> Any:
        if method != "PUT" or not path.endswith("/commands"):
            return check(validator, method, path, body, *rest, **options)
        digest = hashlib.sha256(msgspec.json.encode(body)).digest()
        key = (validator.strict, validator.without, validator.description is None, path, digest)
        if key not in _VALID:
            _VALID[key] = check(validator, method, path, body, *rest, **options)
        return _VALID[key]

    with mock.patch.object(Validator, "check_request", check_request):
        yield
