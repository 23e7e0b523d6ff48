"""The rules of a game, paragraph by paragraph: by a ruling's id, or by a word in them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ANCHOR = re.compile(r'<a (?:id|name)="([^"]+)"></a>\s?')


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some lines of a rulebook, the ids of the rulings that they settle, and the heading they stand under."""

    ids: tuple[str, ...]
    heading: str
    text: str


def paragraphs(markdown: str) -> list[Paragraph]:
    """A rulebook cut at blank lines and at anchors; headings go with what follows them."""
    found: list[Paragraph] = []
    ids: list[str] = []
    lines: list[str] = []
    heading = ""

    def cut() -> None:
        if lines:
            found.append(Paragraph(tuple(ids), heading, "\n".join(lines)))
            ids.clear()
            lines.clear()

    for line in markdown.splitlines():
        anchors: list[str] = _ANCHOR.findall(line)
        text = _ANCHOR.sub("", line).rstrip()
        if anchors or not text or text.startswith("#"):
            cut()
        ids += anchors
        if text.startswith("#"):
            heading = text.lstrip("#").strip()
        elif text:
            lines.append(text)
    cut()
    return found


def look_up(markdown: str, wanted: str) -> list[Paragraph]:
    """The paragraph of that ruling; if there is no such id, all that have the word."""
    book = paragraphs(markdown)
    sought = wanted.strip().lower()
    exact = [p for p in book if sought in (one.lower() for one in p.ids)]
    return exact or [p for p in book if sought in p.text.lower() or sought in p.heading.lower()]


def plain(markdown: str) -> str:
    """The whole rulebook without its anchors."""
    lines = (_ANCHOR.sub("", line) if _ANCHOR.search(line) else line for line in markdown.splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def shown(paragraph: Paragraph) -> str:
    """A paragraph with its heading and ids, as a person reads it."""
    head = " · ".join(part for part in (paragraph.heading, ", ".join(paragraph.ids)) if part)
    return f"{head}\n{paragraph.text}" if head else paragraph.text
