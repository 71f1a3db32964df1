"""Test the commands and menus of leagues: who may use them, and what they write."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import discord
import pytest
from msgspec import structs

from client.core.bot import Slowboat
from client.core.errors import SAVED
from client.core.visit import Visit
from client.leagues import managing, predictions
from client.leagues.leagues import challenge, offer_challenges
from client.leagues.predictions import offer_predictions, predict
from client.messages.custom_ids import Id
from client.messages.menus import MOST_OPTIONS
from matches.errors import Stale, UserError
from matches.leagues.keeping import change_league, found_league, read_league
from matches.leagues.league import Kind, League, Member
from matches.leagues.predictions import WINNER, Question
from matches.leagues.season import start_season
from matches.leagues.table import Fixture
from matches.people.servers import change_server
from tests.client.notices import make_interaction, press
from tests.support.matches.house import CHANNEL, GUILD, House

MANAGER = {"permissions": discord.Permissions(manage_guild=True)}


def make_channel() -> Any:
    made = Mock(spec=discord.TextChannel)
    made.id = CHANNEL
    return made


WORK: dict[str, Any] = {
    "start": managing.start_season,
    "end": managing.end_season,
    "correct": managing.correct_result,
    "remove": managing.remove_member,
}


async def use(bot: Slowboat, command: str, user: int = 1, /, **fields: Any) -> Any:
    """Press a button of /league in the league's channel, submit its form, or set a league up. Those for the interaction
    itself begin with an underscore."""
    facts = {key[1:]: fields.pop(key) for key in list(fields) if key.startswith("_")}
    interaction = make_interaction(bot, user, **{"channel": make_channel(), **MANAGER, **facts})
    if command == "new":
        usual = {"pace": "daily", "days": 60, "kind": "divisions"}
        await managing.set_up_league(Visit(bot, interaction), **{**usual, **fields})
    else:
        await WORK[command](Visit(bot, interaction, fields={name: str(value) for name, value in fields.items()}))
    return interaction


async def begin(at: House, kind: Kind = "divisions", people: int = 4) -> None:
    members = tuple(Member(1 + number, f"User {1 + number}") for number in range(people))
    await found_league(
        at.referee, GUILD, CHANNEL, League("L", "docker", "daily", "stand_in", 30, "en", members, kind=kind)
    )
    await change_league(at.referee, CHANNEL, lambda found: start_season(found, at.now))


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("new", {"name": "L", "game": "docker"}),
        ("start", {}),
        ("end", {}),
        ("correct", {"match": 1, "result": "draw", "reason": "x"}),
        ("remove", {"player": 2, "reason": "x"}),
    ],
)
async def test_only_managers_of_the_server_use_the_commands(
    at: House, bot: Slowboat, command: str, options: dict[str, Any]
) -> None:
    """Discord hides the commands from others, but a server may show them to everybody."""
    if command not in ("new", "start"):
        await begin(at)
    with pytest.raises(UserError, match="manages the server"):
        await use(bot, command, 1, _permissions=discord.Permissions(manage_messages=True), **options)
    if command == "start":
        await found_league(
            at.referee,
            GUILD,
            CHANNEL,
            League("L", "docker", "daily", "stand_in", 30, "en", tuple(Member(each, "x") for each in range(1, 5))),
        )
    interaction = await use(bot, command, 1, **options)
    assert interaction.extras[SAVED]
    assert interaction.words


@pytest.mark.parametrize(("set_up", "locale", "spoken"), [("fr", "it", "fr"), ("", "it", "it"), ("", "xx", "en")])
async def test_a_league_speaks_the_language_of_its_server(
    at: House, bot: Slowboat, set_up: str, locale: str, spoken: str
) -> None:
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, language=set_up))
    await use(bot, "new", name="**Cup** @everyone", game="docker", kind="cup", _guild_locale=locale)
    league = await read_league(at.referee, CHANNEL)
    assert (league.language, league.kind, league.pace, league.days) == (spoken, "cup", "daily", 60)
    assert "@everyone" not in league.name, "a name must not ping anybody"


async def test_a_league_needs_a_text_channel_a_known_game_and_permissions(at: House, bot: Slowboat) -> None:
    with pytest.raises(UserError, match="ordinary text channel"):
        await use(bot, "new", name="L", game="docker", _channel=Mock(spec=discord.Thread))
    for wrong in ({"game": "chess"}, {"game": "docker", "pace": "never"}):
        with pytest.raises(UserError, match="don't know this game"):
            await use(bot, "new", name="L", **wrong)
    for missing in ("send_messages", "create_public_threads", "send_messages_in_threads"):
        allowed = discord.Permissions.all()
        allowed.update(**{missing: False})
        with pytest.raises(UserError, match="may not post boards"):
            await use(bot, "new", name="L", game="docker", _app_permissions=allowed)
        with pytest.raises(UserError, match="may not post boards"):
            await use(bot, "start", _app_permissions=allowed)


async def test_corrections_and_removals_keep_their_reasons_without_pings(at: House, bot: Slowboat) -> None:
    await begin(at)
    await use(bot, "correct", 9, match=1, result="draw", reason="@everyone " + "x" * 300)
    await use(bot, "correct", 9, match=2, result="first", reason="x")
    await use(bot, "correct", 9, match=2, result="open", reason="Play it again")
    await use(bot, "remove", 9, player=4, reason="@here left")
    league = await read_league(at.referee, CHANNEL)
    assert [(note.by, note.fixture, note.person) for note in league.trail] == [
        (9, 1, 0),
        (9, 2, 0),
        (9, 2, 0),
        (9, 0, 4),
    ]
    assert not any("@everyone" in note.reason or "@here" in note.reason for note in league.trail)
    assert max(len(note.reason) for note in league.trail) <= 200
    assert league.season is not None
    assert (league.season.fixtures[0].result, league.season.fixtures[1].result) == ("draw", "")
    with pytest.raises(UserError, match="result from the list"):
        await use(bot, "correct", 9, match=1, result="nonsense", reason="x")


async def test_a_challenge_names_people_by_their_places(at: House, bot: Slowboat) -> None:
    await begin(at, "ladder", 5)
    offered = make_interaction(bot, 5)
    menus: list[Any] = []

    async def note(*, view: Any, **_: Any) -> None:
        menus.extend(option for each in view.walk_children() for option in getattr(each, "options", ()))

    offered.edit_original_response = note
    await offer_challenges(press(bot, offered, Id("league_challenge")))
    assert [(option.label, option.value) for option in menus] == [
        ("2. User 2", "2"),
        ("3. User 3", "3"),
        ("4. User 4", "4"),
    ]
    chosen = make_interaction(bot, 5)
    await challenge(press(bot, chosen, Id("league_challenged"), "3"))
    assert chosen.extras[SAVED]
    season = (await read_league(at.referee, CHANNEL)).season
    assert season is not None
    assert (season.fixtures[0].first, season.fixtures[0].second) == (3, 5), "who is challenged has the first seat"
    with pytest.raises(UserError):
        await challenge(press(bot, make_interaction(bot, 4), Id("league_challenged"), "none"))


async def test_a_prediction_is_one_of_the_answers_on_offer(
    at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(at, people=5)
    match = await at.running("docker", 1, 2, channel=99)
    questions = tuple(
        Question(Fixture(number, 0, 1, 2, match.id), kind) for number in range(1, 9) for kind in (WINNER, 3)
    )

    async def list_them(*_: object) -> tuple[Question, ...]:
        return questions

    monkeypatch.setattr(predictions, "list_questions", list_them)
    options: list[Any] = []
    asked = make_interaction(bot, 50)

    async def note(*, view: Any, **_: Any) -> None:
        options.extend(option for each in view.walk_children() for option in getattr(each, "options", ()))

    asked.edit_original_response = note
    await offer_predictions(press(bot, asked, Id("league_predict")))
    assert len(options) == MOST_OPTIONS, "Discord allows no more in one menu"
    assert [(each.label, each.value) for each in options[:4]] == [
        ("#1: User 1 wins", "1.-1.first"),
        ("#1: User 2 wins", "1.-1.second"),
        ("#1: the next loading holds", "1.3.holds"),
        ("#1: something falls at the next loading", "1.3.falls"),
    ]
    for value in ("1.-1.second", "2.3.falls"):
        answered = make_interaction(bot, 50)
        await predict(press(bot, answered, Id("league_predicted"), value))
        assert answered.extras[SAVED]
    season = (await read_league(at.referee, CHANNEL)).season
    assert season is not None
    assert [(each.fixture, each.number, each.answer) for each in season.guesses] == [(1, -1, "second"), (2, 3, "falls")]
    for wrong in ("1.-1.holds", "1.3.first", "99.-1.first", ""):
        with pytest.raises(Stale):
            await predict(press(bot, make_interaction(bot, 50), Id("league_predicted"), wrong))
    questions = ()
    with pytest.raises(UserError, match="nothing to predict"):
        await offer_predictions(press(bot, make_interaction(bot, 50), Id("league_predict")))
