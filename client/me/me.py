"""A person's own settings (`/me`): language, time zone, quiet hours, reminders, and how pictures look."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal

from discord import ui
from msgspec import structs

from client.core.controls import action
from client.core.errors import SAVED
from client.core.visit import Visit
from client.me.zones import find_zone, make_zone_error
from client.messages.custom_ids import Id
from client.messages.forms import Form
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, rows, selects, text, toggle
from games.colours import COLOURS
from games.text import Colour, Say, T, Text
from matches.clocks.rhythm import FRACTIONS, describe_reminders
from matches.clocks.zones import list_zones, load_zone, name_zone
from matches.errors import make_old_button_error
from matches.people.digests import find_next_digest, spread_out, switch_digest
from matches.people.preferences import Person
from matches.people.zones import find_proposal, find_quiet_hours
from matches.texts import LANGUAGES

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""Each language in its own words."""


NIGHT = 9
"""How many hours quiet hours last if only their beginning or end is chosen."""


PAGE_BUTTONS: Final[Mapping[str, Text]] = {
    "me_zone": T("Time zone …"),
    "be_away": T("I am away …"),
    "me_pictures": T("Pictures and colours …"),
    "my_stats": T("My stats"),
    "privacy": T("Privacy"),
    "my_files": T("My matches as files"),
}
"""The buttons to forms and pages, by their actions; short ones beside each other."""

Taste = Literal["colour", "sign"]

ANY = "-"
"""The value of the first option of the menus below."""


def build_settings(
    person: Person, say: Say, *, now: float, proposed: str | None = None, night: tuple[int, int] | None = None
) -> ui.LayoutView:
    """Build the panel of `/me`: the current preferences and the controls to change them.

    `proposed`: the time zone to propose. `night`: the quiet hours to propose.
    """
    heading, none = say(T("Your settings")), T("none")
    here = datetime.fromtimestamp(now, load_zone(person.zone))
    quiet: Text | str = _write_span(person.quiet) if person.has_quiet_hours else none
    language: Text | str = LANGUAGE_NAMES.get(person.language) or T("as in your Discord")
    lines = [
        f"### {heading}",
        "-# " + say(T("They apply in every server, to pings and to messages only you see.")),
        say(T("Time zone: {zone}, where it is {time}", zone=name_zone(person.zone), time=f"{here:%H:%M}")),
        say(T("Quiet hours (no pings, clocks stop): {hours}", hours=quiet)),
    ]
    if person.digest is not None and person.digest.refused:
        lines.append(
            say(
                T(
                    "⚠ I could not send the last one: Discord does not let me write to you. Allow direct messages in a "
                    "server that I am in."
                )
            )
        )
    languages = (Option(say(T("As in your Discord")), "-"), *(Option(LANGUAGE_NAMES[code], code) for code in LANGUAGES))
    hours = tuple(Option(f"{hour}:00", str(hour)) for hour in range(24))
    menus = [
        *selects(
            [Menu("", languages)], Id("me_language"), placeholder=say(T("Language: {language}", language=language))
        ),
        *selects(
            [Menu("", (Option(say(T("No quiet hours")), "-"), *hours))],
            Id("me_quiet", rest="from"),
            placeholder=say(T("Quiet hours begin at")),
        ),
        *selects([Menu("", hours)], Id("me_quiet", rest="to"), placeholder=say(T("Quiet hours end at"))),
        *selects(
            [Menu("", tuple(Option(say(describe_reminders(each)), each) for each in FRACTIONS))],
            Id("me_reminders"),
            placeholder=say(T("Reminders of your turn: {which}", which=describe_reminders(person.reminders))),
        ),
    ]
    toggles: list[tuple[str, Text, bool]] = [
        ("next_up", T("Ping me when I am next"), person.next_up),
        ("digest", T("A daily message"), person.digest is not None),
    ]
    buttons = [button(say(label), Id(to)) for to, label in PAGE_BUTTONS.items()]
    buttons += [toggle(say(label), Id("me_look", rest=name), on=on) for name, label, on in toggles]
    if person.hushed:
        buttons.append(button(say(T("Let computer players speak")), Id("me_look", rest="hushed")))
    if proposed is not None:
        there = f"{datetime.fromtimestamp(now, load_zone(proposed)):%H:%M}"
        lines.append(say(T("The hours of your moves suggest {zone}, where it is {time}. Is that your time zone?",
                           time=there, zone=proposed)))  # fmt: skip
        buttons.append(button(say(T("Yes, use {zone}", zone=proposed))[:80], Id("me_zone_use", rest=proposed)))
    if night is not None:
        span, to = _write_span(night), Id("me_quiet_use", rest=f"{night[0]}.{night[1]}")
        lines.append(say(T("You hardly ever move at {hours}. Shall these be your quiet hours?", hours=span)))
        buttons.append(button(say(T("Yes, quiet at {hours}", hours=span)), to))
    return layout(text(*lines), *menus, *rows(buttons))


