"""Turn a request's body into a message: files, media, components, embeds, and the people it mentions.

Bodies have been validated before (`validate`); checks that need the world happen here.
"""

from __future__ import annotations

import io
import mimetypes
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from sandbox.discord import components
from sandbox.discord.model import Attachment, Channel, Json, Message, MessageFlag
from sandbox.discord.permissions import Permission, compute_in_channel
from sandbox.discord.world import World

SETTABLE_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
"""The flags any request may set; others are ignored, as Discord does. (Only answers to interactions are ephemeral.)"""


ATTACHMENT = "attachment://"
"""Begins the address of a file of the same message."""


@dataclass(frozen=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    content: bytes


def clean_name(name: str) -> str:
    """Change a file's name as Discord does, also where `attachment://` names it: spaces become underscores, what is not
    plain ASCII goes, and so do dots and underscores at both ends. Sources: discord/discord-api-docs#4847, #7890.
    """
    return re.sub(r"[^A-Za-z0-9_.-]", "", "_".join(name.split())).strip("._") or "unknown"


def attach(world: World, channel: Channel, body: Json, files: Mapping[int, Upload]) -> list[Attachment]:
    """Keep uploaded files; `body["attachments"]` may describe them by their index."""
    described = {str(a["id"]): a for a in body.get("attachments") or []}
    made = []
    for index, upload in sorted(files.items()):
        about = described.get(str(index), {})
        name = about.get("filename") or upload.filename
        name = clean_name(name)
        attachment_id = world.new_id()
        width, height = picture_size(upload.content)
        attachment = Attachment(
            id=attachment_id,
            channel_id=channel.id,
            filename=name,
            content=upload.content,
            content_type=mimetypes.guess_type(name)[0] or "application/octet-stream",
            url=f"{world.base_url}/attachments/{channel.id}/{attachment_id}/{name}",
            description=about.get("description"),
            width=width,
            height=height,
        )
        world.attachments[attachment_id] = attachment
        made.append(attachment)
    return made


def picture_size(content: bytes) -> tuple[int, int] | tuple[None, None]:
    """Return width and height in pixels if the bytes are a picture."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None, None


def fill_message(world: World, message: Message, body: Json, files: Mapping[int, Upload]) -> None:
    """Copy a request's fields into a message, new or edited; other fields stay."""
    if body.get("attachments") is not None or files:  # a new file alone replaces the others: discord-api-docs#5170
        kept_ids = {str(a["id"]) for a in body.get("attachments") or ()}
        message.attachments = [a for a in message.attachments if str(a.id) in kept_ids]
    message.attachments = message.attachments + attach(world, message.channel, body, files)
    if "content" in body:
        message.content = body["content"] or ""
    if "flags" in body:
        wanted = (body["flags"] or 0) & SETTABLE_FLAGS
        # Discord never lets a message leave Components V2.
        message.flags = wanted | message.flags & ~int(MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS)

    def unfurl(url: str) -> Json:
        return unfurl_media(world, message, url)

    if body.get("components") is not None:
        message.components = components.store_components(body["components"], unfurl)
    if "embeds" in body:
        message.embeds = [_embed(embed, unfurl) for embed in body["embeds"] or []]
    if not {"content", "components", "allowed_mentions"}.isdisjoint(body):
        _mention(world, message, body.get("allowed_mentions"))


def unfurl_media(world: World, message: Message, url: str) -> Json:
    """Return the media object of a url: one of the message's own files, or an address elsewhere."""
    named = url.removeprefix(ATTACHMENT)
    wanted = clean_name(named) if named != url else ""
    for attachment in reversed(message.attachments):
        if attachment.filename == wanted or attachment.url == url:
            return {
                "id": str(attachment.id),
                "url": attachment.url,
                "proxy_url": attachment.url,
                "width": attachment.width,
                "height": attachment.height,
                "content_type": attachment.content_type,
                "attachment_id": str(attachment.id),
                "loading_state": 2,
                "size": len(attachment.content),
            }
    return {"id": str(world.new_id()), "url": url, "proxy_url": url, "content_type": None, "loading_state": 2}


def _embed(embed: Json, unfurl: Callable[[str], Json]) -> Json:
    result: Json = {"type": "rich"} | {k: v for k, v in components.drop_nulls(embed).items() if k != "flags"}
    result |= {"fields": [{"inline": False} | field for field in result["fields"]]} if "fields" in result else {}
    for key in ("image", "thumbnail"):
        if key in result:
            found = unfurl(result[key]["url"])
            result[key] = {k: found[k] for k in ("url", "proxy_url", "width", "height") if found.get(k)}
    return result


def _mention(world: World, message: Message, allowed: Json | None) -> None:
    """Find the people a message pings: those named in the text and allowed by `allowed_mentions` (None: everybody
    named)."""
    text = "\n".join((message.content, *components.list_texts(message.components)))
    parse = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse") or ())
    users = {int(u) for u in (allowed or {}).get("users") or ()}
    roles = {int(r) for r in (allowed or {}).get("roles") or ()}
    named = dict.fromkeys(int(m) for m in re.findall(r"<@!?(\d+)>", text))
    message.mentions = [u for u in named if u in world.users and ("users" in parse or u in users)]
    replied = message.reference
    if replied is not None and message.type == 19 and message.interaction is None:
        ping = True if allowed is None else bool(allowed.get("replied_user"))
        if ping and replied.author.id not in message.mentions:
            message.mentions.append(replied.author.id)
    named_roles = dict.fromkeys(int(m) for m in re.findall(r"<@&(\d+)>", text))
    guild = message.channel.guild
    author = guild.members.get(message.author.id) if guild else None
    powerful = (
        guild is not None
        and author is not None
        and bool(compute_in_channel(guild, author, message.channel) & Permission.MENTION_EVERYONE)
    )
    message.mention_roles = [
        r
        for r in named_roles
        if guild is not None
        and r in guild.roles
        and ("roles" in parse or r in roles)
        and (powerful or guild.roles[r].mentionable)
    ]
    message.mention_everyone = "everyone" in parse and powerful and bool(re.search(r"@(everyone|here)\b", text))
