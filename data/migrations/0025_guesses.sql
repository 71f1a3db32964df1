-- What people around a match expect: whether the next loading holds, who wins, and what they would play themselves.

CREATE TABLE guesses (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    kind     TEXT    NOT NULL,                     -- matches.guesses.Kind
    asked    INTEGER NOT NULL,                     -- which question of this kind: a loading by its number from 0, or the seq of a position
    answer   TEXT    NOT NULL,                     -- 'holds' or 'falls', 'strikes' or 'passes', the seat that wins, or the code of a move
    PRIMARY KEY (match_id, user_id, kind, asked)
) STRICT, WITHOUT ROWID;
