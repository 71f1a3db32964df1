"""Probes of channels, threads, permissions, people, commands and emoji, as a table of requests."""

from __future__ import annotations

import base64
from typing import Final

from sandbox.live.asking import FORM, Ask, Probe
from sandbox.live.bodies import MESSAGES, PICTURE, button, post_first, row

CHANNEL = "/channels/{channel}"
THREAD = "/channels/{thread}"
GUILD = "/guilds/{guild}"
APP = "/applications/{app}"
COMMANDS = "/applications/{app}/guilds/{guild}/commands"
IMAGE = f"data:image/png;base64,{base64.b64encode(PICTURE).decode()}"
PREFIX = "slowboat-probe"
"""What the names of everything begin with that the kit makes."""
EMOJI = "slowboat_probe"

OPEN = Ask(
    "POST", f"{CHANNEL}/threads", {"name": PREFIX, "type": 11}, status=201, has={"type": 11}, keep={"thread": "id"}
)
WRITE = Ask("POST", f"{THREAD}/messages", {"content": "probe"}, keep={"message": "id"})
ARCHIVE = Ask("PATCH", THREAD, {"archived": True}, has={"thread_metadata.archived": True})
LEAVE = Ask("DELETE", f"{THREAD}/thread-members/@me", status=204)
JOIN = f"{THREAD}/thread-members/@me"
START = "/channels/{channel}/messages/{message}/threads"
FILE = (("a.txt", b"probe"),)

SEND, ATTACH, HISTORY, EXTERNAL_EMOJI, SEND_IN_THREADS = 1 << 11, 1 << 15, 1 << 16, 1 << 18, 1 << 38


def without(bit: int, *asks: Ask) -> tuple[Ask, ...]:
    """Take a permission from the bot in the kit's second channel, and give it back."""
    return (
        Ask("PUT", "/channels/{spare}/permissions/{me}", {"type": 1, "allow": "0", "deny": str(bit)}, status=204),
        *asks,
    )


GIVE_BACK = Ask("DELETE", "/channels/{spare}/permissions/{me}", status=(204, 404))
"""Sent after every probe that takes a permission, also if it differs."""
SPARE = "/channels/{spare}/messages"

PERMISSION_PROBES: Final[tuple[Probe, ...]] = (
    (
        "emoji-no-permission",
        (
            Ask("POST", f"{APP}/emojis", {"name": f"{EMOJI}_3", "image": IMAGE}, status=201, keep={"emoji": "id"}),
            *without(
                EXTERNAL_EMOJI,
                Ask("POST", SPARE, {"components": [row(button(emoji={"id": "{emoji}", "name": f"{EMOJI}_3"}))]}),
            ),
        ),
    ),
    ("permissions-send", without(SEND, Ask("POST", SPARE, {"content": "probe"}, status=403, code=50013))),
    ("permissions-attach", without(ATTACH, Ask("POST", SPARE, {}, files=FILE, status=403, code=50013))),
    ("history-without-permission", without(HISTORY, Ask("GET", SPARE, status=(200, 403)))),
    (
        "thread-send-permission",
        without(
            SEND,
            Ask("POST", "/channels/{spare}/threads", {"name": PREFIX, "type": 11}, status=201, keep={"thread": "id"}),
            WRITE,
        ),
    ),
    (
        "permissions-thread-code",
        (
            Ask("POST", "/channels/{spare}/threads", {"name": PREFIX, "type": 11}, status=201, keep={"thread": "id"}),
            *without(
                SEND_IN_THREADS,
                Ask("POST", f"{THREAD}/messages", {"content": "probe"}, status=403, code=(50001, 50013)),
            ),
        ),
    ),
)

CHANNEL_PROBES: Final[tuple[Probe, ...]] = (
    (
        "channel-get",
        (
            Ask("GET", CHANNEL, has={"id": "{channel}", "type": 0, "guild_id": "{guild}"}),
            Ask("GET", "/channels/1", status=404, code=10003),
        ),
    ),
    ("channel-edit", (Ask("PATCH", CHANNEL, {"topic": "probe"}, has={"id": "{channel}"}),)),
    ("channels-list", (Ask("GET", f"{GUILD}/channels", has={"": list, "0.id": str, "0.type": int}),)),
    (
        "channel-slowmode",
        (
            Ask("PATCH", CHANNEL, {"rate_limit_per_user": 60}),
            post_first(),
            post_first(),
            Ask("PATCH", CHANNEL, {"rate_limit_per_user": 0}),
        ),
    ),
    ("thread-not-here", (OPEN, Ask("POST", f"{THREAD}/threads", {"name": PREFIX, "type": 11}, status=400, code=50024))),
    (
        "thread-create",
        (
            Ask("POST", f"{CHANNEL}/threads", {"name": PREFIX}, status=201, has={"type": 12, "parent_id": "{channel}"}),
            OPEN,
        ),
    ),
    (
        "thread-from-message",
        (
            post_first(),
            Ask("POST", START, {"name": PREFIX}, status=201, has={"id": "{message}"}),
            Ask("POST", START, {"name": PREFIX}, status=400, code=160004),
        ),
    ),
    ("thread-announced", (OPEN, Ask("GET", f"{MESSAGES}?limit=1", has={"0.type": 18}))),
    (
        "thread-members",
        (
            OPEN,
            Ask("GET", f"{THREAD}/thread-members", has={"0.user_id": "{me}"}),
            LEAVE,
            Ask("GET", f"{THREAD}/thread-members/{{me}}", status=404, code=10007),
        ),
    ),
    ("thread-join", (OPEN, LEAVE, Ask("PUT", JOIN, status=204), ARCHIVE, Ask("PUT", JOIN, status=400, code=50083))),
    ("threads-active", (OPEN, Ask("GET", f"{GUILD}/threads/active", has={"threads.0.id": str, "members": list}))),
    (
        "threads-archived",
        (
            OPEN,
            ARCHIVE,
            Ask("GET", f"{CHANNEL}/threads/archived/public", has={"threads.0.id": "{thread}", "has_more": bool}),
        ),
    ),
    (
        "thread-send-wakes",
        (OPEN, ARCHIVE, WRITE, Ask("GET", THREAD, has={"thread_metadata.archived": False})),
    ),
    ("thread-send-joins", (OPEN, LEAVE, WRITE, Ask("GET", f"{THREAD}/thread-members/{{me}}", has={"user_id": "{me}"}))),
    (
        "thread-edit-archived",
        (
            OPEN,
            WRITE,
            ARCHIVE,
            Ask("PATCH", f"{THREAD}/messages/{{message}}", {"content": "x"}, status=400, code=50083),
        ),
    ),
    (
        "thread-unarchive",
        (OPEN, ARCHIVE, Ask("PATCH", THREAD, {"archived": False}, has={"thread_metadata.archived": False})),
    ),
    ("thread-lock-archived", (OPEN, ARCHIVE, Ask("PATCH", THREAD, {"locked": True}, status=400, code=50083))),
)

