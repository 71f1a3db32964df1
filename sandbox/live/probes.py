"""The probes that a bot can make alone, as a table: what each sends, and what the answer must be.

They are made in this order, because some use what earlier ones have made (`save`).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from sandbox.live.kit import MARK, Kit, Said

V2: Final = 1 << 15
NOWHERE: Final = "100000000000000001"
"""An id that no channel, message or server has."""

FORM: Final = (400, 50035)


def _picture() -> bytes:
    """Make the smallest PNG: one grey pixel."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")


PICTURE: Final = _picture()
FILE: Final = (("kit.png", PICTURE),)


class Probe(NamedTuple):
    """One request. `expects`: status, and error code if there is one. `shows`: what the answer must be like besides;
    `save`: remember the `id` of the answer by this name; `made`: the path to delete what it has made."""

    id: str
    method: str
    path: str
    body: Any = None
    expects: tuple[int, int] = (200, 0)
    shows: Callable[[Any, Mapping[str, str]], bool] = lambda _body, _known: True
    save: str = ""
    made: str = ""
    files: tuple[tuple[str, bytes], ...] = ()
    raw: str | None = None
    token: str | None = None


SEND: Final = "/channels/{channel}/messages"


def text(content: str = MARK) -> dict[str, Any]:
    return {"type": 10, "content": content}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def button(number: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": f"{MARK} {number}", "custom_id": f"kit{number}"} | more


def menu(count: int, **more: Any) -> dict[str, Any]:
    options = [{"label": f"{number}", "value": f"{number}"} for number in range(count)]
    return {"type": 3, "custom_id": "kit-menu", "options": options} | more


def gallery(*names: str, **more: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}} | more for name in names]}


def layout(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(parts), "allowed_mentions": {"parse": []}} | more


def refuse(name: str, *parts: dict[str, Any], **more: Any) -> Probe:
    """A layout that Discord refuses as a form error. Should it be taken, it is deleted afterwards."""
    return Probe(name, "POST", SEND, layout(text(), *parts, **more), FORM, made=f"{SEND}/{{id}}")


def _has_gallery(body: Any, _: Mapping[str, str]) -> bool:
    media = body["components"][1]["items"][0]["media"]
    return (
        bool(media.get("attachment_id")) and not body["attachments"] and media["url"].split("?")[0].endswith("kit.png")
    )


def _keep(known_name: str = "kit.png") -> dict[str, Any]:
    return {"id": "{file}", "filename": known_name}


NEW_FILE: Final = {"id": 0, "filename": "kit.png"}
EDIT: Final = "/channels/{channel}/messages/{shown}"

