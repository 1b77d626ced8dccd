"""Templates into answers: everything escaped, nothing undefined, nothing from elsewhere."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import resources
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from forge_api.web import addresses, wording

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Page(HTMLResponse):
    """One page, or a part of one."""

    def __init__(self, template: str, page: Any, status: int = 200) -> None:
        text = _environment().get_template(template).render(page=page)
        super().__init__(text, status, headers=HEADERS)

    def render(self, content: Any) -> bytes:
        """Return the page's bytes; no template leaves a lone surrogate, and none can get out."""
        return str(content).encode("utf-8", "replace")


def static(name: str) -> bytes:
    """Return one of our own files.

    Raises:
        FileNotFoundError: There is none of this name.
    """
    return resources.files("forge_api.web").joinpath("static", name).read_bytes()


@lru_cache
def _address_of(name: str) -> str:
    """Name a file by its content, so that a browser may keep it."""
    return addresses.page("static", name, v=hashlib.sha256(static(name)).hexdigest()[:12])


@lru_cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("forge_api.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        static=_address_of, to=addresses, count=wording.count, when=wording.when
    )
    return environment
