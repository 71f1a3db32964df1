"""Rules for messages: content, embeds, attachments, mentions, and the limits of Components V2.

Sources: https://docs.discord.com/developers/resources/message#create-message,
https://docs.discord.com/developers/components/reference
"""

from __future__ import annotations

from collections.abc import Iterator

from sandbox import errors
from sandbox.discord.components import Kind, list_texts, walk_media
from sandbox.discord.composing import ATTACHMENT, clean_name
from sandbox.discord.model import MessageFlag
from sandbox.errors import Problem
from sandbox.validate.rules import Rule, Subject, bad_length, duplicates, too_long

V1_TOP = frozenset({Kind.ROW})
V2_TOP = frozenset({Kind.ROW, Kind.SECTION, Kind.TEXT, Kind.GALLERY, Kind.FILE, Kind.SEPARATOR, Kind.CONTAINER})

EMBED_LIMITS = (("title", 256), ("description", 4096))
EMBED_PARTS = (("footer", "text", 2048), ("author", "name", 256))


def content_over_2000(subject: Subject) -> Iterator[Problem]:
    yield from too_long((*subject.at, "content"), subject.data.get("content"), 2000)


def empty_message(subject: Subject) -> Iterator[Problem]:
    """Refuse with 50006, not a form error. An edit is judged by the message that results from it."""
    body, edited = subject.data, subject.edited
    old = {"content": edited.content, "embeds": edited.embeds, "components": edited.components} if edited else {}
    left = {**old, **{key: body[key] for key in ("content", "embeds", "components") if key in body}}
    files = bool(subject.files) or bool(edited and edited.attachments and body.get("attachments") != [])
    filled = (left.get("content") or "").strip() or left.get("embeds") or left.get("components")
    if not (filled or files or body.get("sticker_ids") or body.get("poll")):
        raise errors.EMPTY_MESSAGE()
    yield from ()


def more_than_10_embeds(subject: Subject) -> Iterator[Problem]:
    yield from bad_length((*subject.at, "embeds"), subject.data.get("embeds"), 0, 10)


def embed_part_too_long(subject: Subject) -> Iterator[Problem]:
    for index, embed in enumerate(subject.data.get("embeds") or ()):
        at = (*subject.at, "embeds", index)
        for key, limit in EMBED_LIMITS:
            yield from too_long((*at, key), embed.get(key), limit)
        for part, key, limit in EMBED_PARTS:
            yield from too_long((*at, part, key), (embed.get(part) or {}).get(key), limit)
        fields = embed.get("fields") or []
        yield from bad_length((*at, "fields"), fields, 0, 25)
        for number, field in enumerate(fields):
            yield from bad_length((*at, "fields", number, "name"), field.get("name"), 1, 256)
            yield from bad_length((*at, "fields", number, "value"), field.get("value"), 1, 1024)


