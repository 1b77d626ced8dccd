from __future__ import annotations

import re
from pathlib import Path

import pytest

from stack.stack_file import StackFile
from surfaces.cli import target
from surfaces.cli.target import NoKey, NoServers, OwnTarget, StackTarget, Target

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


@pytest.fixture
def found_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, found from two folders below it and named by nobody."""
    (folder / "a" / "b").mkdir(parents=True)
    (folder / ".reflection").symlink_to(folder)
    monkeypatch.chdir(folder / "a" / "b")
    return folder


def test_a_named_data_folder_wins_over_all_else_and_says_what_it_leaves_unused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = target.find(folder, OWN)
    assert isinstance(found, StackTarget)
    assert found.forge_url == "http://127.0.0.1:8110"
    assert found.key("reviewer") == "sk_forge_stack"
    temporal = found.temporal()
    assert (temporal.address, temporal.namespace) == ("127.0.0.1:7233", "default")
    assert codec_key(found) == bytes.fromhex("ab" * 32)
    told = capsys.readouterr().err
    assert "FORGE_URL, FORGE_API_KEY, TEMPORAL_ADDRESS" in told
    assert "sk_forge_own" not in told


@pytest.mark.usefixtures("found_folder")
def test_servers_of_your_own_win_over_a_folder_that_is_only_found() -> None:
    found = target.find(None, OWN)
    assert isinstance(found, OwnTarget)
    assert found.forge_url == "http://forge.example:1"
    assert found.key("admin") == "sk_forge_own"
    assert (found.temporal().address, found.temporal().namespace) == ("temporal.example:2", "mine")


@pytest.mark.usefixtures("found_folder")
def test_without_either_it_is_the_stack_on_the_nearest_folder_above(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = target.find(None, {})
    assert found.forge_url == "http://127.0.0.1:8110"
    assert found.key("reviewer") == "sk_forge_stack"
    assert found.web_ui() == "http://127.0.0.1:8110/temporal"
    assert not capsys.readouterr().err


@pytest.mark.usefixtures("found_folder")
def test_a_single_value_of_the_environment_takes_the_place_of_a_found_stacks() -> None:
    keyed = target.find(None, {"FORGE_API_KEY": "sk_forge_own"})
    assert (keyed.forge_url, keyed.key("reviewer")) == ("http://127.0.0.1:8110", "sk_forge_own")
    moved = target.find(None, {"TEMPORAL_ADDRESS": "temporal.example:2"})
    assert moved.temporal().address == "temporal.example:2"
    assert moved.web_ui() is None
    assert moved.key("reviewer") == "sk_forge_stack"
    assert codec_key(moved) == bytes.fromhex("ab" * 32)
    sealed = target.find(None, {"TEMPORAL_CODEC_KEY": "cd" * 32, "TEMPORAL_ADDRESS": ""})
    assert sealed.temporal().address == "127.0.0.1:7233"
    assert codec_key(sealed) == bytes.fromhex("cd" * 32)


@pytest.mark.usefixtures("found_folder")
def test_a_stacks_keys_go_to_no_other_forge() -> None:
    with pytest.raises(NoKey, match="FORGE_API_KEY is not set"):
        target.find(None, {"FORGE_URL": "http://forge.example:1"}).key("reviewer")
    itself = target.find(None, {"FORGE_URL": "http://127.0.0.1:8110/"})
    assert itself.key("reviewer") == "sk_forge_stack"


@pytest.mark.usefixtures("found_folder")
def test_a_strangers_folder_above_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 12_345)
    assert target.discovered() is None


def test_a_key_alone_is_for_the_default_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = target.find(None, {"FORGE_API_KEY": "sk_forge_own"})
    assert (found.forge_url, found.key("agent")) == ("http://127.0.0.1:8110", "sk_forge_own")
    with pytest.raises(NoServers, match=re.escape(str(tmp_path))):
        target.find(None, {"TEMPORAL_ADDRESS": "temporal.example:2"})


def test_a_key_may_come_from_a_file(folder: Path) -> None:
    given = {"FORGE_URL": "http://f", "FORGE_API_KEY_FILE": str(folder / "keys/reviewer")}
    assert target.find(None, given).key("reviewer") == "sk_forge_stack"


def test_a_key_that_is_empty_or_missing_is_told_by_its_file_with_a_remedy(folder: Path) -> None:
    found = target.find(folder, {})
    with pytest.raises(NoKey, match=r"is empty: .*/keys/agent\. .*reflection up --data-dir"):
        found.key("agent")
    missing = r"cannot be read \(FileNotFoundError\): .*/keys/admin\. .*made anew"
    with pytest.raises(NoKey, match=missing):
        found.key("admin")


@pytest.mark.usefixtures("found_folder")
@pytest.mark.parametrize(
    ("given", "forge", "temporal"),
    [
        ({}, "reflection up --data-dir", "reflection up --data-dir"),
        ({"TEMPORAL_ADDRESS": "t:1"}, "reflection up --data-dir", "correct TEMPORAL_ADDRESS"),
        ({"FORGE_URL": "http://f"}, "correct FORGE_URL", "set TEMPORAL_ADDRESS"),
    ],
)
def test_a_remedy_names_only_what_counts(given: dict[str, str], forge: str, temporal: str) -> None:
    found = target.find(None, given)
    assert forge in found.forge_remedy
    assert temporal in found.temporal_remedy


def codec_key(found: Target) -> bytes:
    held = found.temporal().codec_key
    assert held is not None
    return held.get_secret_value()
