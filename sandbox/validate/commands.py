"""Rules for application commands.

Source: https://docs.discord.com/developers/interactions/application-commands#application-command-object
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category

from sandbox import errors
from sandbox.discord.components import Place
from sandbox.discord.model import Json
from sandbox.errors import Problem
from sandbox.validate.rules import LOCALES, Rule, Subject, bad_length, duplicates, is_blank, missing, too_long

MAX_COMMANDS = 100
MAX_MENU_COMMANDS = 15
MAX_SIZE = 8000
SUB = (1, 2)


@lru_cache(4096)  # a bot sends the same names at every start
def is_well_named(name: str) -> bool:
    r"""Whether a name matches `^[-_'\p{L}\p{N}]{1,32}$` with Devanagari and Thai signs, and has no capitals."""
    if not 1 <= len(name) <= 32 or name != name.lower():
        return False
    return all(c in "-_'" or category(c)[0] in "LN" or re.match("[\u0900-\u097f\u0e00-\u0e7f]", c) for c in name)


def commands(subject: Subject) -> Iterator[tuple[Place, Json]]:
    """Yield the body's commands: a bulk overwrite has many, the other routes one."""
    if isinstance(subject.data, list):
        yield from (((*subject.at, index), command) for index, command in enumerate(subject.data))
    else:
        yield subject.at, subject.data


def nodes(subject: Subject) -> Iterator[tuple[Place, Json, bool]]:
    """Yield every command and option at any depth; the flag marks options."""

    def options(at: Place, node: Json) -> Iterator[tuple[Place, Json, bool]]:
        for index, option in enumerate(node.get("options") or ()):
            place = (*at, "options", index)
            yield place, option, True
            yield from options(place, option)

    for at, command in commands(subject):
        yield at, command, False
        yield from options(at, command)


def chat(subject: Subject) -> Iterator[tuple[Place, Json, bool]]:
    """Yield the nodes without user and message commands, which have other names and no description."""
    menus = {at for at, command in commands(subject) if (command.get("type") or 1) != 1}
    yield from ((at, node, option) for at, node, option in nodes(subject) if option or at not in menus)


def more_than_100_commands(subject: Subject) -> Iterator[Problem]:
    """Refuse with 30032, not a form error; counted by type as Discord does."""
    if isinstance(subject.data, list) and sum((c.get("type") or 1) == 1 for c in subject.data) > MAX_COMMANDS:
        raise errors.TOO_MANY_COMMANDS()
    yield from ()


def more_than_15_menu_commands(subject: Subject) -> Iterator[Problem]:
    """Refuse with 30032, for user commands and for message commands."""
    kinds = [c.get("type") for c in subject.data] if isinstance(subject.data, list) else []
    if max(kinds.count(2), kinds.count(3)) > MAX_MENU_COMMANDS:
        raise errors.TOO_MANY_MENU_COMMANDS()
    yield from ()


def menu_command_with_description(subject: Subject) -> Iterator[Problem]:
    code = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"
    for at, command in commands(subject):
        told = command.get("description") or any((command.get("description_localizations") or {}).values())
        if told and (command.get("type") or 1) != 1:
            yield Problem((*at, "description"), code, "Context menu commands cannot have a description")


def menu_command_with_options(subject: Subject) -> Iterator[Problem]:
    code, message = "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID", "Context menu commands cannot have options"
    for at, command in commands(subject):
        if (command.get("type") or 1) != 1 and command.get("options"):
            yield Problem((*at, "options"), code, message)


def menu_name_length(subject: Subject) -> Iterator[Problem]:
    for at, command in commands(subject):
        if (command.get("type") or 1) != 1:
            yield from bad_length((*at, "name"), command.get("name"), 1, 32)
            for place, name in _walk_localised(at, command, "name"):
                yield from bad_length(place, name, 1, 32)


def choice_of_wrong_type(subject: Subject) -> Iterator[Problem]:
    """Require strings as choices of string options, and numbers as choices of number options."""
    for at, node, is_option in nodes(subject):
        for index, choice in enumerate(node.get("choices") or ()):
            if is_option and not fits(node["type"], choice["value"]):
                place = (*at, "choices", index, "value")
                yield Problem(place, "APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE_INVALID", "Value has the wrong type")


def fits(kind: int, value: object) -> bool:
    """Whether a choice's value fits options of this type; other types have no choices."""
    if kind == 3:
        return isinstance(value, str)
    return isinstance(value, int) if kind == 4 else kind != 10 or isinstance(value, (int, float))


