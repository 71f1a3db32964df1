"""The form that asks for a time zone."""

from __future__ import annotations

from discord import ui

from client.messages.custom_ids import Id
from games.text import Say, T


class ZoneForm(ui.Modal):
    """Ask for a time zone without a typed command."""

    def __init__(self, say: Say, zone: str) -> None:
        super().__init__(title=say(T("Your time zone"))[:45], custom_id=str(Id("me_zone_now")), timeout=None)
        field: ui.TextInput[ZoneForm] = ui.TextInput(custom_id="zone", default=zone, max_length=60)
        self.add_item(ui.Label(text=say(T("A city, or a name such as Europe/Zurich"))[:45], component=field))
        self.stop()
