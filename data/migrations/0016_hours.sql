-- Matches whose turns are due at one hour of the day, that ask before they fall asleep, and budgets for absence.

ALTER TABLE matches ADD COLUMN due_hour INTEGER NOT NULL DEFAULT -1;      -- turns are due at this hour; -1: no such hour
ALTER TABLE matches ADD COLUMN due_zone TEXT NOT NULL DEFAULT 'UTC';      -- of that hour
ALTER TABLE matches ADD COLUMN away_days INTEGER NOT NULL DEFAULT 14;     -- days each player may be away
ALTER TABLE matches ADD COLUMN asked_at REAL;                             -- when its players were last asked whether it goes on
ALTER TABLE seats ADD COLUMN extended INTEGER NOT NULL DEFAULT 0;         -- 1: its player has used their extra day

-- The log learns one more kind of rows.
CREATE TABLE log_of_naps (
    match_id    INTEGER NOT NULL REFERENCES matches (id),
    guild_id    INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('start', 'ply', 'resign', 'cancel', 'undo', 'pause', 'resume', 'replace', 'place', 'skip', 'hold', 'ask')),
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

INSERT INTO log_of_naps (match_id, guild_id, seq, kind, seat, code, events, snapshot, snapshot_of, user_id, made_by, at, note)
    SELECT match_id, guild_id, seq, kind, seat, code, events, snapshot, snapshot_of, user_id, made_by, at, note FROM log;
DROP TABLE log;
ALTER TABLE log_of_naps RENAME TO log;
