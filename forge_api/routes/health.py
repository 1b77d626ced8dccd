"""Whether forge lives, whether each part that it needs answers, and its counters."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from forge_api.access import anyone

router = APIRouter(tags=["health"], dependencies=[Depends(anyone)])


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Answer as long as the process serves."""
    return {"status": "ok"}
