"""Post reminders, and handle their buttons: *Remind me later*, an extra day, moving on without somebody, resuming an
idle match. Somebody who has left the server gets a stand-in instead."""

from __future__ import annotations

import logging
from functools import partial

import discord
from discord import ui

from client.board.board import make_play_button
from client.board.pings import Pings
from client.board.postman import Postman, deliver
from client.core.client import Client
from client.core.controls import action
from client.core.events import on
from client.core.refusals import FAILURES, Meaning, is_closed, read_answer
from client.core.visit import Visit
from client.messages.clocks import find_time_limit
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, rows, selects, text
from client.messages.pause_text import make_extra_day_buttons, make_skip_buttons
from games.core import Seat
from games.text import Join, Moment, N, Player, Say, T
from matches.change import Change
from matches.clocks import absence, clocks, idle
from matches.clocks.absence import SNOOZE, may_skip
from matches.clocks.pace import HOUR, PACES
from matches.errors import Stale, make_old_button_error
from matches.keeping.ping_keys import key_of_turn
from matches.match import Match
from matches.play import require_running
from matches.referee import MACHINE, Done

log = logging.getLogger(__name__)

LATER_HOURS = (1, 3, 8, 24)
"""Choices of *Remind me …*, in hours from now."""

AGAIN_AFTER = 60.0
"""Seconds after which a reminder is sent again, where Discord does not say when it may be."""

GONE = frozenset({10007, 10013})
"""Discord's codes for somebody who has left the server, or Discord."""


class Reminders:
    """Send reminders when their timers are due."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._pings = client[Pings]
        self._postman = client[Postman]
        self._limited: dict[tuple[int, Seat], float] = {}
        """When to send a reminder again that Discord has limited, by match and seat."""

    async def send(self, done: Done) -> None:
        """Remind the seats in `done.pings`; seat a stand-in for a player who has left the server.

        A reminder that Discord refuses does not count as sent, so the next one is tried. Thus the bot notices before
        the deadline that the channel is closed.
        """
        for seat in done.pings:
            await self._try(done.match.id, seat)

    async def send_limited(self) -> None:
        """Send the reminders again that Discord has limited, once their limits have ended."""
        now = self._client.referee.now()
        for key in [key for key, at in self._limited.items() if now >= at]:
            del self._limited[key]
            match = await self._client.referee.match(key[0])
            self._client.errands.begin(match.channel_id, partial(self._try, *key))

    async def _try(self, match_id: int, seat: Seat) -> None:
        match = await self._client.referee.match(match_id)
        match = match.seen_from(None, match.holder(seat).user_id)
        if not any(holder.seat == seat for holder in match.awaited):
            return
        try:
            if await self._has_left(match, seat):
                await self._seat_stand_in(match, seat)
            else:
                await self._remind(match, seat)
        except (*FAILURES, TimeoutError) as error:
            log.warning("match %s: could not remind seat %s: %s", match.id, seat, error)
            answer = read_answer(error)
            if answer is not None and answer.meaning is Meaning.LATER:
                self._limited[match_id, seat] = self._client.referee.now() + (answer.wait or AGAIN_AFTER)
            elif is_closed(error):
                await self._client.ping_log.uncount(match, seat)
                lost = match.id, match.guild_id
                self._client.dispatch("place_lost", *lost)  # pauses the match before a clock runs out

    async def offer_to_go_on(self, match: Match) -> None:
        """Refresh the board once somebody's time is up, so that it has buttons to move on without them."""
        now, outages = self._client.referee.now(), self._client.referee.outages_of(match)
        if any(may_skip(match, holder.seat, now=now, outages=outages) for holder in match.awaited):
            await self._postman.refresh(match)

    async def _has_left(self, match: Match, seat: Seat) -> bool:
        guild = self._client.get_guild(match.guild_id)
        if guild is None:
            return False
        try:
            await guild.fetch_member(match.holder(seat).user_id or 0)
        except discord.HTTPException as error:
            return error.code in GONE
        return False

    async def _seat_stand_in(self, match: Match, seat: Seat) -> None:
        client = self._client
        user_id = match.holder(seat).user_id

        def work(current: Match) -> Change:
            if current.holder(seat).user_id != user_id:
                raise Stale
            return absence.stand_in(current, seat, for_good=True)

        try:
            done = await client.referee.change(match.id, MACHINE, work)
        except Stale:
            return
        done = await client.machines.run(done)
        await client.announce(done)
        if done.outbox_id is None:
            await self._postman.refresh(done.match)

    async def _remind(self, match: Match, seat: Seat) -> None:
        client = self._client
        user = discord.Object(match.holder(seat).user_id or 0)
        channel = client.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
        last = not await client.ping_log.count_left(match, seat)
        view = build_reminder(
            match,
            seat,
            client.say_to_all(match),
            now=client.referee.now(),
            outages=client.referee.outages_of(match),
            last=last,
        )
        only = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[user])
        message = await channel.send(view=view, allowed_mentions=only)
        await self._pings.note_message(match, key_of_turn(match, seat), message.id)


