from __future__ import annotations

import base64
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_client.spending import SpendCap
from temporal_link.settings import SettingsError, read_temporal, read_worker

MINIMAL = {"FORGE_API_KEY": "sk_forge_secret"}


def test_only_the_forge_key_is_required() -> None:
    settings = read_worker(MINIMAL)
    assert settings.forge_url == "http://127.0.0.1:8110"
    assert settings.temporal.address == "127.0.0.1:7233"
    assert settings.temporal.task_queue == "reflection"
    assert settings.temporal.codec_key is None
    assert settings.model is None
    assert settings.lambda_per_day == 0.02


def test_a_missing_forge_key_is_named_with_its_remedy() -> None:
    with pytest.raises(SettingsError, match=r"FORGE_API_KEY is not set.*FORGE_API_KEY_FILE"):
        read_worker({})


@given(key=st.binary(min_size=32, max_size=32))
def test_a_codec_key_is_read_as_hex_and_as_both_kinds_of_base64(key: bytes) -> None:
    written = [
        key.hex(),
        base64.b64encode(key).decode(),
        base64.urlsafe_b64encode(key).decode().rstrip("="),
    ]
    for text in written:
        found = read_temporal({"TEMPORAL_CODEC_KEY": text}).codec_key
        assert found is not None
        assert found.get_secret_value() == key


@pytest.mark.parametrize("text", ["short", "ab" * 31, "z" * 64, "é" * 32])
def test_a_codec_key_of_another_length_is_refused_by_name_and_not_shown(text: str) -> None:
    with pytest.raises(SettingsError, match="TEMPORAL_CODEC_KEY must be 32 bytes") as caught:
        read_temporal({"TEMPORAL_CODEC_KEY": text})
    assert text not in str(caught.value)


def test_a_secret_may_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sk_forge_from_file\n", "utf-8")
    settings = read_worker({"FORGE_API_KEY_FILE": str(tmp_path / "key")})
    assert settings.forge_key.get_secret_value() == "sk_forge_from_file"


def test_a_secret_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="FORGE_API_KEY and FORGE_API_KEY_FILE are both set"):
        read_worker({**MINIMAL, "FORGE_API_KEY_FILE": str(tmp_path / "key")})


def test_a_secret_file_that_is_missing_or_empty_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(SettingsError, match="FORGE_API_KEY_FILE cannot be read"):
        read_worker({"FORGE_API_KEY_FILE": str(tmp_path / "missing")})
    with pytest.raises(SettingsError, match="FORGE_API_KEY_FILE names an empty file"):
        read_worker({"FORGE_API_KEY_FILE": str(tmp_path / "empty")})


def test_no_secret_shows_in_a_repr() -> None:
    settings = read_worker(
        {**MINIMAL, "TEMPORAL_CODEC_KEY": "ab" * 32, "TEMPORAL_API_KEY": "cloud-secret"}
    )
    for secret in ("sk_forge_secret", "ab" * 32, "cloud-secret", repr(bytes.fromhex("ab" * 32))):
        assert secret not in repr(settings)


def test_only_the_configured_model_is_allowed_unless_more_are_listed() -> None:
    assert read_worker({**MINIMAL, "MULE_MODEL": "a"}).allowed_models == {"a"}
    listed = {**MINIMAL, "MULE_MODEL": "a", "MULE_ALLOWED_MODELS": " b, ,c "}
    assert read_worker(listed).allowed_models == {"a", "b", "c"}
    assert read_worker(MINIMAL).allowed_models == frozenset()


@pytest.mark.parametrize(
    ("name", "value"),
    [("LAMBDA_PER_DAY", "fast"), ("LAMBDA_PER_DAY", "nan"), ("MULE_PROPOSE_SLOTS", "0")],
)
def test_a_setting_that_is_no_number_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read_worker({**MINIMAL, name: value})


def test_an_api_key_turns_tls_on_unless_it_is_turned_off() -> None:
    assert read_temporal({}).tls is None
    assert read_temporal({"TEMPORAL_API_KEY": "k"}).tls is not None
    assert read_temporal({"TEMPORAL_API_KEY": "k", "TEMPORAL_TLS": "false"}).tls is None
    with pytest.raises(SettingsError, match="TEMPORAL_TLS must be true or false"):
        read_temporal({"TEMPORAL_TLS": "perhaps"})


def test_certificates_are_read_at_start_up(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_bytes(b"certificate")
    tls = read_temporal(
        {"TEMPORAL_TLS": "true", "TEMPORAL_TLS_SERVER_CA_CERT_PATH": str(tmp_path / "ca.pem")}
    ).tls
    assert tls is not None
    assert tls.server_ca == b"certificate"


def test_caps_are_none_until_set() -> None:
    settings = read_worker(MINIMAL)
    assert settings.run_cap == settings.night_cap == SpendCap()
    assert settings.night_at_once == 8


def test_bounds_of_a_question_are_read() -> None:
    settings = read_worker(MINIMAL)
    assert (settings.model_seconds, settings.input_tokens) == (120, 64_000)
    assert settings.calls_per_minute is None
    given = {"MULE_MODEL_SECONDS": "9", "MULE_INPUT_TOKENS": "3000", "MULE_CALLS_PER_MINUTE": "6"}
    settings = read_worker(MINIMAL | given)
    assert (settings.model_seconds, settings.input_tokens) == (9, 3_000)
    assert settings.calls_per_minute == 6


def test_caps_of_runs_and_nights_are_read() -> None:
    given = {"MULE_RUN_MAX_TOKENS": "1000", "MULE_NIGHT_MAX_USD": "2.5", "MULE_NIGHT_AT_ONCE": "3"}
    settings = read_worker(MINIMAL | given)
    assert settings.run_cap == SpendCap(tokens=1000)
    assert settings.night_cap == SpendCap(usd=2.5)
    assert settings.night_at_once == 3


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MULE_RUN_MAX_USD", "0"),
        ("MULE_NIGHT_MAX_USD", "-1"),
        ("MULE_NIGHT_MAX_USD", "much"),
        ("MULE_NIGHT_MAX_TOKENS", "0"),
        ("MULE_NIGHT_AT_ONCE", "none"),
        ("MULE_MODEL_SECONDS", "541"),
        ("MULE_INPUT_TOKENS", "1999"),
        ("MULE_CALLS_PER_MINUTE", "0"),
    ],
)
def test_a_cap_that_is_none_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must be"):
        read_worker(MINIMAL | {name: value})
