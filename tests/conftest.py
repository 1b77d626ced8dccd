"""The fixtures that every test may ask for, a module a part; and how properties are tried."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples on every machine and at every run; and no machine is too busy for them.
settings.register_profile(
    "suite",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

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
