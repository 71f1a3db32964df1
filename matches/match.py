"""A match: its row, its seats and the position, and the facts derived from them."""

from __future__ import annotations

import typing
import zlib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import takewhile
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

import games
from data import FORMER, Level, LogRow, MadeBy, MatchRow, SeatRow
from games.core import NATURE, AnyGame, Event, Outcome, Seat, Words
from games.levels import NORMAL
from matches.draft import Folded
from matches.texts import Persona
from matches.together.guest import Guest, Side, make_guest_row

CROWD: Final = "crowd"
"""The kind of a seat whose turns a channel votes on, and of a move it has voted for."""

_DECISIONS = msgspec.json.Decoder(dict[int, int])


class Held(Struct, frozen=True):
    """A turn that is confirmed but not applied yet, so that its player can take it back before chance takes effect.

    `at`: when it was confirmed; it takes effect at `until`, or as soon as a player of `awaits` presses *Play*.
    """

    seat: Seat
    codes: tuple[str, ...]
    user_id: int | None
    at: float
    until: float
    awaits: tuple[Seat, ...] = ()


class Match(Struct, frozen=True, dict=True):
    """One play of a game, shown in one channel, or in two channels of different servers. `state` is None in the lobby.

    If two servers show it, an instance is the match as one of them shows it (`seen_from`). As read from the store, that
    is its *home*, the server in which it was opened.

    Only the referee and the machines use `state`; all other code uses a `view`.
    """

    row: MatchRow
    seats: tuple[SeatRow, ...]
    state: Any = None

    @cached_property
    def game(self) -> AnyGame:
        """The rules of the match: the current ones in the lobby, then those it began with. A match that is over and
        whose rules are gone has the current ones."""
        found = None if self.row.phase == "lobby" else games.find(self.row.game, self.row.rules_version)
        return games.load(self.row.game) if found is None else found

    @cached_property
    def words(self) -> Words:
        return games.words(self.row.game)

    @cached_property
    def options(self) -> Any:
        return msgspec.json.decode(self.row.options, type=self.game.options_type)

    @cached_property
    def decisions(self) -> Mapping[Seat, int]:
        """The open decisions: the seq at which each was opened, by seat."""
        return _DECISIONS.decode(self.row.decisions)

    @cached_property
    def held(self) -> Held | None:
        """The confirmed turn that has not taken effect yet, if there is one."""
        return msgspec.json.decode(self.row.held, type=Held) if self.row.held else None

    @cached_property
    def folds(self) -> dict[tuple[Seat, tuple[str, ...]], Folded[Any, Any]]:
        """Cache of `matches.play.fold_draft`: one turn folds the same drafts again and again."""
        return {}

    @cached_property
    def outcome(self) -> Outcome | None:
        return msgspec.json.decode(self.row.result, type=Outcome) if self.row.result else None

    @cached_property
    def guest(self) -> Guest:
        """The terms of the second server; the defaults if there is none."""
        return msgspec.json.decode(self.row.guest, type=Guest) if self.row.guest else Guest()

    @property
    def is_shared(self) -> bool:
        """Whether a second server shows the match, too."""
        return self.row.guest_guild_id is not None

    def seen_from(self, guild_id: int | None) -> Match:
        """Return the match as a server shows it: with its channel, card and language, and its own people as those who
        can be named and mentioned. Any server but the second one sees it as its home does."""
        if guild_id is None or guild_id != self.row.guest_guild_id or self.row.is_guest:
            return self
        return Match(make_guest_row(self.row, self.guest), self.seats, self.state)

    def seen_by(self, user_id: int, guild_id: int | None) -> Match:
        """Return the match as it is shown to a person who presses something in a server. Elsewhere, such as in direct
        messages, they see it as in the server in which they play."""
        if not self.is_shared or guild_id in (self.row.guild_id, self.row.guest_guild_id):
            return self.seen_from(guild_id)
        plays_there = any(row.guest for row in self.seats if row.user_id == user_id)
        return self.seen_from(self.row.guest_guild_id) if plays_there else self

    def seen_at(self, seat: Seat) -> Match:
        """Return the match as it is shown in the server in which the holder of a seat plays."""
        return self.seen_from(self.row.guest_guild_id) if self.is_shared and self.holder(seat).guest else self

    @property
    def faces(self) -> tuple[Match, ...]:
        """The match as each server shows it: its home first. Call it on a match as read from the store."""
        return (self, self.seen_from(self.row.guest_guild_id)) if self.is_shared else (self,)

    @property
    def side(self) -> Side:
        """The side of the server that shows this match."""
        return "guest" if self.row.is_guest else "home"

    def is_elsewhere(self, holder: SeatRow) -> bool:
        """Whether the holder of a seat is a person who plays in the other server."""
        return self.is_shared and holder.user_id is not None and bool(holder.guest) != self.row.is_guest

    def view(self, seat: Seat | None) -> Any:
        """Return the position as a seat, or the public (None), may know it."""
        return self.game.view(self.state, seat)

    def holder(self, seat: Seat) -> SeatRow:
        return next(row for row in self.seats if row.seat == seat)

    def seats_of(self, user_id: int) -> tuple[Seat, ...]:
        """List the seats a person plays, without those they have resigned."""
        return tuple(row.seat for row in self.seats if row.user_id == user_id and not row.resigned)

    @property
    def people(self) -> tuple[int, ...]:
        """The people who are still playing, each once, in the order of their seats."""
        return tuple(dict.fromkeys(row.user_id for row in self.seats if row.user_id is not None and not row.resigned))

    @property
    def present(self) -> tuple[int, ...]:
        """People playing without a stand-in."""
        return tuple(
            dict.fromkeys(
                row.user_id for row in self.seats if row.user_id is not None and not row.resigned and not row.stand_in
            )
        )

    def seat_to_play(self, user_id: int) -> Seat | None:
        """Return the seat in which this person has a decision to make, or else their first seat."""
        mine = self.seats_of(user_id)
        return next((seat for seat in mine if seat in self.to_act), next(iter(mine), None))

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        if self.state is None or self.row.phase != "running":
            return ()
        if self.held is not None:
            return tuple(seat for seat in self.held.awaits if self._is_present(seat))
        return self.game.to_act(self.state)

    def _is_present(self, seat: Seat) -> bool:
        """Whether a person plays the seat themselves."""
        holder = self.holder(seat)
        return holder.user_id is not None and not holder.resigned and not holder.stand_in

    def machine_for(self, seat: Seat) -> MadeBy | None:
        """Return the kind of machine that moves for this seat now, or `CROWD` while a channel votes; None if a person
        must decide.

        While a turn is held no machine moves.
        """
        if self.held is not None:
            return None
        if seat == NATURE:
            return "nature"
        holder = self.holder(seat)
        if holder.crowd and not holder.stand_in:
            return CROWD
        if holder.user_id is None and not holder.crowd:
            return "computer"
        if holder.resigned or holder.stand_in:
            return "stand_in"
        if holder.auto and len(self.game.legal_moves(self.state, seat)) == 1:
            return "auto"
        return None

    def level_of(self, seat: Seat) -> Level:
        """Return the level at which a machine plays this seat: the computer player's level, or normal for stand-ins."""
        holder = self.holder(seat)
        return holder.level if holder.user_id is None else NORMAL

    @cached_property
    def waits_for_machine(self) -> bool:
        """Whether a computer player, a stand-in, nature or a forced move is next."""
        return any(self.machine_for(seat) not in (None, CROWD) for seat in self.to_act)

    @cached_property
    def awaited(self) -> tuple[SeatRow, ...]:
        """The seats that the match waits for: each has a decision to make, and a person to make it."""
        return tuple(self.holder(seat) for seat in self.to_act if not self.machine_for(seat))

    def cast(self, *, names: bool = True) -> tuple[Persona, ...]:
        """Return the players as `Texts.say` names them; without names for pictures. People of the other server have a
        name only if both servers agreed."""
        colours = self.game.colours(self.row.capacity, self.options)
        by_seat = {row.seat: row for row in self.seats}
        found = []
        for seat in range(len(colours)):
            holder = by_seat.get(seat) if names else None
            former = holder is not None and holder.user_id == FORMER
            level = holder.level if holder is not None and holder.user_id is None else NORMAL
            crowd = holder is not None and bool(holder.crowd)
            named = holder is not None and not (self.is_elsewhere(holder) and not self.guest.names)
            found.append(Persona(holder.name if named and holder else "", colours[seat], former, level, crowd))
        return tuple(found)


