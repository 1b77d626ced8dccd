from __future__ import annotations

import base64
import subprocess
import sys
from pathlib import Path

import pytest

from stack import data_folder, errors, private_file
from stack.stack_file import StackFile
from stack.stack_file import read as read_stack_file

HOLD = """
import sys
from pathlib import Path
from stack import data_folder
with data_folder.opened(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_new_folder_and_all_that_may_hold_a_secret_is_closed_to_others(tmp_path: Path) -> None:
    with data_folder.opened(tmp_path / "a" / "b") as folder:
        assert mode(folder.root) == 0o700
        assert {mode(folder.root / name) for name in data_folder.CLOSED} == {0o700}


def test_a_secret_is_made_once_kept_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    with data_folder.opened(tmp_path) as folder:
        first = folder.encryption_key("master-key")
        password = folder.password("postgres-owner")
    with data_folder.opened(tmp_path) as folder:
        assert folder.encryption_key("master-key") == first
        assert folder.password("postgres-owner") == password
        assert mode(folder.secret_file("master-key")) == 0o600
    assert len(base64.b64decode(first.get_secret_value())) == 32


def test_a_secret_is_never_in_a_repr(tmp_path: Path) -> None:
    with data_folder.opened(tmp_path) as folder:
        secret = folder.password("postgres-app")
        assert secret.get_secret_value() not in repr(secret) + repr(folder)


def test_a_lost_secret_is_told_rather_than_replaced_once_there_is_a_database(
    tmp_path: Path,
) -> None:
    with data_folder.opened(tmp_path) as folder:
        folder.postgres.mkdir()
        (folder.postgres / "PG_VERSION").touch()
        with pytest.raises(errors.LayoutMismatch, match="master-key is missing"):
            folder.encryption_key("master-key")


@pytest.mark.parametrize("held", [b"", b"\n", b"\xf1\x80\xff"])
def test_a_secrets_file_that_holds_none_is_told_by_its_path(tmp_path: Path, held: bytes) -> None:
    with data_folder.opened(tmp_path) as folder:
        folder.secret_file("master-key").write_bytes(held)
        with pytest.raises(errors.LayoutMismatch, match="master-key does not hold a secret"):
            folder.encryption_key("master-key")


def test_a_second_stack_on_the_folder_is_refused_and_told_who_holds_it(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with (
            pytest.raises(errors.FolderInUse, match=f"process {holder.pid}"),
            data_folder.opened(tmp_path),
        ):
            pass
        holder.kill()
    with data_folder.opened(tmp_path):
        pass


@pytest.mark.parametrize("written", ["2", "", "\x00"])
def test_a_layout_of_another_release_is_told(tmp_path: Path, written: str) -> None:
    (tmp_path / "layout").write_text(written)
    with (
        pytest.raises(errors.LayoutMismatch, match="this release reads 1"),
        data_folder.opened(tmp_path),
    ):
        pass


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.touch()
    with (
        pytest.raises(errors.LayoutMismatch, match="choose another"),
        data_folder.opened(place),
    ):
        pass


def test_a_write_that_fails_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    private_file.write(path, "old")
    with pytest.raises(UnicodeEncodeError):
        private_file.write(path, "\ud800")
    assert path.read_text() == "old"
    assert [child.name for child in tmp_path.iterdir()] == ["secret"]


def test_what_a_stack_writes_is_what_a_command_reads(tmp_path: Path) -> None:
    written = StackFile(
        forge_url="http://127.0.0.1:8110",
        temporal_address="127.0.0.1:7233",
        temporal_ui_url="http://127.0.0.1:8233",
        database_url_file="/d/secrets/database-url",
        key_files={role: f"/d/keys/{role}" for role in data_folder.ROLES},
    )
    path = tmp_path / "stack.json"
    written.write(path)
    assert read_stack_file(path) == written
    assert mode(path) == 0o600


def test_no_stack_and_a_spoilt_stack_file_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "stack.json"
    with pytest.raises(errors.PartMissing, match="reflection up --data-dir"):
        read_stack_file(path)
    path.write_text("[]")
    with pytest.raises(errors.LayoutMismatch, match="not what a stack writes"):
        read_stack_file(path)