PROBES: Final[tuple[Probe, ...]] = (
    # who and where
    Probe("own-user", "GET", "/users/@me", shows=lambda body, known: body["id"] == known["me"] and body["bot"]),
    Probe("own-application", "GET", "/applications/@me", shows=lambda body, _: "flags" in body, save="application"),
    Probe(
        "own-guilds", "GET", "/users/@me/guilds", shows=lambda body, known: known["guild"] in {g["id"] for g in body}
    ),
    Probe("guild-get", "GET", f"/guilds/{NOWHERE}", expects=(404, 10004)),
    Probe(
        "channels-list",
        "GET",
        "/guilds/{guild}/channels",
        shows=lambda body, known: any(c["id"] == known["channel"] for c in body),
    ),
    Probe("channel-get", "GET", f"/channels/{NOWHERE}", expects=(404, 10003)),
    Probe(
        "member-get", "GET", "/guilds/{guild}/members/{me}", shows=lambda body, known: body["user"]["id"] == known["me"]
    ),
    Probe("user-get", "GET", f"/users/{NOWHERE}", expects=(404, 10013)),
    Probe(
        "roles-get", "GET", "/guilds/{guild}/roles", shows=lambda body, known: known["guild"] in {r["id"] for r in body}
    ),
    Probe("threads-active", "GET", "/guilds/{guild}/threads/active", shows=lambda body, _: "threads" in body),
    Probe(
        "gateway-url",
        "GET",
        "/gateway/bot",
        shows=lambda body, _: body["url"].startswith("ws") and body["session_start_limit"]["remaining"] > 0,
    ),
    Probe("commands-read", "GET", "/applications/{me}/commands", shows=lambda body, _: isinstance(body, list)),
    Probe("commands-foreign-app", "GET", "/applications/{me}/commands/" + NOWHERE, expects=(404, 10063)),
    Probe("emoji-list", "GET", "/applications/{me}/emojis", shows=lambda body, _: isinstance(body["items"], list)),
    # errors of every route
    Probe("error-unauthorised", "GET", "/users/@me", expects=(401, 0), token="no"),  # noqa: S106 - no password, and no token
    Probe("error-no-route", "GET", "/slowboat", expects=(404, 0)),
    Probe("error-json", "POST", SEND, raw="{", expects=(400, 50109)),
    Probe(
        "error-form",
        "POST",
        SEND,
        {"content": "x" * 2001},
        FORM,
        lambda body, _: "_errors" in body["errors"]["content"],
    ),
    Probe("message-content-2000", "POST", SEND, {"content": f"{MARK} " + "x" * 2_000}, FORM),
    Probe("message-empty", "POST", SEND, {"content": ""}, (400, 50006)),
    Probe("dm-invalid", "POST", "/users/@me/channels", {"recipient_id": NOWHERE}, (400, 50033)),
    Probe("dm-to-bot", "POST", "/users/@me/channels", {"recipient_id": "{me}"}, (400, 50007)),
    # messages
    Probe(
        "message-create",
        "POST",
        SEND,
        {"content": MARK},
        shows=lambda body, known: body["author"]["id"] == known["me"],
        save="message",
        made=f"{SEND}/{{id}}",
    ),
    Probe("limit-headers", "GET", SEND + "/{message}"),
    Probe("message-fetch", "GET", f"{SEND}/{NOWHERE}", expects=(404, 10008)),
    Probe(
        "message-history",
        "GET",
        SEND + "?limit=1",
        shows=lambda body, known: [m["id"] for m in body] == [known["message"]],
    ),
    Probe(
        "message-edit",
        "PATCH",
        SEND + "/{message}",
        {"content": f"{MARK}, edited"},
        shows=lambda body, _: bool(body["edited_timestamp"]),
    ),
    Probe(
        "edit-left-out",
        "PATCH",
        SEND + "/{message}",
        {"flags": 4},
        shows=lambda body, _: body["content"] == f"{MARK}, edited",
    ),
    Probe("reply-unknown", "POST", SEND, {"content": MARK, "message_reference": {"message_id": NOWHERE}}, FORM),
    Probe(
        "mentions-exclusive",
        "POST",
        SEND,
        {"content": MARK, "allowed_mentions": {"parse": ["users"], "users": ["{me}"]}},
        FORM,
    ),
    Probe("nonce-25", "POST", SEND, {"content": MARK, "nonce": "x" * 26}, FORM),
    Probe(
        "nonce-enforced",
        "POST",
        SEND,
        {"content": MARK, "nonce": "kit-{now}", "enforce_nonce": True},
        save="first",
        made=f"{SEND}/{{id}}",
    ),
    Probe(
        "nonce-enforced",
        "POST",
        SEND,
        {"content": MARK, "nonce": "kit-{now}", "enforce_nonce": True},
        shows=lambda body, known: body["id"] == known["first"],
    ),
    Probe("message-delete", "DELETE", SEND + "/{first}", expects=(204, 0)),
    Probe("message-delete-twice", "DELETE", SEND + "/{first}", expects=(404, 10008)),
    Probe(
        "nonce-of-deleted",
        "POST",
        SEND,
        {"content": MARK, "nonce": "kit-{now}", "enforce_nonce": True},
        (404, 10008),
        made=f"{SEND}/{{id}}",
    ),
    # layouts
    Probe("v2-flag", "POST", SEND, {"content": MARK, "flags": V2, "components": [text()]}, FORM, made=f"{SEND}/{{id}}"),
    refuse("components-40", *[text() for _ in range(40)]),
    refuse("text-4000", text("x" * 4_000)),
    refuse("text-display-empty", text(" ")),
    refuse("rows-five-buttons", row(*map(button, range(6)))),
    refuse("button-label", row(button(label="x" * 81))),
    refuse("button-link", row({"type": 2, "style": 5, "label": MARK})),
    refuse("spaces-trimmed", row(button(label=" "))),
    refuse("custom-id", row(button(custom_id="x" * 101))),
    refuse("custom-id", row(button(), button())),
    refuse("component-id-unique", text() | {"id": 7}, text() | {"id": 7}),
    refuse("select-25", row(menu(26))),
    refuse("select-bounds", row(menu(2, max_values=3))),
    refuse("emoji-unicode", row(button(emoji={"name": "no emoji"}))),
    refuse("nesting", row(row(button()))),
    refuse("gallery-ten", gallery()),
    refuse("attachment-names", gallery("nothing.png")),
    Probe("unknown-keys", "POST", SEND, layout(text()) | {"slowboat": 1}, save="plain", made=f"{SEND}/{{id}}"),
    Probe("v2-flag-stays", "PATCH", SEND + "/{plain}", {"flags": 0, "components": [text()]}, FORM),
    # files
    Probe(
        "file-multipart",
        "POST",
        SEND,
        layout(text(), gallery("kit.png"), attachments=[NEW_FILE]),
        files=FILE,
        save="shown",
        made=f"{SEND}/{{id}}",
    ),
    Probe("attachments-hidden", "GET", EDIT, shows=_has_gallery, save="shown"),
    Probe("media-attachment-id", "GET", EDIT, shows=_has_gallery, save="shown"),
    Probe("cdn-name-in-path", "GET", EDIT, shows=_has_gallery),
    Probe(
        "kept-by-id-and-name", "PATCH", EDIT, layout(text(), gallery("kit.png"), attachments=[{"id": "{file}"}]), FORM
    ),
    Probe(
        "kept-by-id-and-name",
        "PATCH",
        EDIT,
        layout(text(), gallery("kit.png"), attachments=[_keep()]),
        shows=_has_gallery,
    ),
    Probe("kept-shown-without-list", "PATCH", EDIT, layout(text(), gallery("kit.png")), FORM),
    Probe(
        "edit-shows-new-file",
        "PATCH",
        EDIT,
        layout(text(), gallery("kit.png"), attachments=[NEW_FILE]),
        shows=_has_gallery,
        files=FILE,
    ),
    Probe(
        "edit-lists-files", "PATCH", EDIT, layout(text(), attachments=[]), shows=lambda body, _: not body["attachments"]
    ),
    Probe(
        "alt-text-1024",
        "POST",
        SEND,
        layout(text(), gallery("kit.png", description="x" * 1_025), attachments=[NEW_FILE]),
        FORM,
        files=FILE,
        made=f"{SEND}/{{id}}",
    ),
    # threads
    Probe(
        "thread-from-message",
        "POST",
        SEND + "/{message}/threads",
        {"name": MARK, "auto_archive_duration": 60},
        (201, 0),
        lambda body, known: body["id"] == known["message"],
        save="thread",
    ),
    Probe("thread-from-message", "POST", SEND + "/{message}/threads", {"name": MARK}, (400, 160004)),
    Probe("thread-send-joins", "POST", "/channels/{thread}/messages", {"content": MARK}, save="inside"),
    Probe("thread-members", "GET", "/channels/{thread}/thread-members/{me}"),
    Probe(
        "channel-edit",
        "PATCH",
        "/channels/{thread}",
        {"archived": True},
        shows=lambda body, _: body["thread_metadata"]["archived"],
    ),
    Probe("thread-edit-archived", "PATCH", "/channels/{thread}/messages/{inside}", {"content": MARK}, (400, 50083)),
    Probe("thread-send-wakes", "POST", "/channels/{thread}/messages", {"content": MARK}),
    Probe(
        "thread-unarchive", "GET", "/channels/{thread}", shows=lambda body, _: not body["thread_metadata"]["archived"]
    ),
    Probe(
        "threads-archived",
        "GET",
        "/channels/{channel}/threads/archived/public",
        shows=lambda body, _: "threads" in body,
    ),
    # emoji of the application
    Probe(
        "emoji-create",
        "POST",
        "/applications/{me}/emojis",
        {"name": "slowboat_kit", "image": "{image}"},
        (201, 0),
        save="emoji",
    ),
    Probe("emoji-create", "POST", "/applications/{me}/emojis", {"name": "slowboat_kit", "image": "{image}"}, FORM),
    Probe(
        "emoji-no-permission",
        "POST",
        SEND,
        layout(text(), row(button(emoji={"id": "{emoji}", "name": "slowboat_kit"}))),
        made=f"{SEND}/{{id}}",
    ),
    Probe("emoji-delete", "DELETE", "/applications/{me}/emojis/{emoji}", expects=(204, 0)),
)


