"""The panel of `/server`: what people who manage a server can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from client.commands.pages import Page
from client.core.controls import action
from client.core.permissions import require_manager
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from client.server.doctor import show_doctor
from client.server.management import show_management
from client.server.settings import show_settings
from games.text import T

PAGES: Final[Mapping[str, Page]] = {
    "settings": Page(T("Settings"), show_settings),
    "manage": Page(T("Manage this match"), show_management),
    "doctor": Page(T("Check permissions"), show_doctor),
}
"""The pages, by the values of `/server show:`."""


async def show_panel(visit: Visit, show: str | None) -> None:
    """Show the panel, or one of its pages, to somebody who manages the server (`/server`). Raises UserError for
    others."""
    require_manager(visit.interaction)
    if show is not None and show in PAGES:
        await PAGES[show].show(visit)
        return
    say = visit.say
    heading = say(T("This server"))
    buttons = [button(say(page.name), Id("server", rest=key)) for key, page in PAGES.items()]
    await visit.answer(layout(text(f"### {heading}"), *rows(buttons)))


@action("server", "update")
async def open_page(visit: Visit) -> None:
    """Show a page in place of the panel."""
    await show_panel(visit, visit.id.rest)
