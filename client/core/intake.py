"""Accept each interaction once, and acknowledge it: by its answer if that is ready soon, otherwise before it.

Discord shows a failure if it gets no acknowledgement within three seconds. An acknowledgement or Discord's receipt for
it can get lost, and an interaction can be delivered twice. Another process that is connected to the same shard receives
every interaction, too: with several processes, each interaction is claimed before it is acknowledged.
"""

from __future__ import annotations

import asyncio
import io
import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, Literal, TypeVar

import discord
from discord import ui

from client.core.refusals import FAILURES
from games.text import T
from matches.errors import UserError

log = logging.getLogger(__name__)

R = TypeVar("R")

Acknowledge = Literal["update", "private", "public", "form"]
"""How an interaction is answered: `update` edits the pressed message, `private` and `public` send a new one, `form`
opens a form (the handler does that itself)."""

ANSWERED = 40060
"""Discord's code for an interaction that has been acknowledged already."""

SUSPICIOUS = 5
"""If something else answers this many interactions within `WITHIN` seconds, lost receipts cannot be the only cause."""

WITHIN = 600.0
WARN_EVERY = 3600.0
"""Seconds between two warnings."""

ANSWER_WITHIN = 0.4
"""Seconds after a press until which its answer can be the acknowledgement. They count from the press, so a late event
loop or a slow gateway shortens them."""

MOST_BYTES: Final = 500_000
"""Larger files are sent after an acknowledgement: on a slow line their upload could take three seconds."""

PUBLIC = "public"
"""Marks, in the `extras` of a command, that the whole channel sees its answer."""

FORMS = "forms"
"""Lists, in the `extras` of a command, the values of its option `show` that open a form."""

UNCLAIMED = "unclaimed"
"""Marks, in an interaction's `extras`, that another process may answer it, too."""

_REMEMBERED = 4096

Claim = Callable[[int, int], Awaitable[bool | None]]
"""Claims an interaction for this process, by its id and its server's id.

Returns False if another process has claimed it, None if that is unknown.
"""


MOST_AT_ONCE = 16
"""Concurrent interactions per user; ordinary play never comes near it."""


class Intake:
    """Accept each interaction once, and acknowledge it."""

    def __init__(self, claim: Claim, now: Callable[[], float] = time.time) -> None:
        self._claim, self._now = claim, now
        self._accepted: OrderedDict[int, None] = OrderedDict()
        self._answered: deque[float] = deque(maxlen=SUSPICIOUS)
        self._told = float("-inf")

    def accept(self, interaction: discord.Interaction) -> bool:
        """Tell whether this interaction is delivered for the first time."""
        if interaction.id in self._accepted:
            return False
        self._accepted[interaction.id] = None
        if len(self._accepted) > _REMEMBERED:
            self._accepted.popitem(last=False)
        return True

    async def admit(self, interaction: discord.Interaction) -> bool:
        """Accept and claim an interaction. Returns False if this process must not answer it."""
        if not self.accept(interaction):
            return False
        claimed = await self._claim(interaction.id, interaction.guild_id or 0)
        if claimed is None:
            interaction.extras[UNCLAIMED] = True
        return claimed is not False

    async def acknowledge(self, interaction: discord.Interaction, how: Acknowledge = "private") -> None:
        """Acknowledge an interaction: by its answer if that is ready within `ANSWER_WITHIN`, otherwise then. At once if
        the press is older, or if another process may answer it, too.

        Raises discord.HTTPException, or aiohttp.ClientError or OSError if Discord cannot be reached.
        """
        answers = answers_to(interaction)
        answers.how, answers.note_answered = how, lambda: self.note_answered(time.monotonic())
        age = self._now() - discord.utils.snowflake_time(interaction.id).timestamp()
        if age >= ANSWER_WITHIN or interaction.extras.get(UNCLAIMED):
            await answers.acknowledge()
        else:
            answers.acknowledge_after(min(ANSWER_WITHIN - age, ANSWER_WITHIN))

    def note_answered(self, now: float) -> None:
        """Count an interaction that something else has answered, at `now` seconds of any monotonic clock. Warn in the
        log if this happens often."""
        self._answered.append(now)
        often = len(self._answered) == SUSPICIOUS and now - self._answered[0] < WITHIN
        if often and now - self._told >= WARN_EVERY:
            self._told = now
            log.warning(
                "Discord says that %d interactions in ten minutes had already been answered. Unless the "
                "network is bad, another Slowboat is running with this token: stop one of them.",
                SUSPICIOUS,
            )


