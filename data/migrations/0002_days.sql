-- Games that last days: clocks, absence, votes, reminders, and what people and servers wish for.

ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'relaxed';
ALTER TABLE matches ADD COLUMN absence TEXT NOT NULL DEFAULT 'stand_in';  -- what happens at a deadline
ALTER TABLE matches ADD COLUMN clocks TEXT NOT NULL DEFAULT '{}';         -- seat -> its clock, matches.clocks.Clock
ALTER TABLE matches ADD COLUMN invited TEXT NOT NULL DEFAULT '[]';        -- who is asked to which seat
ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0;        -- 1: only who is invited may join
ALTER TABLE matches ADD COLUMN proposal TEXT;                             -- what is being voted on
ALTER TABLE matches ADD COLUMN paused_for TEXT;                           -- why a paused match rests
ALTER TABLE matches ADD COLUMN resume_at REAL;
ALTER TABLE matches ADD COLUMN card_channel_id INTEGER;                   -- where the lobby card is, if not in the match's own place
ALTER TABLE matches ADD COLUMN rematch_of INTEGER;

ALTER TABLE seats ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;         -- 1: for this turn, 2: until the player is back
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;           -- deadlines missed in a row
ALTER TABLE seats ADD COLUMN away_until REAL;
ALTER TABLE seats ADD COLUMN away_used REAL NOT NULL DEFAULT 0;           -- seconds of the match's budget

-- The log learns new kinds of rows, and reasons.
CREATE TABLE log_of_days (
    match_id    INTEGER NOT NULL REFERENCES matches (id),
    guild_id    INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('start', 'ply', 'resign', 'cancel', 'undo', 'pause', 'resume', 'replace', 'place', 'skip')),
    seat        INTEGER,                           -- -1: nature
    code        TEXT    NOT NULL DEFAULT '',
    events      TEXT    NOT NULL DEFAULT '[]',
    snapshot    BLOB,                              -- compressed state after the row, NULL where the position stayed
    snapshot_of INTEGER,
    user_id     INTEGER,                           -- whose seat or request it was; NULL: a computer player's, or nature
    made_by     TEXT    NOT NULL CHECK (made_by IN ('person', 'auto', 'stand_in', 'computer', 'nature')),
    at          REAL    NOT NULL,
    note        TEXT    NOT NULL DEFAULT '',       -- the reason somebody gave
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO log_of_days (match_id, guild_id, seq, kind, seat, code, events, snapshot, snapshot_of, user_id, made_by, at)
    SELECT match_id, guild_id, seq, kind, seat, code, events, snapshot, snapshot_of, user_id, made_by, at FROM log;
DROP TABLE log;
ALTER TABLE log_of_days RENAME TO log;

-- A timer may belong to one seat.
CREATE TABLE timers_of_seats (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    guild_id INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    seat     INTEGER NOT NULL DEFAULT -1,          -- -1: the whole match's
    due_at   REAL    NOT NULL,
    PRIMARY KEY (match_id, kind, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO timers_of_seats (match_id, guild_id, kind, due_at) SELECT match_id, guild_id, kind, due_at FROM timers;
DROP TABLE timers;
ALTER TABLE timers_of_seats RENAME TO timers;
CREATE INDEX timers_by_due ON timers (due_at);

-- How often somebody was called for one decision, and the reminders to be taken away when it is made.
CREATE TABLE pings (
    match_id   INTEGER NOT NULL REFERENCES matches (id),
    guild_id   INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    decision   INTEGER NOT NULL,
    count      INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,                            -- the newest reminder; NULL: only boards have called so far
    over       INTEGER NOT NULL DEFAULT 0,         -- 1: the decision is made, the reminder can go
    PRIMARY KEY (match_id, seat, decision)
) STRICT, WITHOUT ROWID;

CREATE INDEX pings_over ON pings (over) WHERE over = 1;

-- Stretches of time in which nobody could reach us; they count for no clock.
CREATE TABLE outages (
    began REAL NOT NULL,
    ended REAL NOT NULL
) STRICT;

CREATE TABLE life (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    alive_at REAL NOT NULL                         -- when we were last seen able to play
) STRICT;

-- What people want for themselves, in every server.
CREATE TABLE people (
    user_id  INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

-- What a server's owner wants.
CREATE TABLE guilds (
    guild_id   INTEGER NOT NULL PRIMARY KEY,
    settings   TEXT NOT NULL DEFAULT '{}',
    greeted_at REAL,
    left_at    REAL
) STRICT;

-- Whom a host does not want in lobbies of theirs.
CREATE TABLE blocks (
    guild_id INTEGER NOT NULL,
    host_id  INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    PRIMARY KEY (guild_id, host_id, user_id)
) STRICT, WITHOUT ROWID;
