"""The page's types of messages and views are generated from the server's schemas: `make types` writes them, and this
holds them fresh.

The OpenAPI document of the server is completed by the messages of the stream and by the views of the games;
openapi-typescript turns it into `client/src/generated.ts`.
"""

from __future__ import annotations

import difflib
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

import msgspec

from texcoco.games import GAMES
from texcoco.web.app import make_app
from texcoco.web.messages import stream_schema
from texcoco.web.openapi import complete
from texcoco.web.settings import Settings

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
GENERATED = CLIENT / "src" / "generated.ts"
HEADER = "// Generated from the server's schemas by `make types`: do not edit.\n\n"
PREFIX = "/api/v1"
NOT_OF_THE_PAGE = ("/health", "/metrics", "/stream-schema.json")
REF = "#/components/schemas/"

NOT_IN_TYPES = ("default", "discriminator", "example", "examples", "title")

Schema = dict[str, Any]


class View(TypedDict):
    """What the view of every game holds. Each game's own type is in its `schema.py`."""

    game: str
    seat: int | None
    seats: int
    phase: str


def document() -> Schema:
    """The schemas of everything that the server and the page say to each other."""
    app: Any = make_app(Settings())
    openapi = complete(app.app.openapi_schema.to_schema())
    schemas: dict[str, Schema] = openapi["components"]["schemas"] | _stream_schemas() | _view_schemas()
    paths = {
        path.removeprefix(PREFIX): {method: _operation(operation) for method, operation in methods.items()}
        for path, methods in openapi["paths"].items()
        if not path.endswith(NOT_OF_THE_PAGE)
    }
    sent = _reachable(schemas, [paths[path][method]["responses"] for path in paths for method in paths[path]])
    sent |= _reachable(schemas, [schemas["ServerMessage"]])
    for struct in _structs():
        if struct.__name__ in sent and not struct.__struct_config__.omit_defaults:
            schemas[struct.__name__]["required"] = _always_sent(struct)
    used = sent | _reachable(schemas, [paths, schemas["ClientMessage"]]) | {"ServerMessage", "ClientMessage"}
    used |= set(_view_schemas())
    return {
        "openapi": "3.1.0",
        "info": {"title": "Texcoco", "version": "1"},
        "paths": {path: paths[path] for path in sorted(paths)},
        "components": {"schemas": {name: _plain(schemas[name]) for name in sorted(used)}},
    }


def _operation(operation: Schema) -> Schema:
    """What the page reads of an operation: parameters, body, and the answer when all went well."""
    done = {status: answer for status, answer in operation["responses"].items() if status < "300"}
    kept = {name: operation[name] for name in ("parameters", "requestBody") if name in operation}
    return _plain({**kept, "responses": done})


def _stream_schemas() -> dict[str, Schema]:
    definitions = json.loads(json.dumps(stream_schema()["$defs"]).replace("#/$defs/", REF))
    definitions["ServerMessage"], definitions["ClientMessage"] = definitions.pop("server"), definitions.pop("client")
    return definitions


def _view_schemas() -> dict[str, Schema]:
    views = [importlib.import_module(f"texcoco.games.{game}.schema").View for game in GAMES]
    return msgspec.json.schema_components([View, *views], ref_template=REF + "{name}")[1]


def _structs(of: type[msgspec.Struct] = msgspec.Struct) -> Iterator[type[msgspec.Struct]]:
    for struct in of.__subclasses__():
        if struct.__module__.startswith("texcoco."):
            yield struct
        yield from _structs(struct)


def _always_sent(struct: type[msgspec.Struct]) -> list[str]:
    """The fields that are in every message: all but those that may be left out. A default is sent like any other
    value."""
    config = struct.__struct_config__
    tag = [config.tag_field] if config.tag_field else []
    fields = msgspec.structs.fields(struct)
    return [*tag, *(field.encode_name for field in fields if field.default is not msgspec.UNSET)]


def _reachable(schemas: dict[str, Schema], parts: list[Any]) -> set[str]:
    """The names of all schemas that these parts refer to, directly or not."""
    found: set[str] = set()
    todo = parts
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            name = part.get("$ref", "").removeprefix(REF)
            if name and name not in found:
                found.add(name)
                todo.append(schemas[name])
            todo.extend(part.values())
        elif isinstance(part, list):
            todo.extend(part)
    return found


def _plain(schema: Any) -> Any:
    """Without what types do not need. Objects of unknown fields may hold anything, and every view is a `View`."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _plain(part) for name, part in schema.items() if name not in NOT_IN_TYPES}
    if "properties" in schema:  # a field may have any name
        plain["properties"] = {name: _plain(part) for name, part in schema["properties"].items()}
        if "view" in schema["properties"]:
            plain["properties"]["view"] = {"$ref": REF + "View"}
    elif plain.get("type") == "object":
        plain.setdefault("additionalProperties", True)
    return plain


def generate() -> str:
    """The text of the generated file."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "types.ts"
        source.write_text(json.dumps(document()), encoding="utf-8")
        options = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable", "false"]
        command = ["node", "node_modules/openapi-typescript/bin/cli.js", str(source), *options, "-o", str(target)]
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        subprocess.run(command, cwd=CLIENT, env={**os.environ, "PATH": path}, check=True, capture_output=True)
        text = target.read_text(encoding="utf-8")
    return HEADER + text[text.index("export ") :]


def test_the_generated_types_of_the_page_are_fresh():
    old, new = GENERATED.read_text(encoding="utf-8"), generate()
    changed = "\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))
    assert old == new, f"client/src/generated.ts is stale: run `make types`\n{changed}"


if __name__ == "__main__":
    GENERATED.write_text(generate(), encoding="utf-8")
