"""Counters and a histogram in Prometheus' text format. They count what this process did since it started."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What a server process counts."""

    def __init__(self, limits_reached: Counter[str]) -> None:
        self.limits_reached = limits_reached
        """How often each limit on connections was reached."""
        self.requests: Counter[tuple[str, int]] = Counter()
        """By method and status."""
        self.commands: Counter[tuple[str, str]] = Counter()
        """By kind and result: `ok`, or the code of the refusal."""
        self.states = 0
        """States sent over streams."""
        self.gauges: dict[str, tuple[str, str, Callable[[], float]]] = {}
        """Figures that are kept elsewhere: type, help, and the function that returns the figure."""
        self._times = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def acknowledged(self, kind: str, seconds: float) -> None:
        """Counts a command that is on disk, and the seconds since it came."""
        self.commands[kind, "ok"] += 1
        self._times[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def refused(self, kind: str, code: str) -> None:
        self.commands[kind, code] += 1

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _head("texcoco_requests_total", "counter", "HTTP requests by method and status.")
        for (method, status), n in sorted(self.requests.items()):
            yield f'texcoco_requests_total{{method="{method}",status="{status}"}} {n}'
        yield from _head("texcoco_commands_total", "counter", "Commands by kind and result: ok, or why not.")
        for (kind, result), n in sorted(self.commands.items()):
            yield f'texcoco_commands_total{{kind="{kind}",result="{result}"}} {n}'
        yield from _head(
            "texcoco_limits_reached_total",
            "counter",
            "Connections and requests refused before they were read, by reason.",
        )
        for why, n in sorted(self.limits_reached.items()):
            yield f'texcoco_limits_reached_total{{why="{why}"}} {n}'
        yield from _head("texcoco_states_total", "counter", "States sent over streams.")
        yield f"texcoco_states_total {self.states}"
        name = "texcoco_acknowledgement_seconds"
        yield from _head(name, "histogram", "From the arrival of a command until it is on disk.")
        so_far = 0
        for bound, n in zip((*BUCKETS, "+Inf"), self._times, strict=True):
            so_far += n
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {so_far}"
        for gauge, (kind, about, ask) in sorted(self.gauges.items()):
            yield from _head(gauge, kind, about)
            yield f"{gauge} {ask():g}"


def _head(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
