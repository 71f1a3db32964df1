"""People who play all the time in channels of two servers, and a count of their clicks and of what became of them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from typing import Any

from data import AnyStore, Transaction
from sandbox.discord.model import Message
from sandbox.person.answer import Answer
from sandbox.person.person import Person, Refused
from sandbox.rest.pipeline import Exchange
from tests.fleet.fleet_table import SLOW, FleetTable
from tests.support.play.table import buttons, find_board, has_board, is_board, list_menus, words

PATIENCE = 120.0
"""Seconds after which a click without an answer is lost. The sandbox's time stands still, so that a slow machine fails
no click."""

LESS_PATIENCE = 10.0
"""The same where clicks may be lost."""

NEXT_BOARD = 30.0
"""Seconds for which a person waits for the next board before they look again, or try again."""

MUCH_LATER = 120.0
"""The same where no click may be lost: a busy machine may leave a board to the process that takes over."""


PAUSE = 0.05
"""Seconds between two clicks of a person."""


BoardInfo = tuple[int, int, int | None]
"""Of a board in the database: its match, its seq, its message."""


class LostClick(Exception):
    """A click that was not answered."""


class Players:
    """Pairs of people, each in a channel of their own.

    `clicks`: those that were answered. `lost`: those that were not, in words. `opened`, `confirmed`: matches opened and
    turns confirmed, as far as the people know. `joins`, `confirms`: clicks on *Join* and *Confirm*. `seen`: ids of the
    boards that came after them. `waits`: seconds until each click was acknowledged. `answers`: the acknowledgements.
    """

    def __init__(self, at: FleetTable, *, certain: bool) -> None:
        """`certain`: raise LostClick for a lost click, instead of trying again."""
        self.at = at
        self.certain = certain
        self.clicks = self.opened = self.joins = self.confirms = self.confirmed = 0
        self.lost: list[str] = []
        self.seen: set[int] = set()
        self.waits: list[float] = []
        self._stop = asyncio.Event()
        self.answers = at.sandbox.rest.log = _Answers()
        channels = [channel for guild in (at.here, at.there) for channel in list(guild.channels.values())[:2]]
        names = (("anna", "ben"), ("chiara", "dana"))
        self.pairs = [
            tuple(at.sandbox.person(name).at(channel) for name in names[number % 2])
            for number, channel in enumerate(channels)
        ]

    @contextlib.asynccontextmanager
    async def play(self) -> AsyncIterator[None]:
        """Let everybody play inside the context. Raises the errors that have ended somebody's play."""
        async with asyncio.TaskGroup() as group:
            for people in self.pairs:
                group.create_task(self._play(people))
            yield
            self._stop.set()

    async def wait_for(self, turns: int) -> None:
        """Wait until `turns` more turns have been confirmed."""
        wanted = self.confirmed + turns
        while self.confirmed < wanted:  # noqa: ASYNC110 - nothing reports it
            await asyncio.sleep(0.01)

    async def check_that_all_go_on(self) -> None:
        """Take one more turn in each channel."""
        for people in self.pairs:
            before = self.confirmed
            async with asyncio.timeout(4 * SLOW):
                while self.confirmed == before:
                    await self._act(people)

    async def _play(self, people: Sequence[Person]) -> None:
        while not self._stop.is_set():
            await self._act(people)

    async def _act(self, people: Sequence[Person]) -> None:
        """Open a match, or take a turn. A click that is lost is tried again the next time."""
        try:
            if has_board(people[0]) and _list_awaited(people):
                await self._take_turn(people)
            else:
                await self._open(people)
        except (LostClick, Refused) as error:
            self.lost.append(str(error))
            if self.certain:
                raise

    async def _answer(self, asked: Answer) -> Answer:
        """Wait for the answer to a click, and a moment before the next. Raises LostClick."""
        began, patience = time.monotonic(), PATIENCE if self.certain else LESS_PATIENCE
        try:
            await asked.acknowledgement(within=patience)
            self.waits.append(time.monotonic() - began)
            await asked.until(lambda: asked.done, within=patience)
        except TimeoutError:
            raise LostClick(f"{asked!r} after {time.monotonic() - began:.1f} s") from None
        if asked.failed:
            raise LostClick(repr(asked))
        self.clicks += 1
        await asyncio.sleep(PAUSE)
        return asked

    async def _open(self, people: Sequence[Person]) -> None:
        host, other = people
        old = _find_newest(host)
        opened = await self._answer(host.slash("docker new", {"players": 2}))
        # If an earlier answer was lost, the lobby is open already.
        cards = [each for each in (*host.messages(), opened.message) if "Join" in buttons(each)]
        if not cards:
            await self._wait_for_board(host, old)
            return
        self.joins += 1
        await self._answer(other.click(cards[-1], "Join"))
        if await self._wait_for_board(host, old):
            self.opened += 1

    async def _take_turn(self, people: Sequence[Person]) -> None:
        person, old = _list_awaited(people)[0], find_board(people[0])
        label = next((label for label in ("Play", "My hand") if label in buttons(old)), "")
        if not label:
            await self._wait_for_board(person, old)
            return
        panel = (await self._answer(person.click(old, label))).message
        while "Confirm" not in buttons(panel):
            offered = list_menus(panel)
            if not offered:
                if not await self._wait_for_board(person, old):
                    raise LostClick(f"{person.user.name} is offered no move: {words(panel)[:300]!r}")
                return
            menu, options = next(iter(offered.items()))
            await self._answer(_choose(person, panel, menu, options[0]["value"]))
        self.confirms += 1
        await self._answer(person.click(panel, "Confirm"))
        if not await self._wait_for_board(person, old):
            raise LostClick(f"no board after {words(panel)[:300]!r}")
        self.confirmed += 1

    async def _wait_for_board(self, person: Person, old: Message | None) -> bool:
        """Wait for a newer board than `old`. Returns whether it has come."""
        with contextlib.suppress(TimeoutError):
            await person.until(
                lambda: _find_newest(person) is not old, within=MUCH_LATER if self.certain else NEXT_BOARD
            )
        newest = _find_newest(person)
        if newest is not None and newest is not old:
            self.seen.add(newest.id)
        return newest is not old

    def describe(self) -> str:
        """Describe what was clicked."""
        late = sum(wait > 3 for wait in self.waits)
        return (
            f"{self.clicks} clicks answered, {len(self.lost)} lost, {self.confirmed} turns, {self.opened} matches; "
            f"acknowledged within {sorted(self.waits)[len(self.waits) // 2]:.3f} s (median), {max(self.waits):.1f} s "
            f"(slowest), {late} later than 3 s"
        )

    # -- what became of it ----------------------------------------------------------------------------------------

    async def check(self, store: AnyStore) -> None:
        """Wait until all boards are posted, and check that nothing was lost or done twice."""
        async with asyncio.timeout(4 * SLOW):
            while owed := await store.transaction(_count_owed):  # noqa: ASYNC110 - nothing reports it
                await asyncio.sleep(0.05)
        assert not owed
        rows = await store.transaction(read_boards)
        self.compare(rows)

    def compare(self, rows: Sequence[BoardInfo]) -> None:
        """Compare the boards in the database with those in the channels, and with what the people saw."""
        kept = {message_id for *_, message_id in rows if message_id is not None}
        stayed = {
            message.id
            for people in self.pairs
            for message in people[0].channel.messages.values()
            if message.id in self.seen and not message.deleted  # it was sent after a newer one
        }
        assert stayed <= kept, "a board that somebody saw is not in the database"
        names = Counter(
            attachment.filename
            for people in self.pairs
            for message in people[0].channel.messages.values()
            if is_board(message) and not message.deleted
            for attachment in message.attachments
            if attachment.filename.endswith(".png")
        )
        assert [name for name, count in names.items() if count > 1] == [], "a board is in its channel twice"
        expected = {f"docker-{match_id}-{seq}.png" for match_id, seq, message_id in rows if message_id is not None}
        lost, unknown = sorted(expected - set(names)), sorted(set(names) - expected)
        assert not lost, f"recorded and not in the channel: {lost}"
        assert not unknown, f"in the channel and not recorded: {unknown}"
        assert set(self.answers.accepted.values()) <= {1}, "a click was answered twice"
        if self.certain:
            assert not self.answers.refused, "two processes have tried to answer a click"
            assert len(rows) == self.opened + self.confirmed, "each click had one effect"
        else:
            seen, clicks = self.opened + self.confirmed, self.joins + self.confirms
            told = f"one effect a click: {seen} boards seen, {clicks} clicks, {rows}"
            assert seen <= len(rows) <= clicks, told


