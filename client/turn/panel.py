"""The private panel: a player's menus, preview and Confirm, seen by nobody else."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from msgspec import Struct, structs

from client.boards.pictures import Drawn, Painter, verdict
from client.messages.custom_ids import Id
from client.messages.menus import Entry, joined, menus, split, within
from client.messages.parts import button, layout, picture, rows, selects, text
from games.core import Seat
from games.text import Join, Player, Say, T, Text
from matches.clocks.pauses import why_paused
from matches.machines.offload import run_rules
from matches.match import Match
from matches.play import folded
from rendering import Look

_PLAIN = Look()

MOVE = "move"
"""Stands in a button's id before the code of the move it makes."""


class Panel(Struct, frozen=True):
    """A message for one player alone."""

    view: ui.LayoutView
    file: discord.File


class Draft(Struct, frozen=True):
    """What a player has chosen so far: `chosen` by clicks, `codes` with the forced plies that follow by themselves."""

    chosen: tuple[str, ...]
    codes: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """Tells one draft from another, so that a button of an older preview is recognised."""
        return format(zlib.crc32("\n".join(self.codes).encode()), "x")


def with_forced(match: Match, seat: Seat, chosen: Sequence[str]) -> Draft:
    """The draft with every ply added that is the only legal one: what is no choice needs no click."""
    codes = tuple(chosen)
    while not (draft := folded(match, seat, codes)).complete:
        moves = match.game.legal_moves(draft.state, seat)
        if len(moves) != 1 or not match.game.needs_confirmation(draft.state, seat, moves[0]):
            break
        codes = (*codes, moves[0].code)
    return Draft(tuple(chosen), codes)


async def unfolded(match: Match, seat: Seat, chosen: Sequence[str]) -> Draft:
    """`with_forced`, in a thread where the rules take their time over a list of moves, which they remember."""
    return await run_rules(match.game, lambda: with_forced(match, seat, chosen))


def may_decide(match: Match, seat: Seat) -> bool:
    """Whether the seat has something to choose now, or may still change its choice."""
    return seat in match.decisions and match.row.phase == "running" and not match.holder(seat).stand_in


async def panel(
    match: Match,
    seat: Seat,
    chosen: Sequence[str],
    painter: Painter,
    language: str,
    *,
    branch: tuple[int, ...] = (),
    note: str = "",
    look: Look = _PLAIN,
    extra: Sequence[ui.Button[ui.LayoutView]] = (),
) -> Panel:
    """What `seat` sees: menus, or the preview of a complete draft, or just the board.

    `note`: a line on top. `extra`: buttons that have nothing to do with the choice.
    """
    say = painter.texts.say(language, match.cast())
    head = [note] if note else []
    if not may_decide(match, seat):
        drawn = await painter.private_board(match, language, seat=seat, ended=verdict(match), look=look)
        return _panel(drawn, [*head, say(_waiting(match, seat))], rows([*_back_button(match, seat, say), *extra]))
    draft = await unfolded(match, seat, chosen)
    fold = folded(match, seat, draft.codes)
    view = match.game.view(fold.state, seat)
    if fold.complete:  # the last ply is drawn as a choice, not as if it had been made and were another's turn
        begun = match.game.view(folded(match, seat, draft.codes[:-1]).state, seat)
        drawn = await painter.private_board(match, language, seat=seat, view=begun, ghost=fold.last, look=look)
        lines = [*head, *_preview(match, seat, draft, match.words.warnings(begun, seat, fold.last), say)]
        return _panel(drawn, lines, rows(_preview_buttons(match, seat, draft, view, say)))
    moves = match.game.legal_moves(fold.state, seat)
    entries = [Entry(tuple(map(say, match.words.menu(view, seat, move))), move.code) for move in moves]
    short, long = ([], split(entries)[1]) if branch else split(entries)
    offered = {entry.code for entry in (*short, *within(long, branch)[1])}
    marked = [move for move in moves if move.code in offered]
    drawn = await painter.private_board(match, language, seat=seat, view=view, moves=marked, look=look)
    pick = _id("pick", match, seat, draft)
    controls = rows(_move_buttons(short, pick))
    if long:
        controls += selects(menus(long, branch), pick, placeholder=say(T("Choose a move")))
    buttons = [button(say(T("Back")), Id("play", match.row.id))] if branch else []
    buttons += [*_undo_buttons(match, seat, draft, say), *_auto_button(match, seat, say), *extra]
    lines = [*head, f"**{say(match.words.prompt(view, seat))}**"]
    lines += [f"-# ✓ {line}" for line in in_words(match, seat, draft.codes, say)]
    return _panel(drawn, lines, [*controls, *rows(buttons)])


