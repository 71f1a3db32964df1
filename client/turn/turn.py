"""Handle a player's turn: the panel, its menus, Confirm, and the answer after it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import wraps
from typing import Any

import discord

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import Handler, Press, action
from client.core.people import see
from client.core.refusals import FAILURES
from client.messages.crowd_text import describe_ballot
from client.messages.custom_ids import Id
from client.messages.menus import BRANCH, parse_branch
from client.messages.parts import button, layout, rows, text
from client.messages.turn_text import describe_held, describe_turn
from client.turn.ballots import cast_vote
from client.turn.candidates import MOVE, prepare_rest
from client.turn.hold import release_held
from client.turn.open_panels import OpenPanels
from client.turn.panel import add_forced, add_forced_in_thread, build_panel, may_decide
from client.turn.undo_preview import look_up_free_undo, make_take_back_button
from games.core import NATURE, Seat
from games.text import Player, T
from matches.change import Change
from matches.errors import Stale, UserError, make_old_button_error
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.play import check_codes, fold_draft, play
from matches.referee import Done
from matches.together.ballots import has_looked, keep_draft, load_draft, open_ballot
from matches.together.crowd import find_vote, read_codes
from matches.together.undo import rewind_to

log = logging.getLogger(__name__)


def refresh_if_stale(handler: Handler) -> Handler:
    """Refresh an outdated panel instead of acting on it."""

    @wraps(handler)
    async def handle_or_refresh(press: Press) -> None:
        try:
            await handler(press)
        except Stale as stale:
            match = await press.read_match()
            note = press.bot.say(press.interaction, match)(stale.text)
            await show_panel(press.bot, press.interaction, match, note=note)

    return handle_or_refresh


@action("play_on", "update")
@action("unveil", "update")
async def show_hand(press: Press) -> None:
    """Handle *Show my hand* once the device has been passed on, and *Back to your turn*."""
    await show_panel(press.bot, press.interaction, await press.read_match())


@action("begin", "update")
@action("pick", "update")
@refresh_if_stale
async def pick(press: Press) -> None:
    """Handle a chosen move, or a tab or menu entry that leads to more moves."""
    bot, interaction = press.bot, press.interaction
    match, seat, chosen = await read_draft(press)
    code = _read_code(press)
    if code.startswith(BRANCH):
        await show_seat(bot, interaction, match, seat, chosen, branch=parse_branch(code))
        return
    draft = add_forced(match, seat, chosen)
    codes = (*draft.codes, code)
    before = fold_draft(match, seat, draft.codes).state
    after = fold_draft(match, seat, codes)
    if after.complete and not match.game.needs_confirmation(before, seat, after.last):
        await commit(bot, interaction, match, seat, codes, decision=press.id.decision)
        return
    if not after.complete and not await prepare_rest(match, seat, match.game.view(before, seat)):
        codes += await prepare_rest(
            match, seat, match.game.view(after.state, seat)
        )  # the move begins a part that can be prepared
    by_menu = press.id.action == "pick"  # a button beside the candidates has the action `begin`
    await redraft(press, match, seat, codes, by_menu=by_menu)


def _read_code(press: Press) -> str:
    """Read the move's code from the menu's value, or from the button's id."""
    _, _, rest = press.id.rest.split(".", 2)
    return press.value or rest.removeprefix(f"{MOVE}.")


@action("undo", "update")
@refresh_if_stale
async def undo(press: Press) -> None:
    """Take back the last unconfirmed choice."""
    match, seat, chosen = await read_draft(press)
    await redraft(press, match, seat, chosen[:-1])


@action("reset", "update")
@refresh_if_stale
async def reset(press: Press) -> None:
    """Take back everything unconfirmed."""
    match, seat, _ = await read_draft(press)
    await redraft(press, match, seat, ())


@action("confirm", "update")
@refresh_if_stale
async def confirm(press: Press) -> None:
    """Make the turn public."""
    match, seat, chosen = await read_draft(press)
    codes = add_forced(match, seat, chosen).codes
    await commit(press.bot, press.interaction, match, seat, codes, decision=press.id.decision)


