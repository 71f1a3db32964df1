"""Probes of messages, components, edits and files, as a table of requests."""

from __future__ import annotations

import re
from typing import Final

from sandbox.live.asking import FORM, Ask, Probe
from sandbox.live.bodies import (
    EPHEMERAL,
    MESSAGE,
    MESSAGES,
    PICTURE,
    button,
    edit,
    gallery,
    layout,
    menu,
    post,
    post_first,
    refuse,
    row,
    words,
)

TEXT_FILE = (("a.txt", b"probe"),)
PICTURE_FILE = (("a.png", PICTURE),)
SHOWN = layout(gallery("attachment://a.png"))
SHOWN_ID = "components.0.items.0.media.attachment_id"
OTHER = layout(gallery("attachment://b.png"), attachments=[{"id": 0, "filename": "b.png"}])
NONCE = {"content": "probe", "enforce_nonce": True}
DELETE = Ask("DELETE", MESSAGE, status=204)
BAD_MENTIONS = {"parse": ["users"], "users": ["{me}"]}
TWICE = [{"label": "a", "value": "same"}, {"label": "b", "value": "same"}]

MESSAGE_PROBES: Final[tuple[Probe, ...]] = (
    (
        "message-create",
        (
            post(
                {"content": "probe"},
                has={"content": "probe", "author.id": "{me}", "channel_id": "{channel}", "type": 0},
            ),
        ),
    ),
    (
        "message-fetch",
        (
            post_first(),
            Ask("GET", MESSAGE, has={"id": "{message}", "content": "probe"}),
            Ask("GET", f"{MESSAGES}/1", status=404, code=10008),
        ),
    ),
    (
        "message-history",
        (
            post_first(),
            Ask("GET", f"{MESSAGES}?limit=1", has={"#": 1, "0.id": "{message}"}),
            Ask("GET", f"{MESSAGES}?limit=101", status=400, code=FORM),
        ),
    ),
    ("message-content-2000", (post({"content": "x" * 2000}), refuse({"content": "x" * 2001}))),
    ("message-empty", (refuse({"content": ""}, code=50006),)),
    ("nonce-25", (refuse({"content": "probe", "nonce": "n" * 26}),)),
    (
        "nonce-enforced",
        (post_first({**NONCE, "nonce": "a{run}"}), post({**NONCE, "nonce": "a{run}"}, has={"id": "{message}"})),
    ),
    (
        "nonce-with-files",
        (
            post_first({**NONCE, "nonce": "b{run}"}, files=TEXT_FILE),
            post({**NONCE, "nonce": "b{run}"}, files=TEXT_FILE, has={"id": "{message}"}),
        ),
    ),
    (
        "nonce-of-deleted",
        (post_first({**NONCE, "nonce": "c{run}"}), DELETE, post({**NONCE, "nonce": "c{run}"}, status=404, code=10008)),
    ),
    ("mentions-exclusive", (refuse({"content": "probe", "allowed_mentions": BAD_MENTIONS}),)),
    ("reply-unknown", (refuse({"content": "probe", "message_reference": {"message_id": "1"}}),)),
    ("message-delete", (post_first(), DELETE)),
    ("message-delete-twice", (post_first(), DELETE, Ask("DELETE", MESSAGE, status=404, code=10008))),
    ("embeds-limits", (refuse({"embeds": [{"title": "probe"}] * 11}), refuse({"embeds": [{"title": "x" * 257}]}))),
    ("ephemeral-only-answers", (post({"content": "probe", "flags": EPHEMERAL}, status=(200, 400)),)),
)

COMPONENT_PROBES: Final[tuple[Probe, ...]] = (
    ("v2-flag", (refuse({"components": [words()]}), refuse(layout(words(), content="probe")))),
    ("v2-flag-stays", (post_first(layout(words())), edit({"flags": 0}, status=400, code=FORM))),
    ("components-40", (post(layout(*[words()] * 40)), refuse(layout(*[words()] * 41)))),
    ("text-4000", (post(layout(words("x" * 4000))), refuse(layout(words("x" * 2001), words("x" * 2000))))),
    ("text-4000-unit", (post(layout(words("\N{GRINNING FACE}" * 2100))),)),
    ("text-display-empty", (refuse(layout(words(""))), refuse(layout(words("   "))))),
    (
        "rows-five-buttons",
        (
            refuse({"components": [row(*(button(f"b{number}") for number in range(6)))]}),
            refuse({"components": [row(button(), menu())]}),
        ),
    ),
    (
        "nesting",
        (refuse(layout(button())), refuse(layout({"type": 17, "components": [{"type": 17, "components": []}]}))),
    ),
    ("gallery-ten", (refuse(layout(gallery())), refuse(layout(gallery(*["https://example.com/a.png"] * 11))))),
    ("alt-text-1024", (refuse(layout(gallery("attachment://a.png", description="x" * 1025)), files=PICTURE_FILE),)),
    (
        "custom-id",
        (
            refuse({"components": [row(button(custom_id="x" * 101))]}),
            refuse({"components": [row(button(), button())]}),
        ),
    ),
    ("component-id-unique", (refuse(layout(words(id=5), words(id=5))),)),
    (
        "button-label",
        (
            refuse({"components": [row({"type": 2, "style": 2, "custom_id": "probe"})]}),
            refuse({"components": [row(button("x" * 81, custom_id="probe"))]}),
        ),
    ),
    ("spaces-trimmed", (refuse({"components": [row(button("   ", custom_id="probe"))]}),)),
    (
        "button-link",
        (
            refuse({"components": [row(button(style=5, url="https://example.com"))]}),
            refuse({"components": [row({"type": 2, "style": 5, "label": "Probe"})]}),
        ),
    ),
    (
        "select-25",
        (
            post({"components": [row(menu(options=25))]}),
            refuse({"components": [row(menu(options=26))]}),
            refuse({"components": [row(menu(placeholder="x" * 151))]}),
            refuse({"components": [row({**menu(), "options": TWICE})]}),
        ),
    ),
    (
        "select-bounds",
        (refuse({"components": [row(menu(min_values=26))]}), refuse({"components": [row(menu(max_values=2))]})),
    ),
    ("unknown-keys", (post({"content": "probe", "slowboat_probe": 1}),)),
    ("emoji-unicode", (refuse({"components": [row(button(emoji={"name": "probe"}))]}),)),
)

