"""Another client library: the sandbox does not depend on discord.py."""

from __future__ import annotations

import asyncio
import warnings

from sandbox.server import Sandbox


async def test_hikari_logs_in_syncs_a_command_and_answers(sandbox: Sandbox) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of another library's import are not ours
        import hikari  # takes half a second, so only the process that runs this test pays for it

    bot = hikari.GatewayBot(
        sandbox.token,
        rest_url=f"{sandbox.url}/api/v10",
        banner=None,
        suppress_optimization_warning=True,
        intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES,
        logs=None,
    )

    @bot.listen(hikari.CommandInteractionCreateEvent)
    async def on_interaction(event: hikari.CommandInteractionCreateEvent) -> None:
        await event.interaction.create_initial_response(
            hikari.ResponseType.MESSAGE_CREATE, f"ahoy {event.interaction.user.global_name}"
        )

    await bot.start(check_for_updates=False)
    try:
        await bot.rest.create_slash_command(sandbox.application_id, "ahoy", "Greet")
        answer = await sandbox.person("Anna").slash("ahoy")
        assert answer.text == "ahoy Anna"
        channel = sandbox.world.channel_named("general")
        message = await bot.rest.create_message(channel.id, "hello")
        assert sandbox.person("Ben", "general").last().id == message.id
    finally:
        async with asyncio.timeout(10):
            await bot.close()
