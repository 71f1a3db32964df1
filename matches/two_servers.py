"""Link a match with a channel of a second server, and end the link: pure functions from a match to a Change.

See `docs/decisions/0024-two-servers-one-table.md`.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import structs

from data import LogRow
from games.text import T
from matches.change import Change
from matches.clocks import pauses
from matches.clocks.pace import HOUR
from matches.errors import Stale, UserError
from matches.lobby.expiry import require_lobby
from matches.lobby.invitations import require_host
from matches.lobby.rivals import replace_by_rival
from matches.match import Guest, Match, Side
from matches.people.preferences import Server
from matches.referee import Request

CODE_LASTS: Final = HOUR
"""Seconds for which a code is valid."""

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of codes: none that look alike."""

_TYPED_CODE: Final = re.compile(r"[\s`'\"]*(L?)\s*([0-9]{1,15})\s*[-\u2010-\u2015\u2212]\s*([A-Z0-9]+)[\s`'\"]*")
"""A code as typed or pasted: phones put spaces around the hyphen, or write a dash. Those of leagues begin with L."""

PARTED: Final = "parted"
"""The code of the log row where a link ends."""


def has_right(who: Request, server: Server) -> bool:
    """Whether a person may link matches with other servers: they manage this one, or it lets all members."""
    return who.manages_server or server.shares_tables


def require_right(who: Request, server: Server) -> None:
    """Raise UserError unless a person may link matches with other servers."""
    if not has_right(who, server):
        raise UserError(
            T("Only somebody who manages the server can do this, unless its settings let everybody share tables.")
        )


def offer(match: Match, who: Request, *, code: str, names: bool, now: float) -> Change:
    """Offer a lobby to another server, for an hour. `code`: random letters; `names`: whether names may be shown. Raises
    UserError."""
    require_host(match, who)
    _require_shareable(match)
    return _set_guest(match, Guest(code=code, until=now + CODE_LASTS, names=names))


def write_code(match: Match) -> str:
    """Write the code that the other server types: it contains the number of the match."""
    return f"{match.id}-{match.guest.code}"


def read_code(text: str) -> tuple[int, str]:
    """Read a typed code as the number of the match and the letters. Raises UserError."""
    found = _TYPED_CODE.fullmatch(text.upper())
    if found is None or found[1]:
        raise make_code_error()
    return int(found[2]), found[3]


def read_league_code(text: str) -> tuple[int, str] | None:
    """Read a typed code as the number of a league and the letters; None if it is none of a league."""
    found = _TYPED_CODE.fullmatch(text.upper())
    return (int(found[2]), found[3]) if found is not None and found[1] else None


def make_code_error() -> UserError:
    """Build the error for a code that cannot be used, which is the same for every reason."""
    return UserError(T("This code is wrong or has expired. The host of the match gets a new one under More."))


def require_code(match: Match, letters: str, guild_id: int, *, now: float) -> None:
    """Raise UserError unless these letters link a channel of this server with the match now."""
    terms = match.guest
    if match.phase != "lobby" or match.is_shared or terms.code != letters or not terms.code or now >= terms.until:
        raise make_code_error()
    if guild_id == match.guild_id:
        raise UserError(T("This match is already played in this server. The code is for another server."))


def accept(
    match: Match, who: Request, letters: str, *, channel_id: int, names: bool, language: str, now: float
) -> Change:
    """Show the match in a channel of the person's server, too. `names`: whether this side agrees to show names. Raises
    UserError."""
    guild_id = who.guild_id or 0
    require_code(match, letters, guild_id, now=now)
    _require_shareable(match)
    shared = structs.replace(match, guest_guild_id=guild_id, guest_channel_id=channel_id)
    return _set_guest(shared, Guest(names=names and match.guest.names, language=language))


def record_card(match: Match, card_id: int) -> Change:
    """Record the message of the lobby's card in the second server."""
    return _set_guest(match, structs.replace(match.guest, card_id=card_id))


def may_part(match: Match, who: Request) -> bool:
    """Whether a person may end the link: they manage one of the servers, lead the lobby, or play on a side whose
    channel works while the other one's does not."""
    if not match.is_shared or match.phase not in ("lobby", "running", "paused"):
        return False
    if who.manages_server and who.guild_id in (match.guild_id, match.guest_guild_id):
        return True
    if match.phase == "lobby":
        return who.user_id == match.host_id
    lost = match.guest.lost
    sides: set[Side] = {"guest" if seat.guest else "home" for seat in match.seats if seat.user_id == who.user_id}
    return match.paused_for == "place" and bool(lost) and bool(sides - set(lost))


def part_as(match: Match, who: Request, *, now: float) -> Change:
    """End the link for a person. Raises UserError or Stale."""
    if match.is_shared and not may_part(match, who):
        raise UserError(T("Only somebody who manages one of the two servers can do this."))
    return part(match, now=now, user_id=who.user_id)


def part(match: Match, *, now: float, user_id: int | None = None, note: str = "") -> Change:
    """End the link. In a lobby the people of the second server leave; afterwards computer players take their seats.

    A match that waits for the second server's channel goes on. Raises Stale if there is no link.
    """
    if not match.is_shared or match.phase not in ("lobby", "running", "paused"):
        raise Stale(T("This table is not shared with another server any more."))
    was = match.guest
    place = match.guest_guild_id or 0, match.guest_channel_id or 0, was.card_id
    guest = Guest(language=was.language, parted=place)
    alone = structs.replace(match, guest_guild_id=None, guest_channel_id=None, guest=guest, proposal=None)
    if match.phase == "lobby":
        return _leave_lobby(alone, now=now)
    seq = match.seq + 1
    log = LogRow(seq, "place", None, PARTED, "[]", None, None, user_id, now, note=note)
    found = structs.replace(alone, seq=seq)
    entries, left = [log], tuple(holder.seat for holder in match.seats if holder.guest)
    for seat in left:
        replaced = pauses.replace_player(found, seat, None, replace_by_rival(found), now=now, asked_by=user_id)
        entries += replaced.log
        found = replaced.match
    board = "home" not in was.lost
    if match.paused_for == "place" and board:
        resumed = pauses.resume(found, now=now, user_id=user_id)
        entries += resumed.log
        found = resumed.match
    return Change(found, log=tuple(entries), drop_drafts=left, board=board and not found.waits_for_machine)


def _leave_lobby(match: Match, *, now: float) -> Change:
    """Let the people of the second server leave a lobby; without others, it closes."""
    rest = tuple(holder for holder in match.seats if not holder.guest)
    people = [holder.user_id for holder in rest if holder.user_id is not None]
    if not people:
        return pauses.end_without_result(match, now=now)
    host = match.host_id if match.host_id in people else people[0]
    return Change(structs.replace(match, host_id=host, seats=rest))


def forget_parted(match: Match) -> Change:
    """Forget where a link that has ended was: its messages say so, or can no longer be edited."""
    return Change(structs.replace(match, guest=Guest()))


def _set_guest(match: Match, guest: Guest) -> Change:
    return Change(structs.replace(match, guest=guest))


def _require_shareable(match: Match) -> None:
    """Raise UserError for a lobby that cannot be shared with another server."""
    require_lobby(match)
    if match.is_shared:
        raise UserError(T("This table is shared with another server already."))
    if match.is_direct or match.demo or match.private or match.rated or any(seat.crowd for seat in match.seats):
        raise UserError(
            T(
                "A table can be shared with another server if it is open to everybody, not rated, and no channel "
                "plays a seat. Change this first."
            )
        )
