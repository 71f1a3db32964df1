"""*Share*: a finished match as one file that any browser replays without a network."""

from __future__ import annotations

import re

import pytest

from client.replay import share
from client.replay.share import LARGEST, remove_markup
from sandbox.person.person import Person
from tests.support.play.table import Table, buttons, find_board, open_match, play_out, resign, share_match

pytestmark = pytest.mark.long


async def finish_match(at: Table) -> Person:
    """Play some moves, and let Ben resign. Returns Anna, who has won."""
    await open_match(at, "docker new", ["anna", "ben"])
    await play_out(at, seed=3, until=lambda match: match.seq >= 8)
    await resign(at.person("ben"))
    anna = at.person("anna")
    await anna.until(lambda: "Share" in buttons(find_board(anna)))
    return anna


async def test_a_finished_match_is_shared_as_a_small_page(at: Table) -> None:
    message, page = await share_match(await finish_match(at))
    assert message.ephemeral
    assert len(page) <= LARGEST
    text = page.decode()
    assert text.count("<li ") > 5, "the page lists every move"
    assert 'class="words">Docker. ' in text, "the page describes every position"
    assert "<t:" not in text
    assert "**" not in text
    assert not re.findall(r"https?://", text), "the page makes no requests"


async def test_a_long_match_gets_smaller_pictures_and_then_fewer_moves(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "LARGEST", 40_000)
    monkeypatch.setattr(share, "_SIZES", ((False, 240), (True, 240), (True, 5)))
    message, page = await share_match(await finish_match(at))
    assert page.decode().count("<li ") == 5
    assert "leaves out some moves" in str(message.components)


async def test_names_cannot_break_out_of_the_page(at: Table) -> None:
    at.person("ben").user.name = '</script><img src="x">'
    _, page = await share_match(await finish_match(at))
    assert b"<img" not in page
    assert "‹img".encode() in page, "the name is there, without its markup"


@pytest.mark.parametrize(
    ("line", "plain"), [("### Docker", "Docker"), ("-# by a stand-in", "by a stand-in"), ("**A draw**", "A draw")]
)
def test_markup_is_removed(line: str, plain: str) -> None:
    assert remove_markup(line) == plain
