"""What a Temporal client and the worker are told by their surroundings, read once, at the door.

Every secret may also come from a file: `NAME_FILE` instead of `NAME`.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args
from urllib.parse import urlsplit

from pydantic import SecretBytes, SecretStr, ValidationError

from forge_client.names import DEFAULT_NAMESPACE, DEFAULT_TASK_QUEUE, Kind
from forge_client.spending import SpendCap
from forge_client.webhook import Webhook, parse_secrets

DEFAULT_ADDRESS = "127.0.0.1:7233"
DEFAULT_FORGE_URL = "http://127.0.0.1:8110"
DEFAULT_LAMBDA_PER_DAY = 0.02
DEFAULT_PROPOSE_SLOTS = 4
DEFAULT_NIGHT_AT_ONCE = 8
DEFAULT_MODEL_SECONDS = 120
MAX_MODEL_SECONDS = 540
"""One attempt of `propose` may take ten minutes, reading memory included."""

DEFAULT_INPUT_TOKENS = 64_000
LEAST_INPUT_TOKENS = 2_000
"""Below, the rules of the question leave no room for an episode."""

CODEC_KEY_BYTES = 32

_YES = {"1", "true", "yes", "on"}
_NO = {"", "0", "false", "no", "off"}


class SettingsError(Exception):
    """A setting is missing or cannot be read; the message names the variable and the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TlsSettings:
    """PEM contents, read at start-up; all None: the system's own certificate authorities."""

    server_name: str | None = None
    server_ca: bytes | None = None
    client_certificate: bytes | None = None
    client_key: SecretBytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporalSettings:
    """Which Temporal server, and how what it stores is sealed."""

    address: str = DEFAULT_ADDRESS
    namespace: str = DEFAULT_NAMESPACE
    task_queue: str = DEFAULT_TASK_QUEUE
    codec_key: SecretBytes | None = None
    """32 bytes. None: payloads are stored in the clear."""

    api_key: SecretStr | None = None
    tls: TlsSettings | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings:
    """Everything that a worker needs to know."""

    temporal: TemporalSettings
    forge_key: SecretStr
    forge_url: str = DEFAULT_FORGE_URL
    model: str | None = None
    """A litellm model, or `stub:FILE`; None: the built-in proposer."""

    allowed_models: frozenset[str] = frozenset()
    """What a run's input may ask for instead; the configured model is always among them."""

    lambda_per_day: float = DEFAULT_LAMBDA_PER_DAY
    lasting_kinds: frozenset[str] = frozenset()
    """Kinds of beliefs that never fade."""

    propose_slots: int = DEFAULT_PROPOSE_SLOTS
    """How many models this worker asks at the same time."""

    calls_per_minute: int | None = None
    """Of a model, by all workers together; None: no limit."""

    model_seconds: int = DEFAULT_MODEL_SECONDS
    """How long one call of a model may take."""

    input_tokens: int = DEFAULT_INPUT_TOKENS
    """What one question to a model may hold; more episodes wait for the next run."""

    run_cap: SpendCap = field(default_factory=SpendCap)
    """After it, one run asks nothing more of a model."""

    night_cap: SpendCap = field(default_factory=SpendCap)
    """After it, a night starts no further agent, and fails."""

    night_at_once: int = DEFAULT_NIGHT_AT_ONCE
    """How many agents a night has reflect at the same time."""

    webhook: Webhook | None = None
    """Where people are told that cards wait; None: nobody is told."""


def environment() -> Mapping[str, str]:
    """Return this process's environment, to hand to one of the readers below."""
    return os.environ


def read_temporal(environ: Mapping[str, str]) -> TemporalSettings:
    """Return how to reach Temporal.

    Raises:
        SettingsError: A variable does not hold what it should.
    """
    api_key = secret(environ, "TEMPORAL_API_KEY")
    return TemporalSettings(
        address=environ.get("TEMPORAL_ADDRESS") or DEFAULT_ADDRESS,
        namespace=environ.get("TEMPORAL_NAMESPACE") or DEFAULT_NAMESPACE,
        task_queue=environ.get("TEMPORAL_TASK_QUEUE") or DEFAULT_TASK_QUEUE,
        codec_key=_codec_key(environ),
        api_key=api_key,
        tls=_tls(environ, default=api_key is not None),
    )


