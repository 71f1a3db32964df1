-- The last board of a match does not wait for its film, and no board is looked at before its buttons go.

ALTER TABLE outbox ADD COLUMN bare TEXT;                        -- what is to be left of it, cogs._board.Bare; NULL: it has happened, or ask Discord
ALTER TABLE outbox ADD COLUMN film INTEGER NOT NULL DEFAULT 0;  -- 1: the film of its match is still to join it

CREATE INDEX outbox_filming ON outbox (due_at) WHERE film = 1 AND dropped = 0;
