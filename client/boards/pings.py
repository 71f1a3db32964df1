"""Calling people: whom a board pings, reminders, and taking them away when the decision is made.

A person is called for a decision when it is theirs for the first time, and reminded while their clock runs; the referee
counts the reminders, the postman the boards, and together they are never more than three.
"""

from __future__ import annotations

import contextlib
import logging
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import aiohttp
import discord
from discord import ui
from msgspec import Struct

from client.boards.board import play_button, skip_buttons
from client.core.controls import Press, action
from client.core.custom_ids import Id
from client.core.errors import place_is_closed
from client.messages.parts import button, layout, rows, text
from data import LogRow, PingRow, Transaction
from games.core import Seat
from games.text import Moment, Player, Say, T
from matches.change import Change
from matches.clocks import absence, clocks
from matches.clocks.absence import SNOOZE, may_skip
from matches.clocks.pace import PACES
from matches.errors import Stale, Trouble
from matches.match import Match
from matches.people.preferences import quiet_until
from matches.referee import MACHINE, MOST_PINGS, Done

if TYPE_CHECKING:
    from client.core.bot import Slowboat

log = logging.getLogger(__name__)

HERE = 120.0
"""Seconds after using a button or command in a channel in which a person needs no call to look at it."""

_REMEMBERED = 4096
_BATCH = 50

GONE = frozenset({10007, 10013})
"""Discord's codes for somebody who has left the server, or Discord."""

LOST = frozenset({10003, 10008, 50001, 50013})
"""Discord's codes for a message that is not there any more, or out of our reach."""


class Called(Struct, frozen=True):
    """Whom a board calls: the holders of `now`; those of `later` (seat, Unix seconds) must be left alone until then."""

    now: tuple[Seat, ...] = ()
    later: tuple[tuple[Seat, float], ...] = ()


