"""A call of a command that is gone answers with its new place, as long as Discord's clients may show it."""

from __future__ import annotations

import pytest

from client.commands.moved import MOVED
from sandbox.discord import interactions
from sandbox.discord.model import InteractionType
from sandbox.person import slash
from sandbox.person.answer import Answer
from tests.support.play.table import Table

pytestmark = pytest.mark.usefixtures("blank_pictures")


@pytest.mark.parametrize(
    ("locale", "begin"), [("en-GB", "This is now here:"), ("de", "Das ist jetzt hier:"), ("it", "Ora è qui:")]
)
async def test_a_command_that_is_gone_says_where_it_is(at: Table, locale: str, begin: str) -> None:
    anna = at.person("anna")
    anna.user.locale = locale
    say = at.bot.texts.say(locale[:2])
    for old, (new, label) in MOVED.items():
        answer = call(at, old)
        await answer
        assert answer.text.startswith(begin), old
        assert at.bot.mention(new, locale[:2]) in answer.text
        assert label is None or f"*{say(label)}*" in answer.text


async def test_a_command_that_nobody_knows_has_only_changed(at: Table) -> None:
    answer = call(at, "hoist")
    await answer
    assert "Restart Discord" in answer.text


def call(at: Table, command: str) -> Answer:
    """Call a command that Discord does not know any more, as an old client may."""
    anna = at.person("anna")
    root, *inner = command.split()
    known = slash.build_command_data(at.sandbox.world, anna.user, anna.channel, "help", {})
    data = {**known, "name": root}
    data["options"] = [{"name": name, "type": 1, "options": []} for name in inner]
    started = interactions.start(
        at.sandbox.world, InteractionType.COMMAND, user=anna.user, channel=anna.channel, data=data
    )
    return Answer(at.sandbox.world, started)
