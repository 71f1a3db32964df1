"""The real discord.py against the sandbox: commands, buttons, menus, modals, ephemeral answers, follow-ups, files."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from sandbox.person.person import Person, buttons, pictures, words
from sandbox.person.slash import Refused
from sandbox.server import Sandbox
from sandbox.storage.seed import build_harbour
from tests.support.small_bot import Bot, Counter, Start, eventually, make_bot, png


async def test_a_command_a_button_and_an_ephemeral_answer(sandbox: Sandbox, start: Start) -> None:
    async def count(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("count 0", view=Counter())

    await start(make_bot(count))
    anna, ben = sandbox.person("Anna"), sandbox.person("Ben")
    answer = await anna.slash("go")
    assert words(answer.message) == "count 0"
    assert buttons(answer.message) == {"More": "more", "Whisper": "whisper"}
    await ben.click(answer.message, "More")
    assert answer.message.content == "count 1"
    private = await ben.click(answer.message, "Whisper")
    assert private.text == "psst Ben"
    assert private.ephemeral == [private.message]
    assert private.message in ben.messages()
    assert private.message not in anna.messages()
    with pytest.raises(Refused, match="disabled"):
        anna.click(answer.message, "Off")
    with pytest.raises(Refused, match="do not see"):
        anna.click(private.message, "More")


async def test_options_arrive_in_groups_and_resolved(sandbox: Sandbox, start: Start) -> None:
    bot = Bot()
    seen = {}
    group = app_commands.Group(name="docker", description="Play Docker")

    @group.command(description="Open a match")
    @app_commands.describe(players="How many")
    async def new(
        interaction: discord.Interaction,
        players: app_commands.Range[int, 2, 4],
        rules: Literal["short", "long"] = "long",
        friend: discord.Member | None = None,
        where: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        quick: bool = False,
        factor: float = 1.0,
    ) -> None:
        seen.update(locals())
        await interaction.response.send_message("ok")

    bot.tree.add_command(group)
    await start(bot)
    anna = sandbox.person("Anna")
    await anna.slash(
        "docker new",
        {
            "players": 3,
            "rules": "short",
            "friend": "Ben",
            "where": "#general",
            "role": "Slowboat",
            "quick": True,
            "factor": "0.5",
        },
    )
    assert (seen["players"], seen["rules"], seen["quick"], seen["factor"]) == (3, "short", True, 0.5)
    assert (seen["friend"].display_name, seen["where"].name, seen["role"].name) == ("Ben", "general", "Slowboat")
    for options, sentence in (
        ({}, "required"),
        ({"players": 5}, "between 2 and 4"),
        ({"players": "two"}, "number"),
        ({"players": 2, "rules": "odd"}, "choices"),
        ({"players": 2, "friend": "Nobody"}, "nobody"),
        ({"players": 2, "extra": 1}, "no option"),
    ):
        with pytest.raises(Refused, match=sentence):
            anna.slash("docker new", options)
    for command in ("nothing", "docker", "docker old"):
        with pytest.raises(Refused):
            anna.slash(command)


async def test_autocomplete_sees_what_is_typed_and_speaks_the_users_language(sandbox: Sandbox, start: Start) -> None:
    bot = Bot()

    async def moves(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        assert interaction.namespace.piece == "knight"
        name = app_commands.locale_str("to")
        return [app_commands.Choice(name=f"{name} {current}{n} {interaction.locale}", value=f"{n}") for n in (1, 2)]

    @bot.tree.command(description="Move")
    @app_commands.autocomplete(to=moves)
    async def move(interaction: discord.Interaction, piece: str, to: str) -> None:
        await interaction.response.send_message(f"{piece} to {to}")

    await start(bot)
    ben = sandbox.person("Ben")
    choices = await ben.autocomplete("move", {"piece": "knight", "to": "a"}, focused="to")
    assert choices == [{"name": "to a1 de", "value": "1"}, {"name": "to a2 de", "value": "2"}]
    assert (await ben.slash("move", {"piece": "knight", "to": "2"})).text == "knight to 2"


@pytest.mark.parametrize(("kind", "value", "accepted"), [(str, 1, False), (int, 1, True), (int, "1", False)])
async def test_choices_fit_the_option_of_a_subcommand(
    sandbox: Sandbox, start: Start, kind: Any, value: Any, accepted: Any
) -> None:
    bot, answers = Bot(), []

    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[Any]]:
        try:
            await interaction.response.autocomplete([app_commands.Choice(name="a choice", value=value)])
        except discord.HTTPException as error:
            answers.append((error.status, error.code))
            await interaction.response.autocomplete([])
        else:
            answers.append((200, 0))
        return []

    async def pick(interaction: discord.Interaction, to: str) -> None:
        await interaction.response.send_message("done")

    pick.__annotations__["to"] = kind
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(name="pick", description="Pick", callback=pick)
    command.autocomplete("to")(suggest)
    group = app_commands.Group(name="game", description="A game")
    group.add_command(command)
    bot.tree.add_command(group)
    await start(bot)
    await sandbox.person("Ben").autocomplete("game pick", {"to": ""}, focused="to")
    await eventually(lambda: answers)
    assert answers == [(200, 0) if accepted else (400, 50035)]


async def test_choices_of_the_wrong_type_are_refused(sandbox: Sandbox, start: Start) -> None:
    """Accept text for a text option, whole numbers for an integer, any number for a number, as Discord does."""
    bot, refused = Bot(), []

    async def offer_all(interaction: discord.Interaction, current: object) -> list[app_commands.Choice[str]]:
        for value in (True, "text", 2.5, 7):
            try:
                await interaction.response.autocomplete([app_commands.Choice(name="one", value=value)])
            except discord.HTTPException as error:
                refused.append((error.code, value))
            else:
                break
        return []

    @bot.tree.command(description="Measure")
    @app_commands.autocomplete(words=offer_all, count=offer_all, size=offer_all)
    async def measure(interaction: discord.Interaction, words: str, count: int, size: float) -> None:
        raise AssertionError("only suggestions were asked for")

    await start(bot)
    ben = sandbox.person("Ben")
    for option, typed, answer, wrong in (
        ("words", "a", "text", [True]),
        ("count", 1, 7, [True, "text", 2.5]),
        ("size", 1, 2.5, [True, "text"]),
    ):
        refused.clear()
        choices = await ben.autocomplete("measure", {option: typed}, focused=option)
        assert [choice["value"] for choice in choices] == [answer]
        assert refused == [(50035, value) for value in wrong]


async def test_thinking_then_a_picture_follow_ups_and_deleting(sandbox: Sandbox, start: Start) -> None:
    go_on = asyncio.Event()

    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await go_on.wait()
        await interaction.followup.send("the board", file=discord.File(png(), "board.png", description="A board"))
        second = await interaction.followup.send("only you", ephemeral=True, wait=True)
        await second.edit(content="only you see this")
        third = await interaction.followup.send("gone soon", wait=True)
        await third.delete()
        original = await interaction.original_response()
        assert original.attachments[0].description == "A board"
        assert await original.attachments[0].read() == png().getvalue()
        await interaction.edit_original_response(content="the new board")

    bot = await start(make_bot(slow))
    anna = sandbox.person("Anna")
    answer = anna.slash("go")
    await answer.acknowledgement()
    assert answer.deferred
    assert anna.last().deferred
    go_on.set()
    await answer.until(lambda: answer.message.content == "the new board")
    assert not answer.deferred
    assert [m.content for m in answer.messages] == ["the new board", "only you see this"]
    attachment = answer.message.attachments[0]
    assert (attachment.width, attachment.height, attachment.description) == (40, 30, "A board")
    assert pictures(answer.message) == [png().getvalue()]
    assert [m.content for m in sandbox.person("Ben").messages()] == ["the new board"]
    assert bot.errors == []


async def test_an_interaction_without_an_answer_fails(sandbox: Sandbox, start: Start) -> None:
    async def silence(interaction: discord.Interaction) -> None:
        await asyncio.sleep(0)

    await start(make_bot(silence))
    anna = sandbox.person("Anna")
    answer = anna.slash("go")
    sandbox.world.clock.advance(3.1)
    assert (await answer).error == "This interaction failed"


async def test_localised_commands_arrive_as_they_are_sent(sandbox: Sandbox, start: Start) -> None:
    class Translator(app_commands.Translator):
        async def translate(self, string: Any, locale: Any, context: Any) -> Any:
            return {"de": "los", "fr": "allez"}.get(locale.value)

    async def nothing(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("ok")

    bot = make_bot(nothing)
    bot.setup_hook = lambda: bot.tree.set_translator(Translator())  # type: ignore[method-assign]
    await start(bot)
    [command] = sandbox.world.commands[None].values()
    assert command["name_localizations"] == {"de": "los", "fr": "allez"}
    fetched = await bot.tree.fetch_commands()
    assert fetched[0].name == "go"
    await fetched[0].edit(description="Other")
    guild = sandbox.world.channel_named("games").guild
    assert guild is not None
    await bot.tree.sync(guild=discord.Object(guild.id))
    await fetched[0].delete()
    assert sandbox.world.commands[None] == {}


@pytest.mark.parametrize("turns", range(6))
async def test_a_wait_that_is_cancelled_at_an_event_ends(turns: int) -> None:
    """`turns`: the turns of the event loop between an event and the cancellation."""
    world = build_harbour()
    person = Person(world, world.user_named("anna"), next(iter(world.channels.values())))
    waiting = asyncio.create_task(person.until(lambda: False))
    await asyncio.sleep(0.005)
    for note_event in tuple(world.dispatch_listeners):
        note_event(None)  # type: ignore[arg-type]
    for _ in range(turns):
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting}, timeout=0.1)
    assert waiting.cancelled()
