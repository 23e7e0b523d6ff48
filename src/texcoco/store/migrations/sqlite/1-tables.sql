-- A table as the lobby sees it. `version` is that of its last event.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    status TEXT,
    card TEXT NOT NULL,
    updated REAL NOT NULL
) WITHOUT ROWID;

CREATE INDEX tables_updated ON tables (updated, id);

CREATE INDEX tables_status ON tables (status, updated, id);

-- Who has to do with a table, to find one's own.
CREATE TABLE holders (
    holder TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    PRIMARY KEY (holder, table_id)
) WITHOUT ROWID;

CREATE INDEX holders_table ON holders (table_id);

-- The log. Its key is the only lock between those who write to a table.
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    version INTEGER NOT NULL CHECK (version > 0),
    kind TEXT NOT NULL,
    seat INTEGER,
    payload TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;

-- The newest position of a table that was kept whole.
CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    version INTEGER NOT NULL,
    position TEXT NOT NULL
) WITHOUT ROWID;
