"""Every name that crosses a process border: Temporal's types, ids, signals, and forge's words.

Nothing here does anything; both sides of a border import it so that they cannot disagree.
"""

from __future__ import annotations

from typing import Literal

AGENT_REFLECTION = "agent-reflection"
"""Workflow type of one agent's reflection."""

REFLECTION_NIGHTLY = "reflection-nightly"
"""Workflow type, and schedule id, of the night over all agents."""

REFLECTION_UPKEEP = "reflection-upkeep"
"""Workflow type, and schedule id, of the background work on memory."""

CARDS_WAITING = "cards-waiting"
"""Workflow type of the notice that a run left cards for people."""

MODEL_TRIAL = "model-trial"
"""Workflow type, and id, of the doctor's question to the worker's model."""

EPISODES_READY = "reflection-episodes-ready"
"""Signal: the manual event. A run that gets it makes another pass before it ends."""

PROGRESS = "progress"
"""Query: where a run stands."""

PULL = "pull"
PROPOSE = "propose"
CHECK = "check"
SUBMIT = "submit"
REPORT = "report"
DUE = "due"
EMBED = "embed"
FADE = "fade"
SUMMARISE = "summarise"
COMPOSE = "compose"
DELIVER = "deliver"
TRY_MODEL = "try_model"

EVENT_PRIORITY = 2
NIGHT_PRIORITY = 4
"""Temporal serves the smaller number first: what a person waits for goes before the night."""

SEARCH_AGENT = "ForgeAgentId"
SEARCH_OUTCOME = "ReflectionOutcome"
SEARCH_PENDING_CARDS = "PendingCards"

DEFAULT_TASK_QUEUE = "reflection"
DEFAULT_NAMESPACE = "default"

BUILT_IN_PROPOSER = "built-in:recurring-statements"
"""The `model.name` in the report of a run that used no model."""

KEY_PREFIX = "sk_forge_"

Op = Literal["add", "strengthen", "weaken", "forget", "supersede"]
Kind = Literal["preference", "fact", "procedure", "constraint"]
Scope = Literal["agent", "org"]
Status = Literal["pending", "active", "forgotten", "superseded", "applied"]
Role = Literal["agent", "worker", "reviewer", "admin"]
Route = Literal["safe", "needs_review", "duplicate"]
Outcome = Literal["proposed", "nothing_new", "nothing_to_reflect", "dry_run", "overtaken", "failed"]

MAX_DIFFS = 10
"""Diffs taken from one answer; the rest are counted in `over_limit`."""

MAX_CONTENT = 32_768
"""Characters of one belief."""

MAX_RATIONALE = 8_192
"""Characters of one rationale, reason or label."""

MAX_QUERY = 4_000
"""Characters of what is searched for."""


def workflow_id(agent_id: str) -> str:
    """Return the one workflow id under which an agent reflects, whoever starts it."""
    return f"{AGENT_REFLECTION}/{agent_id}"


def notice_id(agent_id: str, run_id: str) -> str:
    """Return the workflow id of the notice of one run."""
    return f"{CARDS_WAITING}/{agent_id}/{run_id}"


def agent_of(workflow_id: str) -> str | None:
    """Return the agent that this workflow id names, None where it names none."""
    room, _, place = workflow_id.partition("/")
    if room == CARDS_WAITING:
        place = place.partition("/")[0]
    return place or None if room in {AGENT_REFLECTION, CARDS_WAITING} else None
