"""A week of a match with four people, in virtual time: one answers at once, one sleeps, one travels, one vanishes.

`test_week.py` plays it and checks the promises; `python -m tests.play.week.transcript` draws the channel.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from msgspec import structs

from matches.change import Change
from matches.match import Match
from matches.play import fold_draft
from matches.referee import MACHINE
from sandbox.discord.clock import Clock
from sandbox.discord.model import Message
from sandbox.person.person import Person, words
from sandbox.storage.seed import build_harbour
from tests.play.week.week_script import A_MOMENT, GONE, LANGUAGES, LOOKS_IN, NIGHT, PEOPLE, START, TALK, TICK
from tests.support.play.days import DAY, HOUR
from tests.support.play.table import Table, open_lobby, table, wait_for_boards
from tests.support.play.wordless import actions, boards, custom_ids, names, press, private, public, selects


class Week:
    """The four people, their plans, and the messages that came of them."""

    def __init__(self, at: Table, *, locale: str = "en-GB", seed: int = 1) -> None:
        self.at = at
        self.locale = locale
        self.people = {name: at.person(name) for name in PEOPLE}
        self.choice = random.Random(seed)
        self.done: set[str] = set()
        self.calls: Counter[tuple[str, str]] = Counter()
        """The number of pings, by (user name, reason)."""
        self.in_the_night: list[str] = []
        self.unasked: list[str] = []
        self.overdue: list[str] = []
        """Pings in Ben's quiet hours; pings of people who were not awaited; reminders that outlived their turn."""
        self.waited: set[tuple[str, str]] = set()
        """Pings of Ben that were put off to the end of a night."""
        self._heard = 0
        self._snoozed = 0

    # -- time -------------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """The days since the beginning."""
        return (self.at.sandbox.world.now() - START) / DAY

    @property
    def hour(self) -> int:
        return int(self.at.sandbox.world.now() % DAY // HOUR)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass and then sweep, without counting an outage."""
        at = self.at
        await wait_for_boards(at)
        await self.people["anna"].until(lambda: self._are_old_boards_plain())
        at.sandbox.world.clock.advance(seconds)
        at.referee._alive_at = at.referee.now()
        await at.referee.store.transaction(lambda tx: tx.record_alive(at.referee.now(), gap=float("inf")))
        await at.bot.sweep()
        await wait_for_boards(at)
        await self.look()
        self.overdue += [words(m) for m in public(self.people["anna"]) if await self._is_over(m)]

    def _are_old_boards_plain(self) -> bool:
        return not any(actions(message) for message, _ in boards(self.people["anna"])[:-1])

    async def look(self) -> None:
        """Record whom the newest messages have pinged, and why."""
        world = self.at.sandbox.world
        pings, self._heard = world.pings[self._heard :], len(world.pings)
        match = await self.match()
        for ping in pings:
            for name, person in self.people.items():
                if person.user.id not in ping.users or ping.message.author is not world.bot:
                    continue
                if name == "ben" and is_night(ping.message.timestamp):
                    self.in_the_night.append(words(ping.message))
                if vote := actions(ping.message).get("agree"):
                    what = f"vote {vote.decision}"
                else:
                    seats = [each.seat for each in match.awaited if each.user_id == person.user.id]
                    what = f"decision {match.decisions[seats[0]]}" if seats else ""
                if what:
                    self.calls[name, what] += 1
                else:
                    self.unasked.append(words(ping.message))
        for holder in match.awaited:
            late = "ben", f"decision {match.decisions[holder.seat]}"
            if holder.user_id == self.people["ben"].user.id and is_night(world.now()) and not self.calls[late]:
                self.waited.add(late)

    async def _is_over(self, message: Message) -> bool:
        """Whether a reminder is about a turn that has been made since."""
        shown = actions(message)
        if "play" not in shown or message.attachments:
            return False
        match = await self.match()
        called = {
            holder.seat: match.decisions[holder.seat]
            for holder in match.awaited
            if f"<@{holder.user_id}>" in words(message)
        }
        return not called or ("later" in shown and called.get(int(shown["later"].rest)) != shown["later"].decision)

    # -- the week ---------------------------------------------------------------------------------------------

    async def begin(self, command: str, **unoffered: Any) -> None:
        """Have Ben say when he sleeps, Anna open the match, and everybody join.

        `unoffered`: options with values no menu offers, to make a match short.
        """
        ben = self.people["ben"]
        page = (await ben.slash("me", {"zone": "Europe/Lisbon"})).message
        for end, at in zip(("from", "to"), NIGHT, strict=True):
            menu = next(custom_id for custom_id, _ in selects(page) if custom_id.startswith(f"sb:me_quiet:0:-1:{end}"))
            await ben.choose(page, menu, str(at))
        anna, *others = self.people.values()
        card = (await open_lobby(self.at, anna, command, players=4, pace="daily")).message
        if unoffered:
            lobby = await self.match()
            options = structs.replace((await self.match()).options, **unoffered)
            changed = Change(structs.replace(lobby, options=options))
            await self.at.referee.change(lobby.id, MACHINE, lambda _: changed)
        for person in others:
            await self.pass_time(A_MOMENT)
            await press(person, card, "join")
        await anna.until(lambda: boards(anna))
        await self.look()

    async def live(self, moment: Callable[[str], Awaitable[None]] | None = None) -> None:
        """Simulate seven days. `moment` is called at each moment worth a picture, while it can be seen."""
        while self.now < 7 and (await self.match()).phase in ("running", "paused"):
            for number, (day, name, lines) in enumerate(TALK):
                if day <= self.now and f"talk {number}" not in self.done:
                    self.done.add(f"talk {number}")
                    self.people[name].say(lines[LANGUAGES.index(self.locale)])
            await self._carry_out_plans()
            for name in PEOPLE:
                if await self._look_in(name):
                    await self.pass_time(A_MOMENT)
            if moment is not None:
                await self._report_moments(moment)
            await self.pass_time(TICK)
            for person in self.people.values():
                for message in private(person):
                    if self.at.sandbox.world.now() - message.timestamp > 6 * HOUR:
                        person.dismiss(message)  # Discord forgets them once the form is closed

    async def _carry_out_plans(self) -> None:
        """Carry out the plans of this time, which happen once."""
        anna, ben, chiara, dana = self.people.values()
        match = await self.match()
        if self._is_time("away", 1.25):
            await chiara.slash("me", {"away": "3"})
        if self._is_time("back", 3.09):
            await press(chiara, boards(chiara)[-1][0], "back")
        if self._is_time("returned", 5.45):
            await press(dana, boards(dana)[-1][0], "back")
        absent = any(holder.stand_in == "until_back" for holder in match.seats)
        if self._is_time("pause", 4.42, match.phase == "running" and self.hour == 18 and absent):
            await self._propose(ben, "ask_pause", "propose_pause")
        mine = match.awaited and match.awaited[0].user_id == anna.user.id and len(match.awaited) == 1
        if self._is_time("restart", 1.3, bool(mine) and match.phase == "running"):
            panel = (await press(anna, boards(anna)[-1][0], "play")).message
            if "confirm" not in actions(panel):
                await self._pick(anna, panel)
            await self.at.restart()
            self._heard = len(self.at.sandbox.world.pings)
            if "confirm" in actions(panel):
                await press(anna, panel, "confirm")

    def _is_time(self, name: str, day: float, also: bool = True) -> bool:
        """Whether an event that happens once is due now."""
        if name in self.done or self.now < day or not also:
            return False
        self.done.add(name)
        return True

    async def _look_in(self, name: str) -> bool:
        """Have somebody look in: answer a vote, or make a move. Returns whether there was anything to do."""
        person = self.people[name]
        gone = any(begin <= self.now < end for begin, end in GONE.get(name, ()))
        if gone or self.hour not in LOOKS_IN[name]:
            return False
        match = await self.match()
        for message in public(person):
            vote = actions(message).get("agree")
            if vote is not None and names(message, person):
                await press(person, message, "agree").acknowledgement()
                await person.until(lambda message=message: not names(message, person))
                await self._wait_for_board()
                return True
        proposal = match.proposal
        if proposal is not None and proposal.kind == "undo":
            return False  # a move would be an answer, too
        if not any(holder.user_id == person.user.id for holder in match.awaited) or match.phase != "running":
            return False
        if name == "ben" and self.now > 0.9 and await self._is_busy():
            return False
        await self._turn(person)
        if name == "anna" and self._is_time("undo", 0.15, len(match.awaited) == 1):
            await self.pass_time(A_MOMENT)
            await self._propose(person, "ask_undo", "propose_undo")
        return True

    async def _is_busy(self) -> bool:
        """Whether Ben waits for a reminder, which he puts off once, before he moves."""
        ben = self.people["ben"]
        for message in public(ben):
            if "later" in actions(message) and names(message, ben):
                if self._is_time("snoozed", 0):
                    self._snoozed = message.id
                    await press(ben, message, "later")
                return message.id == self._snoozed
        return "snoozed" not in self.done

    async def _turn(self, person: Person) -> None:
        """Take a turn by buttons and menus."""
        await self.pass_time(A_MOMENT)
        match = await self.match()
        panel = (await press(person, boards(person)[-1][0], "play")).message
        for _ in range(20):
            if "confirm" in actions(panel):
                await press(person, panel, "confirm")
            else:
                await self._pick(person, panel)
            if (await self.match()).seq != match.seq:
                break
        await self._wait_for_board()

    async def _pick(self, person: Person, panel: Message) -> None:
        """Choose any legal move, opening its tab first if it is in one."""
        match = await self.match()
        seat = match.seat_to_play(person.user.id)
        assert seat is not None
        state = fold_draft(match, seat, await self.at.referee.draft(match, seat)).state
        code = self.choice.choice([move.code for move in match.game.legal_moves(state, seat)])
        for tab in ("", *(found for found in custom_ids(panel) if ".move.@" in found)):
            if tab and tab in custom_ids(panel):
                await person.click(panel, tab)
            for custom_id, options in selects(panel):
                if code in [option["value"] for option in options]:
                    await person.choose(panel, custom_id, code)
                    return
            if chosen := next((found for found in custom_ids(panel) if found.endswith(f".move.{code}")), None):
                await person.click(panel, chosen)
                return
        raise AssertionError(f"{code} cannot be chosen: {words(panel)}")

    async def _propose(self, person: Person, page: str, propose: str) -> None:
        more = (await press(person, boards(person)[-1][0], "more")).message
        await press(person, more, page)
        await press(person, more, propose)
        await person.until(lambda: "agree" in actions(public(person)[-1]))
        await self.look()

    async def _wait_for_board(self) -> None:
        """Wait for the board of the change just made."""
        await wait_for_boards(self.at)
        found = await self.at.referee.store.transaction(lambda tx: tx.find_newest_board(1, before=1 << 40))
        assert found is not None
        await self.people["anna"].until(lambda: boards(self.people["anna"])[-1][0].id == found.message_id)
        await self.look()

    async def _report_moments(self, moment: Callable[[str], Awaitable[None]]) -> None:
        """Report moments that will be gone later."""
        shown = {name for message in public(self.people["anna"]) for name in actions(message)}
        for name, action in (("reminder", "later"), ("vote", "agree")):
            if action in shown and name not in self.done:
                self.done.add(name)
                await moment(name)

    async def match(self) -> Match:
        return await self.at.referee.match(1)


def is_night(at: float) -> bool:
    """Whether Ben sleeps at a time."""
    return not NIGHT[1] <= at % DAY // HOUR < NIGHT[0]


@asynccontextmanager
async def begin_week(folder: Path, *, locale: str = "en-GB", seed: int = 1) -> AsyncIterator[Week]:
    """Seat people at a table on a Monday morning, in a server of that language; dice and shuffles are fixed."""
    world = build_harbour(Clock(lambda: START))  # the week must not depend on how busy this machine is
    for guild in world.guilds.values():
        guild.locale = locale
    numbers = itertools.count(seed + 1)
    async with table(folder, world=world, locale=locale) as at:  # a bot draws numbers of its own when it starts
        draw = "client.lobby.opening.secrets.token_bytes"
        with mock.patch(draw, lambda size: next(numbers).to_bytes(size, "big")):
            yield Week(at, locale=locale, seed=seed)
