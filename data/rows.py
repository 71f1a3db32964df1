"""Rows of the tables as frozen structs."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, Protocol

from msgspec import Struct

Phase = Literal["lobby", "running", "paused", "finished", "cancelled"]
LogKind = Literal[
    "start", "ply", "resign", "cancel", "undo", "pause", "resume", "replace", "place", "skip", "hold", "ask"
]
MadeBy = Literal["person", "auto", "stand_in", "computer", "nature", "crowd"]
Absence = Literal["nothing", "nudge", "skip", "stand_in", "forfeit"]
Ending = Literal["played", "resigned"]
Grace = Literal["off", "minute", "play"]
Level = Literal["easy", "normal", "strong"]
Edited = Literal["card", "board", "offer", "guest"]
PausedFor = Literal["consent", "place", "owner", "sleep"]

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "running", "paused")

DIRECT: Final = 0
"""Stands for the server of a match that is played in direct messages with the bot."""


class Row(Struct, frozen=True):
    """A row of a table; its fields are columns. Columns for which there is no field are written beside it."""

    table: ClassVar[str]


class MatchRow(Row, frozen=True):
    """One match. `options`, `decisions`, `result`, `clocks`, `invited` and `proposal` are JSON; times are Unix seconds.

    `guild_id`: the server, or `DIRECT`. `absence`: what happens at a deadline. `paused_for`: why the match is paused;
    `resume_at`: until when. `card_channel_id`: the channel of the lobby card, if the match has its own thread. `rated`:
    1, its result counts for ratings. `grace`: how long a turn followed by chance can be taken back; `held`: the held
    turn, as JSON (`matches.match.Held`). `demo`: 1, computer players demonstrate the game, and no result is kept;
    `move_at`: when the next of them moves; None: at once. `rev`: raised by every write of the match. `weekends`: 1,
    clocks rest on weekends. `due_hour`, `due_zone`: turns are due at this hour of the day in this time zone; -1: no
    such hour. `away_days`: days each player may be away with their clock stopped. `asked_at`: when the players were
    last asked whether the match goes on. `live`: who has answered when, and until when the match is played live, as
    JSON (`matches.match.Live`). `guest_guild_id`, `guest_channel_id`: a second server that shows the match;
    `guest`: its terms, as JSON (`matches.match.Guest`). `looks`: hashes of who has seen which hand, as JSON
    (`matches.looks`).
    """

    table = "matches"

    id: int
    guild_id: int
    channel_id: int
    game: str
    rules_version: int
    phase: Phase
    host_id: int
    capacity: int
    options: str
    language: str
    secret: bytes
    seq: int
    head: int
    decisions: str
    machine: int
    result: str | None
    card_id: int | None
    created_at: float
    started_at: float | None
    ended_at: float | None
    pace: str = "relaxed"
    absence: Absence = "stand_in"
    clocks: str = "{}"
    invited: str = "[]"
    private: int = 0
    proposal: str | None = None
    paused_for: PausedFor | None = None
    resume_at: float | None = None
    card_channel_id: int | None = None
    rematch_of: int | None = None
    rated: int = 0
    grace: Grace = "off"
    held: str | None = None
    demo: int = 0
    move_at: float | None = None
    rev: int = 0
    weekends: int = 0
    due_hour: int = -1
    due_zone: str = "UTC"
    away_days: int = 14
    asked_at: float | None = None
    live: str | None = None
    guest_guild_id: int | None = None
    guest_channel_id: int | None = None
    guest: str | None = None
    looks: str = "[]"

    @property
    def is_guest(self) -> bool:
        """Whether this is the row as the second server sees it."""
        return self.guild_id == self.guest_guild_id


class MatchKey(Protocol):
    """What other rows know of their match: a `MatchRow`, or anything else with these attributes."""

    @property
    def id(self) -> int: ...
    @property
    def guild_id(self) -> int: ...
    @property
    def channel_id(self) -> int: ...
    @property
    def rev(self) -> int: ...
    @property
    def is_guest(self) -> bool:
        """Whether this is the match as its second server sees it."""


class SeatRow(Row, frozen=True):
    """The holder of a seat; `user_id` None: a computer player, or a channel that votes under the terms `crowd`
    (`matches.clocks.voting.Terms`, as JSON; "" for others). `auto`: forced moves are made without asking.

    `stand_in`: 1, a stand-in plays this turn; 2, it plays until the player is back. `missed`: deadlines missed in a
    row. `away_until`: end of the announced absence; `away_used`: seconds of announced absence in this match. `level`:
    that of a computer player. `seeks`: 1, the player looks for a substitute; `stepped_in`: 1, the player has taken over
    the seat from another. `extended`: 1, the player has used their extra day of a match with a fixed hour. `guest`: 1,
    the player sits in the second server of the match.
    """

    table = "seats"

    seat: int
    user_id: int | None
    name: str
    resigned: int = 0
    auto: int = 0
    stand_in: int = 0
    missed: int = 0
    away_until: float | None = None
    away_used: float = 0.0
    level: Level = "normal"
    seeks: int = 0
    stepped_in: int = 0
    extended: int = 0
    crowd: str = ""
    guest: int = 0


class LogRow(Row, frozen=True):
    """An entry of the log. `events` is JSON; `snapshot` is the compressed state after it, or None.

    `made_by`: `auto`: a forced move, made for a person who wants that; `stand_in`: a move for an absent player;
    `crowd`: a move a channel has voted for. `note`: the reason a person gave; for a crowd's ply, how many voted for the
    turn, and how many voted. `snapshot_of`: the seq of the row that an undo goes back to. `code` of a held turn: the
    codes of its plies, separated by spaces.
    """

    table = "log"

    seq: int
    kind: LogKind
    seat: int | None
    code: str
    events: str
    snapshot: bytes | None
    snapshot_of: int | None
    user_id: int | None
    at: float
    made_by: MadeBy = "person"
    note: str = ""


class ResultRow(Row, frozen=True):
    """The result of one seat of a finished match; `user_id` None: a computer player, 0: a former player.

    `place`: 1 for winners; teams that are equal share a place. `team`: the lowest seat of the team. `ending`: how the
    match ended. `plies`: the number of the seat's plies, without undone ones; `own_plies`: how many of them were made
    by or for the person who held the seat at the end, but not by a stand-in. `replies`: seconds of each reply, as JSON.
    `feats`: what the game counts, by its key, as JSON; "" if it was not counted yet. `level`: that of a computer
    player. `stepped_in`: 1, the person has taken over the seat from another.
    """

    table = "results"

    match_id: int
    seat: int
    guild_id: int
    game: str
    user_id: int | None
    place: int
    team: int
    score: int | None
    pace: str
    rated: int
    resigned: int
    ending: Ending
    plies: int
    own_plies: int
    replies: str
    started_at: float
    finished_at: float
    feats: str = "{}"
    level: Level = "normal"
    stepped_in: int = 0


class Timer(Row, frozen=True):
    """A deadline or reminder and its time; `seat` -1: it concerns the whole match."""

    table = "timers"

    kind: str
    due_at: float
    seat: int = -1


class ShardOutage(Row, frozen=True):
    """An interval in which one of `shards` connections to Discord was down."""

    table = "shard_outages"

    shard: int
    shards: int
    began: float
    ended: float


class PingRow(Row, frozen=True):
    """How often the holder of a seat was pinged for one decision; `message_id`: the newest reminder."""

    table = "pings"

    match_id: int
    guild_id: int
    seat: int
    decision: int
    count: int
    channel_id: int
    message_id: int | None = None


class GuildRow(Row, frozen=True):
    """A server: its settings as JSON, when it was greeted, when it removed the bot, and when its role of people who
    like to play was last pinged."""

    table = "guilds"

    guild_id: int
    settings: str = "{}"
    greeted_at: float | None = None
    left_at: float | None = None
    role_pinged_at: float | None = None


class LookingRow(Row, frozen=True):
    """A person who looks for others to play a game with, until a time. `language` "": any."""

    table = "looking"

    guild_id: int
    user_id: int
    game: str
    pace: str
    language: str
    name: str
    since: float
    until: float


class PuzzleTryRow(Row, frozen=True):
    """What somebody answered to the puzzle of a day, and whether that was right (1) or not (0)."""

    table = "puzzle_tries"

    guild_id: int
    user_id: int
    day: int
    code: str
    solved: int


class LeagueRow(Row, frozen=True):
    """A league, in a channel of its own. `state`: JSON (`matches.leagues.season.League`). `message_id`: the message
    that shows its tables, as of the revision `shown`. `rev`: raised by every change. `due_at`: when there is something
    to do. `attempts`: failed attempts in a row. `guest_guild_id`, `guest_channel_id`: a second server that shows the
    league, with a message of its own."""

    table = "leagues"

    id: int
    guild_id: int
    channel_id: int
    state: str
    rev: int = 0
    message_id: int | None = None
    shown: int = -1
    due_at: float = 0.0
    attempts: int = 0
    guest_guild_id: int | None = None
    guest_channel_id: int | None = None
    guest_message_id: int | None = None
    guest_shown: int = -1


class EditRow(Row, frozen=True):
    """An edit that is due: a message of a match is to show its revision `rev`. The message is the lobby's card, the
    newest board (its words), an offer of a seat (in a lobby: the ping of people from the queue), or what is left in a
    second server whose link has ended."""

    table = "edits"

    match_id: int
    what: Edited
    rev: int
    attempts: int = 0


class ClipRow(Row, frozen=True):
    """The clip of a ply of nature, `seq`: its keyframes as compressed JSON."""

    table = "films"

    seq: int
    keyframes: bytes


class OutboxRow(Row, frozen=True):
    """A board to be posted (`message_id` None) or already posted.

    `bare`: the content, as JSON, that the message is to have once the next board supersedes it; None if it has that
    content already, or if the content is unknown. `film`: 1, the film of the match must still be added. `guest`: 1,
    the board of the second server. `cheers`: its reactions when the next board came.
    """

    table = "outbox"

    id: int
    guild_id: int
    match_id: int
    channel_id: int
    seq: int
    message_id: int | None
    attempts: int
    due_at: float
    bare: str | None = None
    film: int = 0
    guest: int = 0
    cheers: int = 0


class NotebookRow(Row, frozen=True):
    """A person's notebook of a match, as JSON (`matches.plans.plan.Notebook`).

    `looked`: the seq up to which its plan was reviewed; None: there is no plan. `due_at`: when to make the planned
    turn.
    """

    table = "plans"

    match_id: int
    user_id: int
    notebook: str
    looked: int | None = None
    due_at: float | None = None


class BallotRow(Row, frozen=True):
    """How somebody without a seat votes in a crowd: the people of a channel who together play a seat. `draft`: codes
    they have chosen for the `decision`; `choice`: codes they have voted for, at the time `at`. `voted`: the last
    decision before this one on which they voted.
    """

    table = "ballots"

    match_id: int
    user_id: int
    decision: int
    draft: str = "[]"
    choice: str | None = None
    at: float | None = None
    voted: int | None = None


class GuessRow(Row, frozen=True):
    """What somebody expects of a match: their `answer` to the question `asked` of a kind (`matches.guesses`)."""

    table = "guesses"

    match_id: int
    user_id: int
    kind: str
    asked: int
    answer: str


class LeaseRow(Row, frozen=True):
    """A lease: the process `holder` has the work `key` of a kind until a time."""

    table = "leases"

    kind: str
    key: int
    holder: str
    until: float