PEOPLE_PROBES: Final[tuple[Probe, ...]] = (
    ("own-user", (Ask("GET", "/users/@me", has={"id": "{me}", "bot": True, "username": str}),)),
    ("own-guilds", (Ask("GET", "/users/@me/guilds", has={"0.id": str, "0.permissions": str}),)),
    ("own-application", (Ask("GET", "/oauth2/applications/@me", has={"id": "{app}"}), Ask("GET", "/applications/@me"))),
    ("user-get", (Ask("GET", "/users/{me}", has={"id": "{me}"}), Ask("GET", "/users/1", status=404, code=10013))),
    (
        "member-get",
        (
            Ask("GET", f"{GUILD}/members/{{me}}", has={"user.id": "{me}", "roles": list}),
            Ask("GET", f"{GUILD}/members/1", status=404, code=10013),
        ),
    ),
    ("dm-invalid", (Ask("POST", "/users/@me/channels", {"recipient_id": "1"}, status=400, code=50033),)),
    ("dm-to-bot", (Ask("POST", "/users/@me/channels", {"recipient_id": "{me}"}, status=400, code=50007),)),
    ("guild-get", (Ask("GET", GUILD, has={"id": "{guild}"}), Ask("GET", "/guilds/1", status=404, code=10004))),
    (
        "roles-get",
        (
            Ask("GET", f"{GUILD}/roles", has={"0.id": str, "0.permissions": str}),
            Ask("GET", f"{GUILD}/roles/{{guild}}", has={"id": "{guild}"}),
            Ask("GET", f"{GUILD}/roles/1", status=404, code=10011),
        ),
    ),
)


def command(**more: object) -> dict[str, object]:
    """Build a command of the test server."""
    return {"name": PREFIX, "description": "A probe", **more}


def refuse_command(**more: object) -> Ask:
    """Create a command that Discord refuses."""
    return Ask("POST", COMMANDS, command(**more), status=400, code=FORM)


OPTIONS = [{"type": 3, "name": f"o{number}", "description": "probe"} for number in range(26)]

APPLICATION_PROBES: Final[tuple[Probe, ...]] = (
    (
        "commands-read",
        (Ask("GET", f"{APP}/commands", has={"": list}), Ask("GET", f"{APP}/commands/1", status=404, code=10063)),
    ),
    ("commands-foreign-app", (Ask("GET", "/applications/1/commands", status=403, code=20012),)),
    ("commands-names", (refuse_command(name="Slowboat Probe"), refuse_command(description="x" * 101))),
    ("commands-8000", (refuse_command(options=OPTIONS),)),
    ("commands-locales", (refuse_command(name_localizations={"xx": PREFIX}),)),
    (
        "emoji-list",
        (
            Ask("GET", f"{APP}/emojis", has={"items": list}),
            Ask("GET", f"{APP}/emojis/1", status=(400, 404), code=10014),
        ),
    ),
    (
        "emoji-create",
        (
            Ask("POST", f"{APP}/emojis", {"name": f"{EMOJI}_1", "image": IMAGE}, status=201, has={"id": str}),
            Ask("POST", f"{APP}/emojis", {"name": f"{EMOJI}_1", "image": IMAGE}, status=400, code=FORM),
        ),
    ),
    (
        "emoji-delete",
        (
            Ask("POST", f"{APP}/emojis", {"name": f"{EMOJI}_2", "image": IMAGE}, status=201, keep={"emoji": "id"}),
            Ask("DELETE", f"{APP}/emojis/{{emoji}}", status=204),
            Ask("DELETE", f"{APP}/emojis/{{emoji}}", status=(400, 404), code=10014),
        ),
    ),
    (
        "gateway-url",
        (Ask("GET", "/gateway/bot", has={"url": str, "shards": int, "session_start_limit.remaining": int}),),
    ),
)
