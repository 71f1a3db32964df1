"""Handle proposals: pause, ending, taking over a seat; and *I'm ready*. `client.undo` proposes to take back turns."""

from __future__ import annotations

from collections.abc import Callable

import discord

from client.board.postman import deliver
from client.core.controls import action
from client.core.visit import Visit
from client.messages.clocks import describe_spans
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from client.votes.answers import find_seat, find_seats, post_proposal, read_recent_log
from games.text import T
from matches.change import Change
from matches.clocks.pace import DAY
from matches.errors import UserError, make_old_button_error
from matches.leagues.terms import require_no_league
from matches.match import Match, Proposal
from matches.votes import proposals
from matches.votes.proposals import LONGEST_RATED_PAUSE_DAYS, OPEN_FOR, list_missing

PAUSES = (1, 3, 7, 14)
"""Lengths of the pauses that can be proposed, in days."""


def list_pauses(match: Match) -> tuple[int, ...]:
    """List the lengths of the pauses that can be proposed in a match, in days; a rated match has only short ones."""
    return tuple(days for days in PAUSES if not match.rated or days <= LONGEST_RATED_PAUSE_DAYS)


async def propose(visit: Visit, make: Callable[[Match, float], Proposal]) -> None:
    """Make a proposal by a press on a private message; if there is nobody to ask, carry out the proposal at once.

    `make` creates the proposal from the match and the time.
    """
    log = await read_recent_log(visit.bot, visit.id.match)
    done = await visit.change(lambda match: proposals.propose(match, make(match, visit.now), log, now=visit.now))
    if done.match.proposal is None:
        await visit.answer(T("Done: there was nobody else to ask."), files=[])
        await deliver(visit, done)
    else:
        await visit.answer(
            T("The others have been asked. Your proposal takes effect once everybody has agreed."), files=[]
        )
        await post_proposal(visit, done.match)


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
            return proposals.propose(
                match, Proposal("resume", visit.who.user_id or 0, seat, 0, until), (), now=visit.now
            )
        if visit.who.user_id in (standing.by, *standing.agreed):
            return Change(match)
        return proposals.agree(match, visit.who, standing.number, (), now=visit.now)

    done = await visit.change(work)
    match, say = done.match, visit.say_about(done.match)
    proposal = match.proposal
    if proposal is None:
        await visit.answer(say(T("Everybody is ready: the match goes on.")), files=[])
    else:
        waiting = find_seats(match, list_missing(match, proposal))
        await visit.answer(say(T("Noted. Still waiting for {players}", players=waiting or "")), files=[])
    await deliver(visit, done)


@action("ask_pause", "update")
async def ask_pause(visit: Visit) -> None:
    """Ask how long the pause should be (*Pause …* under *More*)."""
    match = await visit.read_own_match()
    await require_no_league(visit.referee, match)
    say = visit.say_about(match)
    buttons = [
        button(say(name), Id("propose_pause", match.id, rest=str(days)))
        for days, name in describe_spans(list_pauses(match))
    ]
    buttons.append(button(say(T("Back")), Id("less", match.id)))
    question = T("How long should the pause be, if the others agree? The match goes on earlier if everybody is ready.")
    await visit.answer(layout(text(say(question)), *rows(buttons)), files=[])


@action("ask_end", "update")
async def ask_end(visit: Visit) -> None:
    """Ask for confirmation before an end is proposed (*End without a result …* under *More*)."""
    match = await visit.read_own_match()
    say = visit.say_about(match)
    buttons = [button(say(T("Propose it")), Id("propose_end", match.id), style=discord.ButtonStyle.danger)]
    buttons.append(button(say(T("Back")), Id("less", match.id)))
    question = T("Propose to end this match without a result? It ends if everybody else agrees.")
    await visit.answer(layout(text(say(question)), *rows(buttons)), files=[])


@action("propose_pause", "update")
async def propose_pause(visit: Visit) -> None:
    """Ask the others for a pause."""
    days = int(visit.id.rest) if visit.id.rest.isdecimal() else 0
    if days not in PAUSES:
        raise make_old_button_error()
    await require_no_league(visit.referee, await visit.read_match())

    def make(match: Match, now: float) -> Proposal:
        resume_at = now + days * DAY
        until = min(resume_at, now + OPEN_FOR)  # a proposal must not outlast the pause it proposes
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
