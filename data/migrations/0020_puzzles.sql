-- The daily puzzle: what somebody answered on a day. Only the first answer of a day is kept.

CREATE TABLE puzzle_tries (
    guild_id INTEGER NOT NULL,                     -- 0: direct messages
    user_id  INTEGER NOT NULL,
    day      INTEGER NOT NULL,                     -- days since the first of January of the year 1, plus one
    code     TEXT    NOT NULL,                     -- the move that was chosen
    solved   INTEGER NOT NULL,                     -- 1: it was the best one
    PRIMARY KEY (guild_id, user_id, day)
) STRICT, WITHOUT ROWID;

-- Puzzles from finished matches of servers that wish them. Every match that was searched has a row.

CREATE TABLE match_puzzles (
    match_id INTEGER NOT NULL PRIMARY KEY REFERENCES matches (id),
    guild_id INTEGER NOT NULL,
    found_on INTEGER NOT NULL,                     -- the day of the search, as in puzzle_tries; shown later than that
    puzzle   TEXT,                                 -- JSON (`matches.puzzles.puzzle.Puzzle`); NULL: none was found
    shown_on INTEGER                               -- the day it was shown; NULL: not yet
) STRICT;

CREATE INDEX match_puzzles_by_guild ON match_puzzles (guild_id, shown_on);
