-- Puzzles from finished matches of servers that wish them. Every match that was searched has a row.

CREATE TABLE match_puzzles (
    match_id INTEGER NOT NULL PRIMARY KEY REFERENCES matches (id),
    guild_id INTEGER NOT NULL,
    found_on INTEGER NOT NULL,                     -- the day of the search, as in puzzle_tries; shown later than that
    puzzle   TEXT,                                 -- JSON (`matches.puzzles.puzzle.Puzzle`); NULL: none was found
    shown_on INTEGER                               -- the day it was shown; NULL: not yet
) STRICT;

CREATE INDEX match_puzzles_by_guild ON match_puzzles (guild_id, shown_on);
