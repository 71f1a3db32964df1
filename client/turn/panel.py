"""Build the private panel of a player: the choices, the preview and *Confirm*."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, cast

import discord
from discord import ui
from msgspec import Struct, structs

from client.boards.pictures import Drawn, Painter, describe_ending
from client.messages.custom_ids import Id
from client.messages.menus import Entry, Offer, Option, Tab, offer
from client.messages.parts import button, layout, picture, rows, selects, text
from client.messages.signs import Signs
from client.messages.turn_text import describe_held, describe_plies
from client.turn.proposals import (
    MOVE,
    describe_proposals,
    find_changes,
    find_proposals,
    make_change_buttons,
    make_menu_buttons,
    make_proposal_buttons,
)
from games.core import Move, Seat, SignWords
from games.text import Join, Player, Say, T, Text
from matches.clocks.pauses import why_paused
from matches.machines.offload import run_rules
from matches.match import Match
from matches.play import fold_draft
from rendering import Look

_PLAIN = Look()

_NO_SIGNS: Signs = MappingProxyType({})

OPEN = "▾ "
"""Marks the tab that is open."""


class Panel(Struct, frozen=True):
    """A message for one player alone."""

    view: ui.LayoutView
    file: discord.File


class Draft(Struct, frozen=True):
    """What a player has chosen so far.

    `chosen`: codes of the moves they picked. `codes`: these, and the forced moves that follow.
    """

    chosen: tuple[str, ...]
    codes: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """Identify the draft, so that a button of an older preview is recognised."""
        return format(zlib.crc32("\n".join(self.codes).encode()), "x")


def add_forced(match: Match, seat: Seat, chosen: Sequence[str]) -> Draft:
    """Extend a draft by every ply that is the only legal one, because that is not a choice."""
    codes = tuple(chosen)
    while not (draft := fold_draft(match, seat, codes)).complete:
        moves = match.game.legal_moves(draft.state, seat)
        if len(moves) != 1 or not match.game.needs_confirmation(draft.state, seat, moves[0]):
            break
        codes = (*codes, moves[0].code)
    return Draft(tuple(chosen), codes)


async def add_forced_in_thread(match: Match, seat: Seat, chosen: Sequence[str]) -> Draft:
    """Call `add_forced`, in a thread where the game's rules are slow."""
    return await run_rules(match.game, lambda: add_forced(match, seat, chosen))


def may_decide(match: Match, seat: Seat) -> bool:
    """Tell whether the seat has a decision to make now, or may still change one."""
    return seat in match.decisions and match.row.phase == "running" and not match.holder(seat).stand_in


async def build_panel(
    match: Match,
    seat: Seat,
    chosen: Sequence[str],
    painter: Painter,
    language: str,
    *,
    branch: tuple[int, ...] = (),
    by_menu: bool = False,
    note: str = "",
    look: Look = _PLAIN,
    signs: Signs = _NO_SIGNS,
    extra: Sequence[ui.Button[ui.LayoutView]] = (),
) -> Panel:
    """Build the panel of `seat`: its choices, the preview of a complete draft, or the board alone.

    `by_menu`: offer single moves even where the game proposes whole turns. `note`: a line on top. `signs`: the emoji of
    buttons and menus. `extra`: buttons that have nothing to do with the choice.
    """
    say = painter.texts.say(language, match.cast())
    head = [note] if note else []
    if not may_decide(match, seat):
        drawn = await painter.draw_private_board(match, language, seat=seat, ended=describe_ending(match), look=look)
        return _assemble_panel(
            drawn, [*head, say(_describe_waiting(match, seat))], rows([*_make_back_button(match, seat, say), *extra])
        )
    draft = await add_forced_in_thread(match, seat, chosen)
    fold = fold_draft(match, seat, draft.codes)
    view = match.game.view(fold.state, seat)
    if fold.complete:  # draw the last ply as a ghost, not the position after it
        begun = match.game.view(fold_draft(match, seat, draft.codes[:-1]).state, seat)
        drawn = await painter.draw_private_board(match, language, seat=seat, view=begun, ghost=fold.last, look=look)
        lines = [*head, *_describe_preview(match, seat, draft, match.words.warnings(begun, seat, fold.last), say)]
        changes = await find_changes(match, seat, draft.codes)
        buttons = _make_preview_buttons(match, seat, draft, view, say)
        change = make_change_buttons(changes, match, seat, _make_id("adopt", match, seat, draft), say)
        return _assemble_panel(drawn, lines, [*rows(buttons), *rows(change)])
    moves = match.game.legal_moves(fold.state, seat)
    proposals = () if by_menu or branch else await find_proposals(match, seat, view)
    lines = [*head, f"**{say(match.words.prompt(view, seat))}**"]
    lines += [f"-# ✓ {line}" for line in describe_plies(match, seat, draft.codes, say)]
    undo = _make_undo_buttons(match, seat, draft, say)
    if proposals:
        adopt, detail, begin = (_make_id(action, match, seat, draft) for action in ("adopt", "detail", "begin"))
        drawn = await painter.draw_private_board(match, language, seat=seat, view=view, proposals=proposals, look=look)
        others = [move for move in moves if move.code not in {each.codes[0] for each in proposals}]
        offers = make_proposal_buttons(proposals, match, seat, view, (adopt, draft.codes), say)
        beside = make_menu_buttons(others, match, seat, view, (begin, detail), say)
        lines += describe_proposals(proposals, match, seat, view, say)
        return _assemble_panel(drawn, lines, [*rows(offers), *rows([*beside, *undo, *extra])])
    entries = [
        Entry(tuple(map(say, match.words.menu(view, seat, move))), move.code, _find_sign(match, move)) for move in moves
    ]
    offered = offer(entries, branch)
    marked = [move for move in moves if move.code in offered.codes]
    drawn = await painter.draw_private_board(match, language, seat=seat, view=view, moves=marked, look=look)
    controls = _choices(offered, _make_id("pick", match, seat, draft), say, signs)
    buttons = [button(say(T("Back")), Id("play", match.row.id))] if offered.is_inner else []
    buttons += [*undo, *_make_auto_button(match, seat, say), *extra]
    lines += [offered.title] if offered.title else []
    return _assemble_panel(drawn, lines, [*controls, *rows(buttons)])


