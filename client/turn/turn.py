"""Handle a player's turn: the panel, its menus, *Confirm*, and the answer after it; and a vote on a channel's move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import wraps
from typing import Any

import discord

from client.board.postman import Postman
from client.core.controls import Handler, action
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.messages.crowd_text import describe_ballot, make_vote_button
from client.messages.custom_ids import Id
from client.messages.menus import BRANCH, parse_branch
from client.messages.parts import button, layout, rows, text
from client.messages.turn_text import describe_held, describe_turn
from client.turn.candidates import SEPARATOR, find_prepared, prepare_rest
from client.turn.open_panels import OpenPanels
from client.turn.panel import add_forced, add_forced_in_thread, build_panel, may_decide, read_choice
from client.turn.undo_preview import look_up_free_undo, make_take_back_button
from client.turn.watching import show_watcher
from games.core import NATURE, Seat
from games.text import Player, T
from matches.change import Change
from matches.errors import Stale, UserError, make_old_button_error
from matches.hold import may_release
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.play import check_codes, fold_draft, play, release
from matches.referee import MACHINE, Done
from matches.votes import ballots
from matches.votes.ballots import has_looked, keep_draft, load_draft, open_ballot
from matches.votes.crowd import find_vote, read_codes

log = logging.getLogger(__name__)


def refresh_if_stale(handler: Handler) -> Handler:
    """Refresh an outdated panel instead of acting on it."""

    @wraps(handler)
    async def handle_or_refresh(visit: Visit) -> None:
        try:
            await handler(visit)
        except Stale as stale:
            match = await visit.read_match()
            note = visit.say_about(match)(stale.text)
            await show_panel(visit, match, note=note)

    return handle_or_refresh


@action("play_on", "update")
@action("unveil", "update")
async def show_hand(visit: Visit) -> None:
    """Handle *Show my hand* once the device has been passed on, and *Back to your turn*."""
    await show_panel(visit, await visit.read_match())


@action("begin", "update")
@action("pick", "update")
@refresh_if_stale
async def pick(visit: Visit) -> None:
    """Handle a chosen move, or a tab or menu entry that leads to more moves."""
    match, seat, chosen = await read_draft(visit)
    code = read_choice(visit)
    if code.startswith(BRANCH):
        await show_seat(visit, match, seat, chosen, branch=parse_branch(code))
        return
    draft = add_forced(match, seat, chosen, prepare=False)
    codes = (*draft.codes, code)
    before = fold_draft(match, seat, draft.codes).state
    after = fold_draft(match, seat, codes)
    if after.complete and not match.game.needs_confirmation(before, seat, after.last):
        await commit(visit, match, seat, codes, decision=visit.id.decision)
        return
    if not after.complete and not await prepare_rest(match, seat, match.game.view(before, seat)):
        codes += await prepare_rest(
            match, seat, match.game.view(after.state, seat)
        )  # the move begins a part that can be prepared
    by_menu = visit.id.action == "pick"  # a button beside the candidates has the action `begin`
    await redraft(visit, match, seat, codes, by_menu=by_menu)


@action("undo", "update")
@refresh_if_stale
async def undo(visit: Visit) -> None:
    """Take back the last unconfirmed choice."""
    match, seat, chosen = await read_draft(visit)
    await redraft(visit, match, seat, chosen[:-1])


@action("reset", "update")
@refresh_if_stale
async def reset(visit: Visit) -> None:
    """Take back everything unconfirmed."""
    match, seat, _ = await read_draft(visit)
    await redraft(visit, match, seat, ())


@action("confirm", "update")
@refresh_if_stale
async def confirm(visit: Visit) -> None:
    """Make the turn public."""
    match, seat, chosen = await read_draft(visit)
    codes = add_forced(match, seat, chosen).codes
    await commit(visit, match, seat, codes, decision=visit.id.decision)


async def show_panel(
    visit: Visit,
    match: Match,
    *,
    note: str = "",
    extra: Sequence[discord.ui.Button[discord.ui.LayoutView]] = (),
) -> discord.InteractionMessage | None:
    """Answer with the panel of the person's seat, or with that of the vote; somebody without a seat may watch. Returns
    the panel of the seat. Raises UserError where there is nothing to see."""
    if match.state is None:
        raise UserError(T("The match has not started yet."))
    match = visit.see(await release_held(visit, match))
    seat = match.seat_to_play(visit.user_id)
    if seat is None and find_vote(match) is not None and await has_looked(visit.referee, match, visit.user_id):
        await show_vote(visit, match, note=note)
        return None
    if seat is None and match.phase == "finished":  # also for somebody who has resigned
        raise UserError(T("This match is over."))
    if seat is None:
        await show_watcher(visit, match)
        return None
    chosen = await visit.referee.draft(match, seat)
    undo = await look_up_free_undo(visit.bot, match, visit.user_id, glance=True)
    back = [make_take_back_button(match, undo, visit.say_about(match))] if undo is not None else []
    return await show_seat(visit, match, seat, chosen, note=note, extra=[*back, *extra])


async def show_vote(visit: Visit, match: Match, *, note: str = "") -> None:
    """Answer with the panel of the seat on whose turn the channel votes. Raises UserError for its players, and Stale if
    there is no vote."""
    ballot = await open_ballot(visit.referee, match, visit.who)
    vote = find_vote(match)
    if vote is not None:
        say, outages = visit.say_about(match), visit.referee.outages_of(match)
        told = "\n".join(line for line in (note, describe_ballot(match, ballot, say, outages)) if line)
        await show_seat(visit, match, vote.seat, read_codes(ballot.draft), note=told)


async def show_seat(
    visit: Visit, match: Match, seat: Seat, chosen: Sequence[str], **how: Any
) -> discord.InteractionMessage:
    """Show the panel of a seat, in the person's language and look. `how`: see `build_panel`."""
    language, look, signs = visit.language, visit.look, visit.bot.signs.find(match.game.name)
    match = visit.see(match)
    shown = await build_panel(match, seat, chosen, visit.bot.painter, language, look=look, signs=signs, **how)
    return await visit.bot[OpenPanels].show(visit.interaction, match, seat, shown.view, shown.file)


