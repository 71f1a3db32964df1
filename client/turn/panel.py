"""Build the private panel of a player: the choices, the preview and *Confirm*."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import ui
from msgspec import Struct, structs

from client.core.signs import Signs
from client.core.visit import Visit
from client.messages.alt_text import describe_ending
from client.messages.crowd_text import make_audience_buttons
from client.messages.custom_ids import Id
from client.messages.menus import Offer, Option, Tab, join_labels, offer
from client.messages.parts import button, layout, picture, rows, selects, text
from client.messages.turn_text import BEING_COMPUTED, describe_held, describe_plies, list_entries
from client.pictures.painter import Drawn, Painter
from client.turn.candidates import (
    MOVE,
    count_columns,
    describe_candidates,
    describe_gauge,
    find_candidates,
    find_changes,
    find_gauge,
    find_prepared,
    make_candidate_buttons,
    make_change_menu,
    make_menu_buttons,
)
from games.coaching import can_ask
from games.core import NATURE, Move, Seat
from games.text import Join, Player, Say, T, Text
from matches.clocks.pauses import explain_pause
from matches.machines.hints import may_ask
from matches.machines.offload import run_rules
from matches.match import Match
from matches.play import fold_draft
from rendering import Look

_PLAIN = Look()

_NO_SIGNS: Signs = MappingProxyType({})

_MOST_OTHERS = 5
"""The most choices that get a button each beside a prepared one."""

_SCREEN, _WIDTH, _ROW, _LINE, _LETTERS = 750, 298, 48, 22, 36
"""A phone of 390 by 844 pixels: the height of a message without its head and its frame, the width of a picture, the
heights of a row of buttons and of a line, and the letters in that line."""

OPEN = "▾ "
"""Marks the tab that is open."""


class Panel(Struct, frozen=True):
    """A private message for one player."""

    view: ui.LayoutView
    file: discord.File


class Draft(Struct, frozen=True):
    """A player's unconfirmed turn.

    `chosen`: the codes they picked. `codes`: these, and the forced and prepared moves after them.
    """

    chosen: tuple[str, ...]
    codes: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """Identify what was chosen, so that buttons of older previews are detected."""
        return format(zlib.crc32("\n".join(self.chosen).encode()), "x")


def add_forced(match: Match, seat: Seat, chosen: Sequence[str], *, prepare: bool = True) -> Draft:
    """Extend a draft by forced plies: those that are the only legal move.

    `prepare`: if nothing is chosen yet, add the rest of the turn that the game prepares. In rated matches it prepares
    nothing for a player who has a choice at once.
    """
    codes = tuple(chosen)
    while not (draft := fold_draft(match, seat, codes)).complete:
        moves = match.game.legal_moves(draft.state, seat)
        if len(moves) != 1 or not match.game.needs_confirmation(draft.state, seat, moves[0]):
            break
        codes = (*codes, moves[0].code)
    ready = prepare and not chosen and not draft.complete and (codes or not match.rated)
    if ready and match.game.candidates is not None:
        codes += tuple(match.game.candidates.complete(match.game.view(draft.state, seat), seat))
    return Draft(tuple(chosen), codes)


async def add_forced_in_thread(match: Match, seat: Seat, chosen: Sequence[str], *, prepare: bool = True) -> Draft:
    """Call `add_forced`; in a thread if the game's rules are slow."""
    return await run_rules(match.game, lambda: add_forced(match, seat, chosen, prepare=prepare))


