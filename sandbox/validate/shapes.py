"""The shape of every body the API takes: its keys and their types. Rules check the rest.

Source: https://docs.discord.com/developers/reference and the pages of each resource
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.discord.components import Place
from sandbox.errors import Problem
from sandbox.validate.component_shapes import EMOJI, component
from sandbox.validate.readers import (
    Reader,
    boolean,
    by_type,
    integer,
    many,
    mapping,
    nonce,
    number,
    one_of,
    record,
    scalar,
    snowflake,
    text,
    text_of,
)

FLAGS = integer(0, (1 << 53) - 1)


def bits(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read permissions, a string or a number; returns a string."""
    found = snowflake(value, at, problems)
    if found is not None and int(found) >= 1 << 54:
        problems.append(Problem(at, "BITFIELD_TYPE_INVALID", "Unknown permissions"))
    return found


# -- messages -----------------------------------------------------------------------------------------------------

PICTURE = record({"url": text, "height": integer(), "width": integer(), "description": text})
EMBED = record(
    {
        "type": text,
        "url": text,
        "title": text,
        "color": integer(0, 0xFFFFFF),
        "timestamp": text,
        "description": text,
        "author": record({"name": text, "url": text, "icon_url": text}),
        "image": PICTURE,
        "thumbnail": PICTURE,
        "video": PICTURE,
        "footer": record({"text": text, "icon_url": text}),
        "provider": record({"name": text, "url": text}),
        "fields": many(record({"name": text, "value": text, "inline": boolean}, ("name", "value"))),
    }
)
POLL_TEXT = record({"text": text, "emoji": EMOJI})
POLL = record(
    {
        "question": record({"text": text}, ("text",)),
        "answers": many(record({"poll_media": POLL_TEXT}, ("poll_media",)), 1, 10),
        "duration": integer(1, 768),
        "allow_multiselect": boolean,
        "layout_type": one_of(1),
    },
    ("question", "answers"),
)
MENTIONS = record(
    {
        "parse": many(one_of("users", "roles", "everyone"), distinct=True),
        "users": many(snowflake, distinct=True),
        "roles": many(snowflake, distinct=True),
        "replied_user": boolean,
    }
)
ATTACHMENT = record(
    {
        "id": snowflake,
        "filename": text_of(1, 1024),
        "description": text,
        "title": text_of(0, 1024),
        "is_spoiler": boolean,
        "duration_secs": number,
        "waveform": text_of(0, 400),
    },
    ("id",),
)
MESSAGE_FIELDS: Mapping[str, Reader] = {
    "content": text,
    "embeds": many(EMBED),
    "allowed_mentions": MENTIONS,
    "components": many(component),
    "attachments": many(ATTACHMENT),
    "flags": FLAGS,
    "sticker_ids": many(snowflake, 0, 3),
    "poll": POLL,
    "tts": boolean,
}
REFERENCE = record(
    {
        "message_id": snowflake,
        "channel_id": snowflake,
        "guild_id": snowflake,
        "fail_if_not_exists": boolean,
        "type": one_of(0, 1),
    },
    ("message_id",),
)
MESSAGE = record(MESSAGE_FIELDS)
NEW_MESSAGE = record(
    {**MESSAGE_FIELDS, "nonce": nonce, "enforce_nonce": boolean, "message_reference": REFERENCE},
)

# -- callbacks ----------------------------------------------------------------------------------------------------

NAMES = mapping(text)
GIVEN_CHOICE = record({"name": text, "value": scalar, "name_localizations": NAMES}, ("name", "value"))
CALLBACK = by_type(
    {
        1: record({"type": one_of(1)}),
        4: record({"type": one_of(4), "data": MESSAGE}),
        5: record({"type": one_of(5), "data": MESSAGE}),
        6: record({"type": one_of(6), "data": MESSAGE}),
        7: record({"type": one_of(7), "data": MESSAGE}),
        8: record({"type": one_of(8), "data": record({"choices": many(GIVEN_CHOICE)}, ("choices",))}, ("data",)),
        9: record(
            {"type": one_of(9), "data": record({"custom_id": text, "title": text, "components": many(component)})},
            ("data",),
        ),
    }
)

