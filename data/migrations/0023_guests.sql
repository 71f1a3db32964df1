-- A match may be shown in a channel of a second server: where, on which terms, who plays there, and its boards.

ALTER TABLE matches ADD COLUMN guest_guild_id INTEGER;              -- the other server; NULL: none
ALTER TABLE matches ADD COLUMN guest_channel_id INTEGER;
ALTER TABLE matches ADD COLUMN guest TEXT;                          -- matches.together.guest.Guest, as JSON; NULL: never offered

CREATE INDEX matches_by_guest ON matches (guest_guild_id) WHERE guest_guild_id IS NOT NULL;
CREATE INDEX matches_by_guest_channel ON matches (guest_channel_id) WHERE guest_channel_id IS NOT NULL;
CREATE UNIQUE INDEX one_match_a_guest_channel ON matches (guest_channel_id)
    WHERE guest_channel_id IS NOT NULL AND phase IN ('lobby', 'running', 'paused');

ALTER TABLE seats ADD COLUMN guest INTEGER NOT NULL DEFAULT 0;      -- 1: its player sits in the other server

-- One board for each side.
CREATE TABLE outbox_of_sides (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    match_id   INTEGER NOT NULL REFERENCES matches (id),
    channel_id INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    message_id INTEGER,                            -- NULL: not posted yet
    dropped    INTEGER NOT NULL DEFAULT 0,         -- 1: overtaken by a newer board, or its channel is gone
    attempts   INTEGER NOT NULL DEFAULT 0,
    due_at     REAL    NOT NULL,
    bare       TEXT,                               -- what is to be left of it; NULL: it has happened, or ask Discord
    film       INTEGER NOT NULL DEFAULT 0,         -- 1: the film of its match is still to join it
    guest      INTEGER NOT NULL DEFAULT 0,         -- 1: the board of the other server
    UNIQUE (match_id, seq, guest)
) STRICT;

INSERT INTO outbox_of_sides (guild_id, match_id, channel_id, seq, message_id, dropped, attempts, due_at, bare, film)
    SELECT guild_id, match_id, channel_id, seq, message_id, dropped, attempts, due_at, bare, film FROM outbox ORDER BY id;
DROP TABLE outbox;
ALTER TABLE outbox_of_sides RENAME TO outbox;
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE message_id IS NULL AND dropped = 0;
CREATE INDEX outbox_filming ON outbox (due_at) WHERE film = 1 AND dropped = 0;

-- One more kind of messages to edit: what the other server sees of a link that has ended.
CREATE TABLE edits_of_sides (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    what     TEXT    NOT NULL CHECK (what IN ('card', 'board', 'offer', 'guest')),
    guild_id INTEGER NOT NULL,
    rev      INTEGER NOT NULL,                     -- the revision of the match that is to be shown
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at   REAL    NOT NULL,
    PRIMARY KEY (match_id, what)
) STRICT, WITHOUT ROWID;

INSERT INTO edits_of_sides (match_id, what, guild_id, rev, attempts, due_at)
    SELECT match_id, what, guild_id, rev, attempts, due_at FROM edits;
DROP TABLE edits;
ALTER TABLE edits_of_sides RENAME TO edits;
CREATE INDEX edits_by_due ON edits (due_at);
