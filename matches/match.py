"""A match: its terms, its seats, the position, and the facts derived from them."""

from __future__ import annotations

import typing
import zlib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import takewhile
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, structs

import games
from data import DIRECT, FORMER, Absence, Grace, Level, LogRow, MadeBy, PausedFor, Phase
from games.core import NATURE, AnyGame, Event, Outcome, Seat
from games.levels import NORMAL
from games.wording import Words
from matches.clocks.rhythm import ALWAYS, Rhythm
from matches.clocks.voting import Terms
from matches.draft import Folded
from matches.texts import Persona

CROWD: Final = "crowd"
"""The kind of a seat whose turns a channel votes on, and of a move it has voted for."""

Side = Literal["home", "guest"]
"""A server that shows a match: the one it belongs to, or the second one."""

ProposalKind = Literal["undo", "correct", "edit", "pause", "resume", "substitute", "end"]

StandIn = Literal["turn", "until_back"]
"""How long a stand-in plays for somebody: this turn, or until the player is back."""


class Clock(Struct, frozen=True, array_like=True):
    """A seat's time: `left` seconds at the time `since` (None: it is stopped; in the future: the player is away).

    `remind`: time of the next reminder, None after the last. `spent`: it ran out, and the rule for absence was applied.
    `before`: the time left when the newest turn ended, without its increment, in case the turn is taken back. `rhythm`:
    when it rests. `ended`: when the newest turn ended, if none has begun since.
    """

    left: float
    since: float | None = None
    remind: float | None = None
    spent: bool = False
    before: float | None = None
    rhythm: Rhythm = ALWAYS
    ended: float | None = None


class Guest(Struct, frozen=True, omit_defaults=True):
    """The terms on which a second server shows a match, or may show it.

    `code`: links a channel of another server `until` then; "": none is offered. `names`: whether each side is shown the
    names of the other. `language`: that of the second server's boards; `card_id`: its message of the lobby's card.
    `lost`: the sides whose channel cannot be used at present. `parted`: server, channel and card of a link that has
    ended, as long as its messages are to be edited.
    """

    code: str = ""
    until: float = 0.0
    names: bool = False
    language: str = "en"
    card_id: int | None = None
    lost: tuple[Side, ...] = ()
    parted: tuple[int, int, int | None] | None = None


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


class Invitation(Struct, frozen=True, array_like=True):
    """A person invited to play. `seat`: the seat reserved for them, if any. `name`: their name when they were
    invited."""

    user: int
    seat: Seat | None = None
    name: str = ""


class Live(Struct, frozen=True):
    """How often and when people have answered, and until when the match is played live.

    `turns`: for each seat, when its person ended their newest turns, oldest first (`matches.clocks.liveliness`).
    `until`: when the match returns to its pace; None: it is not played live.
    """

    turns: Mapping[Seat, tuple[float, ...]] = {}
    until: float | None = None


class Proposal(Struct, frozen=True):
    """A proposal that the others answer.

    `by`: the user who proposed it. `seat`: the proposer's seat, or the seat they want to take over. `to`: the log row
    whose position an undo or a correction restores. `edits`: the changes to the position (`games.editing`).
    `resume_at`: when a pause ends. `name`: the name of the person who would take the seat. `agreed`: the users who have
    agreed. `until`: when it expires. `number`: identifies the proposal in its buttons.
    """

    kind: ProposalKind
    by: int
    seat: Seat
    number: int
    until: float
    to: int = -1
    edits: tuple[str, ...] = ()
    resume_at: float = 0.0
    name: str = ""
    agreed: tuple[int, ...] = ()


class Holder(Struct, frozen=True):
    """The holder of a seat: a person, a channel that votes (`crowd`), or a computer player (`user_id` None).

    `auto`: forced moves are made without asking. `stand_in`: who plays for a person who is absent, and how long.
    `missed`: deadlines missed in a row. `away_until`: end of the announced absence; `away_used`: seconds of announced
    absence in this match. `level`: that of a computer player. `seeks`: the player looks for a substitute; `stepped_in`:
    the player has taken over the seat from another. `extended`: the player has used their extra day of a match with a
    fixed hour. `guest`: the player sits in the second server of the match.
    """

    seat: Seat
    user_id: int | None
    name: str
    resigned: bool = False
    auto: bool = False
    stand_in: StandIn | None = None
    missed: int = 0
    away_until: float | None = None
    away_used: float = 0.0
    level: Level = "normal"
    seeks: bool = False
    stepped_in: bool = False
    extended: bool = False
    crowd: Terms | None = None
    guest: bool = False

    @property
    def is_present(self) -> bool:
        """Whether a person plays the seat themselves."""
        return self.user_id is not None and not self.resigned and self.stand_in is None


