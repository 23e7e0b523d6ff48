"""What the documentation shows is what happens.

Of README.md and docs/*.md these blocks are run, in order, each document in a folder of its own:

- `jsonl`: requests to one engine, each followed by its reply;
- `python`: run, all of a document in one namespace; with `file=NAME` it is written to that file instead;
- `record`: read and played through;
- `console`: lines that begin with `$ texcoco` are run, and what follows is what they print.

`…` stands for anything: a value, the rest of a list or of an object, part of a text.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from texcoco.protocol import Engine
from texcoco.record import Record

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY = "…"


@pytest.mark.parametrize("path", [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda path: path.name)
def test_the_examples_of(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    text = path.read_text(encoding="utf-8")
    engine = Engine()
    names: dict[str, Any] = {"__name__": "docs"}
    for block in BLOCK.finditer(text):
        kind, file, content = block.groups()
        line = text.count("\n", 0, block.start()) + 1
        if file is not None:
            Path(file).write_text(content, encoding="utf-8")
            Path(file).chmod(0o755)
        elif kind == "jsonl":
            check_transcript(engine, content)
        elif kind == "python":
            # in a thread, since a browser of another test may have left an event loop in this one
            with ThreadPoolExecutor(1) as thread:
                thread.submit(exec, compile("\n" * line + content, str(path), "exec"), names).result()
        elif kind == "record":
            Record.parse(content)
        elif kind == "console":
            check_console(content)


def check_transcript(engine: Engine, content: str) -> None:
    lines = content.splitlines()
    assert len(lines) % 2 == 0, "a request without a reply"
    for request, shown in zip(lines[::2], lines[1::2], strict=True):
        reply = json.loads(engine.reply(request.encode()))
        assert agrees(read(shown), reply), (
            f"{request}\nis said to be answered\n{shown}\nbut was\n{json.dumps(reply, ensure_ascii=False)}"
        )


def check_console(content: str) -> None:
    for command, shown in re.findall(r"^\$ texcoco (.*)\n((?:(?!\$ ).*\n)*)", content, re.MULTILINE):
        run = subprocess.run(
            [sys.executable, "-m", "texcoco", *command.split()],
            capture_output=True,
            text=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
        )
        assert run.returncode == 0, run.stderr
        assert agrees(shown.strip(), run.stdout.strip()), f"{command}\n{run.stdout}"


def read(shown: str) -> Any:
    """JSON in which `…` stands for values, for the rest of lists, and for other fields of objects."""
    out: list[str] = []
    inside: list[str] = []
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[^"]', shown):
        if token in "{[":
            inside.append(token)
        elif token in "}]":
            inside.pop()
        if token == ANY:
            before = "".join(out).rstrip()[-1]
            token = f'"{ANY}": "{ANY}"' if inside[-1] == "{" and before in "{," else f'"{ANY}"'
        out.append(token)
    return json.loads("".join(out))


def agrees(shown: Any, actual: Any) -> bool:
    if shown == ANY:
        return True
    if isinstance(shown, str) and isinstance(actual, str):
        return re.fullmatch(re.escape(shown).replace(ANY, ".*"), actual, re.DOTALL) is not None
    if isinstance(shown, dict) and isinstance(actual, dict):
        if ANY not in shown and shown.keys() != actual.keys():
            return False
        return all(name in actual and agrees(value, actual[name]) for name, value in shown.items() if name != ANY)
    if isinstance(shown, list) and isinstance(actual, list):
        if ANY in shown:
            at, after = shown.index(ANY), len(shown) - shown.index(ANY) - 1
            shown = shown[:at] + [ANY] * (len(actual) - at - after) + shown[at + 1 :]
        return len(shown) == len(actual) and all(map(agrees, shown, actual))
    return bool(shown == actual) and type(shown) is type(actual)


@pytest.mark.parametrize(
    ("shown", "actual", "same"),
    [
        ('{"a": 1}', {"a": 1}, True),
        ('{"a": 1}', {"a": 2}, False),
        ('{"a": 1}', {"a": 1, "b": 2}, False),
        ('{"a": 1, …}', {"a": 1, "b": 2}, True),
        ('{"a": 1, …}', {"b": 2}, False),
        ("{…}", {"b": 2}, True),
        ('{"a": …}', {"a": [1]}, True),
        ('{"a": …}', {"b": [1]}, False),
        ("[1, …, 4]", [1, 2, 3, 4], True),
        ("[1, …, 4]", [1, 2, 3], False),
        ("[…]", [], True),
        ("[1, 2]", [1], False),
        ('["start …"]', ["start H6"], True),
        ('["start …"]', ["end"], False),
        ('["a (b)…"]', ["a (b)c"], True),
        ("[true]", [1], False),
        ('{"a": "{…"}', {"a": "{x, …"}, True),
    ],
)
def test_the_checker_itself(shown: str, actual: Any, same: bool) -> None:
    assert agrees(read(shown), actual) is same


@pytest.mark.parametrize("path", [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda path: path.name)
def test_the_links_of(path: Path) -> None:
    """What a document links to within the project is there."""
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target
