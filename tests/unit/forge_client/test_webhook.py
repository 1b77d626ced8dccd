from __future__ import annotations

import base64
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from forge_client.names import agent_of, notice_id, workflow_id
from forge_client.webhook import Webhook, parse_secrets
from temporal_link.settings import SettingsError, read_worker

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NEXT = f"whsec_{base64.b64encode(b'n' * 32).decode()}"
WORKER = {"FORGE_API_KEY": "sk_forge_x", "FORGE_WEBHOOK_URL": "https://chat.example/hook-7f3a"}


def signature(secrets: str) -> str:
    webhook = Webhook(url=SecretStr("https://x"), secrets=parse_secrets(secrets), door_url="")
    now = datetime.fromtimestamp(1_614_265_330, UTC)
    delivery = "msg_p5jXN8AQM9LWM0D4loKWxJek"
    return webhook.headers(delivery, now, b'{"test": 2432232314}')["webhook-signature"]


def test_the_signature_is_the_one_of_the_standard_s_own_example() -> None:
    assert signature(SECRET) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_while_a_secret_is_changed_both_sign() -> None:
    first, second = signature(f"{SECRET} {NEXT}").split()
    assert (first, second) == (signature(SECRET), signature(NEXT))
    assert first != second


@pytest.mark.parametrize(
    "text", ["", "  ", "secret-7f3a", "whsec_", "whsec_c2hvcnQ=", "whsec_not base64", f"{SECRET} x"]
)
def test_what_is_no_secret_is_refused_without_being_told(text: str) -> None:
    with pytest.raises(SettingsError, match="FORGE_WEBHOOK_SECRET") as refused:
        read_worker(WORKER | {"FORGE_WEBHOOK_SECRET": text})
    assert "7f3a" not in str(refused.value)


@pytest.mark.parametrize(
    "url", ["chat.example/hook", "ftp://chat.example", "https://", "https://[::"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="FORGE_WEBHOOK_URL"):
        read_worker(WORKER | {"FORGE_WEBHOOK_URL": url, "FORGE_WEBHOOK_SECRET": SECRET})


def test_without_an_address_nobody_is_told() -> None:
    assert read_worker({"FORGE_API_KEY": "sk_forge_x"}).webhook is None


def test_the_settings_show_neither_the_address_nor_a_secret() -> None:
    settings = read_worker(WORKER | {"FORGE_WEBHOOK_SECRET": SECRET, "FORGE_URL": "http://f"})
    assert settings.webhook is not None
    assert (settings.webhook.door_url, settings.webhook.with_texts) == ("http://f", False)
    assert not any(word in repr(settings) for word in ("hook-7f3a", SECRET[6:]))


def test_a_notice_and_a_reflection_are_marked_with_their_agent() -> None:
    assert agent_of(workflow_id("my-agent")) == "my-agent"
    assert agent_of(notice_id("my-agent", "run-1")) == "my-agent"
    assert agent_of("reflection-nightly") is None
    assert agent_of("agent-reflection/") is None
