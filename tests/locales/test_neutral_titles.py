"""With `SLOWBOAT_NEUTRAL_TITLES` no text of the bot names a game by its publisher's name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import games
from bot import read_settings
from games.text import T
from matches import texts
from matches.texts import LANGUAGES, Texts

CATALOGUES = Path(__file__).resolve().parents[2] / "locales"
RENAMED = [name for name in games.own_names() if games.words(name).NEUTRAL_TITLE]
NAMES = re.compile("|".join(re.escape(games.words(name).TITLE.id) for name in RENAMED))


@pytest.fixture(params=["true", "1"])
def neutral(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("SLOWBOAT_NEUTRAL_TITLES", request.param)
    texts._make_say.cache_clear()
    yield request.param
    texts._make_say.cache_clear()


def say_everything(language: str) -> list[str]:
    """Say every sentence of the catalogues that has only one form, with its placeholders as they are."""
    say, said = Texts().say(language), []
    for catalogue in sorted((CATALOGUES / "de").glob("*.po")):
        with catalogue.open("rb") as file:
            said += [say(T(message.id)) for message in read_po(file) if isinstance(message.id, str) and message.id]
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_a_game_by_its_own_name(language: str, neutral: str) -> None:
    assert read_settings({"SLOWBOAT_NEUTRAL_TITLES": neutral}).neutral_titles
    assert [sentence for sentence in say_everything(language) if NAMES.search(sentence)] == []
    say = Texts().say(language)
    titles = {say(games.words(name).TITLE) for name in games.own_names()}
    assert len(titles) == len(games.own_names())
    mine = games.words("docker")
    assert (
        say(T("{host} invites you to a match of {game}.", host="Riff Raff", game=mine.TITLE)).count("Riff Raff") == 1
    ), "people may be called as they like"
    assert Texts().name(language, "docker") == "docker", "commands keep their names"


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_setting_the_names_are_shown(language: str) -> None:
    assert any(NAMES.search(sentence) for sentence in say_everything(language))
    for name in RENAMED:
        assert Texts().say(language)(games.words(name).TITLE) == games.words(name).TITLE.id
