"""Let the host change the rules of a match in its lobby: a preset, or one option after the other (*House rules …*). One
can also be typed (`/<game> new rule:`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from discord import app_commands, ui
from msgspec import structs

import games
from client.core.controls import action
from client.core.visit import Visit
from client.lobby.card import ACCENT, describe_rated, describe_rules, refresh_card
from client.messages.custom_ids import Id
from client.messages.menus import LABEL_LENGTH, MOST_OPTIONS, Menu, Option
from client.messages.parts import button, layout, rows, selects, switch, text, toggle
from games.core import AnyGame
from games.text import Say, T, Text
from matches.change import Change
from matches.clocks.pace import ABSENCES
from matches.errors import UserError, make_old_button_error
from matches.hold import GRACES
from matches.lobby import invitations, lobby
from matches.lobby.invitations import may_rate, require_host
from matches.match import Match
from matches.referee import Request


def list_values(annotation: Any) -> tuple[Any, ...]:
    """List the values that a host can choose for an option of this type, at most `MOST_OPTIONS`."""
    plain, *others = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    if get_origin(plain) is Literal:
        return get_args(plain)
    if plain is bool:
        return (False, True)
    limits = next(each for each in others if isinstance(each, msgspec.Meta))
    offered = (limits.extra or {}).get("offer") or range(int(limits.ge or 0), int(limits.le or 0) + 1)
    return tuple(offered)[:MOST_OPTIONS]


def list_rules(game: AnyGame) -> Mapping[str, tuple[Any, ...]]:
    """List the options of a game, each with the values a host can choose."""
    return {field.name: list_values(field.type) for field in structs.fields(game.options_type)}


def _name_values(game: AnyGame, say: Say) -> dict[str, tuple[str, Any, str]]:
    """Name each value of each option, as "option: value", by its code: first one value of every option, then the next.
    Returns option, value and name."""
    words, found = games.words(game.name), list[tuple[int, str, Any]]()
    for option, values in list_rules(game).items():
        found += [(number, option, value) for number, value in enumerate(values)]
    return {
        f"{option}.{number}": (
            option,
            value,
            f"{say(words.option_name(option))}: {say(words.option_value(option, value))}",
        )
        for number, option, value in sorted(found, key=lambda each: each[0])
    }


def suggest_rules(game: AnyGame, typed: str, say: Say, *, preset: str | None) -> list[app_commands.Choice[str]]:
    """Suggest house rules that contain what was typed, without those that a preset, or the usual rules, have."""
    usual = game.presets.get(preset or "", game.options_type())
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=name[:LABEL_LENGTH], value=code)
        for code, (option, value, name) in _name_values(game, say).items()
        if wanted in name.casefold() and getattr(usual, option) != value
    ][:MOST_OPTIONS]


def read_rule(game: AnyGame, typed: str, say: Say) -> dict[str, Any]:
    """Read a house rule as an option and its value: its code, or its name, which Discord's client sometimes sends
    instead. Raises UserError."""
    every, wanted = _name_values(game, say), typed.strip().casefold()
    for code, (option, value, name) in every.items():
        if wanted in (code, name.casefold(), name[:LABEL_LENGTH].casefold()):
            return {option: value}
    raise UserError(T("I don't know this house rule. Pick one from the list."))


def build_rules_page(match: Match, say: Say, chosen: str = "") -> ui.LayoutView:
    """Build the page: presets, a menu of the options with their values, the values of the `chosen` one, and menus of
    the terms that few hosts change."""
    words, options = match.words, structs.asdict(match.options)
    heading = say(T("{game}: house rules", game=words.TITLE))
    lines = [f"### {heading}", *describe_rules(match, say), *(describe_rated(say) if match.rated else ())]
    presets = [
        switch(say(words.PRESETS[name]), Id("house_preset", match.id, rest=name), on=preset == match.options)
        for name, preset in match.game.presets.items()
    ]
    listed = [
        Option(f"{say(words.option_name(name))}: {say(words.option_value(name, value))}"[:100], name)
        for name, value in options.items()
    ]
    menus = [Menu("", tuple(listed[first : first + MOST_OPTIONS])) for first in range(0, len(listed), MOST_OPTIONS)]
    items: list[ui.Item[ui.LayoutView]] = [text(*lines), *rows(presets)]
    items += selects(menus, Id("house_rule", match.id), placeholder=say(T("Which rule?")))
    if chosen:
        items.append(text(f"**{say(words.option_name(chosen))}**", say(words.option_about(chosen))))
        items += rows(
            [
                switch(
                    say(words.option_value(chosen, value)),
                    Id("house_value", match.id, rest=f"{chosen}.{number}"),
                    on=value == options[chosen],
                )
                for number, value in enumerate(list_rules(match.game)[chosen])
            ]
        )
    absences = tuple(Option(say(name), absence) for absence, name in ABSENCES.items())
    absent = say(T("When somebody's time is up: {absence}", absence=ABSENCES[match.absence]))
    items += selects([Menu("", absences)], Id("absence", match.id), placeholder=absent)
    graces = tuple(Option(say(name), grace) for grace, name in GRACES.items())
    held = say(T("Taking back a turn before chance decides: {rule}.", rule=GRACES[match.grace])).removesuffix(".")
    items += selects([Menu("", graces)], Id("grace", match.id), placeholder=held)
    items += rows(_make_buttons(match, say))
    return layout(*items, accent=ACCENT)


def _make_buttons(match: Match, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make the switches of other terms, and the buttons of the rules and of the seal."""

    def make(label: Text, name: str, *, on: bool) -> ui.Button[ui.LayoutView]:
        return toggle(say(label), Id(name, match.id, rest="off" if on else "on"), on=on)

    return [
        make(T("Stop clocks on weekends"), "weekends", on=match.weekends),
        *([make(T("Play for ratings"), "rated", on=match.rated)] if may_rate(match) else []),
        button(say(T("Rules")), Id("rules", match.id, rest=f"{match.game_name}.0")),
        button(say(T("Fair play")), Id("fair_play", match.id)),
        button(say(T("Back")), Id("lobby_back", match.id)),
    ]