def pack(state: Any) -> bytes:
    """Compress a state for the log."""
    return zlib.compress(msgspec.json.encode(state), 1)


def unpack(game: AnyGame, snapshot: bytes) -> Any:
    """Read the state of a snapshot. Raises msgspec.ValidationError if another rules version wrote it."""
    return msgspec.json.decode(zlib.decompress(snapshot), type=game.state_type)


def events_of(game: AnyGame, row: LogRow) -> tuple[Event, ...]:
    """Decode the events of a log row."""
    return _events(game.name).decode(row.events)


def drop_undone(log: Sequence[LogRow]) -> tuple[LogRow, ...]:
    """Leave out what was undone, and undo rows, so that the rows leading to the present position remain. A row that
    corrects the position remains, too."""
    found: dict[int, LogRow] = {}
    standing: list[int] = []  # the seqs of the plies and corrections in `found`, in ascending order
    for row in log:
        if row.kind == "undo":
            while standing and standing[-1] > (row.snapshot_of or 0):
                del found[standing.pop()]
            if not row.code:
                continue
        if row.kind in ("ply", "undo"):
            standing.append(row.seq)
        found[row.seq] = row
    return tuple(found.values())


def turn_events(game: AnyGame, log: Sequence[LogRow]) -> tuple[Event, ...]:
    """Collect the events of the last turn, which is all plies its seat made in a row."""
    last = log[-1].seat if log else None
    plies = list(takewhile(lambda row: row.kind == "ply" and row.seat == last, reversed(log)))
    return tuple(event for row in reversed(plies) for event in events_of(game, row))


