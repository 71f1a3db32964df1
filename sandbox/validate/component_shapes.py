"""The shape of every component.

Source: https://docs.discord.com/developers/components/reference
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.discord.components import Kind, Place
from sandbox.errors import Problem
from sandbox.validate.readers import (
    Reader,
    boolean,
    by_type,
    integer,
    many,
    one_of,
    record,
    snowflake,
    text,
    text_of,
    without,
)

INT32 = integer(0, (1 << 31) - 1)


def component(value: Any, at: Place, problems: list[Problem]) -> Any:
    """Read any component with its children."""
    return by_type(COMPONENTS)(value, at, problems)


def _component(kind: Kind, fields: Mapping[str, Reader], required: tuple[str, ...] = ()) -> dict[int, Reader]:
    return {int(kind): record({"type": one_of(int(kind)), "id": INT32, **fields}, ("type", *required))}


EMOJI = record({"id": snowflake, "name": text_of(0, 32), "animated": boolean}, ("name",))
MEDIA = record({"url": text_of(0, 2048)}, ("url",))
CHOICE = {"label": text, "value": text, "description": text, "default": boolean}
STRING_OPTION = record({**CHOICE, "emoji": EMOJI}, ("label", "value"))
FORM_OPTION = record(CHOICE, ("label", "value"))
USED: Mapping[str, Reader] = {"custom_id": text, "required": boolean, "disabled": boolean}
SELECT: Mapping[str, Reader] = {**USED, "placeholder": text, "min_values": integer(), "max_values": integer()}


OF_ONE_SELECT = ("options", "default_values", "channel_types")
"""The keys that only some selects have."""


def _select(kind: Kind, fields: Mapping[str, Reader]) -> dict[int, Reader]:
    """Describe a select, which must not have what only others have."""
    foreign = [key for key in OF_ONE_SELECT if key not in fields]
    return {number: without(foreign, reader) for number, reader in _component(kind, {**SELECT, **fields}).items()}


def _default_values(*kinds: str) -> dict[str, Reader]:
    return {"default_values": many(record({"type": one_of(*kinds), "id": snowflake}, ("type", "id")), 0, 25)}


COMPONENTS: dict[int, Reader] = {
    **_component(Kind.ROW, {"components": many(component)}),
    **_component(
        Kind.BUTTON,
        {
            "style": integer(1, 6),
            "custom_id": text,
            "label": text,
            "disabled": boolean,
            "url": text_of(0, 512),
            "sku_id": snowflake,
            "emoji": EMOJI,
        },
        ("style",),
    ),
    **_select(Kind.STRING_SELECT, {"options": many(STRING_OPTION)}),
    **_component(
        Kind.TEXT_INPUT,
        {
            **USED,
            "style": integer(1, 2),
            "label": text,
            "placeholder": text,
            "value": text,
            "min_length": integer(0, 4000),
            "max_length": integer(1, 4000),
        },
        ("style",),
    ),
    **_select(Kind.USER_SELECT, _default_values("user")),
    **_select(Kind.ROLE_SELECT, _default_values("role")),
    **_select(Kind.MENTIONABLE_SELECT, _default_values("user", "role")),
    **_select(
        Kind.CHANNEL_SELECT,
        {
            **_default_values("channel"),
            "channel_types": many(one_of(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16), distinct=True),
        },
    ),
    **_component(Kind.SECTION, {"components": many(component), "accessory": component}),
    **_component(Kind.TEXT, {"content": text_of(0, 4000)}),
    **_component(Kind.THUMBNAIL, {"media": MEDIA, "description": text, "spoiler": boolean}, ("media",)),
    **_component(
        Kind.GALLERY,
        {"items": many(record({"media": MEDIA, "description": text, "spoiler": boolean}, ("media",)))},
    ),
    **_component(Kind.FILE, {"file": MEDIA, "spoiler": boolean}, ("file",)),
    **_component(Kind.SEPARATOR, {"divider": boolean, "spacing": integer(1, 2)}),
    **_component(
        Kind.CONTAINER,
        {"components": many(component), "accent_color": integer(0, 0xFFFFFF), "spoiler": boolean},
    ),
    **_component(Kind.LABEL, {"label": text, "description": text, "component": component}, ("component",)),
    **_component(Kind.FILE_UPLOAD, {**USED, "min_values": integer(0, 10), "max_values": integer(1, 10)}),
    **_component(Kind.RADIO_GROUP, {**USED, "options": many(FORM_OPTION)}),
    **_component(
        Kind.CHECKBOX_GROUP,
        {**USED, "min_values": integer(0, 10), "max_values": integer(1, 10), "options": many(FORM_OPTION)},
    ),
    **_component(Kind.CHECKBOX, {**USED, "default": boolean}),
}
