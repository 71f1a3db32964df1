-- Matches whose clocks sleep on weekends.

ALTER TABLE matches ADD COLUMN weekends INTEGER NOT NULL DEFAULT 0 CHECK (weekends IN (0, 1));  -- clocks sleep on them
