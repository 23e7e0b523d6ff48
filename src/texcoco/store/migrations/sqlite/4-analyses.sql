-- What was found out about the turns of a game that is over. It can be worked out again, so no dump has it.
CREATE TABLE analyses (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    updated REAL NOT NULL,
    analysis TEXT NOT NULL
) WITHOUT ROWID;
