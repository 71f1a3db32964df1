"""Read and press messages by the actions of their buttons, which works in every language."""

from __future__ import annotations

from typing import Any

from client.messages import custom_ids as _ids
from client.messages.custom_ids import Id
from sandbox.discord.components import SELECTS, Kind, walk
from sandbox.discord.model import Message
from sandbox.person.person import Answer, Person
from tests.support.play.table import (
    words,
)


def press(person: Person, message: Message, action: str) -> Answer:
    """Press the button of an action, in any language."""
    return person.click(message, str(actions(message)[action]))


def actions(message: Message) -> dict[str, Id]:
    """Return the actions of a message's buttons: ids by action, the first of each."""
    found: dict[str, Id] = {}
    for custom_id in () if message.deleted else custom_ids(message):
        if (read := _ids.parse(custom_id)) is not None:
            found.setdefault(read.action, read)
    return found


def is_card(message: Message) -> bool:
    """Whether a message is the public card of a lobby."""
    return not message.ephemeral and "lobby_more" in actions(message)


def names(message: Message, person: Person) -> bool:
    """Whether a message mentions a person, with or without a ping."""
    return f"<@{person.user.id}>" in words(message)


def custom_ids(message: Message) -> list[str]:
    """List the custom_ids of the buttons that can be pressed."""
    parts = [part for _, part in walk(message.components)]
    return [p["custom_id"] for p in parts if p["type"] == Kind.BUTTON and "custom_id" in p and not p.get("disabled")]


def selects(message: Message) -> list[tuple[str, list[dict[str, Any]]]]:
    """List the menus of a message, with their options."""
    return [(part["custom_id"], part["options"]) for _, part in walk(message.components) if part["type"] in SELECTS]


def public(person: Person) -> list[Message]:
    """List the public messages of the channel."""
    return [message for message in person.messages() if not message.ephemeral and not message.deleted]


def private(person: Person) -> list[Message]:
    return [message for message in person.messages() if message.ephemeral and not message.deleted]


def private_in_match(person: Person) -> list[Message]:
    """List the private messages since the first board: not the host's panel of the lobby."""
    begun = boards(person)[0][0].id
    return [message for message in private(person) if message.id > begun]


def boards(person: Person) -> list[tuple[Message, int]]:
    """List the boards in the channel, oldest first, each with its position: `docker-1-12.png` is position 12."""
    found = []
    for message in public(person):
        for attachment in message.attachments:
            last = attachment.filename.removesuffix(".png").split("-")[-1]
            if attachment.filename.endswith(".png") and last.isdecimal():
                found.append((message, int(last)))
    return found


def describe_pictures(message: Message) -> list[str]:
    """List the alt texts of a message's pictures."""
    return [
        str(item.get("description") or "")
        for _, part in walk(message.components)
        if part["type"] == Kind.GALLERY
        for item in part["items"]
    ]
