-- Leagues: one in a channel, with members, season, results and trail as JSON.

CREATE TABLE leagues (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL UNIQUE,
    state      TEXT    NOT NULL,
    rev        INTEGER NOT NULL DEFAULT 0,
    message_id INTEGER,                            -- the message that shows its tables
    shown      INTEGER NOT NULL DEFAULT -1         -- the revision it shows
) STRICT;
