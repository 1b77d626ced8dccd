"""What of a failure may stand in the clear in Temporal's history.

Messages, stack traces and causes are sealed with the payloads. Our own failures keep their message
beside its sealed copy, since it holds only field names, ids and codes: so the command line and the
Web UI can print why a run failed.
"""

from __future__ import annotations

from temporalio.api.failure.v1 import Failure
from temporalio.converter import DefaultFailureConverter, PayloadConverter
from temporalio.exceptions import ApplicationError

from forge_client.failures import SPOKEN_FAILURES


class SpokenFailureConverter(DefaultFailureConverter):
    """Seals every message but those of `forge_client.failures.SPOKEN_FAILURES`."""

    def __init__(self) -> None:
        """Move message and stack trace of every failure to where the codec seals them."""
        super().__init__(encode_common_attributes=True)

    def to_failure(
        self, exception: BaseException, payload_converter: PayloadConverter, failure: Failure
    ) -> None:
        """Convert as the SDK does, then say our own messages aloud."""
        super().to_failure(exception, payload_converter, failure)
        if isinstance(exception, ApplicationError) and exception.type in SPOKEN_FAILURES:
            failure.message = exception.message
