"""Read a message as a person does: its words, buttons, menus and pictures."""

from __future__ import annotations

from sandbox.discord.components import Kind, list_texts, walk
from sandbox.discord.model import Json, Message


def words(message: Message) -> str:
    """Return all words of a message: content, text displays, embeds' titles and descriptions."""
    parts = [message.content, *list_texts(message.components)]
    for embed in message.embeds:
        parts += [embed.get("title", ""), embed.get("description", "")]
        parts += [f"{f['name']}: {f['value']}" for f in embed.get("fields", [])]
    return "\n".join(part for part in parts if part)


def buttons(message: Message, *, enabled: bool = True) -> dict[str, str]:
    """Return the custom ids of a message's buttons by label (or emoji); by default only those that can be pressed."""
    return {
        str(c.get("label") or (c.get("emoji") or {}).get("name")): c["custom_id"]
        for _, c in walk(message.components)
        if c["type"] == Kind.BUTTON and "custom_id" in c and not (enabled and c.get("disabled"))
    }


def menus(message: Message) -> dict[str, list[Json]]:
    """Return the options of a message's string menus by custom_id."""
    return {c["custom_id"]: c["options"] for _, c in walk(message.components) if c["type"] == Kind.STRING_SELECT}


def pictures(message: Message) -> list[bytes]:
    """Return the bytes of all files of a message, shown by components or not."""
    return [attachment.content for attachment in message.attachments]
