"""Holding a file so that one process at a time does what the file stands for."""

from __future__ import annotations

import fcntl
import os
from typing import IO, Any


def hold(file: IO[Any]) -> bool:
    """Hold an open file until it is closed, or the process ends; return False where another does.

    Also False where the file is gone from its folder: whoever held it has ended, and taken it away
    since it was opened here.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return os.fstat(file.fileno()).st_nlink > 0
