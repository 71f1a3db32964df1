"""`/play` and the games to choose from."""

from __future__ import annotations

import pytest

import games
from client.messages.parts import MOST_PICTURES
from client.server.greeting import build_greeting
from tests.support.play.asking import ask
from tests.support.play.table import (
    Table,
    buttons,
    find_board,
    has_board,
    press_for_message,
    wait_for_boards,
    wait_for_rest,
    words,
)


async def test_play_opens_any_game_with_its_usual_rules(at: Table) -> None:
    anna = at.person("anna")
    card = await anna.slash("play", {"game": "aquaretto"})
    assert not card.ephemeral
    assert words(card.message).startswith("## Aquaretto")
    assert "Join" in buttons(card.message)
    match = await at.referee.match(1)
    assert match.options == match.game.options_type()


async def test_play_begins_at_once_against_the_computer(at: Table) -> None:
    anna = at.person("anna")
    await anna.slash("play", {"game": "docker", "computer": True})
    await anna.until(lambda: has_board(anna))
    await wait_for_boards(at)
    match = await at.referee.match(1)
    assert [holder.user_id for holder in match.seats].count(None) == 1
    assert "Play" in buttons(find_board(anna))


async def test_play_invites_an_opponent(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    await anna.slash("play", {"game": "dog_royal", "opponent": "ben"})
    (asked,) = await ben.until(ben.pings)
    assert "invites you to a match of DOG Royal" in words(asked)
    await ben.click(asked, "Accept")
    assert (await at.referee.match(1)).people == (anna.user.id, ben.user.id)


async def test_play_refuses_games_it_does_not_know_and_other_bots(at: Table) -> None:
    anna = at.person("anna")
    assert "I don't know this game" in (await anna.slash("play", {"game": "chess"})).text
    assert "choose *computer* instead" in (await anna.slash("play", {"game": "docker", "opponent": "slowboat"})).text


@pytest.mark.parametrize(
    ("typed", "title"),
    [("Riff Raff", "Riff Raff"), ("riffraff", "Riff Raff"), ("DOG", "DOG Royal"), ("dock", "Docker")],
)
async def test_a_game_may_be_typed_and_sent_before_the_list_has_come(at: Table, typed: str, title: str) -> None:
    card = await at.person("anna").slash("play", {"game": typed})
    assert words(card.message).startswith(f"## {title}")


@pytest.mark.parametrize("typed", ["r", " ", "dockers"])
async def test_a_text_that_names_no_game_or_several_opens_nothing(at: Table, typed: str) -> None:
    for command in ("play", "demo"):
        assert "I don't know this game" in (await at.person("anna").slash(command, {"game": typed})).text


async def test_a_local_discord_is_greeted_with_the_games_and_one_press_opens_a_lobby(at: Table) -> None:
    anna = at.person("anna")
    for _ in range(2):  # a second start greets nobody again
        at.bot.dispatch("local_start")
        await wait_for_rest()
    (greeting,) = anna.messages()
    assert [*buttons(greeting)] == [games.words(name).TITLE.id for name in games.names()]
    assert len(greeting.attachments) == min(MOST_PICTURES, len(games.names()))
    card = await press_for_message(anna, greeting, "Aquaretto")
    assert not card.ephemeral
    assert "Join" in buttons(card)
    assert "Riff Raff" in buttons(greeting), "other games can still be chosen"
    refused = await anna.click(greeting, "Docker")
    assert refused.ephemeral
    assert "Open the match in a thread" in buttons(refused.message)


async def test_commands_that_need_no_server_work_in_direct_messages(at: Table) -> None:
    anna = at.person("anna").direct()
    for command, told in (("help", "Slowboat"), ("status", "Everything works."), ("about", "Slowboat")):
        assert told in (await ask(anna, command)).text
    assert "In short" in (await anna.slash("rules", {"game": "docker"})).text
    lesson = await anna.slash("learn", {"game": "docker"})
    assert buttons(lesson.message)


async def test_the_greeting_shows_the_games_and_leads_to_a_lobby(at: Table) -> None:
    anna = at.person("anna")
    view, files = await build_greeting(at.bot, "en")
    assert len(files) == min(MOST_PICTURES, len(games.names()))
    assert all(file.description and file.description.startswith("A scene of ") for file in files)
    channel = at.bot.get_partial_messageable(anna.channel.id)
    sent = await channel.send(view=view, files=files)
    greeting = next(m for m in anna.messages() if m.id == sent.id)
    chosen = await anna.click(greeting, "Play a game")
    assert chosen.ephemeral
    await anna.until(lambda: {"Docker", "DOG Royal", "Aquaretto", "Riff Raff"} <= {*buttons(chosen.message)})
    card = await press_for_message(anna, chosen.message, "Riff Raff")
    assert not card.ephemeral
    assert (await at.referee.match(1)).game.name == "riff_raff"
