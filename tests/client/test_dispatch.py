"""Test who may press what from where, and what happens to a press or a command that fails."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec
import pytest
from discord import app_commands
from msgspec import structs

from client.core import client as clients
from client.core import controls
from client.core.bot import Slowboat
from client.core.controls import action, dispatch
from client.core.intake import MOST_AT_ONCE, UserLimit
from client.core.starts import VERSION, note_version
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.turn.open_panels import OpenPanels
from data import StoreError
from games.text import T
from matches.change import Change
from matches.errors import UserError
from matches.people.preferences import Person, write_person
from tests.client.notices import Channels, connect, fail, make_interaction
from tests.support.matches.house import ANNA, BEN, CHANNEL, CHIARA, DANA, GUILD, House
from tests.support.matches.two_servers import CHANNEL_THERE, THERE, share_match


class Steps:
    """Notes what has become of presses."""

    def __init__(self) -> None:
        self.handled: list[Visit] = []
        self.errors: list[BaseException] = []
        self.order: list[str] = []


@pytest.fixture
def steps() -> Steps:
    return Steps()


@pytest.fixture
def bot(at: House, tmp_path: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch) -> Slowboat:
    made = connect(at, tmp_path, Channels())

    async def handle_error(_: Any, error: BaseException) -> None:
        steps.errors.append(error)

    async def acknowledge(_: Any, how: str = "private") -> None:
        steps.order.append(f"acknowledge {how}")

    async def drop_film(match_id: int, user_id: int) -> None:
        steps.order.append(f"drop film {match_id} {user_id}")

    async def note_person(_: Any) -> None:
        steps.order.append("note person")

    monkeypatch.setattr(made, "handle_error", handle_error)
    monkeypatch.setattr(made.intake, "acknowledge", acknowledge)
    monkeypatch.setattr(made[OpenPanels], "drop_film", drop_film)
    monkeypatch.setattr(made, "note_person", note_person)
    monkeypatch.setattr(controls, "_HANDLERS", {})
    for how in ("update", "private", "form"):

        @action(how, how)
        async def handle(press: Visit) -> None:
            steps.handled.append(press)
            steps.order.append("handle")

    return made


async def send(bot: Slowboat, user: int, to: Id, **facts: Any) -> None:
    data = {"custom_id": str(to), **facts.pop("data", {})}
    await dispatch(bot, make_interaction(bot, user, data=data, **facts))


@pytest.mark.parametrize(
    ("how", "order"),
    [
        ("update", ["acknowledge update", "drop film 0 1", "note person", "handle"]),
        ("private", ["acknowledge private", "note person", "handle"]),
        ("form", ["acknowledge form", "note person", "handle"]),
    ],
)
async def test_a_press_is_acknowledged_before_anything_is_read(
    bot: Slowboat, steps: Steps, how: str, order: list[str]
) -> None:
    await send(bot, ANNA, Id(how))
    assert (steps.order, steps.errors) == (order, [])


async def test_a_press_has_its_values_and_the_fields_of_a_form(bot: Slowboat, steps: Steps) -> None:
    inner = {"type": 4, "custom_id": "zone", "value": "Europe/Zurich"}
    rows = [{"type": 1, "components": [{"custom_id": "name", "value": 7}]}, {"type": 18, "component": inner}]
    await send(bot, ANNA, Id("private"), data={"values": ["first", "second"], "components": rows})
    (press,) = steps.handled
    assert (press.value, press.values) == ("first", ("first", "second"))
    assert press.fields == {"name": "7", "zone": "Europe/Zurich"}
    assert Visit(bot, press.interaction, press.id, ()).value == ""


async def test_buttons_of_a_match_work_for_its_people_and_in_its_channel(
    at: House, bot: Slowboat, steps: Steps
) -> None:
    match = await at.running("docker", ANNA, BEN, channel=8)
    row = structs.replace(match, card_channel_id=9)
    await at.referee.change(match.id, at.who(0), lambda _: Change(row))
    to = Id("private", match.id)
    for user, guild, channel, may in (
        (ANNA, GUILD, 5, True),
        (ANNA, None, 5, True),
        (DANA, GUILD, 8, True),
        (DANA, GUILD, 9, True),
        (DANA, GUILD, 5, False),
        (DANA, 99, 8, False),
        (DANA, None, 8, False),
    ):
        steps.handled.clear()
        steps.errors.clear()
        await send(bot, user, to, guild_id=guild, channel_id=channel)
        assert (bool(steps.handled), bool(steps.errors)) == (may, not may)
    unknown: list[str] = []
    for number in (match.id, 12345):
        steps.errors.clear()
        await send(bot, DANA, Id("private", number), channel_id=5)
        unknown += map(str, steps.errors)
    assert unknown[0] == unknown[1], "nothing tells whether the match exists"


async def test_spectators_of_the_second_server_use_its_own_channel(at: House, bot: Slowboat, steps: Steps) -> None:
    match = await share_match(at)
    to = Id("private", match.id)
    await send(bot, 50, to, guild_id=THERE, channel_id=CHANNEL_THERE)
    assert len(steps.handled) == 1
    await send(bot, 50, to, guild_id=THERE, channel_id=match.channel_id)
    assert len(steps.handled) == 1
    await send(bot, CHIARA, to, guild_id=None, channel_id=1)
    assert len(steps.handled) == 2


async def test_an_unknown_button_gets_an_answer(bot: Slowboat, steps: Steps) -> None:
    for data in ({"custom_id": "of another bot"}, {"custom_id": str(Id("unknown"))}, {}):
        await dispatch(bot, make_interaction(bot, ANNA, data=data))
    assert len(steps.errors) == 3
    assert all(isinstance(error, UserError) for error in steps.errors)


def test_one_person_may_not_keep_the_bot_busy() -> None:
    limit = UserLimit()
    entered = [limit.admit(ANNA) for _ in range(MOST_AT_ONCE)]
    for each in entered:
        each.__enter__()
    with pytest.raises(UserError, match="One moment"), limit.admit(ANNA):
        pass
    with limit.admit(BEN):
        pass
    entered[0].__exit__(None, None, None)
    with limit.admit(ANNA):
        pass
    for each in entered[1:]:
        each.__exit__(None, None, None)
    assert not limit._busy, "nobody is remembered"


async def test_presses_above_the_limit_are_refused(bot: Slowboat, steps: Steps) -> None:
    busy = [bot.user_limit.admit(ANNA) for _ in range(MOST_AT_ONCE)]
    for each in busy:
        each.__enter__()
    await send(bot, ANNA, Id("private"))
    await send(bot, BEN, Id("private"))
    assert [press.interaction.user.id for press in steps.handled] == [BEN]
    assert len(steps.errors) == 1


# The client


@pytest.fixture
def plain(at: House, tmp_path: Path) -> Slowboat:
    return connect(at, tmp_path, Channels())


async def test_people_are_spoken_to_in_the_language_they_have_chosen(at: House, plain: Slowboat) -> None:
    interaction = make_interaction(plain, ANNA, locale="it")
    assert plain.language(interaction) == "it"
    await write_person(at.referee, ANNA, Person(language="fr"))
    await plain.preferences.load(ANNA)
    assert plain.language(interaction) == "fr"


def test_who_manages_a_server_has_the_permission_to(plain: Slowboat) -> None:
    for permission, manages in (("manage_guild", True), ("manage_messages", False), ("manage_channels", False)):
        interaction = make_interaction(plain, ANNA, permissions=discord.Permissions(**{permission: True}))
        assert Visit(plain, interaction).who.manages_server is manages


def test_a_command_is_mentioned_as_a_link_once_its_id_is_known(plain: Slowboat) -> None:
    assert plain.mention("docker new") == "`/docker new`"
    plain._command_ids = {"docker": 55}
    assert plain.mention("docker new") == "</docker new:55>"


async def test_a_match_is_shown_as_the_server_of_its_channel_sees_it(at: House, plain: Slowboat) -> None:
    match = await share_match(at)
    there = await Visit(plain, make_interaction(plain, ANNA, guild_id=THERE, channel_id=CHANNEL_THERE)).match_here()
    assert (there.id, there.language) == (match.id, "de")
    with pytest.raises(UserError, match="no match in this channel"):
        await Visit(plain, make_interaction(plain, ANNA, channel_id=1234)).match_here()


@pytest.mark.parametrize(
    ("error", "effect", "told", "dispatched"),
    [
        (ValueError(), True, True, True),
        (ValueError(), False, False, False),
        (ValueError(), None, False, False),
        (UserError(T("This works only in a server.")), True, False, False),
    ],
    ids=["saved", "not saved", "unknown", "refused"],
)
async def test_a_person_is_told_if_their_change_was_saved(
    plain: Slowboat,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    effect: bool | None,
    told: bool,
    dispatched: bool,
) -> None:
    """If the store cannot be read, nobody knows. A refusal has saved nothing, so the store is not asked."""
    handled: list[bool] = []
    events: list[str] = []

    async def has_taken_effect(_: int) -> bool:
        if effect is None:
            raise StoreError
        return effect

    async def handle(*_: Any, has_taken_effect: bool) -> None:
        handled.append(has_taken_effect)

    monkeypatch.setattr(plain.referee, "has_taken_effect", has_taken_effect)
    monkeypatch.setattr(clients, "handle", handle)
    monkeypatch.setattr(plain, "dispatch", lambda name, *_: events.append(name))
    await plain.handle_error(make_interaction(plain, ANNA), error)
    assert (handled, events) == ([told], ["answer_lost"] if dispatched else [])


async def test_commands_are_registered_once_and_again_when_they_change(
    plain: Slowboat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord allows 200 registrations a day."""
    known, synced = [SimpleNamespace(name="docker", id=5)], list[str]()
    tree: Any = plain.tree
    failure: list[Exception] = []

    async def fetch_commands() -> Any:
        if failure:
            raise failure[0]
        return known

    async def sync() -> Any:
        synced.append("sync")
        return known

    monkeypatch.setattr(tree, "fetch_commands", fetch_commands)
    monkeypatch.setattr(tree, "sync", sync)
    monkeypatch.setattr(tree, "get_commands", list)
    assert await plain.sync_commands(only_read=True)
    assert synced == [], "another process registers them"
    assert plain.mention("docker") == "</docker:5>"
    for _ in range(3):
        assert await plain.sync_commands()
    assert len(synced) == 1
    known.clear()
    await plain.sync_commands()
    assert len(synced) == 2, "Discord has lost them"
    known.append(SimpleNamespace(name="docker", id=6))
    monkeypatch.setattr(type(plain), "application_id", property(lambda _: 99))
    await plain.sync_commands()
    assert len(synced) == 3, "another application"
    for error in (aiohttp.ClientError(), fail(discord.Forbidden, 403)):
        failure[:] = [error]
        assert not await plain.sync_commands()
    assert plain.mention("docker") == "</docker:6>", "those registered before go on working"