@action("take_back", "update")
@refresh_if_stale
async def take_back(press: Press) -> None:
    """Take back the person's newest turn, if the button still refers to the same plies."""
    bot, interaction = press.bot, press.interaction
    match = await press.read_match()
    undo = await look_up_free_undo(bot, match, interaction.user.id)
    if undo is None or (str(undo.to.seq), undo.plies[-1].seq) != (press.id.rest, press.id.decision):
        raise Stale(T("You can no longer take this back on your own. Ask the others: press More under the board."))
    to, seq, who, now = undo.to, match.seq, bot.request(interaction), bot.referee.now()

    def work(current: Match) -> Change:
        if (current.seq, current.phase) != (seq, "running"):
            raise Stale(T("The match has moved on."))
        return rewind_to(current, to, user_id=who.user_id, now=now)

    done = await bot.referee.change(match.id, who, work)
    said = bot.say(interaction, match)(T("Taken back."))
    await follow_up(bot, interaction, await bot.machines.run(done), said=said)


async def show_panel(
    bot: Slowboat,
    interaction: discord.Interaction,
    match: Match,
    *,
    note: str = "",
    extra: Sequence[discord.ui.Button[discord.ui.LayoutView]] = (),
) -> discord.InteractionMessage | None:
    """Answer with the panel of the person's seat, or with that of the vote. Returns the panel of the seat. Raises
    UserError for somebody without a seat."""
    if match.state is None:
        raise UserError(T("The match has not started yet."))
    match = see(interaction, await release_held(bot, interaction, match))
    seat = match.seat_to_play(interaction.user.id)
    if seat is None and find_vote(match) is not None and await has_looked(bot.referee, match, interaction.user.id):
        await show_vote(bot, interaction, match, note=note)
        return None
    if seat is None and match.phase == "finished":  # also for somebody who has resigned
        raise UserError(T("This match is over."))
    if seat is None:
        raise UserError(T("You have no seat in this match. Look at it with /board."))
    chosen = await bot.referee.draft(match, seat)
    undo = await look_up_free_undo(bot, match, interaction.user.id, glance=True)
    back = [make_take_back_button(match, undo, bot.say(interaction, match))] if undo is not None else []
    return await show_seat(bot, interaction, match, seat, chosen, note=note, extra=[*back, *extra])


async def show_vote(bot: Slowboat, interaction: discord.Interaction, match: Match, *, note: str = "") -> None:
    """Answer with the panel of the seat on whose turn the channel votes. Raises UserError for its players, and Stale if
    there is no vote."""
    ballot = await open_ballot(bot.referee, match, bot.request(interaction))
    vote = find_vote(match)
    if vote is not None:
        say, outages = bot.say(interaction, match), bot.referee.outages_of(match)
        told = "\n".join(line for line in (note, describe_ballot(match, ballot, say, outages)) if line)
        await show_seat(bot, interaction, match, vote.seat, read_codes(ballot.draft), note=told)


async def show_seat(
    bot: Slowboat, interaction: discord.Interaction, match: Match, seat: Seat, chosen: Sequence[str], **how: Any
) -> discord.InteractionMessage:
    """Show the panel of a seat, in the person's language and look. `how`: see `build_panel`."""
    language, look, signs = bot.language(interaction), bot.look(interaction), bot.signs.find(match.game.name)
    match = see(interaction, match)
    shown = await build_panel(match, seat, chosen, bot.painter, language, look=look, signs=signs, **how)
    return await bot[OpenPanels].show(interaction, match, seat, shown.view, shown.file)