async def commit(visit: Visit, match: Match, seat: Seat, codes: Sequence[str], *, decision: int) -> None:
    """Commit plies, run the machines that answer them, and post the board; or vote for them where a channel plays."""
    if match.holder(seat).crowd:
        await cast_vote(visit, match, seat, codes)
        return
    check_codes(match, seat, codes)
    final = fold_draft(match, seat, codes).ghost is not None  # it draws chance or reveals something
    say = visit.say_about(match)
    said = describe_turn(match, seat, codes, say)
    done = await visit.referee.change(
        match.id, visit.who, lambda current: play(current, visit.who, seat, codes, decision=decision, now=visit.now)
    )
    if NATURE in done.match.to_act:  # the simulation takes a while
        rocking = say(match.words.prompt(done.match.view(seat), NATURE))
        try:
            await visit.answer(f"✓ {said}\n{rocking}", files=[])
        except FAILURES as error:  # the move is committed, and the simulation must start
            log.info("match %s: could not show that the simulation is running: %s", match.id, error)
    done = await visit.bot.machines.run(done)
    final = final and done.match.held is None and done.match.seq == match.seq + len(codes)
    await follow_up(visit, done, said=said, moved=seat, final=final)


async def follow_up(
    visit: Visit,
    done: Done,
    *,
    said: str,
    moved: Seat | None = None,
    final: bool = False,
) -> None:
    """Show the person their next choice or a confirmation, and post the board.

    `moved`: the seat that moved. If the same person also plays the next seat and hands are private, its panel opens
    only after *Show my hand*. `final`: the turn is known to be final, so there is no need to read the log for an undo.
    """
    match = done.match
    if match.held is not None:
        said += "\n-# " + visit.say_about(match)(describe_held(match, moved))
    seat = match.seat_to_play(visit.user_id)
    more = seat is not None and may_decide(match, seat)  # also seats that may only revise a choice

    async def answer() -> None:
        say = visit.say_about(match)
        undo = None if final else await look_up_free_undo(visit.bot, match, visit.user_id, glance=True)
        extra = [make_take_back_button(match, undo, say)] if undo is not None else []
        if seat is not None and more and match.game.has_private_hands and moved not in (None, seat):
            told = say(T("Pass the device to {player}.", player=Player(seat)))
            shows = button(say(T("Show my hand")), Id("unveil", match.id), style=discord.ButtonStyle.primary)
            await visit.bot[OpenPanels].show(
                visit.interaction, match, seat, layout(text(f"**{told}**"), *rows([shows]))
            )
            return
        if seat is not None and more:
            try:
                await show_seat(visit, match, seat, (), note=f"✓ {said}", extra=extra)
            except WorkerFailed as failed:  # the move is committed; answer without the picture
                log.warning("match %s: no picture for the next choice: %s", match.id, failed)
            else:
                return
        shown = layout(text(f"✓ {said}"), *rows(extra))
        if seat is not None:
            await visit.bot[OpenPanels].show(visit.interaction, match, seat, shown)
        else:
            await visit.answer(shown, files=[])

    posting = visit.bot[Postman].post_board(done, visit.interaction)
    for failure in await asyncio.gather(answer(), posting, return_exceptions=True):
        if failure is not None:
            raise failure
    if done.outbox_id is None and not (more and seat in match.to_act):  # others are still choosing
        await visit.bot[Postman].refresh(match)


