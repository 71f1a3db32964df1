"""The host changes the rules of a match in its lobby (*House rules …*)."""

from __future__ import annotations

import pytest
from msgspec import structs

import games
from client.lobby.card import describe_rules
from client.lobby.house_rules import build_rules_page, list_rules
from client.messages.custom_ids import Id
from matches.match import Match
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
