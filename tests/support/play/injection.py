"""Raise an error at one await of a task that answers somebody."""

from __future__ import annotations

import asyncio
import contextvars
import types
from collections.abc import Generator
from pathlib import Path
from typing import Any

OURS = ("client", "cogs", "matches", "data")


class Mistake(Exception):
    """An error nobody expects."""


class Injection:
    """The error that is raised at the await number `at`, in place of waiting, or `after` it."""

    def __init__(self, at: int, *, after: bool) -> None:
        self.at, self.after = at, after
        self.reached = 0
        self.place = ""
        """The function in which it was raised."""

    def is_due(self, coroutine: Any) -> bool:
        """Count an await. Returns whether the error is raised at it."""
        self.reached += 1
        if self.reached != self.at:
            return False
        self.place = find_place(coroutine)
        return True


def find_place(coroutine: Any) -> str:
    """Return the name of our innermost waiting function."""
    place = "discord.py"
    while coroutine is not None:
        code = getattr(coroutine, "cr_code", None)
        if code is not None and any(f"/{each}/" in code.co_filename for each in OURS):
            place = f"{Path(code.co_filename).stem}.{code.co_qualname}"
        coroutine = getattr(coroutine, "cr_await", None)
    return place


@types.coroutine
def _run(coroutine: Any, injection: Injection) -> Generator[Any, Any, Any]:
    """Run a coroutine step by step."""
    error: BaseException | None = None
    while True:
        try:
            awaited = coroutine.send(None) if error is None else coroutine.throw(error)
        except StopIteration as stop:
            return stop.value
        error, due = None, injection.is_due(coroutine)
        if due and not injection.after:
            if asyncio.isfuture(awaited):
                awaited._asyncio_future_blocking = False
            error = Mistake("raised at an await")
            continue
        try:
            yield awaited
        except BaseException as raised:  # noqa: BLE001 - a cancellation, for example, is for the coroutine
            error = raised
        if due and error is None:
            error = Mistake("raised after an await")


_INSIDE: contextvars.ContextVar[Injection | None] = contextvars.ContextVar("injection", default=None)


async def _run_inside(coroutine: Any, injection: Injection) -> Any:
    _INSIDE.set(injection)
    return await _run(coroutine, injection)


def _answers_somebody(coroutine: Any) -> bool:
    """Whether a coroutine is the one in which discord.py hands over an interaction."""
    if coroutine.__qualname__.startswith("CommandTree._from_interaction"):
        return True
    frame = coroutine.cr_frame
    return bool(
        coroutine.__qualname__.endswith("._run_event")
        and frame
        and frame.f_locals.get("event_name") == "on_interaction"
    )


class Inject:
    """Give every task that answers somebody, and those it starts, an injection."""

    def __init__(self, injection: Injection) -> None:
        self.injection = injection
        self.is_answered = asyncio.Event()
        """Set when a task that answers somebody has ended."""

    def __enter__(self) -> Inject:
        asyncio.get_running_loop().set_task_factory(self._make)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.get_running_loop().set_task_factory(None)

    def _make(self, loop: asyncio.AbstractEventLoop, coroutine: Any, **facts: Any) -> asyncio.Task[Any]:
        answers = asyncio.iscoroutine(coroutine) and _answers_somebody(coroutine)
        if asyncio.iscoroutine(coroutine) and (answers or _INSIDE.get() is self.injection):
            coroutine = _run_inside(coroutine, self.injection)
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **facts)
        if answers:
            task.add_done_callback(lambda _: self.is_answered.set())
        return task
