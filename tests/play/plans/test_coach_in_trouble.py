"""Hints, trials, plans and reasons of a panel under restarts, double clicks and strangers, in every language."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandbox.discord.model import Message
from sandbox.person.answer import Answer
from sandbox.person.person import buttons, menus
from tests.support.play.table import Table, find_board, list_awaited, open_match, wait_for_rest

pytestmark = pytest.mark.usefixtures("blank_pictures")  # nobody looks at the pictures

PATHS: dict[str, Sequence[str]] = {
    "hint": ("play", "hint", "undo", "hint"),
    "try": (
        *("play", "try", "tried", "try_back", *["tried"] * 8),
        *("try_keep", "plan", "plan_edit", "try_keep", "plan", "plan_drop", "try"),
    ),
    "why": ("play", "why", "wish", "wish", "why", "wish"),
    "more": ("more", "journal", "less"),
}
"""The buttons pressed one after another, by their actions."""

PLAYED = (
    *((path, language, "docker") for path, language in zip(PATHS, ("en-GB", "de", "fr", "it"), strict=True)),
    *((path, "de", "dog_royal") for path in PATHS),
)
"""Paths, the language of the person who takes them, and the game, one of them with secrets."""


NEEDED = {
    "hint": ("play", "hint", "undo"),
    "try": ("play", "try", "tried", "try_back", "try_keep", "plan"),
    "why": ("play", "why", "wish"),
    "more": ("more", "journal"),
}
"""Actions that must have been pressed; a path that ends early proves nothing."""


SIMULTANEOUS = {"try_keep", "plan"}
"""Actions that are not offered while everybody chooses at once."""


def _find(message: Message, action: str) -> str | None:
    """Find a button of an action by its id, in any language; prefer a move to a tab."""
    found = [each for each in buttons(message).values() if each.startswith(f"sb:{action}:")]
    return next((each for each in found if ".move." in each and "@" not in each), next(iter(found), None))


def _check(answers: Sequence[Answer], caplog: pytest.LogCaptureFixture) -> None:
    """Assert that every failure says what to do."""
    assert not [each for each in caplog.records if each.levelname in ("ERROR", "CRITICAL")]
    assert not [answer for answer in answers if answer.failed]


@pytest.mark.parametrize(("path", "language", "game"), PLAYED)
async def test_a_restart_and_a_second_click_at_every_step(
    at: Table, caplog: pytest.LogCaptureFixture, path: str, language: str, game: str
) -> None:
    await open_match(at, f"{game.replace('_royal', '')} new", ("anna", "ben"))
    person = list_awaited(at)[0]
    stranger = at.person("dana")
    person.user.locale = stranger.user.locale = language
    shown, answers, pressed = find_board(person), list[Answer](), list[str]()
    for step, action in enumerate(PATHS[path]):
        lists = menus(shown) if action == "tried" else {}
        button = _find(shown, action)
        if button is None and not lists:
            continue
        if step:
            await at.restart()
        pressed.append(action)
        menu, options = next(iter(lists.items()), (None, []))
        if menu is not None:
            first, second = (person.choose(shown, menu, options[0]["value"]) for _ in range(2))
        else:
            first, second = (person.click(shown, button or "") for _ in range(2))
        answers += [await first, await second]
        await wait_for_rest()
        found = [each.message for each in (second, first) if each.messages and not each.message.deleted]
        shown = next((each for each in found if buttons(each)), shown)
    _check(answers, caplog)
    needed = set(NEEDED[path]) - (SIMULTANEOUS if game == "dog_royal" else set())
    assert set(pressed) >= needed, f"only {pressed} could be pressed"
    board = find_board(person)
    for action in ("play", "more"):
        if button := _find(board, action):
            answers.append(await stranger.click(board, button))
    _check(answers, caplog)
    match = await at.referee.match(1)
    assert match.phase == "running"
