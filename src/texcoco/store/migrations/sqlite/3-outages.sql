-- The times in which no server ran, each written once. Tables credit their clocks with them when they are next used.
CREATE TABLE outages (
    ended REAL PRIMARY KEY,
    began REAL NOT NULL
);