def build_picture_settings(person: Person, say: Say) -> ui.LayoutView:
    """Build the page of `/me` about what a person likes to see: how pictures look, and the colour to play."""
    heading = say(T("Pictures and colours"))
    lines = [
        f"### {heading}",
        say(T("Pictures only you see: {look}", look=describe_look(person))),
        say(T("Films only you see: {kind}", kind=T("stills without motion") if person.still else T("moving"))),
        *map(say, describe_colours(person)),
    ]
    toggles: list[tuple[str, Text, bool]] = [
        ("theme", T("Dark pictures"), person.theme == "dark"),
        ("contrast", T("High contrast"), person.contrast),
        ("patterns", T("Patterns in colours"), person.patterns),
        ("large", T("Large pictures"), person.large),
        ("still", T("Stills, no motion"), person.still),
    ]
    buttons = [toggle(say(label), Id("me_look", rest=name), on=on) for name, label, on in toggles]
    return layout(text(*lines), *make_colour_menus(say), *rows([*buttons, button(say(T("Back")), Id("me"))]))


def _write_span(hours: tuple[int, int]) -> str:
    """Write the hours from one to another, such as 23:00–7:00."""
    begin, end = hours
    return f"{begin}:00–{end}:00"


async def show_settings(visit: Visit) -> None:
    person = await visit.bot.preferences.load(visit.user_id)
    proposed = night = None
    if name_zone(person.zone) == Person().zone:  # as well if their zone is unknown
        proposed = await find_proposal(visit.referee, visit.user_id, visit.language)
    elif not person.has_quiet_hours:
        night = await find_quiet_hours(visit.referee, visit.user_id, person.zone)
    view = build_settings(person, visit.say, now=visit.now, proposed=proposed, night=night)
    await visit.answer(view, files=[])


@action("me_pictures", "update")
async def show_picture_settings(visit: Visit) -> None:
    """Open the page *Pictures and colours …*."""
    person = await visit.bot.preferences.load(visit.user_id)
    await visit.answer(build_picture_settings(person, visit.say), files=[])


@action("me", "update")
async def open_settings(visit: Visit) -> None:
    """Open the panel (*My settings* under *More*)."""
    await show_settings(visit)


@action("me_language", "update")
async def set_language(visit: Visit) -> None:
    if visit.value != "-" and visit.value not in LANGUAGES:
        raise make_old_button_error()
    await _change(visit, language="" if visit.value == "-" else visit.value)


@action("me_zone", "form")
async def ask_for_zone(visit: Visit) -> None:
    zone = visit.bot.preferences.get(visit.user_id).zone  # UTC if the store is slow
    say = visit.say
    typed: ui.TextInput[Form] = ui.TextInput(custom_id="zone", default=name_zone(zone), max_length=60)
    asked = {say(T("A city, or a name such as Europe/Zurich")): typed}
    await visit.interaction.response.send_modal(Form(say(T("Your time zone")), Id("me_zone_now"), asked))


@action("me_zone_now", "update")
async def set_zone(visit: Visit) -> None:
    """Store the time zone from the form: a name, a city, or text that is contained only in zones of the same time."""
    zone = await asyncio.to_thread(find_zone, visit.fields.get("zone", ""), visit.now)
    if zone is None:
        raise make_zone_error()
    await _change(visit, zone=zone)


@action("me_zone_use", "update")
async def accept_zone(visit: Visit) -> None:
    """Store the proposed time zone."""
    if visit.id.rest not in list_zones():
        raise make_old_button_error()
    await _change(visit, zone=visit.id.rest)


