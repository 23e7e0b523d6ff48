"""The OpenAPI document: the paths by Litestar, the schemas by msgspec, which describe every check that msgspec
makes."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from texcoco.tables.requests import AnyCommand
from texcoco.web import analysis_bodies, messages, request_bodies, response_bodies, state

TEXTS = {"/rules": "text/markdown", "/record": "text/plain", "/metrics": "text/plain"}
"""Media types of responses that are not JSON, by the end of the path."""


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
    structs = [
        kind
        for module in (request_bodies, state, response_bodies, analysis_bodies, messages)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    ]
    unions = {"Command": AnyCommand, "ClientMessage": messages.ClientMessage, "ServerMessage": messages.ServerMessage}
    schemas, components = msgspec.json.schema_components(
        [*unions.values(), *structs], ref_template="#/components/schemas/{name}"
    )
    document["components"]["schemas"] = {**dict(zip(unions, schemas, strict=False)), **components}
    for path, methods in document["paths"].items():
        text = next((kind for end, kind in TEXTS.items() if path.endswith(end)), None)
        for operation in methods.values():
            operation["operationId"] = operation["operationId"].removeprefix("ApiV1")
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "seat":  # Litestar leaves a lower bound of 0 out
                    _bound(parameter["schema"])
            if path.endswith("/commands"):
                _name_command(operation["requestBody"]["content"]["application/json"])
            done = next(answer for status, answer in operation["responses"].items() if status < "300")
            done["description"] = operation["summary"]
            if text is not None:
                done["content"] = {text: {"schema": {"type": "string"}}}
    return document


def _bound(schema: dict[str, Any]) -> None:
    for part in (schema, *schema.get("oneOf", ())):
        if part.get("type") == "integer":
            part["minimum"], part["maximum"] = 0, 15


def _name_command(body: dict[str, Any]) -> None:
    """Refers to all commands by one name, in place of the list that Litestar makes of the union."""
    body["schema"] = {"$ref": "#/components/schemas/Command", "examples": body["schema"].get("examples", [])}
