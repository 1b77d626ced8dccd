"""Why a proposer could not answer, sorted once into what may pass and what will not.

    ProposerError            what was asked of the model so far: `model`
    ├── ModelUnavailable     may pass: 408, 409, 429, 5xx, timeout, connection; `retry_after`
    ├── ModelRefused         will not pass: any other 4xx
    ├── AnswerUndecodable    the answer is no list of diffs
    ├── EpisodesTooLarge     several episodes that do not fit whole into one question
    └── StubUnreadable       the file of `stub:FILE` cannot be read

A message holds names, codes and numbers only: a provider's own text may echo a key.
"""

from __future__ import annotations

from forge_client.runs import ModelUse


class ProposerError(Exception):
    """Root of all that a proposer raises.

    Attributes:
        model: what was asked of the model until then; its tokens cost money on failure too.
    """

    def __init__(self, message: str, model: ModelUse) -> None:
        """Keep `model` beside the message."""
        super().__init__(message)
        self.model = model


class ModelUnavailable(ProposerError):
    """The same question may be answered later.

    Attributes:
        status: the HTTP status, None where there was none.
        retry_after: seconds that the provider asks to wait, None where it does not say.
    """

    def __init__(
        self, message: str, model: ModelUse, status: int | None, retry_after: float | None
    ) -> None:
        """Keep the facts beside the message."""
        super().__init__(message, model)
        self.status = status
        self.retry_after = retry_after


class ModelRefused(ProposerError):
    """The same question will always be refused.

    Attributes:
        status: the HTTP status.
    """

    def __init__(self, message: str, model: ModelUse, status: int) -> None:
        """Keep the status beside the message."""
        super().__init__(message, model)
        self.status = status


class AnswerUndecodable(ProposerError):
    """The model answered, but not with a list of diffs; asking again costs again."""


class EpisodesTooLarge(ProposerError):
    """The episodes do not fit into one question; cut ones would be marked as read."""


class StubUnreadable(ProposerError):
    """The file of `stub:FILE` is missing or no UTF-8 text."""
