-- What was found out about the turns of a game that is over. It can be worked out again, so no dump has it.
CREATE TABLE texcoco.analyses (
    table_id text COLLATE "C" PRIMARY KEY REFERENCES texcoco.tables ON DELETE CASCADE,
    updated double precision NOT NULL,
    analysis text NOT NULL
);
