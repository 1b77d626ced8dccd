from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretBytes
from temporalio.api.common.v1 import Payload
from temporalio.converter import ActivitySerializationContext, WorkflowSerializationContext

from temporal_link.codec import CodecError, SealingCodec, agent_of

KEY = SecretBytes(bytes(range(32)))
OTHER_KEY = SecretBytes(bytes(range(1, 33)))

payloads = st.builds(
    lambda encoding, data: Payload(metadata={"encoding": encoding}, data=data),
    st.sampled_from([b"json/plain", b"binary/null", b"binary/plain"]),
    st.binary(max_size=2_000),
)


def codec_of(workflow_id: str, key: SecretBytes = KEY) -> SealingCodec:
    context = WorkflowSerializationContext(namespace="default", workflow_id=workflow_id)
    return SealingCodec(key).with_context(context)


@given(payloads=st.lists(payloads, max_size=3))
async def test_what_was_sealed_opens_to_the_same(payloads: list[Payload]) -> None:
    codec = codec_of("agent-reflection/my-agent")
    sealed = await codec.encode(payloads)
    assert await SealingCodec(KEY).decode(sealed) == payloads


@given(data=st.binary(min_size=8, max_size=200))
async def test_a_sealed_payload_shows_nothing_of_its_data(data: bytes) -> None:
    [sealed] = await codec_of("x").encode([Payload(data=data)])
    assert data not in sealed.data


async def test_a_payload_is_marked_with_the_agent_of_its_workflow() -> None:
    [sealed] = await codec_of("agent-reflection/my-agent").encode([Payload(data=b"x")])
    assert agent_of(sealed) == "my-agent"


async def test_a_payload_of_an_activity_is_marked_with_the_agent_of_its_workflow() -> None:
    context = ActivitySerializationContext(
        namespace="default",
        activity_id="1",
        activity_type="pull",
        activity_task_queue="reflection",
        workflow_id="agent-reflection/my-agent",
        workflow_type="agent-reflection",
        is_local=False,
    )
    [sealed] = await SealingCodec(KEY).with_context(context).encode([Payload(data=b"x")])
    assert agent_of(sealed) == "my-agent"


@pytest.mark.parametrize("workflow_id", ["reflection-nightly", "my-agent", "upkeep/my-agent"])
async def test_a_payload_of_no_agent_has_no_mark(workflow_id: str) -> None:
    [sealed] = await codec_of(workflow_id).encode([Payload(data=b"x")])
    assert agent_of(sealed) is None


async def test_another_agents_mark_on_a_payload_is_found_out() -> None:
    [sealed] = await codec_of("agent-reflection/mine").encode([Payload(data=b"x")])
    sealed.metadata["agent"] = b"yours"
    with pytest.raises(CodecError, match="changed"):
        await SealingCodec(KEY).decode([sealed])


@given(place=st.integers(min_value=0))
async def test_any_flipped_byte_is_found_out(place: int) -> None:
    [sealed] = await codec_of("x").encode([Payload(data=b"twelve bytes")])
    flipped = bytearray(sealed.data)
    flipped[place % len(flipped)] ^= 1
    with pytest.raises(CodecError, match="changed"):
        await SealingCodec(KEY).decode([Payload(metadata=sealed.metadata, data=bytes(flipped))])


async def test_the_wrong_key_is_named_and_not_shown() -> None:
    sealed = await codec_of("x", OTHER_KEY).encode([Payload(data=b"x")])
    with pytest.raises(CodecError, match="TEMPORAL_CODEC_KEY") as caught:
        await SealingCodec(KEY).decode(sealed)
    assert KEY.get_secret_value().hex() not in str(caught.value)


@given(payloads=st.lists(payloads, max_size=3))
async def test_payloads_of_other_encodings_pass_through(payloads: list[Payload]) -> None:
    assert await SealingCodec(KEY).decode(payloads) == payloads
