"""docs/operating.md tells of every setting, and of none that nothing reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from forge_api import settings as forge_settings
from surfaces.cli.main import cli
from temporal_link import settings

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)`( \(or `_FILE`\))? \|.+\|.*\|.*\|$", re.MULTILINE)


class Recording(dict[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self, **given: str) -> None:
        super().__init__(given)
        self.asked: set[str] = set()

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        self.asked.add(name)
        return super().get(name, default)


def documented() -> set[str]:
    names: set[str] = set()
    for name, or_file in ROW.findall(PAGE):
        names |= {name, f"{name}_FILE"} if or_file else {name}
    return names


def read() -> set[str]:
    environ = Recording(
        FORGE_DATABASE_URL="postgresql://127.0.0.1/forge",
        FORGE_MASTER_KEY="k",
        FORGE_API_KEY="k",
        FORGE_WEBHOOK_URL="https://chat.example",
        FORGE_WEBHOOK_SECRET=f"whsec_{'A' * 44}",
        TEMPORAL_TLS="true",
    )
    forge_settings.read(environ)
    forge_settings.owner_database_url(environ)
    settings.read_worker(environ)
    return environ.asked


def options_of(group: click.Command) -> Iterator[str]:
    for parameter in group.params:
        if isinstance(parameter.envvar, str):
            yield parameter.envvar
    if isinstance(group, click.Group):
        for name in group.list_commands(click.Context(group)):
            one = group.get_command(click.Context(group), name)
            assert one is not None
            yield from options_of(one)


def test_every_setting_is_documented_and_every_documented_one_is_read() -> None:
    assert documented() == read() | set(options_of(cli))


def test_no_setting_is_documented_twice() -> None:
    names = [name for name, _ in ROW.findall(PAGE)]
    assert len(names) == len(set(names))
