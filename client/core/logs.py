"""Format log lines as text or JSON, with the interaction and the match they are about."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime

_ABOUT: ContextVar[str] = ContextVar("about", default="")

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s%(about)s"


@contextlib.contextmanager
def attach_references(*, interaction: int | None = None, match: int | None = None) -> Iterator[None]:
    """Attach references to the log lines written within this context."""
    facts = [f"{name}={value}" for name, value in (("interaction", interaction), ("match", match)) if value is not None]
    token = _ABOUT.set(" ".join([*filter(None, [_ABOUT.get()]), *facts]))
    try:
        yield
    finally:
        _ABOUT.reset(token)


def note_interaction(*, interaction: int) -> None:
    """Attach an interaction to the log lines of the rest of this task."""
    _ABOUT.set(f"interaction={interaction}")


class References(logging.Filter):
    """Add the references of the current task to every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        known = _ABOUT.get()
        record.about = f" [{known}]" if known else ""
        return True


class Lines(logging.Formatter):
    """Format a record as one JSON object: time (UTC), level, logger, message, references, and the traceback of an
    exception."""

    def format(self, record: logging.LogRecord) -> str:
        facts = dict(pair.split("=", 1) for pair in _ABOUT.get().split())
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **facts,
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str, *, as_json: bool) -> None:
    """Send the log to the standard error, as text or as JSON lines."""
    handler = logging.StreamHandler()
    handler.addFilter(References())
    handler.setFormatter(Lines() if as_json else logging.Formatter(TEXT))
    logging.basicConfig(level=level, handlers=[handler])
