"""Check a click, a choice or a modal against the components shown, as Discord's client does before sending it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.discord.components import LINK_STYLE, PREMIUM_STYLE, SELECTS, Kind, walk
from sandbox.discord.model import Channel, Json, Message, User
from sandbox.discord.world import World
from sandbox.person.slash import OptionType, Refused, resolve

RESOLVES = {
    Kind.USER_SELECT: OptionType.USER,
    Kind.ROLE_SELECT: OptionType.ROLE,
    Kind.MENTIONABLE_SELECT: OptionType.MENTIONABLE,
    Kind.CHANNEL_SELECT: OptionType.CHANNEL,
}


def find_component(message: Message, wanted: str) -> Json:
    """Find the button or menu with a custom_id, label or placeholder. Raises Refused if there is none, or it is
    disabled."""
    parts = [c for _, c in walk(message.components) if c["type"] in SELECTS or c["type"] == Kind.BUTTON]
    for keys in (("custom_id",), ("label", "placeholder")):
        for part in parts:
            if wanted in [part.get(key) for key in keys]:
                if part.get("disabled"):
                    raise Refused(f"“{wanted}” is disabled.")
                return part
    shown = ", ".join(str(p.get("label") or p.get("placeholder") or p.get("custom_id")) for p in parts)
    raise Refused(f"This message has no button or menu “{wanted}” (it has: {shown or 'none'}).")


def build_component_data(
    world: World, user: User, channel: Channel, message: Message, wanted: str, values: Sequence[str] | None
) -> Json:
    """Build an interaction's `data` for a click (`values` None) or a choice."""
    part = find_component(message, wanted)
    data: Json = {"component_type": part["type"], "custom_id": part.get("custom_id"), "id": part["id"]}
    if part["type"] == Kind.BUTTON:
        if part["style"] in (LINK_STYLE, PREMIUM_STYLE):
            raise Refused(f"“{wanted}” is a link.")
        if values is not None:
            raise Refused(f"“{wanted}” is a button; it takes no values.")
        return data
    chosen, resolved = check_choice(world, user, channel, part, values or ())
    data["values"] = chosen
    if resolved:
        data["resolved"] = resolved
    return data


def check_choice(
    world: World, user: User, channel: Channel, menu: Json, values: Sequence[str]
) -> tuple[list[str], Json]:
    """Check a menu's choice. Returns its values and the objects they name; options may be given by value or by
    label."""
    name = menu.get("placeholder") or menu.get("custom_id")
    low, high = menu.get("min_values", 1), menu.get("max_values", 1)
    if not low <= len(values) <= high:
        raise Refused(f"“{name}” takes {low} to {high} choices.")
    resolved: Json = {}
    chosen: list[str] = []
    if menu["type"] in RESOLVES:
        kind = RESOLVES[menu["type"]]
        chosen = [resolve(world, user, channel, kind, value, resolved, shown=str(name)) for value in values]
        if len(set(chosen)) < len(chosen):
            raise Refused(f"“{name}” takes each only once.")
        return chosen, resolved
    for value in values:
        options = menu.get("options") or []
        found = [o["value"] for o in options if o["value"] == value] or [
            o["value"] for o in options if o["label"] == value
        ]
        if not found:
            raise Refused(f"“{name}” has no choice “{value}”.")
        chosen.append(found[0])
    return chosen, resolved


def build_modal_data(world: World, user: User, channel: Channel, modal: Json, values: Mapping[str, Any]) -> Json:
    """Build an interaction's `data` for a modal filled in with `values` by custom_id (or by label)."""
    resolved: Json = {}
    used: set[str] = set()
    parts = []
    for index, part in enumerate(modal["components"]):
        given: Json = {"type": part["type"], "id": part.get("id") or index + 1}
        if part["type"] == Kind.ROW:
            given["components"] = [
                _fill_field(world, user, channel, c, c, values, resolved, used) for c in part["components"]
            ]
        elif part["type"] == Kind.LABEL:
            given["component"] = _fill_field(world, user, channel, part["component"], part, values, resolved, used)
        parts.append(given)
    unknown = set(values) - used
    if unknown:
        raise Refused(f"This form has no field “{sorted(unknown)[0]}”.")
    data: Json = {"custom_id": modal["custom_id"], "components": parts}
    if resolved:
        data["resolved"] = resolved
    return data


def _fill_field(
    world: World,
    user: User,
    channel: Channel,
    part: Json,
    labelled: Json,
    values: Mapping[str, Any],
    resolved: Json,
    used: set[str],
) -> Json:
    """Build one filled-in field of a modal."""
    custom_id = part["custom_id"]
    label = labelled.get("label") or custom_id
    key = custom_id if custom_id in values else label
    used.update((custom_id, label))
    given = values.get(key)
    kind = part["type"]
    data: Json = {"type": kind, "id": part.get("id") or 0, "custom_id": custom_id}
    required = part.get("required", True)
    if kind == Kind.TEXT_INPUT:
        text = str(part.get("value") or "") if given is None else str(given)
        low, high = part.get("min_length") or 0, part.get("max_length") or 4000
        if required and not text:
            raise Refused(f"“{label}” is required.")
        if text and not low <= len(text) <= high:
            raise Refused(f"“{label}” must have {low} to {high} characters.")
        return data | {"value": text}
    if kind == Kind.CHECKBOX:
        return data | {"value": bool(part.get("default") if given is None else given)}
    if kind == Kind.RADIO_GROUP:
        options = {o["value"] for o in part["options"]}
        picked = next((o["value"] for o in part["options"] if o.get("default")), None) if given is None else given
        if picked is None and required:
            raise Refused(f"“{label}” is required.")
        if picked is not None and picked not in options:
            raise Refused(f"“{label}” has no choice “{picked}”.")
        return data | {"value": picked}
    if kind == Kind.FILE_UPLOAD:
        raise Refused("Files cannot be given to forms here.")
    chosen = [given] if isinstance(given, str) else list(given or ())
    if given is None:
        chosen = [o["value"] for o in part.get("options") or [] if o.get("default")]
    if not chosen and not required:
        return data | {"values": []}
    picked_values, found = check_choice(world, user, channel, {"placeholder": label, **part}, chosen)
    for group, things in found.items():
        resolved.setdefault(group, {}).update(things)
    return data | {"values": picked_values}
