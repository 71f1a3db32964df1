"""Show a person their plan: its lines in words and pictures, with buttons to change and remove them."""

from __future__ import annotations

import discord
from discord import ui
from msgspec import structs

from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, picture, rows, text
from client.messages.turn_text import join_plies, name_move
from client.plans.try_board import find_knowledge, is_current, show_trial
from client.turn.panel import make_return_button
from games.core import NATURE, Seat
from games.text import Join, Player, Say, T, Text
from matches.errors import Stale
from matches.match import Match
from matches.plans.keeper import load_notebook, save_notebook
from matches.plans.plan import Line, Notebook
from matches.plans.trying import Opened, open_trial


@action("plan", "update")
async def show_plan(visit: Visit) -> None:
    """Handle *My plan*, and the buttons that lead from line to line."""
    match, notebook = await _read(visit)
    await _show(visit, match, notebook, _read_number(visit.id.rest))


@action("plan_drop", "update")
async def remove_line(visit: Visit) -> None:
    """Remove a line of the plan."""
    match, notebook = await _read(visit)
    line = _find_line(notebook, visit)
    kept = structs.replace(notebook, lines=tuple(other for other in notebook.lines if other != line))
    await save_notebook(visit.referee, match, visit.user_id, kept)
    await _show(visit, match, kept, 0)


@action("plan_edit", "update")
async def edit_line(visit: Visit) -> None:
    """Open a line as a trial, to change it."""
    match, notebook = await _read(visit)
    line = _find_line(notebook, visit)
    if not is_current(line.trial, match, notebook.seat):
        raise Stale(T("The match has moved on since. Remove this line, and try again from the current position."))
    opened = await open_trial(visit.referee, match, find_knowledge(match, visit.user_id), line.trial)
    kept = structs.replace(notebook, lines=tuple(other for other in notebook.lines if other != line), trial=line.trial)
    await save_notebook(visit.referee, match, visit.user_id, kept)
    await show_trial(visit, match, kept, opened)


async def _read(visit: Visit) -> tuple[Match, Notebook]:
    match = await visit.read_match()
    return match, await load_notebook(visit.referee, match.id, visit.user_id)


def _read_number(rest: str) -> int:
    return int(rest) if rest.isdecimal() and len(rest) < 4 else 0


def _find_line(notebook: Notebook, visit: Visit) -> Line:
    """Find the line of a button by its number and its fingerprint. Raises Stale if there is another one now."""
    number, _, fingerprint = visit.id.rest.partition(".")
    lines = dict(enumerate(notebook.lines))
    line = lines.get(_read_number(number))
    if line is None or _make_fingerprint(line) != fingerprint:
        raise Stale(T("Your plan has changed since. Here is how things stand."))
    return line


def _make_fingerprint(line: Line) -> str:
    return f"{line.trial.nonce[:8]}{len(line.trial.plies)}"


async def _show(visit: Visit, match: Match, notebook: Notebook, number: int) -> None:
    """Show one line of the plan."""
    say = visit.say_about(match)
    back = make_return_button(match, say)
    if not notebook.lines:
        told = say(T("You have no plan in this match."))
        controls = [button(say(T("Try it")), Id("try", match.id)), back]
        await visit.answer(layout(text(told), *rows(controls)), files=[])
        return
    number = min(number, len(notebook.lines) - 1)
    line = notebook.lines[number]
    opened = await open_trial(visit.referee, match, notebook.seat, line.trial) if line.trial.nonce else None
    title = say(T("Your plan, line {number} of {count}", number=number + 1, count=len(notebook.lines)))
    lines = [f"**{title}**", *describe_line(match, line, opened, say, seat=notebook.seat)]
    lines.append("-# " + say(T("Only you see this plan. It is dropped as soon as it no longer fits.")))
    shown: list[ui.Item[ui.LayoutView]] = [text(*lines)]
    files: list[discord.File] = []
    if opened is not None:
        view = match.game.view(opened.state, notebook.seat)
        drawn = await visit.bot.painter.draw_private_board(
            match, visit.language, seat=notebook.seat, view=view, ended=T("A trial"),
            look=visit.look,
        )  # fmt: skip
        gallery, file = picture(drawn.data, drawn.name, drawn.alt)
        shown, files = [text(*lines), gallery], [file]
    key = f"{number}.{_make_fingerprint(line)}"
    controls = [button("◀", Id("plan", match.id, rest=str(number - 1)))] if number else []
    if number + 1 < len(notebook.lines):
        controls.append(button("▶", Id("plan", match.id, rest=str(number + 1))))
    if is_current(line.trial, match, notebook.seat):
        controls.append(button(say(T("Change it")), Id("plan_edit", match.id, rest=key)))
    controls.append(button(say(T("Remove it")), Id("plan_drop", match.id, rest=key)))
    controls.append(back)
    await visit.answer(layout(*shown, *rows(controls)), files=files)


def describe_line(match: Match, line: Line, opened: Opened | None, say: Say, *, seat: Seat) -> list[str]:
    """Describe a line: each of the person's turns with its condition. `opened`: its trial, which names the moves; None
    if that is of an older release: then their codes must do."""
    named: dict[int, str] = {}
    for index, (mover, code) in enumerate(line.trial.plies):
        if mover == NATURE:
            continue
        if opened is None:
            named[index] = code
            continue
        state = opened.tried.states[index]
        named[index] = name_move(match, mover, match.game.view(state, mover), match.game.parse(state, mover, code), say)
    found, here = [], 0
    for reply in line.replies:
        others: list[Text] = []
        mine: list[str] = []
        while len(mine) < len(reply.codes):
            mover, _ = line.trial.plies[here]
            if mover != NATURE:
                label = named[here]
                if mover == seat:
                    mine.append(label)
                else:
                    others.append(T("{player}: {move}", player=Player(mover), move=label))
            here += 1
        turn = join_plies(mine, say)
        if reply.when is None:
            found.append(say(T("Whatever the others play, if possible: {turn}", turn=turn)))
        elif others:
            what: Text = T("If {others}: {turn}", others=Join(tuple(others)), turn=turn)
            found.append(say(what))
        else:
            found.append(say(T("Now: {turn}", turn=turn)))
    return [f"{number}. {sentence}" for number, sentence in enumerate(found, 1)]
