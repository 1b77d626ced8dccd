"""Texts to vectors: the built-in embedder, or any embedding model behind litellm."""

from __future__ import annotations

from forge_api.embedding.embedder import Embedder, EmbedderUnavailable, Vectors

__all__ = ["Embedder", "EmbedderUnavailable", "Vectors", "choose"]


def choose(model: str | None) -> Embedder:
    """Return the embedder of `FORGE_EMBEDDING_MODEL`; None, or blank: the built-in one."""
    if model is None or not model.strip():
        from forge_api.embedding.local import LocalEmbedder

        return LocalEmbedder()
    from forge_api.embedding.litellm_model import LitellmEmbedder

    return LitellmEmbedder(model.strip())
