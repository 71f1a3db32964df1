"""No log line, not even at DEBUG, contains a name or id of a person who asked to be forgotten."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.core import client, errors
from matches.people import privacy
from matches.referee import Done, Referee
from sandbox.discord.permissions import Permission
from sandbox.person.person import Person, words
from sandbox.storage.seed import deny_bot
from tests.support.play.table import Table, find_board, open_match, table, take_turn
from tests.support.play.threads import rests
from tests.support.written import Written, written

__all__ = ["written"]

NAMES = ("Annabel of the Jetty", "annabel_the_first")
"""Her name and her user id."""


@pytest.fixture(autouse=True)
def _fix_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix all secrets, and so the dice and shuffles."""
    numbers = itertools.count()
    monkeypatch.setattr("client.lobby.opening.secrets.token_bytes", lambda size: next(numbers).to_bytes(size, "big"))


async def play_and_be_forgotten(folder: Path, written: Written) -> None:
    """Have Anna cause log lines, including failures, and be forgotten. Raises AssertionError for a line that identifies
    her."""
    async with table(folder) as at:
        anna = at.person("anna")
        await open_match(at, "docker new", ("anna", "ben"))
        anna.user.name, anna.user.username = NAMES
        for _ in range(4):
            await take_turn(await find_person_to_move(at, anna))
        await raise_unexpectedly(at, anna)
        deny_bot(at.sandbox.world, "games", int(Permission.SEND_MESSAGES))
        await anna.until(lambda: rests(at))
        deny_bot(at.sandbox.world, "games", 0)
        await anna.until(lambda: not rests(at))
        shown = await anna.slash("me", {"show": "privacy"})
        sure = await anna.click(shown.message, "Forget me")
        await anna.click(sure.message, "Yes, forget me")
        await anna.until(lambda: "Your data has been deleted" in words(sure.message))
    text = "\n".join(written.lines).casefold()
    assert '"match": "1"' in text
    assert "reference " in text
    assert "cannot be used" in text, "nothing was logged although something should have been"
    for who in (str(anna.user.id), *NAMES):
        place = text.find(who.casefold())
        assert place < 0, f"{who!r} was written: {text[max(0, place - 200) : place + 200]!r}"


async def find_person_to_move(at: Table, anna: Person) -> Person:
    """Find the person whose turn it is, after Anna's name was replaced."""
    match = await at.referee.match(1)
    return anna if match.awaited[0].user_id == anna.user.id else at.person("ben")


async def raise_unexpectedly(at: Table, person: Person) -> None:
    """Raise an unexpected error, which is logged with its traceback."""

    def fail(*_: Any) -> Any:
        raise RuntimeError("a mistake")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("client.core.visit.make_look", fail)
        answer = await person.click(find_board(person), "Play")
        await answer.until(lambda: "Something went wrong" in answer.text)


async def test_no_line_identifies_a_forgotten_person(tmp_path: Path, written: Written) -> None:
    await play_and_be_forgotten(tmp_path, written)


def changes_are_logged(patch: pytest.MonkeyPatch) -> None:
    """Mutant: changes are logged with the person who asked."""
    honest: Callable[..., Any] = Referee.change

    async def log_and_call(self: Referee, match_id: int, request: Any, work: Any) -> Done:
        logging.getLogger("matches.referee").debug("match %s: asked by %s", match_id, request)
        done: Done = await honest(self, match_id, request, work)
        return done

    patch.setattr(Referee, "change", log_and_call)


def failures_are_logged(patch: pytest.MonkeyPatch) -> None:
    """Mutant: failures are logged with the person."""
    honest: Callable[..., Any] = errors.handle

    async def log_and_call(interaction: Any, error: BaseException, say: Any, **how: Any) -> None:
        logging.getLogger("client").error("%s has failed", interaction.user)
        await honest(interaction, error, say, **how)

    patch.setattr(client, "handle", log_and_call)


def the_end_is_logged(patch: pytest.MonkeyPatch) -> None:
    """Mutant: the forgotten person is logged."""
    honest: Callable[..., Any] = privacy.forget

    async def log_and_call(referee: Referee, user_id: int) -> list[Done]:
        logging.getLogger("matches.people.privacy").info("%s is forgotten", user_id)
        done: list[Done] = await honest(referee, user_id)
        return done

    patch.setattr(privacy, "forget", log_and_call)


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", [changes_are_logged, failures_are_logged, the_end_is_logged])
async def test_an_identifying_line_would_be_found(
    tmp_path: Path, written: Written, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError, match="was written"):
        await play_and_be_forgotten(tmp_path, written)
