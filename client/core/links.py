"""Links to places outside Discord's channels: adding the bot, its support, its terms of service and privacy policy."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

import discord
from discord import ui
from msgspec import Struct

from client.core.errors import SUPPORT
from client.core.permissions import make_invitation
from games.text import Say, T

LONGEST: Final = 512
"""Most characters of a link button's address, set by Discord."""


class Links(Struct, frozen=True):
    """Addresses that the operator has set, "" where there is none."""

    support: str = ""
    terms: str = ""
    privacy: str = ""


def is_https(address: str) -> bool:
    """Tell whether a text is an https address that Discord accepts in a link button."""
    if len(address) > LONGEST or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
        return parts.scheme == "https" and "." in (parts.hostname or "") and parts.port != 0
    except ValueError:  # a malformed port or IPv6 address
        return False


def make_link_buttons(client: Any, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make a button for each link: to add the bot to a server, and those the operator has set."""
    links: Links = client.links
    found = [] if client.application_id is None else [make_invitation(client.application_id)]
    found += [(SUPPORT, links.support), (T("Terms of service"), links.terms), (T("Privacy policy"), links.privacy)]
    return [ui.Button(label=say(label), url=url, style=discord.ButtonStyle.link) for label, url in found if url]
