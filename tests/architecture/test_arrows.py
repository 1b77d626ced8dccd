"""The arrows between the rooms, and what is deliberately absent, read from the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MAY_IMPORT = {
    "gate": set(),
    "database": set(),
    "forge_client": set(),
    "reflection_memory": {"database"},
    "litellm_link": set(),
    "temporal_link": {"forge_client"},
    "forge_api": {
        *("reflection_memory", "database", "gate", "forge_client", "temporal_link"),
        "litellm_link",
    },
    "activities": {"gate", "forge_client", "litellm_link"},
    "workflows": {"activities", "forge_client"},
    "worker": {"workflows", "activities", "temporal_link", "forge_client", "gate"},
    "stack": {"database", "reflection_memory"},
    "surfaces": {"forge_client", "temporal_link", "stack"},
    "evals": {
        *("gate", "database", "forge_client", "reflection_memory", "temporal_link"),
        *("forge_api", "activities", "stack"),
    },
}
"""Room → the rooms of ours that it may import."""

ONLY_IN = {
    "fastapi": {"forge_api"},
    "starlette": {"forge_api"},
    "uvicorn": {"forge_api"},
    "asyncpg": {"database", "reflection_memory", "forge_api", "stack"},
    "temporalio": {"temporal_link", "workflows", "activities", "worker", "surfaces"},
    "litellm": {"litellm_link"},
    "click": {"surfaces", "forge_api"},
    "mcp": {"surfaces"},
    "rich": {"surfaces"},
    "textual": {"surfaces"},
}
"""Library → the rooms that may name it."""

PURE = (
    "gate",
    "forge_api/redaction",
    "forge_api/memory/extraction.py",
    "forge_api/memory/sentences.py",
    "forge_api/memory/feedback.py",
    "forge_api/memory/graphemes.py",
    "forge_api/memory/context_block.py",
    "forge_api/memory/belief_states.py",
    "forge_api/memory/erased_reports.py",
    "forge_api/memory/fading.py",
    "forge_api/memory/retelling.py",
)
IMPURE_MODULES = {
    "os",
    "random",
    "secrets",
    "time",
    "socket",
    "httpx",
    "asyncio",
    "pathlib",
    "uuid",
}
IMPURE_CALLS = {"now", "utcnow", "today", "open"}
FORBIDDEN_NAMES = {"utils", "util", "common", "helpers", "helper", "misc"}


def sources(place: str) -> list[Path]:
    path = ROOT / place
    if path.is_dir():
        return sorted(path.rglob("*.py"))
    return [path if path.suffix == ".py" else path.with_suffix(".py")]


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), filename=str(path))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_level_imports(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imported(ast.Module(body=[node], type_ignores=[]))


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_a_room_imports_only_the_rooms_that_its_arrows_allow(room: str) -> None:
    allowed = MAY_IMPORT[room] | {room}
    for path in sources(room):
        ours = {name.split(".")[0] for name in imported(tree_of(path))} & set(MAY_IMPORT)
        assert ours <= allowed, f"{path.relative_to(ROOT)} imports {sorted(ours - allowed)}"


def test_the_stack_knows_of_reflection_memory_only_its_sealing() -> None:
    for path in sources("stack"):
        for name in imported(tree_of(path)):
            if name.startswith("reflection_memory"):
                assert name.startswith("reflection_memory.sealing"), f"{path.name} imports {name}"


@pytest.mark.parametrize("library", sorted(ONLY_IN))
def test_a_library_is_named_only_in_its_rooms(library: str) -> None:
    for room in sorted(set(MAY_IMPORT) - ONLY_IN[library]):
        for path in sources(room):
            roots = {name.split(".")[0] for name in imported(tree_of(path))}
            assert library not in roots, f"{path.relative_to(ROOT)} imports {library}"


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_litellm_is_imported_only_inside_functions(room: str) -> None:
    for path in sources(room):
        roots = {name.split(".")[0] for name in module_level_imports(tree_of(path))}
        assert "litellm" not in roots, f"{path.relative_to(ROOT)} imports litellm at its top"


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_the_environment_is_read_in_settings_modules_alone(room: str) -> None:
    for path in sources(room):
        if path.name == "settings.py":
            continue
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}:
                pytest.fail(f"{path.relative_to(ROOT)}:{node.lineno} reads the environment")


@pytest.mark.parametrize("place", PURE)
def test_a_pure_place_has_no_clock_no_randomness_and_no_io(place: str) -> None:
    for path in sources(place):
        if path.name.startswith("make_"):
            continue  # A maker of a table is run by hand; that nothing imports it is tested below.
        tree = tree_of(path)
        roots = {name.split(".")[0] for name in imported(tree)}
        assert not roots & IMPURE_MODULES, f"{path.relative_to(ROOT)}: {roots & IMPURE_MODULES}"
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                assert called not in IMPURE_CALLS, f"{path.relative_to(ROOT)}:{node.lineno}"


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_the_makers_of_tables_are_imported_by_nothing(room: str) -> None:
    for path in sources(room):
        last = {name.rpartition(".")[2] for name in imported(tree_of(path))}
        assert not any(name.startswith("make_") for name in last), str(path.relative_to(ROOT))


def test_no_file_or_folder_has_a_name_that_says_nothing() -> None:
    for room in MAY_IMPORT:
        for path in sources(room):
            parts = {part.removesuffix(".py") for part in path.relative_to(ROOT).parts}
            assert not parts & FORBIDDEN_NAMES, str(path)


def test_no_sql_is_written_by_formatting_text() -> None:
    verbs = ("SELECT ", "INSERT ", "UPDATE ", "DELETE ", "TRUNCATE ")
    for room in MAY_IMPORT:
        for path in sources(room):
            for node in ast.walk(tree_of(path)):
                if isinstance(node, ast.JoinedStr):
                    text = "".join(
                        part.value
                        for part in node.values
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    )
                    assert not text.lstrip().startswith(verbs), (
                        f"{path.relative_to(ROOT)}:{node.lineno} formats SQL"
                    )


def test_every_room_is_packaged() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    for room in MAY_IMPORT:
        assert f'"{room}"' in text or f'"{room}.py"' in text
