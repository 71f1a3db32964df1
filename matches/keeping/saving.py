"""Save a change to the store, and read a match from it, inside a transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec import structs

import games
from data import OPEN_PHASES, ChannelTaken, Edited, MatchRow, Transaction
from games.core import Seat
from matches.change import Change
from matches.clocks import clocks
from matches.clocks.clocks import Outages
from matches.clocks.liveliness import is_live
from matches.errors import Unplayable, missing_game, missing_rules
from matches.keeping.mapping import make_match, make_seat_rows
from matches.keeping.ping_keys import key_of_turn, list_open
from matches.match import Match, Side, unpack
from matches.results.writing import write_results

BOARD_GRACE: Final = 15.0
"""Seconds after which the sweep posts a board if the request that caused it has failed to."""

MOST_PINGS: Final = 3
"""Pings of a person for one decision, including those of boards."""

Owed = Mapping[Side, int | None]
"""For each server of a match, the id of the board that a change adds to the outbox; None: none."""

Drafts = Mapping[Seat, tuple[int, tuple[str, ...]]]
"""For each seat with a draft, its decision and its codes."""


def write_change(
    tx: Transaction,
    before: Match,
    change: Change,
    *,
    row: MatchRow,
    was: MatchRow,
    interaction_id: int | None,
    now: float,
    outages: Outages,
) -> tuple[Owed, tuple[Seat, ...]]:
    """Write a change. Returns the boards it adds to the outbox, and the seats to ping.

    `row`, `was`: the rows of the match after and before it. Raises Outdated if the match has a newer revision,
    Delivered if the interaction has taken effect before, and ChannelTaken if the match is to be shown in a channel that
    has another one.
    """
    after = change.match
    for channel in {after.channel_id, after.guest_channel_id} - {before.channel_id, before.guest_channel_id, None}:
        there = tx.find_match_in_channel(channel or 0)
        if there is not None and there.phase in OPEN_PHASES:
            raise ChannelTaken(f"channel {channel} has an open match")
    tx.update_match(row, was=was, interaction_id=interaction_id, at=now)
    tx.append_log(after, change.log)
    write_results(tx, before, after)
    if after.seats != before.seats:
        tx.put_seats(after, make_seat_rows(after))
    if change.film:
        tx.add_clip(after, after.seq, change.film)
    for seat in change.drop_drafts:
        tx.drop_draft(after.id, seat)
    if change.ballot is not None:
        tx.put_ballot(after, change.ballot)
    for user in change.block:
        tx.block(after.guild_id, after.host_id, user)
    for user in change.unblock:
        tx.unblock(after.guild_id, after.host_id, user)
    if before.phase in OPEN_PHASES and after.phase not in OPEN_PHASES:
        tx.end_league_match(after.id)
        tx.drop_ballots(after.id)
    for what in _list_outdated(before, change):
        tx.owe_edit(after, what, now + BOARD_GRACE)
    tx.set_timers(after, clocks.list_timers(after, outages))
    tx.end_pings(after.id, but=tuple(list_open(after)))
    pings = tuple(seat for seat in change.ping if seat in after.decisions and _claim_ping(tx, after, seat))
    return _owe_boards(tx, change, now), pings


def _owe_boards(tx: Transaction, change: Change, now: float) -> Owed:
    """Add a board to the outbox for each side whose channel can be used."""
    owed: dict[Side, int | None] = {"home": None, "guest": None}
    for face in change.match.faces if change.board else ():
        if face.side not in face.guest.lost:
            owed[face.side] = tx.add_to_outbox(face, face.seq, now + BOARD_GRACE)
    return owed


def _list_outdated(before: Match, change: Change) -> Iterator[Edited]:
    """List the messages that a change outdates.

    These are the card of a lobby, the words of the newest board if no new board follows, offers to substitutes that are
    not posted yet, and what is left in a second server whose link has ended.
    """
    after = change.match
    if after.guest.parted is not None and after.guest.parted != before.guest.parted:
        yield "guest"
    if before.phase == "lobby":
        yield "card"
        return
    is_reachable = not change.board and (after.paused_for != "place" or after.is_shared)
    if is_reachable and _describe_situation(before) != _describe_situation(after):
        yield "board"
    if {holder.seat for holder in after.seats if holder.seeks} - {
        holder.seat for holder in before.seats if holder.seeks
    }:
        yield "offer"


def _describe_situation(match: Match) -> object:
    """Collect what the words of a board depend on besides the position."""
    away = tuple((each.seat, each.user_id, each.name, each.stand_in, each.away_until) for each in match.seats)
    lost = match.guest.lost
    return match.to_act, away, match.phase, match.proposal, match.paused_for, match.resume_at, is_live(match), lost


def find_missing(match: Match) -> Unplayable | None:
    """Build the error for a match whose game or rules are not installed; None if they are."""
    people = {match.host_id, *match.people}
    if match.game_name not in games.names():
        return missing_game(match.id, people)
    if match.phase in ("running", "paused") and games.find(match.game_name, match.rules_version) is None:
        return missing_rules(match.id, people)
    return None


def may_be_shown(row: MatchRow) -> bool:
    """Whether somebody who asks for the match of its channel is told about it: it is open, or its game is installed."""
    return row.phase in OPEN_PHASES or row.game in games.names()


def read_match(tx: Transaction, match_id: int) -> tuple[Match, MatchRow, Drafts] | None:
    """Read a match, its row and its drafts; None if it does not exist. Raises Unplayable if its game or rules are
    missing."""
    row = tx.read_match(match_id)
    if row is None:
        return None
    match = make_match(row, tx.read_seats(row.id))
    if (missing := find_missing(match)) is not None:
        raise missing
    snapshot = tx.read_snapshot(row.id, row.head) if row.head >= 0 else None
    if snapshot:
        match = structs.replace(match, state=unpack(match.game, snapshot))
    drafts = tx.read_drafts(row.id).items()
    return match, row, {seat: (decision, tuple(msgspec.json.decode(codes))) for seat, (decision, codes) in drafts}


def _claim_ping(tx: Transaction, match: Match, seat: Seat) -> bool:
    """Count another ping of a seat; False if it already had `MOST_PINGS` for this decision."""
    key = key_of_turn(match, seat)
    if next((row.count for row in tx.read_pings(match.id) if (row.seat, row.decision) == key), 0) >= MOST_PINGS:
        return False
    tx.count_ping(match, *key)
    return True