class Calls:
    """Knows who is there, whom to call, and posts the reminders."""

    def __init__(self, bot: Slowboat) -> None:
        self._bot = bot
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._answered: set[tuple[int, int]] = set()

    def seen(self, channel_id: int, user_id: int) -> None:
        """Somebody has just pressed or typed something in a channel."""
        self._seen[channel_id, user_id] = self._bot.referee.now()
        self._seen.move_to_end((channel_id, user_id))
        while len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)

    def is_here(self, channel_id: int, user_id: int) -> bool:
        """Whether a person has been at it in a channel within the last two minutes."""
        seen = self._seen.get((channel_id, user_id))
        return seen is not None and 0 <= self._bot.referee.now() - seen < HERE

    async def by_board(self, match: Match, *, since: int, news: Iterable[LogRow], pings: Iterable[PingRow]) -> Called:
        """Whom the next board calls. `since`: the position of the board before it; `news`: what has happened since;
        `pings`: the calls so far."""
        now = self._bot.referee.now()
        again = {row.seat if row.kind == "replace" else None for row in news if row.kind in ("resume", "replace")}
        often = {(row.seat, row.decision) for row in pings if row.count >= MOST_PINGS}
        called: list[Seat] = []
        later: list[tuple[Seat, float]] = []
        for holder in match.awaited:
            seat, decision, user_id = holder.seat, match.decisions.get(holder.seat, -1), holder.user_id or 0
            if not (decision > since or None in again or seat in again) or (seat, decision) in often:
                continue
            away = holder.away_until or 0.0
            quiet = quiet_until(await self._bot.people.load(user_id), now)
            if away > now or quiet is not None:
                later.append((seat, max(away, quiet or 0.0)))
            elif not self.is_here(match.row.channel_id, user_id):
                called.append(seat)
        return Called(tuple(called), tuple(later))

    async def may_call(self, channel_id: int, users: Sequence[int]) -> list[int]:
        """Those of these people who may be pinged in a channel just now, about something that has no clock."""
        now = self._bot.referee.now()
        return [
            user
            for user in users
            if quiet_until(await self._bot.people.load(user), now) is None and not self.is_here(channel_id, user)
        ]

    async def remind(self, done: Done) -> None:
        """Post the reminders a change has led to. Somebody who has left gets a stand-in instead."""
        for seat in done.pings:
            match = await self._bot.referee.match(done.match.row.id)
            if not any(row.seat == seat for row in match.awaited):
                continue
            try:
                if await self._has_left(match, seat):
                    await self._stand_in(match, seat)
                else:
                    await self._remind(match, seat)
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
                log.warning("match %s: seat %s could not be reminded: %s", match.row.id, seat, error)
                if place_is_closed(error):
                    self._bot.dispatch("place_lost", match.row.id)  # before anybody's clock runs out there

    async def noted(self, match: Match, seat: Seat, decision: int, message_id: int) -> None:
        """Remember the message of a call, to be taken away when the decision is made; the one before it goes now."""
        row = match.row
        before = await self._bot.referee.store.transaction(
            lambda tx: tx.record_reminder(row.id, seat, decision, row.channel_id, message_id)
        )
        if before is not None:
            await self._take_away(row.guild_id, row.channel_id, before)

    async def tidy(self) -> None:
        """Take away the reminders of decisions that are made."""
        store = self._bot.referee.store
        found = await store.transaction(lambda tx: tx.read_ended_pings(limit=_BATCH))
        over = [row for row in found if (row.match_id, row.decision) not in self._answered]
        gone = [row for row in over if row.message_id is None or await self._gone(row)]
        if gone:
            await store.transaction(lambda tx: tx.forget_pings(gone))

    @contextlib.contextmanager
    def answering(self, match_id: int, number: int) -> Iterator[None]:
        """While somebody answers a vote, its message is theirs: if that settles it, it stays as a record."""
        self._answered.add((match_id, number))
        try:
            yield
        finally:
            self._answered.discard((match_id, number))

    async def _gone(self, row: PingRow) -> bool:
        return await self._take_away(row.guild_id, row.channel_id, row.message_id or 0)

    async def _take_away(self, guild_id: int, channel_id: int, message_id: int) -> bool:
        """Delete a message of ours; False where it is worth trying again."""
        channel = self._bot.get_partial_messageable(channel_id, guild_id=guild_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            return error.code in LOST or error.status < 500
        except (aiohttp.ClientError, OSError, TimeoutError):
            return False
        return True

    async def _has_left(self, match: Match, seat: Seat) -> bool:
        guild = self._bot.get_guild(match.row.guild_id)
        if guild is None:
            return False
        try:
            await guild.fetch_member(match.holder(seat).user_id or 0)
        except discord.HTTPException as error:
            return error.code in GONE
        return False

    async def _stand_in(self, match: Match, seat: Seat) -> None:
        bot = self._bot
        user_id = match.holder(seat).user_id

        def work(current: Match) -> Change:
            if current.holder(seat).user_id != user_id:
                raise Stale(T("The match has moved on."))
            return absence.stand_in(current, seat, for_good=True)

        try:
            done = await bot.referee.change(match.row.id, MACHINE, work)
        except Stale:
            return
        done = await bot.machines.run(done)
        await bot.postman.settle(done)
        if done.outbox_id is None:
            await bot.postman.refresh(done.match)

    async def _remind(self, match: Match, seat: Seat) -> None:
        row = match.row
        user = discord.Object(match.holder(seat).user_id or 0)
        channel = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        say, now = self._bot.say_to_all(match), self._bot.referee.now()
        last = not await self.left(match, seat)
        view = reminder(match, seat, say, now=now, outages=self._outages, last=last)
        only = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[user])
        message = await channel.send(view=view, allowed_mentions=only)
        await self.noted(match, seat, match.decisions[seat], message.id)

    async def left(self, match: Match, seat: Seat) -> int:
        """How often a seat's holder may still be called for the decision that is open."""
        pings = await self._bot.referee.store.transaction(lambda tx: tx.pings(match.row.id))
        made = next((row.count for row in pings if (row.seat, row.decision) == (seat, match.decisions.get(seat))), 0)
        return max(0, MOST_PINGS - made)

    async def require_left(self, match: Match, seat: Seat) -> None:
        """Raise Trouble where one more call would be promised in vain."""
        if not await self.left(match, seat):
            raise Trouble(T("You have had three calls for this turn; there will be no more."))

    @property
    def _outages(self) -> clocks.Outages:
        return self._bot.referee.outages


