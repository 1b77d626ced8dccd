from __future__ import annotations

import pytest

from forge_api.redaction import kind_of_credential


@pytest.mark.parametrize(
    "identifier",
    [
        "turn-42",
        "2026-11-30T10:00:00Z/17",
        "4111111111111111",
        "+49 30 901820",
        "mara@example.org",
        "550e8400-e29b-41d4-a716-446655440000",
        "conv_9f86d081884c7d659a2feaa0c55ad015",
        "deploys:2026/11",
        "<CAF3x9@mail.example.org>",
    ],
)
def test_what_people_name_things_by_holds_no_credential(identifier: str) -> None:
    assert kind_of_credential(identifier) is None


@pytest.mark.parametrize(
    "identifier",
    [
        "AKIAQ3EGRZ7XK2LMNB5T",
        "run ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5",
        "password=Tr0ub4dor9ZxQ",
        "postgres://app:Tr0ub4dor9ZxQ@db/prod",
    ],
)
def test_a_key_or_a_password_in_an_id_is_told_by_kind(identifier: str) -> None:
    assert kind_of_credential(identifier)
