"""Builds the documentation site: `python docs/site.py FOLDER`, or `make docs`.

The pages of docs/ and the README become HTML; the reference of the Python API is made from the docstrings by pdoc.
Links to Python files lead into the reference; links to other files of the repository, which are not on the site, become
plain text.
"""

from __future__ import annotations

import html
import importlib
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pdoc
import pdoc.extract
import pdoc.render
from markdown_it import MarkdownIt

DOCS = Path(__file__).parent
ROOT = DOCS.parent
LINK = re.compile(r'<a href="([^"]+)">(.*?)</a>', re.DOTALL)
IMAGE = re.compile(r'src="docs/images/')
MODULES = ("texcoco", "!texcoco.research", "!texcoco.__main__")
"""What the reference shows. The adapters in `texcoco.research` need packages that not everybody has; docs/research.md
describes them."""
FIRST = ("index", "architecture", "bots", "protocol", "api")
"""The pages that the menu begins with."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title} · Texcoco</title>
<style>
body {{ margin: 0; font: 16px/1.55 system-ui, sans-serif; color: #222; background: #fdfaf3;
  display: flex; flex-wrap: wrap; }}
nav {{ flex: 0 0 13rem; padding: 1.5rem; }} nav a {{ display: block; padding: 0.15rem 0; }}
main {{ flex: 1 1 30rem; min-width: 0; max-width: 62rem; padding: 1rem 1.5rem 4rem; }}
a {{ color: #0b6b5d; }} img {{ max-width: 100%; }} h1, h2 {{ line-height: 1.2; }}
pre {{ overflow: auto; padding: 0.75rem; background: #f2ecdf; font-size: 13px; line-height: 1.35; }}
table {{ display: block; overflow: auto; border-collapse: collapse; }}
td, th {{ border: 1px solid #ddd2bb; padding: 0.3rem 0.5rem; vertical-align: top; }}
</style>
</head>
<body><nav>{menu}</nav><main>{body}</main></body>
</html>
"""


def build(to: Path, modules: Sequence[str] = MODULES) -> None:
    """Writes the site to a folder, which is made anew."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    shutil.copytree(DOCS / "images", to / "images")
    _say_where_named_tuples_are(modules)
    pdoc.render.configure(docformat="markdown", footer_text="Texcoco")
    pdoc.pdoc(*modules, output_directory=to / "reference")
    sources = {"index": ROOT / "README.md", **{path.stem: path for path in sorted(DOCS.glob("*.md"))}}
    order = [*FIRST, *(name for name in sources if name not in FIRST)]
    titles = {name: _title(sources[name].read_text(encoding="utf-8")) for name in order}
    menu = "".join(f'<a href="{name}.html">{html.escape(titles[name])}</a>' for name in order)
    menu += '<a href="reference/texcoco.html">Reference of the Python API</a>'
    for name in order:
        body = _body(sources[name], to)
        page = PAGE.format(title=html.escape(titles[name]), menu=menu, body=body)
        (to / f"{name}.html").write_text(page, encoding="utf-8")


def _say_where_named_tuples_are(modules: Sequence[str]) -> None:
    """A function says in which module its annotations are to be read; that which makes a named tuple does not, and pdoc
    would show them as they are written."""
    for name in pdoc.extract.walk_specs(modules):
        for kind in vars(importlib.import_module(name)).values():
            if isinstance(kind, type) and issubclass(kind, tuple) and kind.__module__ == name:
                kind.__new__.__module__ = name


def _title(text: str) -> str:
    return next(line.removeprefix("# ") for line in text.splitlines() if line.startswith("# "))


def _body(source: Path, to: Path) -> str:
    """A page as HTML, with anchors at its headings and links that are right on the site."""
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(source.read_text(encoding="utf-8"))
    rendered = re.sub(r"<(h[1-4])>(.*?)</\1>", _anchored, rendered)
    rendered = IMAGE.sub('src="images/', rendered)
    return LINK.sub(lambda link: _link(link[1], link[2], source, to), rendered)


def _anchored(heading: re.Match[str]) -> str:
    """As on GitHub: lower case, no punctuation, hyphens for spaces."""
    plain = html.unescape(re.sub(r"<.*?>", "", heading[2])).lower()
    anchor = re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")
    return f'<{heading[1]} id="{anchor}">{heading[2]}</{heading[1]}>'


def _link(target: str, text: str, source: Path, to: Path) -> str:
    path, _, anchor = target.partition("#")
    if "://" in target or target.startswith("mailto:") or not path:
        return f'<a href="{target}">{text}</a>'
    file = (source.parent / path).resolve()
    hash = f"#{anchor}" if anchor else ""
    if file.suffix == ".md" and file.parent == DOCS:
        return f'<a href="{file.stem}.html{hash}">{text}</a>'
    if file == ROOT / "README.md":
        return f'<a href="index.html{hash}">{text}</a>'
    if file.parent == DOCS / "images":
        return f'<a href="images/{file.name}">{text}</a>'
    if file.suffix == ".py" and ROOT / "src" in file.parents:
        parts = file.relative_to(ROOT / "src").with_suffix("").parts
        page = "reference/" + "/".join(parts[:-1] if parts[-1] == "__init__" else parts) + ".html"
        if (to / page).exists():
            return f'<a href="{page}">{text}</a>'
    return text


if __name__ == "__main__":
    build(Path(sys.argv[1]))
