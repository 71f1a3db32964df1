"""Help with a move: *Suggest a move* makes the strongest computer player's turn the draft, with the reason for it.
*Why not …?* lists moves a player might wish for, and explains why one is not legal: the rule in words, and a picture
that marks what is in the way. An illegal move typed into a command gets the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.menus import BRANCH, LABEL_LENGTH, offer, parse_branch
from client.messages.parts import button, rows
from client.messages.turn_text import find_named, list_entries, name_choice
from client.turn.candidates import MOVE
from client.turn.open_panels import OpenPanels
from client.turn.panel import (
    Draft,
    Panel,
    add_forced_in_thread,
    assemble_panel,
    make_choices,
    make_id,
    make_return_button,
)
from client.turn.turn import read_draft, refresh_if_stale, show_seat
from games.coaching import SeenPly, find_refusal, list_wishes
from games.core import Seat
from games.text import Say, T, Text
from matches.errors import UserError
from matches.machines.hints import suggest_turn
from matches.machines.offload import run_rules
from matches.match import Match
from matches.play import fold_draft
from matches.texts import defuse
from matches.votes.ballots import keep_draft

WISH = "wish"
"""The action of buttons and menus in which people choose the move they wish to make.

Their custom_ids contain the same fields as the panel's, then the chosen code or branch.
"""


@action("hint", "update")
@refresh_if_stale
async def show_hint(visit: Visit) -> None:
    """Handle *Suggest a move*: make the suggested turn the draft, so that *Confirm* plays it."""
    match, seat, _ = await read_draft(visit)
    codes = await suggest_turn(visit.referee, visit.bot.machines, match, seat)
    reason = await run_rules(match.game, lambda: explain_turn(match, seat, codes))
    await keep_draft(visit.referee, match, visit.who, seat, codes)
    note = f"💡 {visit.say_about(match)(reason)}"
    await show_seat(visit, match, seat, codes, note=note)


def explain_turn(match: Match, seat: Seat, codes: Sequence[str]) -> Text:
    """Give the reason for a turn in the game's words."""
    plies = []
    for index, code in enumerate(codes):
        before = fold_draft(match, seat, codes[:index]).state
        plies.append(SeenPly(match.game.view(before, seat), match.game.parse(before, seat, code)))
    return (match.words.reason(plies, seat) if plies else None) or T("A strong player would do this.")


@action("why", "update")
@refresh_if_stale
async def ask_why_not(visit: Visit) -> None:
    """Handle *Why not …?*: list the moves a player might wish for."""
    match, seat, chosen = await read_draft(visit)
    await _show_wishes(visit, match, seat, chosen)


@action(WISH, "update")
@refresh_if_stale
async def explain_wish(visit: Visit) -> None:
    """Handle a chosen wish, or a tab or menu entry that leads to more of them."""
    match, seat, chosen = await read_draft(visit)
    code = visit.value or visit.id.rest.split(".", 2)[2].removeprefix(f"{MOVE}.")
    if code.startswith(BRANCH):
        await _show_wishes(visit, match, seat, chosen, branch=parse_branch(code))
        return
    await show_refusal(visit, match, seat, chosen, code)


async def _show_wishes(
    visit: Visit, match: Match, seat: Seat, chosen: Sequence[str], *, branch: tuple[int, ...] = ()
) -> None:
    """List the wishes of a seat beside its position."""
    say, draft = visit.say_about(match), await add_forced_in_thread(match, seat, chosen, prepare=False)
    view = match.game.view(fold_draft(match, seat, draft.codes).state, seat)
    wishes = await run_rules(match.game, lambda: list_wishes(match.game, view, seat))
    if not wishes:
        raise UserError(T("There is nothing to choose now."))
    offered = offer(list_entries(match.words, seat, view, wishes, say), branch)
    pick = make_id(WISH, match, seat, draft)
    signs, look = visit.bot.signs.find(match.game.name), visit.look
    drawn = await visit.bot.painter.draw_private_board(match, visit.language, seat=seat, view=view, look=look)
    asked = say(T("Which move would you like to make? It need not be legal."))
    lines = [f"**{asked}**"]
    lines += [offered.title] if offered.title else []
    back = [make_return_button(match, say)]
    if offered.is_inner:
        back.insert(0, button(say(T("All moves")), make_id("why", match, seat, draft)))
    panel = assemble_panel(drawn, lines, [*make_choices(offered, pick, say, signs), *rows(back)])
    await visit.bot[OpenPanels].show(visit.interaction, match, seat, panel.view, panel.file)


async def show_refusal(visit: Visit, match: Match, seat: Seat, chosen: Sequence[str], code: str) -> None:
    """Show why the move with this code is not legal, or that it is legal."""
    draft = await add_forced_in_thread(match, seat, chosen, prepare=False)
    shown = await build_refusal(visit, match, seat, draft, code)
    await visit.bot[OpenPanels].show(visit.interaction, match, seat, shown.view, shown.file)


async def build_refusal(visit: Visit, match: Match, seat: Seat, draft: Draft, code: str) -> Panel:
    """Build the answer to *Why not …?* from the view of the seat alone."""
    say, language, look = visit.say_about(match), visit.language, visit.look
    view = match.game.view(fold_draft(match, seat, draft.codes).state, seat)
    refusal = await run_rules(match.game, lambda: find_refusal(match.game, view, seat, code))
    wishes = await run_rules(match.game, lambda: list_wishes(match.game, view, seat))
    named = next((name_choice(match, seat, view, move, say) for move in wishes if move.code == code), defuse(code))
    buttons = [button(say(T("Another move")), make_id("why", match, seat, draft)), make_return_button(match, say)]
    if refusal is None:
        told = say(T("You may do this."))
        picks = make_id("pick", match, seat, draft)
        taken = Id(picks.action, picks.match, picks.decision, f"{picks.rest}.{MOVE}.{code}")
        buttons.insert(0, button(say(T("Choose it")), taken, style=discord.ButtonStyle.primary))
    else:
        told = say(match.words.refusal(refusal))
    marks = refusal.about if refusal is not None else ()
    drawn = await visit.bot.painter.draw_private_board(match, language, seat=seat, view=view, look=look, marks=marks)
    mark = "✓" if refusal is None else "✗"
    return assemble_panel(drawn, [f"**{mark} {named[:LABEL_LENGTH]}**", told], rows(buttons))


def suggest_wishes(match: Match, seat: Seat, view: object, typed: str, say: Say) -> dict[str, str]:
    """Find wishes whose name contains the typed text, by code. Used where no legal move matches."""
    wishes = list_wishes(match.game, view, seat) if typed else ()
    found = find_named(match, seat, view, wishes, typed, say)
    return {code: f"✗ {label}"[:LABEL_LENGTH] for code, label in found.items()}
