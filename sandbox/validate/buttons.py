"""Rules for buttons and for the emoji of buttons and options.

Source: https://docs.discord.com/developers/components/reference#button
"""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.discord.components import LINK_STYLE, PREMIUM_STYLE, Kind, Place
from sandbox.discord.model import Json
from sandbox.errors import Problem
from sandbox.validate.embeds import bad_url
from sandbox.validate.emoji import is_emoji
from sandbox.validate.rules import Rule, Subject, is_blank, missing

LINKS = ("http", "https", "discord")


def _buttons(subject: Subject) -> Iterator[tuple[Place, Json]]:
    return ((at, part) for at, part in subject.components() if part["type"] == Kind.BUTTON)


def invalid_emoji(subject: Subject) -> Iterator[Problem]:
    """Require an id of custom emoji, and a Unicode emoji as the name of any other."""
    for at, part in subject.components():
        things = [(at, part)] if part["type"] == Kind.BUTTON else []
        things += [((*at, "options", index), option) for index, option in enumerate(part.get("options") or ())]
        for place, thing in things:
            emoji = thing.get("emoji")
            if emoji is not None and not emoji.get("id") and not is_emoji(emoji.get("name") or ""):
                yield Problem((*place, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def link_without_url(subject: Subject) -> Iterator[Problem]:
    for at, part in _buttons(subject):
        if part["style"] == LINK_STYLE:
            if not part.get("url"):
                yield missing((*at, "url"))
            if part.get("custom_id"):
                yield Problem(
                    (*at, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_FORBIDDEN", "A link button has no custom id"
                )


def link_of_wrong_scheme(subject: Subject) -> Iterator[Problem]:
    for at, part in _buttons(subject):
        if part["style"] == LINK_STYLE:
            yield from bad_url((*at, "url"), part.get("url"), LINKS)


def url_on_a_normal_button(subject: Subject) -> Iterator[Problem]:
    for at, part in _buttons(subject):
        if part["style"] not in (LINK_STYLE, PREMIUM_STYLE) and part.get("url"):
            yield Problem((*at, "url"), "BUTTON_COMPONENT_URL_FORBIDDEN", "Only link buttons have a URL")


def sku_on_another_button(subject: Subject) -> Iterator[Problem]:
    for at, part in _buttons(subject):
        if part["style"] != PREMIUM_STYLE and part.get("sku_id"):
            yield Problem((*at, "sku_id"), "BUTTON_COMPONENT_SKU_FORBIDDEN", "Only premium buttons have a SKU")


def premium_without_sku(subject: Subject) -> Iterator[Problem]:
    for at, part in _buttons(subject):
        if part["style"] == PREMIUM_STYLE and not part.get("sku_id"):
            yield missing((*at, "sku_id"))


def premium_with_more_than_sku(subject: Subject) -> Iterator[Problem]:
    for at, part in _buttons(subject):
        for key in ("custom_id", "label", "url", "emoji"):
            if part["style"] == PREMIUM_STYLE and part.get(key):
                yield Problem((*at, key), "BUTTON_COMPONENT_PREMIUM_FORBIDDEN", "A premium button has only a SKU")


def button_without_label_or_emoji(subject: Subject) -> Iterator[Problem]:
    for at, part in _buttons(subject):
        if not (not is_blank(part.get("label")) or part.get("emoji") or part["style"] == PREMIUM_STYLE):
            yield Problem((*at, "label"), "BUTTON_COMPONENT_LABEL_REQUIRED", "A label or an emoji is required")


RULES: tuple[Rule, ...] = (
    invalid_emoji,
    link_without_url,
    link_of_wrong_scheme,
    url_on_a_normal_button,
    sku_on_another_button,
    premium_without_sku,
    premium_with_more_than_sku,
    button_without_label_or_emoji,
)