def _assemble_panel(drawn: Drawn, lines: Sequence[str], controls: Sequence[ui.ActionRow[ui.LayoutView]]) -> Panel:
    gallery, file = picture(drawn.png, drawn.name, drawn.alt)
    return Panel(layout(text(*lines), gallery, *controls), file)


def _describe_preview(match: Match, seat: Seat, draft: Draft, warnings: Sequence[Text], say: Say) -> list[str]:
    lines = [f"**{line}**" for line in describe_plies(match, seat, draft.codes, say)]
    lines += [f"⚠ {say(warning)}" for warning in warnings]
    lines.append("-# " + say(T("Nobody sees this before you confirm it.")))
    return lines


def _make_preview_buttons(
    match: Match, seat: Seat, draft: Draft, view: Any, say: Say
) -> list[ui.Button[ui.LayoutView]]:
    confirm = _make_id("confirm", match, seat, draft)
    found = [button(say(T("Confirm")), confirm, style=discord.ButtonStyle.success)]
    if match.game.nature is not None and match.game.nature.can_estimate_risk(view):
        found.append(button(say(T("How risky?")), _make_id("risk", match, seat, draft)))
    return [*found, *_make_undo_buttons(match, seat, draft, say)]


def _make_undo_buttons(match: Match, seat: Seat, draft: Draft, say: Say) -> list[ui.Button[ui.LayoutView]]:
    if not draft.chosen:
        return []
    label = T("Change") if len(draft.chosen) == 1 else T("Undo the last step")
    found = [button(say(label), _make_id("undo", match, seat, draft))]
    if len(draft.chosen) > 1:
        found.append(button(say(T("Start the turn over")), _make_id("reset", match, seat, draft)))
    return found


def _make_auto_button(match: Match, seat: Seat, say: Say) -> list[ui.Button[ui.LayoutView]]:
    if match.row.phase != "running":
        return []
    on = bool(match.holder(seat).auto)
    label = T("Ask me about forced moves again") if on else T("Play forced moves for me")
    return [button(say(label), Id("auto", match.row.id, rest="off" if on else "on"))]


def _find_sign(match: Match, move: Move) -> str:
    """Name the sign of a move; "" in games without signs."""
    return cast("SignWords", match.words).sign(move) if hasattr(match.words, "sign") else ""


def _choices(offered: Offer, pick: Id, say: Say, signs: Signs) -> list[ui.ActionRow[ui.LayoutView]]:
    """Show what a panel offers: tabs, moves as buttons, menus."""

    def to(
        label: str, shown: Option | Tab, style: discord.ButtonStyle, *, disabled: bool = False
    ) -> ui.Button[ui.LayoutView]:
        made = structs.replace(pick, rest=f"{pick.rest}.{MOVE}.{shown.value}")
        return button(label, made, style=style, disabled=disabled, emoji=signs.get(shown.sign))

    secondary, primary = discord.ButtonStyle.secondary, discord.ButtonStyle.primary
    tabs = [
        row
        for level in offered.tabs
        for row in rows([to(OPEN * tab.is_open + tab.label, tab, secondary, disabled=tab.is_open) for tab in level])
    ]
    moves, tab_moves = (
        [to(option.label, option, primary) for option in options] for options in (offered.buttons, offered.tab_buttons)
    )
    shown = selects(offered.menus, pick, placeholder=say(T("Choose a move")), signs=signs) if offered.menus else []
    return [*rows(moves), *tabs, *rows(tab_moves), *shown]


def _make_id(action: str, match: Match, seat: Seat, draft: Draft) -> Id:
    return Id(action, match.row.id, match.decisions[seat], f"{seat}.{draft.fingerprint}")


def _make_back_button(match: Match, seat: Seat, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Offer *I'm back* to a player whose seat a stand-in plays."""
    if match.row.phase not in ("running", "paused") or not match.holder(seat).stand_in:
        return []
    return [button(say(T("I'm back")), Id("back", match.row.id), style=discord.ButtonStyle.primary)]


def _describe_waiting(match: Match, seat: Seat) -> Text:
    if match.row.phase == "paused":
        return why_paused(match)
    if match.row.phase == "running" and match.holder(seat).stand_in:
        return T('A stand-in is playing for you. Press "I\'m back" to go on yourself.')
    if match.row.phase != "running":
        return T("This match is over.")
    if match.held is not None:
        return describe_held(match)
    if not match.awaited:
        return T("The next move is being computed. Look again in a moment.")
    return T("Waiting for {players}.", players=Join(tuple(Player(row.seat) for row in match.awaited)))
