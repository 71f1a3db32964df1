"""Build the parts of messages. Every message is a Components V2 layout."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui
from msgspec import Struct

from client.messages.custom_ids import Id
from client.messages.menus import Menu, count_lines

MOST_TEXT = 3900
"""Characters of all texts in one message; Discord's limit is 4,000."""

_PASSING = 900
"""The component id of text that is removed together with the buttons."""

_NO_SIGNS: Mapping[str, discord.PartialEmoji] = MappingProxyType({})

Row = ui.ActionRow[ui.LayoutView]


def layout(*items: ui.Item[ui.LayoutView], accent: int | None = None) -> ui.LayoutView:
    """Build a message. Its view is stopped at once: presses are routed by custom_id, so discord.py need not keep it."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=accent) if accent is not None else ui.Container(*items))
    view.stop()
    return view


def make_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """Build the address of a message, or of a channel. `guild_id` 0: direct messages."""
    place = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return f"{place}/{message_id}" if message_id else place


def text(*lines: str) -> ui.TextDisplay[ui.LayoutView]:
    return ui.TextDisplay(fit_lines(lines, MOST_TEXT))


def fit_lines(lines: Sequence[str], most: int) -> str:
    """Join lines into at most `most` characters. If they are too long, "…" stands for the oldest but the first."""
    kept, cut = list(lines), 0
    while len("\n".join(kept)) > most - 2 * bool(cut) and len(kept) > 1:
        kept.pop(1)
        cut += 1
    if cut:
        kept.insert(1, "…")
    return "\n".join(kept)[:most]


def make_passing_text(*lines: str) -> ui.TextDisplay[ui.LayoutView]:
    """Mark lines as valid only while their message is the newest of its kind: `remove_controls` removes them."""
    passing = text(*lines)
    passing.id = _PASSING
    return passing


def button(
    label: str,
    action: Id,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> ui.Button[ui.LayoutView]:
    return ui.Button(label=label[:80], custom_id=str(action), style=style, disabled=disabled, emoji=emoji)


def switch(label: str, action: Id, *, on: bool) -> ui.Button[ui.LayoutView]:
    """Make the button of one of several choices. The one that applies is lit, not disabled: faded, it would look
    forbidden."""
    return button(label, action, style=discord.ButtonStyle.primary if on else discord.ButtonStyle.secondary)


def toggle(label: str, action: Id, *, on: bool) -> ui.Button[ui.LayoutView]:
    """Make the button that switches something on and off. It is lit and ticked while that is on."""
    return switch("✓ " * on + label, action, on=on)


def rows(buttons: Sequence[ui.Button[ui.LayoutView]], *, most: int = 5) -> list[Row]:
    """Arrange buttons in as few rows as possible, of at most `most`, which fill as few lines as possible on a phone."""
    labels, count = [each.label or "" for each in buttons], -(-len(buttons) // most)
    splits = [
        (0, *itertools.accumulate(sizes))
        for sizes in itertools.product(range(most, 0, -1), repeat=count)
        if sum(sizes) == len(buttons)
    ]
    ends = min(splits, key=lambda ends: sum(count_lines(labels[a:b]) for a, b in itertools.pairwise(ends)))
    return [ui.ActionRow(*buttons[a:b]) for a, b in itertools.pairwise(ends)]


def selects(
    menus: Iterable[Menu], action: Id, *, placeholder: str, signs: Mapping[str, discord.PartialEmoji] = _NO_SIGNS
) -> list[Row]:
    """Build one select for each menu. Their custom_ids differ by a number at the end.

    `signs`: the emoji of options by the names of their signs.
    """
    found: list[Row] = []
    for number, menu in enumerate(menus):
        select: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=f"{action}.{number}",
            placeholder=(menu.title or placeholder)[:150],
            options=[
                discord.SelectOption(label=option.label, value=option.value, emoji=signs.get(option.sign))
                for option in menu.options
            ],
        )
        found.append(ui.ActionRow(select))
    return found


class Media(Struct, frozen=True):
    """A picture or film in a message: file name and alt text."""

    name: str
    alt: str | None


def picture(data: bytes, name: str, alt: str) -> tuple[ui.MediaGallery[ui.LayoutView], discord.File]:
    """Build a gallery of one picture, and the file to send with it."""
    file = attach_file(data, name, alt)
    return gallery(media([file])), file


def document(data: bytes, name: str) -> tuple[ui.File[ui.LayoutView], discord.File]:
    """Build a file to download from a message, and the file to send with it."""
    return ui.File(f"attachment://{name}"), discord.File(io.BytesIO(data), filename=name)


def attach_file(data: bytes, name: str, alt: str) -> discord.File:
    """Build a file to send with a message, with its alt text."""
    return discord.File(io.BytesIO(data), filename=name, description=alt[:1024])


MOST_PICTURES = 10
"""The most pictures of a gallery, and files of a message."""


def gallery(shown: Iterable[Media]) -> ui.MediaGallery[ui.LayoutView]:
    """Show files of a message side by side."""
    return ui.MediaGallery(*(_make_item(each.name, each.alt) for each in shown))


def media(files: Iterable[discord.File]) -> tuple[Media, ...]:
    """Describe the files sent with a message."""
    return tuple(Media(file.filename, file.description) for file in files)


def list_media(message: discord.Message) -> tuple[Media, ...]:
    """List the pictures and films that a message shows."""
    shown = [item for found in _find_galleries(message.components) for item in found.items]
    return tuple(Media(_read_file_name(item.media.url), item.description) for item in shown)


def list_file_names(message: discord.Message) -> set[str]:
    """List the file names of a message's pictures. Files shown by a component are not in its attachments."""
    return {file.filename for file in message.attachments} | {each.name for each in list_media(message)}


