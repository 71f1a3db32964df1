"""Route every press of a button, menu or form to one function, by the action in its custom_id.

Presses are read from the gateway event rather than from views kept in memory: a button works the same before and after
a restart, no state is kept for each message, and an unknown custom_id gets an answer.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any

import discord

from client.core.bot import Slowboat
from client.core.client import wait_for_store
from client.core.events import on
from client.core.intake import Acknowledge, answers_to
from client.core.logs import attach_references
from client.core.visit import Visit
from client.messages.custom_ids import Id, parse
from matches.errors import make_old_button_error, unknown_match
from matches.rows import DIRECT

Handler = Callable[[Visit], Awaitable[None]]

_HANDLERS: dict[str, tuple[Acknowledge, Handler]] = {}


def action(name: str, acknowledge: Acknowledge) -> Callable[[Handler], Handler]:
    """Register a function as the handler of an action. The interaction is acknowledged before it runs.

    A module that is loaded again, as discord.py does with extensions, replaces its own handlers.
    """

    def register(handler: Handler) -> Handler:
        known = _HANDLERS.get(name)
        if known is not None and known[1].__module__ != handler.__module__:
            raise ValueError(f"two handlers for action {name}")
        _HANDLERS[name] = (acknowledge, handler)
        return handler

    return register


def list_actions() -> frozenset[str]:
    """List the actions that have handlers."""
    return frozenset(_HANDLERS)


def _read_fields(components: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Read the inputs of a form, however nested; of a menu, the first choice."""
    for component in components:
        inner = component.get("components") or ([component["component"]] if "component" in component else ())
        yield from _read_fields(inner)
        if "custom_id" in component and "value" in component:
            yield component["custom_id"], str(component["value"])
        elif "custom_id" in component and component.get("values"):
            yield component["custom_id"], str(component["values"][0])


async def _authorise(bot: Slowboat, interaction: discord.Interaction, pressed: Id) -> None:
    """Check that a person may use the buttons of a match. Raises UserError.

    People with a seat may do so from any channel (/turns opens panels everywhere), others only in the channel of the
    match or its card. The error is the same as for an unknown match, so it reveals nothing.
    """
    if not pressed.match:
        return
    match = (await bot.referee.match(pressed.match)).seen_from(interaction.guild_id)
    same = (interaction.guild_id or DIRECT) == match.guild_id
    here = same and interaction.channel_id in (match.channel_id, match.card_channel_id)
    if not here and not match.seats_of(interaction.user.id):
        raise unknown_match()


async def _admit(bot: Slowboat, interaction: discord.Interaction, pressed: Id) -> None:
    """Load the person's preferences. Raises UserError if they may not press here."""
    await bot.note_person(interaction)
    await _authorise(bot, interaction, pressed)


@on("interaction")
async def receive(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Handle `on_interaction`: carry out presses and forms that were not accepted before. Never raises."""
    bot.metrics.note_arrival(interaction.id, time.perf_counter())
    pressed = interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
    if pressed and await bot.intake.admit(interaction):
        await dispatch(bot, interaction)


async def dispatch(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Carry out a press or a form. Never raises."""
    data: dict[str, Any] = dict(interaction.data or {})
    pressed = parse(str(data.get("custom_id", "")))
    with attach_references(interaction=interaction.id, match=pressed.match if pressed is not None else None):
        try:
            with bot.user_limit.admit(interaction.user.id):
                await _carry_out(bot, interaction, pressed, data)
        except Exception as error:  # noqa: BLE001 - last resort for every failed press
            await bot.handle_error(interaction, error)


async def _carry_out(
    bot: Slowboat, interaction: discord.Interaction, pressed: Id | None, data: Mapping[str, Any]
) -> None:
    if pressed is None or pressed.action not in _HANDLERS:
        raise make_old_button_error()
    acknowledge, handler = _HANDLERS[pressed.action]
    await bot.intake.acknowledge(interaction, acknowledge)
    if acknowledge == "update":
        await bot.emit("replacing", interaction, pressed.match)
    if acknowledge == "form":  # opening the form is the acknowledgement; the submitted form is checked again
        await wait_for_store(_admit(bot, interaction, pressed))
    else:
        await _admit(bot, interaction, pressed)
    values = tuple(map(str, data.get("values", ())))
    await handler(Visit(bot, interaction, pressed, values, dict(_read_fields(data.get("components", ())))))
    await answers_to(interaction).acknowledge()  # it changes nothing that the person sees
