"""Make a match of the rows of the store, and rows of a match. Nothing else knows how a match is stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

import games
from data import MatchRow, SeatRow
from games.core import Outcome, Seat
from matches.clocks.voting import Terms
from matches.match import Clock, Guest, Held, Holder, Invitation, Live, Match, Proposal, StandIn

T = TypeVar("T")

_ENCODER: Final = msgspec.json.Encoder()
_CLOCKS: Final = msgspec.json.Decoder(dict[Seat, Clock])
_DECISIONS: Final = msgspec.json.Decoder(dict[Seat, int])
_GUEST: Final = msgspec.json.Decoder(Guest)
_HELD: Final = msgspec.json.Decoder(Held)
_INVITED: Final = msgspec.json.Decoder(tuple[Invitation, ...])
_LOOKS: Final = msgspec.json.Decoder(tuple[str, ...])
_OUTCOME: Final = msgspec.json.Decoder(Outcome)
_PROPOSAL: Final = msgspec.json.Decoder(Proposal)
_TERMS: Final = msgspec.json.Decoder(Terms)

_STAND_INS: Final[tuple[StandIn | None, ...]] = (None, "turn", "until_back")
"""How long a stand-in plays, by the number that is stored."""


class _Live(Struct):
    """`Live` as it is stored: msgspec writes no Mapping."""

    turns: dict[Seat, tuple[float, ...]] = {}
    until: float | None = None


_LIVE: Final = msgspec.json.Decoder(_Live)


def read_options(row: MatchRow) -> Any:
    """Read the options of a match. Raises msgspec.ValidationError if its rules do not know them, and KeyError for a
    game that is not installed."""
    rules = None if row.phase == "lobby" else games.find(row.game, row.rules_version)
    return msgspec.json.decode(row.options, type=(rules or games.load(row.game)).options_type)


def make_match(row: MatchRow, seats: Iterable[SeatRow] = (), state: Any = None) -> Match:
    """Make a match of its rows and its position. Options that the rules here cannot read are kept as they are."""
    options: Any
    try:
        options = read_options(row)
    except (KeyError, msgspec.ValidationError):
        options = msgspec.Raw(row.options.encode())
    return Match(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game_name=row.game,
        rules_version=row.rules_version,
        phase=row.phase,
        host_id=row.host_id,
        capacity=row.capacity,
        options=options,
        language=row.language,
        secret=row.secret,
        created_at=row.created_at,
        seats=tuple(map(_make_holder, seats)),
        state=state,
        seq=row.seq,
        head=row.head,
        decisions=_DECISIONS.decode(row.decisions),
        outcome=_OUTCOME.decode(row.result) if row.result else None,
        card_id=row.card_id,
        started_at=row.started_at,
        ended_at=row.ended_at,
        pace=row.pace,
        absence=row.absence,
        clocks=_CLOCKS.decode(row.clocks),
        invited=_INVITED.decode(row.invited),
        private=bool(row.private),
        proposal=_PROPOSAL.decode(row.proposal) if row.proposal else None,
        paused_for=row.paused_for,
        resume_at=row.resume_at,
        card_channel_id=row.card_channel_id,
        rematch_of=row.rematch_of,
        rated=bool(row.rated),
        grace=row.grace,
        held=_HELD.decode(row.held) if row.held else None,
        demo=bool(row.demo),
        move_at=row.move_at,
        rev=row.rev,
        weekends=bool(row.weekends),
        due_hour=row.due_hour,
        due_zone=row.due_zone,
        away_days=row.away_days,
        asked_at=row.asked_at,
        live=_read_live(row.live),
        guest_guild_id=row.guest_guild_id,
        guest_channel_id=row.guest_channel_id,
        guest=_GUEST.decode(row.guest) if row.guest else Guest(),
        looks=_LOOKS.decode(row.looks),
    )


def make_row(match: Match) -> MatchRow:
    """Make the row of a match."""
    return MatchRow(
        id=match.id,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        game=match.game_name,
        rules_version=match.rules_version,
        phase=match.phase,
        host_id=match.host_id,
        capacity=match.capacity,
        options=_write(match.options),
        language=match.language,
        secret=match.secret,
        seq=match.seq,
        head=match.head,
        decisions=_write(match.decisions),
        machine=int(match.waits_for_machine),
        result=_write_given(match.outcome),
        card_id=match.card_id,
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        pace=match.pace,
        absence=match.absence,
        clocks=_write(match.clocks),
        invited=_write(match.invited),
        private=int(match.private),
        proposal=_write_given(match.proposal),
        paused_for=match.paused_for,
        resume_at=match.resume_at,
        card_channel_id=match.card_channel_id,
        rematch_of=match.rematch_of,
        rated=int(match.rated),
        grace=match.grace,
        held=_write_given(match.held),
        demo=int(match.demo),
        move_at=match.move_at,
        rev=match.rev,
        weekends=int(match.weekends),
        due_hour=match.due_hour,
        due_zone=match.due_zone,
        away_days=match.away_days,
        asked_at=match.asked_at,
        live=_write_live(match.live),
        guest_guild_id=match.guest_guild_id,
        guest_channel_id=match.guest_channel_id,
        guest=None if match.guest == Guest() else _write(match.guest),
        looks=_write(match.looks),
    )


def make_seat_rows(match: Match) -> tuple[SeatRow, ...]:
    """Make the rows of the seats of a match."""
    return tuple(
        SeatRow(
            seat=holder.seat,
            user_id=holder.user_id,
            name=holder.name,
            resigned=int(holder.resigned),
            auto=int(holder.auto),
            stand_in=_STAND_INS.index(holder.stand_in),
            missed=holder.missed,
            away_until=holder.away_until,
            away_used=holder.away_used,
            level=holder.level,
            seeks=int(holder.seeks),
            stepped_in=int(holder.stepped_in),
            extended=int(holder.extended),
            crowd="" if holder.crowd is None else _write(holder.crowd),
            guest=int(holder.guest),
        )
        for holder in match.seats
    )


def _make_holder(row: SeatRow) -> Holder:
    return Holder(
        seat=row.seat,
        user_id=row.user_id,
        name=row.name,
        resigned=bool(row.resigned),
        auto=bool(row.auto),
        stand_in=_STAND_INS[row.stand_in],
        missed=row.missed,
        away_until=row.away_until,
        away_used=row.away_used,
        level=row.level,
        seeks=bool(row.seeks),
        stepped_in=bool(row.stepped_in),
        extended=bool(row.extended),
        crowd=_TERMS.decode(row.crowd) if row.crowd else None,
        guest=bool(row.guest),
    )


def _read_live(text: str | None) -> Live:
    found = _Live() if text is None else _LIVE.decode(text)
    return Live(found.turns, found.until)


def _write_live(live: Live) -> str | None:
    return None if live == Live() else _write(_Live(dict(live.turns), live.until))


def _write(value: Any) -> str:
    return _ENCODER.encode(value).decode()


def _write_given(value: Any) -> str | None:
    return None if value is None else _write(value)
