-- Suggested moves, demonstrations by computer players, and feats.

-- One row for each decision for which a seat has asked for a move, with the turn it was shown.
CREATE TABLE hints (
    match_id    INTEGER NOT NULL REFERENCES matches (id),
    guild_id    INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    decision    INTEGER NOT NULL,                  -- the seq at which the decision was opened
    codes       TEXT    NOT NULL,                  -- of the turn's plies, as JSON
    at          REAL    NOT NULL,
    PRIMARY KEY (match_id, seat, decision)
) STRICT, WITHOUT ROWID;

ALTER TABLE matches ADD COLUMN demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1));  -- no result is kept
ALTER TABLE matches ADD COLUMN move_at REAL;                       -- when the next computer player moves; NULL: at once

-- What each game counts for the records of its players, such as captures.

ALTER TABLE results ADD COLUMN feats TEXT NOT NULL DEFAULT '';   -- numbers by the feat's key, as JSON; '': not counted yet
