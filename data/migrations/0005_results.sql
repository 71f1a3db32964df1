-- Results that stay: one row per seat of each finished match, enough to recompute ratings and statistics.

ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;   -- 1: its result counts for ratings

CREATE TABLE results (
    match_id    INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    guild_id    INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    user_id     INTEGER,                           -- NULL: a computer player; 0: a former player
    place       INTEGER NOT NULL,                  -- 1: a winner; teams that are equal share a place
    team        INTEGER NOT NULL,                  -- the lowest seat of the team
    score       INTEGER,
    pace        TEXT    NOT NULL,
    rated       INTEGER NOT NULL,
    resigned    INTEGER NOT NULL,
    ending      TEXT    NOT NULL CHECK (ending IN ('played', 'resigned')),  -- how the match ended
    plies       INTEGER NOT NULL,                  -- plies of the seat, without those taken back
    own_plies   INTEGER NOT NULL,                  -- of these, by the person who held the seat at the end
    replies     TEXT    NOT NULL DEFAULT '[]',     -- seconds of each reply of this person, as JSON
    started_at  REAL    NOT NULL,
    finished_at REAL    NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_user ON results (user_id, finished_at);
CREATE INDEX results_by_time ON results (finished_at, match_id, seat);

-- Raised when a result is corrected or deleted: whatever was computed from results must be computed again.
CREATE TABLE results_epoch (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    epoch INTEGER NOT NULL
) STRICT;

INSERT INTO results_epoch (one, epoch) VALUES (1, 0);