class Match(Struct, frozen=True, dict=True, kw_only=True):
    """One play of a game, shown in one channel, or in two channels of different servers.

    `guild_id`: the server, or `DIRECT`. `card_channel_id`: the channel of the lobby card, if the match has its own
    thread. `options`: those of the game. `absence`: what happens at a deadline. `paused_for`: why the match is paused;
    `resume_at`: until when. `rated`: its result counts for ratings. `grace`: how long a turn followed by chance can be
    taken back. `demo`: computer players demonstrate the game, and no result is kept; `move_at`: when the next of them
    moves; None: at once. `weekends`: clocks rest on weekends. `due_hour`, `due_zone`:
    turns are due at this hour of the day in this time zone; -1: no such hour. `away_days`: days each player may be away
    with their clock stopped. `asked_at`: when the players were last asked whether the match goes on. `guest_guild_id`,
    `guest_channel_id`: a second server that shows the match; `guest`: its terms. `looks`: hashes of who has seen which
    hand (`matches.looks`). `decisions`: the open decisions: the seq at which each was opened. `head`: the seq
    of the position. `rev`: raised by every write of the match. Times are Unix seconds.

    `state`: the position; None in the lobby, and in lists of matches, which are read without positions. Only the
    referee and the machines use it; all other code uses a `view`.

    If two servers show it, an instance is the match as one of them shows it (`seen_from`). As read from the store, that
    is its *home*, the server in which it was opened.
    """

    id: int
    guild_id: int
    channel_id: int
    game_name: str
    rules_version: int
    phase: Phase
    host_id: int
    capacity: int
    options: Any
    language: str
    secret: bytes
    created_at: float
    seats: tuple[Holder, ...] = ()
    state: Any = None
    seq: int = -1
    head: int = -1
    decisions: Mapping[Seat, int] = {}
    outcome: Outcome | None = None
    card_id: int | None = None
    started_at: float | None = None
    ended_at: float | None = None
    pace: str = "relaxed"
    absence: Absence = "stand_in"
    clocks: Mapping[Seat, Clock] = {}
    invited: tuple[Invitation, ...] = ()
    private: bool = False
    proposal: Proposal | None = None
    paused_for: PausedFor | None = None
    resume_at: float | None = None
    card_channel_id: int | None = None
    rematch_of: int | None = None
    rated: bool = False
    grace: Grace = "off"
    held: Held | None = None
    demo: bool = False
    move_at: float | None = None
    rev: int = 0
    weekends: bool = False
    due_hour: int = -1
    due_zone: str = "UTC"
    away_days: int = 14
    asked_at: float | None = None
    live: Live = Live()
    guest_guild_id: int | None = None
    guest_channel_id: int | None = None
    guest: Guest = Guest()
    looks: tuple[str, ...] = ()

    @cached_property
    def game(self) -> AnyGame:
        """The rules of the match: the current ones in the lobby, then those it began with. A match that is over and
        whose rules are gone has the current ones."""
        found = None if self.phase == "lobby" else games.find(self.game_name, self.rules_version)
        return games.load(self.game_name) if found is None else found

    @cached_property
    def words(self) -> Words:
        return games.words(self.game_name)

    @cached_property
    def folds(self) -> dict[tuple[Seat, tuple[str, ...]], Folded[Any, Any]]:
        """Cache of `matches.play.fold_draft`: one turn folds the same drafts again and again."""
        return {}

    @property
    def is_direct(self) -> bool:
        """Whether the match is played in direct messages with the bot, where nobody else is."""
        return self.guild_id == DIRECT

    @property
    def is_shared(self) -> bool:
        """Whether a second server shows the match, too."""
        return self.guest_guild_id is not None

    @property
    def is_guest(self) -> bool:
        """Whether this is the match as its second server sees it."""
        return self.guild_id == self.guest_guild_id

    def seen_from(self, guild_id: int | None, user_id: int | None = None) -> Match:
        """Return the match as a server shows it: with its channel, card and language, and its own people as those who
        can be named and mentioned.

        Any server but these two, and direct messages, show it as its home does; or, to the person `user_id`, as the
        server in which they play.
        """
        if self.guest_guild_id is None or self.is_guest:
            return self
        plays_there = any(holder.guest for holder in self.seats if user_id is not None and holder.user_id == user_id)
        if guild_id != self.guest_guild_id and (guild_id == self.guild_id or not plays_there):
            return self
        return structs.replace(
            self,
            guild_id=self.guest_guild_id,
            channel_id=self.guest_channel_id,
            language=self.guest.language,
            card_id=self.guest.card_id,
            card_channel_id=None,
        )

    @property
    def faces(self) -> tuple[Match, ...]:
        """The match as each server shows it: its home first. Call it on a match as read from the store."""
        return (self, self.seen_from(self.guest_guild_id)) if self.is_shared else (self,)

    @property
    def side(self) -> Side:
        """The side of the server that shows this match."""
        return "guest" if self.is_guest else "home"

    def is_elsewhere(self, holder: Holder) -> bool:
        """Whether the holder of a seat is a person who plays in the other server."""
        return self.is_shared and holder.user_id is not None and holder.guest != self.is_guest

    def view(self, seat: Seat | None) -> Any:
        """Return the position as a seat, or the public (None), may know it."""
        return self.game.view(self.state, seat)

    def holder(self, seat: Seat) -> Holder:
        return next(holder for holder in self.seats if holder.seat == seat)

    def seats_of(self, user_id: int) -> tuple[Seat, ...]:
        """List the seats a person plays, without those they have resigned."""
        return tuple(holder.seat for holder in self.seats if holder.user_id == user_id and not holder.resigned)

    @property
    def people(self) -> tuple[int, ...]:
        """The people who are still playing, each once, in the order of their seats."""
        return tuple(
            dict.fromkeys(holder.user_id for holder in self.seats if holder.user_id is not None and not holder.resigned)
        )

    @property
    def present(self) -> tuple[int, ...]:
        """People playing without a stand-in."""
        return tuple(dict.fromkeys(each.user_id for each in self.seats if each.user_id is not None and each.is_present))

    def seat_to_play(self, user_id: int) -> Seat | None:
        """Return the seat in which this person has a decision to make, or else their first seat."""
        mine = self.seats_of(user_id)
        return next((seat for seat in mine if seat in self.to_act), next(iter(mine), None))

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        if self.state is None or self.phase != "running":
            return ()
        if self.held is not None:
            return tuple(seat for seat in self.held.awaits if self.holder(seat).is_present)
        return self.game.to_act(self.state)

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
    def awaited(self) -> tuple[Holder, ...]:
        """The seats that the match waits for: each has a decision to make, and a person to make it."""
        return tuple(self.holder(seat) for seat in self.to_act if not self.machine_for(seat))

    def cast(self, *, names: bool = True) -> tuple[Persona, ...]:
        """Return the players as `Texts.say` names them; without names for pictures. People of the other server have a
        name only if both servers agreed."""
        colours = self.game.colours(self.capacity, self.options)
        by_seat = {holder.seat: holder for holder in self.seats}
        found = []
        for seat in range(len(colours)):
            holder = by_seat.get(seat) if names else None
            former = holder is not None and holder.user_id == FORMER
            level = holder.level if holder is not None and holder.user_id is None else NORMAL
            crowd = holder is not None and holder.crowd is not None
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


def drop_hold(match: Match, *, seq: int) -> Match:
    """Return the match without the turn it holds; its player is to move again."""
    if match.held is None:
        return match
    decisions = open_decisions(match.game, None, match.state, {}, mover=-1, seq=seq)
    return structs.replace(match, held=None, decisions=decisions)


def _list_choices(game: AnyGame, state: Any, seat: Seat) -> tuple[bool, list[str]]:
    """List the codes a seat may choose from, and whether it must act or may revise its choice."""
    return seat in game.to_act(state), [move.code for move in game.legal_moves(state, seat)]
