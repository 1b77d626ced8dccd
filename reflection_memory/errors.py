"""What can go wrong in the log; a failure of Postgres itself comes as `database.errors`.

    ReflectionMemoryError
    ├── InvalidEntry        what a writer gave cannot be kept; the field and the remedy are named
    ├── EntryDiffers        the id is taken by an entry that says something else
    └── SealingError
        ├── InvalidMasterKey    the text is no master key
        ├── WrongMasterKey      a master key, but not the one this database was sealed under
        └── SealBroken          a ciphertext or a wrapped key does not open: it was altered

No message carries content or a key.
"""

from __future__ import annotations


class ReflectionMemoryError(Exception):
    """Root of this room's errors."""


class InvalidEntry(ReflectionMemoryError):
    """An entry, or a question about entries, that cannot be taken.

    Attributes:
        field: The field that is at fault.
    """

    def __init__(self, field: str, remedy: str):
        super().__init__(f"{field}: {remedy}")
        self.field = field


class EntryDiffers(ReflectionMemoryError):
    """The same id was recorded with other content; nothing of the batch was written.

    Attributes:
        id: The id that is taken.
    """

    def __init__(self, entry_id: str):
        super().__init__(
            f"Entry {entry_id} is already recorded with other content; give a new entry a new id"
        )
        self.id = entry_id


class SealingError(ReflectionMemoryError):
    """Root of what goes wrong with keys and seals."""


class InvalidMasterKey(SealingError):
    """The text is no master key."""


class WrongMasterKey(SealingError):
    """The master key is not the one that this database was sealed under."""


class SealBroken(SealingError):
    """A ciphertext or a wrapped key does not open under the right key: it was altered.

    Attributes:
        subject: What does not open, such as `entry ent_… at position 12`.
    """

    def __init__(self, subject: str):
        super().__init__(f"The seal of {subject} is broken: it was altered; run the log's verify")
        self.subject = subject
