"""The puzzle of the day: `/puzzle`, its answers, the ladder of the month, and its post in the channels that want it."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from msgspec import Struct

from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errands import side_by_side
from client.core.events import every, on
from client.core.refusals import FAILURES, is_closed
from client.core.visit import Visit
from client.messages.parts import layout, text
from client.puzzles.message import (
    ANSWER,
    Shown,
    build_post,
    build_question,
    build_result,
    build_solution,
    describe_position,
    make_cast,
)
from games.text import N, Say, T
from matches.background import Interval
from matches.errors import UserError, make_old_button_error
from matches.machines.worker import WorkerFailed
from matches.people.preferences import read_server
from matches.puzzles.keeping import Place, Standing, choose_puzzle, find_day, list_ladder, note_answer, read_standing
from matches.puzzles.own import claim_own, search_next
from matches.puzzles.posting import claim_post, find_zone, list_due_posts
from matches.puzzles.puzzle import Puzzle, load_stock
from matches.rows import DIRECT, PuzzleTryRow

SHOWN: Final = 15
"""People listed in the ladder."""


log = logging.getLogger(__name__)

SEARCH_EVERY: Final = 300.0
"""Seconds between two searches for a puzzle in a finished match."""

LOOK_EVERY: Final = 300.0
"""Seconds between two checks for due posts."""


class Today(Struct, frozen=True):
    """The puzzle of a server, or of direct messages (0), and the number of its day."""

    guild_id: int
    day: int
    puzzle: Puzzle


async def find_today(bot: Slowboat, guild_id: int) -> Today:
    """Find the puzzle of the day. Raises UserError if there is none for the games of this server."""
    server = await read_server(bot.referee, guild_id)
    allowed = server.games or bot.list_playable()
    day = find_day(bot.referee.now(), find_zone(server))
    own = await claim_own(bot.referee, guild_id, day, allowed) if server.own_puzzles else None
    if own is not None:
        return Today(guild_id, day, own)
    puzzles = [puzzle for puzzle in load_stock() if puzzle.game in allowed]
    if not puzzles:
        raise UserError(T("There are no puzzles for the games of this server."))
    return Today(guild_id, day, choose_puzzle(puzzles, guild_id, day))


async def show_puzzle(visit: Visit, *, note: str = "") -> None:
    """Show the puzzle of the day, or its solution to somebody who has answered it."""
    today = await find_today(visit.bot, visit.interaction.guild_id or DIRECT)
    standing = await read_standing(visit.referee, today.guild_id, visit.user_id, today.day)
    await _show(visit, today, standing, note=note)


async def _show(visit: Visit, today: Today, standing: Standing, *, note: str = "") -> None:
    language, look = visit.language, visit.look
    try:
        shown: Shown = (
            await build_question(
                visit.bot.painter, today.puzzle, language, streak=standing.streak, look=look, note=note
            )
            if standing.code is None
            else await build_solution(visit.bot.painter, today.puzzle, language, standing, look=look)
        )
    except WorkerFailed as error:
        raise UserError(T("The picture could not be drawn just now. Try again in a minute.")) from error
    await visit.answer(shown.view, files=[shown.file])


@action("puzzle", "private")
async def open_puzzle(visit: Visit) -> None:
    """Handle *Solve it* under the post of a day, also of a day that is over."""
    await show_puzzle(visit)


@action(ANSWER, "update")
async def answer_puzzle(visit: Visit) -> None:
    """Store an answer and explain the solution. Under the puzzle of another day, show today's puzzle."""
    today = await find_today(visit.bot, visit.interaction.guild_id or DIRECT)
    key, _, number = visit.id.rest.partition(".")
    if key != today.puzzle.key:
        note = visit.say(T("That puzzle is over. This is today's puzzle."))
        await show_puzzle(visit, note=note)
        return
    if not number.isdecimal() or int(number) >= len(today.puzzle.answers):
        raise make_old_button_error()
    code = today.puzzle.answers[int(number)].code
    solved = int(code == today.puzzle.best.code)
    row = PuzzleTryRow(today.guild_id, visit.user_id, today.day, code, solved)
    await _show(visit, today, await note_answer(visit.referee, row))


