"""The page as an app: its manifests, icons, and the worker that answers without a connection."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import Any

import pytest

PUBLIC = Path(__file__).parents[2] / "client" / "public"


def manifest(lang: str) -> dict[str, Any]:
    return json.loads((PUBLIC / f"manifest.{lang}.webmanifest").read_text(encoding="utf-8"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_manifest_speaks_its_language_and_names_icons_that_are_there(lang: str) -> None:
    app = manifest(lang)
    assert app["lang"] == lang
    pictures = [icon for icon in app["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in pictures} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in pictures:
        head = (PUBLIC / icon["src"].strip("/")).read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", head[16:24])) == icon["sizes"]


def test_the_manifests_differ_in_words_only() -> None:
    english, french = manifest("en"), manifest("fr")
    assert english.pop("description") != french.pop("description")
    assert (english.pop("lang"), french.pop("lang")) == ("en", "fr")
    assert english == french


def test_the_worker_fetches_the_offline_page_anew_when_that_has_changed() -> None:
    files = ("offline.html", "offline.css", "offline.js", "icon.svg")
    digest = hashlib.sha256(b"".join((PUBLIC / name).read_bytes() for name in files)).hexdigest()[:8]
    assert f"'offline-{digest}'" in (PUBLIC / "worker.js").read_text(encoding="utf-8"), "client/public/worker.js: CACHE"