def build_reminder(
    match: Match, seat: Seat, say: Say, *, now: float, outages: clocks.Outages, last: bool = False
) -> ui.LayoutView:
    """Build the message that reminds a player of their turn, with its buttons. `last`: the last ping of the turn."""
    holder, decision = match.holder(seat), match.decisions[seat]
    clock = match.clocks.get(seat)
    at = clocks.compute_deadline(clock, outages) if clock is not None else None
    strict = PACES[match.pace].strict
    called = say(T("{player}, it is your turn.", player=Player(seat)))
    others = Join(tuple(Player(each.seat) for each in match.seats if each.seat != seat))
    about = say(T("{game}, with {players}.", game=match.words.TITLE, players=others))
    lines = [f"<@{holder.user_id}> **{called}**", f"-# {about}"]
    skippable = may_skip(match, seat, now=now, outages=outages)
    if skippable:
        lines.append(say(T("The others may now go on without you: a stand-in would make this move.")))
    elif at is not None and strict:
        lines.append(say(T("Time limit: {when}.", when=Moment(at))))
    buttons = [make_play_button(match, say)]
    if last:
        lines.append("-# " + say(T("This is the last reminder for this turn.")))
    else:
        buttons.append(button(say(T("Remind me later")), Id("later", match.id, decision, str(seat))))
    buttons += make_extra_day_buttons(match, holder.user_id, say, now=now, outages=outages)
    buttons += make_skip_buttons(match, say, now=now, outages=outages)
    return layout(text(*lines), *rows(buttons))


@on("timer")
async def remind(bot: Client, done: Done) -> None:
    """Remind the players that a timer is about."""
    await bot[Reminders].send(done)
    await bot[Reminders].offer_to_go_on(done.match)


@on("sweep")
async def send_limited(bot: Client) -> None:
    """Send the reminders again that Discord has limited."""
    await bot[Reminders].send_limited()


@action("later", "private")
async def snooze(visit: Visit) -> None:
    """Handle *Remind me later* on a reminder."""
    seat = _read_seat(visit)
    shown = await visit.read_match()
    if visit.who.user_id in shown.people and seat in shown.seats_of(visit.who.user_id or 0):
        await visit.bot.ping_log.require_left(shown, seat)
    done = await visit.change(
        lambda match: absence.snooze(
            _require_seat(match, seat), visit.who, seat, decision=visit.id.decision, now=visit.now
        )
    )
    promise = T("All right. I will remind you {when}, unless you have moved by then.", when=Moment(visit.now + SNOOZE))
    sentence = visit.say_about(done.match)(promise)
    await visit.answer(sentence)


