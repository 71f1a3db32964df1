"""Step through a match (*Replay*): the picture of one position, what led to it, and the buttons to other positions.

Every press checks which seats' views the person may see; the seat in its custom_id is not trusted.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Sequence

import discord
import msgspec
from discord import ui
from msgspec import Struct, structs

from client.core.bot import Slowboat
from client.core.controls import action
from client.core.visit import Visit
from client.messages.alt_text import describe_ending
from client.messages.custom_ids import Id
from client.messages.log_text import describe_log, describe_result
from client.messages.menus import LABEL_LENGTH, MOST_OPTIONS, Menu, Option
from client.messages.parts import button, layout, picture, rows, selects, text
from client.pictures.films import make_film_button, make_old_rules_error
from client.pictures.painter import Painter
from games.core import Seat
from games.text import Player, Say, T, Text
from matches.archive import history
from matches.archive.history import Step
from matches.errors import UserError
from matches.match import Match
from matches.votes.proposals import may_go_back
from rendering import Look

_PUBLIC = "p"
_REMEMBERED = 4
"""Matches whose turns are kept in memory; the longest take six megabytes each."""

_PLAIN = Look()


class Place(Struct, frozen=True):
    """A position of a match and the seat it is seen from (None: the public), as buttons encode it.

    A negative `step` counts from the end.
    """

    step: int = -1
    sight: Seat | None = None

    def __str__(self) -> str:
        return f"{_PUBLIC if self.sight is None else self.sight}.{self.step}"


def parse_place(rest: str) -> Place:
    """Decode a place; by default the newest position, as the public sees it."""
    sight, step, *_ = (*rest.split("."), "")
    return Place(parse_step(step), _parse_number(sight))


def parse_step(word: str) -> int:
    """Decode a step; by default the newest."""
    number = _parse_number(word)
    return -1 if number is None else number


def _parse_number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 6 else None


class Page(Struct, frozen=True):
    """A page as it is sent."""

    view: ui.LayoutView
    file: discord.File


async def build_page(
    match: Match,
    turns: Sequence[Step],
    place: Place,
    painter: Painter,
    language: str,
    *,
    sights: Sequence[Seat | None],
    look: Look = _PLAIN,
    host: bool = False,
) -> Page:
    """Build the page of a place for a person who may see the views `sights`; if the place names another, use the first.

    A step beyond the end means the last one. `host`: they may propose to go back to the place.
    """
    say = painter.texts.say(language, match.cast())
    sight = place.sight if place.sight in sights else sights[0]
    last = len(turns) - 1
    here = Place(place.step if 0 <= place.step <= last else last, sight)
    then = history.show_step(match, turns[here.step])
    ended = describe_ending(match) if here.step == last else None
    drawn = await painter.draw_private_board(then, language, seat=sight, ended=ended, look=look)
    gallery, file = picture(drawn.data, drawn.name, drawn.alt)
    lines = [f"### {say(match.words.TITLE)} · {describe_step(here.step, last, say)}"]
    lines += describe_log(then, turns[here.step].rows, say)
    if here.step == last:
        lines += describe_result(match, say)
    seen = [say(_describe_sight(sight))] if len(sights) > 1 or sight is not None else []
    lines.append("-# " + " · ".join((f"<t:{int(turns[here.step].rows[-1].at)}:f>", *seen)))
    controls = [
        *rows(_make_step_buttons(match, here, last)),
        *_make_jump_menu(match, turns, here, say),
        *_make_sight_menu(match, sights, here, say),
    ]
    below = [make_film_button(match, say)]
    seq = next(row.seq for row in reversed(turns[here.step].rows) if row.snapshot is not None)
    if host and here.step < last and may_go_back(match):
        back = Id("ask_back", match.id, match.seq, str(seq))
        below.append(button(say(T("Go back to here …")), back))
    if host and here.step == last and may_go_back(match) and match.game.editor is not None:
        below.append(button(say(T("Correct the position …")), Id("edit", match.id, match.seq)))
    if history.is_over(match):
        below.append(button(say(T("Try it from here")), Id("try", match.id, rest=str(seq))))
    return Page(layout(text(*lines), gallery, *controls, *rows(below)), file)


def describe_step(step: int, last: int, say: Say) -> str:
    """Name a step by its number."""
    return say(T("Move {number} of {count}", number=step, count=last)) if step else say(T("The start"))


def _describe_sight(sight: Seat | None) -> Text:
    return T("As everybody sees it") if sight is None else T("As {player} sees it", player=Player(sight))


def _make_step_buttons(match: Match, here: Place, last: int) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons |◀ ◀ ▶ ▶|, in characters that every font has. While the match is running, ▶| also shows new
    moves."""

    def to(sign: str, step: int, *, disabled: bool) -> ui.Button[ui.LayoutView]:
        rest = f"{Place(step, here.sight)}.{sign}"  # two buttons may lead to the same step, but custom_ids must differ
        return button(sign, Id("step", match.id, rest=rest), disabled=disabled)

    at_start, at_end = here.step == 0, here.step == last
    return [
        to("|◀", 0, disabled=at_start),
        to("◀", max(0, here.step - 1), disabled=at_start),
        to("▶", here.step + 1, disabled=at_end),
        to("▶|", last if history.is_over(match) else -1, disabled=at_end and history.is_over(match)),
    ]


