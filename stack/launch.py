"""The first steps of every child: give up root where asked, die with the parent, become it.

Run as a file of its own (`python -I -S launch.py PARENT SIGNAL USER GROUP COMMAND…`), so that it
works from a threaded parent and while the child may still enter our folders. On Linux the kernel
sends SIGNAL the moment the parent is gone, even after kill -9. Other systems know no such order:
there a child outlives a killed parent, and the next start names it.
"""

from __future__ import annotations

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1
KEEP = -1
"""As USER and GROUP: stay who we are."""


def become(parent: int, death_signal: int, user: int, group: int, command: list[str]) -> None:
    """Replace this process by `command`; returns only by raising OSError."""
    if user != KEEP:
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
    if sys.platform == "linux":
        # After setuid: a change of credentials clears the order.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, death_signal)
        if os.getppid() != parent:
            sys.exit(f"{command[0]}: the parent ended before the start")
    os.execv(command[0], command)  # noqa: S606 - no shell is the point.


if __name__ == "__main__":
    parent, death_signal, user, group = map(int, sys.argv[1:5])
    try:
        become(parent, death_signal, user, group, sys.argv[5:])
    except OSError as error:
        sys.exit(f"{sys.argv[5]}: cannot be started: {error.strerror}")
