"""The one place where an exception becomes a message and an exit status.

What is foreseen gets a sentence with a remedy, on stderr; a fault of ours keeps its traceback. The
classes are looked up only among modules that the command has loaded: naming them here imports
nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

from surfaces.cli import screen

DONE, FAILED, USAGE = 0, 1, 2

SPOKEN = (
    ("stack.errors", "StackError"),
    ("reflection_memory.errors", "ReflectionMemoryError"),
    ("temporal_link.settings", "SettingsError"),
    ("temporal_link.client", "TemporalUnavailable"),
    ("temporal_link.trigger", "AlreadyRunning"),
    ("temporal_link.schedule", "ScheduleMissing"),
    ("temporalio.service", "RPCError"),
    ("surfaces.cli.target", "NoKey"),
    ("surfaces.cli.target", "NoServers"),
    ("surfaces.cli.reflect", "NoWorker"),
)
"""Module, class: errors whose own message is fit for a person."""

OUR_WORDS = {
    "no_connection": "Forge does not answer",
    "timeout": "Forge did not answer in time: it is busy or stopped",
    "unreadable_answer": "What answers is no forge, or one of another version",
    "no_problem_document": "What answers is no forge, or something in between failed",
    "unauthenticated": "Forge does not know this key, or it expired or was revoked",
}
"""Code → what to tell where forge said nothing, or what a program needs."""

REMEDIES = {
    "no_connection": "`reflection doctor` says what is missing",
    "timeout": "see `reflection doctor`",
    "unauthenticated": "`reflection keys create --role ROLE` makes another, on the server",
    "forbidden": "use a key of another role",
    "agent_not_found": "check the name, or create the agent: `reflection seed --agent NAME`",
    "belief_not_found": "`reflection cards` and `reflection beliefs` show the ids",
    "turn_not_found": "correct the ids",
    "run_not_found": "`reflection runs` shows the ids",
    "embedder_unavailable": "see `reflection doctor`",
    "temporal_unavailable": "see `reflection doctor`",
    "database_unavailable": "see `reflection doctor`",
    "too_many_requests": "wait, or have FORGE_REQUESTS_PER_MINUTE raised",
}
"""Forge's code → what its own sentence does not say; the target may know better."""

COMMANDS = {"restore": "unforget"}
"""Door → the command that passes it, where that has another name."""

RUN_REMEDIES = {
    "UnknownAgent": "check the name, or create the agent: `reflection seed --agent NAME`",
    "ModelNotAllowed": "name one of MULE_ALLOWED_MODELS, or add it there and start the stack again",
    "StubUnreadable": "correct the file that MULE_MODEL names, and start the stack again",
    "EmbedderUnavailable": "nothing was stored; run again once the embedding model answers",
}
"""Type of a run's failure → what a person can do about it."""


def status_of(command: Callable[[], object]) -> int:
    """Run `command` to its end, tell what went wrong, and return the exit status."""
    try:
        outcome = command()
    except click.UsageError as error:
        error.show()
        return USAGE
    except click.ClickException as error:
        error.show()
        return FAILED
    except (click.Abort, KeyboardInterrupt):
        return _tell("Stopped.")
    except BrokenPipeError:
        # The reader (`head`) has enough; what is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as error:
        if (message := spoken(error)) is None:
            raise
        return _tell(message, USAGE if _is(error, "pydantic", "ValidationError") else FAILED)
    return outcome if isinstance(outcome, int) else DONE


def spoken(error: BaseException) -> str | None:
    """Return what to tell a person; None where the error is a fault of ours."""
    if isinstance(error, BaseExceptionGroup):
        # Work done side by side: the first failure ended the rest.
        return spoken(error.exceptions[0])
    if _is(error, "forge_client.errors", "ForgeError"):
        return _forge_sentence(error)
    if _is(error, "pydantic", "ValidationError"):
        return _fields(error)
    if _is(error, "temporalio.client", "WorkflowFailureError"):
        return _run_sentence(error.__cause__)
    if any(_is(error, module, name) for module, name in SPOKEN):
        return str(error)
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return None


def not_found(what: str, agent_id: str | None) -> Exception:
    """Return the refusal of an id that no agent asked knows; `agent_id` None: all were asked."""
    from forge_client.errors import ForgeRefused

    whose = f"{agent_id} has no such" if agent_id else "No agent that this key may see has such a"
    return ForgeRefused(f"GET {what}", f"{what}_not_found", 404, f"{whose} {what}")


def _tell(message: str, status: int = FAILED) -> int:
    click.echo(screen.visible(message), err=True)
    return status


def _is(error: BaseException, module: str, name: str) -> bool:
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(error, getattr(loaded, name))


def remedy_of(error: BaseException) -> str:
    """Return what helps against an error of forge; a note says it best, since the target wrote it.

    Empty where nothing is known that would help.
    """
    return next(iter(getattr(error, "__notes__", ())), REMEDIES.get(getattr(error, "code", ""), ""))


def with_remedy(told: str, remedy: str) -> str:
    """Return what went wrong with what helps, where something does."""
    return f"{told}. Remedy: {remedy}" if remedy else told


def sentence_of(error: BaseException) -> str:
    """Return what an error of forge means, in forge's own words where it answered."""
    detail, facts = getattr(error, "detail", ""), getattr(error, "facts", {})
    if doors := facts.get("doors"):
        # Forge names its doors; here they are commands.
        commands = ", ".join(f"`reflection {COMMANDS.get(door, door)}`" for door in doors)
        return f"{detail.partition('. ')[0]}. What can be done: {commands}"
    return OUR_WORDS.get(getattr(error, "code", "")) or detail.rstrip(".") or str(error)


def _forge_sentence(error: BaseException) -> str:
    """Tell first what a person needs, and last the words to search for."""
    status, code = getattr(error, "status", None), getattr(error, "code", "")
    answer = f"{status} {code}" if status else code
    return f"{with_remedy(sentence_of(error), remedy_of(error))} ({answer})"


def _run_sentence(cause: BaseException | None) -> str:
    told = f"The run failed: {cause}".rstrip(".")
    return with_remedy(told, RUN_REMEDIES.get(getattr(cause, "type", None) or "", ""))


def _fields(error: BaseException) -> str:
    from forge_client import field_faults

    return field_faults.sentence(error)  # type: ignore[arg-type]
