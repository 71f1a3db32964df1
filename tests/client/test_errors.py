"""Messages for failures of the disk and the store."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord import app_commands

from client.core.errors import LOST_SUGGESTIONS, SUPPORT, answer, explain, handle, is_discord_down, is_undeliverable
from client.core.intake import answers_to
from client.core.links import Links
from client.core.permissions import list_missing_for_threads, list_missing_permissions, may_post_later
from client.core.refusals import is_closed
from data import StoreError
from data.errors import StoreFull, StoreLocked, StoreUnwritable
from games.text import T
from matches.errors import UserError, missing_game
from matches.machines.worker import WorkerErred, WorkerFailed
from matches.texts import LANGUAGES, Texts


@pytest.mark.parametrize("error", [StoreFull(Path("f"), "full"), StoreUnwritable(Path("f"), "read-only")])
def test_a_full_disk_is_explained(error: StoreError) -> None:
    said = explain(error)
    assert said is not None
    assert "disk is full" in said.id


def test_a_store_that_is_being_opened_is_explained_as_a_restart() -> None:
    said = explain(StoreLocked(Path("f")))
    assert said is not None
    assert "restarting" in said.id


def _http(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers={"Content-Type": "application/json"})
    return discord.HTTPException(response, "")


@pytest.mark.parametrize("error", [_http(502), _http(429), aiohttp.ServerDisconnectedError(), ConnectionResetError()])
def test_a_failure_of_discord_is_explained(error: Exception) -> None:
    said = explain(error)
    assert said is not None
    assert "Discord could not be reached" in said.id


@pytest.mark.parametrize("error", [_http(400), OSError("no such file"), ValueError()])
def test_our_own_errors_are_not_blamed_on_discord(error: Exception) -> None:
    assert explain(error) is None


async def test_an_answer_that_cannot_be_sent_is_logged() -> None:
    """Log a broken connection that keeps an error message from being sent, instead of raising it."""

    async def send(**_: object) -> None:
        raise aiohttp.ServerDisconnectedError

    followup = SimpleNamespace(send=send)
    asked: Any = SimpleNamespace(id=1, extras={}, response=SimpleNamespace(is_done=lambda: True), followup=followup)
    await answer(asked, "anything")


@pytest.mark.parametrize("error", [_http(502), aiohttp.ServerDisconnectedError()])
def test_lost_suggestions_are_not_logged_as_errors(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("a test of lost suggestions")
    logger.addFilter(LOST_SUGGESTIONS)
    logger.error("Ignoring exception in autocomplete", exc_info=error)
    logger.error("Ignoring exception in autocomplete", exc_info=ValueError())
    assert [(each.levelname, bool(each.exc_info)) for each in caplog.records] == [("WARNING", False), ("ERROR", True)]


@pytest.mark.parametrize(
    ("path", "silent"),
    [
        ("webhooks/1/token/messages/@original", True),
        ("interactions/1/token/callback", True),
        ("channels/2/messages/3", False),
        ("channels/2", False),
    ],
)
@pytest.mark.parametrize("code", [10003, 10008])
def test_missing_channels_and_messages_are_explained_except_answers(path: str, code: int, *, silent: bool) -> None:
    """A missing channel or message is explained, unless it is the answer itself."""
    response: Any = SimpleNamespace(status=404, reason="", url=f"https://discord.com/api/v10/{path}")
    error = discord.NotFound(response, {"code": code, "message": ""})
    assert is_undeliverable(error) is silent
    said = explain(error)
    assert said is not None
    assert "has been deleted" in said.id


def _coded(code: int, status: int = 404) -> discord.HTTPException:
    error = _http(status)
    error.code = code
    return error


@pytest.mark.parametrize(
    ("code", "silent"), [(10015, True), (10062, True), (50027, True), (40060, True), (50013, False), (0, False)]
)
def test_nobody_is_answered_where_an_answer_cannot_arrive(code: int, *, silent: bool) -> None:
    """The webhook or the interaction is unknown, the token has expired, or it was answered already."""
    assert is_undeliverable(_coded(code)) is silent


@pytest.mark.parametrize(
    ("error", "closed"),
    [
        (_coded(10003, 404), True),
        (_coded(50013, 403), True),
        (_coded(50083, 400), True),
        (_coded(50035, 400), False),
        (_http(503), False),
        (ValueError(), False),
    ],
)
def test_a_closed_channel_is_told_from_other_failures(error: Exception, *, closed: bool) -> None:
    """An archived thread that is locked cannot be reopened by posting."""
    assert is_closed(error) is closed


@pytest.mark.parametrize(
    ("error", "down"),
    [(_http(500), True), (_http(429), True), (_http(499), False), (discord.RateLimited(9.0), True), (OSError(), False)],
)
def test_discord_is_down_if_it_fails_or_does_not_answer(error: Exception, *, down: bool) -> None:
    assert is_discord_down(error) is down


def _place(kind: type, *missing: str, guild_id: int | None = 70, private: bool = False) -> Any:
    allowed = discord.Permissions.all()
    allowed.update(**dict.fromkeys(missing, False))
    context = SimpleNamespace(private_channel=private)
    return SimpleNamespace(channel=Mock(spec=kind), app_permissions=allowed, guild_id=guild_id, context=context)


@pytest.mark.parametrize(
    ("place", "match", "thread"),
    [
        (_place(discord.TextChannel, "send_messages"), ["send_messages"], []),
        (_place(discord.TextChannel, "send_messages_in_threads"), [], ["send_messages_in_threads"]),
        (_place(discord.Thread, "send_messages"), [], []),
        (
            _place(discord.Thread, "send_messages_in_threads"),
            ["send_messages_in_threads"],
            ["send_messages_in_threads"],
        ),
        (_place(discord.TextChannel, "create_public_threads"), [], ["create_public_threads"]),
        (_place(discord.DMChannel, "send_messages", "attach_files", guild_id=None), [], []),
        (_place(discord.GroupChannel, "attach_files", guild_id=None, private=True), ["attach_files"], []),
    ],
)
def test_permissions_are_those_that_the_place_needs(place: Any, match: list[str], thread: list[str]) -> None:
    assert list_missing_permissions(place) == match
    assert list_missing_for_threads(place) == thread


class Asked:
    """An interaction that notes how it was answered."""

    def __init__(self, *, done: bool, manages: bool = False, support: str = "", **extras: object) -> None:
        self.id = 1
        self.extras = dict(extras)
        self.client = SimpleNamespace(is_closed=lambda: False, links=Links(support=support))
        self.user = SimpleNamespace(id=5)
        self.permissions = discord.Permissions(manage_guild=manages)
        self.done = done
        self.response = SimpleNamespace(
            is_done=lambda: self.done, send_message=self._answer("response"), defer=self._defer
        )
        self.followup = SimpleNamespace(send=self._answer("followup"))
        self.told: list[tuple[str, str, bool]] = []
        self.buttons: list[str] = []
        self.deleted = 0

    def _answer(self, how: str) -> Any:
        async def send(*, view: Any, ephemeral: bool = False, **_: Any) -> Any:
            items = list(view.walk_children())
            words = " ".join(each.content for each in items if isinstance(each, discord.ui.TextDisplay))
            self.buttons = [each.label for each in items if isinstance(each, discord.ui.Button)]
            self.told.append((how, words, ephemeral))
            return SimpleNamespace(resource=None)

        return send

    async def _defer(self, **_: bool) -> None:
        self.done = True

    async def delete_original_response(self) -> None:
        self.deleted += 1


async def test_an_error_is_told_in_private_also_where_the_answer_was_to_be_public() -> None:
    for done, how in ((True, "followup"), (False, "response")):
        asked: Any = Asked(done=done)
        await answer(asked, "no")
        assert asked.told == [(how, "no", True)]
    asked = Asked(done=False)
    answers_to(asked).how = "public"
    await answers_to(asked).acknowledge()
    for _ in range(2):
        await answer(asked, "no")
    assert asked.deleted == 1, "the public placeholder is deleted, once"


@pytest.mark.parametrize(
    ("error", "saved", "effect", "said"),
    [
        (ValueError(), False, False, "Something went wrong on my side"),
        (ValueError(), True, False, "This was saved; only my answer failed."),
        (ValueError(), False, True, "Your action was saved"),
        (UserError(T("This works only in a server.")), True, True, "This works only in a server."),
        (WorkerFailed("x"), False, False, "I could not do that just now"),
        (WorkerErred("x"), False, False, "Something went wrong on my side"),
        (app_commands.CommandSignatureMismatch(Mock()), False, False, "This command has changed"),
    ],
)
async def test_a_person_reads_what_has_become_of_their_request(
    error: Exception, saved: bool, effect: bool, said: str
) -> None:
    asked: Any = Asked(done=True)
    if saved:
        asked.extras["saved"] = True
    await handle(asked, error, Texts().say("en"), has_taken_effect=effect)
    assert said in asked.told[0][1]


async def test_the_reference_that_a_person_reads_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    asked: Any = Asked(done=True)
    await handle(asked, ZeroDivisionError(), Texts().say("en"))
    (record,) = caplog.records
    reference = record.getMessage().split()[1].rstrip(":")
    assert reference in asked.told[0][1]
    assert record.exc_info


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_bug_is_to_be_reported_only_where_there_is_a_place_for_it(language: str) -> None:
    say = Texts().say(language)
    asked: Any = Asked(done=True)
    await handle(asked, ZeroDivisionError(), say)
    told_without = asked.told[0][1]
    assert asked.buttons == []
    asked = Asked(done=True, support="https://example.org/help")
    await handle(asked, ZeroDivisionError(), say)
    assert asked.buttons == [say(SUPPORT)]
    word = {"en": "report", "de": "meld", "fr": "signal", "it": "segnal"}[language]
    assert (word in told_without, word in asked.told[0][1]) == (False, True)
    asked = Asked(done=True, support="https://example.org/help")
    await handle(asked, UserError(T("This works only in a server.")), say)
    assert asked.buttons == [], "nothing to report"


@pytest.mark.parametrize(("user", "manages", "offered"), [(5, False, True), (6, False, False), (6, True, True)])
async def test_a_match_without_its_rules_is_ended_by_its_people_and_by_managers(
    user: int, manages: bool, offered: bool
) -> None:
    asked: Any = Asked(done=True, manages=manages)
    asked.user = SimpleNamespace(id=user)
    await handle(asked, missing_game(3, {5}), Texts().say("en"))
    assert asked.buttons == (["End without a result"] if offered else [])


@pytest.mark.parametrize(
    ("guild_id", "private", "known", "may"),
    [(70, False, True, True), (70, False, False, False), (None, False, True, True), (None, True, True, False)],
    ids=["its server", "another server", "direct messages", "a conversation of others"],
)
def test_the_bot_posts_by_itself_only_where_it_is_a_member(
    guild_id: int | None, private: bool, known: bool, may: bool
) -> None:
    client = SimpleNamespace(get_guild=lambda _: object() if known else None)
    context = SimpleNamespace(private_channel=private)
    asked: Any = SimpleNamespace(guild_id=guild_id, context=context, client=client)
    assert may_post_later(asked) is may
