"""Bodies the sandbox accepts, broken at random: none ends in a 500, and Discord's description refuses none that the
sandbox accepts.

`just fuzz` tries 100,000 of them. Requests are handed to the pipeline without HTTP, which is tested elsewhere.
"""

from __future__ import annotations

import copy
import os
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.discord import interactions
from sandbox.discord.model import InteractionType, Message
from sandbox.errors import ApiError
from sandbox.network.faults import Faults
from sandbox.network.ratelimits import RateLimits
from sandbox.rest.pipeline import Pipeline
from sandbox.rest.table import ROUTES
from sandbox.storage import seed
from sandbox.validate import Validator, shapes
from sandbox.validate.openapi import Description
from tests.sandbox.bodies import COMMANDS, GOOD, MESSAGE, ROWS, UNTYPED

SHAPES = "".join(path.read_text("utf-8") for path in Path(shapes.__file__).parent.glob("*shapes.py"))
KEYS = frozenset(re.findall(r'"(\w+)":', SHAPES))
"""The keys of all bodies."""

MUTATIONS = 100_000 if os.environ.get("SLOWBOAT_FULL") else 2_000
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"

OTHERS: tuple[tuple[str, str, Any], ...] = (
    ("PATCH", MESSAGE, {"content": "new", "attachments": []}),
    ("POST", WEBHOOK, {"content": "more", "flags": 64, "allowed_mentions": {"parse": [], "users": ["1"]}}),
    ("PATCH", f"{WEBHOOK}/messages/{{message_id}}", {"content": "new", "components": [], "embeds": []}),
    ("POST", "/channels/{channel_id}/messages", {"content": "x", "message_reference": {"message_id": "1"}, "nonce": 1}),
    ("POST", "/channels/{channel_id}/threads", {"name": "t", "type": 11, "auto_archive_duration": 60}),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads", {"name": "t"}),
    ("PATCH", "/channels/{channel_id}", {"name": "games", "topic": "t", "rate_limit_per_user": 0}),
    ("PUT", "/channels/{channel_id}/permissions/{overwrite_id}", {"type": 1, "allow": "1024", "deny": "0"}),
    ("POST", "/channels/{channel_id}/messages/bulk-delete", {"messages": ["1", "2"]}),
    ("POST", "/users/@me/channels", {"recipient_id": "1"}),
    ("PATCH", "/users/@me", {"username": "Slowboat"}),
    ("POST", "/guilds/{guild_id}/channels", {"name": "more"}),
    ("POST", COMMANDS, {"name": "go", "description": "Go", "options": [{"type": 3, "name": "o", "description": "O"}]}),
)
BODIES = (
    *GOOD,
    *OTHERS,
    *((method, path, body) for _, method, path, body, _, _ in ROWS),
    *(("POST", path, body) for path, body in UNTYPED),
)

DEEP: list[Any] = []
for _ in range(50):
    DEEP = [{"components": DEEP, "type": 17}]
ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        5,
        6,
        12,
        1 << 31,
        1 << 63,
        1 << 70,
        1.5,
        float("1e300"),
        "",
        " ",
        "x",
        "0",
        "9" * 5000,
    ),
    *(
        "x" * 200,
        "x" * 5000,
        "\u00b2",
        "\ud7ff",
        "\x00",
        "<@1>",
        "attachment://x",
        "http://[",
        "de",
        [],
        {},
        [None],
        [[]],
    ),
    *({"type": []}, {"id": "1"}, {"de": None}, [{}], [1, "1"], {"type": 2}, DEEP),
)


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every value inside a tree as its container and its key there."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield node, key
        yield from places(value)


def mutate(body: Any, rng: random.Random) -> Any:
    """Break a body at one to three places: change, remove, add or repeat a value, or insert one from elsewhere in the
    body."""
    root = [copy.deepcopy(body)]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        found = list(places(root))
        node, key = rng.choice(found)
        kind = rng.randrange(6)
        if kind == 0 and node is not root:
            del node[key]
        elif kind == 1 and isinstance(node, list) and node is not root:
            node.insert(key, copy.deepcopy(node[key]))
        elif kind == 2 and isinstance(node[key], dict):
            node[key][rng.choice(("type", "options", "emoji", "id", "url", "value", "surprise"))] = rng.choice(ODD)
        elif kind == 3:
            other, name = rng.choice(found)
            node[key] = copy.deepcopy(other[name])
        else:
            node[key] = copy.deepcopy(rng.choice(ODD))
    return root[0]


@pytest.fixture
def pipeline() -> Pipeline:
    """Build the REST API of a world in which the paths' ids exist."""
    world = seed.build_harbour()
    world.history = 50
    return Pipeline(world, "token", RateLimits(world), Faults(), Validator())


def open_interaction(pipeline: Pipeline) -> Any:
    """Let Anna press a button under a message of the bot."""
    world = pipeline.world
    channel = world.channels[seed.GENERAL_ID]
    message = Message(world.new_id(), channel, world.bot, world.now(), content="old")
    channel.messages[message.id] = message
    anna = world.user_named("Anna")
    data = {"custom_id": "b", "component_type": 2}
    return interactions.start(world, InteractionType.COMPONENT, user=anna, channel=channel, data=data, message=message)


