"""Log lines carry the interaction and match they refer to, in text and as JSON."""

from __future__ import annotations

import json
import logging

from client.core.logs import TEXT, Lines, References, attach_references


def line(formatter: logging.Formatter, *, error: Exception | None = None) -> str:
    info = (type(error), error, None) if error is not None else None
    record = logging.LogRecord("slowboat", logging.INFO, __file__, 1, "board %s", (7,), info)
    assert References().filter(record)
    return formatter.format(record)


def test_a_line_carries_its_references() -> None:
    with attach_references(interaction=5), attach_references(match=3):
        assert line(logging.Formatter(TEXT)).endswith("slowboat: board 7 [interaction=5 match=3]")
    assert line(logging.Formatter(TEXT)).endswith("slowboat: board 7")


def test_a_line_as_json() -> None:
    with attach_references(match=3):
        found = json.loads(line(Lines(), error=ValueError("no")))
    assert (found["message"], found["match"], found["level"], found["logger"]) == ("board 7", "3", "INFO", "slowboat")
    assert "ValueError: no" in found["exception"]
    assert "interaction" not in found


def test_references_of_an_outer_context_are_back_after_an_inner_one() -> None:
    with attach_references(interaction=5):
        with attach_references(match=0):
            assert line(logging.Formatter(TEXT)).endswith("[interaction=5 match=0]")
        assert line(logging.Formatter(TEXT)).endswith("[interaction=5]")


def test_a_json_line_has_its_time_in_utc_and_names_as_they_are() -> None:
    record = logging.LogRecord("slowboat", logging.INFO, __file__, 1, "Zoë", (), None)
    record.created = 0.5
    text = Lines().format(record)
    assert json.loads(text)["time"] == "1970-01-01T00:00:00.500+00:00"
    assert "Zoë" in text
    assert "exception" not in json.loads(text)
