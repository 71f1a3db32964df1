"""Share a match as one HTML file that replays it offline, in any browser, by keyboard and with a screen reader."""

from __future__ import annotations

import asyncio
import html
import json
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from string import Template
from typing import Final

import msgspec
from msgspec import Struct

from client.core.controls import action
from client.core.visit import Visit
from client.messages.alt_text import describe_ending, describe_picture
from client.messages.log_text import describe_log, describe_result
from client.messages.parts import document, layout, text
from client.pictures.films import FilmWorker, make_old_rules_error
from client.replay.replay import Turns, describe_step, require_begun
from games.text import Player, Say, T
from matches.archive.history import Step, show_step
from matches.errors import UserError
from matches.machines.worker import WorkerFailed
from matches.match import Match
from rendering.drawing.film import choose_steps
from rendering.drawing.picture import make_url
from rendering.drawing.slides import Slide

LARGEST: Final = 1_900_000
"""Bytes of a page, below two megabytes, so that it can be sent by mail and messengers."""

MOST_STEPS: Final = 240

_SIZES: Final = ((False, MOST_STEPS), (True, MOST_STEPS), (True, 120), (True, 60), (True, 24))
"""Sizes tried in this order until the page is small enough: whether pictures are halved, and the most steps."""

_MARKUP: Final = ("### ", "## ", "-# ")


class SharePage(Struct, frozen=True):
    """A page with its file name. `complete`: it has every step."""

    html: bytes
    name: str
    complete: bool


@action("share_page", "private")
async def share_page(visit: Visit) -> None:
    """Send the match as a page that replays it offline (*Share*)."""
    match = await visit.read_match()
    require_begun(match)
    say = visit.say_about(match)
    try:
        turns = await visit.bot[Turns].read(match)
        made = await make_page(match, turns, visit.bot.films, say, visit.language)
    except WorkerFailed as error:
        raise UserError(T("The page could not be made just now. Try again in a minute.")) from error
    except (msgspec.ValidationError, zlib.error) as error:
        raise make_old_rules_error() from error
    lines = [say(T("The match as a page for any browser, even offline. Send it to anybody you like."))]
    if not made.complete:
        lines.append("-# " + say(T("This match was long, so the page leaves out some moves to stay small.")))
    shown, file = document(made.html, made.name)
    await visit.answer(layout(text(*lines), shown), files=[file])


async def make_page(match: Match, turns: Sequence[Step], films: FilmWorker, say: Say, language: str) -> SharePage:
    """Make the page of a match as the public saw it. Raises WorkerFailed or WorkerStopped.

    `turns`: all turns of the match or, of a long one, some with the first and the last.
    """
    for half, most in _SIZES:
        chosen = choose_steps([False] * len(turns), most)
        moves = await asyncio.to_thread(_describe_moves, match, turns, chosen, say)
        slides = await films.draw_slides(match, [move.view for move in moves], language, half=half)
        page = await asyncio.to_thread(_write, match, moves, slides, say, language)
        if len(page) <= LARGEST:
            break
    return SharePage(page, f"{match.game_name}-{match.id}.html", len(chosen) == turns[-1].number + 1)


class _Move(Struct, frozen=True):
    """A step: its number, its time (Unix seconds; 0: unknown), what happened, and the position in words."""

    title: str
    at: float
    lines: tuple[str, ...]
    words: str
    view: bytes
    """The public view of the position, as msgpack."""


def _describe_moves(match: Match, turns: Sequence[Step], chosen: Sequence[int], say: Say) -> list[_Move]:
    """Describe the chosen steps. Each unpacks a position, so call it in a thread."""
    found, last = [], turns[-1].number
    for step in chosen:
        turn = turns[step]
        then = show_step(match, turn)
        view = then.view(None)
        is_last = turn.number == last
        told = describe_log(then, turn.rows, say) + (describe_result(match, say) if is_last else [])
        words = describe_picture(match, view, describe_ending(match) if is_last else None, say)
        lines = tuple(map(remove_markup, told))
        packed = msgspec.msgpack.encode(view)
        found.append(_Move(describe_step(turn.number, last, say), turn.rows[-1].at, lines, words, packed))
    return found


def remove_markup(line: str) -> str:
    """Remove the markup of headings, small text and emphasis. Names have none (`matches.texts.defuse_name`)."""
    for mark in _MARKUP:
        line = line.removeprefix(mark)
    return line.replace("**", "")


def _write(match: Match, moves: Sequence[_Move], slides: Sequence[Slide], say: Say, language: str) -> bytes:
    width, height = slides[0].size
    players = [say(T("{player}", player=Player(holder.seat))) for holder in match.seats]
    result = [remove_markup(line) for line in describe_result(match, say)]
    dates = " – ".join(dict.fromkeys(f"{_time(moves[place].at):%Y-%m-%d}" for place in (0, -1) if moves[place].at))
    values = {
        "language": language,
        "title": f"{say(match.words.TITLE)} · Slowboat",
        "width": str(width),
        "height": str(height),
        "played": " · ".join((", ".join(players), *([dates] if dates else ()))),
        "first": say(T("To the start")),
        "back": say(T("One move back")),
        "play": say(T("Play as a film")),
        "next": say(T("One move forward")),
        "last": say(T("To the end")),
        "slider": say(T("Move")),
        "keys": say(T("Arrow keys: one move back or forward. Home and End: to the start and to the end.")),
        "moves_label": say(T("All moves")),
    }
    safe = {name: html.escape(value) for name, value in values.items()}
    parts = {
        "result": "".join(f"<p>{html.escape(line)}</p>" for line in result),
        "moves": "\n".join(map(_item, moves)),
        "slides": _encode(slides),
    }
    return _template().substitute(safe, **parts).encode()


def _item(move: _Move) -> str:
    lines = "".join(f"<p>{html.escape(line)}</p>" for line in move.lines)
    if move.at:  # a record from elsewhere has no times
        at = _time(move.at)
        lines += f'<p class="soft"><time datetime="{at:%Y-%m-%dT%H:%MZ}">{at:%Y-%m-%d %H:%M} UTC</time></p>'
    return f'<li data-title="{html.escape(move.title)}">{lines}<p class="words">{html.escape(move.words)}</p></li>'


def _time(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)


def _encode(slides: Sequence[Slide]) -> str:
    """Encode slides as JSON for a `script` element. Base64 has no "<", so nothing in it can end the element."""
    found = [
        {"image": make_url(slide.data) if slide.data else "", "x": slide.x, "y": slide.y, "whole": slide.whole}
        for slide in slides
    ]
    return json.dumps(found, separators=(",", ":"))


@cache
def _template() -> Template:
    return Template(Path(__file__).with_name("share_page.html").read_text(encoding="utf-8"))
