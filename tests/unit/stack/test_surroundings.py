from __future__ import annotations

from pathlib import Path

from forge_client import names
from stack import surroundings, temporal, worker_process
from stack.data_folder import DataFolder
from stack.ports import Ports

FOLDER = DataFolder(Path("/d"))
GIVEN = {
    "PATH": "/bin",
    "OPENAI_API_KEY": "model-key",
    "MULE_MODEL": "stub:x",
    "FORGE_EMBEDDING_MODEL": "some/model",
    "FORGE_DATABASE_URL": "postgresql://elsewhere",
    "FORGE_MASTER_KEY": "another",
    "TEMPORAL_NAMESPACE": "elsewhere",
    "TEMPORAL_TLS": "true",
}


def test_the_worker_is_told_nothing_of_the_master_key_or_the_database() -> None:
    told = surroundings.of_worker(FOLDER, Ports(), GIVEN)
    assert not [name for name in told if "MASTER" in name or "DATABASE" in name]
    assert told["FORGE_API_KEY_FILE"] == "/d/keys/worker"
    assert told["FORGE_URL"] == "http://127.0.0.1:8110"


def test_what_the_stack_decides_is_not_left_to_the_surroundings() -> None:
    for told in (
        surroundings.of_worker(FOLDER, Ports(), GIVEN),
        surroundings.of_forge(FOLDER, Ports(temporal=7_555), GIVEN),
        surroundings.of_key_maker(FOLDER, GIVEN),
    ):
        assert not {"FORGE_DATABASE_URL", "FORGE_MASTER_KEY", "TEMPORAL_NAMESPACE"} & set(told)
        assert told["OPENAI_API_KEY"] == "model-key"
        assert told["FORGE_EMBEDDING_MODEL"] == "some/model"
    assert surroundings.of_forge(FOLDER, Ports(temporal=7_555), {})["TEMPORAL_ADDRESS"].endswith(
        ":7555"
    )


def test_no_child_is_given_a_secret_itself_only_the_file_that_holds_it() -> None:
    told = surroundings.of_forge(FOLDER, Ports(), {}) | surroundings.of_worker(FOLDER, Ports(), {})
    secret = [name for name in told if "KEY" in name or "DATABASE" in name]
    assert secret
    assert all(name.endswith("_FILE") for name in secret)


def test_the_names_that_temporal_is_given_are_those_of_the_clients() -> None:
    assert set(temporal.SEARCH_ATTRIBUTES) == {
        names.SEARCH_AGENT,
        names.SEARCH_OUTCOME,
        names.SEARCH_PENDING_CARDS,
    }
    assert temporal.NAMESPACE == names.DEFAULT_NAMESPACE
    assert worker_process.TASK_QUEUE == names.DEFAULT_TASK_QUEUE
