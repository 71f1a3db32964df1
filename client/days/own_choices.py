"""Describe what a person has chosen under `/me`."""

from __future__ import annotations

from games.text import T, Text
from matches.people.preferences import Person
from matches.texts import COLOURS


def describe_colour(colour: int | None) -> Text:
    return T("any") if colour is None else COLOURS[colour]


def describe_look(person: Person) -> Text:
    theme = T("dark") if person.theme == "dark" else T("light")
    contrast = T("high contrast") if person.contrast else T("usual contrast")
    size = T("large") if person.large else T("usual size")
    if person.patterns:
        return T("{theme}, {contrast}, {size}, patterns in colours", theme=theme, contrast=contrast, size=size)
    return T("{theme}, {contrast}, {size}", theme=theme, contrast=contrast, size=size)
