"""The kit that asks the real Discord: here it asks the sandbox, with a person of the sandbox, and all must agree."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sandbox import errors
from sandbox.discord import members, posting
from sandbox.gateway.gateway import Gateway
from sandbox.live import __main__ as command_line
from sandbox.live import gateway as live_gateway
from sandbox.live import kit
from sandbox.live.asking import ABSENT, MOST_REQUESTS, Ask, Reply, find_differences
from sandbox.live.checklist import CHECKLIST
from sandbox.live.kit import AUTO_ROWS, GATEWAY_ROWS, NEEDED, PERSON_ROWS, Plan, Results, Terms
from sandbox.live.places import PERMISSION_PROBES, PREFIX
from sandbox.live.report import write_report
from sandbox.payloads import messages, objects
from sandbox.person.person import Answer, Person, buttons
from sandbox.server import Sandbox
from sandbox.storage import seed
from sandbox.validate import Validator
from tests.sandbox.evidence import ROWS

GUILD = str(seed.GUILD_ID)


class Helper:
    """Anna of the sandbox does what the kit asks."""

    def __init__(self, sandbox: Sandbox, *, skip: bool = False) -> None:
        self.sandbox, self.skip = sandbox, skip
        self.opened: Answer | None = None

    def find_person(self) -> Person:
        return self.sandbox.person("Anna", f"{PREFIX}-1")

    async def act(self, order: str, label: str) -> bool:
        if self.skip:
            return False
        anna, last = self.find_person(), self.find_person().last()
        if label in ("time out", "end the timeout"):
            world = self.sandbox.world
            members.time_out(world, world.guilds[seed.GUILD_ID], world.bot, seconds=60.0 * (label == "time out"))
        elif label == "People":
            anna.choose(last, label, ["Anna"])
        elif label == "A probe":
            assert self.opened is not None
            await self.opened.until(lambda: self.opened is not None and self.opened.modal)
            anna.submit(self.opened, {"p0": "word"})
        else:
            self.opened = anna.click(next(m for m in reversed(anna.messages()) if label in buttons(m)), label)
        await asyncio.Event().wait()
        return True

    async def answer(self, question: str, row: str) -> bool | None:
        anna = self.find_person()
        return anna.last() in anna.pings()


async def run(
    sandbox: Sandbox, helper: Helper | None = None, *, name: str = "Harbour", most: int = MOST_REQUESTS
) -> Results | None:
    """Let the kit ask the sandbox, where the bot has the permissions that it needs."""
    me = sandbox.world.bot_member(sandbox.world.guilds[seed.GUILD_ID])
    assert me is not None
    for bit in NEEDED.values():
        sandbox.world.guilds[seed.GUILD_ID].roles[me.roles[0]].permissions |= bit

    async def wait(seconds: float) -> None:
        sandbox.world.clock.advance(seconds)

    terms = Terms(sandbox.url, most=most, pace=0.0, wait=wait)
    return await kit.run(sandbox.token, GUILD, confirm=lambda plan: plan.server == name, helper=helper, terms=terms)


def list_own(sandbox: Sandbox) -> list[str]:
    """List what the kit has made and not deleted."""
    channels = [each.name for each in sandbox.world.channels.values() if each.name.startswith(PREFIX)]
    return channels + [each.name for each in sandbox.world.emojis.values()]


async def test_every_probe_agrees_with_the_sandbox(sandbox: Sandbox) -> None:
    results = await run(sandbox, Helper(sandbox))
    assert results is not None
    assert {row: found for row, found in results.rows.items() if found} == {}
    assert sorted(results.rows) == sorted({*AUTO_ROWS, *PERSON_ROWS})
    assert (results.skipped, results.leftovers, list_own(sandbox)) == ({}, [], [])
    assert 0 < results.requests < MOST_REQUESTS
    changes = [exchange.method for exchange in sandbox.rest.log if "/permissions/" in exchange.template]
    assert changes == ["PUT", "DELETE"] * len(PERMISSION_PROBES)


def change(kind: errors.ErrorKind, *, status: int | None = None, code: int | None = None) -> errors.ErrorKind:
    return errors.ErrorKind(status or kind.status, code or kind.code, kind.message)


async def test_ten_deliberate_differences_are_all_named(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = frozenset({"content_over_2000", "more_than_40_components", "attachment_without_its_file"})
    sandbox.rest.validator = Validator(None, without=limits)  # limits and unknown files are accepted
    monkeypatch.setattr(errors, "EMPTY_MESSAGE", change(errors.EMPTY_MESSAGE, code=50035))
    monkeypatch.setattr(errors, "THREAD_EXISTS", change(errors.THREAD_EXISTS, status=409))
    monkeypatch.setattr(errors, "UNKNOWN_ROLE", change(errors.UNKNOWN_ROLE, code=10012))
    monkeypatch.setattr(posting, "NONCE_SECONDS", -1.0)
    monkeypatch.setattr(live_gateway.Gateway, "patience", 1.0)
    build, thread = messages.message, objects.channel

    def build_message(*given: Any, **more: Any) -> Any:
        data = build(*given, **more)
        data.pop("message_reference", None)
        return data | ({"edited_timestamp": 5} if data["edited_timestamp"] else {})

    monkeypatch.setattr(messages, "message", build_message)
    monkeypatch.setattr(objects, "channel", lambda channel: {**thread(channel), "guild_id": None})
    ready = Gateway._list_guilds
    monkeypatch.setattr(Gateway, "_list_guilds", lambda self, number, count: ready(self, number, count)[:0])
    results = await run(sandbox, Helper(sandbox))
    sandbox.problems.clear()
    assert results is not None
    found = {row for row, differences in results.rows.items() if differences}
    assert found == DIFFERENT, (found ^ DIFFERENT, {row: results.rows[row] for row in found})


DIFFERENT = {
    "message-content-2000",
    "error-form",
    "components-40",
    "kept-by-id-and-name",
    "kept-shown-without-list",
    "attachment-names",
    "message-empty",
    "thread-from-message",
    "roles-get",
    "nonce-enforced",
    "nonce-with-files",
    "nonce-of-deleted",
    "follow-up-reference",
    "follow-up-reference-private",
    "message-edit",
    "channel-get",
    "ready-unavailable",
    "ready-complete",
    "guild-create-own-member",
    "guild-create-threads",
}


async def test_nothing_is_written_before_the_confirmation(sandbox: Sandbox) -> None:
    assert await run(sandbox, name="another name") is None
    assert {exchange.method for exchange in sandbox.rest.log} == {"GET"}


async def test_skipped_rows_are_told_and_what_is_left_is_deleted_by_the_next_run(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(kit, "_probe", fail)
        with pytest.raises(RuntimeError):
            await run(sandbox)
    assert list_own(sandbox) == []
    sandbox.world.add_channel(sandbox.world.guilds[seed.GUILD_ID], id=sandbox.world.new_id(), name=f"{PREFIX}-old")
    results = await run(sandbox, Helper(sandbox, skip=True))
    assert results is not None
    assert sorted(results.skipped) == sorted(PERSON_ROWS)
    assert list_own(sandbox) == []


async def test_the_number_of_requests_is_bounded(sandbox: Sandbox) -> None:
    results = await run(sandbox, most=20)
    assert results is not None
    assert results.requests <= 20 + kit.KEPT_FOR_CLEANING
    assert "gateway-hello" in results.skipped
    assert list_own(sandbox) == []


async def test_a_limited_request_is_repeated_after_the_time_that_discord_asks_for(sandbox: Sandbox) -> None:
    sandbox.limits.refuse_next("POST /channels", retry_after=5.0)
    results = await run(sandbox)
    assert results is not None
    assert results.rows["message-create"] == []


async def test_what_discord_does_not_answer_is_not_tried_and_the_rest_is_told(sandbox: Sandbox) -> None:
    sandbox.limits.refuse_next("POST /channels/{channel_id}/messages", retry_after=300.0)
    sandbox.faults.order("DELETE /applications/{application_id}/emojis", refuse=True)
    sandbox.faults.order("GET /gateway/bot", cut=True, count=4)  # aiohttp repeats each once
    results = await run(sandbox)
    assert results is not None
    assert {row: found for row, found in results.rows.items() if found} == {}
    assert sorted(results.skipped) == sorted(
        {"message-create", "emoji-delete", "gateway-url", *GATEWAY_ROWS, *PERSON_ROWS}
    )
    assert results.skipped["message-create"] == "POST /channels/{channel}/messages: 429 with 0"
    assert results.skipped["emoji-delete"].startswith("DELETE /applications/{app}/emojis/{emoji}: 500")
    assert "no answer" in results.skipped["gateway-resume"]
    assert "* POST /channels/{channel}/messages: 429 with 0: `message-create`" in write_report(results, {})
    assert list_own(sandbox) == []


async def test_nobody_is_asked_to_press_a_button_that_was_not_posted(sandbox: Sandbox) -> None:
    class Posting(Helper):
        async def act(self, order: str, label: str) -> bool:
            asked.append(label)
            if label == "A probe":
                sandbox.limits.refuse_next("POST /channels/{channel_id}/messages", errors.MISSING_ACCESS)
            return await super().act(order, label)

        async def answer(self, question: str, row: str) -> bool | None:
            if row == "mentions-allowed":
                sandbox.faults.order("POST /channels/{channel_id}/messages", refuse=True)
            return await super().answer(question, row)

    asked: list[str] = []
    results = await run(sandbox, Posting(sandbox))
    assert results is not None
    assert "time out" in asked
    assert "People" not in asked
    assert sorted(results.skipped) == ["mentions-in-layouts", "mentions-on-edit", "message-silent", "select-users"]
    assert results.rows["mentions-allowed"] == []


@pytest.mark.parametrize(("given", "wanted"), [(1 << 3, "administrator"), (0, "Manage Channels")])
async def test_the_kit_says_which_permissions_are_wrong(sandbox: Sandbox, given: int, wanted: str) -> None:
    me = sandbox.world.bot_member(sandbox.world.guilds[seed.GUILD_ID])
    assert me is not None
    sandbox.world.guilds[seed.GUILD_ID].roles[me.roles[0]].permissions |= given
    with pytest.raises(kit.NotReadyError, match=wanted):
        await kit.run(sandbox.token, GUILD, confirm=lambda _: True, terms=Terms(sandbox.url, pace=0.0))


def test_each_probe_has_a_row_and_each_row_its_probe() -> None:
    assert sorted(AUTO_ROWS) == sorted(row.id for row in ROWS if row.probe == "auto")
    assert sorted(PERSON_ROWS) == sorted(row.id for row in ROWS if row.probe == "person")
    assert len(AUTO_ROWS) == len(set(AUTO_ROWS)) >= 60
    assert len(PERSON_ROWS) == len(set(PERSON_ROWS)) >= 20


SECRETS = {"id": "123456789012345678", "name": "Secret Server", "code": 10003, "message": "Secret words"}


@pytest.mark.parametrize(
    ("ask", "reply"),
    [
        (Ask("GET", "/channels/{channel}", has={"id": "{channel}", "name": int}), Reply(200, SECRETS, {})),
        (Ask("GET", "/channels/{channel}", status=400), Reply(404, SECRETS, {})),
        (Ask("GET", "/channels/{channel}", has={"name": ABSENT}), Reply(200, SECRETS, {})),
    ],
)
def test_the_report_holds_no_ids_names_or_words(ask: Ask, reply: Reply) -> None:
    found = find_differences(ask, reply, {"channel": "876543210987654321"})
    assert found
    report = write_report(Results(rows={"channel-get": found}), {CHECKLIST[0]: False})
    assert "`channel-get`: GET /channels/{channel}" in report
    assert "not as expected" in report
    assert not any(secret in report for secret in ("123456789012345678", "876543210987654321", "Secret"))


def test_without_a_terminal_the_kit_refuses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["live", GUILD])
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    monkeypatch.setattr(command_line, "run", None)
    assert command_line.main() == 2
    assert "only in a terminal" in capsys.readouterr().err


@pytest.mark.parametrize(("typed", "begins"), [("Harbour", True), (" Harbour ", True), ("harbour", False), ("", False)])
def test_only_the_servers_name_confirms(monkeypatch: pytest.MonkeyPatch, typed: str, *, begins: bool) -> None:
    monkeypatch.setattr("builtins.input", lambda _: typed)
    assert command_line.confirm(Plan("Harbour", 490, 8)) is begins


@pytest.mark.parametrize(
    ("named", "written", "found"), [("", "abc.def", "abc.def"), ("xyz.q", "", "xyz.q"), ("", "", "")]
)
def test_the_token_is_read_as_the_bot_reads_it(tmp_path: Path, named: str, written: str, found: str) -> None:
    file = tmp_path / "token.txt"
    file.write_text(written + "\n", "utf-16")
    environment = {"DISCORD_TOKEN": named, **({"DISCORD_TOKEN_FILE": str(file)} if written else {})}
    if found:
        assert command_line.find_token(environment) == found
    else:
        with pytest.raises(kit.NotReadyError, match="Set DISCORD_TOKEN"):
            command_line.find_token(environment)
