-- What players try out in private, and what they plan to answer.

CREATE TABLE plans (
    match_id    INTEGER NOT NULL REFERENCES matches (id),
    guild_id    INTEGER NOT NULL,
    user_id     INTEGER NOT NULL,                  -- whose notebook it is; nobody else is shown it
    notebook    TEXT    NOT NULL,                  -- matches.plans.plan.Notebook, as JSON
    looked      INTEGER,                           -- the seq up to which the plan was reviewed; NULL: there is no plan
    due_at      REAL,                              -- when the planned turn is made; NULL: none is due
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;
