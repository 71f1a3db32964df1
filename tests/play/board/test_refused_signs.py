"""One refused message or emoji costs little: signs come back to buttons, and the others stay.

Reports: discord/discord-api-docs#7128, AsyncTI4/TI4_map_generator_bot#2176.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import games
from client.core.signs import make_emoji_name
from sandbox import errors
from sandbox.errors import ErrorKind
from sandbox.rest.pipeline import Pipeline
from tests.support.here import draw_signs
from tests.support.play.days import pass_time
from tests.support.play.signs import list_labels_with_signs, sync
from tests.support.play.table import Table, open_match, open_panel

pytestmark = pytest.mark.usefixtures("blank_pictures")


async def test_signs_come_back_after_a_refused_message(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, left = Pipeline._check_emojis, [1]
    await sync(at)
    at.bot.make_signs(("dog_royal",))
    await open_match(at, "dog new", ("anna", "ben"))
    before = list_labels_with_signs(at, await open_panel(at.person("anna")))
    assert before

    def check(self: Pipeline, data: Any) -> None:
        if left[0] and '"emoji"' in json.dumps(data, default=str):
            left[0] = 0
            problem = errors.Problem(("components",), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            raise errors.invalid_form_body([problem])
        honest(self, data)

    monkeypatch.setattr(Pipeline, "_check_emojis", check)
    assert list_labels_with_signs(at, await open_panel(at.person("anna"))) == {}
    assert list_labels_with_signs(at, await open_panel(at.person("ben"))) == {}, "another refusal would follow"
    at.sandbox.rest.refused.clear()
    await pass_time(at, 660, step=330)
    assert list_labels_with_signs(at, await open_panel(at.person("anna"))) == before


async def test_one_refused_emoji_costs_one_sign(at: Table) -> None:
    at.sandbox.limits.refuse_next("POST /applications/", ErrorKind(400, 50035, "Invalid Form Body"))
    await sync(at)
    made = {emoji.name for emoji in at.sandbox.world.emojis.values()}
    drawn = {make_emoji_name(name, sign, png) for name in games.names() for sign, png in draw_signs(name).items()}
    assert len(drawn - made) == 1
    at.sandbox.rest.refused.clear()
    await sync(at)
    assert drawn <= {emoji.name for emoji in at.sandbox.world.emojis.values()}, "the next try makes it"


async def test_an_application_without_room_is_not_asked_for_each_emoji(at: Table) -> None:
    at.sandbox.limits.refuse_next("POST /applications/", errors.TOO_MANY_EMOJIS, count=1_000)
    assert len(await sync(at)) == 1
    at.sandbox.rest.refused.clear()
