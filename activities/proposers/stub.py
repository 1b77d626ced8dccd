"""The proposer of `stub:FILE`: a fixed answer from a file, for manual runs and tests.

The file is read at each question and decoded exactly as a model's answer is.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from activities.proposers import errors
from activities.proposers.answer import UndecodableProposal, parse_diffs
from activities.proposers.proposer import Proposed, ProposerInput
from forge_client.runs import ModelUse


@dataclass(frozen=True, slots=True)
class StubProposer:
    """Answers every question with the content of `file`: a call each, whose tokens nobody told."""

    file: Path

    async def propose(self, request: ProposerInput) -> Proposed:  # noqa: ARG002
        """Decode the file, whatever the episodes say.

        Raises:
            StubUnreadable: the file is missing or no UTF-8 text.
            AnswerUndecodable: the file holds no list of diffs.
        """
        model = ModelUse(name=f"stub:{self.file}", calls=1)
        try:
            text = await asyncio.to_thread(self.file.read_text, encoding="utf-8")
            return Proposed.within_limit(parse_diffs(text), model)
        except (OSError, UnicodeDecodeError) as error:
            reason = f"{self.file}: cannot be read ({type(error).__name__}); name a UTF-8 text file"
            raise errors.StubUnreadable(reason, model) from error
        except UndecodableProposal as error:
            raise errors.AnswerUndecodable(str(error), model) from error
