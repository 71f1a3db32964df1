"""Collect the bot's answers to one action of a person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any

from sandbox.discord import interactions
from sandbox.discord.model import Interaction, Json, Message, ResponseType
from sandbox.discord.world import World
from sandbox.person.reading import words

PATIENCE_SECONDS = 90.0
"""Real seconds for which a test waits: films took over 30 on a busy machine. The three seconds a bot has to answer are
measured by the sandbox's clock."""


class Answer:
    """The bot's answers to one interaction so far.

    `await answer` waits until the answer is complete: a message, an update, a form or a failure. A deferred message
    ("thinking") is not complete; its content is still to come.
    """

    def __init__(self, world: World, interaction: Interaction) -> None:
        self.world = world
        self.interaction = interaction

    @property
    def acknowledged(self) -> bool:
        """Whether the bot has acknowledged the interaction."""
        return self.interaction.response is not None

    @property
    def response(self) -> ResponseType | None:
        """The type of the bot's first response."""
        return self.interaction.response

    @property
    def deferred(self) -> bool:
        """Whether the bot has deferred its answer and not sent it yet.

        If it has deleted the deferred message, the answer stays deferred until a follow-up is sent.
        """
        found = self.interaction
        if found.response is ResponseType.DEFERRED_MESSAGE:
            original = found.original
            return original is not None and original.deferred and not (original.deleted and found.followups)
        return found.response is ResponseType.DEFERRED_UPDATE and not found.edits and not found.followups

    @property
    def failed(self) -> bool:
        """Whether the bot missed the three seconds to answer: the person sees "This interaction failed"."""
        return self.interaction.failed

    @property
    def error(self) -> str | None:
        """The error the person sees instead of an answer."""
        return interactions.FAILED if self.failed else None

    @property
    def messages(self) -> list[Message]:
        """The messages the bot sent in answer, oldest first. A message that it only updated is not among them."""
        found = self.interaction
        first = [found.original] if found.original is not None and found.original is not found.message else []
        return [m for m in (*first, *found.followups) if not m.deleted]

    @property
    def message(self) -> Message:
        """The first message sent in answer, or else the message that was updated. Raises LookupError if there is
        neither."""
        found = self.messages
        if found:
            return found[0]
        if self.interaction.original is None:
            raise LookupError(f"no message in answer to {self.interaction.data}")
        return self.interaction.original

    @property
    def ephemeral(self) -> list[Message]:
        """The messages sent in answer that only this person sees."""
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
        """The text of all messages sent in answer."""
        return "\n".join(words(m) for m in self.messages)

    @property
    def done(self) -> bool:
        """Whether the answer is complete, or has failed."""
        return self.failed or (self.acknowledged and not self.deferred)

    async def until(self, condition: Callable[[], object], *, within: float = PATIENCE_SECONDS) -> Answer:
        """Wait until `condition` is true; it is evaluated again after each change of this interaction.

        Raises TimeoutError, which shows the answer so far.
        """
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
        """Wait until the interaction is acknowledged or has failed; the answer need not be visible yet."""
        return await self.until(lambda: self.acknowledged or self.failed, within=within)

    def __await__(self) -> Generator[Any, None, Answer]:
        return self.until(lambda: self.done).__await__()

    def __repr__(self) -> str:
        state = self.error or (self.response.name if self.response else "no answer")
        return f"<Answer to {self.interaction.type.name} {self.interaction.data}: {state}, {self.text!r}>"
