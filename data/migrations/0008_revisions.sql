-- Every write raises the revision of its match, so that a write computed from an older one is refused.

ALTER TABLE matches ADD COLUMN rev INTEGER NOT NULL DEFAULT 0;
