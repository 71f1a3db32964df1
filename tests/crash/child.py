"""The process to be killed: the real `bot.run`, run step by step by the test that started it.

Imports everything and reads the catalogues once, then forks a Slowboat for each order on stdin (one JSON object a
line), so that a new process needs 0.04 s of CPU until it is ready, not 0.3 s. Reports on stdout, one word a line with
its details: `pid N`, `ready`, `step commit`, `step committed`, `ended CODE`. At a step it waits until a `g` comes in on
stdin, or for its death.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bot
import client.turn.turn
import data.store
import matches.play
from client.board.board_messages import BoardMessages
from client.board.postman import Postman
from client.core.bot import Slowboat
from client.pictures import painter as pictures
from client.pictures.films import Film, FilmWorker
from matches.match import Match
from matches.texts import Texts
from sandbox.client import Address, point_discord_py_at
from tests.support.here import Here
from tests.support.play.translated import translate_once
from tests.support.stub_nature import StubNature
from tests.support.wire.offline import commands, offline

STDIN, STDOUT = 0, 1


def tell(line: str) -> None:
    os.write(STDOUT, f"{line}\n".encode())


def step(name: str) -> None:
    """Wait until the test lets the process go on."""
    tell(f"step {name}")
    if not os.read(STDIN, 1):
        os._exit(1)  # the test has ended


class Stepped:
    """A connection that stops before and after every COMMIT."""

    def __init__(self, db: Any) -> None:
        self._db = db

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, sql: str, values: Any = ()) -> Any:
        if sql != "COMMIT":
            return self._db.execute(sql, values)
        step("commit")
        done = self._db.execute(sql)
        step("committed")
        return done


class Late(Stepped):
    """A connection that answers the COMMIT of a move at once, and carries it out some transactions later."""

    _left = 0
    """Transactions left until the COMMIT, counted in the whole process because each batch has a connection of its
    own."""

    def executemany(self, sql: str, rows: Any) -> Any:
        if sql.startswith("INSERT INTO log"):
            Late._left = 4
        return self._db.executemany(sql, rows)

    def execute(self, sql: str, values: Any = ()) -> Any:
        if sql == "COMMIT" and Late._left:
            return None
        if sql == "BEGIN" and self._db.in_transaction:
            Late._left -= 1
            if Late._left:
                return None
            self._db.execute("COMMIT")
        return self._db.execute(sql, values)


def replace(owner: Any, name: str, made_of: Callable[[Any], Any]) -> None:
    """Replace `owner.name` by something else. AttributeError if it does not exist any more."""
    setattr(owner, name, made_of(getattr(owner, name)))


async def skip_drawing(_: FilmWorker, match: Match, **__: object) -> Film:
    """Return an empty film for a match that is over."""
    return Film(b"GIF89a", f"{match.game_name}-{match.id}-{match.seq}-film.gif")


def acknowledge_before_commit() -> None:
    replace(data.store, "_commit", lambda commit: lambda db, functions: commit(Late(db), functions))


def mark_before_posting() -> None:
    def mark_first(send: Any) -> Any:
        async def mark_before_sending(self: Postman, match: Any, owed: Any, *rest: Any) -> Any:
            await self._referee.store.transaction(lambda tx: tx.mark_posted(owed.row.id, 1))
            return await send(self, match, owed, *rest)

        return mark_before_sending

    replace(Postman, "_send", mark_first)


def post_without_looking() -> None:
    async def forget_ticket(*_: Any) -> None:
        return None

    replace(BoardMessages, "find_board", lambda _: forget_ticket)


def forget_the_decision() -> None:
    """Apply a press to the decision that is open now instead of the one it was made for."""
    meant: dict[tuple[int, int], tuple[str, ...]] = {}

    def any_decision(check: Any) -> Any:
        def check_any_decision(match: Match, who: Any, seat: int, *, decision: int) -> None:
            check(match, who, seat, decision=match.decisions.get(seat, decision))

        return check_any_decision

    def any_draft(_: Any) -> Any:
        async def read_draft(press: Any) -> tuple[Match, int, tuple[str, ...]]:
            match = await press.bot.referee.match(press.id.match)
            seat = int(press.id.rest.partition(".")[0])
            chosen = await press.bot.referee.draft(match, seat) or meant.get((match.id, seat), ())
            legal = [move.code for move in match.game.legal_moves(match.state, seat)] if seat in match.decisions else []
            if chosen and legal and chosen[0] not in legal:
                chosen = (legal[0],)
            meant[match.id, seat] = chosen
            return match, seat, chosen

        return read_draft

    replace(matches.play, "require_turn", any_decision)
    replace(client.turn.turn, "read_draft", any_draft)


MUTANTS: dict[str, Callable[[], None]] = {
    mutant.__name__: mutant
    for mutant in (acknowledge_before_commit, mark_before_posting, post_without_looking, forget_the_decision)
}


async def live(order: dict[str, str]) -> None:
    """Run until killed."""

    def create_promptly(create: Callable[..., Slowboat]) -> Callable[..., Slowboat]:
        def create_at_once(*args: Any, **kwargs: Any) -> Slowboat:
            made = create(*args, **kwargs)
            made._connection.guild_ready_timeout = 0.0  # discord.py's wait for more guilds
            return made

        return create_at_once

    replace(bot, "create_bot", create_promptly)
    replace(bot, "note_start", lambda _: lambda *__: 0.0)  # without this, frequent starts are delayed
    replace(bot, "NatureWorker", lambda _: StubNature)  # real physics would delay the test
    replace(FilmWorker, "draw_match_film", lambda _: skip_drawing)
    replace(pictures, "Worker", lambda _: Here)
    bot.handle_ready = lambda *_, **__: tell("ready")
    if order["mutant"]:
        MUTANTS[order["mutant"]]()
    replace(data.store, "_commit", lambda commit: lambda db, functions: commit(Stepped(db), functions))
    with point_discord_py_at(Address(order["url"], order["gateway_url"])), translate_once():
        await bot.run(bot.Settings(discord_token=order["token"], database=order["database"]))


def warm_up() -> None:
    """Read what each start reads: catalogues, command modules, and the translated commands."""
    Texts().load()
    with tempfile.TemporaryDirectory() as folder, translate_once():
        asyncio.run(commands(offline(Path(folder))))


def main() -> None:
    warm_up()
    while line := _read_line():
        pid = os.fork()
        if pid == 0:
            tell(f"pid {os.getpid()}")
            try:
                asyncio.run(live(json.loads(line)))
            except BaseException:  # noqa: BLE001 - the end of this process, for any reason
                traceback.print_exc()
            finally:
                os._exit(1)
        _, status = os.waitpid(pid, 0)
        tell(f"ended {os.waitstatus_to_exitcode(status)}")


def _read_line() -> bytes:
    """Read the next order; skip a `g` that came too late for a process that died."""
    found = b""
    while not found.endswith(b"\n"):
        byte = os.read(STDIN, 1)
        if not byte:
            return b""
        if found or byte == b"{":
            found += byte
    return found


if __name__ == "__main__":
    main()
