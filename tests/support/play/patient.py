"""Wait longer than tests do: for programs that play for many minutes, on a machine that may be busy."""

from __future__ import annotations

from playwright.async_api import expect

from sandbox.person.answer import Answer
from sandbox.person.person import Person
from tests.support import browser

SECONDS = 120.0


def be_patient() -> None:
    """Let people and pages wait for up to two minutes."""
    for waiting in (Answer.until, Answer.acknowledgement, Person.until):
        (waiting.__kwdefaults__ or {})["within"] = SECONDS
    browser.PATIENCE_MS = int(1000 * SECONDS)
    expect.set_options(timeout=1000 * SECONDS)
