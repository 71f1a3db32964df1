"""Show the analysis of a finished match: chances as a picture, turning points, and everybody's best move."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Sequence
from typing import Final

import discord
import msgspec
from discord import ui
from msgspec import Struct, structs

from client.core.bot import Slowboat
from client.core.controls import action
from client.core.visit import Visit
from client.hints import explain_turn
from client.messages.custom_ids import Id
from client.messages.parts import attach_file, gallery, layout, media, rows, switch, text
from client.messages.result_text import describe_step
from client.messages.turn_text import describe_turn
from client.pictures.painter import Drawn
from games.core import Seat
from games.story import tell_decisive
from games.text import Player, Say, T, Text
from matches.archive.history import Step
from matches.coaching.analysis import CLEAR, Analysis, Turning
from matches.coaching.analyst import Job
from matches.coaching.decisions import Decision
from matches.errors import UserError
from matches.machines.offload import run_rules
from matches.machines.worker import WorkerFailed
from matches.match import Match, unpack
from matches.play import fold_draft
from matches.texts import write_number
from rendering import Look
from rendering.cards.chances import Chances
from rendering.drawing.picture import name_file

PROGRESS_EVERY: Final = 1.5
"""Seconds between two updates of the progress."""

_BLOCKS: Final = 20


class Page(Struct, frozen=True):
    """A message with its files."""

    view: ui.LayoutView
    files: Sequence[discord.File]


@action("analyse", "private")
async def analyse(visit: Visit) -> None:
    """Handle *Analysis* on the last board of a match."""
    await show_analysis(visit, await visit.read_match())


@action("moment", "update")
async def show_moment(visit: Visit) -> None:
    """Show a turning point of an analysis, or its first page again."""
    await show_analysis(visit, await visit.read_match(), number=int(visit.id.rest) if visit.id.rest.isdecimal() else 0)


async def show_analysis(visit: Visit, match: Match, number: int = 0) -> None:
    """Show the progress of an analysis, then its first page, or the turning point of that number. Raises UserError."""
    job, analysis = visit.bot.analyst.begin(match)
    say = visit.say_about(match)
    try:
        while not (await asyncio.wait((analysis,), timeout=PROGRESS_EVERY))[0]:
            await visit.answer(_describe_progress(job, say))
        page = await build_page(visit.bot, match, analysis.result(), visit.language, look=visit.look, number=number)
    except WorkerFailed as error:
        raise UserError(T("The match could not be analysed just now. Try again in a minute.")) from error
    except (msgspec.ValidationError, zlib.error) as error:
        raise UserError(T("This match was played with earlier rules; its positions can no longer be shown.")) from error
    await visit.answer(page.view, files=[*page.files])


def _describe_progress(job: Job, say: Say) -> str:
    done = round(_BLOCKS * job.done / job.all)
    return "█" * done + "░" * (_BLOCKS - done) + "\n" + say(T("Playing the match out from many positions …"))


async def build_page(
    bot: Slowboat, match: Match, found: Analysis, language: str, *, look: Look, number: int = 0
) -> Page:
    """Build a page of an analysis: the chances and everybody's best move, or the turning point of that number, from 1.
    An unknown number counts as 0. Raises WorkerFailed, WorkerStopped or msgspec.ValidationError."""
    say = bot.texts.say(language, match.cast())
    number = number if number <= len(found.turning) else 0
    turns = await bot.films.read_turns(match) if any(each.turn is not None for each in found.turning) else ()
    if number:
        turning = found.turning[number - 1]
        before = read_position(match, turning.decision)
        lines = await run_rules(match.game, lambda: describe_turning(match, turning, say))
        drawn = await _draw_turning(bot, before, turning, language, number, look=look)
        first, *others = *describe_decisive(match, turning, turns, say), *lines
        told = [f"**{number}.** {first}", *others]
        speaks = "*" in lines[1]
    else:
        drawn = await bot.painter.draw_chances(match, make_chances(match, found), language, look=look)
        marked = enumerate(found.turning, 1)
        told = [f"{n}. {line}" for n, each in marked for line in describe_decisive(match, each, turns, say)]
        told += await run_rules(match.game, lambda: [describe_praise(match, each, say) for each in found.praise])
        told.append("-# " + say(_describe_method(found)))
        speaks = bool(found.praise)
    if speaks:
        told.append("-# " + say(T("In italics: what the player who moved could be told.")))
    file, heading = attach_file(drawn.data, drawn.name, drawn.alt), say(T("{game}: analysis", game=match.words.TITLE))
    return Page(
        layout(
            text(f"### {heading}"),
            gallery(media([file])),
            text(*told),
            *rows(_make_page_buttons(match, found, number, say)),
        ),
        [file],
    )


def _make_page_buttons(match: Match, found: Analysis, number: int, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Make a button for the chances, and one for each turning point that is marked in their picture."""
    labels = [say(T("Chances")), *map(str, range(1, len(found.turning) + 1))]
    shown = [switch(label, Id("moment", match.id, rest=str(n)), on=n == number) for n, label in enumerate(labels)]
    return shown if found.turning else []


