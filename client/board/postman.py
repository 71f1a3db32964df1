"""Post every committed board to its channel, once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord
from msgspec import structs

from client.board import board as boards
from client.board.board import Board
from client.board.board_messages import BoardMessages, Sent, choose_look, encode_bare
from client.board.pings import Pings
from client.core.bot import Slowboat
from client.core.client import Client
from client.core.events import every, on
from client.core.metrics import BUDGET, TRIES
from client.core.permissions import make_closed_error
from client.core.refusals import FAILURES, Meaning, is_closed, means
from client.core.visit import Visit
from client.messages.alt_text import describe_public_board
from client.messages.clocks import find_shortest_time
from client.messages.result_text import describe_cheers
from client.pictures.films import Film, Films, select_films
from client.pictures.painter import Drawn
from matches.background import DONE
from matches.clocks.absence import ping_later
from matches.clocks.pauses import may_show
from matches.delivery.outbox import OwedBoard, Taken
from matches.delivery.pings import Pinged
from matches.errors import UserError
from matches.guesses import NOBODY, Audience, read_audience
from matches.machines.worker import WorkerErred, WorkerFailed, WorkerStopped
from matches.match import Match
from matches.referee import MACHINE, Done
from matches.results.records import read_broken
from matches.rows import LogRow, OutboxRow

log = logging.getLogger(__name__)

_BATCH = 50

CHECK_EVERY = 5.0
"""Seconds between two checks of a few posted boards after a start."""

CHECKED_AT_ONCE = 10
"""Boards that `repost_missing` looks up in one call."""

_FAILURES: Final = (*FAILURES, TimeoutError, WorkerFailed)


class Postman:
    """Post boards, retire superseded ones, and add the film of a match to its last board."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._referee, self._outbox, self._pings = client.referee, client.outbox, client[Pings]
        self._messages = client[BoardMessages]
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._checked_up_to = 0

    async def post_board(self, done: Done, via: discord.Interaction | None = None) -> None:
        """Post the board of a change, if it has one, to the channel of its match and to that of a second server.

        Raises UserError where permissions are missing in the channel of `via`, the interaction that caused the change.
        """
        ended, refused = [], None
        for outbox_id, face in zip((done.outbox_id, done.guest_outbox_id), done.match.faces, strict=False):
            try:
                if outbox_id is not None and await self._post_now(outbox_id, face, via):
                    ended.append(outbox_id)
            except UserError as error:
                refused = error
        for outbox_id in ended:
            await self._join_film(outbox_id, done.match.id)
        if refused is not None:
            raise refused

    async def _post_now(self, outbox_id: int, match: Match, via: discord.Interaction | None) -> bool:
        """Post a board, or schedule another attempt. Returns whether it was the last board of a match, to which the
        film is still to be added. Raises UserError where permissions are missing in the channel of `via`."""
        try:
            return await self._post(outbox_id, match.id, retry=False, via=via)
        except Taken:
            pass
        except _FAILURES as error:
            await self._defer(outbox_id, error)
            here = via is None or match.guest_guild_id is None or via.channel_id == match.channel_id
            if here and means(error, Meaning.CLOSED, Meaning.UNREACHABLE):
                guild = self._client.get_guild(match.guild_id)
                raise make_closed_error(guild, match.channel_id, now=self._referee.now()) from error
        return False

    async def sweep(self, *, began: float | None = None) -> None:
        """Post boards that are due, and wait for it."""
        await self.begin_due(began=began)
        await self._client.errands.settle()

    async def begin_due(self, *, began: float | None = None) -> None:
        """Begin posting boards that are due, side by side.

        `began`: when this process began; given at the start, to post boards that earlier processes left. A board whose
        channel is gone or closed is dropped: its match pauses, and gets a new board when it resumes. The last board of
        a finished match is kept until its channel is back. After many refusals all posting pauses, because Discord bans
        bots that ignore refusals.
        """
        if self.must_wait():
            return
        now, errands = self._referee.now(), self._client.errands
        for row in await self._outbox.read_due(now, began=began, limit=_BATCH):
            errands.begin(row.channel_id, partial(self._post_due, row), name=("board", row.id))
        for row in await self._outbox.read_due_films(now, limit=_BATCH):
            errands.begin(row.channel_id, partial(self._join_due_film, row), name=("film", row.id))

    async def _post_due(self, row: OutboxRow) -> None:
        """Post a board that is due. On failure, schedule another attempt, or pause its match."""
        if self.must_wait():
            return
        try:
            await self._post(row.id, row.match_id, retry=True)
        except Taken:
            return
        except WorkerStopped:
            raise
        except Exception as error:  # noqa: BLE001 - the board is tried again
            if is_closed(error) and (await self._referee.match(row.match_id)).phase == "running":
                log.warning("match %s: its channel is gone or closed to us: %s", row.match_id, error)
                await self._outbox.drop(row.id)
                self._client.dispatch("place_lost", row.match_id, row.guild_id)
            else:
                await self._defer(row.id, error)

    async def _join_due_film(self, row: OutboxRow) -> None:
        if not self.must_wait():
            await self._join_film(row.id, row.match_id)

    async def check_some(self) -> str | None:
        """Check the boards of a few more matches. Returns DONE once all are checked."""
        if self._client.is_connected():
            after = await self.repost_missing(after=self._checked_up_to)
            if after is None:
                return DONE
            self._checked_up_to = after
        return None

    async def repost_missing(self, *, after: int) -> int | None:
        """Check that the newest boards of a few matches are in their channels; missing ones become due again.

        A board can be missing because it was deleted while the bot was down, or because an earlier version showed it to
        one person only. Returns the id to continue `after`; None once all matches are checked.
        """
        rows = await self._outbox.read_shown(after=after, limit=CHECKED_AT_ONCE)
        for row in rows:
            if self.must_wait():
                return after
            try:
                missing = await self._messages.is_missing(row)
            except _FAILURES as error:
                log.info("match %s: could not check whether its board %s is there: %s", row.match_id, row.seq, error)
                missing = False
            if missing and await self._outbox.post_again(row, self._referee.now()):
                log.warning("match %s: its board %s is not in the channel and is posted again", row.match_id, row.seq)
            after = row.match_id
        return after if len(rows) >= CHECKED_AT_ONCE else None

    def must_wait(self) -> bool:
        """Tell whether so many requests were refused lately that sending more must wait."""
        if many := self._client.metrics.count_invalid(time.monotonic()) >= BUDGET - TRIES:
            log.warning("too many refusals lately: boards wait")
        return many

    async def _post(
        self, outbox_id: int, match_id: int, *, retry: bool, via: discord.Interaction | None = None
    ) -> bool:
        """Post a board that is still to be posted. `retry`: an earlier attempt may have posted it without recording it.

        Returns whether it was the last board of a match.
        """
        lock, now = self._locks.setdefault(match_id, asyncio.Lock()), self._referee.now()
        async with lock, self._outbox.hold(outbox_id, retry=retry) as owed:
            if owed is None:
                return False
            row = owed.row
            match = (await self._referee.match(match_id)).seen_from(row.guild_id)
            if owed.is_superseded or (row.guest and match.side == "home"):  # or the link has ended
                await self._messages.withdraw_board(match, row)
                return False
            films = select_films(match.game, owed.films, owed.film_log)
            since = owed.previous.seq if owed.previous else -1
            pinged = await self._pings.choose(match, since=since, news=owed.news, pings=owed.pings)
            sent = await self._messages.find_board(match, row) if retry else None
            bare = None
            if sent is None:
                sent, bare = await self._send(match, owed, pinged, films, via)
            shown = [film.seq for film, _ in films]
            posted = await self._outbox.mark_posted(
                match, owed, sent.message_id, bare=bare, films=shown, pinged=pinged.now, now=now
            )
        for seat, at in pinged.later:
            await self._referee.change(match_id, MACHINE, partial(ping_later, seat=seat, at=at))
        if posted.is_wrong:
            await self._messages.delete(structs.replace(row, message_id=sent.message_id))
            return False
        if (previous := posted.previous) is not None and previous.message_id != sent.message_id:
            await self._messages.retire(previous)
        elif previous is not None and pinged.now:
            await self._messages.ping(match, pinged.now)
        self._client.dispatch("board_posted", match_id)
        if match.phase == "finished":
            await self._client.emit("last_board", match)
        return match.phase == "finished"

    async def _send(
        self, match: Match, owed: OwedBoard, pinged: Pinged, films: Films, via: discord.Interaction | None
    ) -> tuple[Sent, str]:
        """Send a board. Returns its message, and what stays on it once it is superseded, encoded."""
        board = await self._build(match, owed, films)
        self._outbox.require_hold(owed)
        sent = await self._messages.send_board(match, owed, board, pinged=pinged.now, via=via)
        return sent, encode_bare(structs.replace(board.bare, kept=sent.attachments))

    async def _build(self, match: Match, owed: OwedBoard, films: Films, whole: Sequence[Film] = ()) -> Board:
        """Build the board with one picture: a film that ends with it, or a still. The last board has the card of the
        winners, and below it the films, that of the `whole` match last."""
        row, now, outages = owed.row, self._referee.now(), self._referee.outages_of(match)
        clock = find_shortest_time(match, now=now, outages=outages)
        painter, look = self._client.painter, choose_look(match, owed)
        say = self._client.say_to_all(match)
        try:
            clip = await self._client.films.draw_all(match, films, owed.film_log, seq=row.seq, look=look)
        except WorkerFailed:
            if whole:  # the board may show it already
                raise
            log.exception("match %s: the film of %s was not drawn", match.id, row.seq)
            clip = None
        beside = [] if clip is None else [clip]
        if match.phase == "finished" and (turns := await self._client.films.read_turns(match)):
            people, broken = await self._client.avatars.fetch(match), await read_broken(self._referee, match)
            drawn = await painter.draw_winners(
                match, seq=row.seq, turns=turns, broken=broken, avatars=people, look=look
            )
        elif clip is not None:
            drawn, beside = Drawn(clip.gif, clip.name, describe_public_board(match, self._client.texts)), []
        else:
            drawn = await painter.draw_public_board(match, seq=row.seq, news=owed.news, clock=clock, look=look)
        moving = [*beside, *whole]
        audience = await self._read_audience(match, owed.news, is_guessed=owed.is_guessed)
        return boards.build_board(
            match, drawn, owed.news, say, films=moving, audience=audience, now=now, outages=outages
        )

    async def _read_audience(self, match: Match, news: Sequence[LogRow], *, is_guessed: bool = True) -> Audience:
        """Read what the people around a match have expected, and at its end what they have cheered most. `news`: the
        log since the last board. `is_guessed`: whether anybody may have said what they expect."""
        found = await read_audience(self._referee, match, news) if is_guessed else NOBODY
        if match.phase != "finished":
            return found
        players = [holder.user_id for holder in match.seats if holder.user_id]
        hushed = any([(await self._client.preferences.load(user_id)).hushed for user_id in players])
        cheered, told = await self._outbox.find_most_cheered(match), None
        if cheered is not None and (turns := await self._client.films.read_turns(match)):
            told = describe_cheers(match, turns, cheered)
        return structs.replace(found, cheered=told, hushed=hushed)

    async def _join_film(self, outbox_id: int, match_id: int) -> None:
        """Add the film of a match to its last board, which was posted without it because drawing a film is slow.

        Failures are retried a few times; the button under the board shows the film in any case.
        """
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock, self._outbox.hold_film(outbox_id) as owed:
            if owed is None:
                return
            films: Films = ()
            try:
                match = (await self._referee.match(match_id)).seen_from(owed.row.guild_id)
                films = select_films(match.game, owed.films, owed.film_log)
                if whole := await self._client.films.draw_last_film(match, look=choose_look(match, owed)):
                    board = await self._build(match, owed, films, whole)
                    await self._messages.edit(owed.row, board.view, board.files)
            except WorkerStopped:
                raise
            except Exception as error:  # noqa: BLE001 - a film must delay neither boards nor the clocks
                if not is_closed(error):
                    await self._defer(outbox_id, error)
                    return
                log.info("match %s: its last board cannot get its film: %s", match_id, error)
            await self._outbox.mark_film_joined(owed, [film.seq for film, _ in films])

    async def _defer(self, outbox_id: int, error: Exception) -> None:
        """Schedule another attempt, and log why."""
        row = await self._outbox.defer(outbox_id, self._referee.now())
        if row is None:
            return
        what = "the film of board" if row.film else "board"
        said = "match %s: %s %s not posted (try %s): %s", row.match_id, what, row.seq, row.attempts + 1, error
        if isinstance(error, _FAILURES) and not isinstance(error, WorkerErred):
            log.warning(*said)
        else:  # a bug of ours needs its traceback
            log.error(*said, exc_info=error)

    async def refresh(self, match: Match) -> None:
        """Update the words of the newest board, such as who has chosen, unless a newer board is still to be posted."""
        async with self._locks.setdefault(match.id, asyncio.Lock()):
            match = await self._referee.match(match.id)
            if all([await self._reword(face) for face in match.faces if may_show(face)]):
                await self._outbox.settle_edit(match, "board")

    async def _reword(self, match: Match) -> bool:
        """Update the words of the newest board of a server. Returns False if another attempt may succeed."""
        if (found := await self._outbox.read_newest(match)) is None:
            return True
        shown, news = found
        alt, seq = describe_public_board(match, self._client.texts), shown.seq
        say, now, outages = self._client.say_to_all(match), self._referee.now(), self._referee.outages_of(match)
        audience = await self._read_audience(match, news)
        return await self._messages.reword(
            shown,
            lambda media: boards.rebuild_board(
                match, media, seq, alt, news, say, audience=audience, now=now, outages=outages
            ),
        )