def _list_awaited(people: Sequence[Person]) -> list[Person]:
    """List the people whom the newest board in their channel mentions."""
    return [each for each in people if f"<@{each.user.id}>" in words(find_board(each))]


def _find_newest(person: Person) -> Message | None:
    return find_board(person) if has_board(person) else None


def _choose(person: Person, panel: Message, menu: str, value: str) -> Answer:
    """Choose from one of `list_menus`; does not wait for the answer."""
    if menu == "candidates":
        return person.click(panel, value)
    if menu not in ("buttons", "tabs"):
        return person.choose(panel, menu, value)
    return person.click(panel, next(found for found in buttons(panel).values() if found.endswith(f".move.{value}")))


def _count_owed(tx: Transaction) -> int:
    return len(tx.read_due_boards(float("inf"), limit=1000))


def read_boards(tx: Transaction) -> list[BoardInfo]:
    """Read all boards, also those that are not posted."""
    rows: Any = tx._db.execute("SELECT match_id, seq, message_id FROM outbox ORDER BY match_id, seq")
    return list(rows)


class _Answers(deque[Exchange]):
    """The newest requests to the sandbox. `accepted`, `refused`: the acknowledgements of each interaction. An
    acknowledgement is refused if the owner of a shard could not ask the database whether another process has the
    interaction."""

    def __init__(self, *_: object) -> None:  # a copy is made with the arguments of a deque
        super().__init__(maxlen=100)
        self.accepted: Counter[int] = Counter()
        self.refused: Counter[int] = Counter()

    def append(self, exchange: Exchange, /) -> None:
        super().append(exchange)
        if exchange.template.endswith("/callback"):
            (self.accepted if exchange.status < 400 else self.refused)[int(exchange.path.split("/")[4])] += 1