def bad_name(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in chat(subject):
        for place, name in ((at, node.get("name")), *_walk_localised(at, node, "name")):
            where = (*at, "name") if place == at else place
            if isinstance(name, str) and not is_well_named(name):
                yield Problem(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _walk_localised(at: Place, node: Json, key: str) -> Iterator[tuple[Place, str]]:
    for locale, words in (node.get(f"{key}_localizations") or {}).items():
        yield (*at, f"{key}_localizations", locale), words


def name_missing(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        if not node.get("name"):
            yield missing((*at, "name"))


def description_missing(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in chat(subject):
        if is_blank(node.get("description")):
            yield missing((*at, "description"))


def description_over_100(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        yield from too_long((*at, "description"), node.get("description"), 100)
        for place, words in _walk_localised(at, node, "description"):
            yield from bad_length(place, words, 1, 100)


def unknown_locale(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        things = [(at, node), *(((*at, "choices", i), c) for i, c in enumerate(node.get("choices") or ()))]
        for place, thing in things:
            for key in ("name_localizations", "description_localizations"):
                for locale in thing.get(key) or ():
                    if locale not in LOCALES:
                        known = ", ".join(f"'{name}'" for name in sorted(LOCALES))
                        yield Problem(
                            (*place, key, locale), "ENUM_TYPE_COERCE", f'Value "{locale}" must be one of ({known}).'
                        )


def duplicate_command(subject: Subject) -> Iterator[Problem]:
    found = [((*at, "name"), (c.get("name"), c.get("type") or 1)) for at, c in commands(subject)]
    yield from duplicates(found, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")


def duplicate_option(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        options = enumerate(node.get("options") or ())
        found = [((*at, "options", index, "name"), option.get("name")) for index, option in options]
        yield from duplicates(
            found, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name must be unique in the option list"
        )


def required_after_optional(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        optional = False
        for index, option in enumerate(node.get("options") or ()):
            if option.get("type") in SUB:
                continue
            if option.get("required") and optional:
                yield Problem(
                    (*at, "options", index),
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
            optional = optional or not option.get("required")


def more_than_25_options(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        yield from bad_length((*at, "options"), node.get("options"), 0, 25)


def more_than_25_fixed_choices(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        yield from bad_length((*at, "choices"), node.get("choices"), 0, 25)


def fixed_choice_too_long(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        for index, choice in enumerate(node.get("choices") or ()):
            yield from bad_length((*at, "choices", index, "name"), choice.get("name") or "", 1, 100)
            yield from too_long((*at, "choices", index, "value"), choice.get("value"), 100)
            for place, words in _walk_localised((*at, "choices", index), choice, "name"):
                yield from bad_length(place, words, 1, 100)


def duplicate_choice(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        choices = enumerate(node.get("choices") or ())
        found = [((*at, "choices", index, "name"), choice.get("name")) for index, choice in choices]
        yield from duplicates(
            found, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED", "Choice names must be unique"
        )


def autocomplete_with_choices(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        if node.get("autocomplete") and node.get("choices"):
            yield Problem(
                (*at, "autocomplete"),
                "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
                "Autocomplete cannot be set on options with choices",
            )


def wrong_nesting(subject: Subject) -> Iterator[Problem]:
    """Require that groups hold sub-commands, and sub-commands hold values, without mixing them."""
    for at, node, is_option in nodes(subject):
        kinds = {option.get("type") for option in node.get("options") or ()}
        inside = node.get("type") if is_option else 0
        subs = kinds & set(SUB)
        wrong = (inside == 1 and subs) or (inside == 2 and kinds - {1}) or (subs and kinds - set(SUB))
        if wrong or (inside not in (0, 1, 2) and kinds):
            yield Problem(
                (*at, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option types do not fit here"
            )


def bounds_out_of_order(subject: Subject) -> Iterator[Problem]:
    for at, node, _ in nodes(subject):
        for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
            if node.get(low) is not None and node.get(high) is not None and node[low] > node[high]:
                yield Problem((*at, low), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", f"Must not exceed {high}.")


def bounds_of_wrong_type(subject: Subject) -> Iterator[Problem]:
    """Require whole bounds of options for whole numbers."""
    for at, node, is_option in nodes(subject):
        for key in ("min_value", "max_value"):
            if is_option and node["type"] == 4 and isinstance(node.get(key), float):
                yield Problem((*at, key), "NUMBER_TYPE_COERCE", "Value is not int.")


KEYS_OF_OPTIONS: dict[str, tuple[int, ...]] = {
    "choices": (3, 4, 10),
    "autocomplete": (3, 4, 10),
    "min_value": (4, 10),
    "max_value": (4, 10),
    "min_length": (3,),
    "max_length": (3,),
    "channel_types": (7,),
    "required": (3, 4, 5, 6, 7, 8, 9, 10, 11),
}
"""The types of options that take each key. Discord's API description gives each type keys of its own."""


def key_of_another_option(subject: Subject) -> Iterator[Problem]:
    for at, node, is_option in nodes(subject):
        for key, kinds in KEYS_OF_OPTIONS.items():
            given = node.get(key)
            if is_option and node["type"] not in kinds and given is not None and given is not False and given != []:
                yield Problem(
                    (*at, key), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", f"Options of this type have no {key}"
                )


def count_characters(node: Json) -> int:
    """Count the characters of a command as Discord does: names, descriptions and choice values, each in its longest
    locale.
    """

    def find_longest(thing: Json, key: str) -> int:
        words = (thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values())
        return max(map(len, words))

    total = find_longest(node, "name") + find_longest(node, "description")
    for choice in node.get("choices") or ():
        total += find_longest(choice, "name") + len(str(choice.get("value", "")))
    return total + sum(count_characters(option) for option in node.get("options") or ())


def command_over_8000(subject: Subject) -> Iterator[Problem]:
    for at, command in commands(subject):
        if count_characters(command) > MAX_SIZE:
            yield Problem(at, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_SIZE})")


RULES: tuple[Rule, ...] = (
    more_than_100_commands,
    more_than_15_menu_commands,
    menu_command_with_description,
    menu_command_with_options,
    menu_name_length,
    choice_of_wrong_type,
    name_missing,
    bad_name,
    description_missing,
    description_over_100,
    unknown_locale,
    duplicate_command,
    duplicate_option,
    required_after_optional,
    more_than_25_options,
    more_than_25_fixed_choices,
    fixed_choice_too_long,
    duplicate_choice,
    autocomplete_with_choices,
    wrong_nesting,
    bounds_out_of_order,
    bounds_of_wrong_type,
    key_of_another_option,
    command_over_8000,
)
