"""Newcomers learn every game in private, within 250 words and 25 presses, and end in a real lobby."""

from __future__ import annotations

import re

import pytest
from msgspec import Struct

import games
from games.lesson import Choice, judge, list_taught, set_up_step
from matches.texts import LANGUAGES, Persona, Texts
from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons
from sandbox.person.reading import pictures
from tests.support.play.table import Table, press_for_message, words

MOST_WORDS = 250
MOST_PRESSES = 25
EVERY_GAME = list_taught(games.own_names())
LOCALES = {"en": "en-GB", "de": "de", "fr": "fr", "it": "it"}


def is_right(name: str, number: int, choice: Choice) -> bool:
    lesson = games.words(name).lesson()
    assert lesson is not None
    return judge(name, lesson.steps[number], choice) is None


def press_of(name: str, number: int, *, right: bool) -> str:
    """Find the end of the custom_id of the first button with a right or wrong move."""
    lesson = games.words(name).lesson()
    assert lesson is not None
    choices = lesson.steps[number].choices
    index = next(index for index, choice in enumerate(choices) if is_right(name, number, choice) is right)
    return f"{name}.{number}.{index}"


def find_button(message: Message, rest: str) -> str:
    """Find the custom_id of the button that ends in `rest`."""
    return next(each for each in buttons(message).values() if each.endswith(f":{rest}"))


def count_words(message: Message) -> int:
    """Count the words of a message and of its buttons; signs without letters and digits do not count."""
    shown = " ".join((words(message), *buttons(message)))
    return sum(bool(re.search(r"\w", word)) for word in shown.split())


class Finished(Struct):
    """The effort of a whole lesson: words read, buttons pressed, and the last message."""

    words: int
    presses: int
    last: Message


async def finish(person: Person, name: str, *, err: bool) -> Finished:
    """Go through a lesson. `err`: press a wrong button once in every step."""
    lesson = games.words(name).lesson()
    assert lesson is not None
    message = (await person.slash("learn", {"game": name})).message
    read, presses = count_words(message), 0
    for number in range(len(lesson.steps)):
        for right in (False, True) if err else (True,):
            answer = await person.click(message, find_button(message, press_of(name, number, right=right)))
            message, presses = answer.message, presses + 1
            read += count_words(message) if right else count_words_of_note(message)
    return Finished(read, presses, message)


def count_words_of_note(message: Message) -> int:
    """Count the words of the line that explains a wrong choice, the only new one in the message."""
    note = next(line for line in words(message).splitlines() if line.startswith("✗"))
    return len(re.findall(r"\w+", note))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_step_has_right_and_wrong_choices(name: str) -> None:
    lesson = games.words(name).lesson()
    assert lesson is not None
    assert 5 <= len(lesson.steps) <= 8
    for number, step in enumerate(lesson.steps):
        found = [is_right(name, number, choice) for choice in step.choices]
        assert True in found, step
        assert False in found, step
        assert len({choice.code for choice in step.choices}) == len(found)


def test_the_cards_to_pass_are_named_alike() -> None:
    """In DOG Royal, a card that is not in the hand is named like the others."""
    game, lesson = games.load("dog_royal"), games.words("dog_royal").lesson()
    assert lesson is not None
    step, words = lesson.steps[0], games.words("dog_royal")
    state, seat = set_up_step(game, step)
    cast = tuple(Persona("", colours) for colours in game.colours(lesson.seats, game.options_type()))
    for language in LANGUAGES:
        say = Texts().say(language, cast)
        paths = {move.code: words.menu(state, seat, move) for move in game.legal_moves(state, seat)}
        paths |= {choice.code: (choice.label,) for choice in step.choices if choice.label is not None}
        named = {choice.code: " ".join(map(say, paths[choice.code])) for choice in step.choices}
        assert len({label.replace(code.removeprefix("give/"), "…") for code, label in named.items()}) == 1, named


@pytest.mark.parametrize("name", games.own_names())
def test_every_game_here_has_a_lesson(name: str) -> None:
    if name not in EVERY_GAME:
        pytest.skip(f"{name} does not teach itself yet: write games/{name}/words/lesson.py")


@pytest.mark.parametrize("name", EVERY_GAME)
async def test_a_newcomer_finishes_within_the_limits(at: Table, name: str) -> None:
    """Press a wrong button in every step, read its explanation, and do so in every language."""
    person = at.person("anna")
    for language in LANGUAGES:
        person.user.locale = LOCALES[language]
        err = await finish(person, name, err=True)
        assert err.presses + 1 <= MOST_PRESSES, "one more press opens the lobby"
        done = await finish(person, name, err=False)
        assert done.words <= MOST_WORDS, (language, done.words)


async def test_a_wrong_move_is_explained_and_shown(at: Table) -> None:
    person = at.person("anna")
    message = (await person.slash("learn", {"game": "docker"})).message
    illegal = (await person.click(message, find_button(message, "docker.0.2"))).message
    assert "Yellow is not your colour. Move a cube of your own." in words(illegal)
    assert "1/5" in words(illegal)
    second = (await person.click(illegal, find_button(illegal, "docker.0.1"))).message
    assert "✓ Right: B3, C3, C2." in words(second)
    before = pictures(second)
    legal = (await person.click(second, find_button(second, "docker.1.0"))).message
    assert "✗ Possible, but yellow stays free to move." in words(legal)
    assert pictures(legal) != before, "the move is shown as a ghost"


async def test_a_lesson_goes_on_where_it_stopped(at: Table) -> None:
    """Continue after a restart, too; a finished lesson begins again."""
    person = at.person("anna")
    message = (await person.slash("learn", {"game": "docker"})).message
    assert "From the beginning" not in buttons(message)
    message = (await person.click(message, find_button(message, "docker.0.1"))).message
    await at.restart()
    message = (await person.click(message, find_button(message, "docker.1.1"))).message  # the old message goes on
    assert "3/5" in words(message)
    resumed = (await person.slash("learn", {"game": "docker"})).message
    assert "3/5" in words(resumed)
    assert "1/6" in words((await person.slash("learn", {"game": "riff_raff"})).message), "progress is stored per game"
    again = (await person.click(resumed, "From the beginning")).message
    assert "1/5" in words(again)
    assert "1/5" in words((await person.slash("learn", {"game": "docker"})).message)
    await finish(person, "docker", err=False)
    assert "1/5" in words((await person.slash("learn", {"game": "docker"})).message)


async def test_a_lesson_is_private_and_ends_in_a_lobby(at: Table) -> None:
    anna, ben = at.person("anna"), at.person("ben")
    posted = len(ben.messages())
    done = await finish(anna, "aquaretto", err=False)
    assert "You know how to play." in words(done.last)
    assert len(ben.messages()) == posted
    card = await press_for_message(anna, done.last, "Open a match")
    assert "Join" in buttons(card)
    await ben.click(card, "Join")


async def test_the_rules_lead_to_the_lesson(at: Table) -> None:
    anna = at.person("anna")
    page = (await anna.slash("rules", {"game": "dog_royal"})).message
    assert "1/7" in words((await anna.click(page, "Learn by playing")).message)
