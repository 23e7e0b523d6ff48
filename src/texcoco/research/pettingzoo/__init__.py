"""The games as PettingZoo environments: `mexica_v0`, `yucatan_v0`, `azteco_v0`.

    from texcoco.research.pettingzoo import mexica_v0

    env = mexica_v0.env(seats=3)

or, with PettingZoo 1.27 or later, once this package is imported:

    env = pettingzoo.make("aec", "texcoco/mexica-v0", seats=3)

All three are AEC environments; `azteco_v0` is a parallel environment too. A number after `_v` rises when the same
actions would lead to other observations, masks, rewards or games; each module has its history. docs/research.md is
the guide.
"""

from typing import Any

from texcoco.research import needs

with needs("pettingzoo"):
    import pettingzoo  # pyright: ignore[reportMissingTypeStubs]


def _register() -> None:
    """Names the environments in PettingZoo's registry, where it has one."""
    register: Any = getattr(pettingzoo, "register", None)
    if register is None:
        return
    for game in ("mexica", "yucatan", "azteco"):
        register("aec", f"texcoco/{game}-v0", f"{__name__}.{game}_v0:env")
    register("parallel", "texcoco/azteco-v0", f"{__name__}.azteco_v0:parallel_env")


_register()
