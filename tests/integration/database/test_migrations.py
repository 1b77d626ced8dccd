from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest

from database import errors, migrations, pool


async def test_migrating_again_applies_nothing(fresh_database: Any) -> None:
    assert await migrations.migrate(fresh_database.owner_url) == []


async def test_four_that_migrate_at_once_all_succeed(fresh_database: Any) -> None:
    done = await asyncio.gather(*(migrations.migrate(fresh_database.owner_url) for _ in range(4)))
    assert done == [[], [], [], []]


async def test_a_changed_migration_is_named(fresh_database: Any) -> None:
    owner = await asyncpg.connect(fresh_database.owner_url)
    await owner.execute("UPDATE schema_migrations SET digest = 'other' WHERE number = 1")
    await owner.close()
    with pytest.raises(errors.MigrationError, match=r"Migration 1 \(roles\) changed"):
        await migrations.migrate(fresh_database.owner_url)


async def test_a_database_from_a_newer_release_is_refused(fresh_database: Any) -> None:
    owner = await asyncpg.connect(fresh_database.owner_url)
    await owner.execute("INSERT INTO schema_migrations VALUES (9999, 'later', 'x', now())")
    await owner.close()
    with pytest.raises(errors.MigrationError, match="9999"):
        await migrations.migrate(fresh_database.owner_url)


async def test_the_apis_role_can_neither_create_nor_drop_a_table(fresh_database: Any) -> None:
    api = await pool.open_pool(fresh_database.app_url)
    for statement in ("CREATE TABLE mine (a int)", "DROP TABLE schema_migrations"):
        with pytest.raises(errors.DatabaseRefused) as refused:
            async with pool.transaction(api) as connection:
                await connection.execute(statement)
        assert refused.value.code == "42501"
    await api.close()


async def test_an_error_quotes_no_value_that_was_written(fresh_database: Any) -> None:
    owner = await pool.open_pool(fresh_database.owner_url)
    with pytest.raises(errors.DatabaseRefused) as refused:
        async with pool.transaction(owner) as connection:
            await connection.execute(
                "INSERT INTO schema_migrations VALUES (1, $1, 'x', now())", "a private word"
            )
    assert "private" not in str(refused.value)
    assert refused.value.__cause__ is None
    await owner.close()


async def test_nothing_listening_is_told_as_unavailable() -> None:
    with pytest.raises(errors.DatabaseUnavailable):
        await pool.open_pool("postgresql://nobody@127.0.0.1:1/none")