async def read_draft(visit: Visit) -> tuple[Match, Seat, tuple[str, ...]]:
    """Read the match, the seat and its draft. Raises Stale where the pressed message shows an older draft."""
    match = await visit.read_match()
    first, _, rest = visit.id.rest.partition(".")
    seat = int(first) if first.isdecimal() else -1
    if seat not in range(match.capacity):
        raise make_old_button_error()
    chosen = await load_draft(visit.referee, match, visit.who, seat, decision=visit.id.decision)
    if (await add_forced_in_thread(match, seat, chosen)).fingerprint != rest.split(".")[0]:
        raise Stale(T("You have changed your choice since. Here is how things stand."))
    return match, seat, chosen


async def redraft(visit: Visit, match: Match, seat: Seat, codes: Sequence[str], *, by_menu: bool = False) -> None:
    """Store another draft and show its panel; `by_menu`: with single moves even where whole turns are proposed."""
    await keep_draft(visit.referee, match, visit.who, seat, codes)
    await show_seat(visit, match, seat, codes, by_menu=by_menu)


async def cast_vote(visit: Visit, match: Match, seat: Seat, codes: Sequence[str]) -> None:
    """Store a vote, answer in private, and make the channel's move if the vote is over.

    The board is not posted through the interaction, because that would show who cast the last vote.
    """
    say, said = visit.say_about(match), describe_turn(match, seat, codes, visit.say_about(match))
    done = await ballots.cast(visit.referee, match, visit.who, seat, codes)
    lines, buttons = [say(T("Your vote: {move}", move=said))], make_vote_button(done.match, say)
    if buttons and done.match.decisions.get(seat) == match.decisions.get(seat):
        ballot = await ballots.open_ballot(visit.referee, done.match, visit.who)
        lines.append(describe_ballot(done.match, ballot, say, visit.referee.outages_of(done.match)))
    else:
        lines.append("-# " + say(T("Everybody has voted; the vote is closed.")))
    await visit.bot[OpenPanels].show(visit.interaction, done.match, seat, layout(text(*lines), *rows(buttons)))
    await visit.bot.announce(await visit.bot.machines.run(done))


async def release_held(visit: Visit, match: Match) -> Match:
    """If the person who pressed *Play* is next, let the held turn take effect and post the board. Returns the current
    match."""
    if not may_release(match, visit.user_id):
        return match
    seq = match.seq

    def work(current: Match) -> Change:
        if current.seq != seq:
            raise Stale
        return release(current, now=visit.now)

    try:
        done = await visit.referee.change(match.id, MACHINE, work)
    except Stale:  # taken back, or released by another press
        return await visit.referee.match(match.id)
    done = await visit.bot.machines.run(done)
    await visit.bot.announce(done)
    return done.match


@action("adopt", "update")
@refresh_if_stale
async def adopt_turn(visit: Visit) -> None:
    """Make the turn of the pressed button or menu entry the draft. Raises IllegalMove where it is not legal."""
    match, seat, _ = await read_draft(visit)
    codes = tuple((visit.value or visit.id.rest.split(".", 2)[2]).split(SEPARATOR))
    check_codes(match, seat, codes)
    await redraft(visit, match, seat, codes)


@action("arrange", "update")
@refresh_if_stale
async def arrange_rest(visit: Visit) -> None:
    """Take back the part of the turn that was prepared, and offer its choices."""
    match, seat, chosen = await read_draft(visit)
    codes = add_forced(match, seat, chosen).codes
    await redraft(visit, match, seat, codes[: await find_prepared(match, seat, codes)])


@action("detail", "update")
@refresh_if_stale
async def choose_in_detail(visit: Visit) -> None:
    """Offer menus of single moves instead of whole turns."""
    match, seat, chosen = await read_draft(visit)
    await redraft(visit, match, seat, chosen, by_menu=True)
