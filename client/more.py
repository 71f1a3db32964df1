"""Handle *More* on the board: everything about a match that is not a move, in private."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from client.board.postman import Postman
from client.core.controls import action
from client.core.visit import Visit
from client.messages.clocks import describe_spans, find_time_limit
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, picture, rows, selects, text
from client.messages.pause_text import make_extra_day_buttons, make_skip_buttons
from client.places.moving import make_channel_menu
from client.turn import undo_preview as _undo
from client.turn.panel import make_auto_button
from client.turn.turn import show_panel
from client.votes.proposals import list_pauses
from client.votes.votes import describe_open_vote
from games.text import Moment, N, Say, T
from matches.change import Change
from matches.clocks import absence
from matches.clocks.pace import HOUR
from matches.company.substitutes import is_seeking
from matches.directory import find_open_of
from matches.errors import Stale, UserError, make_old_button_error
from matches.leagues.terms import require_no_league
from matches.match import Match
from matches.play import require_running
from matches.together.linking import may_part
from matches.together.undo import Undo

REMINDERS = (1, 3, 8, 24)
"""Choices of *Remind me …*, in hours from now."""

DANGER = discord.ButtonStyle.danger


@action("more", "private")
async def open_more(visit: Visit) -> None:
    """Open the menu behind *More* on the board."""
    await _show(visit)


@action("less", "update")
async def close_page(visit: Visit) -> None:
    """Return from a page to the menu (*Back*)."""
    await _show(visit)


async def _show(visit: Visit) -> None:
    match = await _require_match(visit)
    say = visit.say_about(match)
    heading = say(T("More"))
    lines = [f"### {heading}"]
    buttons: list[ui.Button[ui.LayoutView]] = []
    if match.phase == "running":
        free = await _undo.look_up_free_undo(visit.bot, match, visit.user_id)
        asked = await _undo.look_up_agreed_undo(visit.bot, match, visit.user_id)
        if free is not None:
            buttons.append(_make_button(say(T("Take back …")), "show_undo", match))
        if asked is not None and (free is None or asked.to.seq != free.to.seq):
            buttons.append(_make_button(say(T("Ask to take back …")), "ask_undo", match))
        if any(holder.user_id == visit.user_id for holder in match.awaited):
            buttons.append(_make_button(say(T("Remind me …")), "ask_remind", match))
        outages = visit.referee.outages_of(match)
        buttons += make_extra_day_buttons(match, visit.user_id, say, now=visit.now, outages=outages)
        buttons += make_skip_buttons(match, say, now=visit.now, outages=outages)
        buttons.append(_make_button(say(T("Pause …")), "ask_pause", match))
    if match.phase in ("running", "paused"):
        buttons.append(_make_button(say(T("End without a result …")), "ask_end", match))
        buttons.append(_make_button(say(T("I am away …")), "away", match))
    buttons += make_auto_button(match, visit.user_id, say)
    if match.phase in ("running", "paused") and not match.is_direct and not match.is_shared:
        if is_seeking(match, visit.user_id):
            buttons.append(button(say(T("Stop looking for a substitute")), Id("seek", match.id, rest="0")))
        else:
            buttons.append(_make_button(say(T("Find a substitute …")), "ask_substitute", match))
    if match.phase in ("running", "paused") and visit.interaction.guild_id == match.guild_id:
        buttons.append(_make_button(say(T("Another channel …")), "ask_move", match))
    if may_part(await visit.referee.match(match.id), visit.who):
        buttons.append(_make_button(say(T("End the shared table …")), "ask_part", match))
    if match.phase == "running":
        buttons.append(_make_button(say(T("Resign …")), "resign", match))
    if is_absent(match, visit.user_id, visit.now):
        lines.append(say(T("You are counted as absent in this match.")))
        buttons.insert(0, make_back_button(say, match.id))
    buttons.append(_make_button(say(T("What has happened")), "journal", match))
    buttons.append(_make_button(say(T("Fair play")), "fair_play", match))
    buttons.append(_make_button(say(T("Record for a bug report")), "report", match))
    buttons.append(_make_button(say(T("My settings")), "me", match))
    lines += await describe_open_vote(visit.bot, match, say, buttons)
    await _edit(visit, lines, buttons)


@action("show_undo", "update")
async def show_undo(visit: Visit) -> None:
    """Show what can be taken back without asking, before taking it back."""
    match = await _require_match(visit)
    say = visit.say_about(match)
    undo = await _undo.look_up_free_undo(visit.bot, match, visit.user_id)
    if undo is None:
        raise Stale(T("There is nothing you can take back on your own just now."))
    confirm = _undo.make_take_back_button(match, undo, say, confirmed=True)
    question = say(T("This will be taken back:"))
    await _edit_undo(visit, match, undo, question, [confirm, _make_close_button(match, say)])


@action("ask_undo", "update")
async def ask_undo(visit: Visit) -> None:
    """Show what the others would be asked to take back."""
    match = await _require_match(visit)
    say = visit.say_about(match)
    undo = await _undo.look_up_agreed_undo(visit.bot, match, visit.user_id)
    if undo is None:
        raise Stale(T("You have not moved yet."))
    ask = button(say(T("Ask the others")), Id("propose_undo", match.id, match.seq, str(undo.to.seq)), style=DANGER)
    question = say(
        T(
            "If everybody else agrees, the following is taken back. Dice are rolled again; drawn tiles and cards come "
            "back in the same order:"
        )
    )
    await _edit_undo(visit, match, undo, question, [ask, _make_close_button(match, say)])


@action("ask_pause", "update")
async def ask_pause(visit: Visit) -> None:
    match = await _require_match(visit)
    await require_no_league(visit.referee, match)
    say = visit.say_about(match)
    buttons = [
        button(say(name), Id("propose_pause", match.id, rest=str(days)))
        for days, name in describe_spans(list_pauses(match))
    ]
    question = T("How long should the pause be, if the others agree? The match goes on earlier if everybody is ready.")
    await _edit(visit, [say(question)], [*buttons, _make_close_button(match, say)])


@action("ask_end", "update")
async def ask_end(visit: Visit) -> None:
    match = await _require_match(visit)
    say = visit.say_about(match)
    propose = button(say(T("Propose it")), Id("propose_end", match.id), style=DANGER)
    question = T("Propose to end this match without a result? It ends if everybody else agrees.")
    await _edit(visit, [say(question)], [propose, _make_close_button(match, say)])


@action("ask_move", "update")
async def ask_move(visit: Visit) -> None:
    """Ask for the channel to move to."""
    match = await _require_match(visit)
    say = visit.say_about(match)
    lines = [say(T("Choose a channel of this server. The match continues there for everybody."))]
    if match.paused_for == "place":
        lines.insert(0, say(T("The match is paused because I can no longer post in its channel.")))
    view = layout(text(*lines), make_channel_menu(match, say), *rows([_make_close_button(match, say)]))
    await visit.answer(view, files=[])


@action("ask_remind", "update")
async def ask_remind(visit: Visit) -> None:
    """Ask when to be reminded of the open decision."""
    match = await _require_match(visit)
    say = visit.say_about(match)
    seat = next((holder.seat for holder in match.awaited if holder.user_id == visit.user_id), None)
    if seat is None:
        raise Stale(T("It is not your turn."))
    await visit.bot.ping_log.require_left(match, seat)
    limit = find_time_limit(match, seat, visit.referee.outages_of(match))
    options = tuple(
        Option(say(N("In one hour", "In {count} hours", hours)), str(hours))
        for hours in REMINDERS
        if limit is None or visit.now + hours * HOUR < limit
    )
    back = _make_close_button(match, say)
    if not options:
        await _edit(visit, [say(T("Your time is nearly up: this reminder cannot be put off again."))], [back])
        return
    to = Id("remind_at", match.id, match.decisions[seat], str(seat))
    menu = selects([Menu("", options)], to, placeholder=say(T("When?")))
    question = say(T("When should I remind you of this turn? I will not ping you before then."))
    await visit.answer(layout(text(question), *menu, *rows([back])), files=[])


@action("remind_at", "update")
async def remind_at(visit: Visit) -> None:
    hours = int(visit.value) if visit.value.isdecimal() else 0
    first = visit.id.rest.split(".")[0]
    seat = int(first) if first.isdecimal() else -1
    if hours not in REMINDERS:
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
    await _edit(visit, [say(promise)], [])


@action("back", "private")
async def come_back(visit: Visit) -> None:
    """Handle *I'm back*: in one match, or in all of them (match 0)."""
    found = await find_open_of(visit.referee, visit.user_id)
    here = None
    for row in found:
        if row.phase == "lobby" or visit.id.match not in (0, row.id):
            continue
        match = await visit.referee.match(row.id)
        if is_absent(match, visit.user_id, visit.now):
            match = await welcome(visit, match, now=visit.now)
        here = match if row.id == visit.id.match else here
    if visit.id.match and here is None:
        raise UserError(T("You have no seat in this match. Look at it with /board."))
    hello = visit.say(T("Welcome back!"))
    if here is not None and here.phase == "running":
        await show_panel(visit, here, note=hello)
    else:
        await visit.answer(hello)


