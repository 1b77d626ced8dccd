"""What can go wrong with the embedded stack, each with its remedy in the message.

StackError
├── ChildFailed      a part did not start, does not answer, or ended too often
├── FolderInUse      another stack runs on this data folder
├── LayoutMismatch   the data folder was written by a newer version
├── PartMissing      a program that the stack needs is not installed
└── PortTaken        somebody else listens where a part wants to
"""

from __future__ import annotations


class StackError(Exception):
    """Root of all failures of the embedded stack. The message is fit for a person."""


class ChildFailed(StackError):
    """A part of the stack did not start, or cannot be kept running."""


class FolderInUse(StackError):
    """Another stack holds the data folder."""


class LayoutMismatch(StackError):
    """The data folder has a layout that this version cannot read."""


class PartMissing(StackError):
    """A program or an account that the stack needs is not there."""


class PortTaken(StackError):
    """A port is in use by somebody else."""
