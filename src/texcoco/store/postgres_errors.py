"""What errors of PostgreSQL mean: which ones are worth another attempt, and what a message says about the others."""

from __future__ import annotations

import importlib
from typing import Any
from urllib.parse import parse_qs, urlsplit

from texcoco.store.values import StoreError


def asyncpg() -> Any:
    """The module asyncpg, loaded when it is first needed: a server on SQLite does without. It has no types."""
    return importlib.import_module("asyncpg")


def transient_errors() -> tuple[type[Exception], ...]:
    """Errors after which the same work may succeed: the connection was lost, or the server is busy or restarting."""
    errors = asyncpg().exceptions
    return (
        OSError,  # with ConnectionError and TimeoutError
        errors.PostgresConnectionError,
        errors.InterfaceError,
        errors.InternalClientError,
        errors.AdminShutdownError,
        errors.CrashShutdownError,
        errors.CannotConnectNowError,
        errors.TooManyConnectionsError,
        errors.QueryCanceledError,
        errors.TransactionRollbackError,  # deadlocks, and failures to serialise
    )


def store_error(error: Exception, name: str) -> StoreError:
    """What an error means for the database `name`, and what to do about it."""
    errors = asyncpg().exceptions
    if isinstance(error, errors.DiskFullError):
        return StoreError(f"The disk of {name} is full: nothing more is kept until there is room.")
    if isinstance(error, errors.InvalidAuthorizationSpecificationError | errors.InvalidPasswordError):
        return StoreError(f"{name} lets nobody in with that name and password ({error}).")
    if isinstance(error, errors.InvalidCatalogNameError):
        return StoreError(f"{name}: {error}. Create it first: createdb NAME")
    if isinstance(error, errors.InsufficientPrivilegeError):
        return StoreError(
            f"{name}: {error}. The user needs the right to create a schema there, or to own the schema texcoco."
        )
    if isinstance(error, errors.ReadOnlySQLTransactionError):
        return StoreError(f"{name} takes no writes ({error}): is it a standby?")
    if isinstance(error, transient_errors()):
        return StoreError(
            f"{name} does not answer ({error or type(error).__name__}). Is it running, and the address right?"
        )
    return StoreError(f"{name} failed: {error}")


def database_name(url: str) -> str:
    """Host and database, without user and password."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or next(iter(parse_qs(parts.query).get("host", [])), "this machine")
        return f"PostgreSQL ({parts.path.lstrip('/') or 'the default database'} on {host})"
    except ValueError:
        return "PostgreSQL"
