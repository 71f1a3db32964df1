"""Pages that a command shows at once (`show:`); its panel has a button for each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct

from client.commands.declare import Choices
from games.text import Text


class Page(Struct, frozen=True):
    """A page: its name, and the function that shows it. `action`: of its button; "" where the panel has another."""

    name: Text
    show: Callable[..., Awaitable[None]]
    action: str = ""


def list_pages(pages: Mapping[str, Page]) -> Choices:
    """Return the function that lists pages as choices, by the values of `show:`."""
    return lambda _: {key: page.name for key, page in pages.items()}
