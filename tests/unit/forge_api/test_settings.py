"""What forge reads from its surroundings, and how a missing thing is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from forge_api import settings
from temporal_link.settings import SettingsError

COMPLETE = {"FORGE_DATABASE_URL": "postgresql://h/d", "FORGE_MASTER_KEY": "k" * 44}


def test_the_defaults_are_the_documented_ones() -> None:
    read = settings.read(COMPLETE)
    assert (read.host, read.port, read.lambda_per_day) == ("127.0.0.1", 8110, 0.02)
    assert read.embedding_model is None
    assert (read.max_body_bytes, read.requests_per_minute) == (33_554_432, settings.NO_LIMIT)


def test_the_limits_are_read() -> None:
    limits = {"FORGE_MAX_BODY_BYTES": "1000", "FORGE_REQUESTS_PER_MINUTE": "60"}
    read = settings.read({**COMPLETE, **limits})
    assert (read.max_body_bytes, read.requests_per_minute) == (1_000, 60)


@pytest.mark.parametrize("name", sorted(COMPLETE))
def test_a_missing_variable_is_named(name: str) -> None:
    incomplete = {one: value for one, value in COMPLETE.items() if one != name}
    for environ in (incomplete, {**incomplete, name: ""}):
        with pytest.raises(SettingsError, match=f"{name} is not set"):
            settings.read(environ)


@pytest.mark.parametrize("name", sorted(COMPLETE))
def test_a_secret_may_come_from_a_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("from a file\n")
    environ = {one: value for one, value in COMPLETE.items() if one != name}
    read = settings.read({**environ, f"{name}_FILE": str(file)})
    field = {"FORGE_DATABASE_URL": read.database_url, "FORGE_MASTER_KEY": read.master_key}[name]
    assert field.get_secret_value() == "from a file"


def test_a_secret_given_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="keep one"):
        settings.read({**COMPLETE, "FORGE_MASTER_KEY_FILE": str(tmp_path / "key")})


@pytest.mark.parametrize("content", [None, "", " \n"])
def test_a_file_without_a_secret_is_named(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "key"
    if content is not None:
        file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingsError, match="FORGE_MASTER_KEY_FILE"):
        settings.read(
            {"FORGE_DATABASE_URL": "postgresql://h/d", "FORGE_MASTER_KEY_FILE": str(file)}
        )


@pytest.mark.parametrize(
    ("name", "value"),
    [("FORGE_PORT", "http"), ("FORGE_PORT", "-1"), ("LAMBDA_PER_DAY", "fast")],
)
def test_a_variable_that_holds_no_number_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings.read({**COMPLETE, name: value})


def test_the_owner_s_url_is_its_own_or_else_forge_s() -> None:
    assert settings.owner_database_url(COMPLETE).get_secret_value() == "postgresql://h/d"
    apart = {**COMPLETE, "FORGE_OWNER_DATABASE_URL": "postgresql://owner@h/d"}
    assert settings.owner_database_url(apart).get_secret_value() == "postgresql://owner@h/d"


def test_no_secret_is_in_a_repr() -> None:
    assert "kkkk" not in repr(settings.read(COMPLETE))
    assert "postgresql" not in repr(settings.read(COMPLETE))
