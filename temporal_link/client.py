"""The one way to open a Temporal client: pydantic payloads, sealed by our codec, failures too."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

from temporalio.client import Client
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.converter import DataConverter
from temporalio.service import RPCError, TLSConfig

from temporal_link.codec import SealingCodec
from temporal_link.failures import SpokenFailureConverter
from temporal_link.settings import TemporalSettings, TlsSettings

CONNECT_TIMEOUT = timedelta(seconds=5)


class TemporalUnavailable(Exception):
    """No Temporal server answers at the configured address, or it refused us.

    Attributes:
        what: What happened, with the address.
        remedy: What helps; whoever knows where the address comes from may know better.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__("; ".join(filter(None, (what, remedy))))
        self.what = what
        self.remedy = remedy


async def connect(settings: TemporalSettings, *, within: timedelta = CONNECT_TIMEOUT) -> Client:
    """Open a client; a short-lived process opens it with `closing.with_client` instead.

    Raises:
        TemporalUnavailable: Nothing answers in time, or it refused us.
    """
    try:
        return await Client.connect(
            settings.address,
            namespace=settings.namespace,
            api_key=settings.api_key.get_secret_value() if settings.api_key else None,
            tls=_tls_config(settings.tls) if settings.tls else False,
            data_converter=data_converter(settings),
            connect_timeout=within,
        )
    except (RPCError, RuntimeError, ValueError) as fault:
        raise TemporalUnavailable(
            f"Temporal does not answer at {settings.address}",
            "start it, or set TEMPORAL_ADDRESS to where it listens",
        ) from fault


def data_converter(settings: TemporalSettings) -> DataConverter:
    """Return the converter that every client, worker and replayer of ours shares."""
    return dataclasses.replace(
        pydantic_data_converter,
        payload_codec=SealingCodec(settings.codec_key) if settings.codec_key else None,
        failure_converter_class=SpokenFailureConverter,
    )


def _tls_config(tls: TlsSettings) -> TLSConfig:
    return TLSConfig(
        server_root_ca_cert=tls.server_ca,
        domain=tls.server_name,
        client_cert=tls.client_certificate,
        client_private_key=tls.client_key.get_secret_value() if tls.client_key else None,
    )
