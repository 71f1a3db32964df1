-- Who works on what, where several processes use one database. A lease that ends frees the work for another process.

CREATE TABLE leases (
    kind   TEXT    NOT NULL,                       -- the kind of work, such as 'machine'
    key    INTEGER NOT NULL,                       -- on what, such as the id of a match
    holder TEXT    NOT NULL,                       -- the process: an id that each start chooses anew
    until  REAL    NOT NULL,                       -- when the lease ends
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX leases_by_end ON leases (until);
