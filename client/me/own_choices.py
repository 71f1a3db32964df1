"""Describe what a person has chosen under `/me`."""

from __future__ import annotations

from typing import Literal

from discord import ui

from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import selects
from games.text import Colour, Say, T, Text
from matches.people.preferences import Person
from matches.texts import COLOURS
from rendering.drawing.theme import GLYPHS

Taste = Literal["colour", "sign"]

ANY = "-"
"""The value of the first option of the menus below."""


def describe_colours(person: Person) -> tuple[Text, Text]:
    """Describe the colour somebody likes to play, and the sign they like if it is taken."""
    colour: Text | Colour = T("any") if person.colour is None else Colour(person.colour)
    sign: Text | Colour = T("any") if person.sign is None else Colour(person.sign)
    return (
        T("Preferred colour, if it is free: {colour}", colour=colour),
        T("Preferred symbol, if the colour is taken: {sign}", sign=sign),
    )


def make_colour_menus(say: Say) -> list[ui.ActionRow[ui.LayoutView]]:
    """Make the menus of the colour and of the sign to play with; each sign belongs to a colour."""
    asked: dict[Taste, Text] = {"colour": T("Choose your colour"), "sign": T("Choose your symbol")}
    options = (
        Option(say(T("any")), ANY),
        *(Option(f"{GLYPHS[each]} {say(name)}", str(each)) for each, name in enumerate(COLOURS)),
    )
    return [
        row
        for taste, words in asked.items()
        for row in selects([Menu("", options)], Id("me_colour", rest=taste), placeholder=say(words))
    ]


def describe_look(person: Person) -> Text:
    theme = T("dark") if person.theme == "dark" else T("light")
    contrast = T("high contrast") if person.contrast else T("normal contrast")
    size = T("large") if person.large else T("normal size")
    if person.patterns:
        return T("{theme}, {contrast}, {size}, colours with patterns", theme=theme, contrast=contrast, size=size)
    return T("{theme}, {contrast}, {size}", theme=theme, contrast=contrast, size=size)