@action("ask_remind", "update")
async def ask_remind(visit: Visit) -> None:
    """Ask when to be reminded of the open decision."""
    match = await visit.read_own_match()
    say = visit.say_about(match)
    seat = next((holder.seat for holder in match.awaited if holder.user_id == visit.user_id), None)
    if seat is None:
        raise Stale(T("It is not your turn."))
    await visit.bot.ping_log.require_left(match, seat)
    limit = find_time_limit(match, seat, visit.referee.outages_of(match))
    options = tuple(
        Option(say(N("In one hour", "In {count} hours", hours)), str(hours))
        for hours in LATER_HOURS
        if limit is None or visit.now + hours * HOUR < limit
    )
    back = button(say(T("Back")), Id("less", match.id))
    if not options:
        told = say(T("Your time is nearly up: this reminder cannot be put off again."))
        await visit.answer(layout(text(told), *rows([back])), files=[])
        return
    to = Id("remind_at", match.id, match.decisions[seat], str(seat))
    menu = selects([Menu("", options)], to, placeholder=say(T("When?")))
    question = say(T("When should I remind you of this turn? I will not ping you before then."))
    await visit.answer(layout(text(question), *menu, *rows([back])), files=[])


@action("remind_at", "update")
async def remind_at(visit: Visit) -> None:
    """Put off the ping of a decision to the chosen hour."""
    hours = int(visit.value) if visit.value.isdecimal() else 0
    first = visit.id.rest.split(".")[0]
    seat = int(first) if first.isdecimal() else -1
    if hours not in LATER_HOURS:
        raise make_old_button_error()
    at = visit.now + hours * HOUR

    def work(match: Match) -> Change:
        require_running(match)
        if seat not in match.seats_of(visit.who.user_id or 0) or match.decisions.get(seat) != visit.id.decision:
            raise Stale(T("This has been decided already."))
        return absence.ping_later(match, seat, at)

    done = await visit.change(work)
    say = visit.say_about(done.match)
    promise = T("All right. I will remind you {when}, unless you have moved by then.", when=Moment(at))
    await visit.answer(say(promise), files=[])


@action("extend", "private")
async def take_extra_day(visit: Visit) -> None:
    """Handle *Take my extra day* in a match with a fixed hour."""
    seat = _read_seat(visit)

    def work(match: Match) -> Change:
        outages = visit.referee.outages_of(match)
        found = _require_seat(match, seat)
        return absence.extend(found, visit.who, seat, decision=visit.id.decision, now=visit.now, outages=outages)

    done = await visit.change(work)
    limit = find_time_limit(done.match, seat, visit.referee.outages_of(done.match)) or visit.now
    said = T("You have until {when}. That was your extra day in this match.", when=Moment(limit, "f"))
    await visit.answer(visit.say_about(done.match)(said))
    await visit.bot[Postman].refresh(done.match)


@action("wake", "private")
async def wake(visit: Visit) -> None:
    """Handle *Resume the match* on the board of a match paused as idle."""
    done = await visit.change(lambda match: idle.wake(match, visit.who, now=visit.now))
    await visit.answer(T("The match goes on."))
    await deliver(visit, done)


@action("skip", "private")
async def move_on(visit: Visit) -> None:
    """Handle *Move on without …* on a reminder whose time is up."""
    seat = _read_seat(visit)

    def work(match: Match) -> Change:
        outages = visit.referee.outages_of(match)
        return absence.skip(
            _require_seat(match, seat), visit.who, seat, decision=visit.id.decision, now=visit.now, outages=outages
        )

    done = await visit.change(work)
    said = visit.say_about(done.match)(T("A stand-in moves for {player}.", player=Player(seat)))
    await visit.answer(said)
    await deliver(visit, done)


def _read_seat(visit: Visit) -> Seat:
    return visit.number


def _require_seat(match: Match, seat: Seat) -> Match:
    """Return the match if it has this seat. Raises UserError."""
    if seat not in range(match.capacity):
        raise make_old_button_error()
    return match
