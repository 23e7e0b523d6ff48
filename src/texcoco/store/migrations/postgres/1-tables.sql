-- The same as for SQLite, in a schema of its own, so that the database may be shared. Ids are compared byte by byte, as SQLite does.

-- A table as the lobby sees it. `version` is that of its last event.
CREATE TABLE texcoco.tables (
    id text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    status text,
    card text NOT NULL,
    updated double precision NOT NULL
);

CREATE INDEX tables_updated ON texcoco.tables (updated, id);

CREATE INDEX tables_status ON texcoco.tables (status, updated, id);

-- Who has to do with a table, to find one's own.
CREATE TABLE texcoco.holders (
    holder text NOT NULL,
    table_id text COLLATE "C" NOT NULL REFERENCES texcoco.tables ON DELETE CASCADE,
    PRIMARY KEY (holder, table_id)
);

CREATE INDEX holders_table ON texcoco.holders (table_id);

-- The log. Its key is the only lock between those who write to a table. JSON is kept as text: `jsonb` takes no NUL.
-- `token` is of the append that wrote it: whoever lost the connection while committing knows its own entries by it.
CREATE TABLE texcoco.events (
    table_id text COLLATE "C" NOT NULL REFERENCES texcoco.tables ON DELETE CASCADE,
    version integer NOT NULL CHECK (version > 0),
    kind text NOT NULL,
    seat integer,
    payload text NOT NULL,
    at double precision NOT NULL,
    token bigint NOT NULL,
    PRIMARY KEY (table_id, version)
);

-- The newest position of a table that was kept whole.
CREATE TABLE texcoco.snapshots (
    table_id text COLLATE "C" PRIMARY KEY REFERENCES texcoco.tables ON DELETE CASCADE,
    version integer NOT NULL,
    position text NOT NULL
);