# -- commands -----------------------------------------------------------------------------------------------------


def options(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read the options of a command or of an option."""
    return many(OPTION)(value, at, problems)


NAMED: Mapping[str, Reader] = {
    "name": text,
    "name_localizations": NAMES,
    "description": text,
    "description_localizations": NAMES,
    "options": options,
}
OPTION = record(
    {
        **NAMED,
        "type": integer(1, 11),
        "required": boolean,
        "choices": many(GIVEN_CHOICE),
        "autocomplete": boolean,
        "min_value": number,
        "max_value": number,
        "min_length": integer(0, 6000),
        "max_length": integer(1, 6000),
        "channel_types": many(one_of(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16), distinct=True),
    },
    ("type",),
)
COMMAND = record(
    {
        **NAMED,
        "id": snowflake,
        "type": integer(1, 3),
        "default_member_permissions": bits,
        "dm_permission": boolean,
        "nsfw": boolean,
        "contexts": many(one_of(0, 1, 2), 1, distinct=True),
        "integration_types": many(one_of(0, 1), 1, distinct=True),
    }
)

# -- places -------------------------------------------------------------------------------------------------------

ARCHIVE = one_of(60, 1440, 4320, 10080)
SLOWMODE = integer(0, 21600)
THREAD = record(
    {
        "name": text_of(1, 100),
        "auto_archive_duration": ARCHIVE,
        "rate_limit_per_user": SLOWMODE,
        "type": one_of(10, 11, 12),
        "invitable": boolean,
        "message": MESSAGE,
    },
    ("name",),
)
CHANNEL = record(
    {
        "name": text_of(1, 100),
        "topic": text_of(0, 4096),
        "rate_limit_per_user": SLOWMODE,
        "archived": boolean,
        "locked": boolean,
        "invitable": boolean,
        "auto_archive_duration": ARCHIVE,
    }
)

COMMANDS = "/applications/{application_id}/commands"
GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"
BODIES: Mapping[tuple[str, str], Reader] = {
    ("POST", "/channels/{channel_id}/messages"): NEW_MESSAGE,
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): MESSAGE,
    ("POST", "/channels/{channel_id}/messages/bulk-delete"): record(
        {"messages": many(snowflake, 2, 100, distinct=True)}, ("messages",)
    ),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): MESSAGE,
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): MESSAGE,
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): CALLBACK,
    **{("PUT", path): many(COMMAND) for path in (COMMANDS, GUILD_COMMANDS)},
    **{("POST", path): COMMAND for path in (COMMANDS, GUILD_COMMANDS)},
    **{("PATCH", f"{path}/{{command_id}}"): COMMAND for path in (COMMANDS, GUILD_COMMANDS)},
    ("POST", "/channels/{channel_id}/threads"): THREAD,
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): THREAD,
    ("PATCH", "/channels/{channel_id}"): CHANNEL,
    ("PUT", "/channels/{channel_id}/permissions/{overwrite_id}"): record(
        {"type": one_of(0, 1), "allow": bits, "deny": bits}, ("type",)
    ),
    ("POST", "/guilds/{guild_id}/channels"): record({"name": text_of(1, 100)}, ("name",)),
    ("POST", "/users/@me/channels"): record({"recipient_id": snowflake}, ("recipient_id",)),
    ("PATCH", "/users/@me"): record({"username": text_of(2, 32)}, ("username",)),
}
"""The reader of each route's body."""


def read_body(method: str, path: str, body: Any, problems: list[Problem]) -> Any:
    """Read a body as its route takes it; routes without a reader keep it unchanged."""
    reader = BODIES.get((method, path))
    if reader is None:
        return body
    if body is None and method == "PUT" and path.endswith("/commands"):
        return []
    return reader(body, (), problems)
