"""The form of a rule: a small named function that yields the problems it finds in a body.

Rules written by hand cover refusals that Discord's API description does not mention; a rule's name is its function's
name. They run on bodies whose shape was checked, so that they can be short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sandbox.discord.components import Place, walk
from sandbox.discord.composing import Upload
from sandbox.discord.model import Json, Message, MessageFlag
from sandbox.errors import Problem
from sandbox.validate.readers import trim


@dataclass(frozen=True)
class Subject:
    """The part of a body that a rule checks: its path `at`, the request's files, and the message that is edited (None:
    a new one).
    """

    data: Any
    at: Place = ()
    files: Mapping[int, Upload] = field(default_factory=dict)
    edited: Message | None = None

    @property
    def v2(self) -> bool:
        """Whether the message is, or becomes, one of Components V2."""
        flags = (self.data.get("flags") or 0) | (self.edited.flags if self.edited else 0)
        return bool(flags & MessageFlag.COMPONENTS_V2)

    def components(self) -> tuple[tuple[Place, Json], ...]:
        """List every component at any depth, with its path from the body's root."""
        return self._components

    @cached_property
    def _components(self) -> tuple[tuple[Place, Json], ...]:
        """List every component. Cached, because a dozen rules need them."""
        return tuple(walk(self.data.get("components") or (), (*self.at, "components")))


LOCALES = frozenset(
    (
        *("ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu"),
        *("id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi"),
        *("zh-CN", "zh-TW"),
    )
)


Rule = Callable[[Subject], Iterable[Problem]]


def too_long(at: Place, text: Any, limit: int) -> Iterator[Problem]:
    """Report a text longer than `limit` characters."""
    if isinstance(text, str) and len(text) > limit:
        yield Problem(at, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")


def is_blank(given: str | None) -> bool:
    """Whether a text is missing or empty, without the spaces around it."""
    return given is None or not trim(given)


def bad_length(at: Place, thing: Any, low: int, high: int) -> Iterator[Problem]:
    """Report a text or list that has fewer than `low` or more than `high` parts. Spaces around a text do not count for
    `low`."""
    least = trim(thing) if isinstance(thing, str) else thing
    if isinstance(thing, (str, list)) and not (low <= len(least) and len(thing) <= high):
        yield Problem(at, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")


def missing(at: Place) -> Problem:
    """Report that a required field is missing."""
    return Problem(at, "BASE_TYPE_REQUIRED", "This field is required")


def duplicates(found: Iterable[tuple[Place, Any]], code: str, message: str) -> Iterator[Problem]:
    """Report repeated values."""
    seen: set[Any] = set()
    for at, value in found:
        if value in seen:
            yield Problem(at, code, message)
        seen.add(value)
