"""What `make` hands on to the command line, and what it shows of a long installation."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKE = shutil.which("make") or "make"

PIP = """#!/bin/sh
case "$*" in *--quiet*) exit 0;; esac
echo "Collecting one"
for n in $(seq 60); do
    echo "  Downloading package-$n.whl.metadata (1 kB)"
    echo "  Downloading package-$n.whl (1 kB)"
done
echo "Installing collected packages: one"
echo "ERROR: no space is left"
echo "  on the disk"
exit STATUS
"""


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """Run make on our Makefile, without what the surroundings would add to it."""
    return subprocess.run(
        [MAKE, "--no-print-directory", "-C", str(ROOT), *words],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin"},
    )


def command_of(target: str, *variables: str) -> list[str]:
    """Return the words of the last command that `make target` would run."""
    planned = make("--dry-run", target, *variables)
    assert planned.returncode == 0, planned.stderr
    return planned.stdout.splitlines()[-1].split()


def test_a_stack_is_started_where_and_on_what_ports_one_says() -> None:
    words = command_of("up", "FORGE_PORT=1", "TEMPORAL_PORT=2", "UI_PORT=3", "DATA_DIR=other")
    assert words[1:] == [
        *("up", "--data-dir", "'other'"),
        *("--forge-port", "1", "--temporal-port", "2", "--ui-port", "3"),
    ]
    assert command_of("demo")[1:] == ["demo", "--data-dir", "'.reflection'"]


@pytest.mark.parametrize(
    ("said", "ends"), [("1", True), ("yes", True), ("0", False), ("no", False), ("", False)]
)
def test_a_demo_ends_by_itself_only_where_exit_says_so(said: str, ends: bool) -> None:
    assert ("--exit" in command_of("demo", f"EXIT={said}")) == ends


@pytest.mark.parametrize("status", [0, 3])
def test_an_installation_shows_how_far_it_is_and_every_word_of_a_failure(
    tmp_path: Path, status: int
) -> None:
    python = tmp_path / "python"
    python.write_text(PIP.replace("STATUS", str(status)))
    python.chmod(0o755)
    done = make("install", f"VENV={tmp_path}", f"BIN={tmp_path}", "PYTHON=python3")
    assert (done.returncode == 0) == (status == 0), done.stderr
    assert "  25 packages are here" in done.stdout
    assert "  60 packages are here: unpacking them" in done.stdout
    assert "ERROR: no space is left\n  on the disk" in done.stdout
    assert "Collecting" not in done.stdout
