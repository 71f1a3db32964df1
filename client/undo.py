"""Take back turns: alone while that is free, otherwise by asking the others; and go back to an earlier position."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, picture, rows, text
from client.replay.replay import Place
from client.turn.turn import follow_up, refresh_if_stale
from client.turn.undo_preview import (
    describe_undo,
    draw_undo,
    look_up_agreed_undo,
    look_up_free_undo,
    make_take_back_button,
    make_undo,
)
from client.votes.answers import find_seat, read_recent_log
from client.votes.proposals import propose
from games.text import T
from matches.change import Change
from matches.errors import Stale, UserError
from matches.match import Match, Proposal
from matches.votes.proposals import OPEN_FOR, may_go_back
from matches.votes.undo import Undo, rewind_to

MOST_UNDONE = 12
"""The most lines about moves that a proposal to go back would undo; the newest are shown."""

DANGER = discord.ButtonStyle.danger


@action("show_undo", "update")
async def show_undo(visit: Visit) -> None:
    """Show what can be taken back without asking, before taking it back."""
    match = await visit.read_own_match()
    say = visit.say_about(match)
    undo = await look_up_free_undo(visit.bot, match, visit.user_id)
    if undo is None:
        raise Stale(T("There is nothing you can take back on your own just now."))
    confirm = make_take_back_button(match, undo, say, confirmed=True)
    question = say(T("This will be taken back:"))
    await _edit_undo(visit, match, undo, question, [confirm, button(say(T("Back")), Id("less", match.id))])


@action("ask_undo", "update")
async def ask_undo(visit: Visit) -> None:
    """Show what the others would be asked to take back."""
    match = await visit.read_own_match()
    say = visit.say_about(match)
    undo = await look_up_agreed_undo(visit.bot, match, visit.user_id)
    if undo is None:
        raise Stale(T("You have not moved yet."))
    ask = button(say(T("Ask the others")), Id("propose_undo", match.id, match.seq, str(undo.to.seq)), style=DANGER)
    question = say(
        T(
            "If everybody else agrees, the following is taken back. Dice are rolled again; drawn tiles and cards come "
            "back in the same order:"
        )
    )
    await _edit_undo(visit, match, undo, question, [ask, button(say(T("Back")), Id("less", match.id))])


async def _edit_undo(
    visit: Visit, match: Match, undo: Undo, question: str, buttons: Sequence[ui.Button[ui.LayoutView]]
) -> None:
    say = visit.say_about(match)
    drawn = await draw_undo(visit.bot, match, undo, visit.language, look=visit.look)
    gallery, file = picture(drawn.data, drawn.name, drawn.alt)
    lines = [f"**{question}**", *describe_undo(match, undo, say)]
    lines.append("-# " + say(T("The picture shows the position you would return to.")))
    await visit.answer(layout(text(*lines), gallery, *rows(buttons)), files=[file])


@action("take_back", "update")
@refresh_if_stale
async def take_back(visit: Visit) -> None:
    """Take back the person's newest turn, if the button still refers to the same plies."""
    match = await visit.read_match()
    undo = await look_up_free_undo(visit.bot, match, visit.user_id)
    if undo is None or (str(undo.to.seq), undo.plies[-1].seq) != (visit.id.rest, visit.id.decision):
        raise Stale(T("You can no longer take this back on your own. Ask the others: press More under the board."))
    to, seq = undo.to, match.seq

    def work(current: Match) -> Change:
        if (current.seq, current.phase) != (seq, "running"):
            raise Stale
        return rewind_to(current, to, user_id=visit.who.user_id, now=visit.now)

    done = await visit.referee.change(match.id, visit.who, work)
    said = visit.say_about(match)(T("Taken back."))
    await follow_up(visit, await visit.bot.machines.run(done), said=said)


@action("propose_undo", "update")
async def propose_undo(visit: Visit) -> None:
    """Ask the others to agree to an undo that the person has seen."""
    shown = await visit.read_match()
    if visit.user_id not in shown.people:
        raise UserError(T("Only the players of this match can decide this."))
    undo = await look_up_agreed_undo(visit.bot, shown, visit.user_id)
    if undo is None or (str(undo.to.seq), shown.seq) != (visit.id.rest, visit.id.decision):
        raise Stale

    def make(match: Match, now: float) -> Proposal:
        if match.seq != shown.seq:
            raise Stale
        return Proposal("undo", visit.user_id, find_seat(match, visit.user_id), 0, now + OPEN_FOR, to=undo.to.seq)

    await propose(visit, make)


@action("ask_back", "update")
async def ask_to_go_back(visit: Visit) -> None:
    """Show the host the position to go back to, and what would be taken back, before the others are asked."""
    match, undo = await _read_correction(visit)
    say = visit.say_about(match)
    drawn = await draw_undo(visit.bot, match, undo, visit.language, look=visit.look)
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    question = say(
        T("Go back to this position if everybody else agrees? The following would be taken back, but stay in the log:")
    )
    propose_it = Id("propose_back", match.id, match.seq, str(undo.to.seq))
    buttons = [button(say(T("Ask the others")), propose_it, style=DANGER)]
    buttons.append(button(say(T("Back")), Id("step", match.id, rest=str(Place(sight=None)))))
    lines = [f"**{question}**", *describe_undo(match, undo, say)[-MOST_UNDONE:]]
    lines.append("-# " + say(T("Dice will be rolled again; drawn tiles and cards come back in the same order.")))
    await visit.answer(layout(text(*lines), shown, *rows(buttons)), files=[file])


@action("propose_back", "update")
async def propose_to_go_back(visit: Visit) -> None:
    """Ask the others to agree to go back to a position that the host has seen."""
    shown, undo = await _read_correction(visit)

    def make(match: Match, now: float) -> Proposal:
        if match.seq != shown.seq:
            raise Stale
        return Proposal("correct", visit.user_id, find_seat(match, visit.user_id), 0, now + OPEN_FOR, to=undo.to.seq)

    await propose(visit, make)


async def _read_correction(visit: Visit) -> tuple[Match, Undo]:
    """Read the match and the position to go back to. Raises UserError or Stale unless its host may propose that."""
    match = await visit.read_match()
    if visit.user_id not in match.people or visit.user_id != match.host_id:
        raise UserError(T("Only the host of this match can propose to go back."))
    if not may_go_back(match) or match.seq != visit.id.decision:
        raise Stale
    to = visit.number
    return match, make_undo(to, await read_recent_log(visit.bot, match.id))
