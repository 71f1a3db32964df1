"""The buttons of reminders: *Remind me later*, an extra day, moving on without somebody, resuming an idle match."""

from __future__ import annotations

from client.board.postman import Postman
from client.core.controls import Press, action
from client.messages.clocks import find_time_limit
from games.core import Seat
from games.text import Moment, Player, T
from matches.change import Change
from matches.clocks import absence, idle
from matches.clocks.absence import SNOOZE
from matches.errors import make_old_button_error
from matches.match import Match


@action("later", "private")
async def snooze(press: Press) -> None:
    """Handle *Remind me later* on a reminder."""
    bot = press.bot
    who, now = bot.request(press.interaction), bot.referee.now()
    seat = _read_seat(press)
    shown = await press.read_match()
    if who.user_id in shown.people and seat in shown.seats_of(who.user_id or 0):
        await bot.ping_log.require_left(shown, seat)
    done = await bot.referee.change(
        press.id.match,
        who,
        lambda match: absence.snooze(_require_seat(match, seat), who, seat, decision=press.id.decision, now=now),
    )
    promise = T("All right. I will remind you {when}, unless you have moved by then.", when=Moment(now + SNOOZE))
    sentence = bot.say(press.interaction, done.match)(promise)
    await press.interaction.edit_original_response(view=bot.notice(sentence))


@action("extend", "private")
async def take_extra_day(press: Press) -> None:
    """Handle *Take my extra day* in a match with a fixed hour."""
    bot, interaction = press.bot, press.interaction
    who, now, seat = bot.request(interaction), bot.referee.now(), _read_seat(press)

    def work(match: Match) -> Change:
        outages = bot.referee.outages_of(match)
        found = _require_seat(match, seat)
        return absence.extend(found, who, seat, decision=press.id.decision, now=now, outages=outages)

    done = await bot.referee.change(press.id.match, who, work)
    limit = find_time_limit(done.match, seat, bot.referee.outages_of(done.match)) or now
    said = T("You have until {when}. That was your extra day in this match.", when=Moment(limit, "f"))
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction, done.match)(said)))
    await bot[Postman].refresh(done.match)


@action("wake", "private")
async def wake(press: Press) -> None:
    """Handle *Resume the match* on the board of a match paused as idle."""
    bot, interaction = press.bot, press.interaction
    who, now = bot.request(interaction), bot.referee.now()
    done = await bot.referee.change(press.id.match, who, lambda match: idle.wake(match, who, now=now))
    done = await bot.machines.run(done)
    said = bot.say(interaction, done.match)(T("The match goes on."))
    await interaction.edit_original_response(view=bot.notice(said))
    await bot[Postman].post_board(done, interaction)


@action("skip", "private")
async def move_on(press: Press) -> None:
    """Handle *Move on without …* on a reminder whose time is up."""
    bot, interaction = press.bot, press.interaction
    who, now, seat = bot.request(interaction), bot.referee.now(), _read_seat(press)

    def work(match: Match) -> Change:
        outages = bot.referee.outages_of(match)
        return absence.skip(_require_seat(match, seat), who, seat, decision=press.id.decision, now=now, outages=outages)

    done = await bot.referee.change(press.id.match, who, work)
    said = bot.say(interaction, done.match)(T("A stand-in moves for {player}.", player=Player(seat)))
    await interaction.edit_original_response(view=bot.notice(said))
    await bot[Postman].post_board(await bot.machines.run(done), interaction)


def _read_seat(press: Press) -> Seat:
    return int(press.id.rest) if press.id.rest.isdecimal() else -1


def _require_seat(match: Match, seat: Seat) -> Match:
    """Return the match if it has this seat. Raises UserError."""
    if seat not in range(match.capacity):
        raise make_old_button_error()
    return match
