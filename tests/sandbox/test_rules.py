"""Every hand-written rule refuses a violating body with Discord's status and shape, and no other rule would."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sandbox.discord.components import walk
from sandbox.discord.composing import Upload
from sandbox.discord.model import Attachment, Channel, ChannelType, Message, MessageFlag, User
from sandbox.errors import ApiError
from sandbox.server import Sandbox
from sandbox.storage import seed
from sandbox.validate import ALL_RULES, Validator
from sandbox.validate.openapi import Description
from tests.sandbox.bodies import (
    CALLBACK,
    COMMANDS,
    FORM,
    GOOD,
    MESSAGE,
    MESSAGE_ROWS,
    MESSAGES,
    OLD_V2,
    OLD_WORDS,
    OTHER_ERRORS,
    ROWS,
    UNTYPED,
    button,
    command,
    gallery,
    poll,
    row,
    text,
    v1,
    v2,
)
from tests.support.small_bot import Call


def old_message(fields: Any) -> Any:
    """Build a message as the sandbox keeps it, for edits."""
    if fields is None:
        return None
    author = User(1, "bot", "Bot", bot=True)
    return Message(1, Channel(2, ChannelType.TEXT, "games", None), author, 0.0, **copy.deepcopy(fields))


def refusal(validator: Any, method: str, path: str, body: Any, old: Any = None, files: Any = None) -> Any:
    """Return the error for a body, or None."""
    try:
        validator.check_request(method, path, body, files or {}, old_message(old))
    except ApiError as error:
        return error
    return None


def at(tree: Any, where: Any) -> Any:
    """Return the errors at a place of Discord's tree."""
    for key in where.split("."):
        tree = tree[key]
    return tree["_errors"]


@pytest.mark.parametrize(("rule", "method", "path", "body", "old", "where"), ROWS)
def test_a_violation_is_refused_by_its_rule_alone(
    rule: Any, method: str, path: str, body: Any, old: Any, where: Any
) -> None:
    error = refusal(Validator(), method, path, body, old)
    assert error is not None
    assert (error.status, error.body["code"], error.body["message"]) == (400, FORM, "Invalid Form Body")
    [found] = at(error.body["errors"], where)
    assert found["code"].isupper()
    assert found["message"]
    # Without the rule the body passes: nothing else refuses it, so a broken rule fails this test.
    assert refusal(Validator(without=frozenset({rule})), method, path, body, old) is None


@pytest.mark.parametrize(("rule", "method", "path", "body", "old", "code"), OTHER_ERRORS)
def test_rules_with_codes_of_their_own(rule: Any, method: str, path: str, body: Any, old: Any, code: Any) -> None:
    error = refusal(Validator(), method, path, body, old)
    assert error is not None
    assert error.body["code"] == code
    assert refusal(Validator(without=frozenset({rule})), method, path, body, old) is None


def test_every_rule_has_a_row() -> None:
    assert {row[0] for row in (*ROWS, *OTHER_ERRORS)} == set(ALL_RULES)


@pytest.mark.parametrize(("rule", "body", "where"), MESSAGE_ROWS)
async def test_rest_refuses_it_too(call: Call, rule: Any, body: Any, where: Any) -> None:
    status, error, _ = await call("POST", f"/channels/{seed.GAMES_ID}/messages", body)
    assert (status, error["code"]) == (400, FORM)
    assert at(error["errors"], where)


@pytest.mark.parametrize(("method", "path", "body"), GOOD)
def test_valid_bodies_pass(method: str, path: str, body: Any) -> None:
    assert refusal(Validator(), method, path, body) is None


def test_valid_bodies_pass_by_discords_description(described: Description) -> None:
    refused = {
        str(body): found for method, path, body in GOOD if (found := refusal(Validator(described), method, path, body))
    }
    assert not refused


def test_files_make_attachment_urls_good() -> None:
    files = {0: Upload("board.png", b"")}
    body = v2(gallery("attachment://board.png"), attachments=[{"id": 0, "filename": "board.png", "description": "alt"}])
    assert refusal(Validator(), "POST", MESSAGES, body, files=files) is None
    kept = {**OLD_V2, "attachments": [Attachment(10**18, 2, "old.png", b"", "image/png", "http://x")]}
    body = v2(gallery("attachment://old.png"))
    named = body | {"attachments": [{"id": str(10**18), "filename": "old.png"}]}
    assert refusal(Validator(), "PATCH", MESSAGE, named, kept) is None
    assert refusal(Validator(), "PATCH", MESSAGE, body, kept) is not None
    for listed in ([], [{"id": str(10**18)}]):
        assert refusal(Validator(), "PATCH", MESSAGE, body | {"attachments": listed}, kept) is not None, listed


