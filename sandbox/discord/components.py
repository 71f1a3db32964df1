"""Walk through trees of message components, and build the form in which Discord returns them.

Source: https://docs.discord.com/developers/components/reference
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import Any

from sandbox.discord.model import Json


class Kind(IntEnum):
    """Component types."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {Kind.STRING_SELECT, Kind.USER_SELECT, Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT, Kind.CHANNEL_SELECT}
)
LINK_STYLE = 5
PREMIUM_STYLE = 6

Place = tuple[str | int, ...]


def walk(components: Iterable[Any], at: Place = ()) -> list[tuple[Place, Json]]:
    """List every component of a tree with its path, parents before children; skip values that are not objects."""
    found: list[tuple[Place, Json]] = []
    for index, component in enumerate(components):
        if isinstance(component, dict):
            _walk_one(component, (*at, index), found)
    return found


def _walk_one(component: Json, at: Place, found: list[tuple[Place, Json]]) -> None:
    """Add one component and everything inside it."""
    found.append((at, component))
    children = component.get("components")
    if isinstance(children, list):
        for index, child in enumerate(children):
            if isinstance(child, dict):
                _walk_one(child, (*at, "components", index), found)
    for key in ("accessory", "component"):
        inner = component.get(key)
        if isinstance(inner, dict):
            _walk_one(inner, (*at, key), found)


def walk_media(component: Json, at: Place = ()) -> Iterator[tuple[Place, Json]]:
    """Yield the media items (objects with `url`) of one component, with their paths."""
    kind = component.get("type")
    if kind == Kind.THUMBNAIL and isinstance(component.get("media"), dict):
        yield (*at, "media"), component["media"]
    if kind == Kind.FILE and isinstance(component.get("file"), dict):
        yield (*at, "file"), component["file"]
    if kind == Kind.GALLERY and isinstance(component.get("items"), list):
        for index, item in enumerate(component["items"]):
            if isinstance(item, dict) and isinstance(item.get("media"), dict):
                yield (*at, "items", index, "media"), item["media"]


def list_texts(components: Iterable[Any]) -> list[str]:
    """List the contents of all text displays, top to bottom."""
    return [str(c.get("content", "")) for _, c in walk(components) if c.get("type") == Kind.TEXT]


def collect_urls(tree: Any) -> set[str]:
    """Collect the addresses of all media that components or embeds in Discord's form show."""
    found: set[str] = set()
    unread = [tree]
    while unread:
        part = unread.pop()
        if isinstance(part, dict):
            if "proxy_url" in part:
                found.add(part["url"])
            unread.extend(value for value in part.values() if isinstance(value, (dict, list)))
        elif isinstance(part, list):
            unread.extend(part)
    return found


def drop_nulls(tree: Any) -> Any:
    """Copy a tree of JSON without the keys that are null, which Discord leaves out of most of its answers."""
    if isinstance(tree, dict):
        return {key: drop_nulls(value) for key, value in tree.items() if value is not None}
    return [drop_nulls(value) for value in tree] if isinstance(tree, list) else tree


def store_components(components: Iterable[Json], unfurl: Callable[[str], Json]) -> list[Json]:
    """Convert a request's components to the form Discord keeps: every one with an id, defaults filled in, media
    resolved by `unfurl` (url in, media object out).
    """
    components = list(components)
    taken = {c["id"] for _, c in walk(components) if c.get("id")}
    counter = iter(n for n in range(1, 1_000_000) if n not in taken)
    return [_store_component(component, unfurl, counter) for component in components]


DEFAULTS: dict[Kind, Json] = {
    Kind.BUTTON: {"disabled": False},
    Kind.THUMBNAIL: {"description": None, "spoiler": False},
    Kind.FILE: {"spoiler": False},
    Kind.SEPARATOR: {"divider": True, "spacing": 1},
    Kind.CONTAINER: {"accent_color": None, "spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1, "disabled": False} for kind in SELECTS},
}

NULLABLE = frozenset({"accent_color", "description"})
"""Keys of components that Discord hands back as null; other nulls are left out."""


def _store_component(component: Json, unfurl: Callable[[str], Json], counter: Iterator[int]) -> Json:
    kind = component["type"]
    given = {k: drop_nulls(v) for k, v in component.items() if v is not None or k in NULLABLE}
    result = DEFAULTS.get(Kind(kind), {}) | given
    result["id"] = component.get("id") or next(counter)
    if "components" in component:
        result["components"] = [_store_component(child, unfurl, counter) for child in component["components"]]
    for key in ("accessory", "component"):
        if key in component:
            result[key] = _store_component(component[key], unfurl, counter)
    if kind == Kind.THUMBNAIL:
        result["media"] = unfurl(component["media"]["url"])
    if kind == Kind.GALLERY:
        result["items"] = [
            {
                "media": unfurl(item["media"]["url"]),
                "description": item.get("description"),
                "spoiler": bool(item.get("spoiler")),
            }
            for item in component["items"]
        ]
    if kind == Kind.FILE:
        result["file"] = unfurl(component["file"]["url"])
        result["name"] = result["file"]["url"].rsplit("/", 1)[-1]
        result["size"] = result["file"].pop("size", 0)
    return result
