"""The emoji of the application.

Source: https://docs.discord.com/developers/resources/emoji#emoji-endpoints
"""

from __future__ import annotations

import base64
import binascii
import re

from sandbox import errors
from sandbox.discord.model import ApplicationEmoji, Json
from sandbox.payloads import objects
from sandbox.rest.call import Answer, Call, Route

MOST = 2000
"""Emoji of one application."""
MOST_BYTES = 256 * 1024
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,(.*)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")


async def list_emojis(call: Call) -> Answer:
    _check(call)
    return {"items": [_to_json(call, emoji) for emoji in call.world.emojis.values()]}


async def get_emoji(call: Call) -> Answer:
    return _to_json(call, _find(call))


async def create_emoji(call: Call) -> Answer:
    _check(call)
    body = call.body if isinstance(call.body, dict) else {}
    problems = [] if _NAME.fullmatch(str(body.get("name", ""))) else [_make_problem("name", "STRING_TYPE_REGEX")]
    content = _decode(body.get("image"))
    if content is None:
        problems.append(_make_problem("image", "BASE_TYPE_REQUIRED"))
    elif len(content) > MOST_BYTES:
        problems.append(_make_problem("image", "BINARY_TYPE_MAX_LENGTH"))
    if any(emoji.name == body.get("name") for emoji in call.world.emojis.values()):
        problems.append(_make_problem("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"))
    if problems:
        raise errors.invalid_form_body(problems)
    if len(call.world.emojis) >= MOST:
        raise errors.TOO_MANY_EMOJIS()
    emoji = ApplicationEmoji(call.world.new_id(), body["name"], content or b"")
    call.world.emojis[emoji.id] = emoji
    return 201, _to_json(call, emoji)


async def rename_emoji(call: Call) -> Answer:
    emoji = _find(call)
    name = call.body.get("name") if isinstance(call.body, dict) else None
    if not _NAME.fullmatch(str(name)):
        raise errors.invalid_form_body([_make_problem("name", "STRING_TYPE_REGEX")])
    emoji.name = str(name)
    return _to_json(call, emoji)


async def delete_emoji(call: Call) -> Answer:
    del call.world.emojis[_find(call).id]


def _check(call: Call) -> None:
    if call.id("application_id") != call.world.application.id:
        raise errors.FOREIGN_APPLICATION()


def _find(call: Call) -> ApplicationEmoji:
    _check(call)
    emoji = call.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise errors.UNKNOWN_EMOJI()
    return emoji


def _decode(image: object) -> bytes | None:
    """Decode the data URI of a picture; None for anything else."""
    found = _IMAGE.fullmatch(image) if isinstance(image, str) else None
    if found is None:
        return None
    try:
        return base64.b64decode(found[1], validate=True)
    except binascii.Error:
        return None


def _to_json(call: Call, emoji: ApplicationEmoji) -> Json:
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": objects.user(call.world.bot),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def _make_problem(field: str, code: str) -> errors.Problem:
    return errors.Problem((field,), code, "This value is not valid.")


_ALL = "/applications/{application_id}/emojis"
ROUTES = (
    Route("GET", _ALL, list_emojis),
    Route("POST", _ALL, create_emoji),
    Route("GET", f"{_ALL}/{{emoji_id}}", get_emoji),
    Route("PATCH", f"{_ALL}/{{emoji_id}}", rename_emoji),
    Route("DELETE", f"{_ALL}/{{emoji_id}}", delete_emoji),
)
