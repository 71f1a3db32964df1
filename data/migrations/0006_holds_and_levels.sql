-- Turns that are held before chance, and levels of computer players.

ALTER TABLE matches ADD COLUMN grace TEXT NOT NULL DEFAULT 'off';  -- how long a turn followed by chance can be taken back
ALTER TABLE matches ADD COLUMN held TEXT;                          -- the turn that is held, matches.match.Held

-- The log learns one more kind of rows.
CREATE TABLE log_of_holds (
    match_id    INTEGER NOT NULL REFERENCES matches (id),
    guild_id    INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('start', 'ply', 'resign', 'cancel', 'undo', 'pause', 'resume', 'replace', 'place', 'skip', 'hold')),
    seat        INTEGER,                           -- -1: nature
    code        TEXT    NOT NULL DEFAULT '',       -- of a hold: the codes of its plies, separated by spaces
    events      TEXT    NOT NULL DEFAULT '[]',
    snapshot    BLOB,                              -- compressed state after the row, NULL where the position stayed
    snapshot_of INTEGER,
    user_id     INTEGER,                           -- whose seat or request it was; NULL: a computer player's, or nature
    made_by     TEXT    NOT NULL CHECK (made_by IN ('person', 'auto', 'stand_in', 'computer', 'nature')),
    at          REAL    NOT NULL,
    note        TEXT    NOT NULL DEFAULT '',       -- the reason somebody gave
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO log_of_holds (match_id, guild_id, seq, kind, seat, code, events, snapshot, snapshot_of, user_id, made_by, at, note)
    SELECT match_id, guild_id, seq, kind, seat, code, events, snapshot, snapshot_of, user_id, made_by, at, note FROM log;
DROP TABLE log;
ALTER TABLE log_of_holds RENAME TO log;

-- How strong a computer player in a seat is.
ALTER TABLE seats ADD COLUMN level TEXT NOT NULL DEFAULT 'normal' CHECK (level IN ('easy', 'normal', 'strong'));
