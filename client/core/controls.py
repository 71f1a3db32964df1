"""Buttons and menus: route every press to one function, by the action in its custom_id.

Presses are read from the gateway event rather than from views kept in memory: a button works the same before and after
a restart, no state is kept per message, and an unknown custom_id gets an answer.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any

import discord
from msgspec import Struct

from client.core.acknowledge import Acknowledge
from client.core.bot import Slowboat
from client.core.logs import about
from client.messages.custom_ids import Id, parse
from games.text import T
from matches.errors import UserError, unknown_match


class Press(Struct, frozen=True):
    """A button pressed, a menu used or a form filled in: what the custom_id says, and what was chosen or written.

    `fields`: of a form, by custom_id.
    """

    bot: Slowboat
    interaction: discord.Interaction
    id: Id
    values: tuple[str, ...]
    fields: Mapping[str, str] = {}

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""


Handler = Callable[[Press], Awaitable[None]]

_HANDLERS: dict[str, tuple[Acknowledge, Handler]] = {}


def action(name: str, acknowledge: Acknowledge) -> Callable[[Handler], Handler]:
    """Makes a function the handler of an action. It is acknowledged before the function runs.

    A module that is loaded again (discord.py does that with extensions) replaces its own handlers.
    """

    def register(handler: Handler) -> Handler:
        known = _HANDLERS.get(name)
        if known is not None and known[1].__module__ != handler.__module__:
            raise ValueError(f"two handlers for action {name}")
        _HANDLERS[name] = (acknowledge, handler)
        return handler

    return register


def actions() -> frozenset[str]:
    """The actions there are handlers for."""
    return frozenset(_HANDLERS)


def _fields(components: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """What was written into a form, wherever in it."""
    for component in components:
        inner = component.get("components") or ([component["component"]] if "component" in component else ())
        yield from _fields(inner)
        if "custom_id" in component and "value" in component:
            yield component["custom_id"], str(component["value"])


async def _authorise(bot: Slowboat, interaction: discord.Interaction, pressed: Id) -> None:
    """The one place that lets a press or a form near a match: those who have a seat in it, wherever they press (/turns
    opens their panels anywhere), and whoever presses where it is played or where its card is. Raises UserError for
    anybody else, in the words for a match there is none, so that nothing is learnt about it.
    """
    if not pressed.match:
        return
    match = await bot.referee.match(pressed.match)
    row = match.row
    here = interaction.guild_id == row.guild_id and interaction.channel_id in (row.channel_id, row.card_channel_id)
    if not here and not match.seats_of(interaction.user.id):
        raise unknown_match()


async def receive(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Listen to `on_interaction`: carry out presses and forms that were not accepted before. Never raises."""
    bot.metrics.note_arrival(interaction.id, time.perf_counter())
    pressed = interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
    if pressed and bot.intake.accept(interaction):
        await dispatch(bot, interaction)


async def dispatch(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Carry out a press or a form. Never raises."""
    data: dict[str, Any] = dict(interaction.data or {})
    pressed = parse(str(data.get("custom_id", "")))
    with about(interaction=interaction.id, match=pressed.match if pressed is not None else None):
        try:
            with bot.user_limit.admit(interaction.user.id):
                await _carry_out(bot, interaction, pressed, data)
        except Exception as error:  # noqa: BLE001 - the end of every failure of a press
            await bot.handle_error(interaction, error)


async def _carry_out(
    bot: Slowboat, interaction: discord.Interaction, pressed: Id | None, data: Mapping[str, Any]
) -> None:
    if pressed is None or pressed.action not in _HANDLERS:
        raise UserError(T("This button is from another version of me. Use /board to see how things stand."))
    acknowledge, handler = _HANDLERS[pressed.action]
    await bot.intake.acknowledge(interaction, acknowledge)
    await bot.greet(interaction)
    await _authorise(bot, interaction, pressed)
    values = tuple(map(str, data.get("values", ())))
    await handler(Press(bot, interaction, pressed, values, dict(_fields(data.get("components", ())))))
