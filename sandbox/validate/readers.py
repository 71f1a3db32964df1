"""Readers: each checks a value of a body and returns it typed, or notes a problem and returns None.

`record` drops keys it does not know, as Discord ignores them, so that rules and routes meet typed data only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from sandbox import readings
from sandbox.discord.components import Place
from sandbox.errors import Problem

Reader = Callable[[Any, Place, list[Problem]], Any]

DEEPEST = 60
"""The most keys and indices in the path to a value; no body of Discord is nested as deeply."""


def text(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read a string."""
    if not isinstance(value, str):
        problems.append(Problem(at, "STRING_TYPE_CONVERT", "Could not interpret value as string."))
        return None
    return value


def trim(value: str) -> str:
    """Remove the spaces around a text as Discord does, under the strict reading, before it counts characters."""
    return value.strip() if readings.SPACES_AROUND_TEXT.is_strict() else value


def text_of(low: int, high: int) -> Reader:
    """Read a string within limits of length; spaces around it do not count for `low`."""

    def read(value: Any, at: Place, problems: list[Problem]) -> Any:
        if text(value, at, problems) is not None and not (low <= len(trim(value)) and len(value) <= high):
            problems.append(Problem(at, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."))
        return value

    return read


def boolean(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read true or false."""
    if not isinstance(value, bool):
        problems.append(Problem(at, "BOOLEAN_TYPE_CONVERT", "Must be either true or false."))
    return value


def integer(low: int = -(1 << 53), high: int = 1 << 53) -> Reader:
    """Read a whole number within its bounds."""

    def read(value: Any, at: Place, problems: list[Problem]) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            problems.append(Problem(at, "NUMBER_TYPE_COERCE", "Value is not int."))
        elif not low <= value <= high:
            problems.append(Problem(at, "NUMBER_TYPE_MAX", f"int value should be between {low} and {high}."))
        return value

    return read


def number(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read a number, whole or not."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= 1 << 53:
        problems.append(Problem(at, "NUMBER_TYPE_COERCE", "Value is not a number."))
    return value


def one_of(*allowed: int | str) -> Reader:
    """Read one of a few values."""

    def read(value: Any, at: Place, problems: list[Problem]) -> Any:
        if isinstance(value, (bool, float, list, dict)) or value not in allowed:
            choices = ", ".join(map(str, allowed))
            problems.append(Problem(at, "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}."))
        return value

    return read


def snowflake(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read an id, a string or a number; returns a string."""
    written = str(value) if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63 else value
    if isinstance(written, str) and re.fullmatch("0|[1-9][0-9]{0,18}", written) and int(written) < 1 << 63:
        return written
    problems.append(Problem(at, "NUMBER_TYPE_COERCE", "Value is not snowflake."))
    return None


def scalar(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read a string or a number."""
    return value if isinstance(value, str) else number(value, at, problems)


def nonce(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read a string or a whole number of 64 bits."""
    return value if isinstance(value, str) else integer(-(1 << 63), (1 << 63) - 1)(value, at, problems)


def many(item: Reader, low: int = 0, high: int = 1521, *, distinct: bool = False) -> Reader:
    """Read a list."""

    def read(value: Any, at: Place, problems: list[Problem]) -> Any:
        if not isinstance(value, list):
            problems.append(Problem(at, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"))
            return None
        if not low <= len(value) <= high:
            problems.append(Problem(at, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."))
        found = [item(each, (*at, index), problems) for index, each in enumerate(value)]
        if distinct and len(set(map(repr, found))) < len(found):
            problems.append(Problem(at, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"))
        return found

    return read


def mapping(item: Reader) -> Reader:
    """Read an object with keys of any name and values of one kind."""

    def read(value: Any, at: Place, problems: list[Problem]) -> Any:
        if not is_object(value, at, problems):
            return None
        return {key: item(each, (*at, key), problems) for key, each in value.items()}

    return read


def record(fields: Mapping[str, Reader], required: Collection[str] = ()) -> Reader:
    """Read an object: known keys only, and null for keys that are not `required`."""

    def read(value: Any, at: Place, problems: list[Problem]) -> Any:
        if not is_object(value, at, problems):
            return None
        found = {}
        for key, reader in fields.items():
            given = value.get(key)
            if given is not None:
                found[key] = reader(given, (*at, key), problems)
            elif key in required:
                problems.append(Problem((*at, key), "BASE_TYPE_REQUIRED", "This field is required"))
            elif key in value:
                found[key] = None
        return found

    return read


def without(keys: Collection[str], reader: Reader) -> Reader:
    """Read an object that must not have some keys; null and empty lists count as missing."""

    def read(value: Any, at: Place, problems: list[Problem]) -> Any:
        if isinstance(value, dict):
            found = [key for key in keys if value.get(key) not in (None, [])]
            problems += [Problem((*at, key), "BASE_TYPE_FORBIDDEN", "This field is not allowed here") for key in found]
        return reader(value, at, problems)

    return read


def by_type(kinds: Mapping[int, Reader]) -> Reader:
    """Read an object whose `type` decides which other keys it has."""

    def read(value: Any, at: Place, problems: list[Problem]) -> Any:
        if not is_object(value, at, problems):
            return None
        kind = value.get("type")
        reader = kinds.get(kind) if isinstance(kind, int) and not isinstance(kind, bool) else None
        if reader is None:
            known = ", ".join(str(int(kind)) for kind in sorted(kinds))
            problems.append(
                Problem((*at, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({known}).')
            )
            return None
        return reader(value, at, problems)

    return read


def is_object(value: Any, at: Place, problems: list[Problem]) -> bool:
    """Whether a value is an object that is not nested too deeply; otherwise notes a problem."""
    if isinstance(value, dict) and len(at) <= DEEPEST:
        return True
    problems.append(Problem(at, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"))
    return False