def in_words(match: Match, seat: Seat, codes: Sequence[str], say: Say) -> list[str]:
    """The plies of a draft, one line each."""
    lines = []
    for number, code in enumerate(codes):
        before = folded(match, seat, codes[:number]).state
        move = match.game.parse(before, seat, code)
        lines.append(joined(list(map(say, match.words.menu(match.game.view(before, seat), seat, move)))))
    return lines


def _panel(drawn: Drawn, lines: Sequence[str], controls: Sequence[ui.ActionRow[ui.LayoutView]]) -> Panel:
    gallery, file = picture(drawn.png, drawn.name, drawn.alt)
    return Panel(layout(text(*lines), gallery, *controls), file)


def _preview(match: Match, seat: Seat, draft: Draft, warnings: Sequence[Text], say: Say) -> list[str]:
    lines = [f"**{line}**" for line in in_words(match, seat, draft.codes, say)]
    lines += [f"⚠ {say(warning)}" for warning in warnings]
    lines.append("-# " + say(T("Nobody sees this before you confirm it.")))
    return lines


def _preview_buttons(match: Match, seat: Seat, draft: Draft, view: Any, say: Say) -> list[ui.Button[ui.LayoutView]]:
    confirm = _id("confirm", match, seat, draft)
    found = [button(say(T("Confirm")), confirm, style=discord.ButtonStyle.success)]
    if match.game.nature is not None and match.game.nature.can_estimate_risk(view):
        found.append(button(say(T("How risky?")), _id("risk", match, seat, draft)))
    return [*found, *_undo_buttons(match, seat, draft, say)]


def _undo_buttons(match: Match, seat: Seat, draft: Draft, say: Say) -> list[ui.Button[ui.LayoutView]]:
    if not draft.chosen:
        return []
    label = T("Change") if len(draft.chosen) == 1 else T("Undo the last step")
    found = [button(say(label), _id("undo", match, seat, draft))]
    if len(draft.chosen) > 1:
        found.append(button(say(T("Start the turn anew")), _id("reset", match, seat, draft)))
    return found


def _auto_button(match: Match, seat: Seat, say: Say) -> list[ui.Button[ui.LayoutView]]:
    if match.row.phase != "running":
        return []
    on = bool(match.holder(seat).auto)
    label = T("Ask me about forced moves again") if on else T("Play forced moves for me")
    return [button(say(label), Id("auto", match.row.id, rest="off" if on else "on"))]


def _move_buttons(entries: Sequence[Entry], pick: Id) -> list[ui.Button[ui.LayoutView]]:
    style = discord.ButtonStyle.primary
    return [
        button(entry.path[0], structs.replace(pick, rest=f"{pick.rest}.{MOVE}.{entry.code}"), style=style)
        for entry in entries
    ]


def _id(action: str, match: Match, seat: Seat, draft: Draft) -> Id:
    return Id(action, match.row.id, match.decisions[seat], f"{seat}.{draft.fingerprint}")


def _back_button(match: Match, seat: Seat, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """*I'm back*, for somebody for whom a stand-in plays."""
    if match.row.phase not in ("running", "paused") or not match.holder(seat).stand_in:
        return []
    return [button(say(T("I'm back")), Id("back", match.row.id), style=discord.ButtonStyle.primary)]


def _waiting(match: Match, seat: Seat) -> Text:
    if match.row.phase == "paused":
        return why_paused(match)
    if match.row.phase == "running" and match.holder(seat).stand_in:
        return T('A stand-in is playing for you. Press "I\'m back" to go on yourself.')
    if match.row.phase != "running":
        return T("This match is over.")
    if not match.awaited:
        return T("The next move is being worked out. Look again in a moment.")
    return T("Waiting for {players}.", players=Join(tuple(Player(row.seat) for row in match.awaited)))