def make_suggestion(plain: Slowboat, sent: list[Any], kind: discord.InteractionType) -> Any:
    """Make an interaction that is answered by suggestions, which go to `sent`."""

    async def autocomplete(choices: Any) -> None:
        sent.append(choices)

    response = SimpleNamespace(is_done=lambda: bool(sent), autocomplete=autocomplete)
    return make_interaction(plain, ANNA, type=kind, response=response)


@pytest.mark.parametrize("how", ["too slow", "a bug"])
async def test_suggestions_that_fail_are_empty_and_nobody_reads_an_error(
    plain: Slowboat, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    async def suggest(*_: object) -> None:
        if how == "a bug":
            raise ZeroDivisionError
        await asyncio.Event().wait()

    told: list[BaseException] = []

    async def handle_error(_: Any, error: BaseException) -> None:
        told.append(error)

    monkeypatch.setattr(app_commands.CommandTree, "_call", suggest)
    monkeypatch.setattr(clients, "SUGGESTIONS_WITHIN", 0.01)
    monkeypatch.setattr(plain, "handle_error", handle_error)
    sent: list[Any] = []
    await plain.tree._call(make_suggestion(plain, sent, discord.InteractionType.autocomplete))
    assert (sent, told) == ([[]], [])
    if how == "a bug":
        await plain.tree._call(make_suggestion(plain, [], discord.InteractionType.application_command))
        assert len(told) == 1


@pytest.mark.parametrize(
    ("guild_id", "kind", "reopened"),
    [
        (None, discord.InteractionType.component, [CHANNEL]),
        (None, discord.InteractionType.autocomplete, []),
        (GUILD, discord.InteractionType.component, []),
    ],
)
async def test_a_press_in_direct_messages_resumes_their_match(
    plain: Slowboat, monkeypatch: pytest.MonkeyPatch, guild_id: int | None, kind: Any, reopened: list[int]
) -> None:
    """Somebody who presses there can be written to again. Typing waits for nothing."""
    found: list[int] = []

    async def find_open_at(_: object, channel_id: int) -> None:
        found.append(channel_id)

    monkeypatch.setattr("client.places.places.find_open_at", find_open_at)
    monkeypatch.setattr(plain.avatars, "note", lambda _: None)
    await plain.note_person(make_interaction(plain, ANNA, guild_id=guild_id, type=kind))
    assert found == reopened
    assert plain.presence.is_here(CHANNEL, ANNA)


def test_an_upgrade_is_noted_once_with_the_version_before(tmp_path: Path) -> None:
    first = note_version(tmp_path, 5.0)
    assert (first.since, first.before) == (5.0, "")
    assert note_version(tmp_path, 9.0) == first
    old = structs.replace(first, version="0.0.1")
    (tmp_path / "version.json").write_bytes(msgspec.json.encode(old))
    upgraded = note_version(tmp_path, 20.0)
    assert (upgraded.version, upgraded.since, upgraded.before) == (VERSION, 20.0, "0.0.1")
    (tmp_path / "version.json").write_bytes(b"{")
    assert note_version(tmp_path, 30.0).since == 30.0, "a crash has cut the note off"
