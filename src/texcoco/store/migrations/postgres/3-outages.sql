-- The times in which no server ran, each written once. Tables credit their clocks with them when they are next used.
CREATE TABLE texcoco.outages (
    ended double precision PRIMARY KEY,
    began double precision NOT NULL
);
