"""The pages of `/me`: a person's settings and absence, their stats, their matches as files, and what is kept about
them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from client.absence.absence import begin_absence, show_away
from client.commands.pages import Page
from client.core.controls import action
from client.core.visit import Visit
from client.me.me import PAGE_BUTTONS, set_zone_and_show
from client.me.privacy import show_privacy
from client.stats import BEST, hand_over_matches, show_hall, show_stats


async def _show_own_stats(visit: Visit, game: str | None) -> None:
    await show_stats(visit, visit.interaction.user, game)


PAGES: Final[Mapping[str, Page]] = {
    "away": Page(PAGE_BUTTONS["be_away"], lambda visit, _: show_away(visit)),
    "stats": Page(PAGE_BUTTONS["my_stats"], _show_own_stats),
    "best": Page(BEST, show_hall),
    "files": Page(PAGE_BUTTONS["my_files"], lambda visit, _: hand_over_matches(visit)),
    "privacy": Page(PAGE_BUTTONS["privacy"], lambda visit, _: show_privacy(visit)),
}
"""The pages that are not settings, by the values of `/me show:`."""


async def show_me(visit: Visit, show: str | None, *, game: str | None, away: str | None, zone: str | None) -> None:
    """Show the settings or a page; announce an absence, or set the time zone, if the person has typed one (`/me`)."""
    if away is not None:
        await begin_absence(visit, away)
    elif show is not None and show in PAGES:
        await PAGES[show].show(visit, game)
    else:
        await set_zone_and_show(visit, zone)


@action("privacy", "private")
async def open_privacy(visit: Visit) -> None:
    """Handle *Privacy*."""
    await show_privacy(visit)


@action("my_files", "private")
async def open_files(visit: Visit) -> None:
    """Handle *My matches as files*."""
    await hand_over_matches(visit)


@action("my_stats", "private")
async def open_stats(visit: Visit) -> None:
    """Handle *My stats*."""
    await _show_own_stats(visit, None)


@action("be_away", "private")
async def open_absence(visit: Visit) -> None:
    """Handle *I am away …* of `/me`."""
    await show_away(visit)
