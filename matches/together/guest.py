"""The second server of a match: the terms on which it shows the match, and the row of the match as it sees it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs

from data import MatchRow

Side = Literal["home", "guest"]
"""A server that shows a match: the one it belongs to, or the second one."""


class Guest(Struct, frozen=True, omit_defaults=True):
    """The terms on which a second server shows a match, or may show it.

    `code`: links a channel of another server `until` then; "": none is offered. `names`: whether each side is shown the
    names of the other. `language`: that of the second server's boards; `card_id`: its message of the lobby's card.
    `lost`: the sides whose channel cannot be used at present. `parted`: server, channel and card of a link that has
    ended, as long as its messages are to be edited.
    """

    code: str = ""
    until: float = 0.0
    names: bool = False
    language: str = "en"
    card_id: int | None = None
    lost: tuple[Side, ...] = ()
    parted: tuple[int, int, int | None] | None = None


def make_guest_row(row: MatchRow, guest: Guest) -> MatchRow:
    """Return the row of a match as its second server sees it: with that server, its channel, card and language."""
    return structs.replace(
        row,
        guild_id=row.guest_guild_id,
        channel_id=row.guest_channel_id,
        language=guest.language,
        card_id=guest.card_id,
        card_channel_id=None,
    )
