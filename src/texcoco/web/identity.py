"""Identifies a browser by one cookie with a secret. The server stores only the hash of that secret."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

COOKIE = "texcoco"
AGE = 400 * 86_400
"""Seconds that a browser keeps it: the most that browsers allow."""
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Identity:
    """A browser."""

    secret: str
    fresh: bool
    """Whether the browser does not have the cookie yet."""

    @property
    def holder(self) -> str:
        """The hash by which tables know the browser."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    def cookie(self, secure: bool) -> str:
        """The value of the `Set-Cookie` header."""
        text = f"{COOKIE}={self.secret}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Lax"
        return f"{text}; Secure" if secure else text

    def __repr__(self) -> str:
        return "<Identity>"  # no log ever shows the secret


def identify(header: str) -> Identity:
    """The browser that sends this `Cookie` header; a new one if it has no secret of ours."""
    for pair in header.split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE and _SECRET.fullmatch(value):
            return Identity(value, fresh=False)
    return Identity(secrets.token_urlsafe(32), fresh=True)