def embeds_over_6000(subject: Subject) -> Iterator[Problem]:
    """Limit the texts of all embeds together."""
    total = 0
    for embed in subject.data.get("embeds") or ():
        total += sum(len(embed.get(key) or "") for key, _ in EMBED_LIMITS)
        total += sum(len((embed.get(part) or {}).get(key) or "") for part, key, _ in EMBED_PARTS)
        total += sum(len(f.get("name") or "") + len(f.get("value") or "") for f in embed.get("fields") or ())
    if total > 6000:
        yield Problem((*subject.at, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def poll_in_an_edit(subject: Subject) -> Iterator[Problem]:
    """Refuse a poll in an edit, but not in one that ends "thinking…", which is an answer."""
    if subject.data.get("poll") and subject.edited is not None and not subject.edited.deferred:
        yield Problem((*subject.at, "poll"), "POLL_FORBIDDEN_IN_EDIT", "A poll cannot be added to a message")


def more_than_5_rows(subject: Subject) -> Iterator[Problem]:
    if not subject.v2:
        yield from bad_length((*subject.at, "components"), subject.data.get("components"), 0, 5)


def component_at_wrong_place(subject: Subject) -> Iterator[Problem]:
    """Require rows at the top, or with the V2 flag the components that V2 allows. (Inside:
    `components.child_not_allowed`.)"""
    allowed = V2_TOP if subject.v2 else V1_TOP
    for index, component in enumerate(subject.data.get("components") or ()):
        if component["type"] not in allowed:
            kinds = ", ".join(str(int(k)) for k in sorted(allowed))
            at = (*subject.at, "components", index, "type")
            yield Problem(at, "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({kinds}).')


def v2_with_legacy_fields(subject: Subject) -> Iterator[Problem]:
    if subject.v2:
        for key in ("content", "embeds", "sticker_ids", "poll"):
            if subject.data.get(key):
                yield Problem(
                    (*subject.at, key),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )


def v2_flag_removed(subject: Subject) -> Iterator[Problem]:
    flags, edited = subject.data.get("flags"), subject.edited
    kept = flags is None or flags & MessageFlag.COMPONENTS_V2
    if edited and edited.flags & MessageFlag.COMPONENTS_V2 and not kept:
        yield Problem(
            (*subject.at, "flags"),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The IS_COMPONENTS_V2 flag cannot be removed from a message",
        )


def v2_added_over_content(subject: Subject) -> Iterator[Problem]:
    """Require that an edit to V2 clears the old content and embeds in the same request."""
    body, edited = subject.data, subject.edited
    if edited is None or not subject.v2 or edited.flags & MessageFlag.COMPONENTS_V2:
        return
    for key, old in (("content", edited.content), ("embeds", edited.embeds)):
        if old and key not in body:
            yield Problem(
                (*subject.at, key),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def more_than_40_components(subject: Subject) -> Iterator[Problem]:
    if sum(1 for _ in subject.components()) > 40:
        at = (*subject.at, "components")
        yield Problem(at, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed 40")


def v2_text_over_4000(subject: Subject) -> Iterator[Problem]:
    if sum(map(len, list_texts(subject.data.get("components") or ()))) > 4000:
        yield Problem(
            (*subject.at, "components"),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            "The displayable text size cannot exceed 4000",
        )


def v2_text_over_10170_bytes(subject: Subject) -> Iterator[Problem]:
    """Fail with 500, as Discord does where the texts are too long in UTF-8, with 12 bytes more for each. Source:
    discord/discord-api-docs#8554.
    """
    if sum(len(words.encode()) + 12 for words in list_texts(subject.data.get("components") or ())) > 10_170:
        raise errors.SERVER_ERROR()
    yield from ()


def _names(subject: Subject) -> set[str]:
    """Collect the file names that `attachment://` may use: the request's own, and those the message keeps and the
    request lists by id and name."""
    described = {str(a.get("id")): a for a in subject.data.get("attachments") or ()}
    told = {key: clean_name(str(a["filename"])) for key, a in described.items() if a.get("filename")}
    names = {told.get(str(i)) or clean_name(f.filename) for i, f in subject.files.items()}
    if subject.edited is not None:
        names |= {a.filename for a in subject.edited.attachments if told.get(str(a.id)) == a.filename}
    return names


def attachment_without_its_file(subject: Subject) -> Iterator[Problem]:
    names = _names(subject)
    shown = [(at, item) for place, part in subject.components() for at, item in walk_media(part, place)]
    shown += [
        ((*subject.at, "embeds", index, key), embed[key])
        for index, embed in enumerate(subject.data.get("embeds") or ())
        for key in ("image", "thumbnail")
        if embed.get(key)
    ]
    for at, item in shown:
        url = str(item.get("url") or "")
        if url.startswith(ATTACHMENT) and clean_name(url.removeprefix(ATTACHMENT)) not in names:
            yield Problem(
                (*at, "url"),
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                "The referenced attachment was not found",
            )


def media_url_of_wrong_kind(subject: Subject) -> Iterator[Problem]:
    """Require attachments for files shown; other media may also be on the web."""
    for place, part in subject.components():
        schemes = (ATTACHMENT,) if part["type"] == Kind.FILE else (ATTACHMENT, "http://", "https://")
        for at, item in walk_media(part, place):
            if not str(item.get("url") or "").startswith(schemes):
                allowed = ", ".join(f"'{s.removesuffix('://')}'" for s in schemes)
                yield Problem((*at, "url"), "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of ({allowed}).")


def more_than_10_attachments(subject: Subject) -> Iterator[Problem]:
    count = max(len(subject.data.get("attachments") or ()), len(subject.files))
    if count > 10:
        yield Problem((*subject.at, "attachments"), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")


def described_file_not_sent(subject: Subject) -> Iterator[Problem]:
    """Require a file of the request for each small id in `attachments`, which is its index."""
    for index, described in enumerate(subject.data.get("attachments") or ()):
        number = str(described.get("id"))
        if number.isdecimal() and int(number) < 1000 and int(number) not in subject.files:
            at = (*subject.at, "attachments", index, "id")
            yield Problem(at, "ATTACHMENT_NOT_FOUND", f"No file was sent as files[{number}]")


def alt_text_length(subject: Subject) -> Iterator[Problem]:
    for index, described in enumerate(subject.data.get("attachments") or ()):
        yield from too_long((*subject.at, "attachments", index, "description"), described.get("description"), 1024)
    for at, part in subject.components():
        if part["type"] == Kind.THUMBNAIL:
            yield from bad_length((*at, "description"), part.get("description"), 1, 1024)
        if part["type"] == Kind.GALLERY:
            for number, item in enumerate(part.get("items") or ()):
                yield from bad_length((*at, "items", number, "description"), item.get("description"), 1, 1024)


def mentions_both_parsed_and_listed(subject: Subject) -> Iterator[Problem]:
    allowed = subject.data.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            yield Problem(
                (*subject.at, "allowed_mentions"),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def more_than_100_mentions(subject: Subject) -> Iterator[Problem]:
    allowed = subject.data.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        yield from bad_length((*subject.at, "allowed_mentions", kind), allowed.get(kind), 0, 100)


def nonce_over_25(subject: Subject) -> Iterator[Problem]:
    yield from too_long((*subject.at, "nonce"), subject.data.get("nonce"), 25)


def duplicate_attachment_ids(subject: Subject) -> Iterator[Problem]:
    described = enumerate(subject.data.get("attachments") or ())
    found = (((*subject.at, "attachments", index, "id"), str(a.get("id"))) for index, a in described)
    yield from duplicates(found, "ATTACHMENT_ID_DUPLICATED", "Attachment ids must be unique")


RULES: tuple[Rule, ...] = (
    content_over_2000,
    more_than_10_embeds,
    embed_part_too_long,
    embeds_over_6000,
    poll_in_an_edit,
    more_than_5_rows,
    component_at_wrong_place,
    v2_with_legacy_fields,
    v2_flag_removed,
    v2_added_over_content,
    more_than_40_components,
    v2_text_over_4000,
    v2_text_over_10170_bytes,
    attachment_without_its_file,
    media_url_of_wrong_kind,
    more_than_10_attachments,
    described_file_not_sent,
    duplicate_attachment_ids,
    alt_text_length,
    mentions_both_parsed_and_listed,
    more_than_100_mentions,
    nonce_over_25,
    empty_message,
)
