from __future__ import annotations

import pytest

from reflection_memory.errors import SealBroken
from reflection_memory.sealing import data_key
from reflection_memory.sealing.data_key import DataKey
from reflection_memory.sealing.master_key import MasterKey, generate


def test_what_is_sealed_opens_under_its_binding_only() -> None:
    key = DataKey.create("tenant", "unit")
    sealed = key.seal(b"words", b"here")
    assert key.open(sealed, b"here", "it") == b"words"
    with pytest.raises(SealBroken, match="it is broken"):
        key.open(sealed, b"there", "it")
    for broken in (b"", sealed[:-1], bytes([sealed[0] ^ 1]) + sealed[1:]):
        with pytest.raises(SealBroken):
            key.open(broken, b"here", "it")


def test_a_key_unwraps_for_its_own_tenant_and_unit_only() -> None:
    master = MasterKey.parse(generate())
    key = DataKey.create("tenant", "unit")
    wrapped = key.wrap(master)
    same = DataKey.unwrap(master, "tenant", "unit", key.id, master.id, wrapped)
    assert same.open(key.seal(b"words", b""), b"", "it") == b"words"
    for tenant, unit, key_id in (
        ("other", "unit", key.id),
        ("tenant", "other", key.id),
        ("tenant", "unit", bytes(16)),
    ):
        with pytest.raises(SealBroken):
            DataKey.unwrap(master, tenant, unit, key_id, master.id, wrapped)


def test_units_of_different_kinds_never_meet() -> None:
    noon = 12 * 60 * 60 * 1_000_000
    units = {
        data_key.exchange("x"),
        data_key.belief("x"),
        data_key.day("x", noon),
        data_key.day("x", noon + data_key.DAY),
        data_key.day("x", noon - data_key.DAY),
    }
    assert len(units) == 5
    assert data_key.day("x", 0) == data_key.day("x", data_key.DAY - 1)


def test_a_repr_shows_no_key() -> None:
    key = DataKey.create("tenant", "unit")
    assert repr(key) == f"DataKey(id={key.id.hex()}, unit='unit')"
