-- When something was last done: a server was alive, a write was tried. From a gap a server knows for how long there was none.
CREATE TABLE pulse (
    name TEXT PRIMARY KEY,
    at REAL NOT NULL
);
