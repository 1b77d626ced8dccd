"""What forge is told by its surroundings, read once, at the door, from a mapping.

Every secret may also come from a file: `NAME_FILE` instead of `NAME`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8110
DEFAULT_LAMBDA_PER_DAY = 0.02
DEFAULT_MAX_BODY_BYTES = 32 * 1024 * 1024


class SettingsError(Exception):
    """A setting is missing or cannot be read; the message names the variable and the remedy."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a running forge needs to know."""

    database_url: SecretStr
    master_key: SecretStr
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    embedding_model: str | None = None
    """A litellm embedding model; None: the built-in local one."""

    lambda_per_day: float = DEFAULT_LAMBDA_PER_DAY
    max_body_bytes: int = DEFAULT_MAX_BODY_BYTES


def environment() -> Mapping[str, str]:
    """Return this process's environment, to hand to one of the readers below."""
    return os.environ


def keep_litellm_offline() -> None:
    """Have litellm use the price map it ships; it asks a host for one at import otherwise."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"


def read(environ: Mapping[str, str]) -> Settings:
    """Return the settings of a server.

    Raises:
        SettingsError: A required variable is missing, or one does not hold what it should.
    """
    return Settings(
        database_url=database_url(environ),
        master_key=_required_secret(environ, "FORGE_MASTER_KEY"),
        host=environ.get("FORGE_HOST") or DEFAULT_HOST,
        port=_integer(environ, "FORGE_PORT", DEFAULT_PORT),
        embedding_model=environ.get("FORGE_EMBEDDING_MODEL") or None,
        lambda_per_day=_number(environ, "LAMBDA_PER_DAY", DEFAULT_LAMBDA_PER_DAY),
        max_body_bytes=_integer(environ, "FORGE_MAX_BODY_BYTES", DEFAULT_MAX_BODY_BYTES),
    )


def database_url(environ: Mapping[str, str]) -> SecretStr:
    """Return the DSN of forge's own database role."""
    return _required_secret(environ, "FORGE_DATABASE_URL")


def owner_database_url(environ: Mapping[str, str]) -> SecretStr:
    """Return the DSN that may change the schema: the owner's, where one is set apart."""
    return _secret(environ, "FORGE_OWNER_DATABASE_URL") or database_url(environ)


def _required_secret(environ: Mapping[str, str], name: str) -> SecretStr:
    found = _secret(environ, name)
    if found is None:
        raise SettingsError(f"{name} is not set; set it, or {name}_FILE to a file that holds it")
    return found


def _secret(environ: Mapping[str, str], name: str) -> SecretStr | None:
    value, path = environ.get(name), environ.get(f"{name}_FILE")
    if value and path:
        raise SettingsError(f"{name} and {name}_FILE are both set; keep one")
    if path:
        value = _file_content(Path(path), f"{name}_FILE")
    return SecretStr(value) if value else None


def _file_content(path: Path, name: str) -> str:
    try:
        content = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{name} cannot be read ({type(error).__name__}): {path}") from None
    if not content:
        raise SettingsError(f"{name} names an empty file: {path}")
    return content


def _integer(environ: Mapping[str, str], name: str, default: int) -> int:
    value = environ.get(name)
    if not value:
        return default
    if not value.isascii() or not value.isdigit():
        raise SettingsError(f"{name} must be a whole number")
    return int(value)


def _number(environ: Mapping[str, str], name: str, default: float) -> float:
    try:
        return float(environ.get(name) or default)
    except ValueError:
        raise SettingsError(f"{name} must be a number") from None
