"""The interface describes itself whole: access, problems, examples; and a page to read."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from forge_api import access, description
from forge_api.app import create_app
from forge_api.description import Description
from forge_client.problems import STATUS_OF
from tests.fixtures.forge import AGENT, Forge

PROBLEMS = Path(__file__).parents[3] / "docs" / "problems.md"
APP = create_app(None)  # type: ignore[arg-type]  # A description needs no services.
DESCRIBED = APP.openapi()
OPERATIONS = list(description.operations(DESCRIBED))
NAMES = [f"{method} {path}" for method, path, _ in OPERATIONS]


def bodies(operation: Description, *, problems: bool = False) -> list[tuple[str, Description]]:
    """Return media type and body of what is sent and answered; with `problems`, of those alone."""
    holders = [
        response
        for status, response in operation["responses"].items()
        if (int(status) >= 400) == problems
    ]
    if not problems:
        holders.append(operation.get("requestBody", {}))
    return [pair for holder in holders for pair in holder.get("content", {}).items()]


def test_every_route_is_described_but_those_that_answer_with_pages() -> None:
    described = {f"{method} {path}" for method, path, _ in OPERATIONS}
    first_words = {path.split("/")[1] for _, path, _ in OPERATIONS}
    pages = {"beliefs", "runs", "log", "sign-in", "sign-out", "batch", "static", "temporal", ""}
    for route in set(access.access_table(APP)) - described - {"GET /docs", "GET /openapi.json"}:
        assert route.split("/")[1] in pages - first_words, route


def test_the_description_tells_of_every_route_who_may_call_it() -> None:
    table = access.access_table(APP)
    assert DESCRIBED["x-access"] == {route: sorted(roles) for route, roles in table.items()}


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=NAMES)
def test_an_operation_tells_what_it_does_and_for_whom(
    method: str, path: str, operation: Description
) -> None:
    roles = access.access_table(APP)[f"{method} {path}"]
    assert re.fullmatch(r"[A-Z].{10,}[^.]", operation["summary"])
    assert operation["x-roles"] == sorted(roles)
    schemes = {name for one in operation["security"] for name in one}
    assert schemes == (set() if roles == access.ANYONE else {"HTTPBearer", "APIKeyHeader"})


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=NAMES)
def test_every_body_has_a_shape_and_an_example_that_fits_it(
    method: str, path: str, operation: Description
) -> None:
    for kind, body in bodies(operation):
        if kind != "application/json":
            continue
        assert body["schema"], f"{method} {path}"
        whole = {**body["schema"], "components": DESCRIBED["components"]}
        jsonschema_rs.validator_for(whole).validate(body["example"])


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=NAMES)
def test_every_problem_is_a_problem_document_whose_codes_are_named(
    method: str, path: str, operation: Description
) -> None:
    for kind, body in bodies(operation, problems=True):
        assert (kind, body["schema"]) == (
            "application/problem+json",
            {"$ref": "#/components/schemas/Problem"},
        )
    for status, response in operation["responses"].items():
        if int(status) >= 400:
            codes = re.findall(r"`([a-z_]+)`", response["description"])
            assert codes, f"{method} {path} {status}"
            assert {STATUS_OF[code] for code in codes} == {int(status)}


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(names) == len(set(names))


async def test_the_examples_work_as_they_stand(forge: Forge) -> None:
    def example(method: str, path: str) -> Any:
        operation = next(one for m, p, one in OPERATIONS if (m, p) == (method, path))
        return operation["requestBody"]["content"]["application/json"]["example"]

    async with forge.client("agent") as agent, forge.client("admin") as admin:
        for client, path in (
            (agent, "/agents/{agent_id}/turns"),
            (agent, "/agents/{agent_id}/memory/beliefs"),
            (agent, "/agents/{agent_id}/memory/beliefs/proposals"),
            (agent, "/reflection-memory/entries"),
            (admin, "/keys"),
        ):
            sent = example("POST", path)
            answer = await client.post(path.replace("{agent_id}", AGENT), json=sent)
            assert answer.is_success, (path, answer.text)


def test_every_problem_code_is_documented_and_no_other() -> None:
    row = re.compile(r"^\| `([a-z_]+)` \| (\d{3}) \| (\S.*?) \| (\S.*?) \|$", re.MULTILINE)
    rows = row.findall(PROBLEMS.read_text("utf-8"))
    assert {code: int(status) for code, status, _, _ in rows} == STATUS_OF


class Loads(HTMLParser):
    """Collects whatever a page would have a browser load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag for name, _ in attrs if name in {"src", "srcset", "style"}]
        self.found += [tag] if tag in {"script", "link", "iframe", "img", "object"} else []


async def test_the_page_to_read_names_every_operation_and_loads_nothing(forge: Forge) -> None:
    async with forge.client() as nobody:
        page = await nobody.get("/docs")
    loads = Loads()
    loads.feed(page.text)
    assert loads.found == []
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    for method, path, operation in OPERATIONS:
        assert f"<h3><span>{method}</span> {path}</h3>" in page.text
        assert operation["summary"].split("'")[0].split('"')[0] in page.text
    assert "://" not in re.sub(r"<pre>.*?</pre>", "", page.text, flags=re.DOTALL)
