from __future__ import annotations

from pathlib import Path

import pytest

from stack.stack_file import StackFile
from surfaces.cli import target
from surfaces.cli.target import NoKey, OwnTarget, StackTarget

OWN = {
    "FORGE_URL": "http://forge.example:1",
    "FORGE_API_KEY": "sk_forge_own",
    "TEMPORAL_ADDRESS": "temporal.example:2",
    "TEMPORAL_NAMESPACE": "mine",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder as a stack leaves it."""
    for name, content in (
        ("keys/reviewer", "sk_forge_stack\n"),
        ("keys/agent", ""),
        ("secrets/codec-key", "ab" * 32),
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    StackFile(
        forge_url="http://127.0.0.1:8110",
        temporal_address="127.0.0.1:7233",
        temporal_ui_url="http://127.0.0.1:8233",
        database_url_file=str(tmp_path / "secrets/database-url"),
        key_files={role: str(tmp_path / "keys" / role) for role in ("reviewer", "agent", "admin")},
    ).write(tmp_path / "stack.json")
    return tmp_path


def test_a_named_data_folder_wins_over_servers_of_your_own(folder: Path) -> None:
    found = target.find(folder, OWN)
    assert isinstance(found, StackTarget)
    assert found.forge_url == "http://127.0.0.1:8110"
    assert found.key("reviewer") == "sk_forge_stack"
    temporal = found.temporal()
    assert (temporal.address, temporal.namespace) == ("127.0.0.1:7233", "default")
    assert temporal.codec_key is not None
    assert temporal.codec_key.get_secret_value() == bytes.fromhex("ab" * 32)


def test_servers_of_your_own_win_over_the_default_folder() -> None:
    found = target.find(None, OWN)
    assert isinstance(found, OwnTarget)
    assert found.forge_url == "http://forge.example:1"
    assert found.key("admin") == "sk_forge_own"
    assert (found.temporal().address, found.temporal().namespace) == ("temporal.example:2", "mine")


def test_without_either_it_is_the_stack_on_the_default_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.parent / ".reflection").symlink_to(folder)
    monkeypatch.chdir(folder.parent)
    assert target.find(None, {}).forge_url == "http://127.0.0.1:8110"


def test_a_key_may_come_from_a_file(folder: Path) -> None:
    given = {"FORGE_URL": "http://f", "FORGE_API_KEY_FILE": str(folder / "keys/reviewer")}
    assert target.find(None, given).key("reviewer") == "sk_forge_stack"


def test_a_key_that_is_empty_or_missing_is_told_by_its_file(folder: Path) -> None:
    found = target.find(folder, {})
    with pytest.raises(NoKey, match=r"is empty: .*/keys/agent"):
        found.key("agent")
    with pytest.raises(NoKey, match=r"cannot be read \(FileNotFoundError\): .*/keys/admin"):
        found.key("admin")