async def welcome(visit: Visit, match: Match, *, now: float) -> Match:
    """Give a returning player their seat back."""
    outages = visit.referee.outages_of(match)
    again = type(visit.who)(
        visit.who.user_id, visit.who.name
    )  # no interaction id: one press may change several matches
    done = await visit.referee.change(
        match.id, again, lambda found: absence.end_absence(found, again, now=now, outages=outages)
    )
    done = await visit.bot.machines.run(done)
    if done.outbox_id is None:
        await visit.bot[Postman].refresh(done.match)
    else:
        await visit.bot.announce(done)
    return done.match


def is_absent(match: Match, user_id: int, now: float) -> bool:
    """Tell whether a stand-in plays for this person, or they have said that they are away."""
    return any(
        holder.user_id == user_id and not holder.resigned and (holder.stand_in or (holder.away_until or 0.0) > now)
        for holder in match.seats
    )


def make_back_button(say: Say, match_id: int = 0) -> ui.Button[ui.LayoutView]:
    """Build *I'm back*; without a match, for all of them."""
    return button(say(T("I'm back")), Id("back", match_id), style=discord.ButtonStyle.primary)


async def _require_match(visit: Visit) -> Match:
    """Find the match, if this person plays in it. Raises UserError."""
    match = await visit.read_match()
    if not match.seats_of(visit.user_id) or match.state is None:
        raise UserError(T("You have no seat in this match. Look at it with /board."))
    return match


def _make_button(label: str, page: str, match: Match) -> ui.Button[ui.LayoutView]:
    return button(label, Id(page, match.id))


def _make_close_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    return _make_button(say(T("Back")), "less", match)


async def _edit(visit: Visit, lines: Sequence[str], buttons: Sequence[ui.Button[ui.LayoutView]]) -> None:
    await visit.answer(layout(text(*lines), *rows(buttons)), files=[])


async def _edit_undo(
    visit: Visit, match: Match, undo: Undo, question: str, buttons: Sequence[ui.Button[ui.LayoutView]]
) -> None:
    say = visit.say_about(match)
    drawn = await _undo.draw_undo(visit.bot, match, undo, visit.language, look=visit.look)
    gallery, file = picture(drawn.png, drawn.name, drawn.alt)
    lines = [f"**{question}**", *_undo.describe_undo(match, undo, say)]
    lines.append("-# " + say(T("The picture shows the position you would return to.")))
    await visit.answer(layout(text(*lines), gallery, *rows(buttons)), files=[file])
