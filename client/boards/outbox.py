"""What a board is made from, and what is noted when it has come: the postman's side of the store."""

from __future__ import annotations

from msgspec import Struct

from client.boards.board import Bare
from client.boards.films import Films
from client.boards.pings import Called, count_calls
from client.boards.posted_boards import packed
from data import FilmRow, LogRow, MatchRow, OutboxRow, PingRow, Transaction
from matches.match import Match
from matches.people.preferences import Server, server_of


class Owed(Struct, frozen=True):
    """A board to be posted, and everything it is made from."""

    row: OutboxRow
    previous: OutboxRow | None
    films: tuple[FilmRow, ...]
    filmed: tuple[LogRow, ...]
    news: tuple[LogRow, ...]
    pings: tuple[PingRow, ...]
    server: Server


def to_post(tx: Transaction, outbox_id: int) -> Owed | None:
    """A board that is still to be posted. One that was overtaken is dropped: the newer one tells of it, too."""
    row = tx.outbox(outbox_id)
    if row is None or row.message_id is not None:
        return None
    if tx.drop_superseded(row):
        tx.drop_from_outbox(row.id)
        return None
    return _about(tx, row)


def to_film(tx: Transaction, outbox_id: int) -> Owed | None:
    """A last board which the film of its match is still to join."""
    row = tx.outbox(outbox_id)
    return _about(tx, row) if row is not None and row.film else None


def _about(tx: Transaction, row: OutboxRow) -> Owed:
    previous = tx.newest_board(row.match_id, before=row.seq)
    films = tx.films_to_show(row.match_id, upto=row.seq)
    filmed = tx.log(row.match_id, after=films[0].seq - 1) if films else ()
    news = tx.log(row.match_id, after=previous.seq if previous else -1)
    server = server_of(tx.guild(row.guild_id))
    return Owed(row, previous, films, filmed, news, tx.pings(row.match_id), server)


def posted(
    tx: Transaction, match: Match, board: Owed, message_id: int, bare: Bare | None, films: Films, called: Called
) -> None:
    """The board has come, and with it its calls and its films, or no film because it could not be drawn; the one before
    has lost its buttons. A last board stays as it is, but is joined by the film of its match, beside its own."""
    ended, stays = match.row.phase == "finished", match.row.phase not in ("running", "paused")
    tx.mark_posted(board.row.id, message_id, None if stays or bare is None else packed(bare), film=ended)
    if board.previous is not None:
        tx.keep_bare(board.previous.id, None)
    for film, _ in () if ended else films:
        tx.mark_film_shown(match.row.id, film.seq)
    count_calls(tx, match, called)


def filmed(tx: Transaction, board: Owed, films: Films) -> None:
    """The film of its match has joined a last board, or never will."""
    tx.mark_filmed(board.row.id)
    for film, _ in films:
        tx.mark_film_shown(board.row.match_id, film.seq)


def to_refresh(tx: Transaction, match: MatchRow) -> tuple[OutboxRow, tuple[LogRow, ...]] | None:
    """The newest board, if none is on its way, and what has happened since the one before it."""
    shown = tx.newest_board(match.id, before=match.seq + 1)
    if shown is None or tx.drop_superseded(shown):
        return None
    before = tx.newest_board(match.id, before=shown.seq)
    return shown, tx.log(match.id, after=before.seq if before else -1)