async def deliver(visit: Visit, done: Done) -> Match:
    """Let machines move after a person's change, and show what it has led to: a new board, or new words on the newest.
    Returns the match as it is then. Raises UserError where the bot may not post here."""
    done = await visit.bot.machines.run(done)
    if done.outbox_id is None and done.guest_outbox_id is None:
        await visit.bot[Postman].refresh(done.match)
    else:
        await visit.bot[Postman].post_board(done, visit.interaction)
    return done.match


@on("changed")
async def post_announced(bot: Client, done: Done) -> None:
    """Post the board of a change that no interaction has caused."""
    try:
        await bot[Postman].post_board(done)
    except UserError as error:
        log.warning("match %s: board not posted: %s", done.match.id, error)


@on("start")
async def post_left(bot: Slowboat) -> None:
    """Post the boards that earlier processes have left."""
    await bot[Postman].begin_due(began=bot.began)


@on("sweep")
@on("beat")
async def post_due(bot: Client) -> None:
    """Post the boards that are due."""
    await bot[Postman].begin_due()


@every(CHECK_EVERY, "the check of posted boards")
async def check_boards(bot: Client) -> str | None:
    """Repair boards that are not in their channels, once after each start."""
    return await bot[Postman].check_some()


@on("repair_board")
async def reword_board(bot: Client, match: Match) -> None:
    """Update the words of a board."""
    await bot[Postman].refresh(match)
