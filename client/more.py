"""Handle *More* on the board: everything about a match that is not a move, in private."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import Press, action
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
async def open_more(press: Press) -> None:
    """Open the menu behind *More* on the board."""
    await _show(press)


@action("less", "update")
async def close_page(press: Press) -> None:
    """Return from a page to the menu (*Back*)."""
    await _show(press)


async def _show(press: Press) -> None:
    bot, interaction = press.bot, press.interaction
    match = await _require_match(press)
    say = bot.say(interaction, match)
    user_id = interaction.user.id
    heading = say(T("More"))
    lines = [f"### {heading}"]
    buttons: list[ui.Button[ui.LayoutView]] = []
    if match.phase == "running":
        free = await _undo.look_up_free_undo(bot, match, user_id)
        asked = await _undo.look_up_agreed_undo(bot, match, user_id)
        if free is not None:
            buttons.append(_make_button(say(T("Take back …")), "show_undo", match))
        if asked is not None and (free is None or asked.to.seq != free.to.seq):
            buttons.append(_make_button(say(T("Ask to take back …")), "ask_undo", match))
        if any(holder.user_id == user_id for holder in match.awaited):
            buttons.append(_make_button(say(T("Remind me …")), "ask_remind", match))
        now, outages = bot.referee.now(), bot.referee.outages_of(match)
        buttons += make_extra_day_buttons(match, user_id, say, now=now, outages=outages)
        buttons += make_skip_buttons(match, say, now=now, outages=outages)
        buttons.append(_make_button(say(T("Pause …")), "ask_pause", match))
    if match.phase in ("running", "paused"):
        buttons.append(_make_button(say(T("End without a result …")), "ask_end", match))
        buttons.append(_make_button(say(T("I am away …")), "away", match))
    buttons += make_auto_button(match, user_id, say)
    if match.phase in ("running", "paused") and not match.is_direct and not match.is_shared:
        if is_seeking(match, user_id):
            buttons.append(button(say(T("Stop looking for a substitute")), Id("seek", match.id, rest="0")))
        else:
            buttons.append(_make_button(say(T("Find a substitute …")), "ask_substitute", match))
    if match.phase in ("running", "paused") and interaction.guild_id == match.guild_id:
        buttons.append(_make_button(say(T("Another channel …")), "ask_move", match))
    if may_part(await bot.referee.match(match.id), bot.request(interaction)):
        buttons.append(_make_button(say(T("End the shared table …")), "ask_part", match))
    if match.phase == "running":
        buttons.append(_make_button(say(T("Resign …")), "resign", match))
    if is_absent(match, user_id, bot.referee.now()):
        lines.append(say(T("You are counted as absent in this match.")))
        buttons.insert(0, make_back_button(say, match.id))
    buttons.append(_make_button(say(T("What has happened")), "journal", match))
    buttons.append(_make_button(say(T("Fair play")), "fair_play", match))
    buttons.append(_make_button(say(T("Record for a bug report")), "report", match))
    buttons.append(_make_button(say(T("My settings")), "me", match))
    lines += await describe_open_vote(bot, match, say, buttons)
    await _edit(interaction, lines, buttons)


@action("show_undo", "update")
async def show_undo(press: Press) -> None:
    """Show what can be taken back without asking, before taking it back."""
    bot, interaction = press.bot, press.interaction
    match = await _require_match(press)
    say = bot.say(interaction, match)
    undo = await _undo.look_up_free_undo(bot, match, interaction.user.id)
    if undo is None:
        raise Stale(T("There is nothing you can take back on your own just now."))
    confirm = _undo.make_take_back_button(match, undo, say, confirmed=True)
    question = say(T("This will be taken back:"))
    await _edit_undo(press, match, undo, question, [confirm, _make_close_button(match, say)])


@action("ask_undo", "update")
async def ask_undo(press: Press) -> None:
    """Show what the others would be asked to take back."""
    bot, interaction = press.bot, press.interaction
    match = await _require_match(press)
    say = bot.say(interaction, match)
    undo = await _undo.look_up_agreed_undo(bot, match, interaction.user.id)
    if undo is None:
        raise Stale(T("You have not moved yet."))
    ask = button(say(T("Ask the others")), Id("propose_undo", match.id, match.seq, str(undo.to.seq)), style=DANGER)
    question = say(
        T(
            "If everybody else agrees, the following is taken back. Dice are rolled again; drawn tiles and cards come "
            "back in the same order:"
        )
    )
    await _edit_undo(press, match, undo, question, [ask, _make_close_button(match, say)])


@action("ask_pause", "update")
async def ask_pause(press: Press) -> None:
    match = await _require_match(press)
    await require_no_league(press.bot.referee, match)
    say = press.bot.say(press.interaction, match)
    buttons = [
        button(say(name), Id("propose_pause", match.id, rest=str(days)))
        for days, name in describe_spans(list_pauses(match))
    ]
    question = T("How long should the pause be, if the others agree? The match goes on earlier if everybody is ready.")
    await _edit(press.interaction, [say(question)], [*buttons, _make_close_button(match, say)])


@action("ask_end", "update")
async def ask_end(press: Press) -> None:
    match = await _require_match(press)
    say = press.bot.say(press.interaction, match)
    propose = button(say(T("Propose it")), Id("propose_end", match.id), style=DANGER)
    question = T("Propose to end this match without a result? It ends if everybody else agrees.")
    await _edit(press.interaction, [say(question)], [propose, _make_close_button(match, say)])


@action("ask_move", "update")
async def ask_move(press: Press) -> None:
    """Ask for the channel to move to."""
    match = await _require_match(press)
    say = press.bot.say(press.interaction, match)
    lines = [say(T("Choose a channel of this server. The match continues there for everybody."))]
    if match.paused_for == "place":
        lines.insert(0, say(T("The match is paused because I can no longer post in its channel.")))
    view = layout(text(*lines), make_channel_menu(match, say), *rows([_make_close_button(match, say)]))
    await press.interaction.edit_original_response(view=view, attachments=[])


@action("ask_remind", "update")
async def ask_remind(press: Press) -> None:
    """Ask when to be reminded of the open decision."""
    bot, interaction = press.bot, press.interaction
    match = await _require_match(press)
    say, now = bot.say(interaction, match), bot.referee.now()
    seat = next((holder.seat for holder in match.awaited if holder.user_id == interaction.user.id), None)
    if seat is None:
        raise Stale(T("It is not your turn."))
    await bot.ping_log.require_left(match, seat)
    limit = find_time_limit(match, seat, bot.referee.outages_of(match))
    options = tuple(
        Option(say(N("In one hour", "In {count} hours", hours)), str(hours))
        for hours in REMINDERS
        if limit is None or now + hours * HOUR < limit
    )
    back = _make_close_button(match, say)
    if not options:
        await _edit(interaction, [say(T("Your time is nearly up: this reminder cannot be put off again."))], [back])
        return
    to = Id("remind_at", match.id, match.decisions[seat], str(seat))
    menu = selects([Menu("", options)], to, placeholder=say(T("When?")))
    question = say(T("When should I remind you of this turn? I will not ping you before then."))
    await interaction.edit_original_response(view=layout(text(question), *menu, *rows([back])), attachments=[])


@action("remind_at", "update")
async def remind_at(press: Press) -> None:
    bot, interaction = press.bot, press.interaction
    hours = int(press.value) if press.value.isdecimal() else 0
    first = press.id.rest.split(".")[0]
    seat = int(first) if first.isdecimal() else -1
    if hours not in REMINDERS:
        raise make_old_button_error()
    who, at = bot.request(interaction), bot.referee.now() + hours * HOUR

    def work(match: Match) -> Change:
        require_running(match)
        if seat not in match.seats_of(who.user_id or 0) or match.decisions.get(seat) != press.id.decision:
            raise Stale(T("This has been decided already."))
        return absence.ping_later(match, seat, at)

    done = await bot.referee.change(press.id.match, who, work)
    say = bot.say(interaction, done.match)
    promise = T("All right. I will remind you {when}, unless you have moved by then.", when=Moment(at))
    await _edit(interaction, [say(promise)], [])


@action("back", "private")
async def come_back(press: Press) -> None:
    """Handle *I'm back*: in one match, or in all of them (match 0)."""
    bot, interaction = press.bot, press.interaction
    user_id, now = interaction.user.id, bot.referee.now()
    found = await find_open_of(bot.referee, user_id)
    here = None
    for row in found:
        if row.phase == "lobby" or press.id.match not in (0, row.id):
            continue
        match = await bot.referee.match(row.id)
        if is_absent(match, user_id, now):
            match = await welcome(bot, interaction, match, now=now)
        here = match if row.id == press.id.match else here
    if press.id.match and here is None:
        raise UserError(T("You have no seat in this match. Look at it with /board."))
    hello = bot.say(interaction)(T("Welcome back!"))
    if here is not None and here.phase == "running":
        await show_panel(bot, interaction, here, note=hello)
    else:
        await interaction.edit_original_response(view=bot.notice(hello))


