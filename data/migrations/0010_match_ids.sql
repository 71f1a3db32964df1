-- The id of a deleted match is not given to another one: buttons and pictures of the first may still be in a channel.

CREATE TABLE match_ids (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    highest INTEGER NOT NULL                       -- the id of the newest match there ever was
) STRICT;

INSERT INTO match_ids (one, highest) SELECT 1, coalesce(max(id), 0) FROM matches;
