"""The built-in embedder's own promises: no network, no import of the package, an honest failure."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from forge_api.embedding import EmbedderUnavailable, local

WITHOUT_NETWORK = """
import asyncio, socket, sys
def refuse(*_, **__): raise AssertionError("a connection was tried")
socket.socket.connect = refuse
from forge_api import embedding
vectors = asyncio.run(embedding.choose(None).embed(["tea", "no tea"]))
assert vectors.shape == (2, 256)
assert not {"wordllama", "litellm", "huggingface_hub"} & set(sys.modules), "a heavy import"
"""


def test_it_embeds_without_network_and_without_importing_the_package() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_NETWORK], check=True, cwd=Path.cwd())


async def test_missing_files_are_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_WEIGHTS", "missing.safetensors")
    with pytest.raises(EmbedderUnavailable, match="install it again"):
        await local.LocalEmbedder().embed(["tea"])


async def test_broken_weights_are_a_failure_not_a_vector(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"not safetensors")
    monkeypatch.setattr(local, "_file_of_wheel", lambda _: broken)
    with pytest.raises(EmbedderUnavailable, match="wordllama"):
        await local.LocalEmbedder().embed(["tea"])