@action("puzzle_share", "private")
async def share_result(visit: Visit) -> None:
    """Show everybody here that the person who presses has answered today's puzzle, and how well."""
    today = await find_today(visit.bot, visit.interaction.guild_id or DIRECT)
    standing = await read_standing(visit.referee, today.guild_id, visit.user_id, today.day)
    if standing.code is None or visit.id.rest != today.puzzle.key:
        raise make_old_button_error()
    await visit.post(build_result(today.puzzle, visit.interaction.user.display_name, standing, visit.say))
    await visit.answer(T("Done."))


@action("puzzle_words", "private")
async def show_words(visit: Visit) -> None:
    """Handle *Position in words* under a puzzle."""
    puzzle = (await find_today(visit.bot, visit.interaction.guild_id or DIRECT)).puzzle
    say = visit.bot.texts.say(visit.language, make_cast(puzzle))
    heading = say(T("Position in words"))
    lines = describe_position(puzzle, puzzle.read_view(), say)
    await visit.answer(layout(text(f"### {heading}", *lines)))


@action("puzzle_ladder", "private")
async def show_ladder(visit: Visit) -> None:
    """Handle *Ladder* under a puzzle."""
    today = await find_today(visit.bot, visit.interaction.guild_id or DIRECT)
    places = await list_ladder(visit.referee, today.guild_id, today.day)
    say = visit.say
    if today.guild_id == DIRECT:  # in a direct message, people see only their own place
        places = [place for place in places if place.user_id == visit.user_id]
    lines = ["### " + say(T("Puzzles solved this month")), *describe_ladder(places, visit.user_id, say)]
    await visit.answer(layout(text(*lines)))


def describe_ladder(places: list[Place], user_id: int, say: Say) -> list[str]:
    """Describe the ladder: its first rows, and the reader's own if it is further down."""
    if not places:
        return [say(T("Nobody has answered one yet."))]
    lines = []
    for number, place in enumerate(places, 1):
        if number <= SHOWN or place.user_id == user_id:
            count = N(
                "{solved} of {count} answer right",
                "{solved} of {count} answers right",
                place.answered,
                solved=place.solved,
            )
            lines.append(f"{number}. <@{place.user_id}> · {say(count)}")
    return lines


class PuzzlePosts:
    """Post the puzzles that are due.

    Each is claimed before it is posted: a crash may lose a puzzle, but none is posted twice.
    """

    def __init__(self, bot: Slowboat) -> None:
        self._bot = bot
        self._interval = Interval(LOOK_EVERY)

    async def post_due(self) -> None:
        """Post the puzzles that are due, at most once in `LOOK_EVERY` seconds."""
        if not self._interval.begin(self._bot.referee.now()):
            return
        async with self._bot.referee.processes.hold("puzzles", 0) as mine:
            if mine:
                await self._post_all()

    async def _post_all(self) -> None:
        due = await list_due_posts(self._bot.referee)
        await side_by_side([partial(self._try, guild_id) for guild_id in due], most=5)

    async def _try(self, guild_id: int) -> None:
        """Post a puzzle. Where that fails, the next one is tried tomorrow."""
        bot, key = self._bot, ("puzzle", guild_id, guild_id)
        if bot[Postman].must_wait() or not bot.referee.processes.has("puzzles", 0) or not bot.serves(guild_id):
            return
        try:
            await self._post(guild_id)
            bot.rests.end(key)
        except (*FAILURES, UserError, WorkerFailed) as error:
            log.warning("the daily puzzle of server %s was not posted: %s", guild_id, error)
            if is_closed(error):
                bot.rests.note(key, error, now=bot.referee.now())

    async def _post(self, guild_id: int) -> None:
        bot = self._bot
        post = await claim_post(bot.referee, guild_id)
        if post is None:
            return
        today = await find_today(bot, guild_id)
        shown = await build_post(bot.painter, today.puzzle, post.language)
        channel = bot.get_partial_messageable(post.channel_id, guild_id=guild_id)
        await channel.send(view=shown.view, files=[shown.file])


@on("sweep")
async def post_puzzles(bot: Slowboat) -> None:
    """Post the puzzles that are due."""
    await bot[PuzzlePosts].post_due()


@every(SEARCH_EVERY, "the search for puzzles")
async def search_puzzles(bot: Slowboat) -> None:
    """Look for puzzles in finished matches."""
    await search_next(bot.referee, bot.analyst.worker)
