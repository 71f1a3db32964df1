"""Collect the bot's answer to one action of a person, as it comes in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any

from sandbox.discord import interactions
from sandbox.discord.model import Interaction, Json, Message, ResponseType
from sandbox.discord.world import World
from sandbox.person.reading import words

PATIENCE_SECONDS = 10.0
"""Real seconds a test waits at most for what must come; the three seconds Discord gives a bot are the clock's."""


class Answer:
    """The bot's answer to one interaction, so far. Awaiting it waits for the first real answer and returns it.

    An answer is real if it is more than "thinking" (a deferred message waits for its content), or a failure.
    """

    def __init__(self, world: World, interaction: Interaction) -> None:
        self.world = world
        self.interaction = interaction

    @property
    def acknowledged(self) -> bool:
        """Whether the bot answered at all."""
        return self.interaction.response is not None

    @property
    def response(self) -> ResponseType | None:
        """How the bot answered first."""
        return self.interaction.response

    @property
    def deferred(self) -> bool:
        """Whether the bot promised a message or an update and has not sent it yet.

        A promised message that was deleted counts as nothing until another follows.
        """
        found = self.interaction
        if found.response is ResponseType.DEFERRED_MESSAGE:
            original = found.original
            return original is not None and original.deferred and not (original.deleted and found.followups)
        return found.response is ResponseType.DEFERRED_UPDATE and not found.edits and not found.followups

    @property
    def failed(self) -> bool:
        """Whether three seconds passed without an answer: the person sees "This interaction failed"."""
        return self.interaction.failed

    @property
    def error(self) -> str | None:
        """The error the person sees instead of an answer."""
        return interactions.FAILED if self.failed else None

    @property
    def messages(self) -> list[Message]:
        """The messages the bot sent in answer, oldest first, without one that it only updated."""
        found = self.interaction
        first = [found.original] if found.original is not None and found.original is not found.message else []
        return [m for m in (*first, *found.followups) if not m.deleted]

    @property
    def message(self) -> Message:
        """The first message sent in answer, or the one that was updated. LookupError without any."""
        found = self.messages
        if found:
            return found[0]
        if self.interaction.original is None:
            raise LookupError(f"no message in answer to {self.interaction.data}")
        return self.interaction.original

    @property
    def ephemeral(self) -> list[Message]:
        """The messages only this person sees."""
        return [m for m in self.messages if m.ephemeral]

    @property
    def modal(self) -> Json | None:
        """The form the bot opened."""
        return self.interaction.modal

    @property
    def choices(self) -> list[Json] | None:
        """The suggestions for an option being typed."""
        return self.interaction.choices

    @property
    def text(self) -> str:
        """The words of all messages sent in answer."""
        return "\n".join(words(m) for m in self.messages)

    @property
    def done(self) -> bool:
        """Whether there is a real answer, or there will be none."""
        return self.failed or (self.acknowledged and not self.deferred)

    async def until(self, condition: Callable[[], object], *, within: float = PATIENCE_SECONDS) -> Answer:
        """Wait until `condition` holds after a change of this interaction. TimeoutError lists the answer so far."""
        news = asyncio.Event()
        self.interaction.watchers.append(news.set)
        try:
            async with asyncio.timeout(within):
                while not condition():
                    news.clear()
                    await news.wait()
        except TimeoutError:
            raise TimeoutError(f"waited {within} s for {self!r}") from None
        finally:
            self.interaction.watchers.remove(news.set)
        return self

    async def acknowledgement(self, *, within: float = PATIENCE_SECONDS) -> Answer:
        """Wait only for the first answer or failure, even if it is "thinking" or nothing visible."""
        return await self.until(lambda: self.acknowledged or self.failed, within=within)

    def __await__(self) -> Generator[Any, None, Answer]:
        return self.until(lambda: self.done).__await__()

    def __repr__(self) -> str:
        state = self.error or (self.response.name if self.response else "no answer")
        return f"<Answer to {self.interaction.type.name} {self.interaction.data}: {state}, {self.text!r}>"