class Answers:
    """The answers to one interaction. The first is the acknowledgement, unless a timer has sent that before.

    A lock keeps two first answers from being sent side by side. `how`: how it is acknowledged; None: not yet known.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self.how: Acknowledge | None = None
        self.note_answered: Callable[[], None] = lambda: None
        self._interaction = interaction
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None
        self._was_tried = False
        self._announces = False
        """Whether the whole channel sees a placeholder for the answer."""

    async def acknowledge(self) -> None:
        """Acknowledge the interaction now, unless it is answered. Raises what discord.py raises."""
        if self.how in ("update", "private", "public"):
            await self._answer(self._defer, _do_nothing)

    async def _defer(self) -> None:
        if self.how == "update":
            await self._interaction.response.defer()
        else:
            self._announces = self.how == "public"
            await self._interaction.response.defer(ephemeral=self.how == "private", thinking=True)

    def acknowledge_after(self, seconds: float) -> None:
        """Acknowledge the interaction in some seconds, unless it is answered before."""
        self._timer = asyncio.get_running_loop().call_later(seconds, self._begin)

    def _begin(self) -> None:
        self._late = asyncio.create_task(self._acknowledge_late())

    async def _acknowledge_late(self) -> None:
        if self._interaction.client.is_closed():
            return
        try:
            await self.acknowledge()
        except FAILURES as error:  # the answer will meet it as well
            log.info("interaction %s could not be acknowledged: %s", self._interaction.id, error)

    async def show(
        self, view: ui.LayoutView, attachments: Sequence[discord.File | discord.Attachment] | None = None
    ) -> discord.InteractionMessage:
        """Show the answer: in a new message or, if it is an update, in what was pressed. `attachments`: all that the
        message has from then on; None: those it has. Raises what discord.py raises."""
        new = [each for each in attachments or () if isinstance(each, discord.File)]
        given: dict[str, Any] = {} if attachments is None else {"attachments": attachments}

        async def edit() -> discord.InteractionMessage:
            for file in new:
                file.reset()
            shown = await self._interaction.edit_original_response(view=view, **given)
            self._announces = False
            return shown

        async def show_first() -> discord.InteractionMessage:
            if self.how == "update":
                sent = await self._interaction.response.edit_message(view=view, **given)
            else:
                sent = await self._interaction.response.send_message(
                    view=view, files=new, ephemeral=self.how == "private"
                )
            shown = sent.resource if sent is not None else None
            if isinstance(shown, discord.InteractionMessage):
                return shown
            return await self._interaction.original_response()

        if sum(map(_measure, new)) > MOST_BYTES:
            await self.acknowledge()
        return await self._answer(show_first, edit)

    async def tell(self, view: ui.LayoutView) -> discord.Message | None:
        """Tell the person something in a private message of its own, also in place of a public answer. Returns the
        message; None if its receipt was lost. Raises what discord.py raises."""

        async def follow_up() -> discord.Message | None:
            if self._announces:
                self._announces = False
                with suppress(discord.NotFound):  # it is gone already
                    await self._interaction.delete_original_response()
            return await self._interaction.followup.send(view=view, ephemeral=True, wait=True)

        async def tell_first() -> discord.Message | None:
            sent = await self._interaction.response.send_message(view=view, ephemeral=True)
            return sent.resource if isinstance(sent.resource, discord.InteractionMessage) else None

        return await self._answer(tell_first, follow_up, _do_nothing)

    async def _answer(
        self,
        first: Callable[[], Awaitable[R]],
        later: Callable[[], Awaitable[R]],
        again: Callable[[], Awaitable[R]] | None = None,
    ) -> R:
        """Send the first answer, or a `later` one. Continue if Discord says that the interaction has been answered:
        usually the bot did it, and only the receipt was lost. If another process may have done it, give up.

        `again`: after the lost receipt of this very answer; None: `later`, which changes nothing then.
        """
        async with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            if not self._interaction.response.is_done():
                later, self._was_tried = (later if self._was_tried else again or later), True
                try:
                    return await first()
                except discord.HTTPException as error:
                    if error.code != ANSWERED or self._interaction.extras.get(UNCLAIMED):
                        raise
                # discord.py would take our next message for the first answer, which Discord would refuse
                self._interaction.response._response_type = discord.InteractionResponseType.deferred_message_update
                log.info("interaction %s was answered before", self._interaction.id)
                self.note_answered()
        return await later()


async def _do_nothing() -> None:
    """Answer nothing more."""


def _measure(file: discord.File) -> int:
    """Measure what is to be uploaded, in bytes."""
    here = file.fp.tell()
    size = file.fp.seek(0, io.SEEK_END) - here
    file.fp.seek(here)
    return size


def answers_to(interaction: discord.Interaction) -> Answers:
    """Return the answers to an interaction."""
    if "answers" not in interaction.extras:
        interaction.extras["answers"] = Answers(interaction)
    found: Answers = interaction.extras["answers"]
    return found


class UserLimit:
    """Count the interactions in progress, by user."""

    def __init__(self) -> None:
        self._busy: Counter[int] = Counter()

    @contextmanager
    def admit(self, user_id: int) -> Iterator[None]:
        """Count an interaction while it is carried out. Raises UserError above the limit."""
        if self._busy[user_id] >= MOST_AT_ONCE:
            raise UserError(T("One moment, please: I am still busy with what you pressed before."))
        self._busy[user_id] += 1
        try:
            yield
        finally:
            self._busy[user_id] -= 1
            if not self._busy[user_id]:
                del self._busy[user_id]