def reminder(
    match: Match, seat: Seat, say: Say, *, now: float, outages: clocks.Outages, last: bool = False
) -> ui.LayoutView:
    """The message that calls somebody to their turn, with what there is to do about it; the `last` says it is that."""
    holder, decision = match.holder(seat), match.decisions[seat]
    clock = clocks.read(match.row).get(seat)
    at = clocks.deadline(clock, outages) if clock is not None else None
    strict = PACES[match.row.pace].strict
    called = say(T("{player}, it is your turn.", player=Player(seat)))
    lines = [f"<@{holder.user_id}> **{called}**"]
    skippable = may_skip(match, seat, now=now, outages=outages)
    if skippable:
        lines.append(say(T("The others may go on now: a stand-in would make this move.")))
    elif at is not None and strict:
        lines.append(say(T("Time limit: {when}.", when=Moment(at))))
    buttons = [play_button(match, say)]
    if last:
        lines.append("-# " + say(T("This is the last call for this turn.")))
    else:
        buttons.append(button(say(T("Remind me later")), Id("later", match.row.id, decision, str(seat))))
    buttons += skip_buttons(match, say, now=now, outages=outages)
    return layout(text(*lines), *rows(buttons))


def count_calls(tx: Transaction, match: Match, called: Called) -> None:
    """Note the calls of a board that was posted, in the transaction that notes the posting."""
    for seat in called.now:
        if (decision := match.decisions.get(seat)) is not None:
            tx.count_ping(match.row, seat, decision)


@action("later", "private")
async def later(press: Press) -> None:
    """*Remind me later* on a reminder."""
    bot = press.bot
    who, now = bot.request(press.interaction), bot.referee.now()
    seat = _seat(press)
    shown = await bot.referee.match(press.id.match)
    if who.user_id in shown.people and seat in shown.seats_of(who.user_id or 0):
        await bot.calls.require_left(shown, seat)
    done = await bot.referee.change(
        press.id.match,
        who,
        lambda match: absence.snooze(_with(match, seat), who, seat, decision=press.id.decision, now=now),
    )
    promise = T("All right. I will call you again {when}, unless you have moved by then.", when=Moment(now + SNOOZE))
    sentence = bot.say(press.interaction, done.match)(promise)
    await press.interaction.edit_original_response(view=bot.notice(sentence))


@action("skip", "private")
async def move_on(press: Press) -> None:
    """*Move on without …* on a reminder whose time is up."""
    bot, interaction = press.bot, press.interaction
    who, now, seat = bot.request(interaction), bot.referee.now(), _seat(press)
    outages = bot.referee.outages

    def work(match: Match) -> Change:
        return absence.skip(_with(match, seat), who, seat, decision=press.id.decision, now=now, outages=outages)

    done = await bot.referee.change(press.id.match, who, work)
    said = bot.say(interaction, done.match)(T("A stand-in moves for {player}.", player=Player(seat)))
    await interaction.edit_original_response(view=bot.notice(said))
    await bot.postman.deliver(await bot.machines.run(done), interaction)


def _seat(press: Press) -> Seat:
    return int(press.id.rest) if press.id.rest.isdecimal() else -1


def _with(match: Match, seat: Seat) -> Match:
    """The match, if there is such a seat in it. Raises Trouble."""
    if seat not in range(match.row.capacity):
        raise Trouble(T("This button is from another version of me. Use /board to see how things stand."))
    return match