@action("house_rules", "update")
async def open_rules(visit: Visit) -> None:
    """Handle *House rules …*."""
    match = await visit.read_match()
    require_host(match, visit.who)
    await visit.answer(build_rules_page(match, visit.say_about(match)), files=[])


@action("house_rule", "update")
async def choose_rule(visit: Visit) -> None:
    """Show the values of the option chosen in the menu."""
    match = await visit.read_match()
    require_host(match, visit.who)
    if visit.value not in list_rules(match.game):
        raise make_old_button_error()
    await visit.answer(build_rules_page(match, visit.say_about(match), visit.value), files=[])


@action("house_value", "update")
async def set_rule(visit: Visit) -> None:
    """Set an option to the pressed value."""
    before = await visit.read_match()
    name, _, number = visit.id.rest.partition(".")
    values = list_rules(before.game).get(name, ())
    if not number.isdecimal() or int(number) >= len(values):
        raise make_old_button_error()
    await _change(visit, _set_options({name: values[int(number)]}), chosen=name)


@action("house_preset", "update")
async def set_preset(visit: Visit) -> None:
    """Set all options as in a preset."""
    before = await visit.read_match()
    preset = before.game.presets.get(visit.id.rest)
    if preset is None:
        raise make_old_button_error()
    await _change(visit, _set_options(structs.asdict(preset)))


def _set_options(changed: Mapping[str, Any]) -> Callable[[Match, Request], Change]:
    return lambda match, who: lobby.change_options(match, who, structs.replace(match.options, **changed))


@action("absence", "update")
@action("grace", "update")
async def set_term(visit: Visit) -> None:
    """Change the rule for absence, or how long a turn can be taken back before chance decides."""
    await _change(visit, _set_terms({visit.id.action: visit.value}))


@action("weekends", "update")
@action("rated", "update")
async def switch_term(visit: Visit) -> None:
    """Choose whether all clocks rest on weekends, or whether the match is rated."""
    await _change(visit, _set_terms({visit.id.action: visit.id.rest == "on"}))


def _set_terms(changed: Mapping[str, Any]) -> Callable[[Match, Request], Change]:
    return lambda match, who: invitations.change_settings(match, who, **changed)


async def _change(visit: Visit, work: Callable[[Match, Request], Change], *, chosen: str = "") -> None:
    """Change the lobby, then update the page, on which more may be changed, and the card."""
    before = await visit.read_match()
    done = await visit.change(lambda match: work(match, visit.who))
    match = visit.see(done.match)
    await visit.answer(build_rules_page(match, visit.say_about(match), chosen), files=[])
    await refresh_card(visit.bot, done.match, before=before)
