"""The project's own catalogues, compared with its code once per process."""

from __future__ import annotations

from functools import cache

from babel.messages.catalog import Catalog

from locales import FOLDER, Problem, collect_required, list_problems


@cache
def find_wanted() -> dict[str, Catalog]:
    """Collect the messages of the code by domain."""
    return collect_required(FOLDER.parent)


@cache
def find_problems() -> tuple[Problem, ...]:
    """List the problems of the catalogues."""
    return tuple(list_problems(find_wanted()))