async def welcome(bot: Slowboat, interaction: discord.Interaction, match: Match, *, now: float) -> Match:
    """Give a returning player their seat back."""
    who, outages = bot.request(interaction), bot.referee.outages_of(match)
    again = type(who)(who.user_id, who.name)  # no interaction id: one press may change several matches
    done = await bot.referee.change(
        match.id, again, lambda found: absence.end_absence(found, again, now=now, outages=outages)
    )
    done = await bot.machines.run(done)
    if done.outbox_id is None:
        await bot[Postman].refresh(done.match)
    else:
        await bot.announce(done)
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


async def _require_match(press: Press) -> Match:
    """Find the match, if this person plays in it. Raises UserError."""
    match = await press.read_match()
    if not match.seats_of(press.interaction.user.id) or match.state is None:
        raise UserError(T("You have no seat in this match. Look at it with /board."))
    return match


def _make_button(label: str, page: str, match: Match) -> ui.Button[ui.LayoutView]:
    return button(label, Id(page, match.id))


def _make_close_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    return _make_button(say(T("Back")), "less", match)


async def _edit(
    interaction: discord.Interaction, lines: Sequence[str], buttons: Sequence[ui.Button[ui.LayoutView]]
) -> None:
    await interaction.edit_original_response(view=layout(text(*lines), *rows(buttons)), attachments=[])


async def _edit_undo(
    press: Press, match: Match, undo: Undo, question: str, buttons: Sequence[ui.Button[ui.LayoutView]]
) -> None:
    bot, interaction = press.bot, press.interaction
    say = bot.say(interaction, match)
    drawn = await _undo.draw_undo(bot, match, undo, bot.language(interaction), look=bot.look(interaction))
    gallery, file = picture(drawn.png, drawn.name, drawn.alt)
    lines = [f"**{question}**", *_undo.describe_undo(match, undo, say)]
    lines.append("-# " + say(T("The picture shows the position you would return to.")))
    await interaction.edit_original_response(view=layout(text(*lines), gallery, *rows(buttons)), attachments=[file])
