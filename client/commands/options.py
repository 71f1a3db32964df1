"""Convert a game's options to options of its slash command, and back."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from discord import app_commands
from msgspec import inspect as shapes

from client.commands.translator import list_choices
from client.core.errors import COMMAND_CHANGED
from games.core import AnyGame
from games.text import T, Text
from games.wording import Words
from matches.clocks.pace import ABSENCES, PACES
from matches.errors import UserError
from matches.texts import Texts

PLAYERS = "players"
PRESET = "preset"

TERMS: Mapping[str, Text] = {
    "pace": T("How much time everybody has"),
    "absence": T("What happens when somebody's time is up"),
    "private": T("Only people you invite may join"),
    "thread": T("Give the match its own thread"),
}
"""Options of every game's `new` that are about the match, such as its pace, not about the rules."""


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
        found[PRESET] = list_choices({name: words.PRESETS[name] for name in game.presets}, texts)
    for field in msgspec.structs.fields(game.options_type):
        values = list_offered(field.type)
        if values:
            found[field.name] = list_choices({value: words.option_value(field.name, value) for value in values}, texts)
    return found


def read_options(game: AnyGame, values: Mapping[str, Any]) -> Any:
    """Build the game's options from those given to the command: the preset or the defaults, and every explicit
    option. Raises UserError for a value that is not offered."""
    given = {name: value for name, value in values.items() if value is not None}
    preset = given.pop(PRESET, None)
    base = game.presets[preset] if preset in game.presets else game.options_type()
    try:
        return msgspec.convert({**msgspec.structs.asdict(base), **given}, game.options_type)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # half a surrogate pair cannot be encoded
        raise make_change_error() from error


def pop_terms(values: dict[str, Any]) -> dict[str, Any]:
    """Remove the terms from what was given to the command, and return them. Raises UserError for a value that is not
    offered."""
    given = {name: values.pop(name, None) for name in TERMS}
    if given["pace"] not in (None, *PACES) or given["absence"] not in (None, *ABSENCES):
        raise make_change_error()
    return given


def make_change_error() -> UserError:
    """Make the error for a value that no menu offers. Discord refuses such values, unless it still has another version
    of the command."""
    return UserError(COMMAND_CHANGED)


def make_term_parameters() -> list[inspect.Parameter]:
    """Build the parameters of `/<game> new` for `TERMS`."""
    kinds: dict[str, Any] = {"pace": str, "absence": str, "private": bool, "thread": bool}
    return [_make_parameter(name, kinds[name]) for name in TERMS]


def make_term_choices(texts: Texts) -> dict[str, list[app_commands.Choice[Any]]]:
    """List what can be picked for pace and absence."""
    return {
        "pace": list_choices({name: pace.name for name, pace in PACES.items()}, texts),
        "absence": list_choices(ABSENCES, texts),
    }


def list_offered(annotation: Any) -> tuple[Any, ...]:
    """List the values a menu offers for an option of this type."""
    plain, *others = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    if get_origin(plain) is Literal:
        return get_args(plain)
    extra = [each.extra for each in others if isinstance(each, msgspec.Meta) and each.extra]
    return tuple(value for each in extra for value in each.get("offer", ()))


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