def may_decide(match: Match, seat: Seat) -> bool:
    """Tell whether the seat has a decision to make now, or may still change one."""
    return seat in match.decisions and match.phase == "running" and not match.holder(seat).stand_in


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
    buttons and menus. `extra`: further buttons.
    """
    say = painter.texts.say(language, match.cast())
    head = [note] if note else []
    if not may_decide(match, seat):
        drawn = await painter.draw_private_board(match, language, seat=seat, ended=describe_ending(match), look=look)
        me = match.holder(seat).user_id or 0
        expect = await run_rules(match.game, lambda: make_audience_buttons(match, me, say))
        buttons = [*_make_back_button(match, seat, say), *_make_try_button(match, seat, say), *expect, *extra]
        return assemble_panel(drawn, [*head, say(_describe_waiting(match, seat))], rows(buttons))
    draft = await add_forced_in_thread(match, seat, chosen, prepare=not by_menu)
    fold = fold_draft(match, seat, draft.codes)
    view = match.game.view(fold.state, seat)
    if fold.complete:  # draw the last ply as a ghost, not the position after it
        begun = match.game.view(fold_draft(match, seat, draft.codes[:-1]).state, seat)
        prepared = await find_prepared(match, seat, draft.codes)
        plies = _list_plies(match, seat, draft.codes, start=prepared or len(draft.codes) - 1)
        if prepared:  # show all that was prepared, not only the last ply
            begun = structs.replace(begun, events=tuple(event for view, _ in plies[1:] for event in view.events))
        gauge = await find_gauge(match, seat, draft.codes)
        drawn = await painter.draw_private_board(
            match, language, seat=seat, view=begun, ghost=fold.last, gauge=gauge, look=look
        )
        warnings = dict.fromkeys(say(each) for ply in plies for each in match.words.warnings(ply[0], seat, ply[1]))
        lines = [*head, *_describe_preview(match, seat, draft, tuple(warnings), say)]
        lines += describe_gauge(gauge, say)
        changes = await find_changes(match, seat, draft.codes)
        buttons = _make_preview_buttons(match, seat, draft, view, say, prepared=bool(prepared))
        instead = [] if prepared or draft.chosen else _make_other_buttons(match, seat, draft, say, signs)
        change = make_change_menu(changes, match, seat, make_id("adopt", match, seat, draft), say)
        return assemble_panel(drawn, lines, [*rows([*buttons, *instead]), *change])
    moves = match.game.legal_moves(fold.state, seat)
    candidates = () if by_menu or branch else await find_candidates(match, seat, view)
    lines = [*head, f"**{say(match.words.prompt(view, seat))}**"]
    lines += [f"-# ✓ {line}" for line in describe_plies(match, seat, draft.codes, say)]
    undo = _make_undo_buttons(match, seat, draft, say)
    if candidates:
        adopt, detail, begin = (make_id(action, match, seat, draft) for action in ("adopt", "detail", "begin"))
        drawn = await painter.draw_private_board(
            match, language, seat=seat, view=view, candidates=candidates, look=look
        )
        others = [move for move in moves if move.code not in {each.codes[0] for each in candidates}]
        offers = make_candidate_buttons(candidates, (adopt, draft.codes), signs)
        beside = make_menu_buttons(others, match, seat, view, (begin, detail), say, signs)
        lines += describe_candidates(candidates, match, seat, view, say)
        beside += [*_make_try_button(match, seat, say), *undo, *_make_hint_button(match, seat, draft, say)]
        beside += [*_make_why_button(match, seat, draft, say), *extra]
        return assemble_panel(drawn, lines, [*rows(offers, most=count_columns(len(offers))), *rows(beside)])
    entries = list_entries(match.words, seat, view, moves, say)
    codes = offer(entries, branch).codes
    marked = [move for move in moves if move.code in codes]
    drawn = await painter.draw_private_board(match, language, seat=seat, view=view, moves=marked, look=look)
    offered = offer(entries, branch, rows=_count_rows_left(drawn, lines))
    controls = make_choices(offered, make_id("pick", match, seat, draft), say, signs)
    buttons = [button(say(T("Back")), Id("play", match.id))] if offered.is_inner else []
    buttons += [*undo, *_make_hint_button(match, seat, draft, say)]
    buttons += () if draft.chosen else _make_try_button(match, seat, say)  # an unfinished turn needs the space
    buttons += [*_make_why_button(match, seat, draft, say), *extra]
    lines += [offered.title] if offered.title else []
    return assemble_panel(drawn, lines, [*controls, *rows(buttons)])


def _count_rows_left(drawn: Drawn, lines: Sequence[str]) -> int:
    """Count the rows of buttons that a phone shows together with a picture and the words above it."""
    parts = [part for line in lines for part in line.split("\n")]
    above = sum(-(-len(part) // _LETTERS) for part in parts) * _LINE + drawn.ratio * _WIDTH
    return int((_SCREEN - above) // _ROW)


def assemble_panel(drawn: Drawn, lines: Sequence[str], controls: Sequence[ui.ActionRow[ui.LayoutView]]) -> Panel:
    gallery, file = picture(drawn.data, drawn.name, drawn.alt)
    return Panel(layout(text(*lines), gallery, *controls), file)


def _list_plies(match: Match, seat: Seat, codes: Sequence[str], *, start: int) -> list[tuple[Any, Move]]:
    """List the plies of a draft from the `start`th on, each with the view before it."""
    states = [fold_draft(match, seat, codes[:count]).state for count in range(start, len(codes))]
    return [
        (match.game.view(state, seat), match.game.parse(state, seat, code))
        for state, code in zip(states, codes[start:], strict=True)
    ]


def _describe_preview(match: Match, seat: Seat, draft: Draft, warnings: Sequence[str], say: Say) -> list[str]:
    lines = [f"**{line}**" for line in describe_plies(match, seat, draft.codes, say)]
    lines += [f"⚠ {warning}" for warning in warnings]
    if match.holder(seat).crowd:
        lines.append("-# " + say(T("Nobody sees your vote until the vote is closed.")))
    else:
        lines.append("-# " + say(T("Nobody sees this before you confirm it.")))
    return lines


def _make_preview_buttons(
    match: Match, seat: Seat, draft: Draft, view: Any, say: Say, *, prepared: bool
) -> list[ui.Button[ui.LayoutView]]:
    confirm = make_id("confirm", match, seat, draft)
    crowd = bool(match.holder(seat).crowd)
    label = T("Vote for this") if crowd else T("Confirm")
    found = [button(say(label), confirm, style=discord.ButtonStyle.success)]
    if not crowd and match.game.nature is not None and match.game.nature.can_estimate_risk(view):
        found.append(button(say(T("How risky?")), make_id("risk", match, seat, draft)))
    if prepared:
        arrange, reset = (make_id(name, match, seat, draft) for name in ("arrange", "reset"))
        found.append(button(say(T("Arrange it yourself")), arrange))
        return [*found, button(say(T("Change")), reset)] if draft.chosen else found
    return [*found, *_make_undo_buttons(match, seat, draft, say)]


def _make_other_buttons(
    match: Match, seat: Seat, draft: Draft, say: Say, signs: Signs
) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons beside a choice that the game has prepared: the other choices, and all of them in detail."""
    view, moves = match.view(seat), match.game.legal_moves(match.state, seat)
    if len(moves) < 2:
        return []
    adopt, detail = (make_id(name, match, seat, draft) for name in ("adopt", "detail"))
    found = []
    for entry in list_entries(match.words, seat, view, moves, say) if len(moves) <= _MOST_OTHERS else ():
        if entry.code != draft.codes[0]:
            to = structs.replace(adopt, rest=f"{adopt.rest}.{entry.code}")
            found.append(button(join_labels(entry.path), to, emoji=signs.get(entry.sign)))
    return [*found, button(say(T("Change")), detail)]


