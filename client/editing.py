"""The host corrects the position: an editor in pictures, whose changes take effect once everybody else agrees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from msgspec import structs

from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.log_text import describe_edits
from client.messages.menus import BRANCH, Entry, offer, parse_branch
from client.messages.parts import button, layout, picture, rows, text
from client.replay.replay import Place
from client.turn.candidates import MOVE
from client.turn.panel import make_choices
from client.votes.answers import find_seat
from client.votes.proposals import propose
from games.core import IllegalMove
from games.editing import MOST_EDITS, edit_position, list_edits
from games.text import Say, T
from matches.errors import Stale, UserError
from matches.machines.offload import run_rules
from matches.match import Match, Proposal
from matches.votes.proposals import OPEN_FOR, may_go_back
from matches.votes.undo import SEPARATOR

END = "."
"""Ends the changes made so far in a custom_id; a new change may follow."""


@action("edit", "update")
async def edit(visit: Visit) -> None:
    """Open the editor, make a further change, or show a group of changes."""
    match, codes = await _read(visit)
    chosen = visit.value or visit.id.rest.partition(END)[2].removeprefix(f"{MOVE}.")
    branch = parse_branch(chosen) if chosen.startswith(BRANCH) else ()
    if chosen and not chosen.startswith(BRANCH):
        codes = (*codes, chosen)
    view, edits = await _edit_view(match, codes)
    say = visit.say_about(match)
    drawn = await visit.bot.painter.draw_position(match, visit.language, state=view, look=visit.look)
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    title, asked = say(T("Correct the position")), say(T("What should be different? Everybody else must agree."))
    lines = [f"### {title}", *(f"• {each}" for each in describe_edits(match, codes, say))]
    controls: Sequence[ui.Item[ui.LayoutView]] = ()
    if edits and len(codes) < MOST_EDITS:
        offered = offer(_list_entries(match, edits, say), branch)
        hint = say(T("Choose a change"))
        menus = [structs.replace(menu, title=menu.title or hint) for menu in offered.menus]
        offered = structs.replace(offered, menus=tuple(menus))
        pick = Id("edit", match.id, match.seq, SEPARATOR.join(codes))
        controls = make_choices(offered, pick, say, visit.bot.signs.find(match.game_name))
        lines += [asked, *([offered.title] if offered.title else [])]
    else:
        lines.append(say(T("You cannot make more changes at once.")))
    page = layout(text(*lines), shown, *controls, *rows(_make_buttons(match, codes, say)))
    await visit.bot.signs.show(visit.interaction, page, file)


@action("propose_edit", "update")
async def propose_edit(visit: Visit) -> None:
    """Ask the others to agree to the changes the host has seen."""
    shown, codes = await _read(visit)
    await _edit_view(shown, codes)

    def make(match: Match, now: float) -> Proposal:
        if match.seq != shown.seq:
            raise Stale
        return Proposal("edit", visit.user_id, find_seat(match, visit.user_id), 0, now + OPEN_FOR, edits=codes)

    await propose(visit, make)


async def _read(visit: Visit) -> tuple[Match, tuple[str, ...]]:
    """Read the match and the changes made so far. Raises UserError or Stale unless its host may change it now."""
    match = await visit.read_match()
    if visit.user_id not in match.people or visit.user_id != match.host_id:
        raise UserError(T("Only the host of this match can propose to correct the position."))
    if not may_go_back(match) or match.seq != visit.id.decision:
        raise Stale
    codes = visit.id.rest.partition(END)[0]
    return match, tuple(codes.split(SEPARATOR)) if codes else ()


async def _edit_view(match: Match, codes: Sequence[str]) -> tuple[Any, Sequence[str]]:
    """Apply changes to the public view, so that they reveal nothing. Returns the changed view and the further changes
    that are possible. Raises UserError."""
    game, view = match.game, match.view(None)

    def change() -> tuple[Any, Sequence[str]]:
        changed = edit_position(game, view, codes) if codes else view
        return changed, list_edits(game, changed)

    try:
        changed, edits = await run_rules(game, change)
    except IllegalMove as error:
        raise UserError(T("The match could not go on from this position. Change something else.")) from error
    if not edits and not codes:
        raise UserError(T("The position can be corrected only at the beginning of a turn. Finish this turn first."))
    return changed, edits


def _list_entries(match: Match, edits: Sequence[str], say: Say) -> list[Entry]:
    return [Entry(tuple(map(say, match.words.edit(code))), code) for code in edits]


def _make_buttons(match: Match, codes: Sequence[str], say: Say) -> list[ui.Button[ui.LayoutView]]:
    here = Id("edit", match.id, match.seq)
    found = []
    if codes:
        ask = structs.replace(here, action="propose_edit", rest=SEPARATOR.join(codes))
        found.append(button(say(T("Ask the others")), ask, style=discord.ButtonStyle.danger))
        back = structs.replace(here, rest=f"{SEPARATOR.join(codes[:-1])}{END}")
        found.append(button(say(T("Undo the last change")), back))
    return [*found, button(say(T("Back")), Id("step", match.id, rest=str(Place(sight=None))))]
