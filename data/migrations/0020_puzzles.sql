-- The daily puzzle: what somebody answered on a day. Only the first answer of a day is kept.

CREATE TABLE puzzle_tries (
    guild_id INTEGER NOT NULL,                     -- 0: direct messages
    user_id  INTEGER NOT NULL,
    day      INTEGER NOT NULL,                     -- days since the first of January of the year 1, plus one
    code     TEXT    NOT NULL,                     -- the move that was chosen
    solved   INTEGER NOT NULL,                     -- 1: it was the best one
    PRIMARY KEY (guild_id, user_id, day)
) STRICT, WITHOUT ROWID;