async def send(pipeline: Pipeline, method: str, path: str, body: Any) -> int:
    """Hand a request to the route of a path, with ids that exist; returns the status."""
    world = pipeline.world
    route = next(route for route in ROUTES if (route.method, route.path) == (method, path))
    ids = {
        "channel_id": str(seed.GENERAL_ID),
        "guild_id": str(seed.GUILD_ID),
        "application_id": str(world.application.id),
        "overwrite_id": str(world.bot.id),
    }
    if path.startswith("/interactions") or "{webhook" in path or "{message_id}" in path:
        interaction = open_interaction(pipeline)
        ids |= {"interaction_id": str(interaction.id), "message_id": str(interaction.message.id)}
        if "{webhook" in path:
            await send_callback(pipeline, interaction)
            ids["message_id"] = "@original"
        ids |= {"interaction_token": interaction.token, "webhook_token": interaction.token}
        ids["webhook_id"] = ids["application_id"]
    if "{command_id}" in path:
        _, made = await pipeline.answer(
            next(r for r in ROUTES if (r.method, r.path) == ("POST", COMMANDS)),
            ids,
            {},
            {"name": "go", "description": "Go"},
            {},
        )
        ids["command_id"] = made["id"]
    wanted = {name: ids[name] for name in ids if f"{{{name}}}" in path}
    try:
        status, data = await pipeline.answer(route, wanted, {}, body, {})
    except ApiError as error:
        return error.status
    else:
        assert data is None or isinstance(data, (dict, list))
        return status


async def send_callback(pipeline: Pipeline, interaction: Any) -> None:
    """Answer an interaction with "thinking"."""
    path = "/interactions/{interaction_id}/{interaction_token}/callback"
    route = next(route for route in ROUTES if route.path == path)
    ids = {"interaction_id": str(interaction.id), "interaction_token": interaction.token}
    await pipeline.answer(route, ids, {}, {"type": 5}, {})


async def send_mutated(pipeline: Pipeline) -> AsyncIterator[tuple[str, str, Any, int]]:
    """Send mutated bodies; yield each with the status of its answer."""
    rng = random.Random(19)
    for number in range(MUTATIONS):
        method, path, good = BODIES[number % len(BODIES)]
        body = mutate(good, rng)
        try:
            status = await send(pipeline, method, path, body)
        except Exception as error:
            raise AssertionError(f"{method} {path} {str(body)[:3000]}") from error
        yield method, path, body, status
        pipeline.world.interactions.clear()


async def test_no_mutated_body_ends_in_a_crash(pipeline: Pipeline) -> None:
    statuses = Counter([status async for *_, status in send_mutated(pipeline)])
    assert statuses.keys() <= {200, 201, 204, 400, 403, 404, 429}
    assert statuses[400] > MUTATIONS // 3
    assert sum(statuses[status] for status in (200, 201, 204)) > MUTATIONS // 50


async def test_discords_description_refuses_no_mutated_body_that_is_accepted(
    pipeline: Pipeline, described: Description
) -> None:
    stricter = []
    async for method, path, body, status in send_mutated(pipeline):
        if status < 300:
            found = described.request_problems(method, path, body)
            stricter += [f"{method} {path} {str(problem)[:200]} {str(body)[:300]}" for problem in found]
    assert not stricter, "\n".join(stricter[:40])


def add_nulls(node: Any) -> Any:
    """Copy a tree with null for every key that any body of Discord may have, where it is missing. Keys of localizations
    are languages."""
    if isinstance(node, dict):
        given = {key: value if key.endswith("localizations") else add_nulls(value) for key, value in node.items()}
        return dict.fromkeys(KEYS) | given
    return [add_nulls(value) for value in node] if isinstance(node, list) else node


async def test_answers_have_no_null_that_discords_description_forbids(
    pipeline: Pipeline, described: Description, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, wrong, checked = pipeline.answer, [], 0

    async def check(route: Any, *args: Any) -> Any:
        nonlocal checked
        status, data = await answer(route, *args)
        checked += 1
        wrong.append(described.response_problem(route.method, route.path, status, data))
        return status, data

    monkeypatch.setattr(pipeline, "answer", check)
    for method, path, body in (*GOOD, *OTHERS):
        plain, nulled = [await send(pipeline, method, path, each) for each in (body, add_nulls(body))]
        assert (plain < 300) is (nulled < 300), (method, path, body)
    assert checked > 2 * len(GOOD)
    assert [problem for problem in wrong if problem] == []


def test_the_quick_validator_decides_as_the_thorough_one_does(described: Description) -> None:
    rng = random.Random(20)
    decided = []
    for number in range(MUTATIONS // 10):
        method, path, good = BODIES[number % len(BODIES)]
        check = described.compile_request(method, path)
        if check is None:
            continue
        for body in (good, mutate(good, rng)):
            right = next(check.thorough.iter_errors(body), None) is None
            assert check.quick.is_valid(body) is right, f"{method} {path} {str(body)[:3000]}"
            decided.append(right)
    assert decided.count(True) > len(decided) // 10
    assert decided.count(False) > len(decided) // 10
