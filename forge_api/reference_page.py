"""The interface as one HTML page, made from its description: no script, nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Any

from forge_api import description
from forge_api.description import Description

STYLE = """
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif;
  --line: color-mix(in srgb, currentColor 25%, transparent); }
body { max-width: 58rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h2 { margin-top: 3rem; text-transform: capitalize; }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
h3 { margin: 0; font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere; }
h3 span { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .1rem 1rem .1rem 0; }
th { font-weight: 400; font-family: ui-monospace, monospace; vertical-align: top; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); }
nav a { margin-right: 1rem; }
"""

_DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()

POLICY = f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none'"
"""What a browser may load for this page: its own style, and nothing else."""


PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}: the interface</title><style>{style}</style></head>
<body>
<h1>{title} {version}</h1>
<p>{summary}</p>
<p>Send a key as <code>Authorization: Bearer sk_forge_…</code> or <code>X-API-Key</code>. Every
problem is <code>application/problem+json</code> with a stable <code>code</code>. For programs:
<a href="openapi.json">openapi.json</a>.</p>
<nav>{links}</nav>
{sections}
</body>
</html>
"""


def render(described: Description) -> str:
    """Return the page of a description that `forge_api.description` completed."""
    told = sorted(description.operations(described), key=_tag)
    sections = {tag: list(found) for tag, found in groupby(told, key=_tag)}
    info = {name: escape(text) for name, text in described["info"].items()}
    return PAGE.format(
        **info,
        style=STYLE,
        links="".join(f'<a href="#{_anchor(tag)}">{escape(tag)}</a>' for tag in sections),
        sections="".join(_section(tag, found) for tag, found in sections.items()),
    )


def _tag(told: tuple[str, str, Description]) -> str:
    tag: str = told[2]["tags"][0]
    return tag


def _section(tag: str, found: list[tuple[str, str, Description]]) -> str:
    articles = "".join(
        f"<article><h3><span>{method}</span> {escape(path)}</h3>{''.join(_parts(operation))}"
        "</article>"
        for method, path, operation in found
    )
    return f'<section id="{_anchor(tag)}"><h2>{escape(tag)}</h2>{articles}</section>'


def _parts(operation: Description) -> Iterator[str]:
    yield f"<p>{escape(operation['summary'])}.</p>"
    for paragraph in operation["description"].split("\n\n"):
        yield f"<p>{escape(paragraph)}</p>"
    yield _table(
        (parameter["name"], _parameter(parameter)) for parameter in operation.get("parameters", [])
    )
    yield from _bodies("Send", operation.get("requestBody", {}))
    for status, response in operation["responses"].items():
        if int(status) < 400:
            yield from _bodies(f"Answer {status}", response)
    yield "<details><summary>Problems</summary>"
    yield _table(
        (status, response["description"].replace("`", ""))
        for status, response in sorted(operation["responses"].items())
        if int(status) >= 400
    )
    yield "</details>"


def _parameter(parameter: Description) -> str:
    need = "required" if parameter.get("required") else "optional"
    told = parameter.get("description") or parameter["schema"].get("description", "")
    return f"{parameter['in']}, {need}. {told}"


def _bodies(title: str, holder: Description) -> Iterator[str]:
    for kind, body in holder.get("content", {}).items():
        yield f"<details><summary>{title}: {escape(kind)}</summary>"
        if "example" in body:
            yield f"<pre>{escape(_json(body['example']))}</pre>"
        yield "</details>"


def _table(rows: Iterator[tuple[str, str]]) -> str:
    told = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows
    )
    return f"<table>{told}</table>" if told else ""


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _anchor(tag: str) -> str:
    return escape(tag.replace(" ", "-"), quote=True)
