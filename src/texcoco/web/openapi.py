"""The OpenAPI document: Litestar's paths, with the schemas that msgspec itself makes of our messages, which say all that it checks."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from texcoco.web import messages

TEXTS = {"/rules": "text/markdown", "/record": "text/plain", "/metrics": "text/plain"}
"""What is no JSON, by the ends of the paths."""


class Document(OpenAPIRenderPlugin):
    """Serves the document as JSON."""

    def __init__(self, path: str):
        super().__init__(path=path)
        self._made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._made is None:
            self._made = msgspec.json.encode(complete(openapi_schema))
        return self._made


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """The document with full schemas."""
    found = [kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    ours = [kind for kind in found if kind.__module__ == messages.__name__]
    _, document["components"]["schemas"] = msgspec.json.schema_components(ours, ref_template="#/components/schemas/{name}")
    for path, methods in document["paths"].items():
        text = next((kind for end, kind in TEXTS.items() if path.endswith(end)), None)
        for operation in methods.values():
            operation["operationId"] = operation["operationId"].removeprefix("ApiV1")
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "seat":  # Litestar leaves a lower bound of 0 out
                    _bound(parameter["schema"])
            done = next(answer for status, answer in operation["responses"].items() if status < "300")
            done["description"] = operation["summary"]
            if text is not None:
                done["content"] = {text: {"schema": {"type": "string"}}}
    return document


def _bound(schema: dict[str, Any]) -> None:
    for part in (schema, *schema.get("oneOf", ())):
        if part.get("type") == "integer":
            part["minimum"], part["maximum"] = 0, 15