def test_a_poll_may_end_thinking() -> None:
    thinking = {"flags": int(MessageFlag.LOADING)}
    assert refusal(Validator(), "PATCH", MESSAGE, poll("Who?", {"text": "me"}), thinking) is None


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (MESSAGES, None),
        (MESSAGES, []),
        (MESSAGES, {"content": 5}),
        (MESSAGES, {"components": "no list"}),
        (MESSAGES, {"components": ["no object"]}),
        (MESSAGES, {"components": [{"type": 99}]}),
        (MESSAGES, {"components": [{"type": 1, "components": [{}]}]}),
        (MESSAGES, {"embeds": [5]}),
        (CALLBACK, {"type": 3}),
        (CALLBACK, {}),
        (CALLBACK, {"type": 9, "data": {"components": [{"type": 18, "component": 5}]}}),
        (COMMANDS, {"name": 5}),
        (COMMANDS, {"name": "go", "description": "Go", "options": [5]}),
    ],
)
def test_malformed_bodies_are_refused_without_a_crash(path: str, body: Any) -> None:
    error = refusal(Validator(), "POST", path, body)
    assert error is not None
    assert error.body["code"] == FORM


@pytest.mark.parametrize(("path", "body"), UNTYPED)
def test_values_of_wrong_type_are_refused_without_any_rule(path: str, body: Any) -> None:
    error = refusal(Validator(without=frozenset(ALL_RULES)), "POST", path, body)
    assert error is not None
    assert (error.status, error.body["code"]) == (400, FORM)


def test_unknown_keys_are_dropped() -> None:
    body = v1(row(button(surprise=1)), surprise=[{}])
    read = Validator().check_request("POST", MESSAGES, body, {}, None)
    assert read == v1(row(button()))


def test_an_edited_menu_command_is_judged_as_one() -> None:
    path = f"{COMMANDS}/{{command_id}}"
    assert Validator().check_request("PATCH", path, {"name": "Show Board"}, {}, None, kind=3)
    with pytest.raises(ApiError):
        Validator().check_request("PATCH", path, {"name": "Show Board"}, {}, None)
    with pytest.raises(ApiError):
        Validator().check_request("PATCH", path, {"description": "Shows it"}, {}, None, kind=3)


async def test_refusals_with_a_status_of_their_own(sandbox: Sandbox, call: Call) -> None:
    user = sandbox.world.new_id()
    for method, path, body, expected in (
        ("POST", "/users/@me/channels", {"recipient_id": str(user)}, (400, 50033)),
        ("PATCH", f"/channels/{seed.GAMES_ID}/messages", {}, (405, 0)),
        ("GET", "/nowhere", None, (404, 0)),
        ("GET", f"/applications/{user}/commands", None, (403, 20012)),
    ):
        status, error, _ = await call(method, path, body)
        assert (status, error["code"]) == expected, path


async def test_menu_commands_are_edited_and_counted(sandbox: Sandbox, call: Call) -> None:
    commands = f"/applications/{sandbox.application_id}/commands"
    for number in range(15):
        status, made, _ = await call("POST", commands, {"name": f"Show {number}", "type": 3})
        assert status == 201
    assert (await call("POST", commands, {"name": "Too Many", "type": 3}))[1]["code"] == 30032
    assert (await call("PATCH", f"{commands}/{made['id']}", {"name": "Show Board"}))[0] == 200


async def test_fields_of_embeds_say_whether_they_are_inline(call: Call) -> None:
    body = {"embeds": [{"fields": [{"name": "n", "value": "v"}]}]}
    _, message, _ = await call("POST", f"/channels/{seed.GAMES_ID}/messages", body)
    assert message["embeds"][0]["fields"] == [{"name": "n", "value": "v", "inline": False}]


def test_bodies_that_discord_tolerates_pass(description: Description | None) -> None:
    body = {
        "content": "x",
        "attachments": [{"id": 10**18}],
        "embeds": [{"title": "t", "flags": 0}],
    }
    assert refusal(Validator(description), "POST", MESSAGES, body) is None
    assert refusal(Validator(description), "PATCH", MESSAGE, {"content": "x", "tts": False}, OLD_WORDS) is None
    assert refusal(Validator(description), "PUT", COMMANDS, [command(nsfw=False)]) is None


def test_walk_finds_everything() -> None:
    tree = [{"type": 17, "components": [row(button()), {"type": 9, "components": [text()], "accessory": button(1)}]}]
    assert [c["type"] for _, c in walk(tree)] == [17, 1, 2, 9, 10, 2]
