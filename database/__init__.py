"""The border to Postgres: the pool, named SQL, failures mapped once, migrations."""

from __future__ import annotations