async def commit(
    bot: Slowboat, interaction: discord.Interaction, match: Match, seat: Seat, codes: Sequence[str], *, decision: int
) -> None:
    """Commit plies, run the machines that answer them, and post the board; or vote for them where a channel plays."""
    if match.holder(seat).crowd:
        await cast_vote(bot, interaction, match, seat, codes)
        return
    who = bot.request(interaction)
    now = bot.referee.now()
    check_codes(match, seat, codes)
    final = fold_draft(match, seat, codes).ghost is not None  # it draws chance or reveals something
    say = bot.say(interaction, match)
    said = describe_turn(match, seat, codes, say)
    done = await bot.referee.change(
        match.id, who, lambda current: play(current, who, seat, codes, decision=decision, now=now)
    )
    if NATURE in done.match.to_act:  # the simulation takes a while
        rocking = say(match.words.prompt(done.match.view(seat), NATURE))
        try:
            await interaction.edit_original_response(view=bot.notice(f"✓ {said}\n{rocking}"), attachments=[])
        except FAILURES as error:  # the move is committed, and the simulation must start
            log.info("match %s: could not show that the simulation is running: %s", match.id, error)
    done = await bot.machines.run(done)
    final = final and done.match.held is None and done.match.seq == match.seq + len(codes)
    await follow_up(bot, interaction, done, said=said, moved=seat, final=final)


async def follow_up(
    bot: Slowboat,
    interaction: discord.Interaction,
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
        said += "\n-# " + bot.say(interaction, match)(describe_held(match, moved))
    seat = match.seat_to_play(interaction.user.id)
    more = seat is not None and may_decide(match, seat)  # also seats that may only revise a choice

    async def answer() -> None:
        say = bot.say(interaction, match)
        undo = None if final else await look_up_free_undo(bot, match, interaction.user.id, glance=True)
        extra = [make_take_back_button(match, undo, say)] if undo is not None else []
        if seat is not None and more and match.game.has_private_hands and moved not in (None, seat):
            told = say(T("Pass the device to {player}.", player=Player(seat)))
            shows = button(say(T("Show my hand")), Id("unveil", match.id), style=discord.ButtonStyle.primary)
            await bot[OpenPanels].show(interaction, match, seat, layout(text(f"**{told}**"), *rows([shows])))
            return
        if seat is not None and more:
            try:
                await show_seat(bot, interaction, match, seat, (), note=f"✓ {said}", extra=extra)
            except WorkerFailed as failed:  # the move is committed; answer without the picture
                log.warning("match %s: no picture for the next choice: %s", match.id, failed)
            else:
                return
        shown = layout(text(f"✓ {said}"), *rows(extra))
        if seat is not None:
            await bot[OpenPanels].show(interaction, match, seat, shown)
        else:
            await interaction.edit_original_response(view=shown, attachments=[])

    posting = bot[Postman].post_board(done, interaction)
    for failure in await asyncio.gather(answer(), posting, return_exceptions=True):
        if failure is not None:
            raise failure
    if done.outbox_id is None and not (more and seat in match.to_act):  # others are still choosing
        await bot[Postman].refresh(match)


async def read_draft(press: Press) -> tuple[Match, Seat, tuple[str, ...]]:
    """Read the match, the seat and its draft. Raises Stale where the pressed message shows an older draft."""
    match = await press.read_match()
    first, _, rest = press.id.rest.partition(".")
    seat = int(first) if first.isdecimal() else -1
    if seat not in range(match.capacity):
        raise make_old_button_error()
    who = press.bot.request(press.interaction)
    chosen = await load_draft(press.bot.referee, match, who, seat, decision=press.id.decision)
    if (await add_forced_in_thread(match, seat, chosen)).fingerprint != rest.split(".")[0]:
        raise Stale(T("You have changed your choice since. Here is how things stand."))
    return match, seat, chosen


async def redraft(press: Press, match: Match, seat: Seat, codes: Sequence[str], *, by_menu: bool = False) -> None:
    """Store another draft and show its panel; `by_menu`: with single moves even where whole turns are proposed."""
    bot = press.bot
    await keep_draft(bot.referee, match, bot.request(press.interaction), seat, codes)
    await show_seat(bot, press.interaction, match, seat, codes, by_menu=by_menu)
