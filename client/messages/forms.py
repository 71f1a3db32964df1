"""Forms, which a person fills in after a press."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord import ui

from client.messages.custom_ids import Id

_MOST: Final = 45
"""The most characters of a title or a label, by Discord's limits."""


class Form(ui.Modal):
    """A form with the `fields` of these labels. `sends`: the custom_id with which it comes back."""

    def __init__(self, title: str, sends: Id, fields: Mapping[str, ui.Item[Any]]) -> None:
        super().__init__(title=title[:_MOST], custom_id=str(sends), timeout=None)
        for label, component in fields.items():
            self.add_item(ui.Label(text=label[:_MOST], component=component))
        self.stop()
