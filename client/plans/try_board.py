"""*Try it*: a private copy of the position, to play on for all seats, with undo; and *Keep as plan*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

import discord
from discord import ui
from msgspec import structs

from client.board.board_messages import read_look
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.menus import BRANCH, offer, parse_branch
from client.messages.parts import button, layout, picture, rows, text
from client.messages.turn_text import BEING_COMPUTED, list_entries, name_move
from client.turn.candidates import MOVE
from client.turn.panel import make_choices, make_return_button
from games.core import NATURE, Seat
from games.text import Player, Say, T, Text
from matches.archive.history import is_over
from matches.clocks.pauses import explain_pause
from matches.errors import Stale, UserError, make_no_seat_error
from matches.match import Match
from matches.plans.keeper import load_notebook, save_notebook
from matches.plans.plan import Notebook, Trial, add_line
from matches.plans.trying import Opened, extend_trial, find_line, new_trial, open_trial, settle_trial, shorten_trial

_SHOWN = 6
"""The most plies of a trial that are listed; the newest are shown."""


@action("try", "update")
async def open_try(visit: Visit) -> None:
    """Handle *Try it*: open the current trial, or a new one. In a finished match, the rest of the id is the ply to
    begin at."""
    match = await visit.read_match()
    notebook = await load_notebook(visit.referee, match.id, visit.user_id)
    seat = find_knowledge(match, visit.user_id)
    seq = int(visit.id.rest) if visit.id.rest.isdecimal() and is_over(match) else None
    trial = notebook.trial
    if not is_current(trial, match, seat) or seq not in (None, trial.seq):
        trial = new_trial(match, seq=seq)
    opened = await _open_settled(visit.bot, match, seat, trial)
    await show_trial(visit, match, notebook, opened)


@action("tried", "update")
async def try_move(visit: Visit) -> None:
    """Handle a move that is tried out, or a tab or menu entry that leads to more moves."""
    match, notebook, opened = await read_trial(visit)
    code = visit.value or visit.id.rest.partition(".")[2].removeprefix(f"{MOVE}.")
    if visit.id.rest.partition(".")[0] != str(len(opened.trial.plies)):
        code = BRANCH  # an older message: show the current state
    if code.startswith(BRANCH):
        await show_trial(visit, match, notebook, opened, branch=parse_branch(code))
        return
    opened = await extend_trial(visit.bot.machines, match, opened, code)
    await show_trial(visit, match, notebook, opened)


@action("try_back", "update")
async def step_back(visit: Visit) -> None:
    """Take back the last ply of a trial, or all of them."""
    match, notebook, opened = await read_trial(visit)
    trial = opened.trial
    shorter = structs.replace(trial, plies=()) if visit.id.rest == "all" else shorten_trial(trial)
    opened = await _open_settled(visit.bot, match, opened.seat, shorter)
    await show_trial(visit, match, notebook, opened)


@action("try_keep", "update")
async def keep_as_plan(visit: Visit) -> None:
    """Handle *Keep as plan*."""
    match, notebook, opened = await read_trial(visit)
    line, say = find_line(match, notebook, opened), visit.say_about(match)
    if line is None or opened.seat is None:
        raise UserError(T("Play on until your next turn is complete. Then you can keep it as a plan."))
    kept = add_line(structs.replace(notebook, seat=opened.seat, trial=opened.trial), line)
    await save_notebook(visit.referee, match, visit.user_id, kept)
    note = say(
        T("Saved as your plan, which only you can see. If the others play as planned, your turn is played for you.")
    )
    await show_trial(visit, match, kept, opened, note=f"✓ {note}")


@action("try_share", "public")
async def share_position(visit: Visit) -> None:
    """Show the channel a position of a trial that was begun in a finished match."""
    match, _, opened = await read_trial(visit)
    if not is_over(match):
        raise UserError(T("Positions can be shared once the match is over."))
    say = visit.bot.texts.say(match.language, match.cast())
    look = await read_look(visit.referee, match)
    drawn = await visit.bot.painter.draw_position(match, match.language, state=opened.state, look=look)
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    told = say(T("{name} tried out another ending of this match.", name=visit.interaction.user.display_name))
    lines = [f"### {say(match.words.TITLE)}", told, f"```\n{match.game.notate(opened.state)[:1500]}\n```"]
    await visit.answer(layout(text(*lines), shown), files=[file])


def find_knowledge(match: Match, user_id: int) -> Seat | None:
    """Find the seat whose knowledge a trial starts from; None once the match is over. Before that, raises UserError for
    spectators, and Stale while nature is to move."""
    if is_over(match):
        return None
    if match.state is None:
        raise UserError(T("The match has not started yet."))
    seat = match.seat_to_play(user_id)
    if seat is None:
        raise make_no_seat_error()
    if match.game.to_act(match.state) == (NATURE,):
        raise Stale(explain_pause(match) if match.phase == "paused" else BEING_COMPUTED)
    return seat


def is_current(trial: Trial | None, match: Match, seat: Seat | None) -> TypeGuard[Trial]:
    """Whether a trial can go on: it has been begun by this release or a later one and, while the match runs, at the
    present position."""
    return trial is not None and bool(trial.nonce) and (seat is None or trial.seq == match.head)


async def _open_settled(bot: Slowboat, match: Match, seat: Seat | None, trial: Trial) -> Opened:
    """Open a trial. A match may have ended while nature was to move: then nature moves in the trial first."""
    return await settle_trial(bot.machines, match, await open_trial(bot.referee, match, seat, trial))


async def read_trial(visit: Visit) -> tuple[Match, Notebook, Opened]:
    """Read the trial of the person who pressed. Raises Stale if the match has moved on since it began."""
    match = await visit.read_match()
    notebook = await load_notebook(visit.referee, match.id, visit.user_id)
    seat = find_knowledge(match, visit.user_id)
    if not is_current(notebook.trial, match, seat):
        raise Stale(T("The match has moved on. Press Play to see how things stand, and try again from there."))
    return match, notebook, await open_trial(visit.referee, match, seat, notebook.trial)


async def show_trial(
    visit: Visit,
    match: Match,
    notebook: Notebook,
    opened: Opened,
    *,
    branch: tuple[int, ...] = (),
    note: str = "",
) -> None:
    """Store the trial and show its position, with the moves of the seat that is to act."""
    if notebook.trial != opened.trial:
        notebook = structs.replace(notebook, trial=opened.trial)
        await save_notebook(visit.referee, match, visit.user_id, notebook)
    say, game, state = visit.say_about(match), match.game, opened.state
    acting = next(iter(game.to_act(state)), None)
    view = game.view(state, acting if acting is not None else opened.seat)
    lines = [note] if note else []
    title = say(T("Try it"))
    lines += [f"**{title}**", *describe_trial(match, opened, say)]
    shown: Sequence[ui.Item[ui.LayoutView]] = ()
    marked = []
    if acting is not None:
        moves = game.legal_moves(state, acting)
        offered = offer(list_entries(match.words, acting, view, moves, say), branch)
        pick = Id("tried", match.id, rest=str(len(opened.trial.plies)))
        shown = make_choices(offered, pick, say, visit.bot.signs.find(game.name))
        marked = [move for move in moves if move.code in offered.codes]
        asked = say(T("{player} is to move.", player=Player(acting)))
        lines += [f"**{asked}**", *([offered.title] if offered.title else [])]
    lines.append("-# " + say(_describe_guesses(opened.seat)))
    drawn = await visit.bot.painter.draw_private_board(
        match, visit.language, seat=acting if acting is not None else opened.seat, view=view, moves=marked,
        ended=T("A trial"), look=visit.look,
    )  # fmt: skip
    gallery, file = picture(drawn.data, drawn.name, drawn.alt)
    controls = rows(_make_buttons(match, notebook, opened, say))
    await visit.bot.signs.show(visit.interaction, layout(text(*lines), gallery, *shown, *controls), file)


def _describe_guesses(seat: Seat | None) -> Text:
    if seat is None:
        return T("From a finished match: the position is as it was, but chance decides anew.")
    return T("Only you see this. What you cannot know, such as other hands and future tiles and rolls, is guessed.")


def describe_trial(match: Match, opened: Opened, say: Say) -> list[str]:
    """Describe the newest plies of a trial, one line each."""
    lines = []
    for number, (seat, code) in enumerate(opened.trial.plies):
        if seat == NATURE:
            continue
        state = opened.tried.states[number]
        label = name_move(match, seat, match.game.view(state, seat), match.game.parse(state, seat, code), say)
        lines.append("-# " + say(T("{player}: {move}", player=Player(seat), move=label)))
    return lines[-_SHOWN:]


def _make_buttons(match: Match, notebook: Notebook, opened: Opened, say: Say) -> list[ui.Button[ui.LayoutView]]:
    found = []
    if any(seat != NATURE for seat, _ in opened.trial.plies):
        found.append(button(say(T("Undo the last step")), Id("try_back", match.id, rest="one")))
        found.append(button(say(T("Start over")), Id("try_back", match.id, rest="all")))
    if find_line(match, notebook, opened) is not None:
        found.append(button(say(T("Keep as plan")), Id("try_keep", match.id), style=discord.ButtonStyle.success))
    if notebook.lines:
        found.append(button(say(T("My plan")), Id("plan", match.id, rest="0")))
    if is_over(match):
        found.append(button(say(T("Share this position")), Id("try_share", match.id)))
    else:
        found.append(make_return_button(match, say))
    return found
