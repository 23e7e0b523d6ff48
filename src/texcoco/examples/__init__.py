"""Examples for researchers, which docs/research.md tells of: `python -m texcoco.examples.play_with_masks`."""

from importlib.util import find_spec

from texcoco.research import needs

with needs("research"):
    for name in ("numpy", "pettingzoo", "pyspiel"):
        if find_spec(name) is None:
            raise ModuleNotFoundError(name=name)