def read_worker(environ: Mapping[str, str]) -> WorkerSettings:
    """Return the settings of a worker.

    Raises:
        SettingsError: A required variable is missing, or one does not hold what it should.
    """
    forge_key = secret(environ, "FORGE_API_KEY")
    if forge_key is None:
        raise SettingsError(
            "FORGE_API_KEY is not set; set it to a worker key, or FORGE_API_KEY_FILE to its file"
        )
    model = (environ.get("MULE_MODEL") or "").strip() or None
    listed = {name.strip() for name in environ.get("MULE_ALLOWED_MODELS", "").split(",")}
    return WorkerSettings(
        temporal=read_temporal(environ),
        forge_key=forge_key,
        forge_url=environ.get("FORGE_URL") or DEFAULT_FORGE_URL,
        model=model,
        allowed_models=frozenset((listed | {model or ""}) - {""}),
        lambda_per_day=number(environ, "LAMBDA_PER_DAY", DEFAULT_LAMBDA_PER_DAY),
        lasting_kinds=lasting_kinds(environ),
        propose_slots=count(environ, "MULE_PROPOSE_SLOTS", DEFAULT_PROPOSE_SLOTS),
        calls_per_minute=count(environ, "MULE_CALLS_PER_MINUTE", 0) or None,
        model_seconds=_model_seconds(environ),
        input_tokens=count(
            environ, "MULE_INPUT_TOKENS", DEFAULT_INPUT_TOKENS, least=LEAST_INPUT_TOKENS
        ),
        run_cap=_cap(environ, "MULE_RUN_MAX"),
        night_cap=_cap(environ, "MULE_NIGHT_MAX"),
        night_at_once=count(environ, "MULE_NIGHT_AT_ONCE", DEFAULT_NIGHT_AT_ONCE),
        webhook=_webhook(environ),
    )


def secret(environ: Mapping[str, str], name: str) -> SecretStr | None:
    """Return the secret `name`, or what the file `name`_FILE holds; None where neither is set."""
    value = environ.get(name)
    if value and environ.get(f"{name}_FILE"):
        raise SettingsError(f"{name} and {name}_FILE are both set; keep one")
    if (held := content(environ, f"{name}_FILE")) is not None:
        value = held.decode("utf-8", "replace").strip()
        if not value:
            raise SettingsError(f"{name}_FILE names an empty file; put the secret into it")
    return SecretStr(value) if value else None


def content(environ: Mapping[str, str], name: str) -> bytes | None:
    """Return what the file that `name` names holds; None where it names none."""
    path = environ.get(name)
    if not path:
        return None
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise SettingsError(f"{name} cannot be read ({type(error).__name__}): {path}") from None


def switch(environ: Mapping[str, str], name: str, default: bool) -> bool:
    """Return whether `name` is on."""
    value = environ.get(name)
    if value is None:
        return default
    if value.lower() not in _YES | _NO:
        raise SettingsError(f"{name} must be true or false")
    return value.lower() in _YES


def count(environ: Mapping[str, str], name: str, default: int, *, least: int = 1) -> int:
    """Return the whole number that `name` holds, `least` or more."""
    value = environ.get(name)
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or int(value) < least:
        raise SettingsError(f"{name} must be a whole number, {least} or more")
    return int(value)


def number(environ: Mapping[str, str], name: str, default: float) -> float:
    """Return the number that `name` holds."""
    try:
        held = float(environ.get(name) or default)
    except ValueError:
        held = float("nan")
    if not -1e6 < held < 1e6:
        raise SettingsError(f"{name} must be a number")
    return held