EDIT_PROBES: Final[tuple[Probe, ...]] = (
    ("message-edit", (post_first(), edit({"content": "changed"}, has={"content": "changed", "edited_timestamp": str}))),
    (
        "edit-left-out",
        (
            post_first({"content": "probe", "components": [row(button())]}),
            edit({"content": "changed"}, has={"components.#": 1, "components.0.components.0.label": "Probe"}),
        ),
    ),
    (
        "edit-lists-files",
        (
            post_first(files=(*TEXT_FILE, ("b.txt", b"more")), file="attachments.0.id"),
            edit({"attachments": [{"id": "{file}"}]}, has={"attachments.#": 1, "attachments.0.filename": "a.txt"}),
        ),
    ),
    ("edit-without-attachments", (post_first(files=TEXT_FILE), edit({"content": "changed"}, has={"attachments.#": 1}))),
    (
        "edit-new-file-alone",
        (
            post_first(files=TEXT_FILE),
            edit({}, files=(("b.txt", b"new"),), has={"attachments.#": 1, "attachments.0.filename": "b.txt"}),
        ),
    ),
    (
        "edit-shows-new-file",
        (post_first(layout(words())), edit(OTHER, files=(("b.png", PICTURE),), has={SHOWN_ID: str})),
    ),
    (
        "kept-by-id-and-name",
        (
            post_first(SHOWN, files=PICTURE_FILE, file=SHOWN_ID),
            edit({**SHOWN, "attachments": [{"id": "{file}", "filename": "a.png"}]}, has={SHOWN_ID: "{file}"}),
            edit({**SHOWN, "attachments": [{"id": "{file}"}]}, status=400, code=FORM),
        ),
    ),
    ("kept-shown-without-list", (post_first(SHOWN, files=PICTURE_FILE), edit(SHOWN, status=400, code=FORM))),
    ("edit-nothing", (post_first(), edit({"content": "probe"}, has={"content": "probe"}))),
)

FILE_PROBES: Final[tuple[Probe, ...]] = (
    ("attachment-names", (refuse(layout(gallery("attachment://missing.png")), files=PICTURE_FILE),)),
    (
        "attachment-names-cleaned",
        (post({}, files=(("a b.txt", b"probe"),), has={"attachments.0.filename": "a_b.txt"}),),
    ),
    ("attachments-hidden", (post(SHOWN, files=PICTURE_FILE, has={"attachments.#": 0}),)),
    ("media-attachment-id", (post(SHOWN, files=PICTURE_FILE, has={SHOWN_ID: re.compile("[0-9]+")}),)),
    (
        "attachment-small-id",
        (
            post(
                {"attachments": [{"id": 0, "filename": "a.txt", "description": "told"}]},
                files=TEXT_FILE,
                has={"attachments.0.description": "told"},
            ),
        ),
    ),
    ("file-multipart", (post({}, files=TEXT_FILE, has={"attachments.0.filename": "a.txt", "attachments.0.size": 5}),)),
    (
        "cdn-name-in-path",
        (post({}, files=TEXT_FILE, has={"attachments.0.url": re.compile(r"https?://[^?]+/a\.txt(\?.*)?")}),),
    ),
)

ERROR_PROBES: Final[tuple[Probe, ...]] = (
    ("error-form", (post({"content": "x" * 2001}, status=400, code=FORM, has={"errors.content._errors.0.code": str}),)),
    ("error-json", (Ask("POST", MESSAGES, raw=b"{", status=400, code=50109),)),
    ("error-unauthorised", (Ask("GET", "/users/@me", authorised=False, status=401, code=0),)),
    (
        "error-no-route",
        (
            Ask("GET", "/slowboat-nowhere", status=404, code=0),
            Ask("DELETE", "/gateway/bot", status=405, code=0),
        ),
    ),
    ("limit-headers", (Ask("GET", "/channels/{channel}", headers=("X-RateLimit-Bucket", "X-RateLimit-Remaining")),)),
)
