-- How many reactions a board had when the next one came.

ALTER TABLE outbox ADD COLUMN cheers INTEGER NOT NULL DEFAULT 0;
