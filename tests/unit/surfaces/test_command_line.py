from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from pydantic import ValidationError
from temporalio.client import WorkflowFailureError
from temporalio.exceptions import ApplicationError

from forge_client.agents import NewAgent
from forge_client.errors import ForgeRefused, ForgeUnavailable
from forge_client.failures import SPOKEN_FAILURES, UNKNOWN_AGENT
from forge_client.problems import STATUS_OF
from forge_client.reflection import ReflectionInput
from stack import errors
from stack.stack_file import StackFile
from surfaces.cli import failures, main, target

HEAVY = ("litellm", "fastapi", "temporalio", "asyncpg", "pydantic", "httpx", "rich", "numpy")


def imported_by(arguments: list[str]) -> set[str]:
    script = (
        "import sys\n"
        "from surfaces.cli import main\n"
        "try:\n    main.main(sys.argv[1:])\n"
        "finally:\n    print('MODULES', *sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {name.split(".")[0] for name in done.stderr.split("MODULES")[1].split()}


def test_the_help_and_the_version_import_nothing_heavy() -> None:
    for arguments in (["--help"], ["--version"]):
        assert not imported_by(arguments) & set(HEAVY)


def test_no_command_imports_a_model_library_or_the_server() -> None:
    script = (
        "import sys\n"
        "from surfaces.cli import main\n"
        "for name in main.COMMANDS:\n"
        "    main.cli.main([name, '--help'], standalone_mode=False)\n"
        "    assert not {'litellm', 'fastapi', 'mcp'} & set(sys.modules), name\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_command_in_the_list_is_there_under_its_name_with_help(name: str) -> None:
    command = importlib.import_module(f"surfaces.cli.{main.module_of(name)}").command
    assert isinstance(command, click.Command)
    assert command.name == name
    assert command.help


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["up", "--forge-port", "70000"],
        ["up", "--data-dir", ""],
        ["cards", "--data-dir="],
        ["keep"],
        ["run"],
        ["ingest", "--agent", "a"],
        ["run", "--agent", "no spaces please"],
        ["export", "log.txt"],
        ["erase", "--agent", "a"],
        ["erase", "--agent", "a", "--turn", "t", "--conversation", "c"],
    ],
)
def test_wrong_usage_ends_with_2(
    arguments: list[str],
    run: Callable[[list[str]], int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err


def test_an_export_writes_over_nothing_unasked(
    run: Callable[[list[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "log.xml"
    kept.write_text("kept")
    assert run(["export", str(kept)]) == 1
    assert "--force" in capsys.readouterr().err
    assert kept.read_text() == "kept"


def test_a_folder_without_a_stack_ends_with_1_and_says_what_to_do(
    run: Callable[[list[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cards", "--data-dir", str(tmp_path)]) == 1
    assert "reflection up --data-dir" in capsys.readouterr().err


def test_a_forge_of_your_own_without_a_key_names_the_variable(
    run: Callable[[list[str]], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FORGE_URL", "http://127.0.0.1:1")
    assert run(["cards"]) == 1
    assert "FORGE_API_KEY is not set" in capsys.readouterr().err


def test_a_forge_that_does_not_answer_is_told_with_a_remedy(
    run: Callable[[list[str]], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FORGE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("FORGE_API_KEY", "sk_forge_hunter2")
    assert run(["cards"]) == 1
    told = capsys.readouterr().err
    assert "start forge at http://127.0.0.1:1, or correct FORGE_URL" in told
    assert "hunter2" not in told


def test_a_stack_that_does_not_run_is_told_with_the_command_that_starts_it(
    run: Callable[[list[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    (folder / "keys").mkdir(parents=True)
    (folder / "keys" / "reviewer").write_text("sk_forge_stack")
    StackFile(
        forge_url="http://127.0.0.1:1",
        temporal_address="127.0.0.1:1",
        temporal_ui_url="http://127.0.0.1:1",
        database_url_file="",
        key_files={"reviewer": str(folder / "keys" / "reviewer")},
    ).write(folder / "stack.json")
    assert run(["cards", "--data-dir", str(folder)]) == 1
    told = capsys.readouterr().err
    assert f"reflection up --data-dir {folder}" in told
    assert "FORGE_URL" not in told


def test_nothing_to_talk_to_says_where_it_was_looked_for(
    run: Callable[[list[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cards"]) == 1
    told = capsys.readouterr().err
    assert str(tmp_path) in told
    for name in ("reflection up", "--data-dir", "FORGE_URL", "FORGE_API_KEY"):
        assert name in told


def test_an_agent_id_that_cannot_be_is_told_in_words() -> None:
    with pytest.raises(ValidationError, match=r"letters .*, digits, dots, underscores or dashes"):
        NewAgent(id="my agent!")
    with pytest.raises(ValidationError):
        NewAgent(id="my-agent\n")


@pytest.mark.parametrize(
    "words", [("--forge-port", "7000", "--ui-port", "7000"), ("--temporal-port", "8110")]
)
@pytest.mark.parametrize("command", ["up", "demo"])
def test_two_parts_on_one_port_are_refused_by_name_before_anything_starts(
    run: Callable[[list[str]], int],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: str,
    words: tuple[str, ...],
) -> None:
    assert run([command, *words]) == 2
    told = capsys.readouterr().err
    assert f"are both {words[-1]}" in told
    assert words[0] in told
    assert not list(tmp_path.iterdir())


def test_a_stack_starts_again_on_its_ports_unless_others_are_named(
    run: Callable[[list[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    StackFile(
        "http://127.0.0.1:9110", "127.0.0.1:9233", "http://127.0.0.1:9234/temporal", "", {}
    ).write(tmp_path / "stack.json")
    assert run(["up", "--data-dir", str(tmp_path), "--ui-port", "9110"]) == 2
    assert "--forge-port and --ui-port are both 9110" in capsys.readouterr().err
    assert run(["up", "--data-dir", str(tmp_path), "--forge-port", "9233"]) == 2
    assert "--forge-port and --temporal-port are both 9233" in capsys.readouterr().err


def test_a_doctor_of_a_stopped_stack_says_once_what_starts_it(
    run: Callable[[list[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "codec-key").write_text("ab" * 32)
    stopped = StackFile("http://127.0.0.1:1", "127.0.0.1:1", "http://127.0.0.1:1", "", {})
    stopped.write(tmp_path / "stack.json")
    assert run(["doctor", "--data-dir", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert told.count("reflection up --data-dir") == 1
    assert "FAIL  forge: Forge does not answer at http://127.0.0.1:1\n" in told


def test_a_run_of_an_unknown_agent_is_told_with_a_remedy() -> None:
    cause = ApplicationError("agent_id: forge knows no agent a", type=UNKNOWN_AGENT)
    error = WorkflowFailureError(cause=cause)
    error.__cause__ = cause
    told = failures.spoken(error)
    assert told
    assert "Remedy: check the name, or create the agent: `reflection seed --agent NAME`" in told


def test_a_remedy_is_for_a_failure_that_there_is() -> None:
    assert set(failures.RUN_REMEDIES) <= SPOKEN_FAILURES
    assert set(failures.REMEDIES) <= STATUS_OF.keys() | {"no_connection", "timeout"}


@pytest.mark.parametrize(
    "error",
    [
        errors.PortTaken("Port 1 is in use"),
        ForgeUnavailable("GET /cards", "no_connection"),
        ForgeRefused("GET /cards", "forbidden", 403),
        ExceptionGroup("lanes", [ForgeRefused("GET /cards", "forbidden", 403)]),
    ],
)
def test_what_is_foreseen_is_one_message_and_status_1(
    error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    assert failures.status_of(fail) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_wrong_field_is_named_without_its_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert failures.status_of(lambda: ReflectionInput(agent_id="a b")) == 2
    told = capsys.readouterr().err
    assert "agent_id" in told
    assert "a b" not in told


def test_a_refusal_says_first_what_it_means_and_last_the_words_to_search_for() -> None:
    refused = ForgeRefused("POST /x", "duplicate", 409, "The agent already holds this: bel_1.")
    assert failures.spoken(refused) == "The agent already holds this: bel_1 (409 duplicate)"
    silent = ForgeUnavailable("GET /x", "timeout")
    told = "Forge did not answer in time: it is busy or stopped. Remedy: see `reflection doctor`"
    assert failures.spoken(silent) == f"{told} (timeout)"


def test_a_fault_of_ours_is_not_hidden() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failures.status_of(fail)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[list[str]], int]:
    """Run the command line in an empty folder, with nothing set; return its exit status."""
    for name in (*target.SINGLE_VALUES, "AGENT_ID", "REFLECTION_DATA_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def status(arguments: list[str]) -> int:
        return failures.status_of(
            lambda: main.cli.main(arguments, "reflection", standalone_mode=False)
        )

    return status
