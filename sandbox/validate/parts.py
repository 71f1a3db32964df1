"""Check single components, in messages and in modals.

Source: https://docs.discord.com/developers/components/reference
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandbox.discord.components import LINK_STYLE, PREMIUM_STYLE, SELECTS, Kind, Place
from sandbox.discord.model import Json
from sandbox.errors import Problem
from sandbox.validate import buttons
from sandbox.validate.rules import Rule, Subject, bad_length, duplicates, missing, too_long

INTERACTIVE = SELECTS | {
    Kind.BUTTON,
    Kind.TEXT_INPUT,
    Kind.FILE_UPLOAD,
    Kind.RADIO_GROUP,
    Kind.CHECKBOX_GROUP,
    Kind.CHECKBOX,
}
"""Components with a custom_id."""

CHILDREN: dict[int, frozenset[Kind]] = {
    Kind.ROW: SELECTS | {Kind.BUTTON, Kind.TEXT_INPUT},
    Kind.SECTION: frozenset({Kind.TEXT}),
    Kind.CONTAINER: frozenset({Kind.ROW, Kind.TEXT, Kind.SECTION, Kind.GALLERY, Kind.SEPARATOR, Kind.FILE}),
}
"""The components each kind may hold in its `components`."""

INNER: dict[str, frozenset[Kind]] = {
    "accessory": frozenset({Kind.BUTTON, Kind.THUMBNAIL}),
    "component": INTERACTIVE - {Kind.BUTTON},
}
"""The components allowed under each key that holds a single one."""


def child_not_allowed(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        allowed = CHILDREN.get(part["type"])
        for index, child in enumerate(part.get("components") or ()):
            if allowed is None or child["type"] not in allowed:
                yield _report_kind((*at, "components", index, "type"), allowed or frozenset())
        for key, kinds in INNER.items():
            inner = part.get(key)
            if isinstance(inner, dict) and inner.get("type") not in kinds:
                yield _report_kind((*at, key, "type"), kinds)


def _report_kind(at: Place, allowed: frozenset[Kind]) -> Problem:
    kinds = ", ".join(str(int(k)) for k in sorted(allowed))
    return Problem(at, "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({kinds}).')


def wrong_number_of_children(subject: Subject) -> Iterator[Problem]:
    """Require one to five components in a row, one to three in a section, and one to forty in a container."""
    limits = {Kind.ROW: 5, Kind.SECTION: 3, Kind.CONTAINER: 40}
    for at, part in subject.components():
        if part["type"] in limits:
            yield from bad_length((*at, "components"), part.get("components") or [], 1, limits[part["type"]])


def section_without_accessory(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part["type"] == Kind.SECTION and not part.get("accessory"):
            yield missing((*at, "accessory"))


def select_beside_something(subject: Subject) -> Iterator[Problem]:
    """Require that a select or a text input is alone in its row."""
    for at, part in subject.components():
        children = part.get("components") or []
        if part["type"] == Kind.ROW and len(children) > 1:
            for index, child in enumerate(children):
                if child["type"] in SELECTS or child["type"] == Kind.TEXT_INPUT:
                    yield Problem(
                        (*at, "components", index),
                        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                        "The specified component exceeds the maximum width",
                    )


def custom_id_missing(subject: Subject) -> Iterator[Problem]:
    """Require a custom_id on interactive components except link and premium buttons."""
    for at, part in subject.components():
        linked = part["type"] == Kind.BUTTON and part.get("style") in (LINK_STYLE, PREMIUM_STYLE)
        if part["type"] in INTERACTIVE and not linked and not part.get("custom_id"):
            yield missing((*at, "custom_id"))


def duplicate_custom_id(subject: Subject) -> Iterator[Problem]:
    found = (((*at, "custom_id"), part["custom_id"]) for at, part in subject.components() if part.get("custom_id"))
    yield from duplicates(found, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")


def duplicate_component_id(subject: Subject) -> Iterator[Problem]:
    found = (((*at, "id"), part["id"]) for at, part in subject.components() if part.get("id"))
    yield from duplicates(found, "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")


def custom_id_over_100(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        yield from bad_length((*at, "custom_id"), part.get("custom_id"), 1, 100)


def label_over_80(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part["type"] == Kind.BUTTON:
            yield from too_long((*at, "label"), part.get("label"), 80)


def placeholder_too_long(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        limit = 100 if part["type"] == Kind.TEXT_INPUT else 150
        yield from too_long((*at, "placeholder"), part.get("placeholder"), limit)


def _list_options(subject: Subject) -> Iterator[tuple[Place, Json, list[Any]]]:
    """Yield the components that take options: the place of the options, the component, the options."""
    for at, part in subject.components():
        if part["type"] in (Kind.STRING_SELECT, Kind.RADIO_GROUP, Kind.CHECKBOX_GROUP):
            yield (*at, "options"), part, part.get("options") or []


def wrong_number_of_options(subject: Subject) -> Iterator[Problem]:
    limits = {Kind.STRING_SELECT: (1, 25), Kind.RADIO_GROUP: (2, 10), Kind.CHECKBOX_GROUP: (1, 10)}
    for at, part, options in _list_options(subject):
        yield from bad_length(at, options, *limits[part["type"]])


def option_text_too_long(subject: Subject) -> Iterator[Problem]:
    for at, _, options in _list_options(subject):
        for index, option in enumerate(options):
            for key, low in (("label", 1), ("value", 1), ("description", 0)):
                yield from bad_length((*at, index, key), option.get(key), low, 100)


def duplicate_option_values(subject: Subject) -> Iterator[Problem]:
    for at, _, options in _list_options(subject):
        found = [((*at, index, "value"), option.get("value")) for index, option in enumerate(options)]
        yield from duplicates(
            found, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
        )


def _read_bounds(part: Json) -> tuple[int, int]:
    low, high = part.get("min_values"), part.get("max_values")
    return 1 if low is None else low, 1 if high is None else high


def fewer_options_than_values(subject: Subject) -> Iterator[Problem]:
    """Require at least as many options as `min_values` and `max_values` say."""
    for at, part, options in _list_options(subject):
        if part["type"] == Kind.STRING_SELECT and options and len(options) < max(_read_bounds(part)):
            yield from bad_length(at, options, max(_read_bounds(part)), 25)


def min_values_over_max_values(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part["type"] in SELECTS:
            low, high = _read_bounds(part)
            if not 0 <= low <= high or not 1 <= high <= 25:
                yield Problem(
                    (*at, "min_values"), "SELECT_COMPONENT_INVALID_RANGE", "min_values must not exceed max_values"
                )


def more_defaults_than_values(subject: Subject) -> Iterator[Problem]:
    for at, part, options in _list_options(subject):
        if part["type"] == Kind.STRING_SELECT and sum(bool(o.get("default")) for o in options) > _read_bounds(part)[1]:
            yield Problem(
                at, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "There are more default values than max_values"
            )


def gallery_over_10(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part["type"] == Kind.GALLERY:
            yield from bad_length((*at, "items"), part.get("items") or [], 1, 10)


def empty_text_display(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part["type"] == Kind.TEXT and not (part.get("content") or "").strip():
            yield missing((*at, "content"))


def default_values_outside_bounds(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        given = part.get("default_values")
        if part["type"] in SELECTS and given:
            yield from bad_length((*at, "default_values"), given, *_read_bounds(part))


def form_part_in_message(subject: Subject) -> Iterator[Problem]:
    """Refuse text inputs in messages: they belong in modals."""
    allowed = CHILDREN[Kind.ROW] - {Kind.TEXT_INPUT}
    for at, part in subject.components():
        if part["type"] == Kind.TEXT_INPUT:
            yield _report_kind((*at, "type"), allowed)


MESSAGE_RULES: tuple[Rule, ...] = (form_part_in_message,)

RULES: tuple[Rule, ...] = (
    *buttons.RULES,
    default_values_outside_bounds,
    child_not_allowed,
    wrong_number_of_children,
    section_without_accessory,
    select_beside_something,
    custom_id_missing,
    duplicate_custom_id,
    duplicate_component_id,
    custom_id_over_100,
    label_over_80,
    placeholder_too_long,
    wrong_number_of_options,
    option_text_too_long,
    duplicate_option_values,
    fewer_options_than_values,
    min_values_over_max_values,
    more_defaults_than_values,
    gallery_over_10,
    empty_text_display,
)
