"""The kit that asks the real Discord, here the sandbox: every probe agrees, and a different Discord is found out."""

from __future__ import annotations

import base64
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from sandbox import errors
from sandbox.discord import members
from sandbox.live.ask import ask_all, write_report
from sandbox.live.kit import MARK, Kit
from sandbox.live.people import LOOKS, ask_person
from sandbox.live.probes import PICTURE
from sandbox.server import Sandbox
from sandbox.storage import seed

EVIDENCE = Path(__file__).parents[2] / "sandbox" / "EVIDENCE.md"


@asynccontextmanager
async def open_kit(sandbox: Sandbox) -> AsyncIterator[Kit]:
    """Open a kit for the sandbox, in which the bot may do what the probes need."""
    world = sandbox.world
    image = "data:image/png;base64," + base64.b64encode(PICTURE).decode()
    known = {
        "me": str(world.bot.id),
        "guild": str(seed.GUILD_ID),
        "channel": str(seed.GAMES_ID),
        "now": "1",
        "image": image,
    }
    async with aiohttp.ClientSession() as session:
        yield Kit(session, f"{sandbox.url}/api/v10", sandbox.token, known, every=0.0)


async def ask(sandbox: Sandbox) -> dict[str, str]:
    async with open_kit(sandbox) as kit:
        return await ask_all(kit, sandbox.gateway_url)


async def test_every_probe_agrees_with_the_sandbox_and_leaves_nothing() -> None:
    async with Sandbox() as sandbox, open_kit(sandbox) as kit:
        before = len(sandbox.world.channels)
        found = await ask_all(kit, sandbox.gateway_url)
        assert {probe: told for probe, told in found.items() if told} == {}
        await kit.clean_up()
        left = [m for m in sandbox.world.channels[seed.GAMES_ID].messages.values() if not m.deleted]
        assert [message for message in left if MARK in str((message.content, message.components))] == []
        assert not sandbox.world.emojis
        assert len(sandbox.world.channels) - before <= 1, "a thread, which only managers may delete"
        report = write_report(found)
        assert "0 differ" in report
        assert not re.search(r"\d{17,}", report), "the report has no ids"


async def test_a_person_is_led_through_the_rest() -> None:
    async with Sandbox() as sandbox, open_kit(sandbox) as kit:
        anna, world = sandbox.person("Anna"), sandbox.world

        async def do(what: str, label: str) -> None:
            if what == "press":
                anna.click(anna.last(), label)
            elif what == "form":
                opened = next(i for i in reversed(world.interactions.values()) if i.modal is not None)
                anna.submit(opened, {"kit-text": "words"})
            else:
                guild = world.guilds[seed.GUILD_ID]
                members.time_out(world, guild, world.bot, seconds=60 if what == "time out" else 0)

        async def look(_: str) -> bool:
            return True

        found = await ask_person(kit, sandbox.gateway_url, do, look)
        assert {probe: told for probe, told in found.items() if told} == {}
        await kit.clean_up()
        assert LOOKS.keys() <= found.keys()


def _rename(name: str, status: int, code: int) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(errors, name, errors.ErrorKind(status, code, "different"))


DIFFERENT: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "dm-to-bot": _rename("CANNOT_OPEN_DIRECT", 403, 50007),
    "dm-invalid": _rename("INVALID_RECIPIENT", 400, 50035),
    "message-fetch": _rename("UNKNOWN_MESSAGE", 404, 10099),
    "error-json": _rename("INVALID_JSON", 400, 50035),
    "message-empty": _rename("EMPTY_MESSAGE", 400, 50035),
    "thread-edit-archived": _rename("THREAD_ARCHIVED", 400, 50001),
    "thread-from-message": _rename("THREAD_EXISTS", 400, 160099),
    "user-get": _rename("UNKNOWN_USER", 404, 10099),
    "channel-get": _rename("UNKNOWN_CHANNEL", 403, 50001),
    "commands-foreign-app": _rename("UNKNOWN_COMMAND", 404, 10099),
}
"""A code or status of the sandbox that is made another one, by the probe that notices it."""

TAKEN = {"kept-by-id-and-name": "attachment_without_its_file", "text-4000": "v2_text_over_4000"}
"""A rule that the sandbox no longer holds, by the probe that notices it."""


async def test_ten_differences_are_all_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for change in DIFFERENT.values():
        change(monkeypatch)
    async with Sandbox() as sandbox:
        sandbox.rest.validator.without = frozenset(TAKEN.values())
        found = await ask(sandbox)
    assert {probe for probe, told in found.items() if told} >= DIFFERENT.keys() | TAKEN.keys()


def list_rows(kind: str) -> set[str]:
    """List the rows of EVIDENCE.md that the kit asks in this way."""
    text = EVIDENCE.read_text(encoding="utf-8")
    return set(re.findall(rf"^\| ([\w-]+) \|.*\| {kind} \|$", text, re.MULTILINE))


async def test_rows_and_probes_fit_each_other() -> None:
    async with Sandbox() as sandbox:
        asked = await ask(sandbox)
    assert list_rows("auto") == asked.keys()
    source = (EVIDENCE.parent / "live" / "people.py").read_text(encoding="utf-8")
    assert not [row for row in list_rows("person") if f'"{row}"' not in source]
