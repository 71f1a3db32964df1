"""Handle proposals: undo, pause, ending, taking over a seat; and *I'm ready*."""

from __future__ import annotations

from collections.abc import Callable

import discord

from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, picture, rows, text
from client.replay.replay import Place
from client.turn import undo_preview as _undo
from client.votes.votes import carry_out, find_seat, find_seats, post_vote, read_recent_log
from games.text import T
from matches.change import Change
from matches.clocks.pace import DAY
from matches.errors import Stale, UserError, make_old_button_error
from matches.leagues.terms import require_no_league
from matches.match import Match, Proposal
from matches.together import votes
from matches.together.undo import Undo
from matches.together.votes import (
    LONGEST_RATED_PAUSE_DAYS,
    OPEN_FOR,
    list_missing,
    may_go_back,
)

MOST_UNDONE = 12
"""The most lines about moves that a vote to go back would undo; the newest are shown."""

PAUSES = (1, 3, 7, 14)
"""Lengths of the pauses that can be proposed, in days."""


def list_pauses(match: Match) -> tuple[int, ...]:
    """List the lengths of the pauses that can be proposed in a match, in days; a rated match has only short ones."""
    return tuple(days for days in PAUSES if not match.rated or days <= LONGEST_RATED_PAUSE_DAYS)


async def propose(visit: Visit, make: Callable[[Match, float], Proposal]) -> None:
    """Open a vote from a press on a private message; if there is nobody to ask, carry out the proposal at once.

    `make` creates the proposal from the match and the time.
    """
    log = await read_recent_log(visit.bot, visit.id.match)
    done = await visit.change(lambda match: votes.propose(match, make(match, visit.now), log, now=visit.now))
    if done.match.proposal is None:
        await visit.answer(T("Done: there was nobody else to ask."), files=[])
        await carry_out(visit, done)
    else:
        await visit.answer(
            T("The others have been asked. Your proposal takes effect once everybody has agreed."), files=[]
        )
        await post_vote(visit, done.match)


@action("ready", "private")
async def declare_ready(visit: Visit) -> None:
    """Handle *I'm ready* on a paused match: it continues once everybody who is present has pressed."""

    def work(match: Match) -> Change:
        if visit.who.user_id not in match.people:
            raise UserError(T("Only the players of this match can decide this."))
        standing = match.proposal
        if standing is None or standing.kind != "resume":
            seat = find_seat(match, visit.who.user_id)
            until = max(match.resume_at or 0.0, visit.now + OPEN_FOR)
            return votes.propose(match, Proposal("resume", visit.who.user_id or 0, seat, 0, until), (), now=visit.now)
        if visit.who.user_id in (standing.by, *standing.agreed):
            return Change(match)
        return votes.agree(match, visit.who, standing.number, (), now=visit.now)

    done = await visit.change(work)
    match, say = done.match, visit.say_about(done.match)
    proposal = match.proposal
    if proposal is None:
        await visit.answer(say(T("Everybody is ready: the match goes on.")), files=[])
    else:
        waiting = find_seats(match, list_missing(match, proposal))
        await visit.answer(say(T("Noted. Still waiting for {players}", players=waiting or "")), files=[])
    await carry_out(visit, done)


@action("propose_undo", "update")
async def propose_undo(visit: Visit) -> None:
    """Ask the others to agree to an undo that the person has seen."""
    shown = await visit.read_match()
    if visit.user_id not in shown.people:
        raise UserError(T("Only the players of this match can decide this."))
    undo = await _undo.look_up_agreed_undo(visit.bot, shown, visit.user_id)
    if undo is None or (str(undo.to.seq), shown.seq) != (visit.id.rest, visit.id.decision):
        raise Stale(T("The match has moved on."))

    def make(match: Match, now: float) -> Proposal:
        if match.seq != shown.seq:
            raise Stale(T("The match has moved on."))
        return Proposal("undo", visit.user_id, find_seat(match, visit.user_id), 0, now + OPEN_FOR, to=undo.to.seq)

    await propose(visit, make)


@action("ask_back", "update")
async def ask_to_go_back(visit: Visit) -> None:
    """Show the host the position to go back to, and what would be taken back, before the others are asked."""
    match, undo = await _read_correction(visit)
    say = visit.say_about(match)
    drawn = await _undo.draw_undo(visit.bot, match, undo, visit.language, look=visit.look)
    shown, file = picture(drawn.png, drawn.name, drawn.alt)
    question = say(
        T("Go back to this position if everybody else agrees? The following would be taken back, but stay in the log:")
    )
    propose_it = Id("propose_back", match.id, match.seq, str(undo.to.seq))
    buttons = [button(say(T("Ask the others")), propose_it, style=discord.ButtonStyle.danger)]
    buttons.append(button(say(T("Back")), Id("step", match.id, rest=str(Place(sight=None)))))
    lines = [f"**{question}**", *_undo.describe_undo(match, undo, say)[-MOST_UNDONE:]]
    lines.append("-# " + say(T("Dice will be rolled again; drawn tiles and cards come back in the same order.")))
    await visit.answer(layout(text(*lines), shown, *rows(buttons)), files=[file])


@action("propose_back", "update")
async def propose_to_go_back(visit: Visit) -> None:
    """Ask the others to agree to go back to a position that the host has seen."""
    shown, undo = await _read_correction(visit)

    def make(match: Match, now: float) -> Proposal:
        if match.seq != shown.seq:
            raise Stale(T("The match has moved on."))
        return Proposal("correct", visit.user_id, find_seat(match, visit.user_id), 0, now + OPEN_FOR, to=undo.to.seq)

    await propose(visit, make)


async def _read_correction(visit: Visit) -> tuple[Match, Undo]:
    """Read the match and the position to go back to. Raises UserError or Stale unless its host may propose that."""
    match = await visit.read_match()
    if visit.user_id not in match.people or visit.user_id != match.host_id:
        raise UserError(T("Only the host of this match can propose to go back."))
    if not may_go_back(match) or match.seq != visit.id.decision:
        raise Stale(T("The match has moved on."))
    to = visit.number
    return match, _undo.make_undo(to, await read_recent_log(visit.bot, match.id))


@action("propose_pause", "update")
async def propose_pause(visit: Visit) -> None:
    """Ask the others for a pause."""
    days = int(visit.id.rest) if visit.id.rest.isdecimal() else 0
    if days not in PAUSES:
        raise make_old_button_error()
    await require_no_league(visit.referee, await visit.read_match())

    def make(match: Match, now: float) -> Proposal:
        resume_at = now + days * DAY
        until = min(resume_at, now + OPEN_FOR)  # a vote must not outlast the pause it proposes
        return Proposal("pause", visit.user_id, find_seat(match, visit.user_id), 0, until, resume_at=resume_at)

    await propose(visit, make)


@action("propose_end", "update")
async def propose_end(visit: Visit) -> None:
    """Ask the others to end the match without a result."""
    await propose(
        visit, lambda match, now: Proposal("end", visit.user_id, find_seat(match, visit.user_id), 0, now + OPEN_FOR)
    )


@action("take_seat", "private")
async def take_seat(visit: Visit) -> None:
    """Ask to take over the seat of an absent player."""
    seat = visit.number

    def make(match: Match, now: float) -> Proposal:
        if seat not in range(match.capacity):
            raise make_old_button_error()
        return Proposal("substitute", visit.who.user_id or 0, seat, 0, now + OPEN_FOR, name=visit.who.name)

    await propose(visit, make)
