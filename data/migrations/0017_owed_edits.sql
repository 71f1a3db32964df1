-- Messages to bring up to date: the bot may stop between a change and the edit that shows it.

CREATE TABLE edits (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    what     TEXT    NOT NULL CHECK (what IN ('card', 'board', 'offer')),
    guild_id INTEGER NOT NULL,
    rev      INTEGER NOT NULL,                     -- the revision of the match that is to be shown
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at   REAL    NOT NULL,
    PRIMARY KEY (match_id, what)
) STRICT, WITHOUT ROWID;

CREATE INDEX edits_by_due ON edits (due_at);
