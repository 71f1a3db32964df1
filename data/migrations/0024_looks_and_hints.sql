-- Who has seen the hand of a channel's seat, or of a seat they have left, so that they take no other seat of the match.

ALTER TABLE matches ADD COLUMN looks TEXT NOT NULL DEFAULT '[]';    -- hashes keyed with the match's secret, as JSON; none after its end

-- Who asked for a suggested move: not always the person who has the seat now.

ALTER TABLE hints ADD COLUMN user_id INTEGER;                       -- NULL: not known any more

UPDATE hints SET user_id = (
    SELECT seats.user_id FROM seats
    WHERE seats.match_id = hints.match_id AND seats.seat = hints.seat AND seats.stepped_in = 0
);
