"""The statements of the store in PostgreSQL.

Each works on a whole group of appends: its values are columns, as arrays.
"""

from __future__ import annotations

CHANNEL = "texcoco"
NOTE_CHANNEL = "texcoco_whispers"
"""For `Store.publish`. Servers of all releases that share a database must use the same name."""
PUBLISH = f"SELECT pg_notify('{NOTE_CHANNEL}', $1)"

LOCK = "SELECT id, version FROM texcoco.tables WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
CREATE = """
    INSERT INTO texcoco.tables (id, version, updated, status, card)
    SELECT id, version, updated, status, coalesce(card, '{}')
    FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[], $5::text[])
        AS new (id, version, updated, status, card) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING id"""
UPDATE = """
    UPDATE texcoco.tables AS old SET version = new.version, updated = new.updated,
        status = CASE WHEN new.card IS NULL THEN old.status ELSE new.status END, card = coalesce(new.card, old.card)
    FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[], $5::text[]) AS new (id, version, updated, status, card)
    WHERE old.id = new.id"""
EVENTS = """
    INSERT INTO texcoco.events (table_id, version, kind, seat, payload, at, token)
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::text[], $6::float8[], $7::int8[])"""
HOLDERS_GONE = """
    DELETE FROM texcoco.holders AS old WHERE table_id = ANY($1::text[]) AND NOT EXISTS
    (SELECT FROM unnest($2::text[], $3::text[]) AS new (holder, table_id)
    WHERE new.holder = old.holder AND new.table_id = old.table_id)"""
HOLDERS_NEW = """
    INSERT INTO texcoco.holders (holder, table_id)
    SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING"""
SNAPSHOTS = """
    INSERT INTO texcoco.snapshots AS old (table_id, version, position)
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[])
    ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, position = excluded.position
    WHERE old.version <= excluded.version"""
NOTIFY = (
    f"SELECT pg_notify('{CHANNEL}', note) FROM unnest($1::text[]) WITH ORDINALITY AS notes (note, place) ORDER BY place"
)
READ = (
    "SELECT version, kind, seat, payload, at FROM texcoco.events WHERE table_id = $1 AND version > $2 ORDER BY version "
    "LIMIT $3"
)
SNAPSHOT = "SELECT version, position FROM texcoco.snapshots WHERE table_id = $1"
ANALYSIS = "SELECT updated, analysis FROM texcoco.analyses WHERE table_id = $1"
ACCURACIES = "SELECT table_id, accuracy FROM texcoco.analyses WHERE accuracy IS NOT NULL AND table_id = ANY($1::text[])"
KEEP_ANALYSIS = """
    INSERT INTO texcoco.analyses AS old (table_id, updated, analysis, accuracy)
    SELECT id, $2, $3, $4 FROM texcoco.tables WHERE id = $1 FOR KEY SHARE
    ON CONFLICT (table_id)
    DO UPDATE SET updated = excluded.updated, analysis = excluded.analysis, accuracy = excluded.accuracy
    RETURNING true"""
NEXT_TABLE = "SELECT id, card FROM texcoco.tables WHERE id > $1 ORDER BY id LIMIT 1"
LAST_PULSE = "SELECT at FROM texcoco.pulse WHERE name = $1 FOR UPDATE"
PULSE = """
    INSERT INTO texcoco.pulse AS old (name, at) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET at = greatest(old.at, excluded.at)"""
FIRST_PULSE = "INSERT INTO texcoco.pulse (name, at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING true"
OUTAGES = "SELECT began, ended FROM texcoco.outages WHERE ended > $1 ORDER BY ended"
ADD_OUTAGES = (
    "INSERT INTO texcoco.outages (ended, began) SELECT * FROM unnest($1::float8[], $2::float8[]) ON CONFLICT DO NOTHING"
)
UPTIME_TABLES = "SELECT to_regclass('texcoco.pulse') IS NOT NULL, to_regclass('texcoco.outages') IS NOT NULL"
