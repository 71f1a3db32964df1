-- What spectators guess about the next loading of a match: whether it holds.

CREATE TABLE guesses (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    loading  INTEGER NOT NULL,                     -- the number of the loading in the match, from 0
    holds    INTEGER NOT NULL,                     -- 1: it holds, 0: something falls
    PRIMARY KEY (match_id, user_id, loading)
) STRICT, WITHOUT ROWID;
