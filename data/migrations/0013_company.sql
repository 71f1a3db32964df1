-- People who look for others to play with, and for somebody who takes their seat.

CREATE TABLE looking (
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    pace     TEXT    NOT NULL,
    language TEXT    NOT NULL,                     -- '': any
    name     TEXT    NOT NULL,
    since    REAL    NOT NULL,
    until    REAL    NOT NULL,
    PRIMARY KEY (guild_id, user_id, game)
) STRICT, WITHOUT ROWID;

ALTER TABLE guilds ADD COLUMN role_pinged_at REAL;                    -- when the role of those who like to play was pinged

ALTER TABLE seats ADD COLUMN seeks INTEGER NOT NULL DEFAULT 0;        -- 1: its player looks for a substitute
ALTER TABLE seats ADD COLUMN stepped_in INTEGER NOT NULL DEFAULT 0;   -- 1: its player has taken it over from another
ALTER TABLE results ADD COLUMN stepped_in INTEGER NOT NULL DEFAULT 0; -- as in seats
