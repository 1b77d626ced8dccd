from __future__ import annotations

import base64
import os

import pytest

from reflection_memory.errors import InvalidMasterKey, SealBroken, WrongMasterKey
from reflection_memory.sealing.master_key import MasterKey, generate


def test_hexadecimal_and_both_base64_alphabets_name_the_same_key() -> None:
    key = os.urandom(32)
    texts = [
        key.hex(),
        key.hex().upper(),
        base64.b64encode(key).decode(),
        base64.urlsafe_b64encode(key).decode(),
        base64.urlsafe_b64encode(key).decode().rstrip("="),
        f"  {key.hex()}\n",
    ]
    assert len({MasterKey.parse(text).id for text in texts}) == 1


@pytest.mark.parametrize("text", ["", "short", "z" * 64, "%" * 44, "ä" * 44, "aa" * 31])
def test_what_is_no_key_is_refused_without_being_quoted(text: str) -> None:
    with pytest.raises(InvalidMasterKey, match="master key") as refused:
        MasterKey.parse(text)
    assert not text or text not in str(refused.value)


def test_a_repr_gives_the_id_and_nothing_else() -> None:
    text = generate()
    master = MasterKey.parse(text)
    assert repr(master) == f"MasterKey(id={master.id!r})"
    assert text[:8] not in repr(master)
    assert master.id not in base64.b64decode(text).hex()


def test_a_wrapped_key_unwraps_under_its_binding_only() -> None:
    master = MasterKey.parse(generate())
    wrapped = master.wrap(b"k" * 32, b"one")
    assert master.unwrap(wrapped, b"one", master.id, "it") == b"k" * 32
    with pytest.raises(SealBroken):
        master.unwrap(wrapped, b"two", master.id, "it")
    for broken in (b"", wrapped[:11], wrapped[:-1], wrapped + b"\0"):
        with pytest.raises(SealBroken):
            master.unwrap(broken, b"one", master.id, "it")


def test_another_master_key_is_told_by_both_ids() -> None:
    right, wrong = MasterKey.parse(generate()), MasterKey.parse(generate())
    wrapped = right.wrap(b"k" * 32, b"")
    with pytest.raises(WrongMasterKey, match=f"{right.id}.*{wrong.id}"):
        wrong.unwrap(wrapped, b"", right.id, "it")
