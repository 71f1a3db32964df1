"""Convert a game's options to options of its slash command, and back."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec
from discord import app_commands
from msgspec import inspect as shapes

from client.commands.translator import translate_text
from games.core import AnyGame, Words
from games.text import T, Text
from matches.clocks.pace import ABSENCES, PACES
from matches.texts import Texts

PRESET = "preset"

TERMS: Mapping[str, Text] = {
    "pace": T("How much time everybody has"),
    "absence": T("What happens when somebody's time is up"),
    "private": T("Only people you invite may join"),
    "thread": T("Give the match its own thread"),
}
"""Options of every game's `new` that say how the match is played, not what."""


def make_parameters(game: AnyGame) -> list[inspect.Parameter]:
    """Build the parameters of `/<game> new` for the game's options: the preset, if there are any, and every option."""
    found = [_make_parameter(PRESET, str)] if game.presets else []
    found += [
        _make_parameter(field.name, _find_kind(field.type)) for field in msgspec.structs.fields(game.options_type)
    ]
    return found


def make_choices(game: AnyGame, words: Words, texts: Texts) -> dict[str, list[app_commands.Choice[Any]]]:
    """List what can be picked for each option, with labels in every language. Yes-or-no options need no list."""
    found: dict[str, list[app_commands.Choice[Any]]] = {}
    if game.presets:
        found[PRESET] = [_make_choice(words.preset(name), name, texts) for name in game.presets]
    for field in msgspec.structs.fields(game.options_type):
        values = list_offered(field.type)
        if values:
            found[field.name] = [_make_choice(words.option_value(field.name, value), value, texts) for value in values]
    return found


def read_options(game: AnyGame, values: Mapping[str, Any]) -> Any:
    """Build the game's options from those given to the command: the preset or the defaults, and every explicit
    option."""
    given = {name: value for name, value in values.items() if value is not None}
    preset = given.pop(PRESET, None)
    base = game.presets[preset] if preset in game.presets else game.options_type()
    return msgspec.convert({**msgspec.structs.asdict(base), **given}, game.options_type)


def make_term_parameters() -> list[inspect.Parameter]:
    """Build the parameters of `/<game> new` for `TERMS`."""
    kinds: dict[str, Any] = {"pace": str, "absence": str, "private": bool, "thread": bool}
    return [_make_parameter(name, kinds[name]) for name in TERMS]


def make_term_choices(texts: Texts) -> dict[str, list[app_commands.Choice[Any]]]:
    """List what can be picked for pace and absence."""
    return {
        "pace": [_make_choice(pace.name, name, texts) for name, pace in PACES.items()],
        "absence": [_make_choice(text, name, texts) for name, text in ABSENCES.items()],
    }


def list_offered(annotation: Any) -> tuple[Any, ...]:
    """List the values a menu offers for an option of this type."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    shape = shapes.type_info(annotation)
    if isinstance(shape, shapes.Metadata):
        return tuple((shape.extra or {}).get("offer", ()))
    return ()


def _find_kind(annotation: Any) -> Any:
    shape = shapes.type_info(annotation)
    if isinstance(shape, shapes.Metadata):
        shape = shape.type
    if isinstance(shape, shapes.BoolType):
        return bool
    if isinstance(shape, shapes.LiteralType):
        return int if all(isinstance(value, int) for value in shape.values) else str
    if isinstance(shape, shapes.IntType):
        if list_offered(annotation):
            return int
        return app_commands.Range[int, shape.ge, shape.le]
    raise TypeError(f"an option of type {annotation!r} has no slash form")


def _make_parameter(name: str, kind: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind | None)


def _make_choice(label: Text, value: Any, texts: Texts) -> app_commands.Choice[Any]:
    return app_commands.Choice(name=translate_text(label, texts), value=value)