class KeptFile(discord.Attachment):
    """A file that stays in an edited message. An edit names each by its id and name, and drops the others.

    With the id alone, Discord does not find a file that a component shows (`sandbox/EVIDENCE.md`).
    """

    __slots__ = ()

    def __init__(self, number: int, name: str) -> None:  # no other data of an attachment is known or needed
        self.id, self.filename = number, name

    def to_dict(self) -> Any:
        """Name the file, which Discord requires."""
        return {"id": str(self.id), "filename": self.filename}


def list_kept(message: discord.Message) -> list[KeptFile]:
    """List a message's files, including those that components show, to keep them in an edit."""
    found = {file.id: file.filename for file in message.attachments}
    for item in (item for shown in _find_galleries(message.components) for item in shown.items):
        if item.media.attachment_id:
            found.setdefault(item.media.attachment_id, _read_file_name(item.media.url))
    return [KeptFile(number, name) for number, name in found.items()]


def remove_controls(message: discord.Message) -> ui.LayoutView:
    """Copy a board without its buttons, menus and passing words. Its pictures stay."""
    view = _copy_layout(message)
    for parent in _list_parents(view):
        for item in list(parent.children):
            if isinstance(item, ui.ActionRow) or item.id == _PASSING:
                parent.remove_item(item)
    return view


def _copy_layout(message: discord.Message) -> ui.LayoutView:
    """Copy what a message shows. Its files keep their names, so an edit shows them again."""
    view = ui.LayoutView.from_message(message, timeout=None)
    if not isinstance(view, ui.LayoutView):
        raise TypeError(f"message {message.id} has no layout")
    view.stop()
    for item in view.walk_children():
        if isinstance(item, ui.MediaGallery):
            item.items = [_make_item(_read_file_name(shown.media.url), shown.description) for shown in item.items]
    return view


def put_on_top(message: discord.Message, file: discord.File) -> ui.LayoutView:
    """Copy a message with one more picture or film above everything else."""
    view = _copy_layout(message)
    (container,) = _list_parents(view)[1:]
    shown = list(container.children)
    container.clear_items()
    for item in (gallery(media([file])), *shown):
        container.add_item(item)
    return view


def remove_signs(view: ui.LayoutView) -> None:
    """Remove the emoji of buttons and options."""
    for item in view.walk_children():
        if isinstance(item, ui.Button):
            item.emoji = None
        elif isinstance(item, ui.Select):
            for option in item.options:
                option.emoji = None


def _list_parents(view: ui.LayoutView) -> list[ui.LayoutView | ui.Container[ui.LayoutView]]:
    return [view, *(item for item in view.children if isinstance(item, ui.Container))]


def _make_item(name: str, alt: str | None) -> discord.MediaGalleryItem:
    return discord.MediaGalleryItem(f"attachment://{name}", description=alt and alt[:1024])


def _find_galleries(components: Iterable[discord.Component]) -> Iterator[discord.MediaGalleryComponent]:
    for component in components:
        if isinstance(component, discord.MediaGalleryComponent):
            yield component
        elif isinstance(component, discord.Container):
            yield from _find_galleries(component.children)


def _read_file_name(url: str) -> str:
    return urlsplit(url).path.rsplit("/", 1)[-1]
