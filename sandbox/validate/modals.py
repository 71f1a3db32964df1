"""Rules for modals and for autocomplete's choices.

Source: https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object
"""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.discord.components import Kind
from sandbox.discord.model import Json
from sandbox.errors import Problem
from sandbox.validate.rules import Rule, Subject, bad_length, is_blank, missing, too_long

TOP = frozenset({Kind.ROW, Kind.LABEL, Kind.TEXT})


def title_length(subject: Subject) -> Iterator[Problem]:
    yield from bad_length((*subject.at, "title"), subject.data.get("title") or "", 1, 45)


def modal_custom_id_length(subject: Subject) -> Iterator[Problem]:
    yield from bad_length((*subject.at, "custom_id"), subject.data.get("custom_id") or "", 1, 100)


def more_than_5_parts(subject: Subject) -> Iterator[Problem]:
    yield from bad_length((*subject.at, "components"), subject.data.get("components") or [], 1, 5)


def part_not_for_modals(subject: Subject) -> Iterator[Problem]:
    """Allow rows with a text input, labels and texts."""
    for index, part in enumerate(subject.data.get("components") or ()):
        at = (*subject.at, "components", index)
        if part["type"] not in TOP:
            yield Problem((*at, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1, 10, 18).')
        for number, child in enumerate(part.get("components") or ()):
            if part["type"] == Kind.ROW and child["type"] != Kind.TEXT_INPUT:
                place = (*at, "components", number, "type")
                yield Problem(place, "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (4,).')


def label_missing_or_too_long(subject: Subject) -> Iterator[Problem]:
    """Check the label of a label component, and of a text input in a row."""
    for at, part in subject.components():
        in_row = part["type"] == Kind.TEXT_INPUT and at[-1] != "component"
        if part["type"] == Kind.LABEL or in_row:
            if is_blank(part.get("label")):
                yield missing((*at, "label"))
            yield from too_long((*at, "label"), part.get("label"), 45)


def label_description_length(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part["type"] == Kind.LABEL:
            yield from bad_length((*at, "description"), part.get("description"), 1, 100)


def text_input_value_outside_bounds(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part["type"] == Kind.TEXT_INPUT:
            low, high = part.get("min_length") or 0, part.get("max_length") or 4000
            if not 0 <= low <= high <= 4000:
                yield Problem((*at, "max_length"), "BASE_TYPE_BAD_LENGTH", "Must be between min_length and 4000.")
            if part.get("value"):
                yield from bad_length((*at, "value"), part["value"], low, high)


def upload_bounds_out_of_order(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part["type"] == Kind.FILE_UPLOAD and _least(part) > (part.get("max_values") or 1):
            yield Problem((*at, "min_values"), "FILE_UPLOAD_INVALID_RANGE", "min_values must not exceed max_values")


def _least(part: Json) -> int:
    given = part.get("min_values")
    return 1 if given is None else int(given)


def two_defaults_of_a_radio_group(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        chosen = [option for option in part.get("options") or () if option.get("default")]
        if part["type"] == Kind.RADIO_GROUP and len(chosen) > 1:
            yield Problem((*at, "options"), "RADIO_GROUP_TOO_MANY_DEFAULTS", "Only one option can be the default")


def checkbox_bounds_outside_options(subject: Subject) -> Iterator[Problem]:
    """Limit the bounds to the number of boxes, which is the default of `max_values`."""
    for at, part in subject.components():
        if part["type"] == Kind.CHECKBOX_GROUP:
            options = part.get("options") or []
            most = part.get("max_values") or len(options)
            if most > len(options):
                yield Problem((*at, "max_values"), "CHECKBOX_GROUP_INVALID_RANGE", "There are fewer options")
            elif _least(part) > most:
                yield Problem(
                    (*at, "min_values"), "CHECKBOX_GROUP_INVALID_RANGE", "min_values must not exceed max_values"
                )
            elif sum(bool(option.get("default")) for option in options) > most:
                yield Problem((*at, "options"), "CHECKBOX_GROUP_TOO_MANY_DEFAULTS", "There are more defaults")


def disabled_in_a_form(subject: Subject) -> Iterator[Problem]:
    for at, part in subject.components():
        if part.get("disabled"):
            yield Problem((*at, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Components of a form cannot be disabled")


def no_values_but_required(subject: Subject) -> Iterator[Problem]:
    """Require `required` false with `min_values` 0; it is true by default."""
    for at, part in subject.components():
        if part.get("min_values") == 0 and part.get("required") is not False:
            yield Problem((*at, "min_values"), "COMPONENT_REQUIRED_WITHOUT_VALUES", "Must be 1 where it is required")


def more_than_25_choices(subject: Subject) -> Iterator[Problem]:
    yield from bad_length((*subject.at, "choices"), subject.data.get("choices"), 0, 25)


def choice_text_too_long(subject: Subject) -> Iterator[Problem]:
    for index, choice in enumerate(subject.data.get("choices") or ()):
        at = (*subject.at, "choices", index)
        yield from bad_length((*at, "name"), choice.get("name") or "", 1, 100)
        yield from too_long((*at, "value"), choice.get("value"), 100)
        for locale, name in (choice.get("name_localizations") or {}).items():
            yield from bad_length((*at, "name_localizations", locale), name, 1, 100)


RULES: tuple[Rule, ...] = (
    title_length,
    modal_custom_id_length,
    more_than_5_parts,
    part_not_for_modals,
    label_missing_or_too_long,
    label_description_length,
    text_input_value_outside_bounds,
    upload_bounds_out_of_order,
    two_defaults_of_a_radio_group,
    checkbox_bounds_outside_options,
    disabled_in_a_form,
    no_values_but_required,
)

CHOICE_RULES: tuple[Rule, ...] = (more_than_25_choices, choice_text_too_long)