def lasting_kinds(environ: Mapping[str, str]) -> frozenset[str]:
    """Return the kinds of beliefs that never fade, as `LASTING_KINDS` lists them."""
    kinds = {name.strip() for name in environ.get("LASTING_KINDS", "").split(",")} - {""}
    if unknown := kinds - set(get_args(Kind)):
        raise SettingsError(
            f"LASTING_KINDS knows no {min(unknown)}; the kinds are {', '.join(get_args(Kind))}"
        )
    return frozenset(kinds)


def _model_seconds(environ: Mapping[str, str]) -> int:
    seconds = count(environ, "MULE_MODEL_SECONDS", DEFAULT_MODEL_SECONDS)
    if seconds > MAX_MODEL_SECONDS:
        raise SettingsError(f"MULE_MODEL_SECONDS must be {MAX_MODEL_SECONDS} or less")
    return seconds


def _cap(environ: Mapping[str, str], name: str) -> SpendCap:
    """Read `name`_USD and `name`_TOKENS; neither set: no cap."""
    usd, tokens = f"{name}_USD", f"{name}_TOKENS"
    try:
        return SpendCap(
            usd=number(environ, usd, 0.0) if environ.get(usd) else None,
            tokens=count(environ, tokens, 0) if environ.get(tokens) else None,
        )
    except ValidationError:
        raise SettingsError(f"{usd} must be more than 0") from None


def _webhook(environ: Mapping[str, str]) -> Webhook | None:
    url = secret(environ, "FORGE_WEBHOOK_URL")
    if url is None:
        return None
    if not _is_an_address(url.get_secret_value()):
        raise SettingsError("FORGE_WEBHOOK_URL must be an address that begins with https://")
    held = secret(environ, "FORGE_WEBHOOK_SECRET")
    try:
        secrets = parse_secrets(held.get_secret_value() if held else "")
    except ValueError as error:
        raise SettingsError(
            f"FORGE_WEBHOOK_SECRET: {error}; make one with: echo whsec_$(openssl rand -base64 32)"
        ) from None
    return Webhook(
        url=url,
        secrets=secrets,
        door_url=environ.get("FORGE_PUBLIC_URL") or environ.get("FORGE_URL") or DEFAULT_FORGE_URL,
        with_texts=switch(environ, "FORGE_WEBHOOK_TEXTS", default=False),
    )


def _is_an_address(text: str) -> bool:
    try:
        found = urlsplit(text)
    except ValueError:
        return False
    return found.scheme in {"http", "https"} and bool(found.hostname)


def _codec_key(environ: Mapping[str, str]) -> SecretBytes | None:
    written = secret(environ, "TEMPORAL_CODEC_KEY")
    if written is None:
        return None
    text = written.get_secret_value()
    for decode in (bytes.fromhex, _from_base64):
        try:
            key = decode(text)
        except (ValueError, binascii.Error):
            continue
        if len(key) == CODEC_KEY_BYTES:
            return SecretBytes(key)
    raise SettingsError(
        f"TEMPORAL_CODEC_KEY must be {CODEC_KEY_BYTES} bytes written as base64 or as hex; "
        "make one with: openssl rand -base64 32"
    )


def _from_base64(text: str) -> bytes:
    """Both alphabets, padded or not."""
    standard = text.translate(str.maketrans("-_", "+/")).rstrip("=")
    return base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)


def _tls(environ: Mapping[str, str], *, default: bool) -> TlsSettings | None:
    if not switch(environ, "TEMPORAL_TLS", default):
        return None
    client_key = content(environ, "TEMPORAL_TLS_CLIENT_KEY_PATH")
    return TlsSettings(
        server_name=environ.get("TEMPORAL_TLS_SERVER_NAME") or None,
        server_ca=content(environ, "TEMPORAL_TLS_SERVER_CA_CERT_PATH"),
        client_certificate=content(environ, "TEMPORAL_TLS_CLIENT_CERT_PATH"),
        client_key=SecretBytes(client_key) if client_key else None,
    )
