-- Stretches of time in which one connection to Discord of several was down: they count for no clock of its servers.
CREATE TABLE shard_outages (
    shard  INTEGER NOT NULL,
    shards INTEGER NOT NULL,                       -- how many connections there were: which servers were this one's
    began  REAL NOT NULL,
    ended  REAL NOT NULL,
    PRIMARY KEY (shards, shard, began)
) STRICT, WITHOUT ROWID;
