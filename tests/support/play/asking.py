"""Use the command that shows a page at once, such as `/match show:log`."""

from __future__ import annotations

from typing import Any, Final

from client import more
from client.help import help as screens
from client.me import pages
from client.server import panel
from sandbox.person.answer import Answer
from sandbox.person.person import Person

SHOWN: Final = {
    **dict.fromkeys(screens.PAGES, "help"),
    **dict.fromkeys(more.PAGES, "match"),
    **dict.fromkeys(pages.PAGES, "me"),
    **{page: "server" for page in panel.PAGES if page != "doctor"},
}
"""The pages, each with the command that shows it."""


def read_command(name: str) -> tuple[str, dict[str, Any]]:
    """Return the command and its options that show a page; other names are those of commands."""
    return (SHOWN[name], {"show": name}) if name in SHOWN else (name, {})


def ask(person: Person, name: str, **options: Any) -> Answer:
    """Show a page, or use a command."""
    command, given = read_command(name)
    return person.slash(command, {**given, **options})
