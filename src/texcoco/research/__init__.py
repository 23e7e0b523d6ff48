"""The games for researchers: in numbers and arrays, and as games of the libraries that learning and search use.

`state` has the games in numbers and arrays (numpy); `pettingzoo` and `openspiel` adapt them to those libraries;
`vector` plays many games at once. docs/research.md is the guide. None of what these modules import belongs to the core
package: each needs an extra, and `needs` says which one when something is missing.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def needs(extra: str) -> Generator[None]:
    """Names the extra to install when an import inside fails because a package is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("texcoco"):
            raise
        raise ModuleNotFoundError(
            f'{missing.name} is not installed. This part of Texcoco needs an extra: pip install "texcoco[{extra}]"',
            name=missing.name,
            path=missing.path,
        ) from missing
