"""What forge is told by its surroundings, read once, at the door, from a mapping.

Every secret may also come from a file: `NAME_FILE` instead of `NAME`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from forge_api.redaction import OwnRules, OwnRulesError, own_rules
from temporal_link.settings import (
    SettingsError,
    TemporalSettings,
    content,
    count,
    lasting_kinds,
    number,
    read_temporal,
    secret,
)

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8110
DEFAULT_LAMBDA_PER_DAY = 0.02
DEFAULT_ANCHOR_SECONDS = 600
DEFAULT_MAX_BODY_BYTES = 32 * 1024 * 1024
NO_LIMIT = 0


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
    old_master_key: SecretStr | None = None
    """The master key before this one, while a rotation is under way."""

    requests_per_minute: int = NO_LIMIT
    """Of one key, on this process; `NO_LIMIT`: as many as it likes."""

    temporal_ui_url: str | None = None
    """Where Temporal's Web UI listens; None: no page links to it."""

    anchor_file: Path | None = None
    """Where anchors and erasures are told; None: in the process's own log."""

    anchor_seconds: int = DEFAULT_ANCHOR_SECONDS
    """How often each log's end is told, if it has moved; 0: never."""

    redaction: OwnRules = field(default_factory=OwnRules)
    """What the operator adds to the rules of redaction."""

    lasting_kinds: frozenset[str] = frozenset()
    """Kinds of beliefs that never fade."""

    temporal: TemporalSettings = field(default_factory=TemporalSettings)
    """Where the manual event goes."""


def read(environ: Mapping[str, str]) -> Settings:
    """Return the settings of a server.

    Raises:
        SettingsError: A required variable is missing, or one does not hold what it should.
    """
    return Settings(
        database_url=database_url(environ),
        master_key=master_key(environ),
        host=environ.get("FORGE_HOST") or DEFAULT_HOST,
        port=count(environ, "FORGE_PORT", DEFAULT_PORT, least=0),
        embedding_model=environ.get("FORGE_EMBEDDING_MODEL") or None,
        lambda_per_day=number(environ, "LAMBDA_PER_DAY", DEFAULT_LAMBDA_PER_DAY),
        max_body_bytes=count(environ, "FORGE_MAX_BODY_BYTES", DEFAULT_MAX_BODY_BYTES),
        old_master_key=old_master_key(environ),
        requests_per_minute=count(environ, "FORGE_REQUESTS_PER_MINUTE", NO_LIMIT, least=0),
        temporal_ui_url=environ.get("FORGE_TEMPORAL_UI_URL") or None,
        anchor_file=_path(environ, "FORGE_ANCHOR_FILE"),
        anchor_seconds=count(environ, "FORGE_ANCHOR_SECONDS", DEFAULT_ANCHOR_SECONDS, least=0),
        redaction=_redaction(environ),
        lasting_kinds=lasting_kinds(environ),
        temporal=read_temporal(environ),
    )


def database_url(environ: Mapping[str, str]) -> SecretStr:
    """Return the DSN of forge's own database role."""
    return _required(environ, "FORGE_DATABASE_URL")


def master_key(environ: Mapping[str, str]) -> SecretStr:
    """Return the master key's text."""
    return _required(environ, "FORGE_MASTER_KEY")


def master_key_at_hand(environ: Mapping[str, str]) -> SecretStr | None:
    """Return the master key's text for what can do without it, where it is set."""
    return secret(environ, "FORGE_MASTER_KEY")


def old_master_key(environ: Mapping[str, str]) -> SecretStr | None:
    """Return the text of the master key before the present one, where it is set."""
    return secret(environ, "FORGE_OLD_MASTER_KEY")


def owner_database_url(environ: Mapping[str, str]) -> SecretStr:
    """Return the DSN that may change the schema: the owner's, where one is set apart."""
    return secret(environ, "FORGE_OWNER_DATABASE_URL") or database_url(environ)


def api_login_url(environ: Mapping[str, str]) -> SecretStr | None:
    """Return the DSN of forge's own database role where it is another than the owner's."""
    given = secret(environ, "FORGE_DATABASE_URL")
    return None if given == owner_database_url(environ) else given


def _path(environ: Mapping[str, str], name: str) -> Path | None:
    return Path(held) if (held := environ.get(name)) else None


def _redaction(environ: Mapping[str, str]) -> OwnRules:
    held = content(environ, "FORGE_REDACTION_FILE")
    try:
        return own_rules.parse((held or b"").decode())
    except UnicodeDecodeError:
        raise SettingsError("FORGE_REDACTION_FILE is no UTF-8 text") from None
    except OwnRulesError as error:
        raise SettingsError(f"FORGE_REDACTION_FILE: {error}") from None


def _required(environ: Mapping[str, str], name: str) -> SecretStr:
    found = secret(environ, name)
    if found is None:
        raise SettingsError(f"{name} is not set; set it, or {name}_FILE to a file that holds it")
    return found