@cache
def _events(game: str) -> msgspec.json.Decoder[tuple[Event, ...]]:
    hints = typing.get_type_hints(games.load(game).state_type)
    return msgspec.json.Decoder(hints["events"])


def open_decisions(
    game: AnyGame, before: Any, after: Any, was: Mapping[Seat, int], *, mover: Seat, seq: int
) -> dict[Seat, int]:
    """List the decisions open after the ply `seq`.

    If the legal moves of another seat are unchanged, its decision keeps its seq: a simultaneous choice must not make
    the buttons of others stale.
    """
    found: dict[Seat, int] = {}
    for seat in (*game.to_act(after), *game.may_revise(after)):
        if seat == NATURE:
            continue
        same = seat != mover and seat in was and _list_choices(game, before, seat) == _list_choices(game, after, seat)
        found[seat] = was[seat] if same else seq
    return found


def drop_hold(match: Match, *, seq: int) -> MatchRow:
    """Return the row of the match without the turn it holds; its player is to move again."""
    if match.held is None:
        return match.row
    decisions = open_decisions(match.game, None, match.state, {}, mover=-1, seq=seq)
    return structs.replace(match.row, held=None, decisions=msgspec.json.encode(decisions).decode())


def _list_choices(game: AnyGame, state: Any, seat: Seat) -> tuple[bool, list[str]]:
    """List the codes a seat may choose from, and whether it must act or may revise its choice."""
    return seat in game.to_act(state), [move.code for move in game.legal_moves(state, seat)]
