-- A channel plays a seat: its terms, what its people have voted for, and the log of its moves.

ALTER TABLE seats ADD COLUMN crowd TEXT NOT NULL DEFAULT '';   -- the terms of its votes, matches.together.crowd.Terms; '': no crowd

CREATE TABLE ballots (
    match_id  INTEGER NOT NULL REFERENCES matches (id),
    guild_id  INTEGER NOT NULL,
    user_id   INTEGER NOT NULL,                    -- who has opened the vote; nobody else is shown the rest
    decision  INTEGER NOT NULL,                    -- the decision that draft and choice belong to
    draft     TEXT    NOT NULL,                    -- codes that are chosen but not voted for, as JSON
    choice    TEXT,                                -- codes that are voted for, as JSON; NULL: no vote
    at        REAL,                                -- when it was cast
    voted     INTEGER,                             -- the decision of the person's newest vote before this one
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;

-- The log learns one more kind of movers.
CREATE TABLE log_of_crowds (
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
    made_by     TEXT    NOT NULL CHECK (made_by IN ('person', 'auto', 'stand_in', 'computer', 'nature', 'crowd')),
    at          REAL    NOT NULL,
    note        TEXT    NOT NULL DEFAULT '',       -- the reason somebody gave; of a crowd's ply: votes for it and votes cast, "5/7"
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO log_of_crowds (match_id, guild_id, seq, kind, seat, code, events, snapshot, snapshot_of, user_id, made_by, at, note)
    SELECT match_id, guild_id, seq, kind, seat, code, events, snapshot, snapshot_of, user_id, made_by, at, note FROM log;
DROP TABLE log;
ALTER TABLE log_of_crowds RENAME TO log;
