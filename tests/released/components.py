"""Write the custom ids of the buttons, menus and forms that this version sends while it is played in the sandbox.

    python -m tests.released.components     writes tests/released/buttons/VERSION.tsv

Run once for each version, when it is released: an existing file is never made again. It takes some minutes, because it
runs tests that open all panels. `tests/client/test_released_buttons.py` presses what the file lists.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.ui.view import BaseView

from client.core.starts import VERSION
from client.messages.custom_ids import parse

BUTTONS = Path(__file__).with_name("buttons")

PLAYED = (
    "tests/play",
    "--ignore-glob=*page*",
    "--ignore-glob=*fault*",
    "--ignore-glob=*trouble*",
    "--ignore-glob=*raised*",
)
"""The tests to run, as arguments of pytest."""

FEW = 3
"""Custom ids of each action in a file."""

FORM = 0
"""What stands for the kind of a form, which is no component."""

Found = dict[str, dict[str, tuple[int, str]]]
"""By action and custom id: the kind of the component, and the first value of a menu."""


def collect_ids(part: Any) -> Iterator[tuple[str, int, str]]:
    """Find the custom ids in what is sent for a view or form, with the kind of each and the first value of a menu."""
    if isinstance(part, list):
        for each in part:
            yield from collect_ids(each)
    elif isinstance(part, dict):
        if "custom_id" in part:
            options = part.get("options") or [{}]
            yield part["custom_id"], part.get("type", FORM), str(options[0].get("value", ""))
        for each in part.values():
            yield from collect_ids(each)


class Collector:
    """A plugin of pytest that collects the custom ids of all views and forms that the bot sends."""

    def __init__(self) -> None:
        self.found: Found = defaultdict(dict)
        self._patch = pytest.MonkeyPatch()

    def pytest_sessionstart(self) -> None:
        for kind, method in (
            (BaseView, "to_components"),
            (discord.ui.LayoutView, "to_components"),
            (discord.ui.Modal, "to_dict"),
        ):
            self._patch.setattr(kind, method, self._wrap(getattr(kind, method)))

    def pytest_sessionfinish(self) -> None:
        self._patch.undo()

    def _wrap(self, build: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def build_and_note(view: Any) -> Any:
            built = build(view)
            for custom_id, kind, value in collect_ids(built):
                self._note(custom_id, kind, value)
            return built

        return build_and_note

    def _note(self, custom_id: str, kind: int, value: str) -> None:
        known = parse(custom_id)
        if known is not None and len(ids := self.found[known.action]) < FEW:
            match = "{match}" if known.match else "0"
            decision = "{decision}" if known.decision >= 0 else str(known.decision)
            ids.setdefault(f"sb:{known.action}:{match}:{decision}:{known.rest}", (kind, value))


def collect() -> list[str]:
    """Run the tests and return a line for each custom id. Exits if a test fails."""
    collector = Collector()
    if pytest.main(["-q", "-n", "0", *PLAYED], plugins=[collector]) != 0:
        sys.exit("A test failed.")
    found = [(name, *shown) for ids in collector.found.values() for name, shown in ids.items()]
    return [f"{kind}\t{value}\t{name}" for name, kind, value in sorted(found)]


if __name__ == "__main__":
    path = BUTTONS / f"{VERSION}.tsv"
    if path.exists():
        sys.exit(f"{path} is there already; it stays as it was released.")
    path.write_text("\n".join(collect()) + "\n", encoding="utf-8")
