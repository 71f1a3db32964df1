"""The host changes the rules of a match in its lobby (*House rules …*)."""

from __future__ import annotations

import pytest
from discord import ui
from msgspec import structs

import games
from client.lobby.card import describe_rules
from client.lobby.house_rules import build_rules_page, list_rules
from client.messages.custom_ids import Id
from matches.clocks.pace import ABSENCES
from matches.lobby.expiry import expire
from matches.match import Match
from matches.referee import MACHINE
from matches.texts import LANGUAGES
from tests.support.play.table import Table, buttons, open_lobby, press_more, words
from tests.support.wire.offline import check_message

pytestmark = pytest.mark.usefixtures("blank_pictures")


async def read(at: Table) -> Match:
    return await at.referee.match(1)


@pytest.mark.parametrize("game", games.own_names())
async def test_every_value_of_every_rule_can_be_chosen(at: Table, game: str) -> None:
    """Choose each value once, and then the usual one again; check that the card, which everybody sees, says so."""
    anna, rules = at.person("anna"), games.load(game)
    card = (await open_lobby(at, anna, f"{rules.command} new", players=rules.seats[0])).message
    page = (await press_more(anna, card, "House rules …")).message
    for name, values in list_rules(rules).items():
        await anna.choose(page, "Which rule?", name)
        usual = getattr(rules.options_type(), name)
        for number, value in (*enumerate(values), (values.index(usual), usual)):
            custom_id = str(Id("house_value", 1, rest=f"{name}.{number}"))
            if value != getattr((await read(at)).options, name):
                answer = await anna.click(page, custom_id)
                assert not answer.messages, answer.text
            assert getattr((await read(at)).options, name) == value
        shown = describe_rules(await read(at), at.bot.texts.say("en"))
        await anna.until(lambda shown=shown: all(line in words(card) for line in shown))  # everybody sees it
    for language in LANGUAGES:
        say = at.bot.texts.say(language)
        for name in list_rules(rules):
            check_message(build_rules_page(await read(at), say, name))


@pytest.mark.parametrize("game", games.own_names())
async def test_one_house_rule_is_typed_with_the_command(at: Table, game: str) -> None:
    """Each value but the usual ones is suggested, in the language of the person, and understood by code and name."""
    anna, rules = at.person("anna"), games.load(game)
    command, usual = f"{rules.command} new", rules.options_type()
    words_of, number = games.words(game), 0
    if not list_rules(rules):
        assert not await anna.autocomplete(command, {"rule": ""}, focused="rule")
        return
    for language in LANGUAGES:
        anna.user.locale, say = language, at.bot.texts.say(language)
        for name, values in list_rules(rules).items():
            offered = await anna.autocomplete(command, {"rule": say(words_of.option_name(name))}, focused="rule")
            wanted = {
                f"{say(words_of.option_name(name))}: {say(words_of.option_value(name, value))}": value
                for value in values
                if value != getattr(usual, name)
            }
            assert wanted.keys() <= {each["name"] for each in offered}
    name, values = next(iter(list_rules(rules).items()))
    for typed in (offered[0]["value"], offered[0]["name"]):
        number += 1
        await anna.slash(command, {"rule": typed, "players": rules.seats[0]})
        changed = (await at.referee.match(number)).options
        assert changed != usual
        assert sum(getattr(changed, each) != getattr(usual, each) for each in list_rules(rules)) == 1
        await at.referee.change(number, MACHINE, lambda found: expire(found, now=at.referee.now()))
    anna.user.locale = "en-GB"
    assert "don't know this house rule" in (await anna.slash(command, {"rule": "no such rule"})).text
    assert (await at.referee.match_in(anna.channel.id)).id == number  # type: ignore[union-attr]


async def test_the_rules_of_a_preset_are_not_suggested_again(at: Table) -> None:
    anna, preset = at.person("anna"), games.load("dog_royal").presets["base_short"]
    given = {"preset": "base_short", "rule": ""}
    offered = {each["value"] for each in await anna.autocomplete("dog new", given, focused="rule")}
    for name, values in list_rules(games.load("dog_royal")).items():
        assert f"{name}.{values.index(getattr(preset, name))}" not in offered
    await anna.slash("dog new", {"preset": "base_short", "rule": "talk.1", "players": 4})
    options = (await read(at)).options
    assert options == structs.replace(preset, talk=list_rules(games.load("dog_royal"))["talk"][1])


async def test_a_preset_sets_all_rules_and_guests_change_none(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    card = (await open_lobby(at, anna, "dog new", players=4)).message
    page = (await press_more(anna, card, "House rules …")).message
    await anna.click(page, "Base, three pieces")
    assert (await read(at)).options == games.load("dog_royal").presets["base_short"]
    await ben.click(card, "Join")
    assert "House rules …" not in buttons((await ben.click(card, "More")).message)


async def test_rules_that_fit_no_number_of_players_are_refused(at: Table) -> None:
    """An animal cannot be left out twice."""
    anna, rules = at.person("anna"), list_rules(games.load("aquaretto"))
    card = (await open_lobby(at, anna, "aquaretto new", players=5)).message
    page = (await press_more(anna, card, "House rules …")).message
    for name, is_refused in (("leave_out", False), ("leave_out_2", True)):
        before = (await read(at)).options
        await anna.choose(page, "Which rule?", name)
        answer = await anna.click(page, str(Id("house_value", 1, rest=f"{name}.{rules[name].index('TUR')}")))
        expected = before if is_refused else structs.replace(before, leave_out="TUR")
        assert (await read(at)).options == expected
        assert bool(answer.messages) == is_refused


async def test_changed_terms_leave_the_page_open_and_are_named_on_it(at: Table) -> None:
    """The choices that apply are lit and can be pressed: faded ones look forbidden."""
    anna = at.person("anna")
    card = (await open_lobby(at, anna, "docker new", players=2)).message
    page = (await press_more(anna, card, "House rules …")).message
    await anna.click(page, "Stop clocks on weekends")
    await anna.choose(page, f"{Id('absence', 1)}.0", "forfeit")
    match = await read(at)
    assert match.weekends
    assert match.absence == "forfeit"
    shown = build_rules_page(match, at.bot.texts.say("en"))
    assert "✓ Stop clocks on weekends" in buttons(page), "the page stays open"
    labels = [each.placeholder for each in shown.walk_children() if isinstance(each, ui.Select)]
    assert f"When somebody's time is up: {ABSENCES['forfeit'].id}" in labels
    assert not [each for each in shown.walk_children() if isinstance(each, ui.Button) and each.disabled]
