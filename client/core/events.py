"""Let features take part in what the core does. They register functions with `@on` and `@every`, as they register the
handlers of buttons with `@action`; the core knows none of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

Listener = Callable[..., Coroutine[Any, Any, object]]
"""Gets the bot, and what the event is about."""

L = TypeVar("L", bound=Listener)

_LISTENERS: defaultdict[str, list[Listener]] = defaultdict(list)

_LOOPS: dict[str, tuple[float, Listener]] = {}


def on(event: str) -> Callable[[L], L]:
    """Call a function for each event of this name: one of Discord's, as discord.py calls them without `on_`; or one of
    ours.

    Ours that are waited for, one function after the other (`Client.emit`):

    * `setup`: the bot is about to log in.
    * `start`: the first sweep, before timers run.
    * `sweep`: every few seconds. Each function is begun by itself, unless it is still at work.
    * `beat`: every second where several processes share the bot, to do what others have left.
    * `changed` (Done): a timer or a machine has changed a match.
    * `timer` (Done): the same for timers, after `changed`.
    * `machines_moved`: machines have moved in some matches.
    * `arrival` (interaction): a person has pressed or typed something.
    * `replacing` (interaction, match id): a press is about to replace the message that was pressed.
    * `repair_board`, `repair_card`, `repair_guest`, `repair_offer` (Match): a message of this kind is outdated.
    * `look_again`: somebody wants what rests to be tried again.
    * `last_board` (Match): the last board of a match is posted.
    * `stop`: the bot is about to close its connection.

    Ours that are not waited for, like Discord's:

    * `answer_lost` (interaction): a change was written, but could not be answered.
    * `board_posted` (match id): a board is posted.
    * `card_shown` (match id): the card of a lobby shows a change.
    * `place_lost` (match id, server's id): a message could not be posted, because its channel is gone or closed.
    * `local_start`: the bot has joined the sandbox.
    """

    def register(function: L) -> L:
        _LISTENERS[event].append(function)
        return function

    return register


def list_listeners(event: str) -> tuple[Listener, ...]:
    """List the functions that are called for an event, in the order in which they were registered: those of a module
    after those of the modules that it imports."""
    return tuple(_LISTENERS[event])


def every(seconds: float, name: str) -> Callable[[L], L]:
    """Repeat a function in a background loop of this name, once the bot is ready, until it returns DONE."""

    def register(function: L) -> L:
        _LOOPS[name] = seconds, function
        return function

    return register


def list_loops() -> Mapping[str, tuple[float, Listener]]:
    """List the background loops by name, each with the seconds between two steps."""
    return _LOOPS


def list_events() -> tuple[str, ...]:
    """List the events for which functions are registered."""
    return tuple(_LISTENERS)
