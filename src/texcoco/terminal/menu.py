"""Legal actions as a person reads and types them: grouped by kind, listed compactly, completed word by word."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from texcoco.game import Action
from texcoco.terminal.messages import Messages


def by_kind(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """The actions of each kind, in the order in which the game lists them."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(action.kind, []).append(action)
    return kinds


def menu(messages: Messages, actions: Sequence[Action], width: int) -> list[str]:
    """A line for each kind: its word, what it is, how many there are, and where, as far as that fits."""
    kinds = by_kind(actions)
    labels = {kind: label if (label := messages.kind(kind)) != kind else "" for kind in kinds}
    kind_width, label_width = (max(map(len, column), default=0) for column in (kinds, labels.values()))
    lines: list[str] = []
    for kind, some in sorted(kinds.items(), key=lambda pair: not _targets(pair[1])):  # `end` at the end
        line = f"  {messages.paint(kind, bold=True)}{' ' * (kind_width - len(kind))}  {labels[kind]:{label_width}}"
        targets = _targets(some)
        if targets:
            line += f" {len(some):4}  {_fit(targets, max(width - kind_width - label_width - 11, 12))}"
        lines.append(line.rstrip())
    return lines


def listing(actions: Sequence[Action], width: int) -> list[str]:
    """Every action: those that differ in their last word only are listed together, `K6 1|2|3`."""
    lines: list[str] = []
    for kind, some in by_kind(actions).items():
        together: dict[tuple[str, ...], list[str]] = {}
        for action in some:
            *words, last = str(action).split()
            together.setdefault(tuple(words[1:]), []).append(last)
        items: list[str] = []
        for words, lasts in together.items():
            items += [" ".join((*words, "|".join(lasts)))] if words else [last for last in lasts if last != kind]
        line = "   ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)
        hanging = " " * (len(kind) + 2)
        wrapped = textwrap.wrap(
            line, width, initial_indent=f"{kind}  ", subsequent_indent=hanging, break_long_words=False
        ) or [kind]
        lines += [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapped]
    return lines


def complete(line: str, notations: Iterable[str]) -> list[str]:
    """What the word at the end of `line` may become, going by the notations that fit the words before it."""
    *typed, last = line.rpartition(";")[2].lstrip().lower().split(" ")
    typed = [word for word in typed if word]
    found: dict[str, bool] = {}
    for notation in notations:
        words = notation.split()
        fits = len(words) > len(typed) and all(
            word.lower().startswith(start) for word, start in zip(words, [*typed, last], strict=False)
        )
        if fits:
            word = words[len(typed)]
            found[word] = found.get(word, False) or len(words) > len(typed) + 1
    return [f"{word} " if more else word for word, more in sorted(found.items())]


def expand(text: str, notations: Iterable[str]) -> list[str]:
    """The notations that `text` may mean when only the start of its first word was typed: `w K6` for `walk K6`."""
    if not text.split():
        return []
    kind, *rest = text.lower().split()
    return [n for n in notations if n.lower().startswith(kind) and n.lower().split()[1:] == rest]


def _targets(actions: Sequence[Action]) -> list[str]:
    """The words that may follow the kind, each once."""
    return list(dict.fromkeys(words[1] for action in actions if len(words := str(action).split()) > 1))


def _fit(words: Sequence[str], width: int) -> str:
    line = ""
    for word in words:
        if len(line) + len(word) + 3 > width:
            return f"{line} …"
        line += f" {word}" if line else word
    return line
