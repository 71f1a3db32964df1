"""The shape of a body: objects where objects belong, lists where lists belong. Rules rely on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandbox.discord.components import Kind, Place
from sandbox.errors import Problem
from sandbox.validate.rules import Subject

TEXTS = ("content", "title", "custom_id", "label", "placeholder", "description", "name", "url")
OBJECTS = ("allowed_mentions", "accessory", "component", "media", "file", "footer", "author", "image", "thumbnail")
LISTS = ("embeds", "components", "attachments", "options", "choices", "items", "fields")
NUMBERS = ("flags", "min_values", "max_values", "min_length", "max_length")
KINDS = frozenset(map(int, Kind))


def misshapen(subject: Subject, *, commands: bool) -> list[Problem]:
    """Problems of shape anywhere in a subject; only `commands` may come as a list."""
    if isinstance(subject.data, list) and commands:
        return [p for i, item in enumerate(subject.data) for p in _object((*subject.at, i), item, typed=False)]
    return list(_object(subject.at, subject.data, typed=False))


def _object(at: Place, thing: Any, *, typed: bool) -> Iterator[Problem]:
    """Problems of an object and what is inside it; `typed`: it must be a component of a known type."""
    if not isinstance(thing, dict):
        yield Problem(at, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return
    if typed and thing.get("type") not in KINDS:
        yield Problem((*at, "type"), "BASE_TYPE_REQUIRED", "This field is required")
    for key, value in thing.items():
        if value is None:
            continue
        place = (*at, key)
        if key in TEXTS and not isinstance(value, str):
            yield Problem(place, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif key in NUMBERS and (isinstance(value, bool) or not isinstance(value, int)):
            yield Problem(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif key in OBJECTS:
            yield from _object(place, value, typed=key in ("accessory", "component"))
        elif key in LISTS:
            if not isinstance(value, list):
                yield Problem(place, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
                continue
            for index, item in enumerate(value):
                yield from _object((*place, index), item, typed=key == "components")
