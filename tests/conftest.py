"""The fixtures that every test may ask for, a module a part."""

from __future__ import annotations

pytest_plugins = ["tests.fixtures.embedding_endpoint", "tests.fixtures.postgres"]
