"""The options that several commands share, under one name and one help text."""

from __future__ import annotations

from pathlib import Path

import click

DEFAULT_FOLDER = Path(".reflection")

data_dir = click.option(
    "--data-dir",
    envvar="REFLECTION_DATA_DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The stack's folder; REFLECTION_DATA_DIR; else .reflection here.",
)
agent = click.option("--agent", envvar="AGENT_ID", help="The agent's id; or AGENT_ID.")
required_agent = click.option(
    "--agent", envvar="AGENT_ID", required=True, help="The agent's id; or AGENT_ID."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
reason = click.option("--reason", help="Why, for the audit.")

PORT = click.IntRange(1, 65_535)
forge_port = click.option("--forge-port", type=PORT, default=8110, show_default=True)
temporal_port = click.option("--temporal-port", type=PORT, default=7233, show_default=True)
ui_port = click.option(
    "--ui-port", type=PORT, default=8233, show_default=True, help="Temporal's Web UI."
PAGE = click.IntRange(1)
limit = click.option("--limit", type=PAGE, default=50, show_default=True, help="At most so many.")

)