def _make_jump_menu(match: Match, turns: Sequence[Step], here: Place, say: Say) -> list[ui.ActionRow[ui.LayoutView]]:
    """Build the menu of moves to jump to: all of them, or an even selection."""
    if len(turns) < 3:
        return []
    then = history.show_step(match, turns[here.step])
    options = tuple(
        Option(_describe_option(then, turns[step], step, say), str(step)) for step in _spread(MOST_OPTIONS, len(turns))
    )
    action = Id("jump", match.id, rest=str(here))
    return selects([Menu("", options)], action, placeholder=say(T("Go to a move")))


def _describe_option(match: Match, turn: Step, step: int, say: Say) -> str:
    title = say(T("Move {number}", number=step) if step else T("The start"))
    told = describe_log(match, turn.rows, say)
    return " · ".join((title, *told[:1]))[:LABEL_LENGTH]


def _make_sight_menu(
    match: Match, sights: Sequence[Seat | None], here: Place, say: Say
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Build the menu of seats whose view can be shown."""
    if len(sights) < 2:
        return []
    options = tuple(Option(say(_describe_sight(sight))[:LABEL_LENGTH], str(Place(0, sight))) for sight in sights)
    return selects(
        [Menu("", options)], Id("sight", match.id, rest=str(here)), placeholder=say(_describe_sight(here.sight))
    )


def _spread(most: int, count: int) -> list[int]:
    """Select up to `most` of the numbers below `count` evenly, with the first and the last."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


@action("replay", "private")
async def open_replay(visit: Visit) -> None:
    """Open the replay; from a recap, at the first turn that the recap describes."""
    match = await visit.read_match()
    await show_replay(visit, match, since=parse_step(visit.id.rest))


@action("step", "update")
async def go_to_step(visit: Visit) -> None:
    """Show another step (|◀ ◀ ▶ ▶|)."""
    await show_replay(visit, await visit.read_match(), parse_place(visit.id.rest))


@action("jump", "update")
async def jump_to_step(visit: Visit) -> None:
    """Show the move chosen in the menu."""
    place = structs.replace(parse_place(visit.id.rest), step=parse_step(visit.value))
    await show_replay(visit, await visit.read_match(), place)


@action("sight", "update")
async def look_from(visit: Visit) -> None:
    """Show the match as the seat chosen in the menu saw it."""
    place = structs.replace(parse_place(visit.id.rest), sight=parse_place(visit.value).sight)
    await show_replay(visit, await visit.read_match(), place)


async def show_replay(
    visit: Visit,
    match: Match,
    place: Place | None = None,
    *,
    since: int = -1,
) -> None:
    """Show a page of the replay. Without `place`, it shows the newest position from the person's own seat.

    `since`: begin at the turn of this ply or, if the ply was undone, at the next turn; negative: at the newest.
    """
    require_begun(match)
    sights = history.list_viewpoints(match, visit.user_id)
    try:
        turns = await visit.bot[Turns].read(match)
        wanted = place or Place(history.find_turn(turns, since), sights[0])
        language, look = visit.language, visit.look
        host = visit.user_id == match.host_id and visit.user_id in match.people
        shown = await build_page(match, turns, wanted, visit.bot.painter, language, sights=sights, look=look, host=host)
    except (msgspec.ValidationError, zlib.error) as error:
        raise make_old_rules_error() from error
    await visit.answer(shown.view, files=[shown.file])


class Turns:
    """A cache of the turns of the matches viewed last, because people press ▶ many times."""

    def __init__(self, bot: Slowboat) -> None:
        self._referee = bot.referee
        self._read: OrderedDict[tuple[int, int], tuple[history.Step, ...]] = OrderedDict()

    async def read(self, match: Match) -> tuple[history.Step, ...]:
        """Return the turns of a match so far."""
        key = match.id, match.seq
        if key not in self._read:
            self._read[key] = await history.read(self._referee, match)
        self._read.move_to_end(key)
        while len(self._read) > _REMEMBERED:
            self._read.popitem(last=False)
        return self._read[key]


def require_begun(match: Match) -> None:
    """Raise UserError for a match that has not started."""
    if match.state is None:
        raise UserError(T("The match has not started yet."))
