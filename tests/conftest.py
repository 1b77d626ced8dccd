"""The fixtures that every test may ask for, a module a part."""

from __future__ import annotations

# In the order of their imports: a module that another one imported first would lose the rewriting
# of its assertions, which pytest warns of.
pytest_plugins = [
    "tests.fixtures.postgres",
    "tests.fixtures.stack",
    "tests.fixtures.embedding_endpoint",
    "tests.fixtures.model_endpoint",
    "tests.fixtures.webhook_endpoint",
    "tests.fixtures.temporal",
    "tests.fixtures.forge",
    "tests.fixtures.held_forge",
    "tests.fixtures.reflecting",
    "tests.fixtures.browser",
]