async def run(kit: Kit, probe: Probe) -> str:
    """Make a probe. Returns what differed from what is expected, "" if nothing did."""
    said = await kit.ask(probe.method, probe.path, probe.body, files=probe.files, raw=probe.raw, token=probe.token)
    number = str(said.body.get("id", "")) if isinstance(said.body, dict) else ""
    if number and probe.save:
        kit.known[probe.save] = number
        note_file(kit, said)
    if number and probe.made and said.status < 300:
        kit.made.append(kit.fill(probe.made).replace("{id}", number))
    if (said.status, said.code) != probe.expects:
        return f"expected {probe.expects}, got {(said.status, said.code)}{name_errors(said)}"
    try:
        return "" if probe.shows(said.body, kit.known) else "the answer has another form than expected"
    except (KeyError, IndexError, TypeError) as error:
        return f"the answer lacks {error!r}"


def note_file(kit: Kit, said: Said) -> None:
    """Remember the id of the file that a message shows."""
    for part in said.body.get("components") or ():
        for item in part.get("items") or ():
            kit.known["file"] = str(item["media"].get("attachment_id") or "")


def name_errors(said: Said) -> str:
    """List the codes of a form error, which hold no ids or names."""
    found: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            found.extend(str(each.get("code")) for each in value.get("_errors") or ())
            for each in value.values():
                walk(each)

    walk(said.body.get("errors") if isinstance(said.body, dict) else None)
    return f" ({', '.join(found)})" if found else ""
