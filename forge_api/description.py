"""The interface's description, `/openapi.json`: what FastAPI derives from the routes, completed.

Each operation tells who may call it (`x-roles`), every status that a problem may come with, and an
example of what is sent and answered. It is made from the routes themselves, so it cannot lag.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from forge_api import access, examples
from forge_client.problems import STATUS_OF, Problem

PROBLEM = "application/problem+json"

_METHODS = {"get", "put", "post", "delete", "patch"}

Description = dict[str, Any]


def install(app: FastAPI) -> None:
    """Have `app` serve this description; it is made with the first request."""

    def described() -> Description:
        if app.openapi_schema is None:
            app.openapi_schema = _describe(app)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]


def operations(description: Description) -> Iterator[tuple[str, str, Description]]:
    """Yield method, path and operation, in the order of the routes."""
    for path, item in description["paths"].items():
        for method, operation in item.items():
            if method in _METHODS:
                yield method.upper(), path, operation


def _describe(app: FastAPI) -> Description:
    description = get_openapi(
        title=app.title, version=app.version, summary=app.summary, routes=app.routes
    )
    schemas = description["components"]["schemas"]
    for derived in ("HTTPValidationError", "ValidationError"):
        schemas.pop(derived, None)
    schemas["Problem"] = Problem.model_json_schema(mode="serialization")
    roles = access.access_table(app)
    # Of every route, the pages included, which are described nowhere else.
    description["x-access"] = {route: sorted(allowed) for route, allowed in roles.items()}
    for method, path, operation in operations(description):
        _tell_access(operation, roles[f"{method} {path}"])
        _tell_problems(operation, path)
        _tell_examples(operation, schemas)
    return description


def _tell_access(operation: Description, roles: frozenset[str]) -> None:
    first, _, rest = operation.get("description", "").partition("\n")
    allowed = "anyone, without a key" if roles == access.ANYONE else ", ".join(sorted(roles))
    operation["summary"] = first.rstrip(".")
    operation["description"] = f"{rest.strip()}\n\nFor: {allowed}.".strip()
    operation["x-roles"] = sorted(roles)
    if roles == access.ANYONE:
        operation["security"] = []


def _tell_problems(operation: Description, path: str) -> None:
    responses = operation["responses"]
    for code in _shared_codes(operation, path):
        _add_code(responses, code)
    for status, response in responses.items():
        if int(status) >= 400:
            schema = {"$ref": "#/components/schemas/Problem"}
            response["content"] = {PROBLEM: {"schema": schema}}


def _shared_codes(operation: Description, path: str) -> Iterator[str]:
    """Yield the problems that follow from how a route is built."""
    if operation["security"]:
        yield from ("bad_request", "unauthenticated", "forbidden", "too_many_requests")
        yield "database_unavailable"
    if "{agent_id}" in path:
        yield "agent_not_found"
    if operation.get("parameters") or "requestBody" in operation:
        yield "invalid"
    if "requestBody" in operation:
        yield "too_large"
    yield "internal"


def _add_code(responses: Description, code: str) -> None:
    response = responses.setdefault(str(STATUS_OF[code]), {"description": ""})
    named = response["description"]
    if f"`{code}`" not in named:
        response["description"] = f"{named}, `{code}`" if named else f"`{code}`"


def _tell_examples(operation: Description, schemas: Mapping[str, Any]) -> None:
    contents = [operation.get("requestBody", {}).get("content", {})]
    contents += [
        response.get("content", {})
        for status, response in operation["responses"].items()
        if int(status) < 400
    ]
    for content in contents:
        for kind, body in content.items():
            if kind == "application/json" and body.get("schema"):
                body["example"] = examples.of(body["schema"], schemas)
