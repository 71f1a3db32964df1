"""Rules for embeds, stickers and polls.

Sources: https://docs.discord.com/developers/resources/message#embed-object,
https://docs.discord.com/developers/resources/poll#poll-create-request-object
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlsplit

from sandbox import errors
from sandbox.discord.components import Place
from sandbox.discord.model import Json
from sandbox.errors import Problem
from sandbox.validate.emoji import is_emoji
from sandbox.validate.rules import Rule, Subject, bad_length, is_blank, missing

VISIBLE = ("title", "description", "fields", "image", "thumbnail", "video", "footer", "author")
WEB = ("http", "https")
PICTURES = ("http", "https", "attachment")
ADDRESSES = (("author", "url", WEB), ("author", "icon_url", PICTURES), ("footer", "icon_url", PICTURES))


def bad_url(at: Place, url: str | None, schemes: tuple[str, ...]) -> Iterator[Problem]:
    """Report a text that is not an address, or has another scheme."""
    if not url:
        return
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme and parts.scheme not in schemes:
        known = ", ".join(f"'{scheme}'" for scheme in schemes)
        message = f'Scheme "{parts.scheme[:50]}" is not supported. Scheme must be one of ({known}).'
        yield Problem(at, "URL_TYPE_INVALID_SCHEME", message)
    elif not parts.netloc or any(character.isspace() for character in url):
        yield Problem(at, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def _embeds(subject: Subject) -> Iterator[tuple[Place, Json]]:
    for index, embed in enumerate(subject.data.get("embeds") or ()):
        yield (*subject.at, "embeds", index), embed


def embed_url_of_wrong_kind(subject: Subject) -> Iterator[Problem]:
    for at, embed in _embeds(subject):
        yield from bad_url((*at, "url"), embed.get("url"), WEB)
        for key in ("image", "thumbnail"):
            yield from bad_url((*at, key, "url"), (embed.get(key) or {}).get("url"), PICTURES)
        for part, key, schemes in ADDRESSES:
            yield from bad_url((*at, part, key), (embed.get(part) or {}).get(key), schemes)


def invalid_embed_timestamp(subject: Subject) -> Iterator[Problem]:
    for at, embed in _embeds(subject):
        try:
            datetime.fromisoformat(embed.get("timestamp") or "2026-01-01")
        except ValueError:
            yield Problem((*at, "timestamp"), "DATE_TIME_TYPE_PARSE", "Could not parse the date and time.")


def empty_embed(subject: Subject) -> Iterator[Problem]:
    """Refuse an embed that shows nothing: one with no more than a colour, an address and a time."""
    for at, embed in _embeds(subject):
        shown = [embed[key] for key in VISIBLE if embed.get(key)]
        if all(isinstance(thing, str) and is_blank(thing) for thing in shown):
            yield missing((*at, "description"))


def embed_picture_without_url(subject: Subject) -> Iterator[Problem]:
    for at, embed in _embeds(subject):
        for key in ("image", "thumbnail"):
            if embed.get(key) is not None and not embed[key].get("url"):
                yield missing((*at, key, "url"))


def unknown_sticker(subject: Subject) -> Iterator[Problem]:
    """Refuse with 50081, not a form error: the sandbox's servers have no stickers."""
    if subject.data.get("sticker_ids"):
        raise errors.INVALID_STICKER()
    yield from ()


def poll_text_too_long(subject: Subject) -> Iterator[Problem]:
    poll = subject.data.get("poll") or {}
    at = (*subject.at, "poll")
    if poll:
        yield from bad_length((*at, "question", "text"), poll["question"]["text"], 1, 300)
    for index, answer in enumerate(poll.get("answers") or ()):
        words = answer["poll_media"].get("text") or ""
        yield from bad_length((*at, "answers", index, "poll_media", "text"), words, 1, 55)


def invalid_poll_emoji(subject: Subject) -> Iterator[Problem]:
    """Refuse with 520004, not a form error."""
    for answer in (subject.data.get("poll") or {}).get("answers") or ():
        emoji = answer["poll_media"].get("emoji") or {}
        if emoji and not emoji.get("id") and not is_emoji(emoji.get("name") or ""):
            raise errors.INVALID_POLL_EMOJI()
    yield from ()


RULES: tuple[Rule, ...] = (
    embed_picture_without_url,
    embed_url_of_wrong_kind,
    invalid_embed_timestamp,
    empty_embed,
    poll_text_too_long,
    unknown_sticker,
    invalid_poll_emoji,
)