@action("me_quiet", "update")
async def set_quiet(visit: Visit) -> None:
    """Store the hour at which quiet hours begin or end. If there were none, they last `NIGHT` hours."""
    person = await visit.bot.preferences.load(visit.user_id)
    begin, end = person.quiet
    none = not person.has_quiet_hours
    if visit.value == "-":
        begin = end = 0
    elif not visit.value.isdecimal() or int(visit.value) > 23:
        raise make_old_button_error()
    elif visit.id.rest.startswith("from"):
        begin = int(visit.value)
        end = (begin + NIGHT) % 24 if none or begin == end else end
    else:
        end = int(visit.value)
        begin = (end - NIGHT) % 24 if none or begin == end else begin
    await _change(visit, quiet=(begin, end))


@action("me_quiet_use", "update")
async def accept_quiet_hours(visit: Visit) -> None:
    """Store the proposed quiet hours."""
    begin, _, end = visit.id.rest.partition(".")
    if not (begin.isdecimal() and end.isdecimal() and max(int(begin), int(end)) < 24):
        raise make_old_button_error()
    await _change(visit, quiet=(int(begin), int(end)))


@action("me_reminders", "update")
async def set_reminders(visit: Visit) -> None:
    """Choose which reminders of a turn to get."""
    if visit.value not in FRACTIONS:
        raise make_old_button_error()
    await _change(visit, reminders=visit.value)


@action("me_colour", "update")
async def set_colour(visit: Visit) -> None:
    """Choose the preferred colour or sign."""
    if visit.value not in (ANY, *map(str, range(len(COLOURS)))):
        raise make_old_button_error()
    taste = "sign" if visit.id.rest.startswith("sign") else "colour"
    await _save(visit, **{taste: None if visit.value == ANY else int(visit.value)})
    await show_picture_settings(visit)


@action("me_look", "update")
async def set_look(visit: Visit) -> None:
    """Switch a setting with two values: the look of pictures, the ping for the next player, the daily digest."""
    person = await visit.bot.preferences.load(visit.user_id)
    switched: dict[str, Any] = {
        "theme": "light" if person.theme == "dark" else "dark",
        "contrast": not person.contrast,
        "patterns": not person.patterns,
        "large": not person.large,
        "still": not person.still,
        "next_up": not person.next_up,
        "digest": switch_digest(person, visit.language, visit.now).digest,
        "hushed": not person.hushed,
    }
    if visit.id.rest not in switched:
        raise make_old_button_error()
    await _save(visit, **{visit.id.rest: switched[visit.id.rest]})
    await (show_settings if visit.id.rest in ("next_up", "digest", "hushed") else show_picture_settings)(visit)


@action("hush", "private")
async def hush_rivals(visit: Visit) -> None:
    """Handle *Quiet, please* below a line of a computer player: they say nothing more in this person's matches."""
    await _save(visit, hushed=True)
    told = T("Computer players will say nothing more in your matches. My settings, in /me, lets them speak again.")
    await visit.answer(visit.say(told))


async def _change(visit: Visit, **wish: Any) -> None:
    await _save(visit, **wish)
    await show_settings(visit)


async def _save(visit: Visit, **wish: Any) -> None:
    def work(person: Person) -> Person:
        person = structs.replace(person, **wish)
        if (digest := person.digest) is not None:  # when it is due depends on the person's time zone and quiet hours
            spread = spread_out(visit.user_id)
            digest = structs.replace(digest, due_at=find_next_digest(person, visit.now, spread))
        return structs.replace(person, digest=digest)

    await visit.bot.preferences.change(visit.user_id, work)
    visit.interaction.extras[SAVED] = True


async def set_zone_and_show(visit: Visit, zone: str | None) -> None:
    """Show the panel; a given time zone is set first."""
    if zone is not None:
        found = await asyncio.to_thread(find_zone, zone, visit.now)
        if found is None:
            raise make_zone_error()
        await _save(visit, zone=found)
    await show_settings(visit)


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
        *(Option(f"{each.glyph} {say(each.name)}", str(index)) for index, each in enumerate(COLOURS)),
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