def _make_undo_buttons(match: Match, seat: Seat, draft: Draft, say: Say) -> list[ui.Button[ui.LayoutView]]:
    if not draft.chosen:
        return []
    label = T("Change") if len(draft.chosen) == 1 else T("Undo the last step")
    found = [button(say(label), make_id("undo", match, seat, draft))]
    if len(draft.chosen) > 1:
        found.append(button(say(T("Start the turn over")), make_id("reset", match, seat, draft)))
    return found


def _make_hint_button(match: Match, seat: Seat, draft: Draft, say: Say) -> list[ui.Button[ui.LayoutView]]:
    return [button(say(T("Suggest a move")), make_id("hint", match, seat, draft))] if may_ask(match) else []


def _make_why_button(match: Match, seat: Seat, draft: Draft, say: Say) -> list[ui.Button[ui.LayoutView]]:
    return [button(say(T("Why not …?")), make_id("why", match, seat, draft))] if can_ask(match.game) else []


def _make_try_button(match: Match, seat: Seat, say: Say) -> list[ui.Button[ui.LayoutView]]:
    is_offered = match.phase == "running" and not match.holder(seat).crowd and match.to_act != (NATURE,)
    return [button(say(T("Try it")), Id("try", match.id))] if is_offered else []


def make_auto_button(match: Match, user_id: int, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make the button that turns automatic forced moves on or off; none for people without a seat."""
    seats = match.seats_of(user_id) if match.phase == "running" else ()
    if not seats:
        return []
    on = bool(match.holder(seats[0]).auto)
    label = T("Ask me about forced moves again") if on else T("Play forced moves for me")
    return [button(say(label), Id("auto", match.id, rest="off" if on else "on"))]


def make_choices(offered: Offer, pick: Id, say: Say, signs: Signs) -> list[ui.ActionRow[ui.LayoutView]]:
    """Build the controls of an offer: tabs, buttons and menus."""

    def to(label: str, shown: Option | Tab, style: discord.ButtonStyle) -> ui.Button[ui.LayoutView]:
        made = structs.replace(pick, rest=f"{pick.rest}.{MOVE}.{shown.value}")
        return button(label, made, style=style, emoji=signs.get(shown.sign))

    secondary, primary = discord.ButtonStyle.secondary, discord.ButtonStyle.primary
    tabs = [
        row
        for level in offered.tabs
        for row in rows([to(OPEN * tab.is_open + tab.label, tab, secondary) for tab in level])
    ]
    moves, tab_moves = (
        [to(option.label, option, primary) for option in options] for options in (offered.buttons, offered.tab_buttons)
    )
    shown = selects(offered.menus, pick, placeholder=say(T("Choose a move")), signs=signs) if offered.menus else []
    return [*rows(moves), *tabs, *rows(tab_moves), *shown]


def read_choice(visit: Visit) -> str:
    """Read the code of a move that was chosen by a control of `make_choices`: the menu's value, or a part of the
    button's id; "" if a forged id has none."""
    rest = visit.id.rest.partition(".")[2].partition(".")[2]
    return visit.value or rest.removeprefix(f"{MOVE}.")


def make_return_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    """Make the button that leads back to the panel."""
    return button(say(T("Back to your turn")), Id("play_on", match.id))


def make_id(action: str, match: Match, seat: Seat, draft: Draft) -> Id:
    return Id(action, match.id, match.decisions[seat], f"{seat}.{draft.fingerprint}")


def _make_back_button(match: Match, seat: Seat, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make *I'm back* for a player whose seat a stand-in plays."""
    if match.phase not in ("running", "paused") or not match.holder(seat).stand_in:
        return []
    return [button(say(T("I'm back")), Id("back", match.id), style=discord.ButtonStyle.primary)]


def _describe_waiting(match: Match, seat: Seat) -> Text:
    if match.phase == "paused":
        return explain_pause(match)
    if match.phase == "running" and match.holder(seat).stand_in:
        return T('A stand-in is playing for you. Press "I\'m back" to take over again.')
    if match.phase != "running":
        return T("This match is over.")
    if match.held is not None:
        return describe_held(match, seat)
    if not match.awaited:
        return BEING_COMPUTED
    return T("Waiting for {players}.", players=Join(tuple(Player(holder.seat) for holder in match.awaited)))
