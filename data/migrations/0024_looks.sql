-- Who has seen the hand of a channel's seat, or of a seat they have left, so that they take no other seat of the match.

ALTER TABLE matches ADD COLUMN looks TEXT NOT NULL DEFAULT '[]';    -- hashes keyed with the match's secret, as JSON; none after its end