def make_chances(match: Match, found: Analysis) -> Chances:
    """Collect what the picture of an analysis shows."""
    cast = match.cast(names=False)
    sides = tuple(tuple(cast[seat].colours[0] for seat in side) for side in found.sides)
    points = tuple((each.step, tuple(each.shares[side[0]] for side in found.sides)) for each in found.points)
    marks = tuple(each.decision.step for each in found.turning)
    decisive = next((number for number, each in enumerate(found.turning, 1) if each.turn is not None), 0)
    return Chances(sides, points, marks, decisive)


def read_position(match: Match, decision: Decision) -> Match:
    """Return the match at the position in which a decision was made. Raises msgspec.ValidationError."""
    return structs.replace(match, state=unpack(match.game, decision.before))


def describe_decisive(match: Match, turning: Turning, turns: Sequence[Step], say: Say) -> list[str]:
    """Tell the decisive turn as the winners' card and the film do; nothing if another turn was decisive."""
    told = None if turning.turn is None else describe_step(match, turns[turning.turn])
    return [] if told is None else [f"**{say(tell_decisive(told))}**"]


def describe_turning(match: Match, turning: Turning, say: Say) -> list[str]:
    """Describe a turning point: what was played, what would have been better, and why."""
    before, decision = read_position(match, turning.decision), turning.decision
    played = _name_turn(before, decision.seat, decision.codes, say)
    lines = [say(T("{player} played: {move}", player=Player(decision.seat), move=played))]
    if turning.best == decision.codes or not turning.best:
        lines.append(say(T("A strong player would have done the same.")))
    else:
        best = _name_turn(before, decision.seat, turning.best, say)
        line = say(T("A strong player would have played: {move}", move=best))
        why, same = (say(explain_turn(before, decision.seat, codes)) for codes in (turning.best, decision.codes))
        lines.append(line if why == same else f"{line} *{why}*")  # what holds for both moves explains nothing
    if turning.loss and turning.chance is not None and turning.better is not None:
        facts = {"played": round(100 * turning.chance), "better": round(100 * turning.better)}
        lines.append("-# " + say(T("Chance of winning: about {better}% instead of {played}%.", **facts)))
    elif abs(turning.swing) >= CLEAR:
        points, player = write_number(f"{round(100 * turning.swing):+d}"), Player(decision.seat)
        change = T(
            "Here the chance of {player} changed by about {points} percentage points.", player=player, points=points
        )
        lines.append("-# " + say(change))
    return lines


def describe_praise(match: Match, decision: Decision, say: Say) -> str:
    """Praise a player's best move in one line."""
    before = read_position(match, decision)
    move = _name_turn(before, decision.seat, decision.codes, say)
    best = say(T("Best move of {player}: {move}", player=Player(decision.seat), move=move))
    return f"👏 {best} *{say(explain_turn(before, decision.seat, decision.codes))}*"


def _name_turn(before: Match, seat: Seat, codes: Sequence[str], say: Say) -> str:
    return describe_turn(before, seat, codes, say) + "."


def _describe_method(found: Analysis) -> Text:
    if not found.playouts:
        return T("The chances are estimated from the pieces that are left.")
    return T("The chances are estimated: computer players have finished the match {count} times.", count=found.playouts)


async def _draw_turning(
    bot: Slowboat, before: Match, turning: Turning, language: str, number: int, *, look: Look
) -> Drawn:
    """Draw the position of a turning point with the strong player's move, as the seat to move saw it."""
    seat = turning.decision.seat
    codes = turning.best or turning.decision.codes
    last = (await run_rules(before.game, lambda: fold_draft(before, seat, codes))).last
    begun = (await run_rules(before.game, lambda: fold_draft(before, seat, codes[:-1]))).state
    view = before.game.view(begun, seat)
    verdict = T("A strong player's move") if turning.best else T("What was played")
    drawn = await bot.painter.draw_private_board(
        before, language, seat=seat, view=view, ghost=last, ended=verdict, speaks=False, look=look
    )
    return structs.replace(drawn, name=name_file(before.game_name, "turning", number))
