-- Matches, who sits in them, what happened, and what still has to be told to a channel.
-- Times are Unix seconds; ids of Discord are integers; JSON columns are written by msgspec.

CREATE TABLE matches (
    id            INTEGER PRIMARY KEY,
    guild_id      INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    phase         TEXT    NOT NULL CHECK (phase IN ('lobby', 'running', 'paused', 'finished', 'cancelled')),
    host_id       INTEGER NOT NULL,
    capacity      INTEGER NOT NULL,                -- seats in the lobby; seats in play once it runs
    options       TEXT    NOT NULL,
    language      TEXT    NOT NULL,                -- of what the whole channel reads
    secret        BLOB    NOT NULL,                -- 32 bytes; its hash is posted at the start, itself at the end
    seq           INTEGER NOT NULL DEFAULT -1,     -- newest log row; only ever grows
    head          INTEGER NOT NULL DEFAULT -1,     -- the log row whose snapshot is the position now
    decisions     TEXT    NOT NULL DEFAULT '{}',   -- seat -> seq at which its open decision was opened
    machine       INTEGER NOT NULL DEFAULT 0,      -- 1 while a computer player or nature is to move
    result        TEXT,
    card_id       INTEGER,                         -- the lobby card's message
    created_at    REAL    NOT NULL,
    started_at    REAL,
    ended_at      REAL
) STRICT;

-- One match a place: a thread is a channel of its own.
CREATE UNIQUE INDEX one_match_a_channel ON matches (channel_id) WHERE phase IN ('lobby', 'running', 'paused');
CREATE INDEX matches_by_channel ON matches (channel_id);
CREATE INDEX matches_by_guild ON matches (guild_id, phase);
CREATE INDEX matches_of_machines ON matches (machine) WHERE machine = 1;

CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    guild_id INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    user_id  INTEGER,                              -- NULL: a computer player
    name     TEXT    NOT NULL,
    resigned INTEGER NOT NULL DEFAULT 0,
    auto     INTEGER NOT NULL DEFAULT 0,           -- 1: an only legal move is made without asking
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user_id) WHERE user_id IS NOT NULL;

-- Append-only. An undo is a row of its own whose `snapshot_of` points at the earlier row it returns to.
CREATE TABLE log (
    match_id    INTEGER NOT NULL REFERENCES matches (id),
    guild_id    INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('start', 'ply', 'resign', 'cancel', 'undo')),
    seat        INTEGER,                           -- -1: nature
    code        TEXT    NOT NULL DEFAULT '',
    events      TEXT    NOT NULL DEFAULT '[]',
    snapshot    BLOB,                              -- compressed state after the row, NULL where the position stayed
    snapshot_of INTEGER,
    user_id     INTEGER,                           -- whose seat or request it was; NULL: a computer player's, or nature
    made_by     TEXT    NOT NULL CHECK (made_by IN ('person', 'auto', 'stand_in', 'computer', 'nature')),
    at          REAL    NOT NULL,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    guild_id INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    decision INTEGER NOT NULL,
    codes    TEXT    NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

-- Boards that were committed and have to reach their channel; kept after posting, as the memory of which message shows
-- which position.
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    match_id   INTEGER NOT NULL REFERENCES matches (id),
    channel_id INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    message_id INTEGER,                            -- NULL: not posted yet
    dropped    INTEGER NOT NULL DEFAULT 0,         -- 1: overtaken by a newer board, or its channel is gone
    attempts   INTEGER NOT NULL DEFAULT 0,
    due_at     REAL    NOT NULL,
    UNIQUE (match_id, seq)
) STRICT;

CREATE INDEX outbox_waiting ON outbox (due_at) WHERE message_id IS NULL AND dropped = 0;

-- What nature has filmed of its plies: keyframes as compressed JSON, drawn when the board is posted.
CREATE TABLE films (
    match_id  INTEGER NOT NULL REFERENCES matches (id),
    guild_id  INTEGER NOT NULL,
    seq       INTEGER NOT NULL,                    -- nature's ply
    keyframes BLOB    NOT NULL,
    shown     INTEGER NOT NULL DEFAULT 0,          -- 1: a board that was posted has come with it, or gone without it
    PRIMARY KEY (match_id, seq)
) STRICT;

-- Which interactions have had their effect, so that a repeated delivery has none.
CREATE TABLE interactions (
    id       INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    at       REAL    NOT NULL
) STRICT;

CREATE INDEX interactions_by_age ON interactions (at);

CREATE TABLE timers (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    guild_id INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    due_at   REAL    NOT NULL,
    PRIMARY KEY (match_id, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX timers_by_due ON timers (due_at);
