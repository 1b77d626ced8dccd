"""The types of failure that a run can end with: what `report.failure.type` says.

Each carries a message of field names, ids and codes only, never a value: it stays readable where
the rest of Temporal's history is sealed.
"""

from __future__ import annotations

INVALID_INPUT = "InvalidInput"
UNKNOWN_AGENT = "UnknownAgent"
FORGE_UNAVAILABLE = "ForgeUnavailable"
FORGE_REFUSED = "ForgeRefused"
EMBEDDER_UNAVAILABLE = "EmbedderUnavailable"
RECALL_FOUND_NOTHING = "RecallFoundNothing"
MODEL_NOT_ALLOWED = "ModelNotAllowed"
MODEL_UNAVAILABLE = "ModelUnavailable"
MODEL_REFUSED = "ModelRefused"
UNDECODABLE_PROPOSAL = "UndecodableProposal"
STUB_UNREADABLE = "StubUnreadable"
TOO_LARGE = "TooLarge"
STEP_TIMED_OUT = "StepTimedOut"
WEBHOOK_UNDELIVERED = "WebhookUndelivered"
CANCELLED = "Cancelled"
SPEND_CAP_REACHED = "SpendCapReached"
AGENTS_FAILED = "AgentsFailed"
UPKEEP_FAILED = "UpkeepFailed"
UNEXPECTED = "UnexpectedError"

SPOKEN_FAILURES = frozenset(
    {
        INVALID_INPUT,
        UNKNOWN_AGENT,
        FORGE_UNAVAILABLE,
        FORGE_REFUSED,
        EMBEDDER_UNAVAILABLE,
        RECALL_FOUND_NOTHING,
        MODEL_NOT_ALLOWED,
        MODEL_UNAVAILABLE,
        MODEL_REFUSED,
        UNDECODABLE_PROPOSAL,
        STUB_UNREADABLE,
        TOO_LARGE,
        STEP_TIMED_OUT,
        WEBHOOK_UNDELIVERED,
        CANCELLED,
        SPEND_CAP_REACHED,
        AGENTS_FAILED,
        UPKEEP_FAILED,
        UNEXPECTED,
    }
)
