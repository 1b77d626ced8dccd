from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from reflection_memory.sealing.master_key import MasterKey, generate
from stack import backup, data_folder, errors, restore


async def backed_up(root: Path, target: Path) -> None:
    await backup.write(root, target, lambda _: None)


async def restored(place: Path, root: Path, secrets: Path | None = None) -> None:
    await restore.run(place, root, lambda _: None, secrets=secrets)


def made(place: Path, key: str, **told: Any) -> Path:
    """Make a backup whose dump holds nothing."""
    place.mkdir()
    (place / "forge.dump").touch()
    files = {"forge.dump": hashlib.sha256().hexdigest()}
    manifest = {"made_at": "then", "release": "1", "master_key": MasterKey.parse(key).id}
    (place / "backup.json").write_text(json.dumps(manifest | {"files": files, "format": 1} | told))
    return place


@pytest.mark.parametrize("files", [[], 3, {}, {"forge.dump": 3}, {"temporal.db": ""}])
def test_a_manifest_without_the_files_of_a_backup_is_told(tmp_path: Path, files: Any) -> None:
    with pytest.raises(errors.LayoutMismatch, match="is no whole backup"):
        backup.read(made(tmp_path / "backup", generate(), files=files))


async def test_a_folder_that_is_no_draft_is_not_removed_for_a_backup(tmp_path: Path) -> None:
    own = tmp_path / "monday.part" / "own"
    own.parent.mkdir()
    own.touch()
    with pytest.raises(errors.LayoutMismatch, match=r"monday\.part holds something"):
        await backed_up(tmp_path / "stack", tmp_path / "monday")
    assert own.exists()
    (tmp_path / "tuesday.part").touch()
    with pytest.raises(errors.LayoutMismatch, match=r"tuesday\.part is no folder"):
        await backed_up(tmp_path / "stack", tmp_path / "tuesday")


async def test_a_second_backup_to_one_folder_leaves_the_draft_of_the_first(tmp_path: Path) -> None:
    target = tmp_path / "monday"
    with backup._draft_of(target, print) as draft:
        (draft / "forge.dump").touch()
        with pytest.raises(errors.FolderInUse, match="Another backup"):
            await backed_up(tmp_path / "stack", target)
        assert (draft / "forge.dump").exists()
    with backup._draft_of(target, print) as draft:
        assert [path.name for path in draft.iterdir()] == [backup.MARK]


def test_a_draft_that_lost_its_mark_is_set_aside_and_kept(tmp_path: Path) -> None:
    target, told = tmp_path / "monday", list[str]()
    for number in (1, 2):
        left = made(tmp_path / "monday.part", generate())
        with backup._draft_of(target, told.append) as draft:
            assert [path.name for path in draft.iterdir()] == [backup.MARK]
        backup.read(tmp_path / f"monday.part.{number}")
        assert told[-1] == (
            f"{left} held a backup that had not ended: it lies in {left}.{number} now"
        )
        (draft / backup.MARK).unlink()
        draft.rmdir()


@pytest.mark.parametrize("name", backup.SECRETS)
@pytest.mark.parametrize("held", [b"\xff\xfe", "schl\u00fcssel".encode(), b"short", b""])
async def test_a_key_file_that_holds_none_is_told_before_anything_is_made(
    tmp_path: Path, name: str, held: bytes
) -> None:
    key = generate()
    (tmp_path / "master-key").write_text(key)
    (tmp_path / name).write_bytes(held)
    place = made(tmp_path / "backup", key)
    with pytest.raises(errors.LayoutMismatch, match=f"{name} does not hold a key"):
        await restored(place, tmp_path / "new", tmp_path)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["postgres", "temporal", "photographs"])
async def test_a_restore_leaves_a_folder_alone_that_is_no_stacks(tmp_path: Path, name: str) -> None:
    key = generate()
    (tmp_path / "master-key").write_text(key)
    own = tmp_path / "root" / name / "own"
    own.parent.mkdir(parents=True)
    own.touch()
    with pytest.raises(errors.LayoutMismatch, match="name a new folder"):
        await restored(made(tmp_path / "backup", key), tmp_path / "root", tmp_path)
    assert [path.name for path in (tmp_path / "root").rglob("*")] == [name, "own"]


def test_a_half_restored_folder_is_begun_anew_by_the_same_backup_alone(tmp_path: Path) -> None:
    def stopped(of: str) -> None:
        with data_folder.restoring(tmp_path, of) as folder:
            assert not folder.postgres.exists()
            folder.postgres.mkdir()
            (folder.postgres / "PG_VERSION").touch()
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            stopped("monday")
    with pytest.raises(errors.LayoutMismatch, match="half restored"):
        stopped("tuesday")
    assert (tmp_path / "postgres" / "PG_VERSION").exists()
