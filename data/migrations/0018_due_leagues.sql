-- Leagues are looked at when something is due, not all of them all the time.

ALTER TABLE leagues ADD COLUMN due_at REAL NOT NULL DEFAULT 0;         -- when there is something to do
ALTER TABLE leagues ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;    -- that failed in a row

CREATE INDEX leagues_by_due ON leagues (due_at);

CREATE TABLE league_matches (
    match_id  INTEGER NOT NULL PRIMARY KEY REFERENCES matches (id),
    guild_id  INTEGER NOT NULL,
    league_id INTEGER NOT NULL                     -- due once more when the match has ended
) STRICT, WITHOUT ROWID;
