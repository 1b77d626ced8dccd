"""The environment of each child: what the stack decides, over what the person set.

The worker is told nothing of the master key or the database: it reaches memory over HTTP only.
"""

from __future__ import annotations

from collections.abc import Mapping

from stack.data_folder import DataFolder
from stack.ports import HOST, Ports

OURS = (
    "TEMPORAL_",
    "FORGE_API_KEY",
    "FORGE_DATABASE_URL",
    "FORGE_HOST",
    "FORGE_MASTER_KEY",
    "FORGE_OLD_MASTER_KEY",
    "FORGE_OWNER_DATABASE_URL",
    "FORGE_PORT",
    "FORGE_TEMPORAL_UI_URL",
    "FORGE_URL",
)
"""Beginnings of the settings that the stack decides itself, whatever the surroundings say."""


def of_key_maker(folder: DataFolder, given: Mapping[str, str]) -> dict[str, str]:
    """Return what forge's own commands need: the database, and nothing else."""
    return _neutral(given) | {
        "FORGE_DATABASE_URL_FILE": str(folder.secret_file("database-url")),
    }


def of_master_key_holder(folder: DataFolder, given: Mapping[str, str]) -> dict[str, str]:
    """Return what forge's own commands need that tell the log of what they do."""
    return {
        **of_key_maker(folder, given),
        "FORGE_MASTER_KEY_FILE": str(folder.secret_file("master-key")),
    }


def of_forge(folder: DataFolder, listen: Ports, given: Mapping[str, str]) -> dict[str, str]:
    """Return the settings of the forge API."""
    return {
        "FORGE_ANCHOR_FILE": str(folder.anchors),
        **of_master_key_holder(folder, given),
        "FORGE_HOST": HOST,
        "FORGE_PORT": str(listen.forge),
        "FORGE_TEMPORAL_UI_URL": f"http://{HOST}:{listen.ui}",
        **_temporal(folder, listen),
    }


def of_worker(folder: DataFolder, listen: Ports, given: Mapping[str, str]) -> dict[str, str]:
    """Return the settings of the worker."""
    return {
        **_neutral(given),
        "FORGE_URL": f"http://{HOST}:{listen.forge}",
        "FORGE_API_KEY_FILE": str(folder.key("worker")),
        **_temporal(folder, listen),
    }


def _neutral(given: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in given.items() if not name.startswith(OURS)}


def _temporal(folder: DataFolder, listen: Ports) -> dict[str, str]:
    return {
        "TEMPORAL_ADDRESS": f"{HOST}:{listen.temporal}",
        "TEMPORAL_CODEC_KEY_FILE": str(folder.secret_file("codec-key")),
    }
